//! Malformed files: the text of each error.

use conformable::{AnyShape, Tensor};
use conformable_files::{File, FileErrorKind};

/// A file with that header.
fn npy(version: u8, header: &[u8], elements: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::from(*b"\x93NUMPY");
    bytes.extend([version, 0]);
    match version {
        1 => bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes()),
        _ => bytes.extend(u32::try_from(header.len()).unwrap().to_le_bytes()),
    }
    bytes.extend(header);
    bytes.extend(elements);
    bytes
}

/// The error of a file of that name.
pub(crate) fn refused_as(name: &str, bytes: &[u8]) -> String {
    let error = File::from_bytes(name, bytes).unwrap_err();
    assert_eq!((error.kind(), error.file(), error.tensor()), (FileErrorKind::Malformed, name, None));
    error.to_string().strip_prefix(name).and_then(|text| text.strip_prefix(": ")).unwrap().to_owned()
}

/// The error of an array.
fn refused(bytes: &[u8]) -> String {
    refused_as("x.npy", bytes)
}

/// The error of a header of version 1, with six bytes of elements.
fn header(header: &str) -> String {
    refused(&npy(1, header.as_bytes(), &[0; 6]))
}

/// The error of a type and a shape, with that many bytes of elements.
fn array(descr: &str, shape: &str, bytes: usize) -> String {
    let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    refused(&npy(1, header.as_bytes(), &vec![0; bytes]))
}

#[test]
fn starts() {
    assert_eq!(refused(b"\x93NUMPY"), "6 bytes are not an array of NumPy");
    assert_eq!(refused(b"\x93NUMPY\x01\x00\x06"), "9 bytes are not an array of NumPy");
    assert_eq!(refused(b"\x93NUMPY\x02\x00\x06\x00"), "10 bytes are not an array of NumPy");
    assert_eq!(
        refused(b"\x93NUMPY\x04\x00\x06\x00"),
        "version 4.0 of the format, and those that are known are 1.0, 2.0 and 3.0"
    );
    assert_eq!(
        refused(b"\x93NUMPY\x01\x01\x06\x00"),
        "version 1.1 of the format, and those that are known are 1.0, 2.0 and 3.0"
    );
    assert_eq!(refused(b"\x93NUMPY\x01\x00\x06\x00{}"), "a header of 6 bytes, and there are 2 behind its length");
    assert_eq!(
        refused(b"\x93NUMPY\x02\x00\x06\x00\x00\xff{}"),
        "a header of 4278190086 bytes, and there are 2 behind its length"
    );
    assert_eq!(
        refused(&npy(2, &vec![b' '; (1 << 20) + 1], &[])),
        "a header of 1048577 bytes is longer than 1048576, the longest that is read"
    );
    assert_eq!(refused(&npy(3, b"{'\xff", &[])), "malformed header: it is not UTF-8, which version 3.0 requires");
}

#[test]
fn headers() {
    assert_eq!(header(""), "malformed header: no `{` at byte 10");
    assert_eq!(header("   "), "malformed header: no `{` at byte 13");
    assert_eq!(header("{"), "malformed header: no text in quotes at byte 11");
    assert_eq!(header("{}"), "malformed header: `fortran_order` is missing");
    assert_eq!(header("[]"), "malformed header: no `{` at byte 10");
    assert_eq!(header("{'descr'"), "malformed header: no `:` at byte 18");
    assert_eq!(header("{'descr"), "malformed header: a text that does not end at byte 12");
    assert_eq!(header("{'de\\scr': 1}"), "malformed header: a text that does not end at byte 12");
    assert_eq!(header("{descr: 1}"), "malformed header: no text in quotes at byte 11");
    assert_eq!(header("{'descr' '<f4'}"), "malformed header: no `:` at byte 19");
    assert_eq!(header("{'descr': <f4}"), "malformed header: no text in quotes at byte 20");
    assert_eq!(header("{'descr': '<f4' 'shape': ()}"), "malformed header: no `}` at byte 26");
    assert_eq!(header("{'descr': '<f4', 'descr': '<f4'}"), "malformed header: `descr` for the second time at byte 27");
    assert_eq!(header("{'descr': '<f4', 'shape': (3,)}"), "malformed header: `fortran_order` is missing");
    assert_eq!(header("{'fortran_order': True, 'shape': (3,)}"), "malformed header: `descr` is missing");
    assert_eq!(header("{'fortran_order': True, 'descr': '<f4'}"), "malformed header: `shape` is missing");
    assert_eq!(header("{'fortran_order': true}"), "malformed header: neither `True` nor `False` at byte 28");
    assert_eq!(header("{'fortran_order': 1}"), "malformed header: neither `True` nor `False` at byte 28");
    assert_eq!(header("{'fortran_order'"), "malformed header: no `:` at byte 26");
    assert_eq!(
        header("{'fortran_order': True, 'fortran_order': True}"),
        "malformed header: `fortran_order` for the second time at byte 34"
    );
    assert_eq!(header("{'shape': (), 'shape': ()}"), "malformed header: `shape` for the second time at byte 24");
    assert_eq!(header("{'shape': (), 'strides': ()}"), "malformed header: the unknown key `strides` at byte 24");
    assert_eq!(header("{,}"), "malformed header: no text in quotes at byte 11");
    assert_eq!(header("{'shape': (),, }"), "malformed header: no text in quotes at byte 23");
    assert_eq!(
        header("{'descr': '<f2', 'fortran_order': False, 'shape': (3,)} 1"),
        "malformed header: more behind the dict at byte 66"
    );
    assert_eq!(
        header("{'descr': '<f2', 'fortran_order': False, 'shape': (3,)}}"),
        "malformed header: more behind the dict at byte 65"
    );
}

#[test]
fn shapes() {
    let shape = |shape: &str| array("'|u1'", shape, 6);
    assert_eq!(shape("6"), "malformed header: no `(` at byte 60");
    assert_eq!(shape("[6]"), "malformed header: no `(` at byte 60");
    assert_eq!(shape("(6)"), "malformed header: a number in parentheses, and no tuple, at byte 63");
    assert_eq!(shape("(6"), "malformed header: no size at byte 64");
    assert_eq!(shape("(6 1)"), "malformed header: no `)` at byte 63");
    assert_eq!(shape("(,)"), "malformed header: no size at byte 61");
    assert_eq!(shape("(6,,)"), "malformed header: no size at byte 63");
    assert_eq!(shape("(-6,)"), "malformed header: a negative size at byte 61");
    assert_eq!(shape("(6.0,)"), "malformed header: no `)` at byte 62");
    assert_eq!(shape("(06,)"), "malformed header: no size at byte 61");
    assert_eq!(shape("(6LL,)"), "malformed header: no `)` at byte 63");
    assert_eq!(shape("(L,)"), "malformed header: no size at byte 61");
    assert_eq!(shape("(None,)"), "malformed header: no size at byte 61");
    assert_eq!(shape("(99999999999999999999,)"), "malformed header: a size that is too large to be counted at byte 61");
    assert_eq!(
        shape("(4294967295, 4294967295, 4294967295)"),
        "the header tells of more bytes of elements than can be counted, and there are 6"
    );
    assert_eq!(shape("(5,)"), "the header tells of 5 bytes of elements, and there are 6");
    assert_eq!(shape("(7,)"), "the header tells of 7 bytes of elements, and there are 6");
    assert_eq!(shape("()"), "the header tells of 1 bytes of elements, and there are 6");
    assert_eq!(shape("(0, 99)"), "the header tells of 0 bytes of elements, and there are 6");
    assert_eq!(array("'<f4'", "(3,)", 11), "the header tells of 12 bytes of elements, and there are 11");
    assert_eq!(array("'<f4'", "(3,)", 13), "the header tells of 12 bytes of elements, and there are 13");
    assert_eq!(array("'<U3'", "(3,)", 13), "the header tells of 36 bytes of elements, and there are 13");
    assert_eq!(array("'<c16'", "(2,)", 0), "the header tells of 32 bytes of elements, and there are 0");
}

#[test]
fn types() {
    assert_eq!(array("'<f3'", "()", 3), "malformed header: `<f3`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("'<i16'", "()", 16), "malformed header: `<i16`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("''", "()", 1), "malformed header: ``, which is not a type of NumPy, at byte 20");
    assert_eq!(array("'<'", "()", 1), "malformed header: `<`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("'f'", "()", 4), "malformed header: `f`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("'<f+4'", "()", 4), "malformed header: `<f+4`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("'<b1[s]'", "()", 1), "malformed header: `<b1[s]`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("'q1'", "()", 1), "malformed header: `q1`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("'<<f4'", "()", 4), "malformed header: `<<f4`, which is not a type of NumPy, at byte 20");
    assert_eq!(
        array("'<U4611686018427387904'", "()", 4),
        "malformed header: `<U4611686018427387904`, which is not a type of NumPy, at byte 20"
    );
    assert_eq!(array("'\u{e9}4'", "()", 4), "malformed header: `é4`, which is not a type of NumPy, at byte 20");
    assert_eq!(array("None", "()", 4), "malformed header: no text in quotes at byte 20");
    assert_eq!(array("['", "()", 4), "malformed header: a text that does not end at byte 55");
    assert_eq!(array("[('a', '<f4')", "()", 4), "malformed header: a type that does not end at byte 73");
}

#[test]
fn values() {
    let load = |descr: &str, elements: &[u8]| {
        let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (3,), }}");
        let file = File::from_bytes("x.npy", &npy(1, header.as_bytes(), elements)).unwrap();
        let (loaded, viewed) = (file.load::<bool, AnyShape>("x"), file.view::<bool, AnyShape>("x"));
        let texts = (loaded.unwrap_err().to_string(), viewed.unwrap_err().to_string());
        assert_eq!(texts.0, texts.1);
        texts.0
    };
    assert_eq!(load("|b1", &[0, 1, 2]), "x.npy, tensor `x`: element 2 is no `bool`: its byte is neither 0 nor 1");
    assert_eq!(load("|u1", &[0, 1, 2]), "x.npy, tensor `x`: the elements are u8, not bool");
}

#[test]
fn as_numpy_reads() {
    let x = Tensor::from([[1_u16, 2, 3], [4, 5, 6]]);
    let elements: Vec<u8> = x.iter().flat_map(|x| x.to_le_bytes()).collect();
    let load = |version, header: &str| {
        let file = File::from_bytes("x.npy", &npy(version, header.as_bytes(), &elements)).unwrap();
        file.load::<u16, AnyShape>("x").unwrap()
    };
    let accepted = [
        "{'descr':'<u2','fortran_order':False,'shape':(2,3)}",
        "{\"shape\": (2L, 3L), \"descr\": \"<u2\", \"fortran_order\": False}\n",
        "  { 'fortran_order' : False , 'shape' : ( 2 , 3 , ) , 'descr' : '<u2' , }  \n\n",
        "{'descr': '<u2',\n 'fortran_order': False,\t'shape': (2, 3)}",
        #[cfg(target_endian = "little")]
        "{'descr': '=u2', 'fortran_order': False, 'shape': (2, 3)}",
        #[cfg(target_endian = "little")]
        "{'descr': 'u2', 'fortran_order': False, 'shape': (2, 3)}",
    ];
    for header in accepted {
        for version in 1..=3 {
            assert_eq!(load(version, header), x, "{header}");
        }
    }
    // the longest header: a hundred thousand axes
    let header = format!("{{'descr': '<u2', 'fortran_order': False, 'shape': ({}2, 3)}}", "1, ".repeat(100_000));
    assert_eq!(load(2, &header).sizes().as_ref().len(), 100_002);
}
