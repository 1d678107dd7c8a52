//! Refusals hold no memory.

use conformable::ops::{Pad, try_einsum_str};
use conformable::{AnyShape, Dyn, ShapeError, Tensor, try_concat};
use conformable_test::allocator::{held, most_held};

type Any = Tensor<i64, AnyShape>;

/// A call that is refused.
type Call = fn(&Any, &Any) -> Result<(), ShapeError>;

/// Each kind of refusal: sizes, axes, ranks, indices, ranges, memory.
const REFUSED: &[Call] = &[
    |x, y| x.try_add(y).map(drop),
    |x, y| x.try_matmul(y).map(drop),
    |x, _| x.try_sum(7).map(drop),
    |x, _| x.try_permute([0, 0, 1]).map(drop),
    |x, _| x.try_index_axis(0, 99).map(drop),
    |x, _| x.try_narrow(0, 1..99).map(drop),
    |x, y| x.try_broadcast_to(y.shape()).map(drop),
    |x, _| x.try_to_reshaped(AnyShape::from([7, 7])).map(drop),
    |x, _| x.try_reshape_to_view(&[-1, -1]).map(drop),
    |x, y| try_concat(0, [x, y]).map(drop),
    |x, y| x.try_take(0, y).map(drop),
    |x, _| x.try_pad(0, (99, 0), Pad::Reflect).map(drop),
    |x, y| try_einsum_str("ijk,ij->k", &[x, y]).map(drop),
    |x, _| x.try_tile(0, usize::MAX).map(drop),
    |_, _| Tensor::try_full(AnyShape::from([usize::MAX / 16]), 1_u8).map(drop),
    |x, _| x.clone().try_reshape(AnyShape::from([5])).map(drop).map_err(ShapeError::from),
    |_, _| Tensor::from_vec(AnyShape::from([2, 2]), vec![1_u8; 3]).map(drop).map_err(ShapeError::from),
    |x, _| x.view().refine::<(Dyn,)>().map(drop).map_err(ShapeError::from),
];

fn refuse(count: usize) -> usize {
    let x = Tensor::from_vec(AnyShape::from([2, 3, 4]), (0..24).collect()).expect("as many elements");
    let y = Tensor::from_vec(AnyShape::from([5, 2]), (0..10).map(|i| i + 90).collect()).expect("as many elements");
    let mut text = String::with_capacity(4096);
    let before = held();
    let ((), most) = most_held(|| {
        for i in 0..count {
            let error = REFUSED[i % REFUSED.len()](&x, &y).expect_err("a refusal");
            text.clear();
            std::fmt::Write::write_fmt(&mut text, format_args!("{error}")).expect("a string grows");
            assert!(!text.is_empty());
        }
    });
    assert_eq!(held(), before, "memory has leaked");
    most
}

#[test]
fn refusals_hold_nothing() {
    // the memory of a few refusals is that of many
    let few = refuse(2 * REFUSED.len());
    assert_eq!(refuse(20_000), few);
    assert!(few < 4096, "{few} bytes");
}

/// Bytes of the process in memory; `None` where the system does not tell.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kib| kib << 10)
}

#[test]
#[ignore = "a million refusals"]
fn a_million_refusals() {
    refuse(10_000);
    let before = resident();
    let most = refuse(1_000_000);
    let grown = resident().zip(before).map(|(after, before)| after.saturating_sub(before));
    println!("a million refusals: at most {most} bytes at a time; the process has grown by {grown:?} bytes");
    assert!(grown.is_none_or(|grown| grown < 1 << 20), "{grown:?}");
}
