//! Vectors whose first elements need no heap memory.

use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::ops::{Deref, DerefMut};

/// At most `PLACES` elements in place; with an allocator, more on the heap.
#[derive(Clone)]
pub enum SmallVec<T, const PLACES: usize> {
    /// The number of elements, which come first in the array.
    InPlace(usize, [T; PLACES]),
    #[cfg(feature = "alloc")]
    OnHeap(alloc::vec::Vec<T>),
}

impl<T: Default, const PLACES: usize> SmallVec<T, PLACES> {
    /// # Panics
    ///
    /// Without an allocator, if there are `PLACES` elements already.
    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        match self {
            Self::InPlace(len, places) if *len < PLACES => {
                places[*len] = element;
                *len += 1;
            }
            #[cfg(not(feature = "alloc"))]
            Self::InPlace(..) => panic!("more than {PLACES} axes need an allocator"),
            #[cfg(feature = "alloc")]
            Self::InPlace(..) => self.push_beyond(element),
            #[cfg(feature = "alloc")]
            Self::OnHeap(all) => all.push(element),
        }
    }

    /// Adds an element after all places are taken.
    #[cfg(feature = "alloc")]
    #[cold]
    #[inline(never)]
    fn push_beyond(&mut self, element: T) {
        let mut all = alloc::vec::Vec::with_capacity(2 * PLACES);
        all.extend(self.iter_mut().map(core::mem::take));
        all.push(element);
        *self = Self::OnHeap(all);
    }

    /// # Panics
    ///
    /// Without an allocator, if there are more than `PLACES` elements.
    #[inline]
    pub(crate) fn copy_of(elements: &[T]) -> Self
    where
        T: Copy,
    {
        let mut places = [T::default(); PLACES];
        match places.get_mut(..elements.len()) {
            Some(first) => {
                first.copy_from_slice(elements);
                Self::InPlace(elements.len(), places)
            }
            None => elements.iter().copied().collect(),
        }
    }

    /// Returns `len` default elements.
    #[inline]
    pub(crate) fn with_len(len: usize) -> Self
    where
        T: Copy,
    {
        // in place: if it were returned from a branch, it would be moved before its stores are done
        let mut all = Self::InPlace(len, [T::default(); PLACES]);
        if len > PLACES {
            all = Self::collected(len);
        }
        all
    }

    #[cold]
    #[inline(never)]
    fn collected(len: usize) -> Self
    where
        T: Copy,
    {
        (0..len).map(|_| T::default()).collect()
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn remove(&mut self, at: usize) -> T {
        self[at..].rotate_left(1);
        let last = self.len() - 1;
        let removed = core::mem::take(&mut self[last]);
        self.truncate(last);
        removed
    }

    #[cfg(feature = "tensor")]
    pub(crate) fn truncate(&mut self, len: usize) {
        match self {
            Self::InPlace(count, _) => *count = len.min(*count),
            #[cfg(feature = "alloc")]
            Self::OnHeap(all) => all.truncate(len),
        }
    }
}

impl<T: Copy + Default, const PLACES: usize> Default for SmallVec<T, PLACES> {
    #[inline]
    fn default() -> Self {
        Self::with_len(0)
    }
}

impl<T, const PLACES: usize> Deref for SmallVec<T, PLACES> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::InPlace(len, places) => &places[..*len],
            #[cfg(feature = "alloc")]
            Self::OnHeap(all) => all,
        }
    }
}

impl<T, const PLACES: usize> DerefMut for SmallVec<T, PLACES> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::InPlace(len, places) => &mut places[..*len],
            #[cfg(feature = "alloc")]
            Self::OnHeap(all) => all,
        }
    }
}

impl<T: Default, const PLACES: usize> FromIterator<T> for SmallVec<T, PLACES> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut elements = elements.into_iter();
        let (mut len, mut places) = (0, core::array::from_fn(|_| T::default()));
        // without a test of the variant for each element
        while len < PLACES {
            let Some(element) = elements.next() else { return Self::InPlace(len, places) };
            places[len] = element;
            len += 1;
        }
        let mut all = Self::InPlace(len, places);
        all.extend(elements);
        all
    }
}

impl<T: Default, const PLACES: usize> Extend<T> for SmallVec<T, PLACES> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        for element in elements {
            self.push(element);
        }
    }
}

impl<T: Debug, const PLACES: usize> Debug for SmallVec<T, PLACES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&**self, f)
    }
}

impl<T: PartialEq, const PLACES: usize> PartialEq for SmallVec<T, PLACES> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const PLACES: usize> Eq for SmallVec<T, PLACES> {}

impl<T: Hash, const PLACES: usize> Hash for SmallVec<T, PLACES> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
