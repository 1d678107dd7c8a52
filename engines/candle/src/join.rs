//! Tensors joined, and elements that indices name.

use crate::{Candle, Element, Number};
use candle_core::{Error, Tensor};
use conformable::Shape;
use conformable::engine::{AddsAt, Joins, Picked, Picks, Piece, Pieces};

/// The tensors that are joined.
struct Collected(Vec<Tensor>);

impl<T: Element> Piece<T, Candle> for Collected {
    fn take<S: Shape>(&mut self, tensor: &Tensor) {
        self.0.push(tensor.clone());
    }
}

/// All pieces.
fn collected<T: Element>(pieces: &impl Pieces<T, Candle>) -> Vec<Tensor> {
    let mut all = Collected(Vec::with_capacity(pieces.count()));
    pieces.each(&mut all);
    all.0
}

impl<T: Element> Joins<T> for Candle {
    fn concat<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, _: &O) -> Result<Tensor, Error> {
        Tensor::cat(&collected(pieces), axis)
    }

    fn stack<O: Shape>(pieces: &impl Pieces<T, Self>, axis: usize, _: &O) -> Result<Tensor, Error> {
        Tensor::stack(&collected(pieces), axis)
    }
}

impl<T: Element> Picks<T> for Candle {
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

impl<T: Number> AddsAt<T> for Candle {
    fn put_add<S: Shape, I: Shape, O: Shape>(
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

    fn scatter_add<S: Shape, I: Shape, O: Shape>(
        x: &Tensor,
        indices: &Tensor,
        values: &Tensor,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Tensor, Error> {
        x.contiguous()?.scatter_add(&indices.contiguous()?, &values.contiguous()?, picked.axis)
    }
}
