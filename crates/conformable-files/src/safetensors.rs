//! Hugging Face's safetensors: the length of the header, a JSON header, and elements in little-endian order.
//!
//! The crate `safetensors` has the types and their names. The header is checked here, so that each error names the
//! tensor and its sizes, and duplicate names are errors. No number in the header causes an allocation: a parsed header
//! is at most 16 times as large as its text, since two bytes of JSON become one size of eight in a list that may have
//! doubled, and nine bytes of JSON become an entry of a map.

use super::element::ElementType;
use super::entry::{Contents, Entry, Order};
use super::error::{FileError, Shown, Why, malformed};
use super::source::Source;
use super::stored::Named;
use conformable::shape::{AnyShape, Shape};
use core::cmp::Reverse;
use core::fmt;
use safetensors::tensor::{Dtype, TensorInfo};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::ToOwned;
use std::collections::{BTreeMap, btree_map};
use std::io::Write;
use std::string::String;
use std::vec::Vec;

/// The maximal length of a header in the format.
const LONGEST_HEADER: usize = 100_000_000;

/// Reads the descriptions of the tensors.
pub(super) fn read(source: &Source) -> Result<Contents, Why> {
    let mut length = [0; 8];
    if source.len() < 8 {
        return Err(malformed!("it has {} bytes, too few for a file of tensors", source.len()));
    }
    source.read_at(0, &mut length)?;
    let length = u64::from_le_bytes(length);
    let behind = source.len() - 8;
    if length > behind {
        return Err(malformed!(
            "no safetensors file: its first 8 bytes tell of a header of {length} bytes, and there are {behind} behind them"
        ));
    }
    let Header(mut contents) = parse("header", source, 8, length)?;
    let told = follow_on(&contents.entries)?;
    if told != behind - length {
        let there = behind - length;
        return Err(malformed!("the header tells of {told} bytes of elements, and there are {there}"));
    }
    for entry in contents.entries.values_mut() {
        entry.at += 8 + length;
    }
    Ok(contents)
}

/// The end of the last tensor, if each begins where the previous one ends, the first at 0.
fn follow_on(entries: &BTreeMap<String, Entry>) -> Result<u64, Why> {
    let mut places: Vec<_> = entries.iter().map(|(name, entry)| (entry.at, entry.bytes, name)).collect();
    places.sort_unstable();
    let mut end = 0;
    for (from, bytes, name) in places {
        if from != end {
            return Err(malformed!(
                "malformed header: tensor `{}` begins at byte {from} of the elements, and not at byte {end}, where those before it end",
                Shown(name)
            ));
        }
        end = from + bytes as u64;
    }
    Ok(end)
}

/// The shards in an index, each with its tensors.
pub(super) fn read_index(source: &Source) -> Result<Vec<(String, Vec<String>)>, Why> {
    let index: Index = parse("index of shards", source, 0, source.len())?;
    let mut shards: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (tensor, shard) in index.0 {
        // only plain names: an untrusted index must not open files elsewhere
        if matches!(&*shard, "" | "." | "..") || shard.contains(['/', '\\', ':', '\0']) {
            return Err(malformed!(
                "the shard of `{}` is `{}`, and shards are files beside their index",
                Shown(&tensor),
                Shown(&shard)
            ));
        }
        shards.entry(shard).or_default().push(tensor);
    }
    Ok(shards.into_iter().collect())
}

/// Parses a part of the file as JSON.
fn parse<T: for<'de> Deserialize<'de>>(what: &str, source: &Source, at: usize, length: u64) -> Result<T, Why> {
    let Some(length) = usize::try_from(length).ok().filter(|length| *length <= LONGEST_HEADER) else {
        return Err(malformed!("the {what} has {length} bytes, and at most {LONGEST_HEADER} are read"));
    };
    let parsed = if let Some(bytes) = source.bytes() {
        serde_json::from_slice(&bytes[at..at + length])
    } else {
        let mut json = Vec::new();
        json.try_reserve_exact(length).map_err(|_| malformed!("cannot allocate the {what} of {length} bytes"))?;
        json.resize(length, 0);
        source.read_at(at as u64, &mut json)?;
        serde_json::from_slice(&json)
    };
    parsed.map_err(|error| malformed!("malformed {what}: {error}"))
}

/// The entry of a tensor, if its type and shape fill its bytes; its position is relative to the elements.
fn entry(info: TensorInfo) -> Result<Entry, String> {
    let TensorInfo { dtype, shape: mut sizes, data_offsets: (from, to) } = info;
    sizes.shrink_to_fit();
    let Some(bytes) = to.checked_sub(from) else {
        return Err(std::format!("it ends at byte {to} of the elements, and begins at {from}"));
    };
    let fills = |what: fmt::Arguments<'_>| {
        let shape = AnyShape::from(&sizes[..]);
        Err(std::format!("it has {bytes} bytes, and the shape {} of {dtype} fills {what}", shape.partial()))
    };
    let Some(bits) = numel(&sizes).and_then(|numel| numel.checked_mul(dtype.bitsize())) else {
        return fills(format_args!("more than memory can hold"));
    };
    if bits % 8 != 0 {
        return fills(format_args!("{bits} bits"));
    }
    if bits / 8 != bytes {
        return fills(format_args!("{}", bits / 8));
    }
    let elements = elements(dtype);
    Ok(Entry {
        elements,
        sizes,
        order: Order::Rows,
        big_endian: false,
        source: 0,
        at: from as u64,
        bytes,
        #[cfg(feature = "npz")]
        member: None,
    })
}

/// The product of the sizes; `None` if it overflows and no size is 0.
fn numel(sizes: &[usize]) -> Option<usize> {
    if sizes.contains(&0) { Some(0) } else { sizes.iter().try_fold(1, |numel: usize, &size| numel.checked_mul(size)) }
}

/// The element type, or its name if this crate does not support it.
fn elements(dtype: Dtype) -> Result<ElementType, String> {
    Ok(match dtype {
        Dtype::BOOL => ElementType::Bool,
        Dtype::I8 => ElementType::I8,
        Dtype::I16 => ElementType::I16,
        Dtype::I32 => ElementType::I32,
        Dtype::I64 => ElementType::I64,
        Dtype::U8 => ElementType::U8,
        Dtype::U16 => ElementType::U16,
        Dtype::U32 => ElementType::U32,
        Dtype::U64 => ElementType::U64,
        Dtype::F16 => ElementType::F16,
        Dtype::BF16 => ElementType::Bf16,
        Dtype::F32 => ElementType::F32,
        Dtype::F64 => ElementType::F64,
        Dtype::C64 => ElementType::ComplexF32,
        other => return Err(std::format!("{other}")),
    })
}

/// Writes the tensors, largest element type first, so that all are aligned.
pub(super) fn write(all: &Named<'_>, out: &mut impl Write, file: &str) -> Result<(), FileError> {
    let mut tensors = Vec::new();
    for (name, tensor) in &all.tensors {
        let dtype = dtype(tensor.element_type()).map_err(|why| why.of_tensor(file, name))?;
        if name == "__metadata__" {
            return Err(Why::Name("a safetensors file has its texts under this name".to_owned()).of_tensor(file, name));
        }
        tensors.push((name, dtype, *tensor));
    }
    // stable: tensors of one element size stay in alphabetical order
    tensors.sort_by_key(|(_, dtype, _)| Reverse(dtype.bitsize()));
    let mut end = 0;
    let mut infos = Vec::new();
    for (name, dtype, tensor) in &tensors {
        let shape = tensor.stored_sizes();
        let bytes = tensor.stored_bytes().and_then(|bytes| usize::try_from(bytes).ok());
        let Some(to) = bytes.and_then(|bytes| bytes.checked_add(end)) else {
            let what = "with this tensor the file would be longer than can be counted";
            return Err(Why::TooLarge(what.to_owned()).of_tensor(file, name));
        };
        infos.push((&***name, TensorInfo { dtype: *dtype, shape, data_offsets: (end, to) }));
        end = to;
    }
    let header = serde_json::to_vec(&NewHeader { tensors: infos, metadata: &all.texts });
    let mut header = header.map_err(|error| malformed!("cannot write the header: {error}").of(file))?;
    header.resize(header.len().next_multiple_of(8), b' ');
    if header.len() > LONGEST_HEADER {
        return Err(Why::TooLarge(std::format!("the header would be longer than {LONGEST_HEADER} bytes")).of(file));
    }
    let io = |error| Why::Io(error).of(file);
    out.write_all(&(header.len() as u64).to_le_bytes()).map_err(io)?;
    out.write_all(&header).map_err(io)?;
    tensors.iter().try_for_each(|(_, _, tensor)| tensor.write_elements(false, out)).map_err(io)
}

/// The name of an element type in the format.
fn dtype(elements: ElementType) -> Result<Dtype, Why> {
    Ok(match elements {
        ElementType::Bool => Dtype::BOOL,
        ElementType::I8 => Dtype::I8,
        ElementType::I16 => Dtype::I16,
        ElementType::I32 => Dtype::I32,
        ElementType::I64 => Dtype::I64,
        ElementType::U8 => Dtype::U8,
        ElementType::U16 => Dtype::U16,
        ElementType::U32 => Dtype::U32,
        ElementType::U64 => Dtype::U64,
        ElementType::F16 => Dtype::F16,
        ElementType::Bf16 => Dtype::BF16,
        ElementType::F32 => Dtype::F32,
        ElementType::F64 => Dtype::F64,
        ElementType::ComplexF32 => Dtype::C64,
        ElementType::ComplexF64 => return Err(Why::NotSaved { are: elements, format: "safetensors" }),
    })
}

/// A header to write: tensors in the order of their elements, and texts.
struct NewHeader<'a> {
    tensors: Vec<(&'a str, TensorInfo)>,
    metadata: &'a BTreeMap<String, String>,
}

/// Writes tensors in the order of their elements, so that equal tensors give equal bytes.
impl Serialize for NewHeader<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if !self.metadata.is_empty() {
            map.serialize_entry("__metadata__", &self.metadata)?;
        }
        for (name, info) in &self.tensors {
            map.serialize_entry(name, info)?;
        }
        map.end()
    }
}

/// A parsed header; positions are relative to the elements.
struct Header(Contents);

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(HeaderVisitor)
    }
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of tensors")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
        let (mut entries, mut metadata) = (BTreeMap::new(), None);
        while let Some(name) = map.next_key::<String>()? {
            if name == "__metadata__" {
                let texts = map.next_value::<Unique>()?.0;
                if metadata.replace(texts).is_some() {
                    return Err(twice(&name));
                }
                continue;
            }
            match entries.entry(name) {
                btree_map::Entry::Occupied(before) => return Err(twice(before.key())),
                btree_map::Entry::Vacant(place) => {
                    let info = map.next_value().map_err(|error: A::Error| wrong("tensor ", place.key(), &error))?;
                    let entry = entry(info).map_err(|what| wrong("tensor ", place.key(), &what))?;
                    place.insert(entry);
                }
            }
        }
        Ok(Header(Contents { entries, metadata: metadata.unwrap_or_default() }))
    }
}

/// An error in the value of a name.
fn wrong<E: Error>(what: &str, name: &str, error: &dyn fmt::Display) -> E {
    E::custom(format_args!("{what}`{}`: {error}", Shown(name)))
}

/// The error of a duplicate name.
fn twice<E: Error>(name: &str) -> E {
    E::custom(format_args!("`{}` occurs twice", Shown(name)))
}

/// The index of shards: the file of each tensor.
struct Index(BTreeMap<String, String>);

impl<'de> Deserialize<'de> for Index {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(IndexVisitor)
    }
}

struct IndexVisitor;

impl<'de> Visitor<'de> for IndexVisitor {
    type Value = Index;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a `weight_map`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Index, A::Error> {
        let mut files = None;
        while let Some(name) = map.next_key::<String>()? {
            if name != "weight_map" {
                map.next_value::<IgnoredAny>()?;
            } else if files.replace(map.next_value::<Unique>()?.0).is_some() {
                return Err(twice(&name));
            }
        }
        files.map(Index).ok_or_else(|| A::Error::missing_field("weight_map"))
    }
}

/// The texts of an object without duplicate names.
struct Unique(BTreeMap<String, String>);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(UniqueVisitor)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Unique;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unique, A::Error> {
        let mut texts = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            match texts.entry(name) {
                btree_map::Entry::Occupied(before) => return Err(twice(before.key())),
                btree_map::Entry::Vacant(place) => {
                    let text = map.next_value().map_err(|error: A::Error| wrong("", place.key(), &error))?;
                    place.insert(text);
                }
            }
        }
        Ok(Unique(texts))
    }
}
