//! Handwritten loops over any number of operands. Axes are merged where possible, and each operand has a list of its
//! axes. The lengths are constants of the caller's, or hidden from the compiler.

use std::hint::black_box;

/// The number of axes of the loops.
const AXES: usize = 6;

/// The axes of a result of `N` operands, innermost first, and whether each operand has them or is broadcast.
#[derive(Clone, Copy)]
pub(super) struct Axes<const N: usize> {
    pub(super) sizes: [usize; AXES],
    pub(super) rank: usize,
    through: [[bool; AXES]; N],
}

/// The axes of a result, merged if every operand has them or none has.
pub(super) const fn axes<const N: usize>(result: &[usize], operands: [&[usize]; N]) -> Axes<N> {
    let mut out = Axes { sizes: [1; AXES], rank: 0, through: [[false; AXES]; N] };
    let mut axis = result.len();
    while axis > 0 {
        axis -= 1;
        let size = result[axis];
        if size == 1 {
            continue;
        }
        let (mut through, mut same, mut k) = ([false; N], out.rank > 0, 0);
        while k < N {
            let missing = result.len() - operands[k].len();
            through[k] = axis >= missing && operands[k][axis - missing] != 1;
            if out.rank > 0 && through[k] != out.through[k][out.rank - 1] {
                same = false;
            }
            k += 1;
        }
        if same {
            out.sizes[out.rank - 1] *= size;
            continue;
        }
        out.sizes[out.rank] = size;
        k = 0;
        while k < N {
            out.through[k][out.rank] = through[k];
            k += 1;
        }
        out.rank += 1;
    }
    out
}

impl<const N: usize> Axes<N> {
    /// The same, with lengths that the compiler does not know.
    #[inline(always)]
    pub(super) fn hidden(mut self) -> Self {
        for axis in 0..self.rank {
            self.sizes[axis] = black_box(self.sizes[axis]);
        }
        self
    }
}

impl<const N: usize> Axes<N> {
    /// The stride of an operand on each axis.
    #[inline(always)]
    pub(super) const fn steps(&self, operand: usize) -> [usize; AXES] {
        let (mut steps, mut step, mut axis) = ([0; AXES], 1, 0);
        while axis < AXES {
            if self.through[operand][axis] {
                steps[axis] = step;
                step *= self.sizes[axis];
            }
            axis += 1;
        }
        steps
    }

    /// Whether an operand has more than one element in a row.
    pub(super) const fn has_rows(&self, operand: usize) -> bool {
        self.through[operand][0]
    }
}

/// Loops over the axes, outermost first: `nest!(sizes, [1 0], x y; f)` goes to every place with the operands `x` and
/// `y`.
macro_rules! nest {
    ($sizes:ident, [0], $($x:ident)+; $f:expr) => {
        for i in 0..$sizes[0] {
            $(
                // SAFETY: the operands have the elements of these axes.
                let $x = unsafe { $x.0.add(if $x.2 { i } else { 0 }).read() };
            )+
            $f;
        }
    };
    ($sizes:ident, [$axis:tt $($inner:tt)+], $($x:ident)+; $f:expr) => {
        for i in 0..$sizes[$axis] {
            $(let $x = ($x.0.wrapping_add($x.1[$axis] * i), $x.1, $x.2);)+
            nest!($sizes, [$($inner)+], $($x)+; $f);
        }
    };
}
pub(super) use nest;
