//! [`Zip`] on several threads.

use super::elementwise::zip::{Conform, ItemsOf, Ready, Zip, Zipped};
use crate::forms::forms;
use crate::kernel::parallel;
use crate::rule::BroadcastTo;
use crate::shape::{Shape, ShapeError, Tuple};
use crate::storage::StorageMut;
use crate::tensor::{Tensor, expect};

forms! {
    impl[Tensors, X] Zip<Tensors, X>;

    /// [`map`](Self::map) on the threads of `rayon`, if there are enough elements.
    ///
    /// ```
    /// use conformable::{Tensor, shape, zip};
    ///
    /// let (x, y) = (Tensor::full(shape![500, 500], 2.0), Tensor::full(shape![500], 3.0));
    /// assert_eq!(zip((&x, &y)).par_map(|(x, y)| x * y), Tensor::full(shape![500, 500], 6.0));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform, if the result cannot be allocated, or if `f` panics. The elements computed
    /// before that are leaked.
    par_map try_par_map: [V: Send, L: Conform<X, Operands: Sync>](
        self, f: impl Fn(ItemsOf<L, X>) -> V + Sync
    ) -> Zipped<V, L, X>
    where [Tensors: Tuple<List = L>]
    => Ok(Ready::new(self.tensors.into_list(), &self.rule)?.par_map(&f));

    /// [`map_into`](Self::map_into) on the threads of `rayon`, if there are enough elements.
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform.
    par_map_into try_par_map_into: [
        V: Send, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>, Operands: Sync>
    ](self, out: &mut Tensor<V, R, D>, f: impl Fn(ItemsOf<L, X>) -> V + Sync)
    where [Tensors: Tuple<List = L>]
    => self.try_par_update(out, |out, items| *out = f(items));

    /// [`update`](Self::update) on the threads of `rayon`, if there are enough elements.
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform.
    par_update try_par_update: [
        W: Send, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>, Operands: Sync>
    ](self, target: &mut Tensor<W, R, D>, f: impl Fn(&mut W, ItemsOf<L, X>) + Sync)
    where [Tensors: Tuple<List = L>] => {
        let operands = self.tensors.into_list().conform_then(&self.rule, L::LEN, |shape, operands| {
            shape.check_onto(target.shape())?;
            Ok(operands)
        })?;
        parallel::update(target, &operands, f);
        Ok(())
    };
}
