//! Programs of every kind of operation on tensors of any rank, read from any bytes.
//!
//! A program works on a stack of tensors whose shapes are known only at run time. Each step reads a fixed number of
//! bytes; missing bytes are 0. It runs twice, on contiguous operands and on the same elements at other places in
//! memory: both have the same result or the same error. `tests/programs` runs the corpus, and the fuzz target looks for
//! more.

use std::collections::BTreeSet;

use conformable::axes::{Diagonal, Flip, NarrowAxis, Nth, Permute, Squeeze, Stepped, Swap, Unsqueeze};
use conformable::ops::Pad;
use conformable::windows::{Sides, Window};
use conformable::{AnyShape, Axis, Dyn, Shape, ShapeError, Storage, Tensor, View, try_concat, try_stack, zip};

/// Larger tensors are not kept, nor empty ones whose other sizes have a larger product.
const MOST: usize = 2000;

type Any = Tensor<u64, AnyShape>;
type Operand<'a> = Tensor<u64, AnyShape, View<'a>>;
type Made = Result<Any, ShapeError>;

/// The numbers of a step: axes, counts, starts.
type Numbers = [usize; 6];

/// A step: two operands, the numbers and the result.
type Step = fn(&Operand<'_>, &Operand<'_>, &Numbers) -> Made;

/// Calls `$f` with the constant axis that a number chooses.
macro_rules! on_axis {
    ($number:expr, $axis:ident => $f:expr) => {
        on_axis!($number, $axis => $f; 0 0, 1 1, 2 2, 3 3, 4 -1, 5 -2)
    };
    ($number:expr, $axis:ident => $f:expr; $($of:literal $at:literal),*) => {
        match $number % 6 {
            $($of => {
                let $axis = Axis::<$at>;
                $f
            })*
            _ => unreachable!("a remainder of 6"),
        }
    };
}

/// Small numbers, and one that exceeds all memory.
fn count(number: usize) -> Dyn {
    Dyn::new([1, 2, 3, 0, 4, 5, 9, usize::MAX][number % 8])
}

fn dense<T: Copy, S: Shape, D: Storage>(x: Result<Tensor<T, S, D>, ShapeError>, f: impl Fn(T) -> u64) -> Made {
    Ok(x?.view().erase().to_heap().map(f))
}

/// The number itself.
fn keep(x: u64) -> u64 {
    x
}

fn signed(number: usize) -> isize {
    isize::try_from(number % 9).unwrap_or(0) - 4
}

/// The elements of each odd number.
fn mask(y: &Operand<'_>) -> Tensor<bool, AnyShape> {
    y.map(|y| y % 2 == 1)
}

fn window(n: &Numbers) -> Window<Dyn, Sides<Dyn, Dyn>, Dyn> {
    let small = |number: usize| Dyn::new(number % 4);
    Window::new().stride(small(n[3])).dilation(small(n[4])).padding(Sides(small(n[5]), small(n[2])))
}

/// Numbers whose products are small.
fn bits(x: &Operand<'_>) -> Any {
    x.map(|x| x % 2)
}

/// A copy that a step changes in place. An error does not change it.
fn changed(x: &Operand<'_>, f: impl Fn(&mut Any) -> Result<(), ShapeError>) -> Made {
    let mut all = x.to_owned();
    let result = f(&mut all);
    assert!(result.is_ok() || all == *x, "a failure has changed the tensor");
    result.map(|()| all)
}

const VIEWS: &[Step] = &[
    |x, _, n| dense(x.try_view_by(Permute(&[signed(n[0]), signed(n[1]), signed(n[2])][..n[3] % 4])), keep),
    |x, _, n| dense(x.try_view_by(Flip(&[signed(n[0]), signed(n[1])][..n[2] % 3])), keep),
    |x, _, n| on_axis!(n[0], a => on_axis!(n[1], b => dense(x.try_view_by(Swap(a, b)), keep))),
    |x, _, n| on_axis!(n[0], a => dense(x.try_view_by(NarrowAxis(a, n[1] % 8..n[2] % 8)), keep)),
    |x, _, n| on_axis!(n[0], a => dense(x.try_view_by(NarrowAxis(a, n[1] % 8..)), keep)),
    |x, _, n| on_axis!(n[0], a => dense(x.try_view_by(Nth(a, n[1] % 8)), keep)),
    |x, _, n| on_axis!(n[0], a => dense(x.try_view_by(Squeeze(a)), keep)),
    |x, _, n| on_axis!(n[0], a => dense(x.try_view_by(Unsqueeze(a)), keep)),
    |x, _, n| on_axis!(n[0], a => on_axis!(n[1], b => dense(x.try_view_by(Diagonal(a, b)), keep))),
    |x, y, _| dense(x.try_broadcast_to(y.shape()), keep),
    |x, _, n| x.to_owned().try_reshape(AnyShape::from([n[0] % 8, n[1] % 32])).map_err(ShapeError::from),
    |x, _, n| on_axis!(n[0], a => dense(x.try_sliding_windows(a, Dyn::new(n[1] % 5), Window::new().stride(Dyn::new(n[2] % 4)).dilation(Dyn::new(n[3] % 4))), keep)),
    |x, _, _| Ok(x.to_flattened().erase()),
];

const INDICES: &[Step] = &[
    |x, y, n| on_axis!(n[0], a => x.try_take(a, y)),
    |x, y, n| on_axis!(n[0], a => x.try_gather(a, y)),
    |x, y, n| on_axis!(n[0], a => x.try_compress(a, &mask(y).to_flattened())),
    |x, y, _| dense(x.try_masked_select(&mask(y)), keep),
    |x, y, n| on_axis!(n[0], a => changed(x, |x| x.try_index_copy(a, y, n[1] as u64))),
    |x, y, n| on_axis!(n[0], a => changed(x, |x| x.try_index_add(a, y, n[1] as u64))),
    |x, y, n| on_axis!(n[0], a => changed(x, |x| x.try_scatter(a, y, n[1] as u64))),
    |x, y, n| on_axis!(n[0], a => changed(x, |x| x.try_scatter_add(a, y, n[1] as u64))),
    |x, y, n| changed(x, |x| x.try_masked_fill(&mask(y), n[0] as u64)),
    |x, y, _| changed(x, |all| all.try_masked_scatter(&mask(y), &x.to_flattened())),
    |x, _, n| x.try_one_hot::<u64, _>(Dyn::new(n[0] % 16)),
    |x, _, n| on_axis!(n[0], a => x.try_top_k(a, Dyn::new(n[1] % 6)).map(|(best, _)| best)),
    |x, _, n| on_axis!(n[0], a => dense(x.try_top_k(a, Dyn::new(n[1] % 6)).map(|(_, places)| places), |i| i as u64)),
    |x, _, n| on_axis!(n[0], a => dense(x.try_argmax(a), |i| i as u64)),
    |x, _, n| on_axis!(n[0], a => dense(x.try_argmin(a), |i| i as u64)),
];

const JOINS: &[Step] = &[
    |x, y, n| on_axis!(n[0], a => try_concat(a, (x, y, x))),
    |x, y, n| on_axis!(n[0], a => try_concat(a, &[x.view(), y.view()][..n[1] % 3])),
    |x, y, n| on_axis!(n[0], a => try_stack(a, (x, y))),
    |x, y, n| on_axis!(n[0], a => try_stack(a, &[x.view(), x.view(), y.view()][..n[1] % 4])),
    |x, _, n| on_axis!(n[0], a => x.try_tile(a, count(n[1]))),
    |x, _, n| on_axis!(n[0], a => x.try_repeat(a, count(n[1]))),
    |x, _, n| on_axis!(n[0], a => x.try_pad(a, (count(n[1]), count(n[2])), Pad::Constant(7))),
    |x, _, n| on_axis!(n[0], a => x.try_pad(a, (count(n[1]), count(n[2])), Pad::Edge)),
    |x, _, n| on_axis!(n[0], a => x.try_pad(a, (count(n[1]), count(n[2])), Pad::Reflect)),
    |x, _, n| x.try_tril(signed(n[0])),
    |x, _, n| x.try_triu(signed(n[0])),
];

const REDUCTIONS: &[Step] = &[
    |x, _, n| on_axis!(n[0], a => x.try_sum(a)),
    |x, _, n| on_axis!(n[0], a => bits(x).try_prod(a)),
    |x, _, n| on_axis!(n[0], a => x.try_max(a)),
    |x, _, n| on_axis!(n[0], a => x.try_min(a)),
    |x, _, _| dense(x.try_sum(..), keep),
    |x, _, _| dense(x.try_max(..), keep),
    |x, _, n| on_axis!(n[0], a => on_axis!(n[1], b => x.try_sum((a, b)))),
    |x, _, n| on_axis!(n[0], a => x.try_reduce(a, 3, |sum, x| sum ^ (2 * x))),
    |x, y, _| x.try_sum_to(y.shape()),
    |x, _, n| on_axis!(n[0], a => x.try_cumsum(a)),
    |x, _, n| on_axis!(n[0], a => bits(x).try_cumprod(a)),
    |x, _, n| on_axis!(n[0], a => x.map(|x| x + 20).try_cumsum(a)?.try_diff(a)),
];

const PRODUCTS: &[Step] = &[
    |x, y, _| x.try_matmul(y),
    |x, y, _| x.try_outer(y),
    |x, y, n| on_axis!(n[0], a => on_axis!(n[1], b => x.try_tensordot(y, a, b))),
    |x, y, n| x.try_conv(y, window(n)),
    |x, y, n| x.try_conv_transpose(y, window(n)),
    |x, _, n| x.try_max_pool((Dyn::new(n[0] % 4), Dyn::new(n[1] % 4)), window(n)),
];

const ELEMENTWISE: &[Step] = &[
    |x, y, _| x.try_add(y),
    |x, y, _| x.try_mul(y),
    |x, y, _| x.try_maximum(y),
    |x, y, _| x.try_less(y)?.try_where_cond(x, y),
    |x, y, _| changed(x, |x| x.try_add_assign(y)),
    |x, y, _| changed(x, |x| x.try_assign(y)),
    |x, y, _| zip((x, y, x)).try_map(|(x, y, z)| x * y + z),
    |x, y, _| zip((x, y, x, y, y)).try_map(|(a, b, c, d, e)| a + b * c + d * e),
];

const ALL: [&[Step]; 6] = [VIEWS, INDICES, JOINS, REDUCTIONS, PRODUCTS, ELEMENTWISE];

/// The same elements at other places in memory: backwards along each axis, of a transposed tensor, or each second one.
fn relaid<R>(x: &Any, layout: usize, f: impl FnOnce(&Operand<'_>) -> R) -> R {
    let order: Vec<isize> = (0..x.rank()).rev().map(|axis| axis as isize).collect();
    match layout % 4 {
        0 => f(&x.view()),
        1 => f(&x.permute(&order[..]).to_owned().permute(&order[..])),
        2 => f(&x.flip(..).to_owned().flip(..)),
        _ if x.rank() == 0 => f(&x.view()),
        _ => f(&x.repeat(Axis::<-1>, Dyn::new(2)).narrow(Axis::<-1>, Stepped(.., 2))),
    }
}

/// The product of the sizes that are not 0. A product along an empty axis can have that many elements squared.
fn extent(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |product: usize, &size| product.saturating_mul(size.max(1)))
}

struct Reader<'a>(std::slice::Iter<'a, u8>);

impl Reader<'_> {
    fn number(&mut self) -> usize {
        self.0.next().copied().unwrap_or(0).into()
    }

    fn tensor(&mut self) -> Any {
        let rank = self.number() % 6;
        let sizes: Vec<usize> = (0..rank).map(|_| [2, 1, 3, 0, 4, 5, 7, 17][self.number() % 8]).collect();
        let mut next = self.number() as u64;
        let small = extent(&sizes) <= MOST;
        Tensor::from_fn(AnyShape::from(if small { &sizes[..] } else { &[] }), |_| {
            next = (next * 31 + 17) % 1009;
            next % 5
        })
    }
}

/// The number of steps.
#[allow(dead_code, reason = "the fuzz target does not count them")]
pub(crate) fn steps() -> usize {
    ALL.iter().map(|steps| steps.len()).sum()
}

/// Runs a program, and returns the kind and number of each step that has had a result.
///
/// # Panics
///
/// Set if the result of a step depends on the memory of its operands.
pub(crate) fn run(bytes: &[u8]) -> BTreeSet<[usize; 2]> {
    let mut made_by = BTreeSet::new();
    let mut reader = Reader(bytes.iter());
    let mut stack = vec![reader.tensor()];
    while !reader.0.as_slice().is_empty() {
        if stack.len() > 5 {
            stack.remove(0);
        }
        let (kind, step) = (reader.number(), reader.number());
        let kind = kind % 8;
        let Some(steps) = ALL.get(kind) else {
            stack.push(reader.tensor());
            continue;
        };
        let [x, y] = [reader.number(), reader.number()].map(|number| (&stack[number % stack.len()], number >> 4));
        let numbers = std::array::from_fn(|_| reader.number());
        let at = step % steps.len();
        let step = steps[at];
        let made = step(&x.0.view(), &y.0.view(), &numbers);
        let other = relaid(x.0, x.1, |x| relaid(y.0, y.1, |y| step(x, y, &numbers)));
        match (&made, &other) {
            (Ok(made), Ok(other)) => assert_eq!(made, other, "step {at} of {kind}"),
            (Err(made), Err(other)) => assert_eq!(made.to_string(), other.to_string()),
            _ => panic!("step {at} of {kind}: {made:?} but {other:?}"),
        }
        if let Ok(made) = made {
            made_by.insert([kind, at]);
            if extent(made.sizes().as_ref()) <= MOST {
                stack.push(made.map(|x| x % 5));
            }
        }
    }
    made_by
}
