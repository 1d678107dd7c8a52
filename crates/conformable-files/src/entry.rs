//! One tensor of a file: its description in the header, and how its elements become a tensor.

use super::element::{Element, ElementType, FileFloat};
use super::error::{Why, malformed};
#[cfg(feature = "npz")]
use super::member::Member;
use super::source::Source;
use bytemuck::checked::CheckedCastError;
use bytemuck::{Pod, PodCastError};
use conformable::Tensor;
use conformable::shape::{AnyShape, Shape, ShapeError};
use conformable::storage::{View, huge_pages};
use std::collections::BTreeMap;
#[cfg(feature = "npz")]
use std::io::Read;
use std::string::String;
use std::vec::Vec;

/// The description of a tensor in the header.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The element type, or its name if this crate does not support it.
    pub(super) elements: Result<ElementType, String>,
    pub(super) sizes: Vec<usize>,
    pub(super) order: Order,
    /// Whether the elements are in big-endian byte order.
    pub(super) big_endian: bool,
    /// The index of the file among those opened together.
    pub(super) source: usize,
    /// The position of the first byte and the number of bytes, both checked against the file.
    pub(super) at: u64,
    pub(super) bytes: usize,
    /// The member of an archive that holds the elements.
    #[cfg(feature = "npz")]
    pub(super) member: Option<Member>,
}

/// The number of bytes to unpack before more memory is allocated.
#[cfg(feature = "npz")]
const UNPACKED_AT_ONCE: usize = 1 << 16;

/// The order of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Row-major, C's order.
    Rows,
    /// Column-major, Fortran's order.
    #[cfg_attr(not(feature = "npy"), allow(dead_code, reason = "NumPy's alone"))]
    Columns,
}

/// The contents of a file: tensors by name, and texts.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) entries: BTreeMap<String, Entry>,
    pub(super) metadata: BTreeMap<String, String>,
}

impl Entry {
    /// The shape, if it has the type `S` and the elements have the type `T`.
    fn shape<T: Element, S: Shape>(&self) -> Result<S, Why> {
        match &self.elements {
            Ok(elements) if *elements == T::TYPE => {}
            Ok(elements) => return Err(Why::Elements { are: std::format!("{elements}"), not: T::TYPE }),
            Err(name) => return Err(Why::Elements { are: name.clone(), not: T::TYPE }),
        }
        let shape = S::from_sizes(&self.sizes)?;
        let bytes = shape.numel()?.checked_mul(size_of::<T>());
        if bytes != Some(self.bytes) {
            return Err(malformed!("{} bytes do not fill the shape {}", self.bytes, shape.partial()));
        }
        Ok(shape)
    }

    /// Whether the bytes of each element must be swapped.
    fn is_swapped<T: Element>(&self) -> bool {
        size_of::<T>() > 1 && self.big_endian != cfg!(target_endian = "big")
    }

    /// A copy of the elements on the heap, in row-major order.
    pub(super) fn load<T: Element, S: Shape>(&self, source: &Source) -> Result<Tensor<T, S>, Why> {
        let shape: S = self.shape::<T, S>()?;
        let numel = self.bytes / size_of::<T>();
        let memory = || ShapeError::out_of_memory(self.bytes, shape.partial()).into();
        let mut bits: Vec<T::Bits> = self.read(source, numel, memory)?;
        if self.is_swapped::<T>() {
            for bits in &mut bits {
                *bits = T::swap_bytes(*bits);
            }
        }
        let elements = T::from_bits(bits).map_err(|place| Why::Value { place })?;
        Ok(match self.order {
            Order::Rows => Tensor::from_vec(shape, elements).map_err(ShapeError::from)?,
            Order::Columns => Tensor::from_columns(shape, &elements)?.to_owned(),
        })
    }

    /// A copy of the elements, converted if they are other floats.
    pub(super) fn load_float<T: FileFloat, S: Shape>(&self, source: &Source) -> Result<Tensor<T, S>, Why> {
        /// The elements of type `U`, as elements of type `T`.
        fn from<U: Element + Into<f64>, T: FileFloat, S: Shape>(
            entry: &Entry,
            source: &Source,
        ) -> Result<Tensor<T, S>, Why> {
            Ok(entry.load::<U, S>(source)?.map(|x| T::nearest(x.into())))
        }
        match self.elements {
            Ok(elements) if elements == T::TYPE => self.load(source),
            Ok(ElementType::F32) => from::<f32, T, S>(self, source),
            Ok(ElementType::F64) => from::<f64, T, S>(self, source),
            #[cfg(feature = "half")]
            Ok(ElementType::F16) => from::<half::f16, T, S>(self, source),
            #[cfg(feature = "half")]
            Ok(ElementType::Bf16) => from::<half::bf16, T, S>(self, source),
            // the error of a load without a conversion
            _ => self.load(source),
        }
    }

    /// The bytes of the elements.
    fn read<B: Pod>(&self, source: &Source, numel: usize, memory: impl Fn() -> Why) -> Result<Vec<B>, Why> {
        let zeroed = |numel| {
            let mut bits: Vec<B> = bytemuck::allocation::try_zeroed_vec(numel).map_err(|()| memory())?;
            huge_pages(&mut bits);
            Ok::<_, Why>(bits)
        };
        #[cfg(feature = "npz")]
        if let Some(member) = self.member {
            member.check_limit()?;
            let mut unpacked = member.elements(source)?;
            // stored bytes exist; deflated ones may end earlier than the header says, so memory at most doubles what
            // was unpacked
            let known = if member.deflated { numel.min(UNPACKED_AT_ONCE / size_of::<B>()) } else { numel };
            let mut bits = zeroed(known)?;
            let mut from = 0;
            loop {
                unpacked.read_exact(bytemuck::cast_slice_mut(&mut bits[from..]))?;
                from = bits.len();
                if from == numel {
                    break;
                }
                let more = from.min(numel - from);
                bits.try_reserve_exact(more).map_err(|_| memory())?;
                bits.resize(from + more, B::zeroed());
            }
            unpacked.finish()?;
            return Ok(bits);
        }
        let mut bits = zeroed(numel)?;
        source.read_at(self.at, bytemuck::cast_slice_mut(&mut bits))?;
        Ok(bits)
    }

    /// A view of the elements.
    pub(super) fn view<'a, T: Element, S: Shape>(&self, source: &'a Source) -> Result<Tensor<T, S, View<'a>>, Why> {
        let shape: S = self.shape::<T, S>()?;
        #[cfg(feature = "npz")]
        if self.member.is_some_and(|member| member.deflated) {
            return Err(Why::Packed);
        }
        let bytes = source.bytes().ok_or(Why::NotInMemory)?;
        if self.is_swapped::<T>() {
            return Err(Why::OtherOrder);
        }
        let from = usize::try_from(self.at).ok();
        let part = from.and_then(|from| bytes.get(from..from.checked_add(self.bytes)?));
        let part = part.ok_or_else(|| malformed!("it is shorter than its header says"))?;
        let elements = match bytemuck::checked::try_cast_slice(part) {
            Ok(elements) => elements,
            // an empty view needs no alignment
            Err(_) if part.is_empty() => &[],
            Err(CheckedCastError::PodCastError(PodCastError::TargetAlignmentGreaterAndInputNotAligned)) => {
                return Err(Why::Unaligned { at: self.at, align: align_of::<T>() });
            }
            Err(_) => {
                let is_no_element = |bits: &T::Bits| !T::is_valid_bit_pattern(bits);
                let place = bytemuck::cast_slice(part).iter().position(is_no_element);
                return Err(Why::Value { place: place.unwrap_or_default() });
            }
        };
        Ok(match self.order {
            Order::Rows => Tensor::from_slice(shape, elements)?,
            Order::Columns => Tensor::from_columns(shape, elements)?,
        })
    }

    /// The sizes as a shape.
    pub(super) fn sizes(&self) -> AnyShape {
        AnyShape::from(&self.sizes[..])
    }
}
