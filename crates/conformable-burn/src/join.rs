//! Joins tensors, and gathers and scatters indexed elements.

use crate::element::Numeric;
use crate::elementwise::same_device;
use crate::{Burn, Element, Error, Kind, Number, sizes};
use burn::backend::{DispatchTensor, TensorMetadata};
use conformable::Shape;
use conformable::engine::{ConcatKernel, IndexAddKernel, IndexSelectKernel, Picked, Piece, Pieces};

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

impl<T: Element> ConcatKernel<T> for Burn {
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, _: &O) -> Result<DispatchTensor, Error> {
        Ok(T::Kind::cat(collected(pieces)?, axis))
    }

    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<DispatchTensor, Error> {
        let mut one = sizes(out).iter().copied().collect::<Vec<_>>();
        one[axis] = 1;
        let all = collected(pieces)?.into_iter().map(|piece| T::Kind::reshape(piece, one.clone().into())).collect();
        Ok(T::Kind::cat(all, axis))
    }
}

/// The indices along one axis.
fn flat(indices: &DispatchTensor) -> DispatchTensor {
    let count = indices.shape().num_elements();
    crate::Int::reshape(indices.clone(), [count].into())
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
