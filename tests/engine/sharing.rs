//! Clones and views on this crate's own engine share elements.

use conformable::engine::{EngineTensor, Native};
use conformable::storage::Shared;
use conformable::{Axis, Dyn, Shape, Size, Storage, Tensor, shape};
use static_assertions::{assert_impl_all, assert_not_impl_any};
use std::cell::Cell;
use std::rc::Rc;

assert_impl_all!(Tensor<f32, Shape![2], Shared>: Send, Sync, Clone);
// a clone on another thread would give that thread a reference
assert_not_impl_any!(Tensor<Cell<f32>, Shape![2], Shared>: Send, Sync);
assert_not_impl_any!(Tensor<Rc<f32>, Shape![2], Shared>: Send, Sync);

/// The address of the first element.
fn place<T, S: Shape, D: Storage>(x: &Tensor<T, S, D>) -> *const T {
    x.iter().next().expect("an element")
}

/// A matrix of the numbers from 0 on.
fn table() -> Tensor<i32, Shape![2, 3]> {
    Tensor::from([[0, 1, 2], [3, 4, 5]])
}

#[test]
fn views_have_the_elements_of_their_tensor() {
    let x = EngineTensor::from(table());
    macro_rules! shares {
        ($($view:expr => $expected:expr, $first:expr;)*) => {$(
            let view = $view;
            assert_eq!(view.as_engine(), &$expected, "{}", stringify!($view));
            assert_eq!(place(view.as_engine()), &raw const x.as_engine()[$first], "{}", stringify!($view));
        )*};
    }
    shares!(
        x.clone() => table(), [0, 0];
        x.to_device(&()).expect("memory") => table(), [0, 0];
        x.t() => Tensor::from([[0, 3], [1, 4], [2, 5]]), [0, 0];
        x.t().t() => table(), [0, 0];
        x.permute((Axis::<1>, Axis::<0>)) => table().t(), [0, 0];
        x.narrow(Axis::<1>, 1..3) => Tensor::from([[1, 2], [4, 5]]), [0, 1];
        x.narrow(Axis::<1>, 1..3).t() => Tensor::from([[1, 4], [2, 5]]), [0, 1];
        x.t().narrow(Axis::<0>, 1..3).index_axis(Axis::<1>, 1) => Tensor::from([4, 5]), [1, 1];
        x.flip(Axis::<1>) => Tensor::from([[2, 1, 0], [5, 4, 3]]), [0, 2];
        x.flip(..).flip(..) => table(), [0, 0];
        x.index_axis(Axis::<0>, 1) => Tensor::from([3, 4, 5]), [1, 0];
        x.diagonal(Axis::<0>, Axis::<1>) => Tensor::from([0, 4]), [0, 0];
        x.split(Axis::<1>, (Size::<1>, Size::<2>)).1 => Tensor::from([[1, 2], [4, 5]]), [0, 1];
        x.broadcast_to::<Shape![2, 2, 3]>() => Tensor::from([[[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]]]), [0, 0];
        x.flatten() => Tensor::from([0, 1, 2, 3, 4, 5]), [0, 0];
        x.reshape(shape![3, 2]) => Tensor::from([[0, 1], [2, 3], [4, 5]]), [0, 0];
        x.t().unsqueeze(Axis::<0>) => Tensor::from([[[0, 3], [1, 4], [2, 5]]]), [0, 0];
        x.index_axis(Axis::<0>, 1).reshape(shape![3, 1]) => Tensor::from([[3], [4], [5]]), [1, 0];
        x.clone().erase().refine::<Shape![_, 3]>().expect("its sizes") => table(), [0, 0];
        x.t().erase().refine::<Shape![3, _]>().expect("its sizes") => table().t(), [0, 0];
    );
    // the order of the elements is another one
    let copied = x.t().flatten();
    assert_eq!(copied.as_engine(), &Tensor::from([0, 3, 1, 4, 2, 5]));
    // a tensor of no elements
    let none = x.narrow(Axis::<1>, 3..).t();
    assert_eq!(none.reshape((Dyn::new(4), Dyn::new(0))).sizes(), [4, 0]);
    assert!(none.try_reshape((Dyn::new(4), Dyn::new(1))).is_err());
}

#[test]
fn elements_that_others_have_do_not_change() {
    let x = EngineTensor::from(table());
    let (copy, rows, columns) = (x.clone(), x.index_axis(Axis::<0>, 1), x.t());
    let first = place(x.as_engine());
    let more = x + 10;
    assert_ne!(place(more.as_engine()), first);
    assert_eq!(more.as_engine(), &(table() + 10));
    let more = copy + &EngineTensor::from(table());
    assert_ne!(place(more.as_engine()), first);
    assert_eq!(rows.as_engine(), &Tensor::from([3, 4, 5]));
    assert_eq!(columns.as_engine(), &table().t());
    // no other has them: the sum takes their place, unless they are a view
    let first = place(more.as_engine());
    let sum = &EngineTensor::from(table()) + more;
    assert_eq!(place(sum.as_engine()), first);
    assert_eq!(sum.as_engine(), &(table() * 3));
    drop(rows);
    assert_eq!((-columns).as_engine(), &-table().t());
}

#[test]
fn only_elements_that_no_other_has_are_overwritten_in_place() {
    let row = EngineTensor::from(Tensor::from([[7, 8, 9]]));
    let mut x = EngineTensor::from(table());
    let first = place(x.as_engine());
    x.overwrite(Axis::<0>, 1, &row);
    assert_eq!(place(x.as_engine()), first);
    let seen = x.index_axis(Axis::<0>, 0);
    x.overwrite(Axis::<0>, 0, &row);
    assert_ne!(place(x.as_engine()), first);
    assert_eq!(x.as_engine(), &Tensor::from([[7, 8, 9], [7, 8, 9]]));
    assert_eq!(seen.as_engine(), &Tensor::from([0, 1, 2]));
    // a part of itself
    let mut x = EngineTensor::from(table());
    let part = x.narrow(Axis::<0>, 0..1);
    x.overwrite(Axis::<0>, 1, &part);
    assert_eq!(x.as_engine(), &Tensor::from([[0, 1, 2], [0, 1, 2]]));
}

#[test]
fn tensors_leave_without_a_copy_if_no_other_has_them() {
    let leave =
        |x: EngineTensor<i32, Shape![2, 3], Native>| x.into_engine::<Tensor<_, Shape![2, 3]>>().expect("memory");
    let raw = table();
    let first = place(&raw);
    let raw = leave(EngineTensor::from(raw));
    assert_eq!((place(&raw), &raw), (first, &table()));
    let x = EngineTensor::from(raw);
    let mut copy = leave(x.clone());
    copy += 1;
    assert_eq!(x.as_engine(), &table());
    assert_eq!(x.to_tensor().expect("memory"), table());
    let back = x.t().into_engine::<Tensor<_, Shape![3, 2]>>().expect("memory");
    assert_eq!(back.as_slice(), [0, 3, 1, 4, 2, 5]);
    assert_eq!(place(&leave(x)), first);
}

#[test]
fn elements_are_dropped_with_their_last_tensor() {
    let one = Rc::new(());
    let x = Tensor::full(shape![1, 2], one.clone()).into_shared();
    let row = x.clone().into_index_axis(Axis::<0>, 0);
    drop(x);
    assert_eq!(Rc::strong_count(&one), 3);
    assert!(Rc::ptr_eq(&row[[1]], &one));
    drop(row);
    assert_eq!(Rc::strong_count(&one), 1);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads here")]
fn threads_read_the_same_elements() {
    let x = EngineTensor::<_, _, Native>::from(table());
    let columns = x.t();
    let sum = std::thread::spawn(move || columns.as_engine().iter().sum::<i32>());
    assert_eq!((x + 0).as_engine().iter().sum::<i32>(), 15);
    assert_eq!(sum.join().expect("a sum"), 15);
}
