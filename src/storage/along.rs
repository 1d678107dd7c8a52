//! Tensors along an axis with a brand.

#![allow(clippy::type_complexity, reason = "they have the axis and the tensor")]

use super::contract::{Storage, Tensor, is_dense};
use super::elements::known;
use super::place::Heap;
use super::view::View;
use crate::brand::{Brand, BrandAt, Branded, Index};
use crate::shape::{Dyn, Shape, ShapeError};
use core::fmt::{self, Debug};
use core::marker::PhantomData;
use core::ops;

/// A tensor whose axis `X` has the size of a brand, whose [`Index`] is not checked. `x[i]` needs rank 1.
///
/// ```
/// use conformable::brand::{Branded, Index, branded};
/// use conformable::{Along, Axis, Dyn, Tensor, shape};
///
/// struct Nodes;
///
/// fn climbs<'id>(
///     height: Along<'_, 'id, Nodes, Axis<0>, f32, (Dyn,)>,
///     edges: &[[Index<'id, Nodes>; 2]],
/// ) -> f32 {
///     edges.iter().map(|&[from, to]| (height[to] - height[from]).max(0.0)).sum()
/// }
///
/// let n = 3;
/// let height = Tensor::from_vec(shape![n], vec![10.0, 20.0, 40.0]).unwrap();
/// let climb = branded(n, |nodes: Branded<'_, Nodes>| {
///     let edges = [[0, 1], [1, 2], [2, 0]].map(|edge| edge.map(|node| nodes.index(node).unwrap()));
///     Ok::<_, conformable::ShapeError>(climbs(nodes.along(Axis::<0>, &height)?, &edges))
/// });
/// assert_eq!(climb, Ok(30.0));
/// ```
pub struct Along<'a, 'id, N, X, T, S: Shape, D: Storage = Heap> {
    // its pointer stays in a register
    elements: Tensor<T, S, View<'a, D::Owner>>,
    axis: X,
    brand: Branded<'id, N>,
    tensor: PhantomData<&'a Tensor<T, S, D>>,
}

impl<N, X: Copy, T, S: Shape, D: Storage> Clone for Along<'_, '_, N, X, T, S, D> {
    #[inline]
    fn clone(&self) -> Self {
        Self { elements: self.elements.clone(), ..*self }
    }
}

impl<N, X: Copy, T, S: Shape<Sizes: Copy> + Copy, D: Storage> Copy for Along<'_, '_, N, X, T, S, D> {}

impl<N, X: Debug, T, S: Shape, D: Storage> Debug for Along<'_, '_, N, X, T, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.elements.shape().sizes();
        f.debug_struct("Along").field("sizes", &sizes).field("axis", &self.axis).field("brand", &self.brand).finish()
    }
}

impl<'id, N> Branded<'id, N> {
    /// Borrows a tensor whose axis has this size.
    ///
    /// # Errors
    ///
    /// If the size differs, or an `AnyShape` has no such axis.
    #[inline]
    pub fn along<'a, T, S, D, X>(
        self,
        axis: X,
        tensor: &'a Tensor<T, S, D>,
    ) -> Result<Along<'a, 'id, N, X, T, S, D>, ShapeError>
    where
        S: Shape + BrandAt<X, Dyn<Brand<'id, N>>>,
        D: Storage,
    {
        tensor.shape().brand_at(&axis, self.dim())?;
        // other crates can implement `brand_at`
        let same = tensor.shape().with_sizes(|sizes| !matches!(sizes, [size] if *size != self.size()));
        assert!(same, "the only axis has another size than its brand");
        Ok(Along { elements: tensor.viewed(), axis, brand: self, tensor: PhantomData })
    }
}

impl<'a, 'id, N, X: Copy, T, S: Shape, D: Storage> Along<'a, 'id, N, X, T, S, D> {
    #[inline]
    pub(crate) fn parts(&self) -> (&Tensor<T, S, View<'a, D::Owner>>, X, Branded<'id, N>) {
        (&self.elements, self.axis, self.brand)
    }
}

impl<'id, N, X, T, S: Shape<Sizes = [usize; 1]>, D: Storage> ops::Index<Index<'id, N>>
    for Along<'_, 'id, N, X, T, S, D>
{
    type Output = T;

    #[inline]
    fn index(&self, index: Index<'id, N>) -> &T {
        // SAFETY: the index is below the size of its brand, which is that of the only axis, as `along` has asserted.
        // The last stride of a dense `D` is 1.
        unsafe { known(&self.elements, index.get(), is_dense::<D>()) }
    }
}
