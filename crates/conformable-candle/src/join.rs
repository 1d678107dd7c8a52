//! Joins tensors, and gathers and scatters indexed elements.

use crate::{Candle, Element, EngineTensor, Number};
use candle_core::{DType, Error, Tensor};
use conformable::Shape;
use conformable::engine::{
    self, ConcatKernel, IndexAddKernel, IndexSelectKernel, OverwriteKernel, Picked, Piece, Pieces, composed,
};

/// The tensors to join.
struct Collected(Vec<Tensor>);

impl<T: Element> Piece<T, Candle> for Collected {
    fn take<S: Shape>(&mut self, tensor: &Tensor) {
        self.0.push(tensor.clone());
    }
}

/// Collects all pieces.
fn collected<T: Element>(pieces: &impl Pieces<T, Candle>) -> Vec<Tensor> {
    let mut all = Collected(Vec::with_capacity(pieces.count()));
    pieces.each(&mut all);
    all.0
}

impl<T: Element> ConcatKernel<T> for Candle {
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, _: &O) -> Result<Tensor, Error> {
        Tensor::cat(&collected(pieces), axis)
    }

    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, _: &O) -> Result<Tensor, Error> {
        Tensor::stack(&collected(pieces), axis)
    }
}

impl<T: Element> OverwriteKernel<T> for Candle {
    fn overwrite<S: Shape, P: Shape>(
        x: &mut EngineTensor<T, S>,
        axis: usize,
        start: usize,
        part: &EngineTensor<T, P>,
    ) -> Result<(), engine::Error<Self>> {
        let (all, with) = (x.as_engine(), part.as_engine());
        // candle's own loses gradients
        if all.track_op() || with.track_op() || !all.is_contiguous() {
            return composed::overwrite(x, axis, start, part);
        }
        // a copy, since the part may be one of the same tensor
        with.force_contiguous().and_then(|with| all.slice_set(&with, axis, start)).map_err(engine::Error::Failed)
    }
}

impl<T: Element> IndexSelectKernel<T> for Candle {
    fn take<S: Shape, I: Shape, O: Shape>(
        x: &Tensor,
        indices: &Tensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Tensor, Error> {
        let all = indices.flatten_all()?;
        x.contiguous()?.index_select(&all, picked.axis)?.reshape(picked.out.sizes().as_ref())
    }

    fn gather<S: Shape, I: Shape, O: Shape>(
        x: &Tensor,
        indices: &Tensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Tensor, Error> {
        x.contiguous()?.gather(&indices.contiguous()?, picked.axis)
    }
}

/// The flat positions of the elements that indices along an axis select.
fn places(sizes: &[usize], indices: &Tensor, axis: usize) -> Result<Tensor, Error> {
    let mut places = indices.to_dtype(DType::I64)?;
    let mut stride = 1;
    for (at, &size) in sizes.iter().enumerate().rev() {
        if at == axis {
            places = (places * stride as f64)?;
        }
        stride *= size;
    }
    let mut stride = 1;
    for (at, &size) in sizes.iter().enumerate().rev() {
        if at != axis {
            let mut ones = vec![1; sizes.len()];
            ones[at] = size;
            let along = (0..size)
                .map(|index| i64::try_from(index * stride).map_err(Error::wrap))
                .collect::<Result<Vec<_>, _>>()?;
            places = places.broadcast_add(&Tensor::from_vec(along, ones, indices.device())?)?;
        }
        stride *= size;
    }
    places.flatten_all()
}

impl<T: Number> IndexAddKernel<T> for Candle {
    fn index_add<S: Shape, I: Shape, O: Shape>(
        x: &Tensor,
        indices: &Tensor,
        values: &Tensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Tensor, Error> {
        let all = indices.flatten_all()?;
        let mut sizes = x.dims().to_vec();
        sizes[picked.axis] = all.elem_count();
        x.contiguous()?.index_add(&all, &values.reshape(sizes)?.contiguous()?, picked.axis)
    }

    // candle's own gives its operand the gradient of an overwritten tensor, and fails if sizes differ
    fn scatter_add<S: Shape, I: Shape, O: Shape>(
        x: &Tensor,
        indices: &Tensor,
        values: &Tensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Tensor, Error> {
        let all = places(x.dims(), indices, picked.axis)?;
        x.flatten_all()?.index_add(&all, &values.flatten_all()?, 0)?.reshape(x.dims())
    }
}
