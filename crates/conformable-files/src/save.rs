//! Saves named tensors.

use super::error::{FileError, Why};
use super::format::Format;
use super::stored::{Named, Stored, inside};
use core::fmt::{self, Debug, Display};
use std::borrow::ToOwned;
use std::fs::Metadata;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

/// Named tensors to save, of any element types and shapes, and texts. The tensors are borrowed.
///
/// ```
/// # #[cfg(feature = "safetensors")] {
/// use conformable::{Shape, Tensor};
/// use conformable_files::{File, Tensors};
///
/// let (weight, bias) = (Tensor::from([[1.0_f32, 2.0], [3.0, 4.0]]), Tensor::from([0.5_f32, 0.5]));
/// let mut tensors = Tensors::new();
/// tensors.part("hidden").put("weight", &weight).put("bias", &bias);
/// tensors.put_text("epochs", "20");
///
/// let path = std::env::temp_dir().join("conformable-doc.safetensors");
/// tensors.save(&path)?;
/// let file = File::open(&path)?;
/// assert_eq!(file.load::<f32, Shape![2, 2]>("hidden.weight")?, weight);
/// assert_eq!(file.metadata("epochs"), Some("20"));
/// # std::fs::remove_file(path).unwrap();
/// # }
/// # Ok::<(), conformable_files::FileError>(())
/// ```
///
/// Some element types cannot be saved:
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
/// use conformable_files::Tensors;
///
/// Tensors::new().put("names", &Tensor::from(['a', 'b'])); // no file holds elements of type `char`
/// ```
#[derive(Default)]
pub struct Tensors<'a> {
    named: Named<'a>,
    /// The first name that was put twice.
    twice: Option<String>,
    /// Whether saving waits for the storage device.
    sync: bool,
}

/// An estimate of the bytes that a file needs for the description of one tensor, without its name.
const TOLD: usize = 512;

impl<'a> Tensors<'a> {
    /// Returns an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tensor. A name that is put twice is refused when the tensors are saved.
    pub fn put(&mut self, name: impl Into<String>, tensor: &'a impl Stored) -> &mut Self {
        let name = name.into();
        if self.named.tensors.insert(name.clone(), tensor).is_some() {
            self.twice.get_or_insert(name);
        }
        self
    }

    /// Returns one part of a model: tensors put into it get the prefix.
    pub fn part(&mut self, prefix: impl Display) -> FilePartMut<'_, 'a> {
        FilePartMut { all: self, prefix: inside("", prefix) }
    }

    /// Adds a text, such as training settings. Only `.safetensors` files can hold texts, as their metadata.
    pub fn put_text(&mut self, key: impl Into<String>, text: impl Into<String>) -> &mut Self {
        self.named.texts.insert(key.into(), text.into());
        self
    }

    /// Sets whether [`save`](Self::save) waits until the file is on the storage device; the default is `false`.
    ///
    /// If set, the saved file survives a power failure after `save` returns.
    pub fn sync(&mut self, sync: bool) -> &mut Self {
        self.sync = sync;
        self
    }

    /// Saves all tensors in one file, in the format of its extension: `.safetensors`, `.npz`, or `.npy` for one tensor.
    ///
    /// Saving is atomic: the tensors are written to a temporary file in the same folder, which then replaces the
    /// target. Readers see the old file or the new one, and a failure leaves the old one. Without [`sync`](Self::sync),
    /// a power failure may still lose the new file.
    ///
    /// A replaced file keeps its permissions, even if read-only, but belongs to the user who saves. A new file gets the
    /// default permissions. A symbolic link is replaced, not its target.
    ///
    /// # Errors
    ///
    /// If the extension is not supported, the format does not support an element type, a name or the texts, a name was
    /// put twice, the file would be too long, or it cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let format = Format::of(path).map_err(|why| why.of(&name))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let io = |error: io::Error| Why::Io(error).of(&name);
        #[cfg_attr(not(unix), allow(unused_variables, reason = "permissions are Unix's"))]
        let old = path.symlink_metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.permissions());
        #[cfg_attr(not(unix), allow(unused_mut, reason = "permissions are Unix's"))]
        let mut builder = tempfile::Builder::new();
        // never more permissive than the old file, not even before `set_permissions`
        #[cfg(unix)]
        builder.permissions(old.clone().unwrap_or_else(|| std::os::unix::fs::PermissionsExt::from_mode(0o666)));
        let temporary = builder.tempfile_in(folder).map_err(|error| {
            if folder.is_dir() {
                return io(error);
            }
            let what = std::format!("there is no folder {} to save it in", folder.display());
            io(io::Error::new(io::ErrorKind::NotFound, what))
        })?;
        let mut out = BufWriter::new(temporary.as_file());
        self.write(format, &mut out, &name)?;
        out.flush().map_err(io)?;
        drop(out);
        // restores the permissions that the user's mask removed
        #[cfg(unix)]
        if let Some(old) = old {
            temporary.as_file().set_permissions(old).map_err(io)?;
        }
        if self.sync {
            temporary.as_file().sync_all().map_err(io)?;
        }
        temporary.persist(path).map_err(|error| io(error.error))?;
        // makes the new name durable
        #[cfg(unix)]
        if self.sync {
            std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)?;
        }
        Ok(())
    }

    /// Returns the bytes of a file in that format.
    ///
    /// # Errors
    ///
    /// If the format does not support an element type, a name or the texts, a name was put twice, or memory runs out.
    pub fn to_bytes(&self, format: Format) -> Result<Vec<u8>, FileError> {
        let name = "the bytes";
        let mut bytes = Vec::new();
        // broadcast views may be larger than memory
        let mut each = self.named.tensors.values().map(|tensor| tensor.stored_bytes().map(usize::try_from)?.ok());
        let Some(all) = each.try_fold(0_usize, |all, each| all.checked_add(each?)) else {
            return Err(Why::TooLarge("the file would be longer than can be counted".to_owned()).of(name));
        };
        // the reserved size includes headers, since growing would double the memory
        let headers = self.named.tensors.keys().map(|name| 2 * name.len() + TOLD).sum::<usize>();
        if bytes.try_reserve(all.saturating_add(TOLD + headers)).is_err() {
            let what = std::format!("cannot allocate a file of {all} bytes");
            return Err(Why::Io(io::Error::new(io::ErrorKind::OutOfMemory, what)).of(name));
        }
        self.write(format, &mut bytes, name)?;
        Ok(bytes)
    }

    fn write(&self, format: Format, out: &mut impl Write, file: &str) -> Result<(), FileError> {
        if let Some(name) = &self.twice {
            return Err(Why::Name("the name was put twice".to_owned()).of_tensor(file, name));
        }
        match format {
            #[cfg(feature = "safetensors")]
            Format::Safetensors => super::safetensors::write(&self.named, out, file),
            #[cfg(feature = "npy")]
            Format::Npy => super::npy::write(&self.named, out, file),
            #[cfg(feature = "npz")]
            Format::Npz => super::npz::write(&self.named, out, file),
        }
    }
}

impl Debug for Tensors<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.named.tensors.keys().collect();
        f.debug_struct("Tensors").field("tensors", &names).field("texts", &self.named.texts).finish_non_exhaustive()
    }
}

/// One part of a model to save: [`Tensors::part`].
#[derive(Debug)]
pub struct FilePartMut<'p, 'a> {
    all: &'p mut Tensors<'a>,
    /// The prefix with its dot.
    prefix: String,
}

impl<'a> FilePartMut<'_, 'a> {
    /// Adds a tensor, with the prefix before its name.
    pub fn put(&mut self, name: impl Display, tensor: &'a impl Stored) -> &mut Self {
        self.all.put(std::format!("{}{name}", self.prefix), tensor);
        self
    }

    /// Returns a part of this part.
    pub fn part(&mut self, prefix: impl Display) -> FilePartMut<'_, 'a> {
        let prefix = inside(&self.prefix, prefix);
        FilePartMut { all: self.all, prefix }
    }
}
