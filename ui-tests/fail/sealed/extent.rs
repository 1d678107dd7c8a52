//! `Extent` is sealed: a local type in every position does not implement it.

use conformable::shape::{Dynamic, Extent};

struct Mine;

impl Extent for Mine {
    type And<Other: Extent> = Other;
    type AndCapped = Dynamic;
    type If<A, B, C> = A;
    fn with<A, B, C, R>(
        either: &A,
        first: impl FnOnce(&A) -> R,
        _: impl FnOnce(&B) -> R,
        _: impl FnOnce(&C) -> R,
    ) -> R {
        first(either)
    }
    fn with_mut<A, B, C, R>(
        either: &mut A,
        first: impl FnOnce(&mut A) -> R,
        _: impl FnOnce(&mut B) -> R,
        _: impl FnOnce(&mut C) -> R,
    ) -> R {
        first(either)
    }
    fn take<A, B, C, R>(either: A, first: impl FnOnce(A) -> R, _: impl FnOnce(B) -> R, _: impl FnOnce(C) -> R) -> R {
        first(either)
    }
    fn make<Of, A, B, C>(
        of: Of,
        first: impl FnOnce(Of) -> Option<A>,
        _: impl FnOnce(Of) -> Option<B>,
        _: impl FnOnce(Of) -> Option<C>,
    ) -> Option<A> {
        first(of)
    }
    fn map<With, A, B, C, X, Y, Z>(
        either: A,
        with: With,
        first: impl FnOnce(A, With) -> X,
        _: impl FnOnce(B, With) -> Y,
        _: impl FnOnce(C, With) -> Z,
    ) -> X {
        first(either, with)
    }
}

fn main() {}
