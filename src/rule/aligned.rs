//! The loop that the rules on slices share.

use crate::shape::{Clash, Length, PairRule, Reason, Sizes};

/// Pairs the axes from the last one on; an axis that only one shape has is copied.
pub(super) fn right_aligned<Pairs: PairRule, N: Length>(lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
    let longer = if lhs.len() > rhs.len() { lhs } else { rhs };
    let mut out = Sizes::copy_of(longer);
    let axes = out.len();
    let places = &mut out[..];
    pairs::<Pairs, N>(lhs, rhs, |from_last, size| {
        let place = &mut places[axes - 1 - from_last];
        // a move would wait for writes, and most stay
        if *place != size {
            *place = size;
        }
    })?;
    Ok(out)
}

/// Combines pairs of axes, from the last one on.
#[inline]
pub(super) fn pairs<Pairs: PairRule, N: Length>(
    lhs: &[N],
    rhs: &[N],
    mut f: impl FnMut(usize, N),
) -> Result<(), Clash> {
    for (from_last, (&l, &r)) in lhs.iter().rev().zip(rhs.iter().rev()).enumerate() {
        f(from_last, Pairs::pair(l, r).ok_or(Clash::Pair { from_last, reason: Reason::Sizes })?);
    }
    Ok(())
}

/// Implements a rule of right-aligned shapes on two lists: its trait, the trait of two dims, and the rule on slices.
macro_rules! right_aligned_lists {
    ($Axes:ident, $Dims:ident, $sizes:ident) => {
        // rule(L, ()) = L
        impl<Left: AxesList, Lhs, Rhs> $Axes<Left, Lhs, Rhs> for Nil {
            type Output = Left::Shape;

            #[inline]
            fn walk(lhs: &Left, _: &Nil) -> Result<Self::Output, Clash> {
                Ok(lhs.clone().into_shape())
            }
        }

        // rule((), R) = R
        impl<Last, Outer, Lhs, Rhs> $Axes<Nil, Lhs, Rhs> for Axes<Last, Outer>
        where
            Self: AxesList,
        {
            type Output = <Self as AxesList>::Shape;

            #[inline]
            fn walk(_: &Nil, rhs: &Self) -> Result<Self::Output, Clash> {
                Ok(rhs.clone().into_shape())
            }
        }

        // rule((..L, l), (..R, r)) = (..rule(L, R), rule(l, r))
        impl<LLast, LOuter, RLast, ROuter, Lhs, Rhs> $Axes<Axes<LLast, LOuter>, Lhs, Rhs> for Axes<RLast, ROuter>
        where
            LLast: $Dims<RLast, Lhs, Rhs>,
            ROuter: $Axes<LOuter, Lhs, Rhs>,
        {
            type Output = <ROuter::Output as Shape>::Push<LLast::Output>;

            #[inline]
            fn walk(lhs: &Axes<LLast, LOuter>, rhs: &Self) -> Result<Self::Output, Clash> {
                $crate::rule::aligned::pushed!(lhs.last.pair(&rhs.last), ROuter::walk(&lhs.outer, &rhs.outer))
            }
        }

        // rule(L, *) = *
        impl<Left: AxesList, Lhs, Rhs> $Axes<Left, Lhs, Rhs> for AnyShape {
            type Output = Self;

            #[inline]
            fn walk(lhs: &Left, rhs: &Self) -> Result<Self, Clash> {
                lhs.with_sizes(|lhs| $sizes(lhs, rhs)).map(Self::from_sizes_vec)
            }
        }

        // rule(*, R) = *
        impl<Last, Outer, Lhs, Rhs> $Axes<AnyShape, Lhs, Rhs> for Axes<Last, Outer>
        where
            Self: AxesList,
        {
            type Output = AnyShape;

            #[inline]
            fn walk(lhs: &AnyShape, rhs: &Self) -> Result<AnyShape, Clash> {
                rhs.with_sizes(|rhs| $sizes(lhs, rhs)).map(AnyShape::from_sizes_vec)
            }
        }
    };
}

/// Implements a trait of two dims, which `$Pairs` combines.
macro_rules! paired_dims {
    ($Dims:ident, $Pairs:ident $(, $reason:expr)?) => {
        #[diagnostic::do_not_recommend]
        impl<Left: Dim, Right: Dim, Lhs, Rhs> $Dims<Right, Lhs, Rhs> for Left
        where
            Left::Kind: Meet<Right::Kind, $Pairs>,
        {
            type Output = Met<Left, Right, $Pairs>;

            #[inline]
            fn pair(&self, other: &Right) -> Result<Self::Output, Reason> {
                meet::<$Pairs, _, _, _>(*self, *other)$(.map_err(|_| $reason))?
            }
        }
    };
}

/// Pushes a dim onto the outer shape, without closures, which each pair of shapes would compile again.
macro_rules! pushed {
    ($last:expr, $outer:expr) => {
        match $last {
            Ok(last) => match $outer {
                Ok(outer) => Ok(outer.push(last)),
                Err(clash) => Err(clash.outward()),
            },
            Err(reason) => Err(Clash::last(reason)),
        }
    };
}

pub(super) use {paired_dims, pushed, right_aligned_lists};
