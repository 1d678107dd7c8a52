//! Archives of arbitrary bytes with valid checksums and directory. Without these, nearly all of a fuzzer's changes
//! would be refused for them.

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use std::io::{Read, Write};

/// An archive of members, each encoded by four bytes, a name, and contents: the packing, the length of the name, and
/// that of the contents, low byte first. Members are cut at the end of the bytes.
pub(crate) fn archive(mut bytes: &[u8]) -> Vec<u8> {
    let (mut archive, mut directory, mut members) = (Vec::new(), Vec::new(), 0_u16);
    while let Some((&[how, name, low, high], rest)) = bytes.split_first_chunk() {
        let (name, rest) = rest.split_at(rest.len().min(name.into()));
        let (contents, rest) = rest.split_at(rest.len().min(u16::from_le_bytes([low, high]).into()));
        bytes = rest;
        let member = Member::of(how, contents);
        let place = u32::try_from(archive.len()).expect("a short archive");
        archive.extend(b"PK\x03\x04");
        member.write(name, &mut archive);
        archive.extend(name);
        archive.extend(&member.packed);
        directory.extend(b"PK\x01\x02\x14\0");
        member.write(name, &mut directory);
        // neither comment, disk nor attributes
        directory.extend([0; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(name);
        members += 1;
    }
    let place = archive.len();
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([members.to_le_bytes(), members.to_le_bytes()].concat());
    for length in [directory.len(), place] {
        archive.extend(u32::try_from(length).expect("a short archive").to_le_bytes());
    }
    archive.extend([0, 0]);
    archive
}

struct Member {
    method: u16,
    packed: Vec<u8>,
    checksum: u32,
    length: u32,
}

impl Member {
    /// The lowest two bits of `how` select stored contents, deflated contents, or deflated bytes; the highest two are
    /// added to the stated length.
    fn of(how: u8, contents: &[u8]) -> Self {
        let (mut checksum, mut unpacked) = (Crc::new(), Vec::new());
        let packed = match how % 4 {
            0 | 1 => {
                unpacked.extend(contents);
                contents.to_vec()
            }
            2 => {
                unpacked.extend(contents);
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
                encoder.write_all(contents).expect("memory");
                encoder.finish().expect("memory")
            }
            _ => {
                // as much as can be unpacked
                let _ = DeflateDecoder::new(contents).take(1 << 20).read_to_end(&mut unpacked);
                contents.to_vec()
            }
        };
        checksum.update(&unpacked);
        let length = u32::try_from(unpacked.len()).expect("a short member") + u32::from(how >> 6);
        Self { method: if how % 4 < 2 { 0 } else { 8 }, packed, checksum: checksum.sum(), length }
    }

    /// The fields that a member's header and the directory share.
    fn write(&self, name: &[u8], to: &mut Vec<u8>) {
        to.extend([20, 0, 0, 0]);
        to.extend(self.method.to_le_bytes());
        to.extend([0; 4]);
        to.extend(self.checksum.to_le_bytes());
        to.extend(u32::try_from(self.packed.len()).expect("a short member").to_le_bytes());
        to.extend(self.length.to_le_bytes());
        to.extend(u16::try_from(name.len()).expect("a short name").to_le_bytes());
        to.extend([0, 0]);
    }
}
