//! The parameters of a block in a file that Python can read too.

use crate::model::{Attention, Block, LayerNorm, Linear};
use conformable::Dim;
use conformable::axes::ProductOf;
use conformable_files::{FileError, FilePart, FilePartMut, Tensors};
use std::path::Path;

impl<In: Dim, Out: Dim> Linear<In, Out> {
    fn put<'a>(&'a self, mut into: FilePartMut<'_, 'a>) {
        into.put("weight", &self.weight).put("bias", &self.bias);
    }

    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { weight: from.load("weight")?, bias: from.load("bias")? })
    }
}

impl<Width: Dim> LayerNorm<Width> {
    fn put<'a>(&'a self, mut into: FilePartMut<'_, 'a>) {
        into.put("scale", &self.scale).put("shift", &self.shift);
    }

    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { scale: from.load("scale")?, shift: from.load("shift")? })
    }
}

impl<Width: Dim + ProductOf<Heads, Channels>, Heads: Dim, Channels: Dim> Attention<Width, Heads, Channels> {
    fn put<'a>(&'a self, mut into: FilePartMut<'_, 'a>) {
        self.query.put(into.part("query"));
        self.key.put(into.part("key"));
        self.value.put(into.part("value"));
        self.output.put(into.part("output"));
    }

    /// The parameters do not determine the number of heads and of their channels.
    fn load((heads, channels): (Heads, Channels), from: &FilePart<'_>) -> Result<Self, FileError> {
        let linear = |name| Linear::load(&from.part(name));
        Ok(Self {
            heads,
            channels,
            query: linear("query")?,
            key: linear("key")?,
            value: linear("value")?,
            output: linear("output")?,
        })
    }
}

impl<Width: Dim + ProductOf<Heads, Channels>, Heads: Dim, Channels: Dim, Hidden: Dim>
    Block<Width, Heads, Channels, Hidden>
{
    pub(crate) fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut tensors = Tensors::new();
        for (place, norm) in self.norms.iter().enumerate() {
            norm.put(tensors.part("norms").part(place));
        }
        self.attention.put(tensors.part("attention"));
        self.widen.put(tensors.part("widen"));
        self.narrow.put(tensors.part("narrow"));
        tensors.save(path)
    }

    pub(crate) fn load(heads: (Heads, Channels), from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self {
            norms: [LayerNorm::load(&from.part("norms.0"))?, LayerNorm::load(&from.part("norms.1"))?],
            attention: Attention::load(heads, &from.part("attention"))?,
            widen: Linear::load(&from.part("widen"))?,
            narrow: Linear::load(&from.part("narrow"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Numbers;
    use conformable::Size;
    use conformable_files::{File, FileErrorKind};

    type Small = Block<Size<16>, Size<4>, Size<4>, Size<64>>;
    /// The same width as other heads, and a hidden layer of another width.
    type Other = Block<Size<16>, Size<2>, Size<8>, Size<32>>;

    #[test]
    fn a_file_of_another_block_is_refused() {
        let block: Small = Block::new(Size, (Size, Size), Size, &mut Numbers::default());
        let path = std::env::temp_dir().join(format!("conformable-transformer-{}.safetensors", std::process::id()));
        block.save(&path).unwrap();
        let file = File::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let loaded = Small::load((Size, Size), &file.all()).unwrap();
        assert_eq!(loaded.attention.key.weight, block.attention.key.weight);
        assert_eq!(loaded.norms[1].shift, block.norms[1].shift);

        let error = Other::load((Size, Size), &file.all()).err().unwrap();
        assert_eq!((error.kind(), error.tensor()), (FileErrorKind::Shape, Some("widen.weight")));
        let expected = "(16, 64) is not a (16, 32)
  file  16  64
  type  16  32
             ^ axis 1 is 64, not 32";
        assert!(error.to_string().ends_with(expected), "{error}");
    }
}
