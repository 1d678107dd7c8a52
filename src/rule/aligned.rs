//! The loop that the rules on slices share.

use crate::shape::{Clash, Length, PairRule, Reason, Sizes};

/// Pairs the axes from the last one on; an axis that only one shape has is copied.
pub(super) fn right_aligned<Pairs: PairRule, N: Length>(lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
    let longer = if lhs.len() > rhs.len() { lhs } else { rhs };
    let mut out = Sizes::copy_of(longer);
    let axes = out.len();
    pairs::<Pairs, N>(lhs, rhs, |from_last, size| out[axes - 1 - from_last] = size)?;
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
