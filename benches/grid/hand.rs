//! Loops by hand over any number of operands: axes that can be walked as one are one, and of each operand it is written down
//! which axes it has. The lengths are constants of the caller's, or hidden from the compiler.

use std::hint::black_box;

/// How many axes the loops have.
const AXES: usize = 6;

/// The axes of a result of `N` operands, innermost first, and whether each operand has them or is stretched.
#[derive(Clone, Copy)]
pub(super) struct Axes<const N: usize> {
    pub(super) sizes: [usize; AXES],
    pub(super) rank: usize,
    through: [[bool; AXES]; N],
}

/// The axes of a result, of which those are one that every operand has, or none.
pub(super) const fn axes<const N: usize>(result: &[usize], operands: [&[usize]; N]) -> Axes<N> {
    let mut axes = Axes { sizes: [1; AXES], rank: 0, through: [[false; AXES]; N] };
    let mut axis = result.len();
    while axis > 0 {
        axis -= 1;
        let size = result[axis];
        if size == 1 {
            continue;
        }
        let (mut through, mut same, mut k) = ([false; N], axes.rank > 0, 0);
        while k < N {
            let missing = result.len() - operands[k].len();
            through[k] = axis >= missing && operands[k][axis - missing] != 1;
            if axes.rank > 0 && through[k] != axes.through[k][axes.rank - 1] {
                same = false;
            }
            k += 1;
        }
        if same {
            axes.sizes[axes.rank - 1] *= size;
            continue;
        }
        axes.sizes[axes.rank] = size;
        k = 0;
        while k < N {
            axes.through[k][axes.rank] = through[k];
            k += 1;
        }
        axes.rank += 1;
    }
    axes
}

impl<const N: usize> Axes<N> {
    /// The same with lengths that the compiler does not know.
    #[inline(always)]
    pub(super) fn hidden(mut self) -> Self {
        for axis in 0..self.rank {
            self.sizes[axis] = black_box(self.sizes[axis]);
        }
        self
    }
}

/// # Safety
///
/// The target and the operands have the elements that the axes tell.
#[inline(always)]
pub(super) unsafe fn nest<T: Copy, V, const N: usize>(
    axes: Axes<N>,
    out: &mut [V],
    operands: [*const T; N],
    f: impl Fn(&mut V, [T; N]) + Copy,
) {
    let Axes { sizes, through, .. } = axes;
    let mut steps = [[0; AXES]; N];
    for (steps, through) in steps.iter_mut().zip(through) {
        let mut step = 1;
        for axis in 0..AXES {
            if through[axis] {
                steps[axis] = step;
                step *= sizes[axis];
            }
        }
    }
    let go = |at: [*const T; N], axis: usize, i: usize| -> [*const T; N] {
        std::array::from_fn(|k| at[k].wrapping_add(steps[k][axis] * i))
    };
    let mut place = 0;
    for i in 0..sizes[5] {
        let at = go(operands, 5, i);
        for i in 0..sizes[4] {
            let at = go(at, 4, i);
            for i in 0..sizes[3] {
                let at = go(at, 3, i);
                for i in 0..sizes[2] {
                    let at = go(at, 2, i);
                    for i in 0..sizes[1] {
                        let at = go(at, 1, i);
                        for i in 0..sizes[0] {
                            let items = std::array::from_fn(|k| {
                                let i = if through[k][0] { i } else { 0 };
                                // SAFETY: the caller's promise.
                                unsafe { at[k].add(i).read() }
                            });
                            // SAFETY: the caller's promise.
                            f(unsafe { out.get_unchecked_mut(place + i) }, items);
                        }
                        place += sizes[0];
                    }
                }
            }
        }
    }
}
