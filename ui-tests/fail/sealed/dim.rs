//! `Dim` is sealed: a local type in every position does not implement it.

use conformable::Dim;
use conformable::shape::{Dynamic, IntoDim, Many, Measure};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Mine;

impl Measure for Mine {
    type Array<T> = [T; 2];
    type Extent = Dynamic;
    type Unnamed
        = Mine
    where
        Self: Dim;
    type Renamed<L>
        = Mine
    where
        Self: Dim;
    const NUMBER: Option<usize> = None;
    const KNOWN: Option<Self> = None;
    fn measure(self) -> usize {
        2
    }
    fn measuring(_: usize) -> Option<Self> {
        Some(Self)
    }
}

impl IntoDim for Mine {
    type Dim = Self;
    fn into_dim(self) -> Self {
        self
    }
}

impl Dim for Mine {
    type Kind = Many<Mine>;
    type Group = ();
}

fn main() {}
