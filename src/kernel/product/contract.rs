//! Products of several operands with lettered axes: the order of products, and intermediate tensors.
//!
//! ```text
//! contract(terms, out):
//!     sum each term along the letters that occur nowhere else          # an intermediate tensor, if there are any
//!     while there are more than two terms:
//!         replace the pair with the least total cost by its product    # an intermediate tensor
//!     write the product of the last two, or the last one
//! ```
//!
//! The cost is the number of multiplications. Summed letters have to be adjacent in both operands; an operand where
//! they are not is copied. Few products, and several operands without an allocator, have loops over all indices.

use super::gemm::MatrixElement;
use super::lettered::{AllAxes, check_letters, products};
use super::term::{self, Target, Term};
use crate::kernel::reduction::reduce::ManyToOne;
use crate::shape::{Shape, ShapeError};
use crate::storage::Destination;
#[cfg(feature = "alloc")]
use {
    super::lettered::{Lettered, OPERANDS},
    super::order,
    crate::kernel::elementwise::operand::Operand,
    crate::kernel::movement::copy::copied,
    crate::shape::{AnyShape, SmallVec},
    crate::storage::{Heap, Room, Storage, Tensor},
    core::marker::PhantomData,
};

/// Sums the products of one or more operands over the letters that are not in `letters`, those of the result.
///
/// # Errors
///
/// If there are more than 32 letters, or an allocation fails; then nothing has been written.
///
/// # Panics
///
/// If a letter has two sizes, or a letter of the result is in no operand or has another size in the destination.
#[inline]
pub(crate) fn contracted<T: MatrixElement<Total = T>, R: ManyToOne<T, Output = T>, To: Destination<T>>(
    to: To,
    letters: &[u8],
    terms: &[Term<'_, T>],
    sum: impl Fn() -> R,
) -> Result<To::Written, ShapeError> {
    let axes: AllAxes<'_> = terms.iter().map(|term| &term.axes).collect();
    check_letters(&axes)?;
    let count = products(&axes);
    #[cfg(feature = "alloc")]
    let held = if are_ready(&axes, count, letters) { None } else { Some(Terms::new(terms, letters, &sum)?) };
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        let target = shape.with_sizes(|sizes| Target::new(first, letters, sizes, strides));
        #[cfg(feature = "alloc")]
        if let Some(held) = &held {
            // SAFETY: `Destination` has a different place at each index of `target`, which nothing else reads.
            return unsafe { write(&[held.term(0), held.term(1)], products(&held.axes()), &target, sum) };
        }
        // SAFETY: `Destination` has a different place at each index of `target`, which nothing else reads.
        unsafe { write(terms, count, &target, sum) };
    };
    // SAFETY: `write` writes each index of `target`, or panics.
    Ok(unsafe { to.write(write) })
}

/// The number of products up to which loops over all indices are the fastest.
const FEW: usize = 64;

/// Whether operands are multiplied without intermediate tensors.
#[cfg(feature = "alloc")]
fn are_ready(terms: &[&Lettered], count: usize, letters: &[u8]) -> bool {
    let all_are_shared = |at| order::shared(at, terms, letters).is_none();
    match *terms {
        [_] => true,
        [x, y] if count > FEW => {
            all_are_shared(0) && all_are_shared(1) && order::aligned([x, y], letters).1 == [false; 2]
        }
        _ => count <= FEW && terms.len() <= OPERANDS,
    }
}

/// Writes the sums of `count` products without intermediate tensors.
///
/// # Safety
///
/// As for [`term::loops`].
unsafe fn write<T: MatrixElement<Total = T>, R: ManyToOne<T, Output = T>>(
    terms: &[Term<'_, T>],
    count: usize,
    target: &Target<T>,
    sum: impl Fn() -> R,
) {
    match terms {
        // SAFETY: `target` is this function's argument, and `x` the only term.
        [x] => unsafe { term::sum(x, target, sum()) },
        // SAFETY: `target` is this function's argument, and `x` and `y` all terms.
        [x, y] if count > FEW => unsafe { term::product([x, y], target) },
        // SAFETY: `target` is this function's argument, and these are all terms.
        [x, y] => unsafe { term::loops([x, y], target) },
        // SAFETY: `target` is this function's argument, and these are all terms.
        [x, y, z] => unsafe { term::loops([x, y, z], target) },
        // SAFETY: `target` is this function's argument, and these are all terms.
        [x, y, z, w] => unsafe { term::loops([x, y, z, w], target) },
        _ => unreachable!("more terms are multiplied in pairs"),
    }
}

#[cfg(feature = "alloc")]
struct Kept<T> {
    tensor: Tensor<T, AnyShape>,
    /// The axes of the tensor, each with another letter.
    axes: Lettered,
}

#[cfg(feature = "alloc")]
impl<T: MatrixElement<Total = T>> Kept<T> {
    fn new(tensor: Tensor<T, AnyShape>, letters: &[u8]) -> Self {
        let axes = Term::new(&operand(&tensor), letters).axes;
        Self { tensor, axes }
    }
}

#[cfg(feature = "alloc")]
fn operand<T, D: Storage>(tensor: &Tensor<T, AnyShape, D>) -> Operand<'_, T, AnyShape, D> {
    Operand { tensor, trailing: 0, alignment: PhantomData }
}

/// An operand: the caller's, or an intermediate tensor.
#[cfg(feature = "alloc")]
#[allow(clippy::large_enum_variant, reason = "four are on the stack")]
enum Held<'a, T> {
    Given(Term<'a, T>),
    Kept(Kept<T>),
}

#[cfg(feature = "alloc")]
impl<T: MatrixElement<Total = T>> Held<'_, T> {
    fn axes(&self) -> &Lettered {
        match self {
            Self::Given(term) => &term.axes,
            Self::Kept(kept) => &kept.axes,
        }
    }

    fn term(&self) -> Term<'_, T> {
        match self {
            Self::Given(term) => *term,
            Self::Kept(Kept { tensor, axes }) => Term::new(&operand(tensor), axes.letters()),
        }
    }

    /// Makes an intermediate tensor of these letters of the terms, which `write` writes.
    fn of(letters: &[u8], terms: &[&Lettered], write: impl FnOnce(&Target<T>)) -> Result<Self, ShapeError> {
        let room = Room::<T, AnyShape, Heap>::new(order::sizes_of(letters, terms))?;
        let init = |shape: &AnyShape, first, strides: &[usize]| write(&Target::new(first, letters, shape, strides));
        // SAFETY: `write` is `term::sum` or `term::product` in both calls of `of`, which write each index of the
        // target.
        let tensor = unsafe { room.write(init) };
        Ok(Self::Kept(Kept::new(tensor, letters)))
    }
}

/// Two operands left of several.
#[cfg(feature = "alloc")]
struct Terms<'a, T> {
    held: SmallVec<Option<Held<'a, T>>, OPERANDS>,
}

#[cfg(feature = "alloc")]
impl<'a, T: MatrixElement<Total = T>> Terms<'a, T> {
    /// # Errors
    ///
    /// If an allocation fails.
    fn new<R: ManyToOne<T, Output = T>>(
        terms: &[Term<'a, T>],
        letters: &[u8],
        sum: &impl Fn() -> R,
    ) -> Result<Self, ShapeError> {
        let held = terms.iter().map(|&term| Some(Held::Given(term))).collect();
        let mut all = Self { held };
        all.sum_alone(letters, sum)?;
        while all.held.len() > 2 {
            let pair = order::first_pair(&all.axes(), letters);
            all.multiply(pair, letters)?;
            all.sum_alone(letters, sum)?;
        }
        all.align([0, 1], letters)?;
        Ok(all)
    }

    fn axes(&self) -> AllAxes<'_> {
        self.held.iter().flatten().map(Held::axes).collect()
    }

    fn term(&self, at: usize) -> Term<'_, T> {
        self.held[at].as_ref().map_or_else(|| unreachable!("an operand"), Held::term)
    }

    /// Sums each operand along the letters that occur nowhere else.
    fn sum_alone<R: ManyToOne<T, Output = T>>(
        &mut self,
        letters: &[u8],
        sum: &impl Fn() -> R,
    ) -> Result<(), ShapeError> {
        for at in 0..self.held.len() {
            if let Some(shared) = order::shared(at, &self.axes(), letters) {
                let term = self.term(at);
                // SAFETY: `Held::of` gives a target in a new block, with a place for each index of `shared`.
                let kept = Held::of(&shared, &[&term.axes], |target| unsafe { term::sum(&term, target, sum()) })?;
                self.held[at] = Some(kept);
            }
        }
        Ok(())
    }

    fn multiply(&mut self, pair: [usize; 2], letters: &[u8]) -> Result<(), ShapeError> {
        let result = order::result_of(pair, &self.axes(), letters);
        self.align(pair, &result)?;
        let terms = pair.map(|at| self.term(at));
        let axes = terms.each_ref().map(|term| &term.axes);
        // SAFETY: `Held::of` gives a target in a new block, with a place for each index of `result`.
        let kept = Held::of(&result, &axes, |target| unsafe { term::product(terms.each_ref(), target) })?;
        self.held[pair[0]] = Some(kept);
        self.held.remove(pair[1]);
        Ok(())
    }

    /// Copies one of two operands if its summed letters are not adjacent, or in another order than in the other.
    fn align(&mut self, pair: [usize; 2], result: &[u8]) -> Result<(), ShapeError> {
        let all = self.axes();
        let (order, copied) = order::aligned(pair.map(|at| all[at]), result);
        for (at, copied) in pair.into_iter().zip(copied) {
            if copied {
                self.held[at] = Some(copy(&self.term(at), &order)?);
            }
        }
        Ok(())
    }
}

/// A dense copy of an operand, with the letters `last` last.
#[cfg(feature = "alloc")]
fn copy<'k, T: MatrixElement<Total = T>>(term: &Term<'_, T>, last: &[u8]) -> Result<Held<'k, T>, ShapeError> {
    let letters = term.axes.with_last(last);
    let view = term.view(&letters, order::sizes_of(&letters, &[&term.axes]));
    let tensor = copied(Room::new(view.shape().clone())?, &operand(&view));
    Ok(Held::Kept(Kept::new(tensor, &letters)))
}
