//! Each allocation of each operation fails once: the result is an error, the operands are unchanged, and nothing leaks.

use conformable::ops::{Pad, ScatterReduce, try_einsum_str, try_rearrange_str};
use conformable::windows::Window;
use conformable::{
    AnyShape, Axis, Dyn, ErrorKind, Shape, ShapeError, Tensor, einsum, shape, try_concat, try_stack, zip,
};
use conformable_test::allocator::{allocated, held, without_block};

type Any<T> = Tensor<T, AnyShape>;

/// Smaller blocks of equations as text hold letters and axes: a failure ends the process, as that of any `Vec`. The
/// other operations have no such blocks.
const LETTERS: usize = 2048;

/// The operands of all operations.
#[derive(Clone, PartialEq)]
struct Operands {
    /// (24, 40)
    x: Any<f32>,
    /// (24, 40)
    whole: Any<i64>,
    /// (1, 40)
    row: Any<i64>,
    /// (24, 40)
    mask: Any<bool>,
    /// (128,), below 24
    indices: Any<i64>,
    /// (24, 40), below 24
    places: Any<usize>,
    /// (100, 1), below 24
    rows: Any<usize>,
    /// (24,)
    counts: Any<usize>,
    /// (24,)
    choice: Any<bool>,
    /// (320,), the number of true elements of the mask
    values: Any<f32>,
    /// (2, 3, 16, 16)
    images: Any<f32>,
    /// (4, 3, 3, 3)
    weights: Any<f32>,
    /// (24, 40)
    out: Any<f32>,
}

fn any<T>(sizes: &[usize], of: impl Fn(usize) -> T) -> Any<T> {
    let elements = (0..sizes.iter().product()).map(of).collect();
    Tensor::from_vec(AnyShape::from(sizes), elements).expect("as many elements")
}

impl Operands {
    fn new() -> Self {
        Self {
            x: any(&[24, 40], |i| (i * 7 % 31) as f32 / 4.0),
            whole: any(&[24, 40], |i| (i * 5 % 17) as i64),
            row: any(&[1, 40], |i| i as i64),
            mask: any(&[24, 40], |i| i % 3 == 0),
            indices: any(&[128], |i| (i * 5 % 24) as i64),
            places: any(&[24, 40], |i| i % 24),
            rows: any(&[100, 1], |i| i % 24),
            counts: any(&[24], |i| 5 + i % 3),
            choice: any(&[24], |i| i % 3 > 0),
            values: any(&[320], |i| i as f32),
            weights: any(&[4, 3, 3, 3], |i| i as f32),
            images: any(&[2, 3, 16, 16], |i| (i % 5) as f32),
            out: any(&[24, 40], |_| 0.0),
        }
    }
}

/// An operation without its result.
type Operation = (&'static str, fn(&mut Operands) -> Result<(), ShapeError>);

/// A list of operations, each with its text as its name.
macro_rules! operations {
    ($o:ident => $($of:expr),* $(,)?) => { &[$((stringify!($of), |$o| {
        let _ = &$o;
        $of.map(drop)
    })),*] };
}

const ALONG: Axis<1> = Axis;

const OPERATIONS: &[Operation] = operations!(o =>
    Tensor::try_full(AnyShape::from([30, 30]), 1.5),
    Tensor::try_from_fn(AnyShape::from([30, 30]), |_| 1_u8),
    Tensor::<i64, _>::try_eye(Dyn::new(30)),
    Tensor::<i64, _>::try_arange(AnyShape::from([30, 30])),
    Tensor::try_linspace(AnyShape::from([30, 30]), 0.0, 1.0),
    Tensor::try_tril_mask(AnyShape::from([30, 30]), 0),
    o.whole.try_add(&o.row),
    o.whole.try_less(&o.row),
    o.x.try_maximum(&o.x.flip(..)),
    o.x.try_clamp(0.0, 3.0),
    zip((&o.whole, &o.row, &o.whole)).try_map(|(x, y, z)| x * y + z),
    o.mask.try_where_cond(&o.whole, &o.row),
    o.images.try_sum(1),
    o.images.try_mean(&[1][..]),
    o.images.try_var(1, 1),
    o.images.try_max(1),
    o.images.try_argmax(1),
    o.images.try_log_sum_exp(1),
    o.images.try_softmax(&[1, 3][..]),
    o.images.try_reduce(1, 0.0, |x, y| x + y),
    o.whole.try_cumsum(0),
    o.whole.try_cumprod(..),
    o.whole.try_diff_n(1, 2),
    o.images.try_sum_to(&AnyShape::from([1, 3, 16, 16])),
    o.x.t().try_to_reshaped(AnyShape::from([960])),
    o.x.t().try_to_flattened(),
    try_concat(0, [&o.x, &o.x]),
    try_stack(2, [&o.x, &o.x]),
    o.x.try_tile(1, 2),
    o.x.try_tile_axes(&[0, 1][..], &[2, 2][..]),
    o.x.try_repeat(0, 2),
    o.x.try_repeat_each(0, &o.counts),
    o.x.try_pad(0, (1, 2), Pad::Edge),
    o.x.try_pad_axes(&[0, 1][..], &[(1, 2), (3, 4)][..], Pad::Wrap),
    o.x.try_tril(1),
    o.x.try_take(0, &o.indices),
    o.whole.try_gather(0, &o.places),
    o.x.try_gather_nd(&o.rows),
    o.x.try_compress(0, &o.choice),
    o.x.try_masked_select(&o.mask),
    o.mask.try_nonzero(),
    o.mask.try_flat_nonzero(),
    o.indices.try_one_hot::<f32, _>(24),
    o.x.try_top_k(1, 20),
    o.x.try_bottom_k(0, 20),
    o.whole.try_matmul(&o.whole.t()),
    o.whole.try_outer(&o.row),
    o.whole.try_tensordot(&o.whole, ALONG, ALONG),
    o.images.try_max_pool((Dyn::new(2), Dyn::new(2)), Window::new()),
    o.images.try_avg_pool((Dyn::new(2), Dyn::new(2)), Window::new()),
    o.images.try_conv(&o.weights, Window::new()),
    o.images.try_pixel_unshuffle(Dyn::new(2)),
);

/// Operations whose axes are letters of a text.
const TEXTS: &[Operation] = operations!(o =>
    try_einsum_str("ij,kj->ik", &[&o.whole, &o.whole]),
    try_einsum_str("ij,ij->ji", &[&o.whole, &o.whole]),
    try_rearrange_str("i (j k) -> k i j", &o.x, &[('k', 4)]),
);

/// The axes of a contraction are kept in place, whatever their number.
#[test]
fn contractions_of_ten_letters_allocate_nothing() {
    let one: Tensor<i32, Shape![1, 1, 1, 1, 1], _> = Tensor::inline_full(shape![1, 1, 1, 1, 1], 2);
    let sum = || einsum!(a b c d e, f g h i j -> a; one, one);
    assert_eq!(allocated(|| assert_eq!(sum(), Tensor::inline([4]))), 0);
    let x: Tensor<i32, Shape![2, 2, 2, 2, 2, 2], _> = Tensor::inline_full(shape![2, 2, 2, 2, 2, 2], 3);
    let product = || einsum!(a b c d e k, f g h i j k -> a b c d e f g h i j; x, x);
    // the first call reads CONFORMABLE_SIMD, as text
    assert!(product().iter().all(|&x| x == 18));
    assert_eq!(allocated(|| assert!(product().iter().all(|&x| x == 18))), 0);
}

/// Operations that change a tensor.
const CHANGES: &[Operation] = operations!(o =>
    o.whole.try_add_assign(&o.row),
    o.out.try_assign(&o.x.flip(..)),
    o.out.try_index_copy(0, &o.indices, 1.0),
    o.out.try_index_reduce(0, &o.indices, 1.0, ScatterReduce::Max),
    o.out.try_scatter(0, &o.places, 1.0),
    o.out.try_scatter_nd(&o.rows, 1.0),
    o.out.try_masked_fill(&o.mask, 1.0),
    o.out.try_masked_scatter(&o.mask, &o.values),
);

/// A chain of operations, where each has the result of others.
fn program(o: &mut Operands) -> Result<(), ShapeError> {
    let sum = o.whole.try_add(&o.row)?;
    let choice = sum.try_greater(&o.row)?.try_where_cond(&sum, &o.whole)?;
    let both = try_concat(0, [&choice.view(), &sum.view()])?;
    let picked = both.try_take(0, &o.indices)?;
    let product = picked.try_matmul(&both.t())?;
    let padded = product.try_pad(1, (2, 2), Pad::Reflect)?;
    let means = padded.try_mean_as::<f64, _>(0)?.try_tile(0, 8)?;
    let windows = means.try_sliding_windows(0, Dyn::new(4), Window::new())?.try_max(-1)?;
    let column = windows.try_cumsum(0)?.try_to_reshaped_to(&[-1, 1])?;
    let scale = column.try_sum_as::<f32, _>(..)?;
    // the change comes last, so that no later failure follows it
    o.out.try_index_add(0, &o.indices, &scale)
}

/// Fails each allocation of at least a number of bytes in turn. Returns how many there are.
fn fails_each(name: &str, least: usize, operation: fn(&mut Operands) -> Result<(), ShapeError>) -> usize {
    // the first vectorised operation of the process reads the environment, which takes memory
    drop(any(&[1000], |i| i as f32).map(f32::sqrt));
    let original = Operands::new();
    for failed in 0.. {
        let mut operands = original.clone();
        let before = held();
        let (result, blocks) = without_block(failed, least..=usize::MAX, || operation(&mut operands));
        if let Err(error) = &result {
            assert_eq!(error.kind(), ErrorKind::OutOfMemory, "{name}, block {failed}: {error}");
            assert!(operands == original, "{name}, block {failed}: a failure has changed an operand");
        }
        // a convolution does without scratch memory
        let is_required = failed < blocks && !(failed == 1 && name.contains("try_conv"));
        assert!(result.is_err() || !is_required, "{name} has a result without block {failed} of {blocks}");
        drop(result);
        assert_eq!(held(), before, "{name}, block {failed}: memory has leaked");
        if failed >= blocks {
            return failed;
        }
    }
    unreachable!("an operation has few allocations")
}

/// The number of smaller blocks, which are not failed.
fn small(least: usize, operation: fn(&mut Operands) -> Result<(), ShapeError>) -> usize {
    let mut operands = Operands::new();
    without_block(usize::MAX, 1..=least - 1, || operation(&mut operands)).1
}

#[test]
fn each_allocation_fails_once() {
    for (subject, operations, least, most) in [
        ("operations", OPERATIONS, 1, usize::MAX),
        ("operations by letters", TEXTS, LETTERS, usize::MAX),
        ("changes", CHANGES, 1, 3),
    ] {
        let own = |&(name, operation): &Operation| (name, fails_each(name, least, operation));
        let blocks: Vec<_> = operations.iter().map(own).collect();
        for (name, blocks) in &blocks {
            assert!(*blocks <= most && (*blocks > 0 || most < usize::MAX), "{name} has {blocks} blocks");
        }
        let all: usize = blocks.iter().map(|(_, blocks)| blocks).sum();
        let smaller: usize = operations.iter().map(|(_, operation)| small(least, *operation)).sum();
        println!("{} {subject} have failed at each of {all} blocks; {smaller} smaller ones left out", operations.len());
    }
}

#[test]
fn each_allocation_of_a_program_fails_once() {
    let blocks = fails_each("the program", 1, program);
    println!("the program has failed at each of its {blocks} blocks");
    assert!(blocks >= 12, "{blocks}");
}
