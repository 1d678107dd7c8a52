//! Edge cases of tensors: empty, of rank 0, of unknown rank, too large, and every error at run time.

#![allow(clippy::float_cmp, reason = "the sums are exact")]

use conformable::{
    AnyShape, AutoBroadcastSpec, Axis, Dyn, ErrorKind, Explicit, Inline, Onto, Paddle, Pdpd, Shape, Size, Storage,
    Tensor, broadcast, shape, try_broadcast,
};
use conformable_test::panics::panic_of;
use std::ops::AddAssign;

fn ones(sizes: &[usize]) -> Tensor<f64, AnyShape> {
    Tensor::ones(AnyShape::from(sizes))
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn operators_panic_with_the_picture_and_try_returns_it() {
    let (x, y) = (ones(&[2, 3, 4]), ones(&[2, 3, 6]));
    let picture = "cannot broadcast (2, 3, 4) with (2, 3, 6)\n  lhs  2  3  4\n  rhs  2  3  6\n             ^ 4 and 6 differ, and neither is 1";
    assert_eq!(panic_of(|| drop(ones(&[2, 3, 4]) + ones(&[2, 3, 6]))), picture);
    let error = x.try_add(&y).unwrap_err();
    assert_eq!(error.to_string(), picture);
    assert_eq!((error.kind(), error.axis()), (ErrorKind::Mismatch, Some(2)));
    assert_eq!((error.lhs().to_string(), error.rhs().to_string()), ("(2, 3, 4)".into(), "(2, 3, 6)".into()));
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn panics_are_at_the_place_that_called() {
    use std::sync::Mutex;
    static FILES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name().is_some_and(|name| name.ends_with("panics_are_at_the_place_that_called")) {
            FILES.lock().unwrap().extend(info.location().map(|place| place.file().to_owned()));
        }
        hook(info);
    }));
    panic_of(|| drop(ones(&[2]) + ones(&[3])));
    panic_of(|| drop(&ones(&[2]) * &ones(&[3])));
    panic_of(|| drop(ones(&[2]).under(Explicit) - ones(&[3])));
    panic_of(|| ones(&[2]).add_assign(&ones(&[3])));
    panic_of(|| drop(ones(&[2]).zip_map(&ones(&[3]), f64::max)));
    panic_of(|| drop(broadcast((&ones(&[2]), &ones(&[3])))));
    panic_of(|| println!("{}", ones(&[2])[[2]]));
    panic_of(|| drop(Tensor::full(shape![usize::MAX, 2], 0.0)));
    panic_of(|| drop(Tensor::from_fn(shape![usize::MAX, 2], |_| 0.0)));
    assert_eq!(*FILES.lock().unwrap(), vec![file!(); 9]);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn panics_say_what_is_wrong() {
    let text = panic_of(|| println!("{}", Tensor::from([[1, 2, 3], [4, 5, 6]])[[0, 3]]));
    assert_eq!(text, "the index (0, 3) is out of bounds of the shape (2, 3) on axis 1");
    let text = panic_of(|| println!("{}", Tensor::from([1, 2, 3])[3]));
    assert_eq!(text, "the index (3,) is out of bounds of the shape (3,) on axis 0");
    let text = panic_of(|| drop(Tensor::full(shape![usize::MAX, 2], ())));
    assert!(text.contains("more elements than memory can address"), "{text}");
}

#[test]
fn every_refusal_names_both_shapes_and_the_clash() {
    let (x, long) = (ones(&[2, 3]), ones(&[4, 2, 3]));
    let text = |result: Result<Tensor<f64, AnyShape>, conformable::ShapeError>| result.unwrap_err().to_string();
    assert_eq!(
        text(x.under(Explicit).try_add(&ones(&[1, 3]))),
        "the shapes (2, 3) and (1, 3) must be equal\n  lhs  2  3\n  rhs  1  3\n       ^ 2 and 1 differ"
    );
    assert_eq!(text(x.under(Onto).try_add(&long)), "cannot broadcast (4, 2, 3) onto (2, 3)\n  rank 3 is above rank 2");
    assert_eq!(
        text(x.under(Paddle).try_add(&ones(&[]))),
        "cannot broadcast (2, 3) with () by Paddle's rule\n  Paddle's rule rejects scalars: each shape needs an axis"
    );
    assert_eq!(
        text(x.under(Pdpd(Axis::<1>)).try_add(&ones(&[3, 4]))),
        "cannot broadcast (3, 4) onto (2, 3) at axis 1\n  onto  2  3\n  from     3  4\n              ^ 4 is past the last axis, where only 1 is allowed"
    );
    assert_eq!(
        text(x.under(Pdpd(Axis::<5>)).try_add(&ones(&[3]))),
        "cannot broadcast (3,) onto (2, 3) at axis 5\n  axis 5 is past the rank 2"
    );
    assert_eq!(
        text(x.under(AutoBroadcastSpec::pdpd(-2)).try_add(&ones(&[3]))),
        "cannot broadcast (3,) onto (2, 3) at axis -2\n  the only negative axis is -1, the default"
    );
    let onto = ones(&[10, 3]).try_add_assign(&ones(&[200, 3])).unwrap_err();
    assert_eq!(
        onto.to_string(),
        "cannot broadcast (200, 3) onto (10, 3)\n  onto   10  3\n  from  200  3\n          ^ 200 and 10 differ, and 200 is not 1"
    );
    let error = try_broadcast((&x, &ones(&[3, 1, 1]), &ones(&[5]))).unwrap_err();
    assert!(error.to_string().starts_with("cannot broadcast (3, 2, 3) with (5,)"), "{error}");
}

#[test]
fn what_is_refused_is_given_back_and_nothing_is_changed() {
    let refused = Tensor::from_vec(shape![2, 2], vec![1, 2, 3]).unwrap_err();
    assert_eq!(refused.error().kind(), ErrorKind::Length);
    assert_eq!(refused.into_value(), [1, 2, 3]);
    let refused = Tensor::from_vec(shape![usize::MAX, 2], vec![1]).unwrap_err();
    assert_eq!(refused.error().kind(), ErrorKind::Overflow);

    let table = ones(&[3, 4]);
    let refused = table.refine::<(Dyn, Size<5>)>().unwrap_err();
    assert_eq!(refused.to_string(), "(3, 4) is not a (_, 5)\n  lhs  3  4\n  rhs  _  5\n          ^ axis 1 is 4, not 5");
    let refused = refused.into_value().refine::<(Dyn,)>().unwrap_err();
    assert_eq!(refused.to_string(), "(3, 4) is not a (_,)\n  the ranks 2 and 1 differ");
    assert_eq!(*refused.into_value().shape(), AnyShape::from([3, 4]));

    let mut x = ones(&[2, 1]);
    assert!(x.try_mul_assign(&ones(&[2, 3])).is_err());
    assert_eq!(x, ones(&[2, 1]));
}

/// A scalar may replace a tensor by reference, and the rule sees a tensor of rank 0.
#[test]
fn scalars_on_the_right() {
    fn positive<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Tensor<bool, S, D::Owner> {
        x.greater(0.0)
    }
    fn relu<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Tensor<f32, S, D::Owner> {
        positive(x).where_cond(x, 0.0).maximum(0.0)
    }
    let x = Tensor::from([[1.0, -2.0], [0.0, 4.0]]);
    assert_eq!(relu(&x), Tensor::from([[1.0, 0.0], [0.0, 4.0]]));
    assert_eq!(relu(&x.view()), relu(&x.clone().erase()));
    assert_eq!(Tensor::from([1.0, 3.0]).pow(2.0), Tensor::from([1.0, 9.0]));
    assert_eq!(Tensor::from(['a', 'c']).less('b'), Tensor::from([true, false]));
    assert_eq!(x.not_equal(&Tensor::inline([1.0, 4.0])), Tensor::from([[false, true], [true, false]]));
    assert_eq!(x.less(0.0).where_cond(&Tensor::from([10.0, 20.0]), &x), Tensor::from([[1.0, 20.0], [0.0, 4.0]]));
    assert_eq!(x.less(0.0).try_where_cond(1, 2).map(Tensor::into_vec), Ok(vec![2, 1, 2, 2]));
    assert_eq!(x.try_minimum(0.0).map(Tensor::into_vec), Ok(vec![0.0, -2.0, 0.0, 0.0]));

    let counts = Tensor::from([[1, 2], [3, 4]]);
    let least = Tensor::from([[true, true], [false, false]]);
    assert_eq!(counts.under(Pdpd(Axis::<0>)).less(3), least);
    assert_eq!(counts.under(Onto).less(3), least);
    assert_eq!(counts.under(AutoBroadcastSpec::pdpd(1)).less(3), least.clone().erase());
    let refused = counts.under(AutoBroadcastSpec::default()).try_less(3).unwrap_err();
    assert_eq!(refused.to_string(), "the shapes (2, 2) and () must be equal\n  the ranks 2 and 0 differ");
    assert_eq!(Tensor::scalar(2).under(Explicit).less(3), Tensor::scalar(true));
    assert_eq!(Tensor::<f64, _>::zeros(shape![0, 3]).less(1.0).sizes(), [0, 3]);
}

#[test]
fn a_label_does_not_stretch() {
    struct Batch;
    let x = Tensor::full((Dyn::<Batch>::labelled(1), Size::<2>), 1);
    let y = Tensor::full((Dyn::new(3), Size::<2>), 1);
    let error = x.try_add(&y).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LabelMismatch);
    assert_eq!(
        error.to_string(),
        "cannot broadcast (Batch = 1, 2) with (3, 2)
  lhs  Batch = 1  2
  rhs          3  2
               ^ Batch = 1 and 3 differ, and a labelled size does not broadcast"
    );
    let relabelled = Tensor::full((x.shape().0.unlabelled(), Size::<2>), 1);
    assert_eq!((relabelled + y).sizes(), [3, 2]);
}

#[test]
fn more_elements_than_memory_can_address() {
    let half = shape![usize::MAX / 2 + 1];
    assert_eq!(Tensor::try_full(half, 0_u8).unwrap_err().kind(), ErrorKind::Overflow);
    assert_eq!(Tensor::try_from_fn(half, |_| 0_u8).unwrap_err().kind(), ErrorKind::Overflow);

    // neither operand is large, their product is
    let column = Tensor::full(shape![1 << (usize::BITS / 2 - 1), 1], ());
    let row = Tensor::full(shape![1 << (usize::BITS / 2 + 1)], ());
    assert_eq!(column.try_zip_map(&row, |(), ()| ()).unwrap_err().kind(), ErrorKind::Overflow);
}

#[test]
fn empty_tensors_and_scalars() {
    let empty = Tensor::<f64, _>::zeros(shape![2, 0, 3]);
    assert_eq!((empty.numel(), (&empty + 1.0).sizes()), (0, [2, 0, 3]));
    assert_eq!((&empty + Tensor::ones(shape![2, 1, 3])).sizes(), [2, 0, 3]);
    assert_eq!(empty.to_string(), "[]");
    assert_eq!(Tensor::<u8, _>::zeros(shape![usize::MAX / 2, 0]).to_string(), "[]");
    let mut changed = empty.clone();
    changed += Tensor::ones(shape![1, 3]);
    assert_eq!(changed, empty);

    let wide = Tensor::full(shape![0, usize::MAX / 2, usize::MAX / 2], 1);
    assert_eq!((&wide + &Tensor::scalar(1)).numel(), 0);
    let mut changed = wide.clone();
    changed += &wide;
    assert_eq!(changed, wide);

    let scalar = Tensor::scalar(2.0);
    assert_eq!(scalar[[]], 2.0);
    assert_eq!((&scalar * &scalar).to_string(), "4");
    assert_eq!(format!("{scalar:?}"), "Tensor () 2.0");
    assert_eq!(Tensor::<i32, _>::zeros(shape![0]).to_string(), "[]");
    let row = Tensor::from([1.0, 2.0]);
    let (a, b) = broadcast((&scalar, &row));
    assert_eq!(a, Tensor::from([2.0, 2.0]));
    assert_eq!(b, Tensor::from([1.0, 2.0]));
}

#[test]
fn indices_are_checked() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    assert_eq!((x.get([1, 2]), x.get([1, 3]), x.get([2, 0])), (Some(&6), None, None));
    let mut any = x.erase();
    any[[1, 0]] = 40;
    assert_eq!((any[[1, 0]], any.get([1]), any.get(&[0, 1][..])), (40, None, Some(&2)));
    let mut row = Tensor::from([1, 2, 3]);
    row[1] *= 10;
    assert_eq!((row[1], row.get(2), row.get(3), row.view()[0]), (20, Some(&3), None, 1));
    assert_eq!((row.rank(), row.len(), row.is_empty(), any.rank(), any.len()), (1, 3, false, 2, 6));
    assert!(Tensor::<u8, _>::zeros(shape![2, 0]).is_empty());
}

#[test]
fn a_large_tensor_prints_its_edges() {
    let text = Tensor::from_fn(shape![40, 50], |[i, j]| i * 100 + j).to_string();
    assert_eq!(text.lines().count(), 7);
    assert_eq!(text.lines().next(), Some("[[   0,    1,    2, ...,   47,   48,   49],"));
    assert_eq!(text.lines().nth(3), Some(" ...,"));
    assert_eq!(text.lines().last(), Some(" [3900, 3901, 3902, ..., 3947, 3948, 3949]]"));
    let deep = Tensor::from_fn(shape![2, 2, 2], |[i, j, k]| 4 * i + 2 * j + k);
    assert_eq!(deep.to_string(), "[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]");
}

#[test]
fn iteration_is_in_row_major_order() {
    let mut x = Tensor::from_fn(shape![2, 3], |[i, j]| 3 * i + j);
    assert!(x.iter().copied().eq(0..6));
    for element in &mut x {
        *element *= 2;
    }
    assert_eq!((&x).into_iter().sum::<usize>(), 30);
    assert_eq!(x.clone().into_iter().collect::<Vec<_>>(), x.into_vec());
}

/// The conversions that programs need first; none makes another one ambiguous.
#[test]
fn made_of_what_there_is() {
    let nested = Tensor::from([[1.0, 2.0]]);
    let into: Tensor<_, _, _> = [1, 2].into();
    let floats: Tensor<f32, _> = [[1.0], [2.0]].into();
    assert_eq!((nested.sizes(), into.sizes(), floats.sizes()), ([1, 2], [2], [2, 1]));
    let vector = Tensor::from(vec![1, 2]);
    assert_eq!((vector.sizes(), vector[1]), ([2], 2));
    let collected: Tensor<_, (Dyn,)> = "abc".chars().collect();
    assert_eq!(collected, Tensor::from(['a', 'b', 'c']));

    let (table, mut scratch) = ([[1, 2], [3, 4]], [0; 3]);
    let view = Tensor::from(&table);
    assert_eq!(std::ptr::from_ref(&view[[1, 0]]), std::ptr::from_ref(&table[1][0]));
    assert_eq!(view + view, Tensor::from([[2, 4], [6, 8]]));
    let mut changed = Tensor::from(&mut scratch);
    changed += &Tensor::from(&[1, 2, 3][..]);
    let mut slice = Tensor::from(&mut scratch[1..]);
    slice *= 10;
    assert_eq!(scratch, [1, 20, 30]);
    assert_eq!(Tensor::from(&[[0_u8; 3]; 0]).sizes(), [0, 3]);

    let rows: Tensor<u8, (Dyn, Dyn)> = vec![vec![1, 2, 3], vec![4, 5, 6]].try_into().unwrap();
    assert_eq!(rows, Tensor::from([[1, 2, 3], [4, 5, 6]]));
    let none: Tensor<u8, (Dyn, Dyn)> = vec![].try_into().unwrap();
    assert_eq!(none.sizes(), [0, 0]);
    let ragged = Tensor::<u8, (Dyn, Dyn)>::try_from(vec![vec![1, 2], vec![3, 4], vec![], vec![5]]).unwrap_err();
    assert_eq!(
        (ragged.to_string(), ragged.error().kind()),
        ("row 2 has 0 elements, and row 0 has 2".into(), ErrorKind::Length)
    );
    assert_eq!(ragged.into_value()[3], [5]);
}

#[test]
fn traits_of_the_standard_library() {
    fn sum_of_slice(x: impl AsRef<[i32]>) -> i32 {
        x.as_ref().iter().sum()
    }
    let x: Tensor<i32, Shape![2, 2]> = Tensor::default();
    assert_eq!(x, Tensor::<i32, _>::zeros(shape![2, 2]));
    let names: Tensor<String, Shape![2], Inline> = Tensor::default();
    assert_eq!(names.into_array(), ["", ""]);
    let mut x = Tensor::from([[1, 2], [3, 4]]);
    x.as_mut()[3] = 40;
    assert_eq!((sum_of_slice(&x), sum_of_slice(Tensor::inline([1, 2]))), (46, 3));

    let rows = [Tensor::inline([1, 2]), Tensor::inline([10, 20])];
    assert_eq!(rows.iter().sum::<Tensor<i32, Shape![2], Inline>>().into_array(), [11, 22]);
    assert_eq!(rows.into_iter().map(|row| row * 2).sum::<Tensor<i32, Shape![2]>>(), Tensor::from([22, 44]));
    assert_eq!(rows.iter().map(Tensor::view).sum::<Tensor<i32, _>>(), Tensor::from([11, 22]));
    assert_eq!(std::iter::empty::<Tensor<i32, Shape![2]>>().sum::<Tensor<i32, Shape![2]>>(), Tensor::from([0, 0]));
}

#[test]
fn sixteen_axes() {
    let x = Tensor::full(shape![1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 3], 1);
    let y = Tensor::full(shape![2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 1);
    let sum = &x + &y;
    assert_eq!((sum.numel(), sum.sizes()[0], sum.sizes()[7]), (12, 2, 2));
    assert!(sum.iter().all(|&element| element == 2));
}

/// Long tensors are compared in blocks, and other storages element by element.
#[test]
fn equality_at_any_length() {
    for numel in [0, 1, 255, 256, 257, 1000] {
        let x: Tensor<f32, (Dyn,)> = (0..numel).map(|i: u16| f32::from(i)).collect();
        assert_eq!(x, x.clone());
        assert_eq!(x.view(), x);
        for at in [0, x.len() / 2, x.len().saturating_sub(1)] {
            if at < x.len() {
                let mut y = x.clone();
                y[at] = f32::NAN;
                assert_ne!(x, y);
                assert_ne!(y, y.clone());
                assert_ne!(x.view(), y);
            }
        }
    }
    assert!(Tensor::from([[1, 2]]) == Tensor::from([[1, 2]]).erase());
    assert!(Tensor::<i32, _>::zeros((Dyn::new(2), Dyn::new(0))) != Tensor::<i32, _>::zeros((Dyn::new(3), Dyn::new(0))));
}

#[test]
fn from_fn_at_any_rank() {
    assert_eq!(Tensor::from_fn((), |[]| 7), Tensor::scalar(7));
    assert_eq!(Tensor::from_fn(shape![2, 1, 3], |[i, j, k]| 100 * i + 10 * j + k).into_vec(), [0, 1, 2, 100, 101, 102]);
    for sizes in [&[][..], &[3], &[2, 3], &[2, 0], &[0, 2], &[2, 1, 2, 1, 3, 1, 2, 1, 2]] {
        let x = Tensor::from_fn(AnyShape::from(sizes), |index| index.to_vec());
        assert_eq!(x.len(), sizes.iter().product::<usize>());
        for (index, element) in x.indexed_iter() {
            assert_eq!(*index, element[..]);
        }
    }
}
