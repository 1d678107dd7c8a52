//! Loads and saves parameters.

use crate::element::Float;
use crate::error::{ModelError, Why};
use crate::parameters::{Downloaded, Name, Named, Parameters, Visitor};
use crate::reader::{Checkpoint, Reader};
use conformable::engine::{Engine, EngineTensor, Host};
use conformable::{AnyShape, Dim, Shape, Tensor};
use conformable_files::{Element, FileFloat, FilePart, Format, Tensors};
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
/// assert!(error.to_string().contains("misshapen   `weight`: (3, 2) is not a (4, 2); axis 0 is 3, not 4"));
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
    /// Returns a model like this one, on the same device, with the tensors of the file by name: its sizes and settings
    /// are those of this one. [`FromFile`](crate::FromFile) needs no model.
    ///
    /// # Errors
    ///
    /// As for [`FromFile::from_file`](crate::FromFile::from_file), and if the model has no parameters.
    fn load(&self, from: &FilePart<'_>) -> Result<Self, ModelError<E>>
    where
        T: Float + FileFloat,
    {
        let mut device = None;
        Self::visit([self], DeviceOf(&mut device))?;
        let Some(device) = device else { return Self::visit([self], DeviceOf(&mut None)) };
        Checkpoint::of(from).read(&device, |reader| Self::visit([self], Loaded(reader)))
    }

    /// Writes the parameters to a file in the format of its extension, and replaces an existing file as a whole.
    ///
    /// Use [`named`](Parameters::named) to save them with other tensors.
    ///
    /// # Errors
    ///
    /// If the engine fails, or the file cannot be written.
    fn save(&self, path: impl AsRef<Path>) -> Result<(), ModelError<E>> {
        let named = self.stored()?;
        tensors(&named).save(path.as_ref()).map_err(ModelError::from)
    }

    /// Returns the tensors as files hold them, in host memory with their names: parameters, and those that are not
    /// trained.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn stored(&self) -> Result<Named<T>, ModelError<E>> {
        let mut named = Named::new();
        Self::visit([self], Saved(&mut named))?;
        Ok(named)
    }

    /// Returns the bytes of a file in that format.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn to_bytes(&self, format: Format) -> Result<Vec<u8>, ModelError<E>> {
        let named = self.stored()?;
        tensors(&named).to_bytes(format).map_err(ModelError::from)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Element, E: Host<T>, M: Parameters<T, E>> Files<T, E> for M {}

/// The tensors of a file.
fn tensors<T: Element>(named: &[(String, Tensor<T, AnyShape>)]) -> Tensors<'_> {
    let mut tensors = Tensors::new();
    for (name, tensor) in named {
        tensors.put(name, tensor);
    }
    tensors
}

/// The device of the first parameter.
struct DeviceOf<'a, D>(&'a mut Option<D>);

impl<T: Copy, E: Engine> Visitor<1, T, E> for DeviceOf<'_, E::Device> {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        self.0.get_or_insert_with(|| x.device());
        Ok(x.clone())
    }
}

struct Loaded<'a, 'r, E: Engine>(&'a mut Reader<'r, E>);

impl<T: Float + FileFloat, E: Host<T>> Visitor<1, T, E> for Loaded<'_, '_, E> {
    fn parameter<S: Shape>(
        &mut self,
        name: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        self.0.tensor(&name.to_string(), x.shape()).map_err(ModelError::into_why)
    }

    fn buffer<S: Shape>(
        &mut self,
        name: Name<'_>,
        all: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        self.parameter(name, all)
    }

    fn transposed<I: Dim, O: Dim>(
        &mut self,
        name: Name<'_>,
        [x]: [&EngineTensor<T, (I, O), E>; 1],
    ) -> Result<EngineTensor<T, (I, O), E>, Why<E>> {
        let (i, o) = *x.shape();
        let read = self.0.host(&name.to_string(), &(o, i)).map_err(ModelError::into_why)?;
        Ok(EngineTensor::upload(&read.t().to_owned(), self.0.device())?)
    }
}

/// [`Downloaded`] with buffers, and transposed as files hold them.
struct Saved<'a, T: Copy>(&'a mut Named<T>);

impl<T: Copy, E: Host<T>> Visitor<1, T, E> for Saved<'_, T> {
    fn parameter<S: Shape>(
        &mut self,
        name: Name<'_>,
        all: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        Downloaded(self.0).parameter(name, all)
    }

    fn buffer<S: Shape>(
        &mut self,
        name: Name<'_>,
        all: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        self.parameter(name, all)
    }

    fn transposed<I: Dim, O: Dim>(
        &mut self,
        name: Name<'_>,
        [x]: [&EngineTensor<T, (I, O), E>; 1],
    ) -> Result<EngineTensor<T, (I, O), E>, Why<E>> {
        self.0.push((name.to_string(), x.to_tensor()?.t().to_owned().erase()));
        Ok(x.clone())
    }
}
