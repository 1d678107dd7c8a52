//! [`broadcast`]: views of tensors in their common shape.

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::forms::forms;
use crate::rule::{BroadcastTo, Common, NamedOutput, NamedWith};
use crate::shape::{Axes, List, Nil, Shape, ShapeError, Tuple};
use crate::storage::{Storage, View};
use crate::tensor::{Tensor, expect};

/// A tuple of 0 to 16 tensor references whose shapes broadcast to a common one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of 0 to 16 references to tensors",
    label = "write one tuple: `broadcast((&x, &y))`",
    note = "conformable: E-operand"
)]
pub trait BroadcastTensors {
    /// The tuple of views of the tensors in their common shape.
    type Output;

    /// Implements [`try_broadcast`].
    #[doc(hidden)]
    fn broadcast_tensors(self) -> Result<Self::Output, ShapeError>;
}

impl<Tensors: Tuple<List: TensorList>> BroadcastTensors for Tensors
where
    GoalOf<Tensors::List>: Stretch<Tensors::List>,
{
    type Output = <<GoalOf<Tensors::List> as Stretch<Tensors::List>>::Output as List>::Tuple;

    fn broadcast_tensors(self) -> Result<Self::Output, ShapeError> {
        let tensors = self.into_list();
        let goal = tensors.goal()?;
        Ok(goal.stretch(tensors)?.into_tuple())
    }
}

type GoalOf<Tensors> = <Tensors as TensorList>::Goal;

/// The shape to which [`broadcast`] broadcasts all its tensors.
#[derive(Debug)]
pub struct Goal<S>(S);

/// A list of tensor references.
#[diagnostic::on_unimplemented(
    message = "`broadcast` takes 0 to 16 references to tensors",
    label = "this tuple has another element",
    note = "for two tensors, write `broadcast((&x, &y))`",
    note = "conformable: E-operand"
)]
pub trait TensorList {
    /// The list of shapes.
    type Shapes: Common;
    /// The [`Goal`] of the common shape.
    // if callers built it from `Shapes`, rustc would report a wrong element twice
    type Goal;
    #[doc(hidden)]
    fn shapes(&self) -> Self::Shapes;
    /// The common shape.
    #[doc(hidden)]
    fn goal(&self) -> Result<Self::Goal, ShapeError>;
}

impl TensorList for Nil {
    type Shapes = Nil;

    type Goal = Goal<()>;

    fn shapes(&self) -> Nil {
        Nil
    }

    fn goal(&self) -> Result<Goal<()>, ShapeError> {
        Ok(Goal(()))
    }
}

impl<T, S: Shape, D: Storage, Outer: TensorList> TensorList for Axes<&Tensor<T, S, D>, Outer>
where
    Axes<S, Outer::Shapes>: Common,
{
    type Shapes = Axes<S, Outer::Shapes>;
    type Goal = Goal<<Self::Shapes as Common>::Output>;

    fn shapes(&self) -> Self::Shapes {
        Axes { last: self.last.shape().clone(), outer: self.outer.shapes() }
    }

    fn goal(&self) -> Result<Self::Goal, ShapeError> {
        self.shapes().common_of_all().map(Goal)
    }
}

/// Broadcasts each of a list of tensor references to a shape.
pub trait Stretch<Tensors> {
    /// The list of views.
    type Output: List;
    /// Computes it.
    #[doc(hidden)]
    fn stretch(&self, tensors: Tensors) -> Result<Self::Output, ShapeError>;
}

impl<S> Stretch<Nil> for Goal<S> {
    type Output = Nil;

    fn stretch(&self, _: Nil) -> Result<Nil, ShapeError> {
        Ok(Nil)
    }
}

impl<'a, T, S: Shape + BroadcastTo<To>, D: Storage, Outer, To: Shape> Stretch<Axes<&'a Tensor<T, S, D>, Outer>>
    for Goal<To>
where
    Self: Stretch<Outer>,
    Axes<Tensor<T, To, View<'a, D::Owner>>, <Self as Stretch<Outer>>::Output>: List,
{
    type Output = Axes<Tensor<T, To, View<'a, D::Owner>>, <Self as Stretch<Outer>>::Output>;

    fn stretch(&self, tensors: Axes<&'a Tensor<T, S, D>, Outer>) -> Result<Self::Output, ShapeError> {
        Ok(Axes {
            last: tensors.last.try_broadcast_to(&self.0)?,
            outer: <Self as Stretch<Outer>>::stretch(self, tensors.outer)?,
        })
    }
}

forms! {
    fn;

    /// Returns views of the tensors of a tuple, broadcast to their common shape, without copies.
    ///
    /// ```
    /// use conformable::{Tensor, broadcast};
    ///
    /// let (x, y, z) = (Tensor::from([[1], [2]]), Tensor::from([3, 4]), Tensor::scalar(0.5));
    /// let (x, y, z) = broadcast((&x, &y, &z));
    /// assert_eq!(x, Tensor::from([[1, 1], [2, 2]]));
    /// assert_eq!(y, Tensor::from([[3, 4], [3, 4]]));
    /// assert_eq!(z, Tensor::from([[0.5, 0.5], [0.5, 0.5]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, broadcast};
    ///
    /// broadcast((&Tensor::from([1, 2]), &Tensor::from([1, 2, 3]))); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform. The message names the shape that clashes and the common shape of those before
    /// it.
    broadcast try_broadcast: [Tensors: BroadcastTensors<Output = Views>, Views](tensors: Tensors) -> Views
    => tensors.broadcast_tensors();
}

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Views two tensors in the shape that both [broadcast to by the names](crate::NamedBroadcast) of their axes.
    ///
    /// ```
    /// use conformable::{Shape, Tensor, axis_names};
    ///
    /// axis_names! { Time, Channels }
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]).named::<Shape![Channels = 2, Time = 3]>();
    /// let scale = Tensor::from([10, 100]).named::<Shape![Channels = 2]>();
    /// let (x, scale) = x.align(&scale);
    /// let y: Tensor<i32, Shape![Channels = 2, Time = 3]> = x * scale;
    /// assert_eq!(y.as_slice(), [10, 20, 30, 400, 500, 600]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Shape, Tensor, axis_names};
    ///
    /// axis_names! { Time }
    ///
    /// let x = Tensor::from([1, 2, 3]).named::<Shape![Time = 3]>();
    /// x.align(&Tensor::from([1, 2, 3])); // `Size<3>` has no name
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes of one name differ, or the shape has more than `isize::MAX` elements.
    align try_align: ['a, U, R: Shape + NamedWith<S>, E: Storage](
        &'a self, rhs: &'a Tensor<U, R, E>
    ) -> (Tensor<T, NamedOutput<S, R>, View<'a, D::Owner>>, Tensor<U, NamedOutput<S, R>, View<'a, E::Owner>>)
    => {
        let (shape, places) = (rhs.shape().named_with(self.shape())?, R::places());
        let overflow = || ShapeError::overflow(shape.partial());
        let along = |side: usize| move |at: usize| Some((places.pairs()[at][side]?, 1));
        Ok((
            self.walked(shape.clone(), along(0)).ok_or_else(overflow)?,
            rhs.walked(shape.clone(), along(1)).ok_or_else(overflow)?,
        ))
    };
}
