//! Saved tensors are loaded: every element type, rank and storage, as every kind of shape, from files that are opened,
//! read or mapped, and from bytes.

use crate::each_way;
use conformable::axes::Stepped;
use conformable::{AnyShape, Dim, Dyn, Inline, Scalar, Shape, Size, Tensor, Thousands, View, shape};
use conformable_files::{Element, File, FileError, FileErrorKind, FilePart, Format, Tensors};
use std::fmt::Debug;

struct Batch;
struct Features;

/// Six elements in every storage and every kind of shape.
fn six<T: Element + Scalar + PartialEq + Debug>(elements: [T; 6]) {
    let [a, b, c, d, e, f] = elements;
    let inline = Tensor::inline([[a, b, c], [d, e, f]]);
    let heap = inline.to_heap();
    let strided = Tensor::from_vec(shape![2, 6], vec![a, a, b, b, c, c, d, d, e, e, f, f]).unwrap();
    let (every_other, columns) = (strided.slice((.., Stepped(.., 2))), [a, d, b, e, c, f]);
    let (columns, row) = (Tensor::from_columns(shape![2, 3], &columns).unwrap(), Tensor::from([a, b, c]));
    let (any, view, transposed, stretched) =
        (heap.clone().erase(), heap.view(), heap.t(), row.broadcast_to::<Shape![4, 3]>());
    let mut tensors = Tensors::new();
    tensors.put("heap", &heap).put("inline", &inline).put("any", &any).put("view", &view).put("columns", &columns);
    tensors.put("strided", &every_other).put("transposed", &transposed).put("stretched", &stretched);
    let array = ndarray::Array2::from_shape_fn((2, 3), |(i, j)| heap[[i, j]]).reversed_axes();
    let array =
        Tensor::<T, Shape![3, 2], conformable::storage::ndarray::Ndarray<ndarray::Ix2>>::try_from(array).unwrap();
    tensors.put("ndarray", &array);
    each_way(&tensors, |file| {
        for name in ["heap", "inline", "any", "view", "columns", "strided"] {
            assert_eq!(file.load::<T, Shape![2, 3]>(name).unwrap(), heap, "{name}");
            assert_eq!(file.load::<T, Shape![_, 3]>(name).unwrap(), heap, "{name}");
            assert_eq!(file.load::<T, (Dyn<Batch>, Dyn<Features>)>(name).unwrap().unnamed(), heap);
            assert_eq!(file.load::<T, Shape![Batch = _, 3]>(name).unwrap().sizes(), [2, 3]);
            assert_eq!(file.load::<T, Shape![Batch = 2, Features = 3]>(name).unwrap().unnamed(), heap, "{name}");
            assert_eq!(file.load::<T, AnyShape>(name).unwrap(), any, "{name}");
            let refused = file.load::<T, Shape![2, 4]>(name).unwrap_err();
            assert_eq!((refused.kind(), refused.tensor()), (FileErrorKind::Shape, Some(name)));
        }
        assert_eq!(file.load::<T, (Size<3>, Dyn)>("transposed").unwrap(), heap.t());
        assert_eq!(file.load::<T, Shape![4, 3]>("stretched").unwrap(), stretched);
        assert_eq!(file.load::<T, Shape![3, 2]>("ndarray").unwrap(), heap.t());
        match file.view::<T, Shape![_, 3]>("heap") {
            Ok(view) => assert_eq!(view, heap),
            // on disk, and elements of several bytes in the other byte order
            Err(error) => assert_eq!(error.kind(), FileErrorKind::NoView, "{error}"),
        }
    });
    // in memory and in this processor's byte order they can be viewed
    let bytes = tensors.to_bytes(Format::Safetensors).unwrap();
    let file = File::from_bytes("six", &bytes).unwrap();
    if size_of::<T>() == 1 || cfg!(target_endian = "little") {
        let view: Tensor<T, Shape![2, 3], View<'_>> = file.view("columns").unwrap();
        assert_eq!(view, inline);
        let view = file.view::<T, AnyShape>("transposed").unwrap();
        assert_eq!(view.view(), heap.t().erase());
    } else {
        assert_eq!(file.view::<T, AnyShape>("heap").unwrap_err().kind(), FileErrorKind::NoView);
    }
}

#[test]
fn every_element_type() {
    six([true, false, false, true, true, false]);
    six([0_i8, 1, -1, i8::MAX, i8::MIN, 5]);
    six([0_i16, 1, -1, i16::MAX, i16::MIN, 0x1234]);
    six([0_i32, 1, -1, i32::MAX, i32::MIN, 0x1234_5678]);
    six([0_i64, 1, -1, i64::MAX, i64::MIN, 0x1234_5678_9abc_def0]);
    six([0_u8, 1, 2, u8::MAX, 100, 5]);
    six([0_u16, 1, 2, u16::MAX, 0x1234, 5]);
    six([0_u32, 1, 2, u32::MAX, 0x1234_5678, 5]);
    six([0_u64, 1, 2, u64::MAX, 0x1234_5678_9abc_def0, 5]);
    six([0.0_f32, -1.5, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::from_bits(1)]);
    six([0.0_f64, -1.5, f64::MAX, f64::MIN_POSITIVE, f64::NEG_INFINITY, f64::from_bits(1)]);
    #[cfg(feature = "half")]
    {
        use half::{bf16, f16};
        six([0.0, -1.5, 65504.0, 6.1e-5, f32::INFINITY, 6e-8].map(f16::from_f32));
        six([0.0, -1.5, 3e38, 1e-38, f32::INFINITY, 1e-40].map(bf16::from_f32));
    }
    #[cfg(feature = "complex")]
    six([(0.0, 1.0), (-1.5, 2.0), (1.0, 0.0), (f32::MAX, 1.0), (0.0, f32::INFINITY), (3.0, 4.0)]
        .map(|(re, im)| num_complex::Complex::new(re, im)));
}

/// The bits of a NaN and the sign of a zero are kept.
#[test]
fn bits_stay() {
    let bits = [0x7fc0_1234_u32, 0xffc0_0001, 0x7f80_0001, 0x8000_0000];
    let x = Tensor::from(bits.map(f32::from_bits));
    let mut tensors = Tensors::new();
    tensors.put("x", &x);
    each_way(&tensors, |file| {
        let loaded = file.load::<f32, Shape![4]>("x").unwrap();
        assert_eq!(loaded.map(f32::to_bits), Tensor::from(bits));
    });
}

#[test]
fn every_rank() {
    let tensors_of_rank: Vec<Tensor<u16, AnyShape>> = (0..=16)
        .map(|rank| {
            let sizes: Vec<usize> = (0..rank).map(|axis| 1 + axis % 2).collect();
            let numel: usize = sizes.iter().product();
            Tensor::from_vec(AnyShape::from(&sizes[..]), (0..numel).map(|i| i as u16).collect()).unwrap()
        })
        .collect();
    let scalar = Tensor::scalar(7_i64);
    let mut tensors = Tensors::new();
    tensors.put("scalar", &scalar);
    for (rank, tensor) in tensors_of_rank.iter().enumerate() {
        tensors.part("rank").put(rank, tensor);
    }
    each_way(&tensors, |file| {
        for (rank, tensor) in tensors_of_rank.iter().enumerate() {
            let loaded = file.part("rank").load::<u16, AnyShape>(&rank.to_string()).unwrap();
            assert_eq!((loaded.rank(), &loaded), (rank, tensor));
        }
        assert_eq!(file.load::<i64, Shape![]>("scalar").unwrap(), scalar);
        let deepest = file.load::<u16, Shape![1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]>("rank.16").unwrap();
        assert_eq!(deepest.erase(), tensors_of_rank[16]);
        assert_eq!(file.load::<u16, Shape![1, 2, 1, _, 1]>("rank.5").unwrap().sizes(), [1, 2, 1, 2, 1]);
        let error = file.load::<u16, Shape![1, 2, 1]>("rank.4").unwrap_err();
        assert_eq!(error.kind(), FileErrorKind::Shape);
        assert_eq!(file.part("rank").names().count(), 17);
    });
}

#[test]
fn large_sizes_as_types() {
    let x = Tensor::<u8, Shape![2, 50_257]>::from_fn(shape![2, 50_257], |[i, j]| ((i + j) % 251) as u8);
    let mut tensors = Tensors::new();
    tensors.put("vocabulary", &x);
    each_way(&tensors, |file| {
        let loaded: Tensor<u8, (Dyn, Thousands<50, 257>)> = file.load("vocabulary").unwrap();
        assert_eq!(loaded, x);
        let error = file.load::<u8, Shape![2, 50_258]>("vocabulary").unwrap_err();
        assert!(error.to_string().contains("axis 1 is 50257, not 50258"), "{error}");
    });
}

/// Tensors without elements, and those whose other sizes overflow.
#[test]
fn nothing_in_them() {
    let (none, wide) =
        (Tensor::<f64, Shape![3, 0, 2]>::zeros(shape![3, 0, 2]), Tensor::<u32, Shape![0]>::zeros(shape![0]));
    let endless = Tensor::<u16, _>::from_vec((Dyn::new(usize::MAX), Dyn::new(0), Dyn::new(3)), Vec::new()).unwrap();
    let last = Tensor::from([1_u8, 2, 3]);
    let mut tensors = Tensors::new();
    tensors.put("none", &none).put("wide", &wide).put("endless", &endless).put("last", &last);
    each_way(&tensors, |file| {
        assert_eq!(file.load::<f64, Shape![3, 0, 2]>("none").unwrap(), none);
        assert_eq!(file.load::<f64, Shape![_, _, 2]>("none").unwrap().sizes(), [3, 0, 2]);
        assert_eq!(file.load::<u32, AnyShape>("wide").unwrap().sizes().as_ref(), [0]);
        assert_eq!(file.load::<u16, AnyShape>("endless").unwrap().sizes().as_ref(), [usize::MAX, 0, 3]);
        assert_eq!(file.load::<u8, Shape![3]>("last").unwrap(), last);
        assert_eq!(file.load::<u32, Shape![1]>("wide").unwrap_err().kind(), FileErrorKind::Shape);
    });
    let empty = Tensors::new();
    each_way(&empty, |file| {
        assert_eq!(file.names().count(), 0);
        let error = file.load::<u8, Shape![]>("x").unwrap_err();
        assert!(error.to_string().ends_with("tensor `x`: there is no such tensor; the file has none"), "{error}");
    });
}

/// The parameters of a part of a model, of any sizes.
struct Linear<In: Dim, Out: Dim> {
    weight: Tensor<f32, (In, Out)>,
    bias: Tensor<f32, (Out,)>,
}

impl<In: Dim, Out: Dim> Linear<In, Out> {
    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { weight: from.load("weight")?, bias: from.load("bias")? })
    }

    fn save<'a>(&'a self, tensors: &mut Tensors<'a>, part: &str) {
        tensors.part(part).put("weight", &self.weight).put("bias", &self.bias);
    }
}

struct Network<Hidden: Dim> {
    layers: (Linear<Size<4>, Hidden>, Linear<Hidden, Size<2>>),
}

impl<Hidden: Dim> Network<Hidden> {
    fn load(file: &File) -> Result<Self, FileError> {
        let layers = file.part("layers");
        Ok(Self { layers: (Linear::load(&layers.part(0))?, Linear::load(&layers.part(1))?) })
    }
}

#[test]
fn structs_of_tensors_by_parts() {
    let layers = (
        Linear::<Size<4>, Size<3>> {
            weight: Tensor::from_fn(shape![4, 3], |[i, j]| (3 * i + j) as f32),
            bias: Tensor::ones(shape![3]),
        },
        Linear::<Size<3>, Size<2>> { weight: Tensor::ones(shape![3, 2]), bias: Tensor::zeros(shape![2]) },
    );
    let network = Network { layers };
    let mut tensors = Tensors::new();
    network.layers.0.save(&mut tensors, "layers.0");
    network.layers.1.save(&mut tensors, "layers.1");
    let bytes = tensors.to_bytes(Format::Safetensors).unwrap();
    assert_eq!(bytes, tensors.to_bytes(Format::Safetensors).unwrap(), "the same tensors are the same bytes");
    each_way(&tensors, |file| {
        let loaded = Network::<Size<3>>::load(file).unwrap();
        assert_eq!(loaded.layers.0.weight, network.layers.0.weight);
        assert_eq!(loaded.layers.1.bias, network.layers.1.bias);
        // the sizes that the type leaves open come from the file
        assert_eq!(Network::<Dyn>::load(file).unwrap().layers.1.weight.sizes(), [3, 2]);
        let error = Network::<Size<5>>::load(file).err().unwrap();
        assert_eq!(error.tensor(), Some("layers.0.weight"));
        assert!(error.to_string().contains("(4, 3) is not a (4, 5)"), "{error}");
        assert!(error.to_string().ends_with("axis 1 is 3, not 5"), "{error}");
    });
}

#[test]
fn texts_and_names() {
    let x = Tensor::inline([1_u8]);
    let names = [
        "",
        " ",
        "a.b",
        "a\"quote\"",
        "new\nline",
        "back\\slash",
        "größe",
        "\u{1f600}",
        "\0",
        "../x",
        "__metadata",
        "x`y",
    ];
    let mut tensors = Tensors::new();
    for name in names {
        tensors.put(name, &x).put_text(name, format!("text of {name}"));
    }
    tensors.put_text("__metadata__", "a text may have this name");
    let _: &Tensor<u8, Shape![1], Inline> = &x;
    each_way(&tensors, |file| {
        assert_eq!(file.names().count(), names.len());
        for name in names {
            assert_eq!(file.load::<u8, Shape![1]>(name).unwrap(), x, "{name:?}");
            assert_eq!(file.metadata(name), Some(&*format!("text of {name}")), "{name:?}");
        }
        assert_eq!(file.metadata("__metadata__"), Some("a text may have this name"));
        assert_eq!(file.metadata("none"), None);
    });
}

/// A file that is saved again is replaced, and a file opened before keeps the old one.
#[test]
fn saved_over_another() {
    let folder = crate::Folder::new();
    let path = folder.join("x.safetensors");
    let (x, y) = (Tensor::from([1_u8, 2, 3]), Tensor::from([4_u8, 5, 6]));
    let mut tensors = Tensors::new();
    tensors.put("x", &x).save(&path).unwrap();
    let old = File::open(&path).unwrap();
    let mut tensors = Tensors::new();
    tensors.put("x", &y).save(&path).unwrap();
    assert_eq!(File::open(&path).unwrap().load::<u8, Shape![3]>("x").unwrap(), y);
    if cfg!(unix) {
        assert_eq!(old.load::<u8, Shape![3]>("x").unwrap(), x);
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside it");
}

/// A replaced file keeps its permissions, even those that the user's mask removes, and a read-only one.
#[test]
#[cfg(unix)]
fn permissions_stay() {
    use std::fs::{metadata, set_permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = crate::Folder::new();
    let path = folder.join("x.safetensors");
    let mode = |path: &std::path::Path| metadata(path).unwrap().permissions().mode() & 0o7777;
    let x = Tensor::from([1_u8, 2, 3]);
    let mut tensors = Tensors::new();
    tensors.put("x", &x).save(&path).unwrap();
    std::fs::write(folder.join("other"), b"").unwrap();
    assert_eq!(mode(&path), mode(&folder.join("other")), "a new file has those of other new files");
    for kept in [0o600, 0o444, 0o400, 0o666, 0o640, 0o755] {
        set_permissions(&path, PermissionsExt::from_mode(kept)).unwrap();
        tensors.sync(kept == 0o600).save(&path).unwrap();
        assert_eq!(mode(&path), kept, "{kept:o}");
    }
    // the target of a link keeps its own permissions
    let link = folder.join("link.safetensors");
    symlink(&path, &link).unwrap();
    tensors.save(&link).unwrap();
    assert_eq!((mode(&path), mode(&link)), (0o755, mode(&folder.join("other"))));
    assert!(!std::fs::symlink_metadata(&link).unwrap().is_symlink());
}
