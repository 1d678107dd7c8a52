//! `Gemm` is sealed: a local type in every position does not implement it.

use conformable::numeric::Numeric;
use conformable::product::Gemm;

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

struct Mult;

// its method takes a type that cannot be named, and the trait is `unsafe`, too
unsafe impl Gemm<Mine> for Mult {}

fn main() {}
