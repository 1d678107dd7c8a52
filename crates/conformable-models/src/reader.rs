//! Models from files: every tensor that is missing, unexpected or misshapen is in one error.

use crate::element::Float;
use crate::parameters::Mapped;
use conformable::engine::{Engine, EngineTensor, Host};
use conformable::shape::PartialShape;
use conformable::{AnyShape, Dim, Shape, Tensor};
use conformable_files::{FileErrorKind, FileFloat, FilePart};
use core::fmt::{self, Debug, Display};
use std::collections::BTreeSet;

/// A model, or a part of one, that is made from the tensors of a file.
///
/// No parameters are made before. A struct of your own has one line for each field; [`model!`](crate::model) writes
/// this trait and [`Parameters`](crate::Parameters) from one list.
///
/// ```
/// use conformable::engine::{FloatEngine, Native};
/// use conformable::{Size, Tensor};
/// use conformable_files::{File, Format, Tensors};
/// use conformable_models::{FromFile, Linear, Mapped, Reader};
///
/// struct Mlp<E: FloatEngine<f32>> {
///     hidden: Linear<Size<3>, Size<8>, f32, E>,
///     output: Linear<Size<8>, Size<2>, f32, E>,
/// }
///
/// impl<E: FloatEngine<f32>> FromFile<f32, E> for Mlp<E> {
///     fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
///         Ok(Self { hidden: from.part("fc1")?, output: from.part("fc2")? })
///     }
/// }
///
/// // PyTorch's `Linear` has weights of (O, I)
/// let (w, b) = (Tensor::<f32, _>::zeros((Size::<8>, Size::<3>)), Tensor::<f32, _>::zeros((Size::<8>,)));
/// let mut tensors = Tensors::new();
/// tensors.put("fc1.weight", &w).put("fc1.bias", &b).put("fc2.weight", &w).put("fc3.bias", &b);
/// let file = File::from_bytes("mlp.safetensors", &tensors.to_bytes(Format::Safetensors)?)?;
/// let error = Mlp::<Native>::from_file(&file.all(), &()).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "mlp.safetensors does not fit the model: 1 tensor missing, 1 misshapen, 1 unexpected
///   missing     `fc2.bias`, a (2,)
///   misshapen   `fc2.weight`: (8, 3) is not a (2, 8); axis 0 is 8, not 2
///   unexpected  `fc3.bias`, a (8,)"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::Native;
/// use conformable_files::File;
/// use conformable_models::FromFile;
///
/// struct Mlp;
///
/// fn load(file: &File) {
///     <Mlp as FromFile<f32, Native>>::from_file(&file.all(), &()); // `Mlp` does not implement `FromFile`
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `FromFile<{T}, {E}>`",
    label = "implement `FromFile` with one line for each field, or list the fields in `model!`",
    note = "conformable: E-model"
)]
pub trait FromFile<T: Copy, E: Engine>: Sized {
    /// Makes the model from the tensors at the reader's place.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the engine fails. A tensor that does not fit is noted, and zeros are read in its
    /// place.
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E>;

    /// Makes the model from all tensors of a part of a file, on a device.
    ///
    /// # Errors
    ///
    /// If a tensor is missing, unexpected or misshapen, or has another element type; the error lists them all. Also if
    /// the file cannot be read, or the engine fails.
    fn from_file(file: &FilePart<'_>, device: &E::Device) -> Mapped<Self, E> {
        Checkpoint::of(file).load(device)
    }
}

/// A part of a file to make a model from, with options.
///
/// ```
/// use conformable::engine::Native;
/// use conformable::{Size, Tensor};
/// use conformable_files::{File, Format, Tensors};
/// use conformable_models::{Checkpoint, Linear, NoBias};
///
/// let weight = Tensor::from([[1.0_f64, 2.0, 3.0]]);
/// let mut tensors = Tensors::new();
/// tensors.put("weight", &weight).put("other", &weight);
/// let file = File::from_bytes("model.safetensors", &tensors.to_bytes(Format::Safetensors)?)?;
///
/// type Layer = Linear<Size<3>, Size<1>, f32, Native, NoBias>;
/// let checkpoint = Checkpoint::of(&file.all());
/// assert!(
///     checkpoint
///         .load::<Layer, f32, _>(&())
///         .unwrap_err()
///         .to_string()
///         .contains("the elements are f64, not f32")
/// );
/// let layer: Layer = checkpoint.converted().with_others().load(&())?;
/// assert_eq!(layer.weight.as_engine(), &Tensor::from([[1.0], [2.0], [3.0]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checkpoint<'f> {
    part: FilePart<'f>,
    converted: bool,
    others: bool,
}

impl<'f> Checkpoint<'f> {
    /// The tensors of a part of a file, whose element type must be that of the model and that must all be used.
    #[must_use]
    pub fn of(part: &FilePart<'f>) -> Self {
        Self { part: part.clone(), converted: false, others: false }
    }

    /// Converts floats of another type, such as `bf16`, to those of the model.
    #[must_use]
    pub fn converted(mut self) -> Self {
        self.converted = true;
        self
    }

    /// Allows tensors that the model does not use.
    #[must_use]
    pub fn with_others(mut self) -> Self {
        self.others = true;
        self
    }

    /// Makes a model on a device.
    ///
    /// # Errors
    ///
    /// As for [`FromFile::from_file`].
    pub fn load<M: FromFile<T, E>, T: Copy, E: Engine>(&self, device: &E::Device) -> Mapped<M, E> {
        self.read(device, M::read)
    }

    /// Calls a function with a reader at the first name.
    pub(crate) fn read<M, E: Engine>(
        &self,
        device: &E::Device,
        read: impl FnOnce(&mut Reader<'_, E>) -> Mapped<M, E>,
    ) -> Mapped<M, E> {
        let mut notes = Notes::default();
        let model = read(&mut Reader { from: self, name: String::new(), notes: &mut notes, device })?;
        if !self.others {
            for name in self.part.names().filter(|name| !notes.used.contains(*name)) {
                notes.problems.push(Problem::Unexpected { name: name.to_owned(), sizes: self.part.sizes(name)? });
            }
        }
        if notes.problems.is_empty() {
            return Ok(model);
        }
        notes.problems.sort_by_key(Problem::rank);
        Err(Misfit { file: self.part.file_name().to_owned(), problems: notes.problems }.into())
    }
}

/// The tensors that a reader has used, and those that do not fit.
#[derive(Default)]
struct Notes {
    used: BTreeSet<String>,
    problems: Vec<Problem>,
}

/// A place in a file from which a part of a model is read.
pub struct Reader<'a, E: Engine> {
    from: &'a Checkpoint<'a>,
    /// The names of the parts that lead here, each with its dot; at a tensor, its name.
    name: String,
    notes: &'a mut Notes,
    device: &'a E::Device,
}

impl<E: Engine> Debug for Reader<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Reader").field(&self.name).finish()
    }
}

impl<E: Engine> Reader<'_, E> {
    /// Reads a part: a tensor, or anything made of tensors. The name may have dots, or be empty for the same place.
    ///
    /// # Errors
    ///
    /// As for [`FromFile::read`].
    pub fn part<M: FromFile<T, E>, T: Copy>(&mut self, name: &str) -> Mapped<M, E> {
        M::read(&mut self.at(name))
    }

    /// Reads `count` parts, named `name.0`, `name.1` and so on.
    ///
    /// # Errors
    ///
    /// As for [`FromFile::read`].
    pub fn parts<M: FromFile<T, E>, T: Copy>(&mut self, name: &str, count: usize) -> Mapped<Vec<M>, E> {
        let mut parts = self.at(name);
        (0..count).map(|k| parts.part(&k.to_string())).collect()
    }

    /// Returns the device of the model.
    #[must_use]
    pub const fn device(&self) -> &E::Device {
        self.device
    }

    /// Returns whether the file has a tensor, or tensors of a part, of that name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let name = joined(&self.name, name);
        self.from.part.contains(&name) || self.from.part.part(&name).names().next().is_some()
    }

    /// Uses a tensor or all tensors of a part without reading them, such as a count of batches, if there are any.
    pub fn skip(&mut self, name: &str) {
        let name = joined(&self.name, name);
        let inner = self.from.part.part(&name);
        self.notes.used.extend(inner.names().map(|rest| joined(&name, rest)));
        self.notes.used.insert(name);
    }

    /// Uses a tensor that is another name of `of`, if the file has it. Both are full names from here.
    ///
    /// # Errors
    ///
    /// If the file has it with other elements than `of`, or cannot be read.
    pub fn tied<T: FileFloat + PartialEq>(&mut self, name: &str, of: &str) -> Mapped<(), E> {
        if self.has(name) {
            self.skip(name);
            let load = |name| self.from.part.load_float::<T, AnyShape>(&joined(&self.name, name));
            if load(name)? != load(of)? {
                let (name, of) = (joined(&self.name, name), joined(&self.name, of));
                self.notes.problems.push(Problem::Untied { name, of });
            }
        }
        Ok(())
    }

    /// Reads a tensor whose file has it as (O, I) for the (I, O) of the model.
    ///
    /// # Errors
    ///
    /// As for [`FromFile::read`].
    pub fn transposed<T: Float + FileFloat, I: Dim, O: Dim>(
        &mut self,
        name: &str,
    ) -> Mapped<EngineTensor<T, (I, O), E>, E>
    where
        E: Host<T>,
    {
        let read: Tensor<T, (O, I)> = self.at(name).take(None)?;
        Ok(EngineTensor::upload(&read.t().to_owned(), self.device)?)
    }

    /// Reads a tensor of this shape, whose run-time sizes are checked too.
    ///
    /// # Errors
    ///
    /// As for [`FromFile::read`].
    pub fn tensor<T: Float + FileFloat, S: Shape>(&mut self, name: &str, shape: &S) -> Mapped<EngineTensor<T, S, E>, E>
    where
        E: Host<T>,
    {
        Ok(EngineTensor::upload(&self.host(name, shape)?, self.device)?)
    }

    /// The same in host memory.
    pub(crate) fn host<T: Float + FileFloat, S: Shape>(&mut self, name: &str, shape: &S) -> Mapped<Tensor<T, S>, E> {
        self.at(name).take(Some(shape))
    }

    fn at(&mut self, name: &str) -> Reader<'_, E> {
        Reader { from: self.from, name: joined(&self.name, name), notes: &mut *self.notes, device: self.device }
    }

    /// The tensor here; zeros if it does not fit.
    pub(crate) fn take<T: Float + FileFloat, S: Shape>(&mut self, wanted: Option<&S>) -> Mapped<Tensor<T, S>, E> {
        let part = &self.from.part;
        let read = if self.from.converted { part.load_float(&self.name) } else { part.load::<T, S>(&self.name) };
        self.notes.used.insert(self.name.clone());
        let name = self.name.clone();
        let problem = match read {
            Ok(read) => {
                let sizes = read.sizes();
                match wanted.filter(|wanted| wanted.sizes().as_ref() != sizes.as_ref()) {
                    None => return Ok(read),
                    Some(other) => Problem::Misshapen { name, sizes: sizes.as_ref().into(), wanted: other.partial() },
                }
            }
            Err(error) => match error.kind() {
                FileErrorKind::NoSuchTensor => Problem::Missing { name, wanted: shown(wanted) },
                FileErrorKind::Shape => {
                    let sizes = part.sizes(&self.name)?;
                    // memory, and not a size
                    if S::from_sizes(sizes.sizes().as_ref()).is_ok() {
                        return Err(error.into());
                    }
                    Problem::Misshapen { name, sizes, wanted: shown(wanted) }
                }
                FileErrorKind::ElementType => {
                    let text = error.to_string();
                    let why = text.split_once("the elements").map_or(&*text, |(_, why)| why);
                    Problem::Elements { name, why: format!("the elements{why}") }
                }
                _ => return Err(error.into()),
            },
        };
        self.notes.problems.push(problem);
        let shape = match wanted {
            Some(wanted) => wanted.clone(),
            None => least::<S>()?,
        };
        Ok(Tensor::try_full(shape, T::of(0.0)).map_err(conformable::engine::Error::<E>::from)?)
    }
}

/// A prefix and a name, or one of them if the other is empty.
fn joined(outer: &str, name: &str) -> String {
    match (outer, name) {
        ("", name) => name.to_owned(),
        (outer, "") => outer.to_owned(),
        (outer, name) => format!("{outer}.{name}"),
    }
}

/// The wanted shape, or the sizes that its type knows.
fn shown<S: Shape>(wanted: Option<&S>) -> PartialShape {
    wanted.map_or_else(S::partial_type, Shape::partial)
}

/// A shape of the type: run-time sizes are 0.
fn least<S: Shape>() -> Result<S, conformable::ShapeError> {
    let sizes: Vec<_> = S::partial_type().dims().unwrap_or_default().iter().map(|dim| dim.unwrap_or(0)).collect();
    S::from_sizes(&sizes)
}

impl<T: Float + FileFloat, S: Shape, E: Host<T>> FromFile<T, E> for EngineTensor<T, S, E> {
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        let read = from.take(None)?;
        Ok(Self::upload(&read, from.device)?)
    }
}

impl<T: Copy, E: Engine, M: FromFile<T, E>, const K: usize> FromFile<T, E> for [M; K] {
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        let Ok(parts) = Self::try_from(from.parts("", K)?) else { unreachable!("there are as many") };
        Ok(parts)
    }
}

// as many as the file has
impl<T: Copy, E: Engine, M: FromFile<T, E>> FromFile<T, E> for Vec<M> {
    fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
        let mut count = 0;
        while from.has(&count.to_string()) {
            count += 1;
        }
        from.parts("", count)
    }
}

/// Why a file does not fit a model: each tensor that is missing, unexpected or misshapen, or has another element type.
#[derive(Clone, Debug)]
pub struct Misfit {
    file: String,
    problems: Vec<Problem>,
}

/// A tensor of a file that does not fit a model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The file lacks it.
    Missing {
        /// Its name.
        name: String,
        /// The shape that the model has.
        wanted: PartialShape,
    },
    /// Its sizes are not those of the model.
    Misshapen {
        /// Its name.
        name: String,
        /// The sizes in the file.
        sizes: AnyShape,
        /// The shape that the model has.
        wanted: PartialShape,
    },
    /// Its elements have another type.
    Elements {
        /// Its name.
        name: String,
        /// Both types, in words.
        why: String,
    },
    /// It should equal another tensor.
    Untied {
        /// Its name.
        name: String,
        /// The name of the other tensor.
        of: String,
    },
    /// The model does not use it.
    Unexpected {
        /// Its name.
        name: String,
        /// The sizes in the file.
        sizes: AnyShape,
    },
}

impl Problem {
    /// The order in the error.
    const fn rank(&self) -> usize {
        match self {
            Self::Missing { .. } => 0,
            Self::Misshapen { .. } => 1,
            Self::Elements { .. } => 2,
            Self::Untied { .. } => 3,
            Self::Unexpected { .. } => 4,
        }
    }
}

/// The name of each rank.
const RANKS: [&str; 5] = ["missing", "misshapen", "elements", "untied", "unexpected"];

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<10}  ", RANKS[self.rank()])?;
        match self {
            Self::Missing { name, wanted } => write!(f, "`{name}`, a {wanted}"),
            Self::Misshapen { name, sizes, wanted } => {
                write!(f, "`{name}`: {sizes} is not a {wanted}")?;
                let dims = wanted.dims().unwrap_or_default();
                let sizes = sizes.sizes();
                let sizes = sizes.as_ref();
                if dims.len() != sizes.len() {
                    return write!(f, "; it has {} axes, not {}", sizes.len(), dims.len());
                }
                let mut differ =
                    dims.iter().zip(sizes).enumerate().filter(|(_, (dim, size))| dim.is_some_and(|dim| dim != **size));
                let Some((axis, (dim, size))) = differ.next() else { return Ok(()) };
                write!(f, "; axis {axis} is {size}, not {}", dim.unwrap_or_default())
            }
            Self::Elements { name, why } => write!(f, "`{name}`: {why}"),
            Self::Untied { name, of } => write!(f, "`{name}`: its elements are not those of `{of}`"),
            Self::Unexpected { name, sizes } => write!(f, "`{name}`, a {sizes}"),
        }
    }
}

impl Misfit {
    /// Returns the name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the tensors that do not fit: missing, misshapen, of other elements, untied, unexpected.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// The number of each kind, and a line for each tensor.
impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not fit the model: ", self.file)?;
        let mut first = true;
        for (rank, what) in RANKS.iter().enumerate() {
            let count = self.problems.iter().filter(|problem| problem.rank() == rank).count();
            if count > 0 {
                let tensors = if count == 1 { "tensor" } else { "tensors" };
                let what = if rank == 2 { "of other elements" } else { what };
                if first {
                    write!(f, "{count} {tensors} {what}")?;
                } else {
                    write!(f, ", {count} {what}")?;
                }
                first = false;
            }
        }
        self.problems.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}
