//! A sealed trait for a type of the library and a number of one's own: it compiles only as `unsafe`.

use conformable::numeric::Numeric;
use conformable::product::{Gemm, Loops, Packed};

#[derive(Clone, Copy)]
struct Mine(u8);

impl core::ops::Add for Mine {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        Self(self.0 + rhs.0)
    }
}

impl core::ops::Mul for Mine {
    type Output = Self;
    fn mul(self, rhs: Self) -> Self {
        Self(self.0 * rhs.0)
    }
}

impl Numeric for Mine {
    type Wide = Self;
    type Total = Self;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);
    const ROUNDS: bool = false;
    fn widen(self) -> Self {
        self
    }
    fn total(wide: Self) -> Self {
        wide
    }
}

fn is_of<G: Gemm<Mine>>() {}

impl Gemm<Mine> for Packed {}

fn main() {
    is_of::<Loops>();
}
