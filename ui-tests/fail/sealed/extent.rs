//! `Extent` is sealed: a local type in every position does not implement it.

use conformable::shape::Extent;

struct Mine;

impl Extent for Mine {
    type And<Other: Extent> = Other;
    type If<A, B> = A;
    fn with<A, B, R>(either: &A, first: impl FnOnce(&A) -> R, _: impl FnOnce(&B) -> R) -> R {
        first(either)
    }
    fn with_mut<A, B, R>(either: &mut A, first: impl FnOnce(&mut A) -> R, _: impl FnOnce(&mut B) -> R) -> R {
        first(either)
    }
    fn take<A, B, R>(either: A, first: impl FnOnce(A) -> R, _: impl FnOnce(B) -> R) -> R {
        first(either)
    }
    fn make<C, A, B>(of: C, first: impl FnOnce(C) -> Option<A>, _: impl FnOnce(C) -> Option<B>) -> Option<A> {
        first(of)
    }
    fn map<C, A, B, X, Y>(either: A, with: C, first: impl FnOnce(A, C) -> X, _: impl FnOnce(B, C) -> Y) -> X {
        first(either, with)
    }
}

fn main() {}
