//! The shapes of regions.

use conformable::{AnyShape, Dim, Dyn, Shape};

/// A shape of rank 0 to 6, or an [`AnyShape`], with the shape of its regions.
pub trait Ranked: Shape {
    /// The shape of the same rank whose sizes are all known only at run time.
    type Region: Shape;
}

impl Ranked for () {
    type Region = ();
}

impl Ranked for AnyShape {
    type Region = Self;
}

macro_rules! ranked {
    ($(($($dim:ident)+): ($($dyn:ident)+),)*) => {$(
        impl<$($dim: Dim),+> Ranked for ($($dim,)+) {
            type Region = ($($dyn,)+);
        }
    )*};
}

ranked! {
    (A): (Dyn),
    (A B): (Dyn Dyn),
    (A B C): (Dyn Dyn Dyn),
    (A B C D): (Dyn Dyn Dyn Dyn),
    (A B C D E): (Dyn Dyn Dyn Dyn Dyn),
    (A B C D E F): (Dyn Dyn Dyn Dyn Dyn Dyn),
}
