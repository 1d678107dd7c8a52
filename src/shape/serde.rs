//! Shapes in the formats of the crate `serde`.

use super::any::{AnyShape, Sizes};
use core::fmt;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The sizes, as a sequence: `[2, 3]`.
///
/// ```
/// use conformable::AnyShape;
///
/// let shape = AnyShape::from([2, 3]);
/// assert_eq!(serde_json::to_string(&shape)?, "[2,3]");
/// assert_eq!(serde_json::from_str::<AnyShape>("[2, 3]")?, shape);
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for AnyShape {
    fn serialize<Into: Serializer>(&self, serializer: Into) -> Result<Into::Ok, Into::Error> {
        (**self).serialize(serializer)
    }
}

/// # Errors
///
/// If it is not a sequence, or a size is above `usize::MAX`.
impl<'de> Deserialize<'de> for AnyShape {
    fn deserialize<From: Deserializer<'de>>(deserializer: From) -> Result<Self, From::Error> {
        deserializer.deserialize_seq(List)
    }
}

/// Reads sizes one by one, so that a wrong length in the input does not allocate memory.
struct List;

impl<'de> Visitor<'de> for List {
    type Value = AnyShape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the sizes of a shape, as a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<AnyShape, A::Error> {
        let mut sizes = Sizes::default();
        while let Some(size) = seq.next_element()? {
            sizes.push(size);
        }
        Ok(AnyShape::from_sizes_vec(sizes))
    }
}
