//! Files that are wrong in every way that we could think of: each is refused, or all its tensors are loaded. Their
//! memory is bounded by their length.

use crate::reader::read;
use conformable::AnyShape;
use conformable_files::{File, FileErrorKind, Format, Tensors};
use conformable_test::allocator::most_held;
use conformable_test::corpus::corpus_of;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

/// A file with that header, and that many bytes of elements.
fn file(header: &str, elements: usize) -> Vec<u8> {
    of_bytes(header.as_bytes(), elements)
}

/// The same with a header of any bytes.
fn of_bytes(header: &[u8], elements: usize) -> Vec<u8> {
    crate::bytes_of(header, &vec![1; elements])
}

/// Reads the file, and asserts that the memory held is at most a copy, the elements of one tensor twice, and 16 bytes
/// for each byte of the header, as in [`numel`](AnyShape) of one axis.
fn read_within_bounds(what: &str, bytes: &[u8]) -> Result<usize, String> {
    let (result, held) = most_held(|| read(bytes));
    let told = bytes.first_chunk().map_or(0, |length| u64::from_le_bytes(*length));
    let header = usize::try_from(told).unwrap_or(usize::MAX).min(bytes.len());
    let bound = if result.is_ok() { 3 * bytes.len() } else { bytes.len() } + 16 * header + 4096;
    assert!(held <= bound, "{what}: {held} bytes were held for a file of {} with a header of {header}", bytes.len());
    result
}

/// Reads a file that is refused, and asserts that it held less than twice its length, and a constant for the error.
fn refused_within_bounds(what: &str, bytes: &[u8]) -> String {
    let (result, held) = most_held(|| read(bytes));
    assert!(held <= 2 * bytes.len() + 4096, "{what}: {held} bytes were held for a file of {}", bytes.len());
    result.expect_err(what)
}

/// One tensor of six floats, with the text of one field replaced.
fn with_field(field: &str, words: &str) -> String {
    let fields = [("dtype", "\"F32\""), ("shape", "[2,3]"), ("data_offsets", "[0,24]")];
    let fields = fields.map(|(name, value)| format!("\"{name}\":{}", if name == field { words } else { value }));
    format!("{{\"x\":{{{}}}}}", fields.join(","))
}

/// The header's value for a tensor of that many bytes.
fn bytes_at(from: &str, to: &str, numel: usize) -> String {
    format!(r#"{{"dtype":"U8","shape":[{numel}],"data_offsets":[{from},{to}]}}"#)
}

/// Each malformed file, with a description.
fn malformed() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let objects = format!("{}0{}", "{\"a\":".repeat(10_000), "}".repeat(10_000));
    for field in ["dtype", "shape", "data_offsets"] {
        for words in [
            "null",
            "true",
            "7",
            "-1",
            "1.5",
            "1e400",
            "\"\"",
            "\"F33\"",
            "\"f32\"",
            "[]",
            "{}",
            "[-1,24]",
            "[1.5,24]",
            "[\"0\",24]",
            "[null,24]",
            "[[0],24]",
            "[24]",
            "[0,24,0]",
            "[18446744073709551615,24]",
            "[18446744073709551616,24]",
            "[0,1e1]",
            "[0,18446744073709551615]",
            "[4294967296,4294967296]",
            "[true]",
            "NaN",
            "",
            ",",
            "[0,24",
            "\"\\ud800\"",
            &deep,
            &objects,
        ] {
            let start: String = words.chars().take(30).collect();
            files.push((format!("{field} is {start}"), file(&with_field(field, words), 24)));
        }
        let without = with_field(field, "0").replacen(&format!("\"{field}\":0"), "\"other\":0", 1);
        files.push((format!("no {field}"), file(&without, 24)));
        let twice = with_field("", "").replacen("\"dtype\"", &format!("\"{field}\":0,\"dtype\""), 1);
        files.push((format!("{field} twice"), file(&twice, 24)));
    }
    let mut add = |what: &str, bytes| files.push((what.to_owned(), bytes));
    let two = |first: String, second: String| format!("{{\"a\":{first},\"b\":{second}}}");
    add("overlap", file(&two(bytes_at("0", "8", 8), bytes_at("4", "12", 8)), 12));
    add("the same bytes twice", file(&two(bytes_at("0", "8", 8), bytes_at("0", "8", 8)), 8));
    add("one in another", file(&two(bytes_at("0", "8", 8), bytes_at("2", "4", 2)), 8));
    add("a gap", file(&two(bytes_at("0", "8", 8), bytes_at("12", "16", 4)), 16));
    add("a gap at the start", file(&two(bytes_at("4", "8", 4), bytes_at("8", "12", 4)), 12));
    add("nothing in the middle of another", file(&two(bytes_at("0", "8", 8), bytes_at("4", "4", 0)), 8));
    add("nothing behind the end", file(&two(bytes_at("0", "8", 8), bytes_at("9", "9", 0)), 8));
    add("reversed", file(&format!("{{\"a\":{}}}", bytes_at("8", "0", 8)), 8));
    add("out of the file", file(&format!("{{\"a\":{}}}", bytes_at("0", "9", 9)), 8));
    add("bytes behind", file(&format!("{{\"a\":{}}}", bytes_at("0", "8", 8)), 9));
    add("bytes of no tensor", file("{}", 1));
    add("no elements", file(&format!("{{\"a\":{}}}", bytes_at("0", "8", 8)), 0));
    for huge in ["4294967295", "4294967296", "9223372036854775808", "18446744073709551615"] {
        let to_the_end = format!("{{\"a\":{{\"dtype\":\"U8\",\"shape\":[{huge}],\"data_offsets\":[0,{huge}]}}}}");
        add("as many bytes as can be told", file(&to_the_end, 8));
        add("all bytes but the first", file(&format!("{{\"a\":{}}}", bytes_at("8", huge, 8)), 8));
        let many = format!("{{\"a\":{{\"dtype\":\"F64\",\"shape\":[{huge},{huge}],\"data_offsets\":[0,8]}}}}");
        add("a product that is too large", file(&many, 8));
    }
    add("three halves of a byte", file(r#"{"a":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}}"#, 2));
    add("a name twice", file(&format!("{{\"a\":{0},\"a\":{0}}}", bytes_at("0", "8", 8)), 8));
    add("a name twice in other letters", file(&format!("{{\"a\":{0},\"\\u0061\":{0}}}", bytes_at("0", "0", 0)), 0));
    add("texts twice", file(r#"{"__metadata__":{},"__metadata__":{}}"#, 0));
    add("a text twice", file(r#"{"__metadata__":{"a":"1","a":"2"}}"#, 0));
    for words in [
        "null",
        "[]",
        "\"text\"",
        "7",
        "{\"a\":1}",
        "{\"a\":null}",
        "{\"a\":[]}",
        "{\"a\":{}}",
        "{1:\"a\"}",
        "{a:\"a\"}",
    ] {
        add(&format!("texts that are {words}"), file(&format!("{{\"__metadata__\":{words}}}"), 0));
    }
    let tensor = bytes_at("0", "0", 0);
    add("texts that are a tensor", file(&format!("{{\"__metadata__\":{tensor}}}"), 0));
    for words in [
        "",
        " ",
        "[]",
        "null",
        "7",
        "\"x\"",
        "{",
        "}",
        "{}}",
        "{}{}",
        "{},",
        "{\"a\"}",
        "{\"a\":}",
        "{,}",
        "{\"a\":{}}",
        "\u{feff}{}",
        "{}\0",
    ] {
        add(&format!("the header {words:?}"), file(words, 0));
    }
    add("a comment", file("{} // none", 0));
    add("a comma at the end", file(&format!("{{\"a\":{tensor},}}"), 0));
    add("a name that is a number", file(&format!("{{1:{tensor}}}"), 0));
    add("a line in a name", file(&format!("{{\"a\nb\":{tensor}}}"), 0));
    for (what, bytes) in [
        ("no UTF-8", &b"{\"\xff\":1}"[..]),
        ("half of a letter", b"{\"\xc3\":1}"),
        ("a letter in too many bytes", b"{\"\xc0\x80\":1}"),
        ("half of a pair", b"{\"\\ud800\":1}"),
        ("UTF-16", b"\xff\xfe{\0}\0"),
    ] {
        add(what, of_bytes(bytes, 0));
    }
    for length in [
        1,
        3,
        100,
        99_999_999,
        100_000_000,
        100_000_001,
        u64::from(u32::MAX),
        1 << 32,
        u64::MAX / 2,
        u64::MAX - 7,
        u64::MAX,
    ] {
        let mut bytes = file("{}", 0);
        bytes[..8].copy_from_slice(&length.to_le_bytes());
        add(&format!("a header of {length} bytes"), bytes);
    }
    for length in 0..8 {
        add(&format!("{length} bytes"), vec![0; length]);
    }
    add("nothing but zeros", vec![0; 100]);
    add("a text", b"version https://git-lfs.github.com/spec/v1\n".to_vec());
    add("a pickle", b"\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x8c\x05torch".to_vec());
    add("an index without a map", b"{\"metadata\":{\"total_size\":1}}".to_vec());
    add("an index with a map", b"{\"weight_map\":{\"a\":\"b.safetensors\"}}".to_vec());
    add("an index with two maps", b"{\"weight_map\":{},\"weight_map\":{}}".to_vec());
    add("an index of numbers", b"{\"weight_map\":{\"a\":1}}".to_vec());
    add("an index of a list", b"{\"weight_map\":[]}".to_vec());
    files
}

#[test]
fn each_is_refused() {
    let (files, start) = (malformed(), Instant::now());
    for (what, bytes) in &files {
        let error = refused_within_bounds(what, bytes);
        assert!(error.starts_with("bytes: ") && error.len() < 600 && !error.contains('\n'), "{what}: {error}");
    }
    assert!(files.len() >= 100, "{} files", files.len());
    println!("{} malformed files are refused in {:?}", files.len(), start.elapsed());
}

/// A small file with several tensors and texts.
fn small() -> Vec<u8> {
    let (x, flags) = (
        conformable::Tensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        conformable::Tensor::from([true, false, true]),
    );
    let none = conformable::Tensor::<u16, _>::from([[[0; 0]; 2]]);
    let mut tensors = Tensors::new();
    tensors.put("x", &x).put("flags", &flags).put("none", &none).put_text("a", "b");
    tensors.to_bytes(Format::Safetensors).unwrap()
}

/// The numbers of refused files and loaded tensors.
#[derive(Debug, Default)]
struct Counts {
    refused: usize,
    loaded: usize,
}

impl Counts {
    fn read(&mut self, what: &str, bytes: &[u8]) {
        match read_within_bounds(what, bytes) {
            Ok(_) => self.loaded += 1,
            Err(_) => self.refused += 1,
        }
    }
}

#[test]
fn each_prefix_is_refused() {
    let small = small();
    assert_eq!(read(&small), Ok(3));
    for length in 0..small.len() {
        refused_within_bounds("a prefix", &small[..length]);
    }
    println!("{} prefixes are refused", small.len());
}

#[test]
fn each_byte_changed() {
    let (small, start, mut counts) = (small(), Instant::now(), Counts::default());
    let values = if cfg!(miri) { &b"9"[..] } else { &b"\0\x01\x7f\x80\xff\"\\{}[],:0129-e. a"[..] };
    let mut changed = small.clone();
    for place in 0..small.len() {
        let of_bits = (0..8).map(|bit| small[place] ^ 1 << bit);
        for value in values.iter().copied().chain(of_bits) {
            changed[place] = value;
            counts.read(&format!("byte {place} is {value}"), &changed);
        }
        changed[place] = small[place];
    }
    assert!(counts.refused > counts.loaded && counts.loaded > small.len(), "{counts:?}");
    println!("one byte changed: {counts:?} in {:?}", start.elapsed());
}

/// The inputs that the fuzz target kept.
#[test]
fn corpus() {
    let mut counts = Counts::default();
    for (path, bytes) in corpus_of("safetensors") {
        counts.read(&path.display().to_string(), &bytes);
    }
    assert!(counts.refused > 5 && counts.loaded > 5, "{counts:?}");
    println!("the corpus: {counts:?}");
}

/// Replaces parts of files by parts of others, of other lengths; every other file gets the correct length of the
/// header.
#[test]
fn random_splices() {
    let numbers = std::fs::read(crate::kept("numbers.safetensors")).unwrap();
    let (sources, start, mut counts) = ([small(), numbers], Instant::now(), Counts::default());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for round in 0..if cfg!(miri) { 20 } else { 5000 } {
        let mut bytes = sources[usize::from(round % 8 == 0)].clone();
        for _ in 0..random.random_range(1..4) {
            let other = &sources[random.random_range(0..2)];
            let from = random.random_range(0..other.len());
            let piece = &other[from..(from + random.random_range(0..40)).min(other.len())];
            let at = random.random_range(0..bytes.len());
            let end = (at + random.random_range(0..40)).min(bytes.len());
            bytes.splice(at..end, piece.iter().copied());
        }
        let end = bytes.windows(2).rposition(|pair| pair == b"}}").filter(|end| round % 2 == 0 && *end > 8);
        if let Some(end) = end {
            bytes[..8].copy_from_slice(&(end as u64 + 2 - 8).to_le_bytes());
        }
        counts.read("a splice", &bytes);
    }
    println!("random splices: {counts:?} in {:?}", start.elapsed());
}

/// The memory of a header: names of one letter and shapes of many axes need the most for their length.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn headers_that_cost_most() {
    let tensors = |count: usize| {
        let tensors: Vec<_> = (0..count)
            .map(|i| format!("\"{i:x}\":{{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}"))
            .collect();
        format!("{{{}}}", tensors.join(","))
    };
    let axes = |count: usize| {
        format!("{{\"x\":{{\"dtype\":\"U8\",\"shape\":[{}0],\"data_offsets\":[0,0]}}}}", "1,".repeat(count))
    };
    let texts = |count: usize| {
        let texts: Vec<_> = (0..count).map(|i| format!("\"{i:x}\":\"\"")).collect();
        format!("{{\"__metadata__\":{{{}}}}}", texts.join(","))
    };
    for (what, header) in [
        ("10 000 tensors", tensors(10_000)),
        ("an axis more than 2^16", axes((1 << 16) + 1)),
        ("10 000 texts", texts(10_000)),
        ("a text for each letter", texts(16)),
        (
            "a name of a million letters and one escape",
            with_field("", "").replace('x', &format!("{}\\n", "n".repeat(1_000_000))),
        ),
        ("a name of a million letters", with_field("", "").replace('x', &"n".repeat(1_000_000))),
        ("a name of a million escapes", with_field("", "").replace('x', &"\\u00e4".repeat(1_000_000))),
    ] {
        let bytes = file(&header, if what.starts_with("a name") { 24 } else { 0 });
        let cut = file(&header[..header.len() - 1], 0);
        for (bytes, is) in [(&bytes, "whole"), (&cut, "cut short")] {
            let (opened, held) = most_held(|| File::from_bytes("bytes", bytes));
            assert_eq!(opened.is_ok(), is == "whole");
            let times = (held - bytes.len()) as f64 / header.len() as f64;
            println!("{what}, {is}: beside a copy of the file, {times:.1} times the header's {} bytes", header.len());
            assert!(times < 16.0, "{what}");
        }
    }
}

/// An endless name is not compared with the missing one letter by letter.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn a_name_without_end() {
    let header = with_field("", "").replacen('x', &"n".repeat(1_000_000), 1);
    let file = File::from_bytes("bytes", &file(&header, 24)).unwrap();
    let (text, held) = most_held(|| file.load::<f32, AnyShape>("weight").unwrap_err().to_string());
    let shown = "n".repeat(200);
    assert_eq!(text, format!("bytes, tensor `weight`: there is no such tensor; the file has one, `{shown}..`"));
    assert!(held < 2 * header.len(), "{held}");
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn very_many_tensors() {
    const COUNT: usize = 100_000;
    let x = conformable::Tensor::from([1_u8, 2, 3]);
    let mut tensors = Tensors::new();
    for i in 0..COUNT {
        tensors.put(format!("layers.{i}.attention.weight"), &x);
    }
    let bytes = tensors.to_bytes(Format::Safetensors).unwrap();
    let start = Instant::now();
    let (file, held) = most_held(|| File::from_bytes("many", &bytes).unwrap());
    let opened = start.elapsed();
    let start = Instant::now();
    assert_eq!(file.load::<u8, AnyShape>("layers.99999.attention.weight").unwrap(), x);
    let loaded = start.elapsed();
    let error = file.load::<u8, AnyShape>("layers.100000.attention.weight").unwrap_err();
    assert_eq!(error.kind(), FileErrorKind::NoSuchTensor);
    println!(
        "{COUNT} tensors in {} bytes: opened in {opened:?}, {held} bytes held; one loaded in {loaded:?}",
        bytes.len()
    );
}
