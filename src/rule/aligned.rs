//! The loop that the rules on slices share.

use crate::shape::{Clash, Length, PairRule, Reason, Sizes};

/// Pairs the axes from the last one on; an axis that one
/// shape does not have is the other's.
pub(super) fn right_aligned<Pairs: PairRule, N: Length>(lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
    let shared = lhs.len().min(rhs.len());
    let longer = if lhs.len() > rhs.len() { lhs } else { rhs };
    let mut out: Sizes<N> = longer.iter().copied().collect();
    let pairs = lhs.iter().rev().zip(rhs.iter().rev());
    for (from_last, (out, (&l, &r))) in out.iter_mut().rev().zip(pairs).take(shared).enumerate() {
        *out = Pairs::pair(l, r).ok_or(Clash::Pair { from_last, reason: Reason::Sizes })?;
    }
    Ok(out)
}
