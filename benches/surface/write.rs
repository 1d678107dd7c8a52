//! Calls that change elements, or take an index. All contenders use the same memory in turn.

use super::given::Number;
use super::{Bench, Row};
use conformable::storage::{Dense, StorageMut};
use conformable::{IndexFor, Shape, Tensor, ViewMut};
use ndarray::{ArrayViewMut, ArrayViewMut2, Dimension, IntoDimension, NdIndex};
use std::cell::RefCell;
use std::hint::black_box;

/// Calls a function with an argument that has no aliases, which the compiler knows.
#[inline(never)]
fn apart<X: ?Sized, V>(x: &mut X, f: impl FnOnce(&mut X) -> V) -> V {
    f(x)
}

/// `lent!(held => x: expression; n => statement)`: runs a statement on the memory, converted by the expression, once in
/// each sample.
macro_rules! lent {
    ($held:ident => $x:ident: $made:expr; $e:expr) => {
        Some(Box::new(move |n: usize| {
            let $x = &mut *$held.borrow_mut();
            let made = $made;
            for _ in 0..n {
                black_box(apart(black_box(&mut *made), |$x| $e));
            }
        }))
    };
}

/// `calls!(bench, tensor, held, x: ours, a: array, s: slice, walk)`: the rows of every call, on three expressions of
/// the same memory.
macro_rules! calls {
    ($bench:expr, $tensor:expr, $held:ident, $v:ident, $ours:expr, $array:expr, $slice:expr, $walk:expr) => {
        let (one, walk) = (T::one(), $walk);
        $bench.row("for x in &mut x", $tensor, Row {
            ours: lent!($held => $v: $ours; for x in &mut *$v { *x += one }),
            array: lent!($held => $v: $array; for x in $v.iter_mut() { *x += one }),
            slice: lent!($held => $v: $slice; walk.each($v, |x, _| *x += one)),
        });
        $bench.row("iter_mut().for_each", $tensor, Row {
            ours: lent!($held => $v: $ours; $v.iter_mut().for_each(|x| *x += one)),
            array: lent!($held => $v: $array; $v.iter_mut().for_each(|x| *x += one)),
            slice: lent!($held => $v: $slice; walk.each($v, |x, _| *x += one)),
        });
        $bench.row("apply", $tensor, Row {
            ours: lent!($held => $v: $ours; $v.apply(|x| *x += one)),
            array: lent!($held => $v: $array; $v.map_inplace(|x| *x += one)),
            slice: lent!($held => $v: $slice; walk.each($v, |x, _| *x += one)),
        });
        $bench.row("apply with a condition", $tensor, Row {
            ours: lent!($held => $v: $ours; $v.apply(|x| *x = if *x < one { *x + one } else { *x })),
            array: lent!($held => $v: $array; $v.map_inplace(|x| *x = if *x < one { *x + one } else { *x })),
            slice: lent!($held => $v: $slice; walk.each($v, |x, _| *x = if *x < one { *x + one } else { *x })),
        });
        $bench.row("iter_mut().rev().for_each", $tensor, Row {
            ours: lent!($held => $v: $ours; $v.iter_mut().rev().for_each(|x| *x += one)),
            array: None,
            slice: lent!($held => $v: $slice; walk.each($v, |x, _| *x += one)),
        });
        $bench.row("indexed_iter_mut, for", $tensor, Row {
            ours: lent!($held => $v: $ours; for (index, x) in $v.indexed_iter_mut() { if index.as_ref().last() != Some(&1) { *x += one } }),
            array: lent!($held => $v: $array; for (index, x) in $v.indexed_iter_mut() {
                if index.into_dimension().slice().last() != Some(&1) { *x += one }
            }),
            slice: lent!($held => $v: $slice; walk.each($v, |x, last| if last != 1 { *x += one })),
        });
    };
}

/// Loops over all indices.
macro_rules! nest {
    ([$i:ident] $sizes:expr, $e:expr) => {{
        let n = $sizes;
        let n: &[usize] = n.as_ref();
        for $i in 0..n[0] { $e }
    }};
    ([$i:ident, $j:ident] $sizes:expr, $e:expr) => {{
        let n = $sizes;
        let n: &[usize] = n.as_ref();
        let (rows, columns) = (n[0], n[1]);
        for $i in 0..rows { for $j in 0..columns { $e } }
    }};
    ([$i:ident, $j:ident, $k:ident] $sizes:expr, $e:expr) => {{
        let n = $sizes;
        let n: &[usize] = n.as_ref();
        let (blocks, rows, columns) = (n[0], n[1], n[2]);
        for $i in 0..blocks { for $j in 0..rows { for $k in 0..columns { $e } } }
    }};
}

/// `indices!(bench, tensor, held, v, sizes, [i, j], ours, array, slice, place)`: the rows of every call that takes an
/// index.
macro_rules! indices {
    ($bench:expr, $tensor:expr, $held:ident, $v:ident, $sizes:expr, [$($i:ident),*], $ours:expr, $array:expr, $slice:expr, $place:expr) => {
        let (zero, one, sizes) = (T::zero(), T::one(), $sizes);
        $bench.row("x[index], sizes() as bounds", $tensor, Row {
            ours: lent!($held => $v: $ours; { let mut sum = zero; nest!([$($i),*] $v.sizes(), sum += $v[[$($i),*]]); sum }),
            array: lent!($held => $v: $array; { let mut sum = zero; nest!([$($i),*] { let mut n = sizes; n.copy_from_slice($v.shape()); n }, sum += $v[[$($i),*]]); sum }),
            slice: lent!($held => $v: $slice; { let mut sum = zero; nest!([$($i),*] black_box(sizes), sum += $v[$place]); sum }),
        });
        $bench.row("x[index], other bounds", $tensor, Row {
            ours: lent!($held => $v: $ours; { let mut sum = zero; nest!([$($i),*] black_box(sizes), sum += $v[[$($i),*]]); sum }),
            array: lent!($held => $v: $array; { let mut sum = zero; nest!([$($i),*] black_box(sizes), sum += $v[[$($i),*]]); sum }),
            slice: lent!($held => $v: $slice; { let mut sum = zero; nest!([$($i),*] black_box(sizes), sum += $v[$place]); sum }),
        });
        $bench.row("x[index] = v, sizes() as bounds", $tensor, Row {
            ours: lent!($held => $v: $ours; nest!([$($i),*] $v.sizes(), $v[[$($i),*]] = one)),
            array: lent!($held => $v: $array; nest!([$($i),*] { let mut n = sizes; n.copy_from_slice($v.shape()); n }, $v[[$($i),*]] = one)),
            slice: lent!($held => $v: $slice; nest!([$($i),*] black_box(sizes), $v[$place] = one)),
        });
        $bench.row("x[index] += v, other bounds", $tensor, Row {
            ours: lent!($held => $v: $ours; nest!([$($i),*] black_box(sizes), $v[[$($i),*]] += one)),
            array: lent!($held => $v: $array; nest!([$($i),*] black_box(sizes), $v[[$($i),*]] += one)),
            slice: lent!($held => $v: $slice; nest!([$($i),*] black_box(sizes), $v[$place] += one)),
        });
        $bench.row("get(index)", $tensor, Row {
            ours: lent!($held => $v: $ours; { let mut sum = zero; nest!([$($i),*] black_box(sizes), sum += *$v.get([$($i),*]).unwrap_or(&one)); sum }),
            array: lent!($held => $v: $array; { let mut sum = zero; nest!([$($i),*] black_box(sizes), sum += *$v.get([$($i),*]).unwrap_or(&one)); sum }),
            slice: lent!($held => $v: $slice; { let mut sum = zero; nest!([$($i),*] black_box(sizes), sum += *$v.get($place).unwrap_or(&one)); sum }),
        });
        $bench.row("get_mut(index)", $tensor, Row {
            ours: lent!($held => $v: $ours; nest!([$($i),*] black_box(sizes), if let Some(x) = $v.get_mut([$($i),*]) { *x += one })),
            array: lent!($held => $v: $array; nest!([$($i),*] black_box(sizes), if let Some(x) = $v.get_mut([$($i),*]) { *x += one })),
            slice: lent!($held => $v: $slice; nest!([$($i),*] black_box(sizes), if let Some(x) = $v.get_mut($place) { *x += one })),
        });
    };
}

/// A handwritten walk over the elements.
trait Walk: Copy {
    /// Calls `f` with each element, and its index on the last axis, in row-major order.
    fn each<T>(self, slice: &mut [T], f: impl FnMut(&mut T, usize));
}

/// In rows of a given length.
#[derive(Clone, Copy)]
struct Rows(usize);

impl Walk for Rows {
    #[inline(always)]
    fn each<T>(self, slice: &mut [T], mut f: impl FnMut(&mut T, usize)) {
        for row in slice.chunks_exact_mut(self.0) {
            row.iter_mut().enumerate().for_each(|(j, x)| f(x, j));
        }
    }
}

/// In columns, of given numbers of rows and columns.
#[derive(Clone, Copy)]
struct Columns([usize; 2]);

impl Walk for Columns {
    #[inline(always)]
    fn each<T>(self, slice: &mut [T], mut f: impl FnMut(&mut T, usize)) {
        let [rows, columns] = self.0;
        assert!(slice.len() == rows * columns);
        for i in 0..rows {
            for j in 0..columns {
                // SAFETY: both are inside the sizes.
                f(unsafe { slice.get_unchecked_mut(j * rows + i) }, j);
            }
        }
    }
}

/// Calls on a tensor whose elements are dense.
pub(crate) fn all<T: Number, A: Dimension, S: Shape, D: StorageMut + Dense, const RANK: usize>(
    bench: &Bench,
    tensor: &str,
    held: &RefCell<Tensor<T, S, D>>,
    sizes: [usize; RANK],
) where
    [usize; RANK]: IntoDimension<Dim: Dimension>,
{
    let row = black_box(sizes[RANK - 1]);
    calls!(
        bench,
        tensor,
        held,
        v,
        &mut *v,
        &mut array_mut::<T, A, _>(v.as_mut_slice(), sizes),
        v.as_mut_slice(),
        Rows(row)
    );
}

/// A slice as an array of these sizes.
fn array_mut<T, A: Dimension, const RANK: usize>(slice: &mut [T], sizes: [usize; RANK]) -> ArrayViewMut<'_, T, A>
where
    [usize; RANK]: IntoDimension<Dim: Dimension>,
{
    let array = ArrayViewMut::from_shape(sizes, slice).expect("an array");
    array.into_dimensionality().expect("a dimension of as many axes")
}

/// The block as an array of these sizes, with exchanged axes.
fn turned_array_mut<T>(block: &mut [T], [rows, columns]: [usize; 2]) -> ArrayViewMut2<'_, T> {
    ArrayViewMut2::from_shape([columns, rows], block).expect("an array").reversed_axes()
}

fn turned_tensor<T, S: Shape>(block: &mut [T], sizes: [usize; 2]) -> Tensor<T, S, ViewMut<'_>> {
    Tensor::try_from(turned_array_mut(block, sizes)).expect("a view")
}

/// Calls on a view whose elements are the columns of a block.
pub(crate) fn turned<T: Number, S: Shape>(bench: &Bench, tensor: &str, block: Vec<T>, sizes: [usize; 2])
where
    [usize; 2]: IndexFor<S, S::Sizes>,
{
    let held = &RefCell::new(block);
    let walk = Columns(black_box(sizes));
    calls!(
        bench,
        tensor,
        held,
        v,
        &mut turned_tensor::<T, S>(v, sizes),
        &mut turned_array_mut(v, sizes),
        &mut v[..],
        walk
    );
    indices!(
        bench,
        tensor,
        held,
        v,
        sizes,
        [i, j],
        &mut turned_tensor::<T, S>(v, sizes),
        &mut turned_array_mut(v, sizes),
        &mut v[..],
        i + j * walk.0[0]
    );
}

/// The calls with an index, of this rank, on a tensor whose elements are dense.
macro_rules! on_dense {
    ($name:ident, $rank:literal, $i:tt, |$n:ident| $place:expr) => {
        pub(crate) fn $name<T: Number, A: Dimension, S: Shape, D: StorageMut + Dense>(
            bench: &Bench,
            tensor: &str,
            held: &RefCell<Tensor<T, S, D>>,
            sizes: [usize; $rank],
        ) where
            [usize; $rank]: IndexFor<S, S::Sizes> + NdIndex<A>,
        {
            let $n = black_box(sizes);
            indices!(
                bench,
                tensor,
                held,
                v,
                sizes,
                $i,
                &mut *v,
                &mut array_mut::<T, A, _>(v.as_mut_slice(), sizes),
                v.as_mut_slice(),
                $place
            );
        }
    };
}

on_dense!(one, 1, [i], |_n| i);
on_dense!(two, 2, [i, j], |n| i * n[1] + j);
on_dense!(three, 3, [i, j, k], |n| (i * n[1] + j) * n[2] + k);
