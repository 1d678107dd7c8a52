//! [`Zip`] on several threads.

use super::elementwise::zip::{Conform, ItemsOf, Ready, Zip, Zipped};
use crate::kernel::parallel;
use crate::rule::BroadcastTo;
use crate::shape::{Shape, ShapeError, Tuple};
use crate::storage::StorageMut;
use crate::tensor::{Tensor, expect};

impl<Tensors, X> Zip<Tensors, X> {
    /// [`map`](Self::map) on the threads of `rayon`, where there is enough to do; else on this one.
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
    /// If sizes known only at run time do not conform, or there is no memory for the result;
    /// [`try_par_map`](Self::try_par_map) does not. If `f` does, what it has made by then is leaked.
    #[track_caller]
    pub fn par_map<V: Send, L: Conform<X, Operands: Sync>>(
        self,
        f: impl Fn(ItemsOf<L, X>) -> V + Sync,
    ) -> Zipped<V, L, X>
    where
        Tensors: Tuple<List = L>,
    {
        expect(self.try_par_map(f))
    }

    /// [`par_map`](Self::par_map), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not conform, or there is no memory for the result.
    pub fn try_par_map<V: Send, L: Conform<X, Operands: Sync>>(
        self,
        f: impl Fn(ItemsOf<L, X>) -> V + Sync,
    ) -> Result<Zipped<V, L, X>, ShapeError>
    where
        Tensors: Tuple<List = L>,
    {
        Ok(Ready::new(self.tensors.into_list(), &self.rule)?.par_map(&f))
    }

    /// [`map_into`](Self::map_into) on the threads of `rayon`, where there is enough to do; else on this one.
    ///
    /// # Panics
    ///
    /// If sizes known only at run time do not conform; [`try_par_map_into`](Self::try_par_map_into) does not.
    #[track_caller]
    pub fn par_map_into<V: Send, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>, Operands: Sync>>(
        self,
        out: &mut Tensor<V, R, D>,
        f: impl Fn(ItemsOf<L, X>) -> V + Sync,
    ) where
        Tensors: Tuple<List = L>,
    {
        expect(self.try_par_map_into(out, f));
    }

    /// [`par_map_into`](Self::par_map_into), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not conform. Nothing is changed then.
    pub fn try_par_map_into<V: Send, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>, Operands: Sync>>(
        self,
        out: &mut Tensor<V, R, D>,
        f: impl Fn(ItemsOf<L, X>) -> V + Sync,
    ) -> Result<(), ShapeError>
    where
        Tensors: Tuple<List = L>,
    {
        self.try_par_update(out, |out, items| *out = f(items))
    }

    /// [`update`](Self::update) on the threads of `rayon`, where there is enough to do; else on this one.
    ///
    /// # Panics
    ///
    /// If sizes known only at run time do not conform; [`try_par_update`](Self::try_par_update) does not.
    #[track_caller]
    pub fn par_update<W: Send, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>, Operands: Sync>>(
        self,
        target: &mut Tensor<W, R, D>,
        f: impl Fn(&mut W, ItemsOf<L, X>) + Sync,
    ) where
        Tensors: Tuple<List = L>,
    {
        expect(self.try_par_update(target, f));
    }

    /// [`par_update`](Self::par_update), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not conform. Nothing is changed then.
    pub fn try_par_update<W: Send, R: Shape, D: StorageMut, L: Conform<X, Output: BroadcastTo<R>, Operands: Sync>>(
        self,
        target: &mut Tensor<W, R, D>,
        f: impl Fn(&mut W, ItemsOf<L, X>) + Sync,
    ) -> Result<(), ShapeError>
    where
        Tensors: Tuple<List = L>,
    {
        let operands = self.tensors.into_list().conform_then(&self.rule, L::LEN, |shape, operands| {
            shape.check_onto(target.shape())?;
            Ok(operands)
        })?;
        parallel::update(target, &operands, f);
        Ok(())
    }
}
