//! Arrays, and their regions and chunks.

use crate::error::{Why, ZarrError};
use crate::shape::Ranked;
use conformable::{Shape, ShapeError, Storage, Tensor};
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use zarrs::array::codec::ZstdCodec;
use zarrs::array::{Array, ArrayBuilder, DataType, ElementOwned, FillValue};
use zarrs::array_subset::ArraySubset;
use zarrs::filesystem::FilesystemStore;
use zarrs::storage::{ReadableStorageTraits, ReadableWritableStorageTraits};

mod sealed {
    pub trait Sealed {}
}

/// An element: `bool`, an integer up to 64 bits, `f32` or `f64`.
pub trait Element: ElementOwned + Copy + Send + Sync + sealed::Sealed {
    #[doc(hidden)]
    const NAME: &str;

    #[doc(hidden)]
    const TYPE: DataType;

    #[doc(hidden)]
    fn zero() -> FillValue;
}

macro_rules! elements {
    ($($type:ident $name:literal $data:ident $zero:literal,)*) => {$(
        impl sealed::Sealed for $type {}
        impl Element for $type {
            const NAME: &str = $name;
            const TYPE: DataType = DataType::$data;

            fn zero() -> FillValue {
                FillValue::from($zero as $type)
            }
        }
    )*};
}

impl sealed::Sealed for bool {}
impl Element for bool {
    const NAME: &str = "bool";
    const TYPE: DataType = DataType::Bool;

    fn zero() -> FillValue {
        FillValue::from(false)
    }
}

elements! {
    i8 "int8" Int8 0, i16 "int16" Int16 0, i32 "int32" Int32 0, i64 "int64" Int64 0,
    u8 "uint8" UInt8 0, u16 "uint16" UInt16 0, u32 "uint32" UInt32 0, u64 "uint64" UInt64 0,
    f32 "float32" Float32 0.0, f64 "float64" Float64 0.0,
}

/// A part of an array: its first index, and its sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    number: usize,
    start: Vec<usize>,
    sizes: Vec<usize>,
}

impl Region {
    /// Returns the position among the chunks, in row-major order.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the first index.
    #[must_use]
    pub fn start(&self) -> &[usize] {
        &self.start
    }

    /// Returns the sizes. Those of chunks at the end of an axis may be smaller.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }
}

/// A Zarr array of elements `T` whose sizes are those of the shape `S`, in a store.
pub struct Zarr<T, S, St: ?Sized = FilesystemStore> {
    array: Array<St>,
    path: String,
    shape: S,
    chunks: Vec<usize>,
    elements: PhantomData<fn() -> T>,
}

impl<T, S: Shape, St: ?Sized> Debug for Zarr<T, S, St> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zarr({:?}, {})", self.path, self.shape.partial())
    }
}

fn wide(sizes: &[usize]) -> Vec<u64> {
    sizes.iter().map(|&size| size as u64).collect()
}

fn narrow(sizes: &[u64]) -> Result<Vec<usize>, Why> {
    sizes.iter().map(|&size| usize::try_from(size).map_err(|_| Why::TooLarge)).collect()
}

impl<T: Element, S: Ranked> Zarr<T, S> {
    /// Opens the array in a folder.
    ///
    /// # Errors
    ///
    /// If there is no array, its elements are of another type, a codec is unknown, or the sizes differ from the type's.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, ZarrError> {
        let path = folder.as_ref().display().to_string();
        let store = FilesystemStore::new(folder).map_err(|error| Why::zarrs(error).of(&path))?;
        Self::opened(Arc::new(store), "/", &path)
    }

    /// Creates an array of zeros in a folder, with chunks of these sizes, compressed by Zstandard with checksums.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or the chunk has another rank or a size of 0.
    #[allow(clippy::needless_pass_by_value, reason = "as `Tensor::zeros` takes it")]
    pub fn create(folder: impl AsRef<Path>, shape: S, chunk: &[usize]) -> Result<Self, ZarrError> {
        let path = folder.as_ref().display().to_string();
        let store = FilesystemStore::new(folder).map_err(|error| Why::zarrs(error).of(&path))?;
        Self::created(Arc::new(store), "/", &path, &shape, chunk)
    }
}

impl<T: Element, S: Ranked, St: ?Sized + ReadableStorageTraits + 'static> Zarr<T, S, St> {
    /// Opens the array at a path of a store; `/` is the root.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Zarr::open).
    pub fn open_in(store: Arc<St>, path: &str) -> Result<Self, ZarrError> {
        Self::opened(store, path, path)
    }

    fn opened(store: Arc<St>, node: &str, path: &str) -> Result<Self, ZarrError> {
        let array = Array::open(store, node).map_err(|error| Why::zarrs(error).of(path))?;
        Self::typed(array, path).map_err(|why| why.of(path))
    }

    fn typed(array: Array<St>, path: &str) -> Result<Self, Why> {
        if *array.data_type() != T::TYPE {
            return Err(Why::Element { are: array.data_type().to_string(), not: T::NAME });
        }
        let shape = S::from_sizes(&narrow(array.shape())?)?;
        shape.numel()?;
        // the chunks of a regular grid have the sizes of the first one
        let first = vec![0; array.dimensionality()];
        let chunks = array.chunk_shape_usize(&first).map_err(Why::zarrs)?;
        let numbers = narrow(array.chunk_grid_shape())?;
        numbers.iter().try_fold(1_usize, |count, &size| count.checked_mul(size)).ok_or(Why::TooLarge)?;
        Ok(Self { array, path: path.into(), shape, chunks, elements: PhantomData })
    }

    /// Returns the shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the sizes of a chunk. For an array of shards these are a shard's, the unit that is written.
    pub fn chunk(&self) -> &[usize] {
        &self.chunks
    }

    /// Returns the array of the crate `zarrs`, with its attributes and codecs.
    pub fn array(&self) -> &Array<St> {
        &self.array
    }

    /// Returns the number of chunks.
    pub fn number_of_chunks(&self) -> usize {
        // `typed` has checked that they fit a `usize`
        self.array.chunk_grid_shape().iter().map(|&count| usize::try_from(count).unwrap_or(usize::MAX)).product()
    }

    /// Iterates over the regions of the chunks in row-major order.
    pub fn chunks(&self) -> impl Iterator<Item = Region> + '_ {
        (0..self.number_of_chunks()).map(|number| self.chunk_region(number))
    }

    fn chunk_region(&self, number: usize) -> Region {
        let sizes = self.shape.sizes();
        let sizes = sizes.as_ref();
        let (mut start, mut rest) = (vec![0; sizes.len()], number);
        for axis in (0..sizes.len()).rev() {
            let count = sizes[axis].div_ceil(self.chunks[axis]).max(1);
            (start[axis], rest) = (rest % count * self.chunks[axis], rest / count);
        }
        let sizes = (0..sizes.len()).map(|axis| self.chunks[axis].min(sizes[axis] - start[axis])).collect();
        Region { number, start, sizes }
    }

    /// Calls a function with the region of each chunk, on that many threads.
    ///
    /// Each thread takes the next chunk when it has done one, so at most `threads` chunks are in memory if the function
    /// reads one at a time. The first error ends the work: chunks that have begun are finished.
    ///
    /// # Errors
    ///
    /// The first error of the function.
    ///
    /// # Panics
    ///
    /// If the function panics.
    pub fn for_each_chunk<E: Send>(
        &self,
        threads: usize,
        work: impl Fn(&Region) -> Result<(), E> + Sync,
    ) -> Result<(), E>
    where
        S: Sync,
    {
        let (count, next, failed) = (self.number_of_chunks(), AtomicUsize::new(0), Mutex::new(None));
        let worker = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return;
                }
                if let Err(error) = work(&self.chunk_region(number)) {
                    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    next.store(count, Ordering::Relaxed);
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(count) {
                scope.spawn(worker);
            }
            worker();
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Reads the region of these sizes from an index on.
    ///
    /// # Errors
    ///
    /// If the region is not in the array, its sizes differ from those of `R`, memory runs out, or a chunk is damaged.
    pub fn read<R: Shape>(&self, start: &[usize], sizes: &[usize]) -> Result<Tensor<T, R>, ZarrError> {
        self.try_read(start, sizes).map_err(|why| why.of(&self.path))
    }

    fn try_read<R: Shape>(&self, start: &[usize], sizes: &[usize]) -> Result<Tensor<T, R>, Why> {
        let region = self.subset(start, sizes)?;
        let shape = R::from_sizes(sizes)?;
        let bytes = shape.numel()?.saturating_mul(size_of::<T>());
        // an error here, where the codecs would abort
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| ShapeError::out_of_memory(bytes, shape.partial()))?;
        let elements = self.array.retrieve_array_subset_elements::<T>(&region).map_err(Why::zarrs)?;
        Ok(Tensor::from_vec(shape, elements).map_err(|refused| refused.error().clone())?)
    }

    /// Reads the region of a chunk. All its sizes are known only at run time.
    ///
    /// # Errors
    ///
    /// If memory runs out, or the chunk is damaged.
    pub fn read_chunk(&self, region: &Region) -> Result<Tensor<T, S::Region>, ZarrError> {
        self.read(&region.start, &region.sizes)
    }

    /// Reads the whole array.
    ///
    /// # Errors
    ///
    /// If memory runs out, or a chunk is damaged.
    pub fn read_all(&self) -> Result<Tensor<T, S>, ZarrError> {
        let sizes = self.shape.sizes();
        self.read(&vec![0; sizes.as_ref().len()], sizes.as_ref())
    }

    /// The region, if it is in the array.
    fn subset(&self, start: &[usize], sizes: &[usize]) -> Result<ArraySubset, Why> {
        let shape = self.shape.sizes();
        let shape = shape.as_ref();
        for given in [start, sizes] {
            if given.len() != shape.len() {
                let error = ShapeError::cannot("take a region of", self.shape.partial(), "it has another rank");
                return Err(error.with(conformable::PartialShape::from(given)).into());
            }
        }
        for (axis, (&from, &size)) in start.iter().zip(sizes).enumerate() {
            if from.checked_add(size).is_none_or(|end| end > shape[axis]) {
                let [from, to] = [from, from.saturating_add(size)].map(|at| isize::try_from(at).unwrap_or(isize::MAX));
                return Err(ShapeError::no_such_range(from, Some(to), axis, self.shape.partial()).into());
            }
        }
        ArraySubset::new_with_start_shape(wide(start), wide(sizes)).map_err(Why::zarrs)
    }
}

impl<T: Element, S: Ranked, St: ?Sized + ReadableWritableStorageTraits + 'static> Zarr<T, S, St> {
    /// Creates an array of zeros at a path of a store, as [`create`](Zarr::create) does in a folder.
    ///
    /// # Errors
    ///
    /// Those of [`create`](Zarr::create).
    #[allow(clippy::needless_pass_by_value, reason = "as `Tensor::zeros` takes it")]
    pub fn create_in(store: Arc<St>, path: &str, shape: S, chunk: &[usize]) -> Result<Self, ZarrError> {
        Self::created(store, path, path, &shape, chunk)
    }

    fn created(store: Arc<St>, node: &str, path: &str, shape: &S, chunk: &[usize]) -> Result<Self, ZarrError> {
        let sizes = shape.sizes();
        if chunk.len() != sizes.as_ref().len() || chunk.contains(&0) {
            let error = ShapeError::cannot("divide", shape.partial(), "a chunk has its rank, and no size of 0");
            return Err(Why::from(error.with(conformable::PartialShape::from(chunk))).of(path));
        }
        let mut builder = ArrayBuilder::new(wide(sizes.as_ref()), wide(chunk), T::TYPE, T::zero());
        builder.bytes_to_bytes_codecs(vec![Arc::new(ZstdCodec::new(1, true))]);
        let array = builder.build(store, node).map_err(|error| Why::zarrs(error).of(path))?;
        array.store_metadata().map_err(|error| Why::zarrs(error).of(path))?;
        Self::typed(array, path).map_err(|why| why.of(path))
    }

    /// Writes a region from an index on, with the sizes of the tensor.
    ///
    /// Chunks that the region covers in part are read first. So regions that threads write at once may not share a
    /// chunk; those of [`for_each_chunk`](Self::for_each_chunk) do not.
    ///
    /// # Errors
    ///
    /// If the region is not in the array, or the store cannot be written.
    pub fn write<R: Shape, D: Storage>(&self, start: &[usize], x: &Tensor<T, R, D>) -> Result<(), ZarrError> {
        let sizes = x.shape().sizes();
        let region = self.subset(start, sizes.as_ref()).map_err(|why| why.of(&self.path))?;
        let written = match x.try_as_slice() {
            Ok(elements) => self.array.store_array_subset_elements(&region, elements),
            Err(_) => self.array.store_array_subset_elements(&region, &x.to_vec()),
        };
        written.map_err(|error| Why::zarrs(error).of(&self.path))
    }
}
