//! Files of named tensors, and parts of them.

use super::element::{Element, FileFloat};
use super::entry::{Contents, Entry};
use super::error::{FileError, Why, malformed};
use super::format;
use super::source::Source;
use super::stored::inside;
use conformable::Tensor;
use conformable::shape::{AnyShape, Shape};
use conformable::storage::View;
use core::fmt::{self, Debug, Display};
use std::borrow::{Cow, ToOwned};
use std::io;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::vec::Vec;

/// A file of named tensors whose header has been read and checked: `.safetensors`, `.npz` or `.npy`.
///
/// The format is recognised by the contents; a `.safetensors` file may be in shards. [`load`](Self::load) and
/// [`view`](Self::view) check a tensor's sizes against a shape type:
///
/// ```
/// # #[cfg(feature = "safetensors")] {
/// use conformable_files::{File, Format, FilePart, Tensors};
/// use conformable::{Dim, Dyn, Shape, Size, Tensor};
///
/// struct Linear<In: Dim, Out: Dim> {
///     weight: Tensor<f32, (In, Out)>,
///     bias: Tensor<f32, (Out,)>,
/// }
///
/// impl<In: Dim, Out: Dim> Linear<In, Out> {
///     fn load(from: &FilePart<'_>) -> Result<Self, conformable_files::FileError> {
///         Ok(Self { weight: from.load("weight")?, bias: from.load("bias")? })
///     }
/// }
///
/// # let (weight, bias) = (Tensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]), Tensor::from([1.0_f32, 1.0, 1.0]));
/// # let mut tensors = Tensors::new();
/// # tensors.put("hidden.weight", &weight);
/// # tensors.put("hidden.bias", &bias);
/// # let bytes = tensors.to_bytes(Format::Safetensors)?;
/// let file = File::from_bytes("model.safetensors", &bytes)?; // or `File::open(path)?`
/// let hidden: Linear<Size<2>, Dyn> = Linear::load(&file.part("hidden"))?;
/// assert_eq!(hidden.weight.sizes(), [2, 3]);
///
/// let error = Linear::<Size<2>, Size<3>>::load(&file.part("hiden")).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "model.safetensors, tensor `hiden.weight`: there is no such tensor; near it in spelling: `hidden.weight`"
/// );
/// # }
/// # Ok::<(), conformable_files::FileError>(())
/// ```
pub struct File {
    name: String,
    sources: Vec<(String, Source)>,
    contents: Contents,
}

/// The function that opens a file.
type Open<'a> = &'a dyn Fn(&Path) -> io::Result<Source>;

impl File {
    /// Opens a file and reads only its header. Elements are read when they are loaded.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is malformed.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::with(path.as_ref(), &Source::open)
    }

    /// Reads a whole file into memory, so that its tensors can be [`view`](Self::view)ed.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is malformed.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::with(path.as_ref(), &Source::read)
    }

    /// Maps a file into memory.
    ///
    /// A [`view`](Self::view) reads elements from it on access, and processes that map the same file share its memory.
    ///
    /// # Safety
    ///
    /// While the `File` exists, no process may change or truncate the file. A change is undefined behaviour, because it
    /// changes elements behind a shared reference; a read past a new end terminates the program with a signal.
    ///
    /// The condition holds for files that only you can write and that are replaced as a whole, as
    /// [`Tensors::save`](super::Tensors::save) does: the mapping keeps the old file. It does not hold on a file system
    /// that others write to: use [`read`](Self::read) there.
    ///
    /// # Errors
    ///
    /// If the file cannot be mapped or is malformed.
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, FileError> {
        // SAFETY: the caller guarantees that the file is not changed or truncated while the `File` exists (`# Safety`),
        // which owns the `Source`.
        Self::with(path.as_ref(), &|path| unsafe { Source::map(path) })
    }

    /// Reads a file from bytes in memory; errors show `name`.
    ///
    /// The `File` keeps a copy that is aligned for every element type.
    ///
    /// # Errors
    ///
    /// If the bytes are malformed.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Result<Self, FileError> {
        let name = name.into();
        let source = Source::copy(bytes).map_err(|error| Why::from(error).of(&name))?;
        Self::of(name, source, None)
    }

    fn with(path: &Path, open: Open<'_>) -> Result<Self, FileError> {
        let name = path.display().to_string();
        let source = open(path).map_err(|error| Why::from(error).of(&name))?;
        Self::of(name, source, Some((path, open)))
    }

    /// The file of a source, or the shards of an index.
    fn of(name: String, source: Source, path: Option<(&Path, Open<'_>)>) -> Result<Self, FileError> {
        let shards = match format::read(&source, &stem(&name)).map_err(|why| why.of(&name))? {
            format::Read::Tensors(contents) => {
                return Ok(Self { sources: Vec::from([(name.clone(), source)]), name, contents });
            }
            format::Read::Shards(shards) => shards,
        };
        let Some((path, open)) = path else {
            let why = malformed!("it is the index of shards, which are files beside it: open it by its path");
            return Err(why.of(&name));
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::of_shards(name, folder, open, shards)
    }

    /// The tensors of several files that the index names.
    fn of_shards(
        name: String,
        folder: &Path,
        open: Open<'_>,
        shards: Vec<(String, Vec<String>)>,
    ) -> Result<Self, FileError> {
        let mut all = Self { name, sources: Vec::new(), contents: Contents::default() };
        for (shard, tensors) in shards {
            let path: PathBuf = folder.join(&shard);
            let file = path.display().to_string();
            let source = open(&path).map_err(|error| Why::from(error).of(&file))?;
            // an index in an index could be the same one
            let read = format::read(&source, &stem(&shard)).map_err(|why| why.of(&file))?;
            let format::Read::Tensors(mut contents) = read else {
                return Err(
                    malformed!("the index {} says that it holds tensors, and it is an index", all.name).of(file)
                );
            };
            for tensor in tensors {
                let Some(mut entry) = contents.entries.remove(&tensor) else {
                    let why = malformed!("the index {} says that it is here, and it is not", all.name);
                    return Err(why.of_tensor(file, &tensor));
                };
                entry.source = all.sources.len();
                all.contents.entries.insert(tensor, entry);
            }
            all.contents.metadata.append(&mut contents.metadata);
            all.sources.push((file, source));
        }
        Ok(all)
    }

    /// Sets the maximal number of bytes that a compressed tensor may be unpacked to.
    ///
    /// [`load`](Self::load) refuses a larger one. Deflate expands up to 1 032 times, so a small file from an untrusted
    /// source can demand much memory. The default limit is 256 MiB, or 32 times the compressed bytes if that is more.
    ///
    /// ```
    /// use conformable::AnyShape;
    /// use conformable_files::{File, FileErrorKind};
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/numpy_files/zeros.npz");
    /// let file = File::open(path)?.with_max_unpacked(16);
    /// let name = file.names().next().unwrap();
    /// assert_eq!(file.load::<f64, AnyShape>(name).unwrap_err().kind(), FileErrorKind::TooLarge);
    /// # Ok::<(), conformable_files::FileError>(())
    /// ```
    #[cfg(feature = "npz")]
    #[must_use]
    pub fn with_max_unpacked(mut self, bytes: u64) -> Self {
        self.contents.entries.values_mut().filter_map(|entry| entry.member.as_mut()).for_each(|member| {
            member.most = Some(bytes);
        });
        self
    }

    /// Returns all tensors of the file, by their full names.
    #[must_use]
    pub const fn all(&self) -> FilePart<'_> {
        FilePart { file: self, prefix: String::new() }
    }

    /// Returns the tensors whose names begin with the prefix and a dot, by the rest of their names; all for an empty
    /// prefix.
    #[must_use]
    pub fn part(&self, prefix: impl Display) -> FilePart<'_> {
        self.all().part(prefix)
    }

    /// [`FilePart::load`] by the full name.
    ///
    /// # Errors
    ///
    /// As for [`FilePart::load`].
    pub fn load<T: Element, S: Shape>(&self, name: &str) -> Result<Tensor<T, S>, FileError> {
        self.all().load(name)
    }

    /// [`FilePart::view`] by the full name.
    ///
    /// # Errors
    ///
    /// As for [`FilePart::view`].
    pub fn view<T: Element, S: Shape>(&self, name: &str) -> Result<Tensor<T, S, View<'_>>, FileError> {
        self.all().view(name)
    }

    /// [`FilePart::sizes`] by the full name.
    ///
    /// # Errors
    ///
    /// As for [`FilePart::sizes`].
    pub fn sizes(&self, name: &str) -> Result<AnyShape, FileError> {
        self.all().sizes(name)
    }

    /// Returns the names of all tensors in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.contents.entries.keys().map(String::as_str)
    }

    /// Returns a text of the file's metadata by its key.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.contents.metadata.get(key).map(String::as_str)
    }

    /// The names of the tensors, for an error.
    fn owned_names(&self) -> Vec<String> {
        self.names().map(ToOwned::to_owned).collect()
    }
}

/// The file name without its extension, which names the tensor of an `.npy` file.
fn stem(file: &str) -> Cow<'_, str> {
    Path::new(file).file_stem().map_or(Cow::Borrowed(""), |stem| stem.to_string_lossy())
}

impl Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = |(name, entry): (_, &Entry)| (name, entry.sizes());
        f.debug_struct("File")
            .field("name", &self.name)
            .field("tensors", &DebugMap(|| self.contents.entries.iter().map(sizes)))
            .field("metadata", &self.contents.metadata)
            .finish_non_exhaustive()
    }
}

/// Prints pairs as a map.
struct DebugMap<F>(F);

impl<K: Debug, V: Debug, I: Iterator<Item = (K, V)>, F: Fn() -> I> Debug for DebugMap<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries((self.0)()).finish()
    }
}

/// The tensors of a [`File`] whose names begin with a prefix: one part of a model.
///
/// A struct of tensors is loaded field by field, in any format, and its parts from parts of the file:
///
/// ```
/// use conformable::{Shape, Tensor};
/// use conformable_files::{FileError, FilePart};
///
/// struct Norm {
///     scale: Tensor<f32, Shape![512]>,
///     shift: Tensor<f32, Shape![512]>,
/// }
///
/// struct Block {
///     norms: [Norm; 2],
/// }
///
/// impl Norm {
///     fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
///         Ok(Self { scale: from.load("scale")?, shift: from.load("shift")? })
///     }
/// }
///
/// impl Block {
///     fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
///         Ok(Self { norms: [Norm::load(&from.part("norms.0"))?, Norm::load(&from.part("norms.1"))?] })
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct FilePart<'a> {
    file: &'a File,
    /// Empty, or a prefix with its dot.
    prefix: String,
}

impl<'a> FilePart<'a> {
    /// Returns a part of this part, by both prefixes; this part for an empty prefix.
    #[must_use]
    pub fn part(&self, prefix: impl Display) -> Self {
        Self { file: self.file, prefix: inside(&self.prefix, prefix) }
    }

    /// Loads a tensor to the heap, in row-major order; an archive's checksum is compared.
    ///
    /// Sizes that the shape type fixes are checked, and all others become known. The element type must be that of the
    /// file; [`map`](Tensor::map) converts it afterwards.
    ///
    /// ```
    /// # #[cfg(feature = "safetensors")] {
    /// use conformable::{Shape, Tensor};
    /// use conformable_files::{File, Format, Tensors};
    ///
    /// # let pixels = Tensor::from([[0_u8, 51, 255]]);
    /// # let bytes = Tensors::new().put("pixels", &pixels).to_bytes(Format::Safetensors)?;
    /// let file = File::from_bytes("image", &bytes)?;
    /// let pixels: Tensor<f32, Shape![_, 3]> = file.load::<u8, _>("pixels")?.map(f32::from);
    /// assert_eq!(pixels, Tensor::from([[0.0, 51.0, 255.0]]));
    ///
    /// let error = file.load::<f32, Shape![_, 3]>("pixels").unwrap_err();
    /// assert_eq!(error.to_string(), "image, tensor `pixels`: the elements are u8, not f32");
    /// # }
    /// # Ok::<(), conformable_files::FileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the tensor does not exist, its element type or sizes differ from the requested ones, an element is not a
    /// valid value, the file cannot be read, or memory runs out.
    pub fn load<T: Element, S: Shape>(&self, name: &str) -> Result<Tensor<T, S>, FileError> {
        self.find(name, Entry::load)
    }

    /// Loads a tensor of floats as [`load`](Self::load), and converts floats of another type to the nearest `T`.
    ///
    /// `f16` and `bf16` need the feature `half`.
    ///
    /// ```
    /// # #[cfg(feature = "safetensors")] {
    /// use conformable::{Shape, Tensor};
    /// use conformable_files::{File, Format, Tensors};
    ///
    /// # let weight = Tensor::from([[0.5_f64, 0.25]]);
    /// # let bytes = Tensors::new().put("weight", &weight).to_bytes(Format::Safetensors)?;
    /// let file = File::from_bytes("model.safetensors", &bytes)?; // its elements are `f64`
    /// let weight: Tensor<f32, Shape![1, 2]> = file.all().load_float("weight")?;
    /// assert_eq!(weight, Tensor::from([[0.5, 0.25]]));
    /// # }
    /// # Ok::<(), conformable_files::FileError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load). Integers and `bool` are refused.
    pub fn load_float<T: FileFloat, S: Shape>(&self, name: &str) -> Result<Tensor<T, S>, FileError> {
        self.find(name, Entry::load_float)
    }

    /// Returns whether there is a tensor of that name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.file.contents.entries.contains_key(&*self.full_name(name))
    }

    /// Returns a view of a tensor's elements in the file's memory, without a copy.
    ///
    /// The view of an array in Fortran order has strides. No checksum is compared.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load), and if the elements are not in memory, not aligned for their type, compressed, or
    /// in the other byte order. `load` accepts all of these.
    pub fn view<T: Element, S: Shape>(&self, name: &str) -> Result<Tensor<T, S, View<'a>>, FileError> {
        self.find(name, |entry, source| entry.view(source))
    }

    /// Returns the sizes of a tensor.
    ///
    /// # Errors
    ///
    /// If the tensor does not exist.
    pub fn sizes(&self, name: &str) -> Result<AnyShape, FileError> {
        self.find(name, |entry, _| Ok(entry.sizes()))
    }

    /// Returns the names of the tensors without the prefix, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.file.names().filter_map(|name| name.strip_prefix(&*self.prefix))
    }

    /// Returns the name of the file.
    #[must_use]
    pub fn file_name(&self) -> &'a str {
        &self.file.name
    }

    /// Returns a name with the prefix of this part.
    #[must_use]
    pub fn full_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match &*self.prefix {
            "" => Cow::Borrowed(name),
            prefix => Cow::Owned(std::format!("{prefix}{name}")),
        }
    }

    fn find<R>(&self, name: &str, found: impl FnOnce(&'a Entry, &'a Source) -> Result<R, Why>) -> Result<R, FileError> {
        let name = self.full_name(name);
        let Some(entry) = self.file.contents.entries.get(&*name) else {
            return Err(Why::Missing(self.file.owned_names()).of_tensor(&self.file.name, &name));
        };
        let (file, source) = &self.file.sources[entry.source];
        found(entry, source).map_err(|why| why.of_tensor(file, &name))
    }
}
