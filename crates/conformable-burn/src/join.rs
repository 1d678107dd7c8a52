//! Joins tensors, and gathers and scatters indexed elements.

use crate::element::Places;
use crate::elementwise::same_device;
use crate::{Burn, Element, Error, Kind, Number, sizes};
use burn::backend::{DispatchTensor, TensorMetadata};
use conformable::Shape;
use conformable::engine::{
    self, ConcatKernel, EngineTensor, IndexAddKernel, IndexSelectKernel, OverwriteKernel, Picked, Piece, Pieces,
    composed,
};

/// The tensors to join.
struct Collected(Vec<DispatchTensor>);

impl<T: Element> Piece<T, Burn> for Collected {
    fn take<S: Shape>(&mut self, tensor: &DispatchTensor) {
        self.0.push(tensor.clone());
    }
}

/// Collects all pieces.
///
/// # Errors
///
/// If they are on different devices.
fn collected<T: Element>(pieces: &impl Pieces<T, Burn>) -> Result<Vec<DispatchTensor>, Error> {
    let mut all = Collected(Vec::with_capacity(pieces.count()));
    pieces.each(&mut all);
    all.0.iter().skip(1).try_for_each(|piece| same_device(&all.0[0], piece))?;
    Ok(all.0)
}

/// The pieces with elements joined along an axis. burn's GPU kernels cannot join empty tensors.
fn joined<T: Element>(mut all: Vec<DispatchTensor>, axis: usize, out: &impl Shape) -> DispatchTensor {
    let is_empty = |piece: &DispatchTensor| piece.shape().num_elements() == 0;
    if all.iter().all(is_empty) {
        return T::Kind::reshape(all.swap_remove(0), sizes(out));
    }
    all.retain(|piece| !is_empty(piece));
    T::Kind::cat(all, axis)
}

impl<T: Element> ConcatKernel<T> for Burn {
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<DispatchTensor, Error> {
        Ok(joined::<T>(collected(pieces)?, axis, out))
    }

    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<DispatchTensor, Error> {
        let mut one = sizes(out).iter().copied().collect::<Vec<_>>();
        one[axis] = 1;
        let all = collected(pieces)?.into_iter().map(|piece| T::Kind::reshape(piece, one.clone().into())).collect();
        Ok(joined::<T>(all, axis, out))
    }
}

/// The indices along one axis.
fn flat(indices: &DispatchTensor) -> DispatchTensor {
    let count = indices.shape().num_elements();
    crate::Int::reshape(indices.clone(), [count].into())
}

// burn's own copies a tensor that a view shares
impl<T: Element> OverwriteKernel<T> for Burn {
    fn overwrite<S: Shape, P: Shape>(
        x: &mut EngineTensor<T, S, Self>,
        axis: usize,
        start: usize,
        part: &EngineTensor<T, P, Self>,
    ) -> Result<(), engine::Error<Self>> {
        composed::overwrite(x, axis, start, part)
    }
}

impl<T: Element> IndexSelectKernel<T> for Burn {
    fn take<S: Shape, I: Shape, O: Shape>(
        x: &DispatchTensor,
        indices: &DispatchTensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<DispatchTensor, Error> {
        same_device(x, indices)?;
        Ok(T::Kind::reshape(T::Kind::select(x.clone(), picked.axis, flat(indices)), sizes(picked.out)))
    }

    fn gather<S: Shape, I: Shape, O: Shape>(
        x: &DispatchTensor,
        indices: &DispatchTensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<DispatchTensor, Error> {
        same_device(x, indices)?;
        Ok(T::Kind::gather(picked.axis, x.clone(), indices.clone()))
    }
}

impl<T: Number> IndexAddKernel<T> for Burn {
    fn index_add<S: Shape, I: Shape, O: Shape>(
        x: &DispatchTensor,
        indices: &DispatchTensor,
        values: &DispatchTensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<DispatchTensor, Error> {
        same_device(x, indices)?;
        same_device(x, values)?;
        let all = flat(indices);
        let mut sizes = x.shape().iter().copied().collect::<Vec<_>>();
        sizes[picked.axis] = all.shape().num_elements();
        let values = T::Kind::reshape(values.clone(), sizes.into());
        Ok(T::Kind::select_add(x.clone(), picked.axis, all, values))
    }

    fn scatter_add<S: Shape, I: Shape, O: Shape>(
        x: &DispatchTensor,
        indices: &DispatchTensor,
        values: &DispatchTensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<DispatchTensor, Error> {
        same_device(x, indices)?;
        same_device(x, values)?;
        Ok(T::Kind::scatter_add(picked.axis, x.clone(), indices.clone(), values.clone()))
    }
}
