//! The trait of modules, and sequences of them.

use crate::parameters::{At, Mapped, Parameters, Visitor};
use conformable::engine::Engine;

/// A function of an input: a layer, an activation, or a model.
///
/// The modules of this crate take tensors; your own may take any type.
///
/// A tuple of modules is a sequence: each takes the output of the one before, and modules that do not fit do not
/// compile. Tuples have up to 8 modules; nest them for longer sequences.
///
/// ```
/// use conformable::engine::{EngineTensor, FloatEngine, Native};
/// use conformable::{Dim, Shape, Size, Tensor};
/// use conformable_models::{Linear, Module, Relu};
///
/// type Mlp<E> = (Linear<Size<3>, Size<8>, f32, E>, Relu, Linear<Size<8>, Size<2>, f32, E>);
///
/// fn scores<N: Dim, E: FloatEngine<f32>>(
///     model: &Mlp<E>,
///     x: &EngineTensor<f32, (N, Size<3>), E>,
/// ) -> EngineTensor<f32, (N, Size<2>), E> {
///     model.forward(x)
/// }
///
/// let mut next = 0.0; // stands for a generator of random numbers
/// let uniform = &mut || {
///     next = (next + 0.618) % 1.0;
///     next
/// };
/// let model: Mlp<Native> =
///     (Linear::random(Size, Size, &(), uniform)?, Relu, Linear::random(Size, Size, &(), uniform)?);
/// let x = EngineTensor::from(Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
/// assert_eq!(scores(&model, &x).sizes(), [2, 2]);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// Your own module declares its input and output:
///
/// ```
/// use conformable::engine::{EngineTensor, FloatEngine};
/// use conformable::{Dim, Size};
/// use conformable_models::{Linear, Module};
///
/// /// Two numbers for each sample: where it is on one line, and on another.
/// struct Both<E: FloatEngine<f32>>(Linear<Size<3>, Size<1>, f32, E>, Linear<Size<3>, Size<1>, f32, E>);
///
/// type Column<N, E> = EngineTensor<f32, (N, Size<1>), E>;
///
/// impl<N: Dim, E: FloatEngine<f32>> Module<EngineTensor<f32, (N, Size<3>), E>> for Both<E> {
///     type Output = (Column<N, E>, Column<N, E>);
///
///     fn forward(&self, x: &EngineTensor<f32, (N, Size<3>), E>) -> Self::Output {
///         (self.0.forward(x), self.1.forward(x))
///     }
/// }
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Linear, Module, Relu};
///
/// type Mlp = (Linear<Size<3>, Size<8>, f32, Native>, Relu, Linear<Size<9>, Size<2>, f32, Native>);
///
/// fn scores(model: &Mlp, x: &EngineTensor<f32, Shape![4, 3], Native>) {
///     model.forward(x); // a layer of `(.., Size<9>)` cannot take `(Size<4>, Size<8>)`
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a module that takes `{Input}`",
    label = "expected a layer, an activation or a tuple of them, for the same elements and engine as its input",
    note = "conformable: E-model"
)]
pub trait Module<Input> {
    /// The type of the output.
    type Output;

    /// Computes the output for an input.
    ///
    /// # Panics
    ///
    /// If sizes known only at run time do not fit, or the engine fails.
    fn forward(&self, x: &Input) -> Self::Output;
}

/// Sequences of modules, whose parameters are named by position: `sequences!(M1 0 Y1, M2 1 Y1 Y2;)` implements the
/// traits for `(M1, M2)`, where `M1` returns a `Y1` and `M2` maps it to a `Y2`.
macro_rules! sequences {
    ($($First:ident $first:tt $X:ident $(, $M:ident $m:tt $In:ident $Out:ident)*;)*) => {$(
        impl<Input, $First: Module<Input, Output = $X>, $X $(, $M: Module<$In, Output = $Out>, $Out)*> Module<Input>
            for ($First, $($M,)*)
        {
            type Output = sequences!(@last $X $($Out)*);

            #[inline]
            #[track_caller]
            fn forward(&self, x: &Input) -> Self::Output {
                let x = self.$first.forward(x);
                $(let x = self.$m.forward(&x);)*
                x
            }
        }

        #[cfg(feature = "safetensors")]
        impl<T: Copy, E: Engine, $First: crate::FromFile<T, E> $(, $M: crate::FromFile<T, E>)*> crate::FromFile<T, E>
            for ($First, $($M,)*)
        {
            fn read(from: &mut crate::Reader<'_, E>) -> Mapped<Self, E> {
                Ok((from.part(stringify!($first))?, $(from.part(stringify!($m))?,)*))
            }
        }

        impl<T: Copy, E: Engine, $First: Parameters<T, E> $(, $M: Parameters<T, E>)*> Parameters<T, E>
            for ($First, $($M,)*)
        {
            fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
                Ok((at.part(stringify!($first), all.map(|all| &all.$first))?, $(at.part(stringify!($m), all.map(|all| &all.$m))?,)*))
            }
        }
    )*};
    (@last $Last:ident) => { $Last };
    (@last $First:ident $($Out:ident)+) => { sequences!(@last $($Out)+) };
}

sequences!(
    M1 0 Y1;
    M1 0 Y1, M2 1 Y1 Y2;
    M1 0 Y1, M2 1 Y1 Y2, M3 2 Y2 Y3;
    M1 0 Y1, M2 1 Y1 Y2, M3 2 Y2 Y3, M4 3 Y3 Y4;
    M1 0 Y1, M2 1 Y1 Y2, M3 2 Y2 Y3, M4 3 Y3 Y4, M5 4 Y4 Y5;
    M1 0 Y1, M2 1 Y1 Y2, M3 2 Y2 Y3, M4 3 Y3 Y4, M5 4 Y4 Y5, M6 5 Y5 Y6;
    M1 0 Y1, M2 1 Y1 Y2, M3 2 Y2 Y3, M4 3 Y3 Y4, M5 4 Y4 Y5, M6 5 Y5 Y6, M7 6 Y6 Y7;
    M1 0 Y1, M2 1 Y1 Y2, M3 2 Y2 Y3, M4 3 Y3 Y4, M5 4 Y4 Y5, M6 5 Y5 Y6, M7 6 Y6 Y7, M8 7 Y7 Y8;
);
