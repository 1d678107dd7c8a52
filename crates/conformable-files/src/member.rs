//! A member of a zip archive: its unpacked bytes, counted and compared with their checksum.

use super::error::{Why, malformed};
use super::source::{Part, Source};
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use std::io::{self, BufReader, Read};

/// The default limit of unpacked bytes: this number, or this ratio to the compressed bytes if that is more.
const UNPACKED: u64 = 256 << 20;
const RATIO: u64 = 32;

/// The description of a member in the archive's directory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// The position and the number of its bytes in the file, checked against the file.
    pub(super) at: u64,
    pub(super) packed: u64,
    /// The number of unpacked bytes.
    pub(super) bytes: u64,
    pub(super) deflated: bool,
    pub(super) checksum: u32,
    /// The number of unpacked bytes before the elements.
    pub(super) header: u64,
    /// The caller's limit of unpacked bytes.
    pub(super) most: Option<u64>,
}

/// A reader of the unpacked bytes.
pub(super) struct Unpacked<'s> {
    from: Packed<'s>,
    /// The number of bytes left.
    left: u64,
    packed: u64,
    crc: Crc,
    checksum: u32,
}

enum Packed<'s> {
    Stored(Part<'s>),
    Deflated(DeflateDecoder<BufReader<Part<'s>>>),
}

impl Member {
    /// Whether deflate can expand to the stated number of bytes.
    pub(super) fn is_possible(self) -> bool {
        if self.deflated { self.bytes / 1032 <= self.packed } else { self.bytes == self.packed }
    }

    /// Refuses a member that exceeds the limit, the caller's or the default.
    pub(super) fn check_limit(self) -> Result<(), Why> {
        let most = self.most.unwrap_or_else(|| UNPACKED.max(self.packed.saturating_mul(RATIO)));
        if !self.deflated || self.bytes <= most {
            return Ok(());
        }
        let Self { packed, bytes, .. } = self;
        Err(Why::TooLarge(std::format!(
            "its {packed} compressed bytes are unpacked to {bytes}, and the limit is {most}: `File::with_max_unpacked` sets it"
        )))
    }

    /// A reader from the first byte on.
    pub(super) fn unpack(self, source: &Source) -> Unpacked<'_> {
        let part = source.part(self.at, self.packed);
        let from = if self.deflated {
            // as many as miniz reads at once, but not more than exist
            let capacity = self.packed.min(1 << 15) as usize;
            Packed::Deflated(DeflateDecoder::new(BufReader::with_capacity(capacity, part)))
        } else {
            Packed::Stored(part)
        };
        Unpacked { from, left: self.bytes, packed: self.packed, crc: Crc::new(), checksum: self.checksum }
    }

    /// A reader from the elements on.
    pub(super) fn elements(self, source: &Source) -> Result<Unpacked<'_>, Why> {
        let mut unpacked = self.unpack(source);
        io::copy(&mut unpacked.by_ref().take(self.header), &mut io::sink())?;
        Ok(unpacked)
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = usize::try_from(self.left).map_or(into.len(), |left| left.min(into.len()));
        let into = &mut into[..length];
        let found = match &mut self.from {
            Packed::Stored(part) => part.read(into)?,
            Packed::Deflated(decoder) => decoder.read(into).map_err(|error| match error.kind() {
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => damaged(),
                _ => error,
            })?,
        };
        if found == 0 && length > 0 {
            return Err(damaged());
        }
        self.crc.update(&into[..found]);
        self.left -= found as u64;
        Ok(found)
    }
}

/// The error if deflated bytes are invalid or incomplete.
fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the compressed bytes are damaged")
}

impl Unpacked<'_> {
    /// Checks that all bytes were read and match the checksum.
    pub(super) fn finish(mut self) -> Result<(), Why> {
        if let Packed::Deflated(decoder) = &mut self.from {
            let more = decoder.read(&mut [0]).map_err(|_| damaged())?;
            if more > 0 || decoder.total_in() != self.packed {
                return Err(damaged().into());
            }
        }
        let (is, told) = (self.crc.sum(), self.checksum);
        if is == told {
            return Ok(());
        }
        Err(malformed!("the bytes are damaged: their checksum is {is:08x}, and the archive tells of {told:08x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Member, Why};

    #[test]
    fn limits() {
        let refused = |packed, bytes, most| {
            let member = Member { at: 0, packed, bytes, deflated: true, checksum: 0, header: 0, most };
            member.check_limit().is_err_and(|why| matches!(why, Why::TooLarge(_)))
        };
        // 300 MB of zeros
        assert!(refused(300_000, 300_000_000, None));
        assert!(!refused(300_000, 256 << 20, None));
        assert!(refused(300_000, (256 << 20) + 1, None));
        assert!(!refused(100_000_000, 3_200_000_000, None));
        assert!(refused(100_000_000, 3_200_000_001, None));
        assert!(refused(100, 11, Some(10)) && !refused(100, 10, Some(10)));
        assert!(!refused(300_000, 300_000_000, Some(u64::MAX)));
    }
}
