//! Operands of any strides, which are views of arrays, and loops over their indices.

#![allow(dead_code, reason = "each test takes what it needs")]

use ndarray::{ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, RawData, Slice};
use proptest::prelude::*;

/// How an operand lies in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// By how many places the axes are rotated in memory.
    pub(crate) rotated: usize,
    /// Which axes run backwards.
    pub(crate) inverted: u8,
    /// On which axes every other element is left out.
    pub(crate) sparse: u8,
    /// On which axes one element is shown at each index.
    pub(crate) stretched: u8,
}

pub(crate) fn layout() -> impl Strategy<Value = Layout> {
    // dense operands are what the special loops are for
    let plain = || prop_oneof![2 => Just(0), 1 => any::<u8>()];
    (prop_oneof![2 => Just(0), 1 => 0..6_usize], plain(), plain(), plain())
        .prop_map(|(rotated, inverted, sparse, stretched)| Layout { rotated, inverted, sparse, stretched })
}

fn bit(bits: u8, axis: usize) -> bool {
    bits >> (axis % 8) & 1 == 1
}

impl Layout {
    /// The same, with each element at one index.
    pub(crate) fn unstretched(&self) -> Self {
        Self { stretched: 0, ..*self }
    }

    /// Which axis of the operand is that of the memory, outermost first.
    fn order(&self, rank: usize) -> Vec<usize> {
        (0..rank).map(|axis| (axis + self.rotated) % rank).collect()
    }

    /// Memory for an operand of those sizes.
    pub(crate) fn memory<T>(&self, sizes: &[usize], mut element: impl FnMut(usize) -> T) -> ArrayD<T> {
        let size = |axis: usize| {
            let size = if bit(self.stretched, axis) { sizes[axis].min(1) } else { sizes[axis] };
            if bit(self.sparse, axis) { size * 2 } else { size }
        };
        let sizes: Vec<usize> = self.order(sizes.len()).into_iter().map(size).collect();
        let elements = (0..sizes.iter().product()).map(&mut element).collect();
        ArrayD::from_shape_vec(IxDyn(&sizes), elements).expect("as many elements")
    }

    /// The operand, but for what is stretched.
    fn lay<S: RawData>(&self, mut memory: ArrayBase<S, IxDyn>) -> ArrayBase<S, IxDyn> {
        let order = self.order(memory.ndim());
        let mut places = vec![0; order.len()];
        for (place, &axis) in order.iter().enumerate() {
            places[axis] = place;
            let step = if bit(self.sparse, axis) { 2 } else { 1 };
            let slice = Slice::new(0, None, if bit(self.inverted, axis) { -step } else { step });
            memory.slice_axis_inplace(Axis(place), slice);
        }
        memory.permuted_axes(IxDyn(&places))
    }

    /// The operand without what is stretched: `broadcast` of it borrows it.
    pub(crate) fn view<'a, T>(&self, memory: &'a ArrayD<T>) -> ArrayViewD<'a, T> {
        self.lay(memory.view())
    }

    pub(crate) fn view_mut<'a, T>(&self, memory: &'a mut ArrayD<T>) -> ArrayViewMutD<'a, T> {
        self.lay(memory.view_mut())
    }
}

/// All indices of a shape, in row-major order.
pub(crate) fn indices(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let sizes = sizes.to_vec();
    (0..sizes.iter().product()).map(move |mut i| {
        let mut index = vec![0; sizes.len()];
        for (place, size) in index.iter_mut().zip(&sizes).rev() {
            *place = i % size;
            i /= size;
        }
        index
    })
}

/// As many cases as `PROPTEST_CASES` says, or so many; under miri few.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let cases = if cfg!(miri) {
        1
    } else if std::env::var_os("PROPTEST_CASES").is_some() {
        config.cases
    } else {
        cases
    };
    ProptestConfig { cases, ..config }
}
