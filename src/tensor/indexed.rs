//! The elements of a tensor, each with its index.

use super::base::Tensor;
use crate::layout::{advance, unravel};
use crate::shape::Shape;
use crate::storage::{Iter, IterMut, Storage, StorageMut};
use core::iter::FusedIterator;

/// The elements of a tensor of the shape `S`, each with its index, in row-major order from either end:
/// [`Tensor::indexed_iter`], [`Tensor::indexed_iter_mut`].
#[derive(Clone, Debug)]
pub struct Indexed<Elements, S: Shape> {
    elements: Elements,
    sizes: S::Sizes,
    /// Of the next element from the front.
    index: S::Sizes,
    /// The place after the last element in row-major order.
    end: usize,
}

impl<Elements: ExactSizeIterator, S: Shape> Indexed<Elements, S> {
    #[inline]
    fn new(elements: Elements, shape: &S) -> Self {
        let (sizes, mut index) = (shape.sizes(), shape.sizes());
        index.as_mut().fill(0);
        Self { end: elements.len(), elements, sizes, index }
    }

    /// Goes on to the next index, and returns the last.
    #[inline]
    fn go_on(&mut self) -> S::Sizes {
        let index = self.index.clone();
        if let ([.., i], [.., size]) = (self.index.as_mut(), self.sizes.as_ref()) {
            *i += 1;
            if *i >= *size {
                self.index = next_row::<S>(index.clone(), self.sizes.clone());
            }
        }
        index
    }

    /// The index of the element at that place.
    fn index_of(&self, place: usize) -> S::Sizes {
        let mut index = self.sizes.clone();
        unravel(place, self.sizes.as_ref(), index.as_mut());
        index
    }
}

/// The index after the last one of a row. By value: an index whose address nobody has stays in registers.
#[inline(never)]
fn next_row<S: Shape>(mut index: S::Sizes, sizes: S::Sizes) -> S::Sizes {
    advance(index.as_mut(), sizes.as_ref());
    index
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
    pub fn indexed_iter(&self) -> Indexed<Iter<'_, T, S>, S> {
        Indexed::new(self.iter(), &self.shape)
    }

    /// Iterates over the elements with their indices, in row-major order, to change them.
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
    pub fn indexed_iter_mut(&mut self) -> Indexed<IterMut<'_, T, S>, S>
    where
        D: StorageMut,
    {
        let shape = self.shape.clone();
        Indexed::new(self.iter_mut(), &shape)
    }
}

impl<Elements: ExactSizeIterator, S: Shape> Iterator for Indexed<Elements, S> {
    type Item = (S::Sizes, Elements::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let element = self.elements.next()?;
        Some((self.go_on(), element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let at = self.end - self.elements.len();
        let element = self.elements.nth(n)?;
        self.index = self.index_of(at + n);
        Some((self.go_on(), element))
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, state: A, mut f: F) -> A {
        let Self { elements, sizes, mut index, .. } = self;
        let (row, last) = (sizes.as_ref().last().copied().unwrap_or(1), sizes.as_ref().len().wrapping_sub(1));
        let mut i = index.as_ref().get(last).copied().unwrap_or(0);
        elements.fold(state, |state, element| {
            let mut here = index.clone();
            if let Some(innermost) = here.as_mut().get_mut(last) {
                *innermost = i;
            }
            i += 1;
            if i == row {
                i = 0;
                index = next_row::<S>(here.clone(), sizes.clone());
            }
            f(state, (here, element))
        })
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
        Some((self.index_of(self.end), element))
    }
}

impl<Elements: ExactSizeIterator, S: Shape> ExactSizeIterator for Indexed<Elements, S> {}
impl<Elements: ExactSizeIterator + FusedIterator, S: Shape> FusedIterator for Indexed<Elements, S> {}
