//! [`conformable`]'s tensors over [burn]: shapes that the compiler checks, on its devices and servers.
//!
//! ```
//! use burn::tensor::{Device, Tensor};
//! use conformable::Shape;
//! use conformable_burn::EngineTensor;
//!
//! let device = Device::flex();
//! let x: EngineTensor<f32, Shape![2, 3]> = EngineTensor::from_engine(Tensor::<2>::ones([2, 3], &device))?;
//! let bias: EngineTensor<f32, Shape![3]> =
//!     EngineTensor::from_engine(Tensor::<1>::from_floats([1.0, 2.0, 3.0], &device))?;
//! let y: Tensor<2> = (&x + &bias).into_engine()?;
//! assert_eq!(y.try_into_vec_as::<f32>()?, [2.0, 3.0, 4.0, 2.0, 3.0, 4.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```compile_fail,E0277
//! use conformable::Shape;
//! use conformable_burn::EngineTensor;
//!
//! fn add(x: &EngineTensor<f32, Shape![2, 3]>, y: &EngineTensor<f32, Shape![2]>) {
//!     x + y; // cannot broadcast `(Size<2>, Size<3>)` with `(Size<2>,)`
//! }
//! ```
//!
//! It calls burn's [`Dispatch`](::burn::backend::Dispatch), whose tensors have their rank at run time and whose
//! operations do not check shapes. A tensor of rank 0 is a tensor of one element along one axis there, since burn does
//! not support rank 0.

#![forbid(unsafe_code)]

mod element;
mod elementwise;
mod error;
#[cfg(feature = "train")]
pub mod fleet;
#[cfg(feature = "autodiff")]
mod gradient;
mod join;
mod kernels;
#[cfg(feature = "remote")]
mod relay;
#[cfg(feature = "train")]
mod request;
#[cfg(feature = "remote")]
pub mod servers;
#[cfg(feature = "train")]
mod vector;
mod window;

use burn::backend::{DispatchTensor, TensorMetadata};
use burn::tensor::{Device, TensorData};
use conformable::Shape;
use conformable::engine::{Engine, FromRaw, Host, Operand};
use conformable::storage::Storage;
pub use element::{Bool, Element, Float, Int, Kind, Number, Real};
pub use error::Error;

/// A tensor of burn with elements `T` and the shape `S`.
pub type EngineTensor<T, S> = conformable::engine::EngineTensor<T, S, Burn>;

/// The engine burn, on any of its devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Burn;

impl Engine for Burn {
    type Tensor<T: Copy, S: Shape> = DispatchTensor;
    type Device = Device;
    type Index = i64;
    type Error = Error;

    #[inline]
    fn device<T: Copy, S: Shape>(tensor: &DispatchTensor) -> Device {
        Device::new(tensor.device())
    }

    #[inline]
    fn retype<T: Copy, S: Shape, O: Shape>(tensor: DispatchTensor, _: &O) -> DispatchTensor {
        tensor
    }
}

/// The sizes as burn has them, where rank 0 is one axis.
#[inline]
fn sizes<S: Shape>(shape: &S) -> burn::tensor::Shape {
    match shape.sizes().as_ref() {
        [] => [1].into(),
        sizes => sizes.into(),
    }
}

impl<T: Element, const D: usize> FromRaw<burn::Tensor<D, T::Of>, T> for Burn {
    fn sizes(raw: &burn::Tensor<D, T::Of>) -> Result<impl AsRef<[usize]>, Error> {
        T::check(raw.dtype())?;
        Ok(raw.dims())
    }

    fn hold<S: Shape>(raw: burn::Tensor<D, T::Of>, _: &S) -> Result<DispatchTensor, Error> {
        Ok(raw.into_dispatch())
    }

    fn release<S: Shape>(tensor: DispatchTensor, shape: &S) -> Result<burn::Tensor<D, T::Of>, Error> {
        match shape.rank().max(1) {
            rank if rank == D => Ok(burn::Tensor::from_dispatch(tensor)),
            rank => Err(Error::Rank { rank, asked: D }),
        }
    }
}

impl<T: Element> Host<T> for Burn {
    fn upload<S: Shape, D: Storage>(
        tensor: &conformable::Tensor<T, S, D>,
        device: &Device,
    ) -> Result<DispatchTensor, Error> {
        let data = TensorData::new(tensor.iter().copied().collect(), sizes(tensor.shape()));
        Ok(T::Kind::from_data(data, device.as_dispatch()))
    }

    fn full<S: Shape>(shape: &S, element: T, device: &Device) -> Result<DispatchTensor, Error> {
        Ok(T::Kind::full(sizes(shape), element.scalar(), device.as_dispatch(), T::DTYPE))
    }

    fn moved<S: Shape>(tensor: impl Operand<DispatchTensor>, device: &Device) -> Result<DispatchTensor, Error> {
        Ok(burn::Tensor::<1, T::Of>::from_dispatch(tensor.owned()).to_device(device).into_dispatch())
    }

    fn download<S: Shape>(tensor: impl Operand<DispatchTensor>, shape: &S) -> Result<conformable::Tensor<T, S>, Error> {
        let data = burn::Tensor::<1, T::Of>::from_dispatch(tensor.owned()).try_into_data()?;
        let elements = data.try_into_vec_as::<T>()?;
        conformable::Tensor::from_vec(shape.clone(), elements).map_err(|refused| Error::Shape(refused.into()))
    }
}
