//! Inline tensors of sizes with bounds: the memory is for the largest size, and may be used in part.

use conformable::{Axis, Inline, Shape, Size, Tensor, concat, shape};
use std::rc::Rc;

type Rows = Shape![1..=8, 3];

fn rows(n: usize) -> Tensor<usize, Rows, Inline> {
    Tensor::inline_from_fn(Rows::from_sizes(&[n, 3]).unwrap(), |[i, j]| 10 * i + j)
}

#[test]
fn results_stay_in_the_tensor() {
    for n in 1..=8 {
        let x = rows(n);
        let sum: Tensor<usize, Rows, Inline> = &x + &x * 2;
        let expected: Vec<_> = x.iter().map(|x| 3 * x).collect();
        assert_eq!(sum.as_slice(), expected);
        assert_eq!(sum.shape().sizes(), [n, 3]);
        let means: Tensor<usize, Shape![1..=8], Inline> = x.sum(Axis::<1>);
        assert_eq!(means.iter().sum::<usize>(), x.iter().sum::<usize>());
        let joined: Tensor<usize, Shape![5..=12, 3], Inline> = concat(Axis::<0>, (&x, &Tensor::inline([[0; 3]; 4])));
        assert_eq!(&joined.as_slice()[..3 * n], x.as_slice());
        let columns: Tensor<usize, Shape![3, 1..=8], Inline> = x.t().to_owned();
        assert_eq!(columns[[2, n - 1]], x[[n - 1, 2]]);
    }
}

#[test]
fn the_size_of_the_tensor_is_that_of_the_most_elements() {
    // the number of elements, and the first size
    let number = size_of::<usize>().max(align_of::<u64>());
    assert_eq!(size_of::<Tensor<u64, Shape![1..=8, 3], Inline>>(), 8 * 24 + 2 * number);
    assert_eq!(size_of::<Tensor<u64, Shape![8, 3], Inline>>(), 8 * 24);
}

#[test]
fn elements_are_dropped_once() {
    let (counted, others) = (Rc::new(()), Rc::new(()));
    let shape = <Shape![0..=5, 2]>::from_sizes(&[3, 2]).unwrap();
    let mut x = Tensor::inline_from_fn(shape, |_| Rc::clone(&counted));
    assert_eq!(Rc::strong_count(&counted), 7);
    let y = x.clone();
    assert_eq!(Rc::strong_count(&counted), 13);
    drop(y);
    assert_eq!(Rc::strong_count(&counted), 7);
    *x.iter_mut().next().unwrap() = Rc::clone(&others);
    assert_eq!((Rc::strong_count(&counted), Rc::strong_count(&others)), (6, 2));
    let wide = x.widen::<Shape![_, 2]>();
    assert_eq!(Rc::strong_count(&counted), 6);
    let again = wide.refine::<Shape![0..=5, 2]>().unwrap();
    assert_eq!(Rc::strong_count(&counted), 6);
    let known = again.refine::<Shape![3, 2]>().unwrap();
    assert_eq!(Rc::strong_count(&counted), 6);
    let within: Tensor<_, Shape![0..=5, 2], Inline> = known.widen();
    assert_eq!(Rc::strong_count(&counted), 6);
    let refused = within.refine::<Shape![4..=5, 2]>().unwrap_err();
    assert_eq!(Rc::strong_count(&counted), 6);
    drop(refused);
    assert_eq!((Rc::strong_count(&counted), Rc::strong_count(&others)), (1, 1));
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn a_panic_leaves_no_element_behind() {
    struct Loud(Rc<()>, bool);
    impl Clone for Loud {
        fn clone(&self) -> Self {
            assert!(!self.1, "no clone");
            Self(Rc::clone(&self.0), false)
        }
    }
    let counted = Rc::new(());
    let shape = <Shape![0..=5]>::from_sizes(&[3]).unwrap();
    let x = Tensor::inline_from_fn(shape, |[i]| Loud(Rc::clone(&counted), i == 2));
    let clone = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(x.clone())));
    assert!(clone.is_err());
    assert_eq!(Rc::strong_count(&counted), 4);
}

#[test]
fn empty_ones_and_elements_without_a_size() {
    let none = Tensor::inline_full(<Shape![0..=0, 3]>::from_sizes(&[0, 3]).unwrap(), 1);
    assert!((&none + &none).as_slice().is_empty());
    let units = Tensor::<(), _, Inline>::inline_from_fn(<Shape![0..=4]>::from_sizes(&[4]).unwrap(), |_| ());
    assert_eq!(units.clone().iter().count(), 4);
    let n = 2;
    let copied: Tensor<i32, Shape![1..=8, 3], Inline> =
        Tensor::from_fn(shape![n, 3], |[i, j]| i32::try_from(i + j).unwrap()).refine::<Rows>().unwrap().to_inline();
    assert_eq!(copied.as_slice(), [0, 1, 2, 1, 2, 3]);
    let known: Tensor<i32, (Size<2>, Size<3>), Inline> = copied.clone().refine().unwrap();
    assert_eq!(known.into_array(), [[0, 1, 2], [1, 2, 3]]);
}
