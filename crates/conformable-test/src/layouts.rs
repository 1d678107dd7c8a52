//! Operands of any strides, which are views of arrays.

use ndarray::{ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, RawData, Slice};
use proptest::prelude::*;

/// How an operand lies in memory.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// By how many places the axes are rotated in memory.
    pub rotated: usize,
    /// Which axes run backwards.
    pub inverted: u8,
    /// On which axes every other element is left out.
    pub sparse: u8,
    /// On which axes one element is shown at each index.
    pub stretched: u8,
}

/// Any layout, with many that are dense.
pub fn layout() -> impl Strategy<Value = Layout> {
    // dense operands are what the special loops are for
    let plain = || prop_oneof![2 => Just(0), 1 => any::<u8>()];
    (prop_oneof![2 => Just(0), 1 => 0..6_usize], plain(), plain(), plain())
        .prop_map(|(rotated, inverted, sparse, stretched)| Layout { rotated, inverted, sparse, stretched })
}

/// Whether a layout names the axis.
fn bit(bits: u8, axis: usize) -> bool {
    bits >> (axis % 8) & 1 == 1
}

impl Layout {
    /// The same, with each element at one index.
    pub fn unstretched(&self) -> Self {
        Self { stretched: 0, ..*self }
    }

    /// Which axis of the operand is that of the memory, outermost first.
    fn order(&self, rank: usize) -> Vec<usize> {
        (0..rank).map(|axis| (axis + self.rotated) % rank).collect()
    }

    /// Memory for an operand of those sizes.
    pub fn memory<T>(&self, sizes: &[usize], mut element: impl FnMut(usize) -> T) -> ArrayD<T> {
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
    pub fn view<'a, T>(&self, memory: &'a ArrayD<T>) -> ArrayViewD<'a, T> {
        self.lay(memory.view())
    }

    /// The same, to be written to.
    pub fn view_mut<'a, T>(&self, memory: &'a mut ArrayD<T>) -> ArrayViewMutD<'a, T> {
        self.lay(memory.view_mut())
    }
}

/// Calls `then` with an operand of those sizes, whose memory `element` fills.
pub fn with_operand<T, R>(
    sizes: &[usize],
    layout: &Layout,
    element: impl FnMut(usize) -> T,
    then: impl FnOnce(&ArrayViewD<T>) -> R,
) -> R {
    let memory = layout.memory(sizes, element);
    then(&layout.view(&memory).broadcast(IxDyn(sizes)).expect("it stretches"))
}

/// Calls `then` with two operands; `element` knows which of them it fills.
pub fn with_operands<T, R>(
    sizes: [&[usize]; 2],
    layouts: &[Layout],
    element: impl Fn(usize, usize) -> T,
    then: impl FnOnce(&ArrayViewD<T>, &ArrayViewD<T>) -> R,
) -> R {
    with_operand(
        sizes[0],
        &layouts[0],
        |place| element(0, place),
        |x| with_operand(sizes[1], &layouts[1], |place| element(1, place), |y| then(x, y)),
    )
}
