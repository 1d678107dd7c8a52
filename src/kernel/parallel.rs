//! Operations on several threads by request.

use super::elementwise::function::{Function, Shared, Unmasked};
use super::elementwise::operand::{Items, Operand, Operands};
use super::elementwise::run::{self as serial, map_divided, pays, update_divided};
use super::reduction::reduce::ManyToOne;
use super::reduction::tensors;
use super::threads::{self, Permit, WAKING};
use crate::shape::Shape;
use crate::storage::{Destination, Owner, Room, Storage, StorageMut, Tensor};

#[derive(Clone, Copy)]
pub(crate) struct Operator<F>(pub(crate) F);

impl<Items, F: Function<Items>> Function<Items> for Operator<F> {
    type Output = F::Output;
    const LIGHT: bool = true;

    #[inline(always)]
    fn call(&mut self, items: Items) -> F::Output {
        self.0.call(items)
    }
}

/// [`map`](serial::map), on several threads if that pays.
pub(crate) fn map<
    V: Send,
    Out: Shape,
    Place: Owner,
    Ops: Operands + Sync,
    F: Function<Items<Ops>, Output = V> + Copy + Send + Sync,
>(
    room: Room<V, Out, Place>,
    operands: &Ops,
    function: F,
) -> Tensor<V, Out, Place> {
    if pays::<V, Items<Ops>>(room.numel() / WAKING, !F::LIGHT) {
        map_divided(room, operands, &Shared::of_bounds(function), Permit::of_bounds())
    } else {
        serial::map(room, operands, function)
    }
}

/// [`update`](serial::update), on several threads if that pays.
pub(crate) fn update<W: Send, S: Shape, D: StorageMut, Ops: Operands + Sync>(
    out: &mut Tensor<W, S, D>,
    operands: &Ops,
    f: impl Fn(&mut W, Items<Ops>) + Sync,
) {
    if pays::<W, Items<Ops>>(out.numel() / WAKING, true) {
        update_divided(out, operands, &Shared::of_bounds(Unmasked(&f)), Permit::of_bounds());
    } else {
        serial::update(out, operands, f);
    }
}

/// Calls the heavy function `f` with a slice, or with pieces of it.
pub(crate) fn pieces<T: Send + Sync>(all: &mut [T], f: impl Fn(&mut [T]) + Sync) {
    if pays::<T, T>(all.len() / WAKING, true) {
        threads::share_slice(all, f, Permit::of_bounds());
    } else {
        f(all);
    }
}

/// [`reduced`](tensors::reduced), on several threads if that pays.
pub(crate) fn reduced<T: Copy + Sync, S: Shape, D: Storage, R: ManyToOne<T, Output: Send>, To>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: impl Fn() -> R + Sync,
) -> To::Written
where
    To: Destination<R::Output>,
{
    let permit = pays::<T, T>(x.tensor.len() / WAKING, false).then(Permit::of_bounds);
    tensors::reduced_by_each(to, x, lost, reduction, permit)
}
