//! Malformed archives, and archives with members that are not supported: the text of each error.

use crate::arrays::folder;
use crate::malformed::refused_as;
use conformable::{AnyShape, Shape, Tensor};
use conformable_files::{File, FileErrorKind, Format, Tensors};

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";

/// An archive of two arrays, `a` and `b`.
fn archive() -> Vec<u8> {
    let (a, b) = (Tensor::from([1_u8, 2, 3]), Tensor::from([1.5_f32]));
    Tensors::new().put("a", &a).put("b", &b).to_bytes(Format::Npz).unwrap()
}

/// The position of the n-th record with that signature.
fn place(bytes: &[u8], signature: [u8; 4], number: usize) -> usize {
    let places = bytes.windows(4).enumerate().filter(|(_, four)| *four == signature);
    places.map(|(place, _)| place).nth(number).expect("a record")
}

/// Writes those bytes into the record.
fn patch(bytes: &mut [u8], signature: [u8; 4], number: usize, at: usize, with: &[u8]) {
    let at = place(bytes, signature, number) + at;
    bytes[at..at + with.len()].copy_from_slice(with);
}

/// The archive with those bytes written into the record.
fn patched(signature: [u8; 4], number: usize, at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = archive();
    patch(&mut bytes, signature, number, at, with);
    bytes
}

/// The error of the archive.
fn refused(bytes: &[u8]) -> String {
    refused_as("x.npz", bytes)
}

#[test]
fn directories() {
    let bytes = archive();
    assert_eq!(refused(&bytes[..bytes.len() - 1]), "malformed archive: it ends before its directory says");
    assert_eq!(refused(b"PK\x03\x04"), "malformed archive: Missing end of central directory");
    assert_eq!(
        refused(&patched(END, 0, 10, &[3])),
        "malformed archive: it tells of 3 members, and its directory has 2"
    );
    assert_eq!(
        refused(&patched(END, 0, 10, &[1])),
        "malformed archive: it tells of 1 members, and its directory has 2"
    );
    assert_eq!(refused(&patched(END, 0, 16, &[0xff, 0xff])), "malformed archive: Invalid end of central directory");
    assert_eq!(
        refused(&patched(CENTRAL, 0, 0, b"PK\x07")),
        "malformed archive: Invalid signature: expected 0x02014b50, got 0x02074b50"
    );
    assert_eq!(
        refused(&patched(CENTRAL, 0, 42, &[1])),
        "malformed archive: Invalid signature: expected 0x04034b50, got 0x1404034b"
    );
    assert_eq!(
        refused(&patched(CENTRAL, 0, 20, &[0xff, 0xff, 0xff])),
        "malformed archive: `a.npy` does not end before the directory"
    );
    assert_eq!(refused(&patched(LOCAL, 0, 30, b"c")), "malformed archive: `a.npy` has another name where it is");
    assert_eq!(refused(&patched(CENTRAL, 0, 46, b"c")), "malformed archive: `c.npy` has another name where it is");
    assert_eq!(refused(&patched(CENTRAL, 0, 46, b"\xff")), "malformed archive: the name of a member is not UTF-8");
}

#[test]
fn members() {
    let bytes = archive();
    let mut twice = bytes.clone();
    patch(&mut twice, LOCAL, 1, 30, b"a");
    patch(&mut twice, CENTRAL, 1, 46, b"a");
    assert_eq!(refused(&patched(CENTRAL, 0, 8, &[9])), "its member `a.npy` is encrypted");
    assert_eq!(
        refused(&patched(CENTRAL, 0, 10, &[12])),
        "its member `a.npy` is compressed by method 12 (BZIP2): stored and deflated ones are read"
    );
    assert_eq!(
        refused(&patched(CENTRAL, 0, 10, &[77])),
        "its member `a.npy` is compressed by method 77 (UNKNOWN): stored and deflated ones are read"
    );
    assert_eq!(refused(&patched(CENTRAL, 0, 24, &[132])), "its member `a.npy` tells of 132 bytes, and 131 are stored");
    assert_eq!(refused(&patched(CENTRAL, 0, 20, &[130])), "its member `a.npy` tells of 131 bytes, and 130 are stored");
    assert_eq!(refused(&twice), "malformed archive: `a` occurs twice");
    // a name with control characters
    let mut order = bytes.clone();
    patch(&mut order, LOCAL, 0, 30, b"\x1b");
    patch(&mut order, CENTRAL, 0, 46, b"\x1b");
    patch(&mut order, CENTRAL, 0, 8, &[9]);
    assert_eq!(refused(&order), r"its member `\u{1b}.npy` is encrypted");
}

#[test]
fn headers_in_archives() {
    let wrong = |at: usize, with: &[u8]| {
        let mut bytes = archive();
        let at = bytes.windows(6).position(|six| six == b"\x93NUMPY").unwrap() + at;
        bytes[at..at + with.len()].copy_from_slice(with);
        refused(&bytes)
    };
    assert_eq!(wrong(0, b"N"), "its member `a.npy`: it does not begin with the magic text of NumPy's arrays");
    let versions = "and those that are known are 1.0, 2.0 and 3.0";
    assert_eq!(wrong(6, &[4]), format!("its member `a.npy`: version 4.0 of the format, {versions}"));
    assert_eq!(wrong(8, &[119]), "its member `a.npy`: malformed header: more behind the dict at byte 128");
    assert_eq!(wrong(8, &[255]), "its member `a.npy`: a header of 255 bytes, and there are 121 behind its length");
    assert_eq!(wrong(10, b"["), "its member `a.npy`: malformed header: no `{` at byte 10");
}

/// A member inside another, as in zip bombs, which unpack one part of the file many times.
#[test]
fn overlapping() {
    let b = Tensor::from([1.5_f32]);
    let inner = Tensors::new().put("b", &b).to_bytes(Format::Npz).unwrap();
    let inner = Tensor::from_vec(AnyShape::from([inner.len()]), inner).unwrap();
    let mut bytes = Tensors::new().put("a", &inner).put("b", &b).to_bytes(Format::Npz).unwrap();
    let at = u32::try_from(place(&bytes, LOCAL, 1)).unwrap();
    // `a`, the `b` inside it, its directory; then `b`
    patch(&mut bytes, CENTRAL, 2, 42, &at.to_le_bytes());
    assert_eq!(refused(&bytes), format!("malformed archive: two members share the bytes from {at} on"));
}

#[test]
fn damaged_elements() {
    let mut bytes = archive();
    let at = bytes.windows(4).position(|four| four == 1.5_f32.to_le_bytes()).unwrap();
    bytes[at + 3] = 0x40;
    let file = File::from_bytes("x.npz", &bytes).unwrap();
    let error = file.load::<f32, AnyShape>("b").unwrap_err();
    assert_eq!(
        error.to_string(),
        "x.npz, tensor `b`: the bytes are damaged: their checksum is 439415f9, and the archive tells of 832e7954"
    );
    assert_eq!(error.kind(), FileErrorKind::Malformed);
    // a view does not read them all
    if cfg!(target_endian = "little") {
        assert_eq!(file.view::<f32, Shape![1]>("b").unwrap(), Tensor::from([6.0]));
    }
    assert_eq!(file.load::<u8, Shape![3]>("a").unwrap(), Tensor::from([1, 2, 3]));
}

/// A deflated member with each byte changed: refused, or the same elements, if the bits are unused.
#[test]
fn damaged_compressed_bytes() {
    let bytes = std::fs::read(folder().join("small.npz")).unwrap();
    let file = File::from_bytes("x.npz", &bytes).unwrap();
    let x: Tensor<f32, Shape![2, 3]> = file.load("x").unwrap();
    let (first, second) = (place(&bytes, LOCAL, 0), place(&bytes, LOCAL, 1));
    let begin = first + 30 + usize::from(bytes[first + 26]) + usize::from(bytes[first + 28]);
    let (mut at_open, mut at_load) = (0, 0);
    for at in begin..second {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x10;
        match File::from_bytes("x.npz", &bytes) {
            Err(error) => {
                assert!(error.to_string().starts_with("x.npz: its member `x.npy`: "), "{error}");
                at_open += 1;
            }
            Ok(file) => match file.load::<f32, Shape![2, 3]>("x") {
                Err(error) => {
                    assert!(error.to_string().starts_with("x.npz, tensor `x`: the "), "{error}");
                    assert!(error.to_string().contains("bytes are damaged"), "{error}");
                    at_load += 1;
                }
                Ok(loaded) => assert_eq!(loaded, x),
            },
        }
    }
    assert!(at_open > 10 && at_load > 10 && at_open + at_load > second - begin - 3, "{at_open}, {at_load}");
}

/// Files that are not arrays are tensors of bytes, as in NumPy; folders are skipped.
#[test]
fn other_members() {
    let file = File::read(folder().join("others.npz")).unwrap();
    let text: Tensor<u8, Shape![8]> = file.load("notes/readme.txt").unwrap();
    assert_eq!(text.try_as_slice(), Ok(&b"no array"[..]));
    assert_eq!(file.view::<u8, AnyShape>("notes/readme.txt").unwrap(), text);
    assert!(file.names().all(|name| !name.ends_with('/')));
}
