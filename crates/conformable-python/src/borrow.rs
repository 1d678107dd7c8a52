//! The memory that arguments borrow, so that no element is borrowed as mutable twice.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The addresses of the elements of one argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// The lowest address, and the one behind the last element.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The greatest common divisor of the strides in bytes; 0 for one element.
    pub(crate) step: usize,
    /// The bytes of an element.
    pub(crate) size: usize,
    pub(crate) mutable: bool,
}

impl Region {
    /// Whether one may change elements that the other reads.
    fn conflicts(self, other: Self) -> bool {
        if !(self.mutable || other.mutable) || self.to <= other.from || other.to <= self.from {
            return false;
        }
        let step = gcd(self.step, other.step);
        if step == 0 {
            return true;
        }
        // all elements are at these places modulo the step
        let gap = (other.from % step + step - self.from % step) % step;
        gap < self.size || gap + other.size > step
    }
}

pub(crate) fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The borrows of all arguments of this extension module, with their numbers.
static BORROWED: Mutex<(u64, Vec<(u64, Region)>)> = Mutex::new((0, Vec::new()));

fn borrowed() -> MutexGuard<'static, (u64, Vec<(u64, Region)>)> {
    BORROWED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A borrow, until it is dropped.
#[derive(Debug)]
pub(crate) struct Borrow(u64);

impl Borrow {
    /// Borrows the region, or returns `None` if it conflicts with another borrow.
    pub(crate) fn new(region: Region) -> Option<Self> {
        let mut all = borrowed();
        if all.1.iter().any(|(_, other)| region.conflicts(*other)) {
            return None;
        }
        all.0 += 1;
        let number = all.0;
        all.1.push((number, region));
        Some(Self(number))
    }
}

impl Drop for Borrow {
    fn drop(&mut self) {
        let mut all = borrowed();
        if let Some(place) = all.1.iter().position(|(number, _)| *number == self.0) {
            all.1.swap_remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(from: usize, to: usize, step: usize, mutable: bool) -> Region {
        Region { from, to, step, size: 4, mutable }
    }

    #[test]
    fn regions_conflict_where_an_element_may_be_in_both() {
        let cases = [
            (region(0, 40, 4, true), region(40, 80, 4, true), false),
            (region(0, 40, 4, true), region(36, 80, 4, false), true),
            (region(0, 40, 4, false), region(0, 40, 4, false), false),
            // every second element, from the first and from the second
            (region(0, 40, 8, true), region(4, 44, 8, true), false),
            (region(4, 44, 8, true), region(0, 40, 8, true), false),
            (region(0, 40, 8, true), region(2, 42, 8, true), true),
            (region(0, 40, 8, true), region(6, 46, 8, true), true),
            (region(0, 4, 0, true), region(0, 4, 0, false), true),
            (region(0, 4, 0, true), region(4, 8, 0, false), false),
        ];
        for (lhs, rhs, conflict) in cases {
            assert_eq!(lhs.conflicts(rhs), conflict, "{lhs:?} {rhs:?}");
            assert_eq!(rhs.conflicts(lhs), conflict, "{rhs:?} {lhs:?}");
        }
    }

    #[test]
    fn a_region_is_free_after_its_borrow() {
        let (from, to) = (1 << 40, (1 << 40) + 64);
        let first = Borrow::new(region(from, to, 4, true)).expect("nothing else is borrowed there");
        assert!(Borrow::new(region(from + 8, to, 4, false)).is_none());
        drop(first);
        let readers = [(); 2].map(|()| Borrow::new(region(from, to, 4, false)).expect("readers share it"));
        assert!(Borrow::new(region(from, to, 4, true)).is_none());
        drop(readers);
        assert!(Borrow::new(region(from, to, 4, true)).is_some());
    }
}
