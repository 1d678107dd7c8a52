//! Loads and saves parameters.

use crate::error::{ModelError, Why};
use crate::parameters::{Name, Parameters, Visitor};
use conformable::engine::{EngineTensor, Host};
use conformable::{AnyShape, NoneBroadcast, Shape, Tensor};
use conformable_files::{Element, FilePart, Format, Tensors};
use std::path::Path;

/// Loading and saving of a model's parameters.
///
/// ```
/// use conformable::Size;
/// use conformable::engine::Native;
/// use conformable_files::{File, Format};
/// use conformable_models::{Files, Linear, Parameters};
///
/// let model = Linear::<Size<2>, Size<3>, f32, Native>::random(Size, Size, &(), &mut || 0.75)?;
/// let bytes = model.to_bytes(Format::Safetensors)?;
///
/// let file = File::from_bytes("model.safetensors", &bytes)?; // or `File::open(path)?`
/// let read = model.zeros()?.load(&file.all())?;
/// assert_eq!(read.weight.as_engine(), model.weight.as_engine());
///
/// let wider = Linear::<Size<2>, Size<4>, f32, Native>::random(Size, Size, &(), &mut || 0.75)?;
/// let error = wider.load(&file.all()).unwrap_err();
/// assert!(error.to_string().starts_with("model.safetensors, tensor `weight`: (2, 3) is not a (2, 4)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0308
/// use conformable::Size;
/// use conformable::engine::Native;
/// use conformable_files::FilePart;
/// use conformable_models::{Files, Linear, ModelError};
///
/// type Layer<O> = Linear<Size<2>, O, f32, Native>;
///
/// fn wider(layer: &Layer<Size<3>>, part: &FilePart<'_>) -> Result<Layer<Size<4>>, ModelError<Native>> {
///     layer.load(part) // expected `Size<4>`, found `Size<3>`
/// }
/// ```
pub trait Files<T: Element, E: Host<T>>: Parameters<T, E> {
    /// Returns a model like this one, on the same devices, with the parameters of the file by name. Other tensors of
    /// the file are ignored.
    ///
    /// # Errors
    ///
    /// If the file lacks a parameter, or has one of another element type or size, if it cannot be read, or if the
    /// engine fails. The error names the parameter.
    fn load(&self, from: &FilePart<'_>) -> Result<Self, ModelError<E>> {
        Self::visit([self], Loaded(from))
    }

    /// Writes the parameters to a file in the format of its extension, and replaces an existing file as a whole.
    ///
    /// Use [`named`](Parameters::named) to save them with other tensors.
    ///
    /// # Errors
    ///
    /// If the engine fails, or the file cannot be written.
    fn save(&self, path: impl AsRef<Path>) -> Result<(), ModelError<E>> {
        let path = path.as_ref();
        let named = self.named()?;
        tensors(&named).save(path).map_err(ModelError::from)
    }

    /// Returns the bytes of a file in that format.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn to_bytes(&self, format: Format) -> Result<Vec<u8>, ModelError<E>> {
        let named = self.named()?;
        tensors(&named).to_bytes(format).map_err(ModelError::from)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element, E: Host<T>, M: Parameters<T, E>> Files<T, E> for M {}

fn tensors<T: Element>(named: &[(String, Tensor<T, AnyShape>)]) -> Tensors<'_> {
    let mut tensors = Tensors::new();
    for (name, tensor) in named {
        tensors.put(name, tensor);
    }
    tensors
}

struct Loaded<'a>(&'a FilePart<'a>);

impl<T: Element, E: Host<T>> Visitor<1, T, E> for Loaded<'_> {
    fn parameter<S: Shape>(
        &mut self,
        name: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        let read = self.0.load::<T, S>(&name.to_string())?;
        // the file's sizes must be those of the model, including those that the type leaves open
        read.shape().none_broadcast(x.shape())?;
        Ok(EngineTensor::upload(&read, &x.device())?)
    }
}
