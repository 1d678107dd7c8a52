//! Tensors from files and to files.

use conformable::files::{File, FileErrorKind, Format, Tensors};
use conformable::{AnyShape, Dyn, Shape, Tensor};

#[test]
fn what_is_saved_is_loaded() {
    let w = Tensor::from([[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let mut all = Tensors::new();
    all.put("w", &w);
    let t = w.t();
    all.part("a").put("t", &t).part("b").put("c", &w);
    let bytes = all.to_bytes(Format::Safetensors).unwrap();
    let file = File::from_bytes("m.safetensors", &bytes).unwrap();
    assert_eq!(file.load::<f32, Shape![2, 3]>("w").unwrap(), w);
    assert_eq!(file.load::<f32, (Dyn, Dyn)>("a.t").unwrap(), t);
    assert_eq!(file.part("a").part("b").view::<f32, AnyShape>("c").unwrap(), w);
    println!("{:?}", file.load::<f32, Shape![_, 512]>("w").unwrap_err());
    println!("{:?}", file.load::<f32, Shape![_]>("w").unwrap_err());
    println!("{:?}", file.load::<f64, Shape![_, 512]>("w").unwrap_err());
    println!("{:?}", file.load::<f64, Shape![_, 512]>("W").unwrap_err());
    println!("{:?}", File::from_bytes("m.safetensors", &bytes[..bytes.len() - 1]).unwrap_err());
    println!("{:?}", File::from_bytes("m.safetensors", &bytes[..19]).unwrap_err());
    println!("{:?}", File::open("none.safetensors").unwrap_err());
    assert_eq!(File::open("none.safetensors").unwrap_err().kind(), FileErrorKind::Io);
}
