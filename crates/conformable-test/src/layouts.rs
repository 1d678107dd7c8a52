//! Operands with any strides: views of arrays.

use ndarray::{ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, RawData, Slice};
use proptest::prelude::*;

/// The layout of an operand in memory.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// By how many positions the axes are rotated in memory.
    pub rotated: usize,
    /// The axes that run backwards.
    pub inverted: u8,
    /// The axes along which every other element is skipped.
    pub sparse: u8,
    /// The axes along which one element is repeated.
    pub stretched: u8,
}

/// Any layout; many are dense.
pub fn layout() -> impl Strategy<Value = Layout> {
    // special loops are for dense operands
    let plain = || prop_oneof![2 => Just(0), 1 => any::<u8>()];
    (prop_oneof![2 => Just(0), 1 => 0..6_usize], plain(), plain(), plain())
        .prop_map(|(rotated, inverted, sparse, stretched)| Layout { rotated, inverted, sparse, stretched })
}

/// Whether the bit of the axis is set.
fn bit(bits: u8, axis: usize) -> bool {
    bits >> (axis % 8) & 1 == 1
}

impl Layout {
    /// The same without repeated elements.
    pub fn unstretched(&self) -> Self {
        Self { stretched: 0, ..*self }
    }

    /// For each axis of the memory, the axis of the operand, outermost first.
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

    /// The operand, except for repeated axes.
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

    /// The operand without repeated axes: `broadcast` of it borrows it.
    pub fn view<'a, T>(&self, memory: &'a ArrayD<T>) -> ArrayViewD<'a, T> {
        self.lay(memory.view())
    }

    /// The same as a mutable view.
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

/// Calls `then` with two operands; `element` gets the number of the operand that it fills.
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
