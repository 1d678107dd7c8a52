//! Hugging Face's safetensors: the length of a header, the header, which is JSON, and elements in little-endian order.
//!
//! The crate `safetensors` checks what the header says: offsets that follow on one another and fit sizes and types. Names that stand
//! twice, of which it would keep the last, are refused here.

use super::element::ElementType;
use super::entry::{Contents, Entry, Order};
use super::error::{FileError, Why, malformed};
use super::source::Source;
use super::stored::Named;
use core::cmp::Reverse;
use core::fmt;
use core::marker::PhantomData;
use safetensors::tensor::{Dtype, Metadata, TensorInfo};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::ToOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::string::String;
use std::vec::Vec;

/// As many bytes of a header as the format allows.
const LONGEST_HEADER: u64 = 100_000_000;

/// What the file says of its tensors.
pub(super) fn read(source: &Source) -> Result<Contents, Why> {
    let mut length = [0; 8];
    if source.len() < 8 {
        return Err(malformed!("{} bytes are no file of tensors", source.len()));
    }
    source.read_at(0, &mut length)?;
    let length = u64::from_le_bytes(length);
    let behind = source.len() - 8;
    if length > behind {
        return Err(malformed!(
            "no safetensors file: a header of {length} bytes, and there are {behind} behind its length"
        ));
    }
    if length > LONGEST_HEADER {
        return Err(malformed!(
            "a header of {length} bytes is longer than {LONGEST_HEADER}, the longest of a safetensors file"
        ));
    }
    let header: Header = parse(source, 8, length)?;
    let tensors = header.tensors.iter().map(|(name, info)| (name.clone(), clone(info))).collect();
    let checked = Metadata::new(None, tensors).map_err(|error| malformed!("malformed header: {error}"))?;
    let (told, there) = (checked.data_len() as u64, behind - length);
    if told != there {
        return Err(malformed!("the header tells of {told} bytes of elements, and there are {there}"));
    }
    let entry = |(name, info): (String, TensorInfo)| {
        let (from, to) = info.data_offsets;
        let entry = Entry {
            elements: elements(info.dtype),
            sizes: info.shape,
            order: Order::Rows,
            big_endian: false,
            source: 0,
            at: 8 + length + from as u64,
            bytes: to - from,
            #[cfg(feature = "npz")]
            member: None,
        };
        (name, entry)
    };
    let entries = header.tensors.into_iter().map(entry).collect();
    Ok(Contents { entries, metadata: header.metadata })
}

/// The shards that an index names, each with the tensors that are in it.
pub(super) fn read_index(source: &Source) -> Result<Vec<(String, Vec<String>)>, Why> {
    let index: Index = parse(source, 0, source.len())?;
    let mut shards: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (tensor, shard) in index.0 {
        // a name alone: an index that others wrote opens no file elsewhere
        if shard.is_empty() || shard == ".." || shard.contains(['/', '\\', ':', '\0']) {
            return Err(malformed!("the shard of `{tensor}` is {shard:?}, and shards are files beside their index"));
        }
        shards.entry(shard).or_default().push(tensor);
    }
    Ok(shards.into_iter().collect())
}

/// Reads that part of the file as JSON.
fn parse<T: for<'de> Deserialize<'de>>(source: &Source, at: u64, length: u64) -> Result<T, Why> {
    let length = usize::try_from(length).map_err(|_| malformed!("{length} bytes of JSON do not fit in memory"))?;
    let mut json = Vec::new();
    json.try_reserve_exact(length).map_err(|_| malformed!("there is no memory for {length} bytes of JSON"))?;
    json.resize(length, 0);
    source.read_at(at, &mut json)?;
    serde_json::from_slice(&json).map_err(|error| malformed!("malformed header: {error}"))
}

fn clone(info: &TensorInfo) -> TensorInfo {
    TensorInfo { dtype: info.dtype, shape: info.shape.clone(), data_offsets: info.data_offsets }
}

/// The type of elements of a tensor; or its name, if this crate has none.
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

/// Writes the tensors, those of the largest elements first, so that all are aligned.
pub(super) fn write(all: &Named<'_>, out: &mut impl Write, file: &str) -> Result<(), FileError> {
    let mut tensors = Vec::new();
    for (name, tensor) in &all.tensors {
        let dtype = dtype(tensor.element_type()).map_err(|why| why.of_tensor(file, name))?;
        if name == "__metadata__" {
            return Err(Why::Name("a safetensors file has its texts under this name".to_owned()).of_tensor(file, name));
        }
        tensors.push((name, dtype, *tensor));
    }
    // stable: those of one size stay in alphabetical order
    tensors.sort_by_key(|(_, dtype, _)| Reverse(dtype.bitsize()));
    let mut end = 0;
    let mut infos = Vec::new();
    for (name, dtype, tensor) in &tensors {
        let shape = tensor.stored_sizes();
        let from = end;
        end += shape.iter().product::<usize>() * dtype.bitsize() / 8;
        infos.push(((*name).clone(), TensorInfo { dtype: *dtype, shape, data_offsets: (from, end) }));
    }
    let header = serde_json::to_vec(&Header { tensors: infos, metadata: all.texts.clone() });
    let mut header = header.map_err(|error| malformed!("cannot write the header: {error}").of(file))?;
    header.resize(header.len().next_multiple_of(8), b' ');
    if header.len() as u64 > LONGEST_HEADER {
        return Err(malformed!("the header would be longer than {LONGEST_HEADER} bytes").of(file));
    }
    let mut put = |bytes: &[u8]| out.write_all(bytes).map_err(|error| Why::Io(error).of(file));
    put(&(header.len() as u64).to_le_bytes())?;
    put(&header)?;
    for (_, _, tensor) in tensors {
        put(&tensor.row_bytes())?;
    }
    Ok(())
}

/// The format's name of a type of elements.
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

/// A header: tensors in the order of their elements, and texts.
struct Header {
    tensors: Vec<(String, TensorInfo)>,
    metadata: BTreeMap<String, String>,
}

/// In the order of the elements, so that the same tensors are the same bytes.
impl Serialize for Header {
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
        let (mut tensors, mut metadata) = (Vec::new(), BTreeMap::new());
        let mut names = BTreeSet::new();
        while let Some(name) = map.next_key::<String>()? {
            unique::<A>(&mut names, &name)?;
            if name == "__metadata__" {
                metadata = map.next_value::<Unique<String>>()?.0.into_iter().collect();
            } else {
                tensors.push((name, map.next_value()?));
            }
        }
        tensors.sort_by_key(|(_, info): &(String, TensorInfo)| info.data_offsets);
        Ok(Header { tensors, metadata })
    }
}

/// Refuses a name that stood before.
fn unique<'de, A: MapAccess<'de>>(names: &mut BTreeSet<String>, name: &str) -> Result<(), A::Error> {
    if names.insert(name.into()) { Ok(()) } else { Err(A::Error::custom(format_args!("`{name}` stands twice"))) }
}

/// The index of shards: each tensor's name and file.
struct Index(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Index {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(IndexVisitor)
    }
}

struct IndexVisitor;

impl<'de> Visitor<'de> for IndexVisitor {
    type Value = Index;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an index of shards: an object with a `weight_map`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Index, A::Error> {
        let mut files = None;
        let mut names = BTreeSet::new();
        while let Some(name) = map.next_key::<String>()? {
            unique::<A>(&mut names, &name)?;
            if name == "weight_map" {
                files = Some(map.next_value::<Unique<String>>()?.0);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        files.map(Index).ok_or_else(|| A::Error::missing_field("weight_map"))
    }
}

/// The entries of an object whose names are all different.
struct Unique<V>(Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Unique<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(UniqueVisitor(PhantomData))
    }
}

struct UniqueVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for UniqueVisitor<V> {
    type Value = Unique<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unique<V>, A::Error> {
        let mut names = BTreeSet::new();
        let mut entries = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            unique::<A>(&mut names, &name)?;
            entries.push((name, map.next_value()?));
        }
        Ok(Unique(entries))
    }
}
