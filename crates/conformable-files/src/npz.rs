//! NumPy's `.npz`: a zip archive of `.npy` files, stored or deflated, named after their arrays.
//!
//! The crate `rawzip` reads and writes the archive's directory. Duplicate names, overlapping members and impossible
//! sizes are refused here, before anything except headers is unpacked.

use super::element::ElementType;
use super::entry::{Contents, Entry, Order};
use super::error::{FileError, Why, malformed};
use super::member::Member;
use super::npy::{ALIGNMENT, Array, Header};
use super::source::Source;
use super::stored::Named;
use flate2::Crc;
use rawzip::extra_fields::ExtraFieldId;
use rawzip::path::{EntryPath, ZipFilePath};
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipArchiveWriter};
use rawzip::{Crc32Option, ErrorKind, RECOMMENDED_BUFFER_SIZE, ReaderAt};
use std::borrow::ToOwned;
use std::io::{self, Write};
use std::string::String;
use std::vec::Vec;

/// The number of bytes of headers that may be read from any file. Deflate expands up to a thousand times, so the
/// headers of all members count together.
const HEADERS: u64 = 1 << 20;

impl ReaderAt for &Source {
    fn read_at(&self, into: &mut [u8], at: u64) -> io::Result<usize> {
        let left = self.len().saturating_sub(at);
        let length = usize::try_from(left).map_or(into.len(), |left| left.min(into.len()));
        Source::read_at(self, at, &mut into[..length])?;
        Ok(length)
    }
}

impl From<rawzip::Error> for Why {
    fn from(error: rawzip::Error) -> Self {
        match error.into_kind() {
            ErrorKind::IO(error) if error.kind() != io::ErrorKind::UnexpectedEof => error.into(),
            ErrorKind::IO(_) | ErrorKind::Eof => malformed!("malformed archive: it ends before its directory says"),
            kind => malformed!("malformed archive: {kind}"),
        }
    }
}

/// A member of the directory, not yet checked.
struct Listed {
    name: String,
    method: CompressionMethod,
    is_encrypted: bool,
    checksum: u32,
    bytes: u64,
    begin: u64,
    place: ZipArchiveEntryWayfinder,
}

/// Reads the descriptions of the arrays.
pub(super) fn read(source: &Source) -> Result<Contents, Why> {
    let most = RECOMMENDED_BUFFER_SIZE;
    let mut buffer = std::vec![0; usize::try_from(source.len()).map_or(most, |length| length.clamp(1 << 10, most))];
    let locator = ZipArchive::with_max_search_space(1 << 17);
    let archive = locator.locate_in_reader(source, &mut buffer, source.len()).map_err(|(_, error)| error)?;
    let mut contents = Contents::default();
    let mut taken = Vec::new();
    let mut headers = 0;
    for listed in list(&archive, &mut buffer)? {
        let found = archive.get_entry(listed.place)?;
        let (at, end) = found.compressed_data_range();
        if end > archive.directory_offset() {
            return Err(malformed!("malformed archive: `{}` does not end before the directory", listed.name));
        }
        if found.local_header(&mut buffer)?.file_path().as_bytes() != listed.name.as_bytes() {
            return Err(malformed!("malformed archive: `{}` has another name where it is", listed.name));
        }
        taken.push((listed.begin, end));
        let Some((name, entry)) = read_member(source, listed, at, end, &mut headers)? else { continue };
        if contents.entries.contains_key(&name) {
            return Err(malformed!("malformed archive: `{name}` occurs twice"));
        }
        contents.entries.insert(name, entry);
    }
    taken.sort_unstable();
    if let Some(pair) = taken.windows(2).find(|pair| pair[1].0 < pair[0].1) {
        return Err(malformed!("malformed archive: two members share the bytes from {} on", pair[1].0));
    }
    Ok(contents)
}

/// Reads the directory.
fn list(archive: &ZipArchive<&Source>, buffer: &mut [u8]) -> Result<Vec<Listed>, Why> {
    let mut all = Vec::new();
    let mut entries = archive.entries(buffer);
    while let Some(entry) = entries.next_entry()? {
        let name = core::str::from_utf8(entry.file_path().as_bytes())
            .map_err(|_| malformed!("malformed archive: the name of a member is not UTF-8"))?;
        all.push(Listed {
            name: name.to_owned(),
            method: entry.compression_method(),
            is_encrypted: entry.flags().is_encrypted(),
            checksum: entry.crc32(),
            bytes: entry.uncompressed_size_hint(),
            begin: entry.local_header_offset(),
            place: entry.wayfinder(),
        });
    }
    let (told, there) = (archive.entries_hint(), all.len());
    if told == there as u64 {
        return Ok(all);
    }
    Err(malformed!("malformed archive: it tells of {told} members, and its directory has {there}"))
}

/// The name and the entry of a member: an array, or the bytes of a file that is not `.npy`. A folder has none.
fn read_member(
    source: &Source,
    listed: Listed,
    at: u64,
    end: u64,
    headers: &mut u64,
) -> Result<Option<(String, Entry)>, Why> {
    let Listed { name, method, is_encrypted, checksum, bytes, .. } = listed;
    let refused = |what: &str| malformed!("its member `{name}` {what}");
    if is_encrypted {
        return Err(refused("is encrypted"));
    }
    let deflated = method == CompressionMethod::DEFLATE;
    if !deflated && method != CompressionMethod::STORE {
        return Err(refused(&std::format!("is compressed by method {method}: stored and deflated ones are read")));
    }
    let packed = end - at;
    let mut member = Member { at, packed, bytes, deflated, checksum, header: 0, most: None };
    if !member.is_possible() {
        let are = if deflated { "deflated, which cannot be unpacked to that number" } else { "stored" };
        return Err(refused(&std::format!("tells of {bytes} bytes, and {packed} are {are}")));
    }
    let mut entry = if let Some(stem) = name.strip_suffix(".npy") {
        let header = Header::read(&mut member.unpack(source), bytes).map_err(|why| why.inside(&name))?;
        member.header = header.length;
        *headers += header.length;
        if *headers > HEADERS.saturating_add(source.len().saturating_mul(2)) {
            return Err(malformed!("the headers of its members are longer than the file"));
        }
        let entry = header.entry(at, bytes).map_err(|why| why.inside(&name))?;
        (stem.to_owned(), entry)
    } else if name.ends_with('/') && bytes == 0 {
        return Ok(None);
    } else {
        let length = usize::try_from(bytes).map_err(|_| refused("does not fit in memory"))?;
        let (elements, sizes) = (Ok(ElementType::U8), Vec::from([length]));
        let entry = Entry {
            elements,
            sizes,
            order: Order::Rows,
            big_endian: false,
            source: 0,
            at,
            bytes: length,
            member: None,
        };
        (name, entry)
    };
    entry.1.member = Some(member);
    Ok(Some(entry))
}

/// Writes the tensors, stored and aligned so that they can be viewed, and without a time, so that equal tensors give
/// equal bytes.
pub(super) fn write(all: &Named<'_>, out: &mut impl Write, file: &str) -> Result<(), FileError> {
    if !all.texts.is_empty() {
        return Err(Why::Name("an `.npz` file holds no texts".to_owned()).of(file));
    }
    let mut archive = ZipArchiveWriter::new(out);
    for (name, tensor) in &all.tensors {
        let array = Array::of(*tensor).map_err(|why| why.of_tensor(file, name))?;
        write_member(&mut archive, name, &array).map_err(|why| why.of_tensor(file, name))?;
    }
    archive.finish().map_err(|error| Why::from(error).of(file))?;
    Ok(())
}

fn write_member(archive: &mut ZipArchiveWriter<impl Write>, name: &str, array: &Array<'_>) -> Result<(), Why> {
    let member = std::format!("{name}.npy");
    // the archive marks a non-ASCII name as UTF-8, and then `rawzip` writes only valid paths
    let is_ascii = member.is_ascii();
    if member.len() > 65535 || name.contains('\0') || !is_ascii && ZipFilePath::from_str(&member).as_str() != member {
        return Err(Why::Name("a zip archive has no such name".to_owned()));
    }
    // the 4 bytes of the field's head, and the 2 bytes of the alignment
    let unaligned = archive.stream_offset() + 30 + member.len() as u64 + 6;
    let mut padding = Vec::from(u16::from(ALIGNMENT).to_le_bytes());
    let short = unaligned.next_multiple_of(ALIGNMENT.into()) - unaligned;
    padding.extend((0..short).map(|_| 0));
    let path = if is_ascii { EntryPath::verbatim(member.as_bytes()) } else { EntryPath::conformant(&*member) };
    let mut checksum = Crc::new();
    array.write(&mut Sum(&mut checksum)).map_err(Why::Io)?;
    let file = archive.new_file(path).crc32(Crc32Option::Custom(checksum.sum()));
    let file = file.extra_field(ExtraFieldId::ANDROID_ZIP_ALIGNMENT, &padding, rawzip::Header::LOCAL)?;
    let (mut entry, config) = file.start()?;
    let mut writer = config.wrap(&mut entry);
    array.write(&mut writer).map_err(Why::Io)?;
    let (_, descriptor) = writer.finish()?;
    entry.finish(descriptor)?;
    Ok(())
}

/// Adds the written bytes to a checksum.
struct Sum<'c>(&'c mut Crc);

impl Write for Sum<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
