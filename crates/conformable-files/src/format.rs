//! Recognises the format of a file.

use super::entry::Contents;
use super::error::Why;
#[cfg(not(feature = "safetensors"))]
use super::error::malformed;
use super::source::Source;
use std::path::Path;
use std::string::String;
use std::vec::Vec;

/// The content of a file.
pub(super) enum Read {
    /// Tensors.
    Tensors(Contents),
    /// An index of shards: the name of each file, and the tensors in it.
    #[cfg_attr(not(feature = "safetensors"), allow(dead_code, reason = "no other format has one"))]
    Shards(Vec<(String, Vec<String>)>),
}

/// A format of tensor files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Hugging Face's `.safetensors`: named tensors after a JSON header.
    #[cfg(feature = "safetensors")]
    Safetensors,
    /// NumPy's `.npy`: one array.
    #[cfg(feature = "npy")]
    Npy,
    /// NumPy's `.npz`: named arrays in a zip archive.
    #[cfg(feature = "npz")]
    Npz,
}

impl Format {
    /// The format for the extension of a path.
    pub(super) fn of(path: &Path) -> Result<Self, Why> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let known: &[(&str, Self)] = &[
            #[cfg(feature = "safetensors")]
            ("safetensors", Self::Safetensors),
            #[cfg(feature = "npy")]
            ("npy", Self::Npy),
            #[cfg(feature = "npz")]
            ("npz", Self::Npz),
        ];
        known.iter().find(|(name, _)| *name == ending).map(|(_, format)| *format).ok_or_else(|| {
            let names: Vec<_> = known.iter().map(|(name, _)| std::format!("`.{name}`")).collect();
            Why::Name(std::format!("the name ends in no format: those of this build are {}", names.join(", ")))
        })
    }
}

/// Reads the header of a file. The single tensor of an `.npy` file is named `stem`.
#[cfg_attr(not(feature = "npy"), allow(unused_variables, reason = "other tensors have names"))]
pub(super) fn read(source: &Source, stem: &str) -> Result<Read, Why> {
    let mut start = [0; 9];
    let length = usize::try_from(source.len()).map_or(start.len(), |length| length.min(start.len()));
    source.read_at(0, &mut start[..length])?;
    match &start[..length] {
        #[cfg(feature = "npy")]
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => super::npy::read(source, stem).map(Read::Tensors),
        #[cfg(feature = "npz")]
        [b'P', b'K', 3 | 5, ..] => super::npz::read(source).map(Read::Tensors),
        #[cfg(feature = "safetensors")]
        // a safetensors file begins with the length of its header, whose highest bytes are 0; JSON has no such byte
        [b'{' | b' ' | b'\n' | b'\r' | b'\t', rest @ ..] if !rest.contains(&0) => {
            super::safetensors::read_index(source).map(Read::Shards)
        }
        #[cfg(feature = "safetensors")]
        _ => super::safetensors::read(source).map(Read::Tensors),
        #[cfg(not(feature = "safetensors"))]
        _ => Err(malformed!("it is not a file of tensors that this build reads")),
    }
}
