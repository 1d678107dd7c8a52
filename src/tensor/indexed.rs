//! Elements with their indices.

use super::base::Tensor;
use crate::layout::{advance, unravel};
use crate::shape::Shape;
use crate::storage::{Elements, ElementsMut, Storage, StorageMut};
use core::iter::FusedIterator;
use core::ops::Range;

/// The indices of a shape, in row-major order.
#[derive(Clone, Debug)]
struct Indices<S: Shape> {
    sizes: S::Sizes,
    /// The next index; after the last, not an index of the shape if it has one axis, and the first otherwise.
    next: S::Sizes,
}

impl<S: Shape> Indices<S> {
    #[inline]
    fn new(shape: &S) -> Self {
        let (sizes, mut next) = (shape.sizes(), shape.sizes());
        next.as_mut().fill(0);
        Self { sizes, next }
    }

    #[inline]
    fn next(&mut self) -> S::Sizes {
        let index = self.next.clone();
        self.skip(1);
        index
    }

    /// The numbers along the innermost axis from the next index on.
    #[inline]
    fn row(&self) -> Range<usize> {
        match (self.next.as_ref(), self.sizes.as_ref()) {
            ([.., i], [.., size]) => *i..*size,
            _ => 0..1,
        }
    }

    /// Skips that many of them.
    #[inline]
    fn skip(&mut self, count: usize) {
        if let ([outer @ .., i], [.., size]) = (self.next.as_mut(), self.sizes.as_ref()) {
            *i += count;
            // the index of one axis does not wrap: LLVM vectorises loops over it
            if *i >= *size && !outer.is_empty() {
                *i = 0;
                advance(outer, self.sizes.as_ref());
            }
        }
    }

    /// The index of the element at a position.
    fn at(&self, place: usize) -> S::Sizes {
        let mut index = self.sizes.clone();
        unravel(place, self.sizes.as_ref(), index.as_mut());
        index
    }
}

/// Iterator over elements with their indices, in row-major order and from both ends.
///
/// [`Tensor::indexed_iter`] and [`Tensor::indexed_iter_mut`] create it.
#[derive(Clone, Debug)]
pub struct Indexed<Elements, S: Shape> {
    elements: Elements,
    /// The indices of the elements from the front.
    indices: Indices<S>,
    /// The position after the last element.
    end: usize,
}

impl<Elements: ExactSizeIterator, S: Shape> Indexed<Elements, S> {
    #[inline]
    fn new(elements: Elements, shape: &S) -> Self {
        Self { end: elements.len(), elements, indices: Indices::new(shape) }
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Iterates over the elements with their indices, in row-major order.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1.0_f64, 2.0], [4.0, 3.0]]);
    /// let (index, largest) = x.indexed_iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap();
    /// assert_eq!((index, *largest), ([1, 0], 4.0));
    /// ```
    #[inline]
    pub fn indexed_iter(&self) -> Indexed<Elements<'_, T, S, D>, S> {
        Indexed::new(self.iter(), self.shape())
    }

    /// Iterates over mutable references to the elements with their indices, in row-major order.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let mut x = Tensor::zeros(shape![2, 2]);
    /// for ([i, j], element) in x.indexed_iter_mut() {
    ///     *element = 10 * i + j;
    /// }
    /// assert_eq!(x, Tensor::from([[0, 1], [10, 11]]));
    /// ```
    #[inline]
    pub fn indexed_iter_mut(&mut self) -> Indexed<ElementsMut<'_, T, S, D>, S>
    where
        D: StorageMut,
    {
        let shape = self.shape().clone();
        Indexed::new(self.iter_mut(), &shape)
    }
}

impl<Elements: ExactSizeIterator, S: Shape> Iterator for Indexed<Elements, S> {
    type Item = (S::Sizes, Elements::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let element = self.elements.next()?;
        Some((self.indices.next(), element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let at = self.end - self.elements.len();
        let element = self.elements.nth(n)?;
        self.indices.next = self.indices.at(at + n);
        Some((self.indices.next(), element))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, mut state: A, mut f: F) -> A {
        let Self { mut elements, mut indices, .. } = self;
        while elements.len() > 0 {
            let row = indices.row();
            let count = elements.len().min(row.len());
            let items = row.zip(elements.by_ref());
            state = S::fold_row(&indices.next, items, state, |state, index, element| f(state, (index, element)));
            indices.skip(count);
        }
        state
    }
}

impl<Elements: ExactSizeIterator + DoubleEndedIterator, S: Shape> DoubleEndedIterator for Indexed<Elements, S> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.nth_back(0)
    }

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let at = self.end - self.elements.len();
        let element = self.elements.nth_back(n);
        self.end = at + self.elements.len();
        let element = element?;
        Some((self.indices.at(self.end), element))
    }
}

impl<Elements: ExactSizeIterator, S: Shape> ExactSizeIterator for Indexed<Elements, S> {}
impl<Elements: ExactSizeIterator + FusedIterator, S: Shape> FusedIterator for Indexed<Elements, S> {}
