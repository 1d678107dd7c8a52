//! Axes known at run time, converted to types.

use super::case::{Answer, Case};
use super::element::Element;
use super::reduction::Reduction;
use conformable::{AnyShape, AxesOf, Axis, Dyn, Keep, Shape, Tensor, View};
use ndarray::ArrayViewD;

/// An operation on axes that are known by their types.
pub(crate) trait Visitor {
    /// Takes the axes of the shape `S`.
    fn visit<S: Shape, X: AxesOf<S>>(&self, axes: X);
}

/// `typed!(visitor, axes, S: (0 1) (-1 0) | 0 1 -1)` visits the axes as a type, if they are among these.
macro_rules! typed {
    ($visitor:expr, $axes:expr, $S:ty: $(($($n:literal)*))* | $($one:literal)*) => {
        match $axes {
            None => $visitor.visit::<$S, _>(..),
            $(Some([$one]) => $visitor.visit::<$S, _>(Axis::<$one>),)*
            $(Some([$($n),*]) => $visitor.visit::<$S, _>(($(Axis::<$n>,)*)),)*
            _ => return false,
        }
    };
}

/// Visits axes of an `AnyShape`; returns whether they are among the types here.
pub(crate) fn of_any(axes: Option<&[isize]>, visitor: &impl Visitor) -> bool {
    typed!(
        visitor, axes, AnyShape:
        () (0 1) (1 0) (0 -1) (-2 -1) (-1 -3) (2 0 1) (0 1 2) (1 -1) (0 2 3) (-1 1 -4) (0 1 2 3) (0 2 4) (1 -2 0) (0 1 2 3 4)
        (1 3 5) (5 -3 1) (0 1 2 3 4 5) (1 1) (0 -3)
        | 0 1 2 3 4 5 -1 -2 -3 -4 -5 -6
    );
    true
}

/// Visits axes of a tuple of `Dyn`s; returns whether they are among the types here.
pub(crate) fn of_tuple(rank: usize, axes: Option<&[isize]>, visitor: &impl Visitor) -> bool {
    match rank {
        0 => typed!(visitor, axes, (): () |),
        1 => typed!(visitor, axes, (Dyn,): () | 0 -1),
        2 => typed!(visitor, axes, (Dyn, Dyn): () (0 1) (1 0) (0 -1) (-2 -1) | 0 1 -1 -2),
        3 => typed!(
            visitor, axes, (Dyn, Dyn, Dyn):
            () (0 1) (0 -1) (-2 -1) (-1 -3) (2 0 1) (0 1 2) | 0 1 2 -1 -2 -3
        ),
        4 => typed!(
            visitor, axes, (Dyn, Dyn, Dyn, Dyn):
            () (0 1) (1 -1) (-2 -1) (0 2 3) (-1 1 -4) (0 1 2 3) | 0 1 2 3 -1 -2 -3 -4
        ),
        5 => typed!(
            visitor, axes, (Dyn, Dyn, Dyn, Dyn, Dyn):
            () (-1 -3) (0 2 4) (1 -2 0) (0 1 2 3 4) | 0 1 2 3 4 -1 -2 -3 -4 -5
        ),
        6 => typed!(
            visitor, axes, (Dyn, Dyn, Dyn, Dyn, Dyn, Dyn):
            () (0 1) (1 3 5) (5 -3 1) (0 1 2 3 4 5) | 0 1 2 3 4 5 -1 -2 -3 -4 -5 -6
        ),
        _ => return false,
    }
    true
}

/// Only the shapes of the results.
pub(crate) struct Shapes<'a> {
    pub(crate) case: &'a Case,
    /// The sizes of the operand.
    pub(crate) sizes: &'a [usize],
}

impl Visitor for Shapes<'_> {
    fn visit<S: Shape, X: AxesOf<S>>(&self, axes: X) {
        let shape = S::from_sizes(self.sizes).expect("a shape of that rank");
        let kept = axes.keep(&shape).ok().map(|out| out.sizes().as_ref().to_vec());
        let reduced = if self.case.keep {
            Keep(axes).reduce(&shape).ok().map(|out| out.sizes().as_ref().to_vec())
        } else {
            axes.reduce(&shape).ok().map(|out| out.sizes().as_ref().to_vec())
        };
        assert_eq!(reduced, self.case.sizes(), "case {}", self.case.id);
        assert_eq!(kept.map(|kept| kept.len()), reduced.map(|_| self.sizes.len()), "case {}", self.case.id);
    }
}

/// The elements of the results, too.
pub(crate) struct Elements<'a, T, O: Reduction<T>>
where
    T: Element,
{
    pub(crate) case: &'a Case,
    pub(crate) op: &'a O,
    pub(crate) view: &'a ArrayViewD<'a, T>,
    pub(crate) expected: &'a Answer<O::Out>,
}

impl<T: Element, O: Reduction<T>> Visitor for Elements<'_, T, O> {
    fn visit<S: Shape, X: AxesOf<S>>(&self, axes: X) {
        let x: Tensor<T, S, View> = Tensor::try_from(self.view).expect("a shape of that rank");
        let how = std::any::type_name::<(S, X)>();
        if self.case.keep {
            self.case.assert(how, self.expected, self.op.made(&x, Keep(axes)));
        } else {
            self.case.assert(how, self.expected, self.op.made(&x, axes));
        }
    }
}
