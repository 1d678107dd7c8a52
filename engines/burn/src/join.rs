//! Tensors joined, and elements that indices name.

use crate::element::Numeric;
use crate::elementwise::same_device;
use crate::{Burn, Element, Error, Int, Kind, Number, sizes};
use burn::backend::{DispatchTensor, TensorMetadata};
use burn::tensor::{IndexingUpdateOp, Shape as Sizes};
use conformable::Shape;
use conformable::engine::{AddsAt, Joins, Picked, Picks, Piece, Pieces};

/// The tensors that are joined.
struct Collected(Vec<DispatchTensor>);

impl<T: Element> Piece<T, Burn> for Collected {
    fn take<S: Shape>(&mut self, tensor: &DispatchTensor) {
        self.0.push(tensor.clone());
    }
}

/// All pieces.
///
/// # Errors
///
/// If they are on different devices.
fn collected<T: Element>(pieces: &impl Pieces<T, Burn>) -> Result<Vec<DispatchTensor>, Error> {
    let mut all = Collected(Vec::with_capacity(pieces.count()));
    pieces.each(&mut all);
    let pairs = all.0.iter().zip(all.0.iter().skip(1));
    pairs.map(|(one, next)| same_device(one, next)).collect::<Result<(), _>>()?;
    Ok(all.0)
}

impl<T: Element> Joins<T> for Burn {
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, _: &O) -> Result<DispatchTensor, Error> {
        Ok(T::Kind::cat(collected(pieces)?, axis))
    }

    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, out: &O) -> Result<DispatchTensor, Error> {
        let mut one = sizes(out);
        one[axis] = 1;
        let all = collected(pieces)?.into_iter().map(|x| T::Kind::reshape(x, one.clone())).collect();
        Ok(T::Kind::cat(all, axis))
    }
}

/// All indices along one axis.
fn flat(indices: &DispatchTensor) -> DispatchTensor {
    let count = indices.shape().num_elements();
    Int::reshape(indices.clone(), Sizes::from([count]))
}

impl<T: Element> Picks<T> for Burn {
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

impl<T: Number> AddsAt<T> for Burn {
    fn put_add<S: Shape, I: Shape, O: Shape>(
        x: &DispatchTensor,
        indices: &DispatchTensor,
        values: &DispatchTensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<DispatchTensor, Error> {
        same_device(x, indices)?;
        same_device(x, values)?;
        let indices = flat(indices);
        let mut out = x.shape();
        out[picked.axis] = indices.shape().num_elements();
        let values = T::Kind::reshape(values.clone(), out);
        Ok(T::Kind::select_assign(x.clone(), picked.axis, indices, values, IndexingUpdateOp::Add))
    }

    fn scatter_add<S: Shape, I: Shape, O: Shape>(
        x: &DispatchTensor,
        indices: &DispatchTensor,
        values: &DispatchTensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<DispatchTensor, Error> {
        same_device(x, indices)?;
        same_device(x, values)?;
        Ok(T::Kind::scatter(picked.axis, x.clone(), indices.clone(), values.clone(), IndexingUpdateOp::Add))
    }
}
