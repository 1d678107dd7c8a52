//! Residual connections.

use crate::element::Float;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use conformable::engine::{Engine, EngineTensor, FloatEngine};
use conformable::rule::NoneOutput;
use conformable::{Explicit, NoneBroadcast, Shape};

/// `x` plus the output of a module, which has the same shape.
///
/// A block of a transformer is a tuple of two:
///
/// ```
/// use conformable::engine::{EngineTensor, FloatEngine};
/// use conformable::{Dim, Dyn, Size};
/// use conformable_models::{Attention, Gelu, LayerNorm, Linear, Module, Residual};
///
/// type Width = Size<64>;
/// type Norm<E> = LayerNorm<Width, f32, E>;
/// type Block<E> = (
///     Residual<(Norm<E>, Attention<Width, Size<4>, Size<16>, f32, E>)>,
///     Residual<(Norm<E>, Linear<Width, Size<256>, f32, E>, Gelu, Linear<Size<256>, Width, f32, E>)>,
/// );
///
/// fn blocks<N: Dim, E: FloatEngine<f32>>(
///     blocks: &[Block<E>; 6],
///     x: &EngineTensor<f32, (N, Dyn, Width), E>,
/// ) -> EngineTensor<f32, (N, Dyn, Width), E> {
///     blocks.iter().fold(x.clone(), |x, block| block.forward(&x))
/// }
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Linear, Module, Residual};
///
/// fn block(module: &Residual<Linear<Size<3>, Size<5>, f32, Native>>, x: &EngineTensor<f32, Shape![4, 3], Native>) {
///     module.forward(x); // the shapes `(Size<4>, Size<3>)` and `(Size<4>, Size<5>)` must be equal
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Residual<M>(pub M);

impl<S: Shape + NoneBroadcast<O>, O: Shape, T: Float, E: FloatEngine<T>, M> Module<EngineTensor<T, S, E>>
    for Residual<M>
where
    M: Module<EngineTensor<T, S, E>, Output = EngineTensor<T, O, E>>,
{
    type Output = EngineTensor<T, NoneOutput<S, O>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        x.under(Explicit) + &self.0.forward(x)
    }
}

// the parameters of the module, by their own names
impl<T: Copy, E: Engine, M: Parameters<T, E>> Parameters<T, E> for Residual<M> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        M::map(all.map(|all| &all.0), at).map(Self)
    }
}
