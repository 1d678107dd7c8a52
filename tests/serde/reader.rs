//! Any bytes are read as tensors of several shapes. The result is a tensor of its shape or an error, and a tensor is
//! written and read again unchanged.

use conformable::storage::Owner;
use conformable::{AnyShape, Inline, Shape, Tensor};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads the bytes as JSON and as postcard.
///
/// # Panics
///
/// If a result is not a valid tensor, or is read back differently.
pub(crate) fn run(bytes: &[u8]) {
    read::<i16, Shape![_, 3], conformable::Heap>(bytes);
    read::<i16, Shape![_, _, 2], conformable::Heap>(bytes);
    read::<i16, Shape![2, 2], Inline>(bytes);
    read::<i16, Shape![], conformable::Heap>(bytes);
    read::<i16, AnyShape, conformable::Heap>(bytes);
    read::<String, AnyShape, conformable::Heap>(bytes);
    read::<(u8, bool), Shape![_], conformable::Heap>(bytes);
    if let Ok(sizes) = serde_json::from_slice::<AnyShape>(bytes) {
        assert_eq!(serde_json::from_str::<AnyShape>(&text(&sizes)).expect("the same"), sizes);
    }
}

fn read<T, S: Shape, D: Owner>(bytes: &[u8])
where
    T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let json = serde_json::from_slice::<Tensor<T, S, D>>(bytes).ok();
    let postcard = postcard::from_bytes::<Tensor<T, S, D>>(bytes).ok();
    for x in json.into_iter().chain(postcard) {
        assert_eq!(x.shape().numel(), Ok(x.as_slice().len()));
        let again: Tensor<T, S, D> = serde_json::from_str(&text(&x)).expect("what was written");
        assert!(again.sizes() == x.sizes() && again.as_slice() == x.as_slice());
        let bytes = postcard::to_allocvec(&x).expect("memory");
        let again: Tensor<T, S, D> = postcard::from_bytes(&bytes).expect("what was written");
        assert!(again.sizes() == x.sizes() && again.as_slice() == x.as_slice());
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("JSON has it")
}
