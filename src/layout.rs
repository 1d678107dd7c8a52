//! Strides of operands over a result, and the axes that loops can merge.
//!
//! The `const fn`s run at compile time if the types have all sizes and the operands are dense.
//!
//! ```text
//! result   (8, 64, 56, 56)
//! lhs      (8, 64, 56, 56)   strides 200704  3136  56  1
//! rhs         (64,  1,  1)   strides      0     1   0  0
//! plan     (8, 64, 3136)     the last two axes are one: on each side, a step on the outer is 56 on the inner
//! ```
//!
//! Strides are `usize`s; negative strides are in two's complement.

#![allow(unreachable_pub, reason = "kernels name the plan")]
#![allow(clippy::cast_sign_loss, clippy::cast_possible_wrap, reason = "strides are two's complement")]
#![allow(clippy::cast_possible_truncation, reason = "a plan has at most `MAX_RANK` axes")]

/// The maximal number of axes of a plan; an outer loop walks the outermost axes of deeper shapes.
pub(crate) const MAX_RANK: usize = 8;

/// An axis of a walk, with its strides in the elements that are read and in the target.
#[derive(Clone, Copy, Default)]
pub(crate) struct Along {
    pub(crate) size: usize,
    pub(crate) step: isize,
    pub(crate) target: isize,
}

impl Along {
    /// Merges an axis outside this one into it, if both are one axis in the elements and in the target. Returns whether
    /// it has.
    #[inline]
    pub(crate) fn merge(&mut self, outer: Self) -> bool {
        let continues = |outer: isize, inner: isize| outer == inner.wrapping_mul(self.size as isize);
        let is_one = continues(outer.step, self.step) && continues(outer.target, self.target);
        if is_one {
            // the product overflows only if another size is 0, and then nothing is walked
            self.size = self.size.wrapping_mul(outer.size);
        }
        is_one
    }
}

/// Writes the strides of a dense operand of those sizes.
pub(crate) const fn row_major(sizes: &[usize], strides: &mut [usize]) {
    let (mut axis, mut step) = (sizes.len(), 1usize);
    while axis > 0 {
        axis -= 1;
        strides[axis] = step;
        // only an empty operand can overflow here, and its strides are never followed
        step = step.saturating_mul(sizes[axis]);
    }
}

/// Sorts axes by the distance of their elements, the greatest first. `core`'s sorts take long to compile.
pub(crate) fn sort_outermost_first<Axis, Distance: Ord>(axes: &mut [Axis], distance: impl Fn(&Axis) -> Distance) {
    for end in 1..axes.len() {
        let mut at = end;
        while at > 0 && distance(&axes[at - 1]) < distance(&axes[at]) {
            axes.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Returns the axes, those of the largest strides outermost. Axes that repeat elements stay outside.
pub(crate) fn by_memory<Numbers: AsRef<[usize]> + AsMut<[usize]> + Clone>(strides: &Numbers) -> Numbers {
    let mut axes = strides.clone();
    axes.as_mut().iter_mut().enumerate().for_each(|(number, axis)| *axis = number);
    #[allow(clippy::cast_possible_wrap, reason = "strides are two's complement")]
    let distance = |&axis: &usize| (strides.as_ref()[axis] as isize).unsigned_abs();
    sort_outermost_first(axes.as_mut(), |axis| distance(axis).wrapping_sub(1));
    axes
}

pub(crate) fn arranged<Numbers: AsRef<[usize]> + AsMut<[usize]> + Clone>(numbers: &Numbers, axes: &[usize]) -> Numbers {
    let mut arranged = numbers.clone();
    for (number, &axis) in arranged.as_mut().iter_mut().zip(axes) {
        *number = numbers.as_ref()[axis];
    }
    arranged
}

/// Writes the strides of an operand over the axes of a result; 0 where it is broadcast. The operand's last axis is
/// aligned `trailing` axes before the result's last, or after it if `trailing` is negative.
///
/// Returns false if the operand does not broadcast to the result. The memory safety of the kernels rests on this.
#[must_use]
#[inline]
pub(crate) const fn stretch(
    result: &[usize],
    sizes: &[usize],
    strides: &[usize],
    trailing: isize,
    out: &mut [usize],
) -> bool {
    let mut axis = 0;
    while axis < result.len() {
        out[axis] = 0;
        axis += 1;
    }
    // the position of the operand's axis 0 in the result
    let start = result.len() as isize - sizes.len() as isize - trailing;
    let mut axis = 0;
    while axis < sizes.len() {
        let place = start + axis as isize;
        if sizes[axis] != 1 {
            if place < 0 || place as usize >= result.len() || result[place as usize] != sizes[axis] {
                return false;
            }
            out[place as usize] = strides[axis];
        }
        axis += 1;
    }
    true
}

/// The strides over the innermost axes of a result, up to [`MAX_RANK`].
pub type Over = [usize; MAX_RANK];

/// The innermost axes, up to [`MAX_RANK`].
#[inline]
pub(crate) fn innermost(axes: &[usize]) -> &[usize] {
    &axes[axes.len().saturating_sub(MAX_RANK)..]
}

/// The axes of an operand with more than one element, innermost first: the aligned axis of the result, if any, the size
/// and the stride. Without `strides` the operand is dense.
#[inline]
fn axes_over<'a>(
    rank: usize,
    sizes: &'a [usize],
    strides: Option<&'a [usize]>,
    trailing: isize,
) -> impl Iterator<Item = (Option<usize>, usize, usize)> + 'a {
    let start = rank as isize - sizes.len() as isize - trailing;
    let mut step = 1usize;
    sizes.iter().enumerate().rev().filter_map(move |(axis, &size)| {
        let stride = strides.map_or(step, |strides| strides[axis]);
        step = step.saturating_mul(size);
        (size != 1).then(|| (usize::try_from(start + axis as isize).ok(), size, stride))
    })
}

/// [`stretch`] over the innermost axes of a result, to zeros; `None` if the operand does not broadcast to it.
#[inline]
pub(crate) fn stretch_over(
    result: &[usize],
    sizes: &[usize],
    strides: Option<&[usize]>,
    trailing: isize,
    over: &mut Over,
) -> Option<()> {
    let outer = result.len() - innermost(result).len();
    for (axis, size, stride) in axes_over(result.len(), sizes, strides, trailing) {
        if *result.get(axis?)? != size {
            return None;
        }
        if let Some(axis) = axis?.checked_sub(outer) {
            over[axis] = stride;
        }
    }
    Some(())
}

/// The offset of the operand's element at an index of a result of that rank, aligned as in [`stretch_over`]. Missing
/// innermost indices are 0.
pub(crate) fn offset_over(
    rank: usize,
    sizes: &[usize],
    strides: Option<&[usize]>,
    trailing: isize,
    index: &[usize],
) -> isize {
    let i = |axis: Option<usize>| axis.and_then(|axis| index.get(axis)).copied().unwrap_or(0);
    axes_over(rank, sizes, strides, trailing)
        .fold(0usize, |at, (axis, _, stride)| at.wrapping_add(stride.wrapping_mul(i(axis)))) as isize
}

/// Writes the strides of a result whose axes each walk along one axis of an operand with a step, or along none, which
/// repeats the same element. Several may walk along one axis.
///
/// Returns false unless the sizes show that each element of the result is in bounds of the operand and, if `UNIQUE`,
/// that no two are the same element.
#[must_use]
#[inline]
pub(crate) fn walked<const UNIQUE: bool>(
    sizes: &[usize],
    strides: &[usize],
    to: &[usize],
    walks: impl Fn(usize) -> Option<(usize, usize)>,
    out: &mut [usize],
) -> bool {
    for (at, over) in out.iter_mut().enumerate() {
        *over = walks(at).map_or(0, |(axis, step)| strides[axis].wrapping_mul(step));
    }
    if to.contains(&0) {
        return true;
    }
    // the distance that all walks along an axis with at most this step cover together
    let last = |axis: usize, most: usize| {
        let along =
            |(at, &size): (usize, &usize)| walks(at).filter(|walk| walk.0 == axis).map(|(_, step)| (size, step));
        to.iter()
            .enumerate()
            .filter_map(along)
            .filter(|walk| walk.1 <= most)
            .try_fold(0usize, |last, (size, step)| last.checked_add((size - 1).checked_mul(step)?))
    };
    let unique = |at: usize| match walks(at) {
        _ if to[at] == 1 => true,
        // the walks of smaller steps together are shorter than one step, and no other walk has this one
        Some((axis, step)) => last(axis, step).is_some_and(|last| last < step.saturating_mul(to[at])),
        None => false,
    };
    (0..sizes.len()).all(|axis| last(axis, usize::MAX).is_some_and(|last| last < sizes[axis]))
        && (!UNIQUE || (0..to.len()).all(unique))
}

/// Writes the strides of the same elements in the same order for other sizes. Returns false if axes to merge are not
/// contiguous.
pub(crate) fn reshaped(sizes: &[usize], strides: &[usize], to: &[usize], out: &mut [usize]) -> bool {
    if sizes.contains(&0) {
        row_major(to, out);
        return to.contains(&0);
    }
    let (mut from, mut at) = (sizes.len(), to.len());
    loop {
        while from > 0 && sizes[from - 1] == 1 {
            from -= 1;
        }
        while at > 0 && to[at - 1] == 1 {
            at -= 1;
            out[at] = 0;
        }
        if from == 0 || at == 0 {
            return from == at;
        }
        // the next axes with equally many elements on both sides; those of the operand must be contiguous
        from -= 1;
        let (step, mut numel, mut wanted) = (strides[from], sizes[from], 1usize);
        let mut end = step.wrapping_mul(numel);
        while numel != wanted {
            if wanted < numel && at > 0 {
                at -= 1;
                out[at] = step.wrapping_mul(wanted);
                let Some(more) = wanted.checked_mul(to[at]) else { return false };
                wanted = more;
            } else if numel < wanted && from > 0 {
                from -= 1;
                if sizes[from] != 1 {
                    if strides[from] != end {
                        return false;
                    }
                    numel *= sizes[from];
                    end = end.wrapping_mul(sizes[from]);
                }
            } else {
                return false;
            }
        }
    }
}

#[inline]
pub(crate) fn offset(index: &[usize], strides: &[usize]) -> isize {
    index.iter().zip(strides).fold(0usize, |at, (&i, &stride)| at.wrapping_add(i.wrapping_mul(stride))) as isize
}

/// Writes the index of the element at a position in row-major order.
pub(crate) fn unravel(mut place: usize, sizes: &[usize], index: &mut [usize]) {
    for (i, size) in index.iter_mut().zip(sizes).rev() {
        (*i, place) = (place % size, place / size);
    }
}

/// Advances to the next index in row-major order; after the last, wraps to the first and returns false.
#[inline]
pub(crate) fn advance(index: &mut [usize], sizes: &[usize]) -> bool {
    for (i, size) in index.iter_mut().zip(sizes).rev() {
        *i += 1;
        if *i < *size {
            return true;
        }
        *i = 0;
    }
    false
}

/// One bit for each axis: whether it merges with the next inner axis of more than one element.
#[inline]
pub(crate) const fn merges(result: &[usize], strides: &[usize]) -> u32 {
    let (mut merges, mut axis, mut inner) = (0, result.len(), None);
    while axis > 0 {
        axis -= 1;
        let size = result[axis];
        if size != 1 {
            if let Some(step) = inner {
                merges |= ((strides[axis] == step) as u32) << axis;
            }
            inner = Some(strides[axis].wrapping_mul(size));
        }
    }
    merges
}

/// Whether an operand of those strides repeats a contiguous block of the innermost axes, at least once.
pub(crate) const fn repeats(result: &[usize], strides: &[usize]) -> bool {
    let (mut axis, mut dense, mut once) = (result.len(), 1, true);
    while axis > 0 {
        axis -= 1;
        if result[axis] != 1 {
            once = once && strides[axis] == dense;
            if !once && strides[axis] != 0 {
                return false;
            }
            // only an empty result overflows, and it has no plan
            dense = dense.wrapping_mul(result[axis]);
        }
    }
    true
}

/// The step in elements along each axis of a plan, innermost first.
pub type Steps = [isize; MAX_RANK];

/// The axes of a loop after merging, innermost first.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// 1 from `rank` on.
    pub(crate) sizes: [usize; MAX_RANK],
    pub(crate) rank: usize,
    /// The innermost of the result's axes that were merged into each axis of the plan.
    axes: [u8; MAX_RANK],
}

impl Plan {
    /// The plan of a non-empty result of at most [`MAX_RANK`] axes whose operands allow these [`merges`].
    #[inline]
    pub(crate) const fn new(result: &[usize], merges: u32) -> Self {
        let mut plan = Self::ONE;
        plan.add(result, merges);
        plan
    }

    pub(crate) const ONE: Self = Self { sizes: [1; MAX_RANK], rank: 0, axes: [0; MAX_RANK] };

    /// [`new`](Self::new) in the place of [`ONE`](Self::ONE).
    #[inline]
    pub(crate) const fn add(&mut self, result: &[usize], merges: u32) {
        let mut axis = result.len();
        while axis > 0 {
            axis -= 1;
            let size = result[axis];
            if size == 1 {
                continue;
            }
            if self.rank > 0 && merges >> axis & 1 == 1 {
                self.sizes[self.rank - 1] *= size;
            } else {
                self.sizes[self.rank] = size;
                self.axes[self.rank] = axis as u8;
                self.rank += 1;
            }
        }
    }

    pub(crate) const fn row(size: usize) -> Self {
        let mut plan = Self::ONE;
        plan.sizes[0] = size;
        plan.rank = 1;
        plan
    }

    /// The steps of an operand of those strides along the axes of the plan. A single element is a dense row.
    ///
    /// If `CARRIED`, each step from axis 2 on is less by the distance covered on the axes inside it from 2 on: the
    /// amount to add to a pointer when the axis advances and those inside restart.
    #[inline]
    pub(crate) const fn steps<const CARRIED: bool>(&self, strides: &[usize]) -> Steps {
        let mut steps = [0; MAX_RANK];
        self.write_steps::<CARRIED>(strides, &mut steps);
        steps
    }

    /// Writes [`steps`](Self::steps) to zeros.
    #[inline]
    pub(crate) const fn write_steps<const CARRIED: bool>(&self, strides: &[usize], steps: &mut Steps) {
        steps[0] = 1;
        let (mut gone, mut axis) = (0isize, 0);
        while axis < self.rank {
            let step = strides[self.axes[axis] as usize] as isize;
            steps[axis] = step;
            if CARRIED && axis >= 2 {
                steps[axis] = step.wrapping_sub(gone);
                gone = gone.wrapping_add(step.wrapping_mul((self.sizes[axis] as isize).wrapping_sub(1)));
            }
            axis += 1;
        }
    }

    /// The steps before they were carried.
    #[inline]
    pub(crate) fn strides_of(&self, steps: &Steps) -> Steps {
        let (mut strides, mut gone) = (*steps, 0isize);
        for axis in 2..self.rank {
            strides[axis] = steps[axis].wrapping_add(gone);
            gone = gone.wrapping_add(strides[axis].wrapping_mul((self.sizes[axis] as isize).wrapping_sub(1)));
        }
        strides
    }

    /// Advances the index of the axes from `inner` on. Returns the outermost axis that advanced, `None` after the last
    /// index.
    #[inline]
    pub(crate) fn next(&self, inner: usize, index: &mut [usize; MAX_RANK]) -> Option<usize> {
        if self.rank > inner { self.next_of_many(inner, index) } else { None }
    }

    #[inline(never)]
    fn next_of_many(&self, inner: usize, index: &mut [usize; MAX_RANK]) -> Option<usize> {
        let mut axis = inner;
        while axis < self.rank {
            index[axis] += 1;
            if index[axis] < self.sizes[axis] {
                return Some(axis);
            }
            index[axis] = 0;
            axis += 1;
        }
        None
    }

    pub(crate) const fn numel(&self) -> usize {
        let (mut axis, mut numel) = (0, 1);
        while axis < self.rank {
            numel *= self.sizes[axis];
            axis += 1;
        }
        numel
    }

    /// The plan up to an axis, with `size` elements on that axis.
    pub(crate) fn piece(&self, axis: usize, size: usize) -> Self {
        let mut piece = *self;
        piece.sizes[axis] = size;
        piece.sizes[axis + 1..].fill(1);
        piece.rank = axis + 1;
        piece
    }

    /// The axis of the result whose step is one step along that axis of the plan.
    pub(crate) fn axis_of_result(&self, axis: usize) -> usize {
        self.axes[axis].into()
    }
}

/// The sizes and the rank of a static shape, if a plan can hold its axes.
pub(crate) const fn known(dims: Option<&[Option<usize>]>) -> Option<([usize; MAX_RANK], usize)> {
    let Some(dims) = dims else { return None };
    if dims.len() > MAX_RANK {
        return None;
    }
    let (mut sizes, mut axis) = ([1; MAX_RANK], 0);
    while axis < dims.len() {
        match dims[axis] {
            Some(size) => sizes[axis] = size,
            None => return None,
        }
        axis += 1;
    }
    Some((sizes, dims.len()))
}

/// [`stretch`] for a dense operand if the compiler knows both shapes and they conform.
pub(crate) const fn stretch_known(
    result: Option<&[Option<usize>]>,
    operand: Option<&[Option<usize>]>,
    trailing: isize,
) -> Option<[usize; MAX_RANK]> {
    let (Some((result, rank)), Some((sizes, operand_rank))) = (known(result), known(operand)) else { return None };
    let (mut strides, mut out) = ([0; MAX_RANK], [0; MAX_RANK]);
    let sizes = sizes.split_at(operand_rank).0;
    row_major(sizes, &mut strides);
    if stretch(result.split_at(rank).0, sizes, &strides, trailing, &mut out) { Some(out) } else { None }
}

#[cfg(test)]
mod tests {
    use super::walked;

    /// What [`walked`] says of a dense operand with these sizes, without and with different elements.
    fn is_walked(sizes: &[usize], to: &[usize], walks: &[Option<(usize, usize)>]) -> [bool; 2] {
        let (mut strides, mut out) = ([0; 3], [0; 3]);
        let (strides, out) = (&mut strides[..sizes.len()], &mut out[..to.len()]);
        super::row_major(sizes, strides);
        [
            walked::<false>(sizes, strides, to, |at| walks[at], out),
            walked::<true>(sizes, strides, to, |at| walks[at], out),
        ]
    }

    #[test]
    fn walks_in_bounds_of_different_elements() {
        let rows = [Some((0, 3)), Some((0, 1))];
        assert_eq!(is_walked(&[6], &[2, 3], &rows), [true, true]);
        assert_eq!(is_walked(&[5], &[2, 3], &rows), [false, false]);
        // elements that two walks reach
        assert_eq!(is_walked(&[6], &[2, 3], &[Some((0, 2)), Some((0, 1))]), [true, false]);
        assert_eq!(is_walked(&[6], &[2, 2], &[Some((0, 1)), Some((0, 1))]), [true, false]);
        assert_eq!(is_walked(&[6], &[3, 2], &[Some((0, 1)), Some((0, 3))]), [true, true]);
        assert_eq!(is_walked(&[7], &[3, 2], &[Some((0, 1)), Some((0, 2))]), [true, false]);
        // repeated elements, unless there is one
        assert_eq!(is_walked(&[6], &[2], &[Some((0, 0))]), [true, false]);
        assert_eq!(is_walked(&[6], &[2], &[None]), [true, false]);
        assert_eq!(is_walked(&[6], &[1], &[None]), [true, true]);
        assert_eq!(is_walked(&[6], &[1], &[Some((0, 0))]), [true, true]);
        // axes of their own, and no elements
        assert_eq!(is_walked(&[2, 3], &[3, 2], &[Some((1, 1)), Some((0, 1))]), [true, true]);
        assert_eq!(is_walked(&[2, 3], &[3, 3], &[Some((1, 1)), Some((0, 1))]), [false, false]);
        assert_eq!(is_walked(&[2, 3], &[0, 9], &[Some((1, 1)), Some((0, 1))]), [true, true]);
        assert_eq!(is_walked(&[2], &[usize::MAX, 2], &[Some((0, 2)), Some((0, 1))]), [false, false]);
    }
}
