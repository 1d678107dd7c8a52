//! Elementwise functions as modules.

use crate::element::Float;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use conformable::Shape;
use conformable::engine::{Engine, EngineTensor, FloatEngine};

/// Activations: `activations!("docs" Relu |x| value;)`.
macro_rules! activations {
    ($($doc:literal $Name:ident |$x:ident| $value:expr;)*) => {$(
        #[doc = $doc]
        ///
        /// ```
        /// use conformable::engine::{Native, EngineTensor};
        /// use conformable::{Shape, Tensor};
        #[doc = concat!("use conformable_models::{Module, ", stringify!($Name), "};")]
        ///
        /// let x = EngineTensor::<f32, _, Native>::from(Tensor::from([[-1.0, 0.0, 2.0]]));
        #[doc = concat!("let y: EngineTensor<f32, Shape![1, 3], Native> = ", stringify!($Name), ".forward(&x);")]
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use conformable::Tensor;
        /// use conformable::engine::{Native, EngineTensor};
        #[doc = concat!("use conformable_models::{Module, ", stringify!($Name), "};")]
        ///
        #[doc = concat!(stringify!($Name), ".forward(&EngineTensor::<i32, _, Native>::from(Tensor::from([-1, 0, 2]))); // `i32` is not a float")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $Name;

        impl<S: Shape, T: Float, E: FloatEngine<T>> Module<EngineTensor<T, S, E>> for $Name {
            type Output = EngineTensor<T, S, E>;

            #[inline]
            #[track_caller]
            fn forward(&self, $x: &EngineTensor<T, S, E>) -> Self::Output {
                $value
            }
        }

        // no parameters
        #[cfg(feature = "safetensors")]
        impl<T: Copy, E: Engine> crate::FromFile<T, E> for $Name {
            fn read(_: &mut crate::Reader<'_, E>) -> Mapped<Self, E> {
                Ok(Self)
            }
        }

        impl<T: Copy, E: Engine> Parameters<T, E> for $Name {
            fn map<const N: usize, V: Visitor<N, T, E>>(_: [&Self; N], _: &mut At<'_, V>) -> Mapped<Self, E> {
                Ok(Self)
            }
        }
    )*};
}

activations!(
    "`max(0, x)` of each element." Relu |x| x.relu();
    "The approximation of `Gelu` by `tanh`, as in GPT-2." GeluTanh |x| x.gelu_tanh();
    "`x` times the normal distribution's `x`, of each element." Gelu |x| x.gelu();
    "`x / (1 + exp(-x))` of each element." Silu |x| x.silu();
    "`1 / (1 + exp(-x))` of each element." Sigmoid |x| x.sigmoid();
    "The hyperbolic tangent of each element." Tanh |x| x.tanh();
    "`ln(1 + exp(x))` of each element." Softplus |x| x.softplus();
);
