//! The bytes of a file.

use bytemuck::allocation::try_zeroed_vec;
use bytemuck::{cast_slice, cast_slice_mut};
use conformable::storage::huge_pages;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

/// A file that can be read at any position.
pub(super) enum Source {
    /// In memory, aligned for every element type, and the length in bytes.
    Memory(Vec<u64>, usize),
    /// Mapped into memory, aligned to a page.
    Mapped(memmap2::Mmap),
    /// On disk, and the length in bytes when it was opened.
    Disk(Mutex<fs::File>, u64),
}

impl Source {
    /// # Errors
    ///
    /// If the file cannot be opened.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let (file, length) = open(path)?;
        Ok(Self::Disk(Mutex::new(file), length))
    }

    /// # Errors
    ///
    /// If the file cannot be opened or read, or memory runs out.
    pub(super) fn read(path: &Path) -> io::Result<Self> {
        let (mut file, length) = open(path)?;
        let length = usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut words = zeroed(length)?;
        file.read_exact(&mut cast_slice_mut(&mut words)[..length])?;
        Ok(Self::Memory(words, length))
    }

    /// # Errors
    ///
    /// If memory runs out.
    pub(super) fn copy(bytes: &[u8]) -> io::Result<Self> {
        let mut words = zeroed(bytes.len())?;
        cast_slice_mut::<u64, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Ok(Self::Memory(words, bytes.len()))
    }

    /// # Safety
    ///
    /// The file must not be changed or truncated while it is mapped.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or mapped.
    pub(super) unsafe fn map(path: &Path) -> io::Result<Self> {
        let (file, _) = open(path)?;
        // SAFETY: the caller guarantees that the file is not changed or truncated while it is mapped (`# Safety`).
        let map = unsafe { memmap2::Mmap::map(&file) }?;
        Ok(Self::Mapped(map))
    }

    /// The number of bytes.
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Memory(_, length) => *length as u64,
            Self::Mapped(map) => map.len() as u64,
            Self::Disk(_, length) => *length,
        }
    }

    /// All bytes, if they are in memory.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Memory(words, length) => Some(&cast_slice(words)[..*length]),
            Self::Mapped(map) => Some(map),
            Self::Disk(..) => None,
        }
    }

    /// Copies the bytes from a position on.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or ends too early.
    pub(super) fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        if let Some(bytes) = self.bytes() {
            let from = usize::try_from(at).ok();
            let part = from.and_then(|from| bytes.get(from..from.checked_add(into.len())?));
            into.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
            return Ok(());
        }
        let Self::Disk(file, _) = self else { unreachable!("all others have bytes") };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(into)
    }
}

#[cfg(feature = "npy")]
impl Source {
    /// A reader of `bytes` bytes from a position on, or fewer if the file ends before.
    pub(super) fn part(&self, at: u64, bytes: u64) -> Part<'_> {
        Part { source: self, at, end: at.saturating_add(bytes).min(self.len()) }
    }
}

/// Reads a part of a file.
#[cfg(feature = "npy")]
pub(super) struct Part<'s> {
    source: &'s Source,
    at: u64,
    end: u64,
}

#[cfg(feature = "npy")]
impl Read for Part<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_sub(self.at);
        let length = usize::try_from(left).map_or(into.len(), |left| left.min(into.len()));
        self.source.read_at(self.at, &mut into[..length])?;
        self.at += length as u64;
        Ok(length)
    }
}

/// The file and its length. Only a regular file has a known length; opening a pipe would block until its other end
/// opens.
fn open(path: &Path) -> io::Result<(fs::File, u64)> {
    let kind = fs::metadata(path)?.file_type();
    if !kind.is_file() {
        let what = if kind.is_dir() { "it is a folder, and no file" } else { "it is a device or a pipe, and no file" };
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    let file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    Ok((file, length))
}

/// Zeroed words for that many bytes.
fn zeroed(length: usize) -> io::Result<Vec<u64>> {
    let mut words = try_zeroed_vec(length.div_ceil(8)).map_err(|()| io::ErrorKind::OutOfMemory)?;
    huge_pages(&mut words);
    Ok(words)
}
