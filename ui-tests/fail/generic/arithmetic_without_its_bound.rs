//! The note names the bound.
use conformable::{Dim, DimFloorQuot, DimMax, DimPow, Size};

fn facts<N: Dim>(n: N) {
    n.floor_over(Size::<2>);
    n.power(Size::<2>);
    n.greatest(Size::<2>);
}

fn main() {
    facts(Size::<2>);
}
