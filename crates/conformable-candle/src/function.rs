//! Functions of elements that candle lacks, computed on the CPU, with their derivatives.

use crate::{Candle, Float};
use candle_core::{CpuStorage, CustomOp1, Device, Error, Layout, Shape as Sizes, Tensor, WithDType};
use conformable::Shape;
use conformable::engine::{Operand, UnaryKernel, op};
use std::f64::consts::{LN_2, LN_10};
use std::marker::PhantomData;

/// A function of one element. `slope` is its derivative, from the elements and the results.
struct Function<T> {
    name: &'static str,
    function: fn(f64) -> f64,
    slope: fn(&Tensor, &Tensor) -> Result<Tensor, Error>,
    element: PhantomData<fn(T) -> T>,
}

impl<T: WithDType> CustomOp1 for Function<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Sizes), Error> {
        let elements = T::cpu_storage_as_slice(storage)?;
        let results =
            candle_core::cpu_backend::unary_map(elements, layout, |x| T::from_f64((self.function)(x.to_f64())));
        Ok((T::to_cpu_storage_owned(results), layout.shape().clone()))
    }

    fn bwd(&self, x: &Tensor, result: &Tensor, gradient: &Tensor) -> Result<Option<Tensor>, Error> {
        Ok(Some((self.slope)(x, result)?.mul(gradient)?))
    }
}

/// Impls of [`UnaryKernel`]: `functions!(Op function |x, result| derivative;)`.
macro_rules! functions {
    ($($Op:ident $function:ident |$x:pat_param, $y:pat_param| $slope:expr;)*) => {$(
        impl<T: Float> UnaryKernel<op::$Op, T> for Candle {
            fn unary<S: Shape>(_: op::$Op, tensor: impl Operand<Tensor>, _: &S) -> Result<Tensor, Error> {
                let function = Function::<T> {
                    name: stringify!($function),
                    function: f64::$function,
                    slope: |$x, $y| $slope,
                    element: PhantomData,
                };
                let x = tensor.by_ref();
                // both ways are tracked for gradients
                x.to_device(&Device::Cpu)?.apply_op1(function)?.to_device(x.device())
            }
        }
    )*};
}

functions!(
    Trunc trunc |x, _| x.zeros_like();
    Fract fract |x, _| x.ones_like();
    Signum signum |x, _| x.zeros_like();
    Cbrt cbrt |_, y| (y.sqr()? * 3.0)?.recip();
    Exp2 exp2 |_, y| y * LN_2;
    ExpM1 exp_m1 |_, y| y + 1.0;
    Ln1p ln_1p |x, _| (x + 1.0)?.recip();
    Log2 log2 |x, _| (x * LN_2)?.recip();
    Log10 log10 |x, _| (x * LN_10)?.recip();
    Asin asin |x, _| x.sqr()?.affine(-1.0, 1.0)?.sqrt()?.recip();
    Acos acos |x, _| x.sqr()?.affine(-1.0, 1.0)?.sqrt()?.recip()?.neg();
    Atan atan |x, _| (x.sqr()? + 1.0)?.recip();
    Sinh sinh |x, _| (x.exp()? + x.neg()?.exp()?)? * 0.5;
    Cosh cosh |x, _| (x.exp()? - x.neg()?.exp()?)? * 0.5;
    Asinh asinh |x, _| (x.sqr()? + 1.0)?.sqrt()?.recip();
    Acosh acosh |x, _| (x.sqr()? - 1.0)?.sqrt()?.recip();
    Atanh atanh |x, _| x.sqr()?.affine(-1.0, 1.0)?.recip();
);
