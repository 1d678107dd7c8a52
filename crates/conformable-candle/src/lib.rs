//! [`conformable`]'s tensors over [candle](candle_core): shapes that the compiler checks, on the CPU, CUDA and Metal.
//!
//! ```
//! use candle_core::{Device, Tensor};
//! use conformable::Shape;
//! use conformable_candle::EngineTensor;
//!
//! let x: EngineTensor<f32, Shape![2, 3]> =
//!     EngineTensor::from_engine(Tensor::ones((2, 3), candle_core::DType::F32, &Device::Cpu)?)?;
//! let bias: EngineTensor<f32, Shape![3]> =
//!     EngineTensor::from_engine(Tensor::new(&[1f32, 2.0, 3.0], &Device::Cpu)?)?;
//! let y: Tensor = (&x + &bias).into_engine()?;
//! assert_eq!(y.to_vec2::<f32>()?, [[2.0, 3.0, 4.0], [2.0, 3.0, 4.0]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```compile_fail,E0277
//! use conformable::Shape;
//! use conformable_candle::EngineTensor;
//!
//! fn add(x: &EngineTensor<f32, Shape![2, 3]>, y: &EngineTensor<f32, Shape![2]>) {
//!     x + y; // cannot broadcast `(Size<2>, Size<3>)` with `(Size<2>,)`
//! }
//! ```
//!
//! Gradients are candle's: a tensor of a `Var` keeps its graph through every operation. Call `backward` on the result
//! of [`into_engine`](conformable::engine::EngineTensor::into_engine).

#![forbid(unsafe_code)]

mod element;
mod elementwise;
mod function;
mod gradient;
mod join;
mod kernels;
mod window;

use candle_core::{Device, Error, Tensor};
use conformable::engine::{Engine, FromRaw, Host, Operand};
use conformable::storage::Storage;
use conformable::{Shape, ShapeError};
pub use element::{Element, Float, Number};

/// A tensor of candle with elements `T` and the shape `S`.
pub type EngineTensor<T, S> = conformable::engine::EngineTensor<T, S, Candle>;

/// The engine candle, on any of its devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Candle;

impl Engine for Candle {
    type Tensor<T: Copy, S: Shape> = Tensor;
    type Device = Device;
    type Index = u32;
    type Error = Error;

    #[inline]
    fn device<T: Copy, S: Shape>(tensor: &Tensor) -> Device {
        tensor.device().clone()
    }

    #[inline]
    fn retype<T: Copy, S: Shape, O: Shape>(tensor: Tensor, _: &O) -> Tensor {
        tensor
    }
}

impl<T: Element> FromRaw<Tensor, T> for Candle {
    fn sizes(raw: &Tensor) -> Result<impl AsRef<[usize]>, Error> {
        if raw.dtype() == T::DTYPE {
            Ok(raw.dims())
        } else {
            Err(Error::UnexpectedDType { msg: "the elements", expected: T::DTYPE, got: raw.dtype() })
        }
    }

    fn hold<S: Shape>(raw: Tensor, _: &S) -> Result<Tensor, Error> {
        Ok(raw)
    }

    fn release<S: Shape>(tensor: Tensor, _: &S) -> Result<Tensor, Error> {
        Ok(tensor)
    }
}

impl<T: Element> Host<T> for Candle {
    fn upload<S: Shape, D: Storage>(tensor: &conformable::Tensor<T, S, D>, device: &Device) -> Result<Tensor, Error> {
        let elements = tensor.iter().map(|&element| element.held()).collect::<Vec<_>>();
        Tensor::from_vec(elements, tensor.sizes().as_ref(), device)
    }

    fn full<S: Shape>(shape: &S, element: T, device: &Device) -> Result<Tensor, Error> {
        Tensor::full(element.held(), shape.sizes().as_ref(), device)?.contiguous()
    }

    fn moved<S: Shape>(tensor: impl Operand<Tensor>, device: &Device) -> Result<Tensor, Error> {
        tensor.by_ref().to_device(device)
    }

    fn download<S: Shape>(tensor: impl Operand<Tensor>, shape: &S) -> Result<conformable::Tensor<T, S>, Error> {
        let elements = tensor.by_ref().flatten_all()?.to_vec1::<T::Held>()?;
        let elements = elements.into_iter().map(T::from_held).collect();
        conformable::Tensor::from_vec(shape.clone(), elements).map_err(|refused| Error::wrap(ShapeError::from(refused)))
    }
}
