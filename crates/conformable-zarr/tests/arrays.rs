//! Arrays of Python's zarr, which `arrays.py` writes; regions, chunks and threads; what is refused.

#![allow(clippy::float_cmp, reason = "the numbers are exact")]

use conformable::{AnyShape, Axis, Shape, Tensor, shape};
use conformable_zarr::{Element, Region, Zarr, ZarrError};
use std::collections::BTreeSet;
use std::env;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use zarrs::storage::store::MemoryStore;

type Table<T> = Zarr<T, Shape![_, _]>;

fn stored(name: &str) -> PathBuf {
    let kept = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arrays");
    env::var_os("CONFORMABLE_ARRAYS_READ").map_or_else(kept, PathBuf::from).join(name)
}

/// A new folder, which Python reads if `CONFORMABLE_ARRAYS` names its parent.
fn new(name: &str) -> PathBuf {
    let own = || env::temp_dir().join(format!("conformable-zarr-{}", std::process::id()));
    let folder = env::var_os("CONFORMABLE_ARRAYS").map_or_else(own, PathBuf::from).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn numbers<T>(convert: fn(u8) -> T) -> Tensor<T, Shape![23, 7]> {
    Tensor::from_fn(shape![23, 7], |[i, j]| convert(u8::try_from((i * 7 + j) % 100).unwrap()))
}

/// Reads the array of Python as a whole, and writes it for Python.
fn both_ways<T: Element + PartialEq + Debug + std::fmt::Display>(name: &str, convert: fn(u8) -> T) {
    let x = numbers(convert);
    let array: Zarr<T, Shape![23, 7]> = Zarr::open(stored(name)).unwrap();
    assert_eq!(array.chunk(), [12, 7]);
    assert_eq!(array.read_all().unwrap(), x);
    let target: Zarr<T, Shape![23, 7]> = Zarr::create(new(name), shape![23, 7], &[12, 7]).unwrap();
    // a view, whose strides are not those of a chunk
    target.write(&[0, 0], &x.t().to_owned().t()).unwrap();
    assert_eq!(target.read_all().unwrap(), x);
}

#[test]
#[allow(clippy::cast_possible_wrap, reason = "the numbers are below 100")]
fn every_type_both_ways() {
    both_ways("bool", |x| x != 0);
    both_ways("int8", |x| x as i8);
    both_ways("int16", i16::from);
    both_ways("int32", i32::from);
    both_ways("int64", i64::from);
    both_ways("uint8", |x| x);
    both_ways("uint16", u16::from);
    both_ways("uint32", u32::from);
    both_ways("uint64", u64::from);
    both_ways("float32", f32::from);
    both_ways("float64", f64::from);
}

#[test]
fn codecs_and_versions() {
    for name in ["raw", "gzip", "checked", "sharded", "version-2"] {
        let array: Table<f32> = Zarr::open(stored(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(array.read_all().unwrap(), numbers(f32::from), "{name}");
        let part: Tensor<f32, Shape![_, 5]> = array.read(&[3, 1], &[11, 5]).unwrap();
        assert!((part[[10, 4]] - numbers(f32::from)[[13, 5]]).abs() < f32::EPSILON, "{name}");
    }
    let empty: Table<f32> = Zarr::open(stored("empty")).unwrap();
    assert_eq!((empty.read_all().unwrap().sizes(), empty.chunks().count()), ([0, 7], 0));
    let fill: Table<f32> = Zarr::open(stored("fill")).unwrap();
    assert_eq!(fill.read_all().unwrap(), Tensor::<f32, Shape![23, 7]>::full(shape![23, 7], 2.5));
    let scalar: Zarr<f64, ()> = Zarr::open(stored("scalar")).unwrap();
    assert_eq!((scalar.read_all().unwrap()[[]], scalar.chunks().count()), (1.5, 1));
    let any: Zarr<i32, AnyShape> = Zarr::open(stored("deep")).unwrap();
    assert_eq!(any.read_all().unwrap()[&[2, 3, 4, 5][..]], 359 % 100);
}

#[test]
fn chunks_cover_each_element_once() {
    for name in ["raw", "sharded"] {
        let array: Table<f32> = Zarr::open(stored(name)).unwrap();
        let mut whole = Tensor::<f32, Shape![23, 7]>::full(shape![23, 7], -1.0);
        for region in array.chunks() {
            let chunk = array.read_chunk(&region).unwrap();
            assert_eq!(chunk.sizes(), region.sizes());
            for ([i, j], &element) in chunk.indexed_iter() {
                let target = &mut whole[[region.start()[0] + i, region.start()[1] + j]];
                assert!(*target < 0.0, "{i}, {j} is in two chunks");
                *target = element;
            }
        }
        assert_eq!(whole, numbers(f32::from));
    }
    let deep: Zarr<i32, Shape![3, 4, 5, 6]> = Zarr::open(stored("deep")).unwrap();
    let sum: i32 = deep.chunks().map(|region| deep.read_chunk(&region).unwrap().sum_all()).sum();
    assert_eq!((sum, deep.number_of_chunks()), (deep.read_all().unwrap().sum_all(), 2 * 2 * 2));
    assert_eq!(deep.chunks().last().unwrap().sizes(), [1, 2, 5, 2]);
}

#[test]
fn regions_are_written() {
    let x = numbers(f32::from);
    let array: Table<f32> = Zarr::create(new("part"), shape![(23), (7)], &[5, 4]).unwrap();
    array.write(&[3, 1], &x.slice((3..14, 1..6))).unwrap();
    let back: Tensor<f32, Shape![_, _]> = array.read(&[0, 0], &[23, 7]).unwrap();
    assert_eq!(back.sum_all(), x.slice((3..14, 1..6)).sum_all());
    array.write(&[23, 7], &Tensor::<f32, Shape![0, 0]>::zeros(shape![0, 0])).unwrap();
}

#[test]
fn threads() {
    let array: Table<f32> = Zarr::create_in_folder("threads");
    let (busy, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    array
        .for_each_chunk(4, |region| {
            most.fetch_max(busy.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            let part = numbers(f32::from).erase().slice_region(region);
            let result = array.write(region.start(), &part);
            busy.fetch_sub(1, Ordering::SeqCst);
            result
        })
        .unwrap();
    assert_eq!(array.read_all().unwrap(), numbers(f32::from));
    assert!(most.into_inner() <= 4);

    let seen = Mutex::new(BTreeSet::new());
    let error = array.for_each_chunk(2, |region: &Region| {
        seen.lock().unwrap().insert(region.number());
        if region.number() == 3 { Err("the fourth") } else { Ok(()) }
    });
    assert_eq!(error, Err("the fourth"));
    assert!(seen.into_inner().unwrap().len() <= 5);
    let empty: Table<f32> = Zarr::open(stored("empty")).unwrap();
    empty.for_each_chunk(0, |_| Err("no chunk")).unwrap();
}

/// A region of a tensor by the region of a chunk.
trait SliceRegion {
    fn slice_region(&self, region: &Region) -> Tensor<f32, Shape![_, _]>;
}

impl SliceRegion for Tensor<f32, AnyShape> {
    fn slice_region(&self, region: &Region) -> Tensor<f32, Shape![_, _]> {
        let (start, sizes) = (region.start(), region.sizes());
        Tensor::from_fn(shape![(sizes[0]), (sizes[1])], |[i, j]| self[&[start[0] + i, start[1] + j][..]])
    }
}

trait InFolder {
    fn create_in_folder(name: &str) -> Self;
}

impl InFolder for Table<f32> {
    fn create_in_folder(name: &str) -> Self {
        Self::create(new(name), shape![(23), (7)], &[5, 4]).unwrap()
    }
}

#[test]
fn refused() {
    let text = |error: ZarrError| {
        let path = error.path().to_string();
        error.to_string().replace(&path, "array")
    };
    let open = |name: &str| Zarr::<f32, Shape![23, 8]>::open(stored(name)).map_err(text).unwrap_err();
    assert_eq!(
        open("raw"),
        "array: (23, 7) is not a (23, 8)\n  array  23  7\n  type   23  8\n             ^ axis 1 is 7, not 8"
    );
    assert_eq!(open("float64"), "array: the elements are float64, not float32");
    assert!(open("deep").starts_with("array: the elements are int32"));
    assert!(open("absent").starts_with("array: "));

    let array: Table<f32> = Zarr::open(stored("raw")).unwrap();
    let read = |start: &[usize], sizes: &[usize]| array.read::<Shape![_, _]>(start, sizes).map_err(text).unwrap_err();
    assert!(read(&[20, 0], &[4, 7]).contains("20..24") && read(&[20, 0], &[4, 7]).contains("(23, 7)"));
    assert!(read(&[usize::MAX, 0], &[2, 7]).contains("(23, 7)"));
    assert!(read(&[0], &[2]).contains("it has another rank"));
    let wrong = array.read::<Shape![_, 6]>(&[0, 0], &[2, 7]).unwrap_err();
    assert_eq!(wrong.shape_error().and_then(conformable::ShapeError::axis), Some(1));
    let store = || Arc::new(MemoryStore::new());
    for chunk in [&[5][..], &[5, 0], &[]] {
        Zarr::<f32, Shape![_, _], _>::create_in(store(), "/", shape![(4), (4)], chunk).unwrap_err();
    }
    let small: Zarr<f32, Shape![_, _], _> = Zarr::create_in(store(), "/", shape![(4), (4)], &[2, 2]).unwrap();
    small.write(&[3, 0], &Tensor::from([[1.0], [2.0]])).unwrap_err();
}

/// Each part of the metadata that is changed or cut off is an error or an array, and no panic.
#[test]
fn malformed_arrays() {
    let folder = new("malformed");
    let copy = |from: &str| {
        let _ = fs::remove_dir_all(&folder);
        let mut folders = vec![(stored(from), folder.clone())];
        while let Some((from, to)) = folders.pop() {
            fs::create_dir_all(&to).unwrap();
            for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
                let (from, to) = (entry.path(), to.join(entry.file_name()));
                if from.is_dir() {
                    folders.push((from, to));
                } else {
                    fs::copy(from, to).unwrap();
                }
            }
        }
    };
    copy("checked");
    let metadata = fs::read(folder.join("zarr.json")).unwrap();
    let mut refused = 0;
    for place in (0..metadata.len()).step_by(3) {
        let mut changed = metadata.clone();
        changed[place] = b'9';
        for bytes in [&metadata[..place], &changed] {
            fs::write(folder.join("zarr.json"), bytes).unwrap();
            let array = Zarr::<f32, AnyShape>::open(&folder);
            let read = array
                .and_then(|array| if array.number_of_chunks() < 100 { array.read_all().map(drop) } else { Ok(()) });
            refused += usize::from(read.is_err());
        }
    }
    assert!(refused > metadata.len() / 3, "{refused} were refused");

    // sizes that no memory has
    let text = String::from_utf8(metadata.clone()).unwrap();
    let shape = text.find("\"shape\"").unwrap();
    let (before, after) = (&text[..shape], &text[shape + text[shape..].find(']').unwrap() + 1..]);
    for sizes in ["[4611686018427387904, 4611686018427387904]", "[4611686018427387904, 1]", "[-1, 1]", "[1.5, 2]"] {
        fs::write(folder.join("zarr.json"), format!("{before}\"shape\": {sizes}{after}")).unwrap();
        let read = Zarr::<f32, Shape![_, _]>::open(&folder).and_then(|array| array.read_all());
        read.unwrap_err();
    }

    // a chunk with a checksum that was changed or cut off
    fs::write(folder.join("zarr.json"), &metadata).unwrap();
    let chunk = folder.join("c/0/0");
    let bytes = fs::read(&chunk).unwrap();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 0xff;
        for bytes in [&bytes[..place], &changed] {
            fs::write(&chunk, bytes).unwrap();
            if let Ok(x) = Zarr::<f32, Shape![_, _]>::open(&folder).unwrap().read_all() {
                assert_eq!(x, numbers(f32::from), "byte {place} changed an element");
            }
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn means_by_chunks() {
    let array: Table<f64> = Zarr::open(stored("float64")).unwrap();
    let sums = array.chunks().map(|region| array.read_chunk(&region).unwrap().sum(Axis::<0>));
    let sum = sums.reduce(|all, part| all + part).unwrap();
    assert_eq!(sum, numbers(f64::from).sum(Axis::<0>));
}
