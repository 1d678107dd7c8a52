//! Named tensors, and how they are saved.

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

/// Named tensors to be saved, of any element types and shapes, each borrowed until then; and texts beside them.
///
/// ```
/// # #[cfg(feature = "safetensors")] {
/// use conformable_files::{File, Tensors};
/// use conformable::{Shape, Tensor};
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
/// No file holds elements of every type:
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
    /// The first name that was put again.
    twice: Option<String>,
    /// Whether saving waits for the device.
    sync: bool,
}

/// About how many bytes a file tells of one tensor beside its name.
const TOLD: usize = 512;

impl<'a> Tensors<'a> {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tensor. A name that is put twice is refused when they are saved.
    pub fn put(&mut self, name: impl Into<String>, tensor: &'a impl Stored) -> &mut Self {
        let name = name.into();
        if self.named.tensors.insert(name.clone(), tensor).is_some() {
            self.twice.get_or_insert(name);
        }
        self
    }

    /// The tensors of one part of a model, into which they are put by the rest of their names.
    pub fn part(&mut self, prefix: impl Display) -> FilePartMut<'_, 'a> {
        FilePartMut { all: self, prefix: inside("", prefix) }
    }

    /// Adds a text, as a training's settings; a `.safetensors` file keeps them as its metadata, and the formats of
    /// NumPy refuse them.
    pub fn put_text(&mut self, key: impl Into<String>, text: impl Into<String>) -> &mut Self {
        self.named.texts.insert(key.into(), text.into());
        self
    }

    /// Whether [`save`](Self::save) waits until the file is on the storage device: `false` unless it is set. With it,
    /// the saved file survives a power failure after `save` returns.
    pub fn sync(&mut self, sync: bool) -> &mut Self {
        self.sync = sync;
        self
    }

    /// Saves all in one file. The ending of its name chooses the format: `.safetensors`, `.npz`, or, for one tensor,
    /// `.npy`.
    ///
    /// Saving is atomic: the tensors are written to a temporary file in the same folder, which then takes the name in
    /// one step. Readers see the old file or the new one, and a failure leaves the old one. Without
    /// [`sync`](Self::sync), a power failure may still lose the new file.
    ///
    /// A file that is replaced passes its permissions on, even if it is read-only; the new file belongs to the user who
    /// saves it. A new name gets the permissions that other new files get. A symbolic link is replaced, not the file
    /// that it leads to.
    ///
    /// # Errors
    ///
    /// If the name ends in none of them, the format has no such elements, names or texts, a name was put twice, the
    /// file would be longer than can be counted, or it cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let format = Format::of(path).map_err(|why| why.of(&name))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let io = |error: io::Error| Why::Io(error).of(&name);
        if !folder.is_dir() {
            let what = std::format!("there is no folder {} to save it in", folder.display());
            return Err(io(io::Error::new(io::ErrorKind::NotFound, what)));
        }
        #[cfg_attr(not(unix), allow(unused_variables, reason = "permissions are Unix's"))]
        let old = path.symlink_metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.permissions());
        #[cfg_attr(not(unix), allow(unused_mut, reason = "permissions are Unix's"))]
        let mut builder = tempfile::Builder::new();
        // never more open than the old file, not even before `set_permissions`
        #[cfg(unix)]
        builder.permissions(old.clone().unwrap_or_else(|| std::os::unix::fs::PermissionsExt::from_mode(0o666)));
        let temporary = builder.tempfile_in(folder).map_err(io)?;
        let mut out = BufWriter::new(temporary.as_file());
        self.write(format, &mut out, &name)?;
        out.flush().map_err(io)?;
        drop(out);
        // those that the user's mask has taken away
        #[cfg(unix)]
        if let Some(old) = old {
            temporary.as_file().set_permissions(old).map_err(io)?;
        }
        if self.sync {
            temporary.as_file().sync_all().map_err(io)?;
        }
        temporary.persist(path).map_err(|error| io(error.error))?;
        // the name is in the folder
        #[cfg(unix)]
        if self.sync {
            std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)?;
        }
        Ok(())
    }

    /// The bytes of such a file.
    ///
    /// # Errors
    ///
    /// If the format has no such elements, names or texts, a name was put twice, or there is no memory for so many
    /// bytes, or no number.
    pub fn to_bytes(&self, format: Format) -> Result<Vec<u8>, FileError> {
        let name = "the bytes";
        let mut bytes = Vec::new();
        // views that are stretched may be more than there is memory for
        let mut each = self.named.tensors.values().map(|tensor| tensor.stored_bytes().map(usize::try_from)?.ok());
        let Some(all) = each.try_fold(0_usize, |all, each| all.checked_add(each?)) else {
            return Err(Why::TooLarge("the file would be longer than can be counted".to_owned()).of(name));
        };
        // what is told of them is short, and would double all that there is
        let headers = self.named.tensors.keys().map(|name| 2 * name.len() + TOLD).sum::<usize>();
        if bytes.try_reserve(all.saturating_add(TOLD + headers)).is_err() {
            let what = std::format!("there is no memory for a file of {all} bytes");
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

/// The tensors of one part of a model, to be saved: [`Tensors::part`].
#[derive(Debug)]
pub struct FilePartMut<'p, 'a> {
    all: &'p mut Tensors<'a>,
    /// With its dot.
    prefix: String,
}

impl<'a> FilePartMut<'_, 'a> {
    /// Adds a tensor, whose name is put behind the prefix.
    pub fn put(&mut self, name: impl Display, tensor: &'a impl Stored) -> &mut Self {
        self.all.put(std::format!("{}{name}", self.prefix), tensor);
        self
    }

    /// The part of this part.
    pub fn part(&mut self, prefix: impl Display) -> FilePartMut<'_, 'a> {
        let prefix = inside(&self.prefix, prefix);
        FilePartMut { all: self.all, prefix }
    }
}
