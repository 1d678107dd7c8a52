//! Counts and sizes near `usize::MAX` of tensors that need little memory: without elements, of elements of no bytes, or
//! stretched. Each operation here returns at once, as it does not visit each index.

use conformable::ops::Pad;
use conformable::{AnyShape, Axis, Dyn, ErrorKind, Tensor};

const MOST: usize = isize::MAX as usize;

/// A dynamic tensor of those sizes, which has all elements equal.
fn full<T: Clone>(sizes: &[usize], value: T) -> Tensor<T, AnyShape> {
    Tensor::full(AnyShape::from(sizes), value)
}

fn sizes<T>(x: &Tensor<T, AnyShape>) -> &[usize] {
    x.shape()
}

#[test]
fn elements_of_no_bytes() {
    let x = Tensor::try_full(AnyShape::from([MOST]), ()).unwrap();
    assert_eq!(x.len(), MOST);
    assert_eq!(x.clone().len(), MOST);
    assert_eq!(x.to_owned().len(), MOST);
}

#[test]
fn joins_of_elements_of_no_bytes() {
    let x = full(&[MOST / 2], ());
    let all = conformable::concat(Axis::<0>, (&x, &x));
    assert_eq!(all.len(), MOST - 1);
    assert_eq!(sizes(&conformable::stack(Axis::<1>, (&x, &x))), [MOST / 2, 2]);
    let x = full(&[3], ());
    assert_eq!(x.tile(Axis::<0>, Dyn::new(MOST / 3)).len(), MOST / 3 * 3);
    assert_eq!(x.repeat(Axis::<0>, Dyn::new(MOST / 3)).len(), MOST / 3 * 3);
    for with in [Pad::Constant(()), Pad::Edge] {
        assert_eq!(x.pad(Axis::<0>, (Dyn::new(MOST / 2), Dyn::new(2)), with).len(), MOST / 2 + 5);
    }
    let x = full(&[MOST / 4], ());
    let more = Dyn::new(MOST / 4 - 1);
    assert_eq!(x.pad(Axis::<0>, (more, more), Pad::Reflect).len(), MOST / 4 * 3 - 2);
}

#[test]
fn joins_without_elements() {
    let x = full(&[0, 2], 1.0);
    for count in [usize::MAX, MOST, MOST / 1024] {
        assert!(x.try_tile(Axis::<0>, Dyn::new(count)).unwrap().is_empty());
        assert!(x.try_repeat(Axis::<0>, Dyn::new(count)).unwrap().is_empty());
        // the size of the result may not be a `usize`
        let along = x.try_tile(Axis::<1>, Dyn::new(count));
        assert_eq!(along.is_ok(), count.checked_mul(2).is_some(), "{count}");
    }
    assert!(x.try_pad(Axis::<1>, (Dyn::new(MOST - 4), Dyn::new(1)), Pad::Edge).unwrap().is_empty());
    let mut out = full(&[0, 2], 0.0);
    x.try_tile_into(Axis::<0>, Dyn::new(usize::MAX), &mut out).unwrap();
    x.try_repeat_into(Axis::<0>, Dyn::new(usize::MAX), &mut out).unwrap();
    assert_eq!(sizes(&x.tile(Axis::<1>, Dyn::new(0))), [0, 0]);
}

#[test]
fn stretched_indices() {
    // of two such axes, views have an element for half of the numbers that an `isize` counts
    const SIDE: usize = 1 << (usize::BITS / 2 - 1);
    let x = full(&[4, 3], 1_u8);
    let index = full(&[1, 1], 2_i64);
    let many = index.try_broadcast_to(&AnyShape::from([SIDE, SIDE])).unwrap();
    let error = x.try_take(Axis::<0>, &many).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Overflow | ErrorKind::OutOfMemory), "{error}");
    // a result without elements needs no memory, and its indices are checked nevertheless
    let empty = full(&[4, 0], 1_u8);
    assert_eq!(sizes(&empty.try_take(Axis::<0>, &many).unwrap()), [SIDE, SIDE, 0]);
    let wrong = full(&[1, 1], 4_i64);
    let many = wrong.try_broadcast_to(&AnyShape::from([SIDE, SIDE])).unwrap();
    let error = empty.try_take(Axis::<0>, &many).unwrap_err().to_string();
    assert!(error.contains('4'), "{error}");
}

#[test]
fn the_first_of_stretched_indices_that_is_out_of_bounds() {
    let x = full(&[4], 1_u8);
    let column = Tensor::from_vec(AnyShape::from([3, 1]), vec![0_i64, 9, -7]).unwrap();
    let stretched = column.try_broadcast_to(&AnyShape::from([3, 5])).unwrap();
    let error = |indices: &Tensor<i64, AnyShape>| x.try_take(Axis::<0>, indices).unwrap_err().to_string();
    assert_eq!(x.try_take(Axis::<0>, &stretched).unwrap_err().to_string(), error(&stretched.to_owned()));
}
