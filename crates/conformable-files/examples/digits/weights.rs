//! The parameters of a network in a file that Python can read too.

use crate::model::{Linear, Network};
use conformable::Dim;
use conformable_files::{FileError, FilePart, FilePartMut, Tensors};
use std::path::Path;

impl<H: Dim> Network<H> {
    pub(crate) fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut tensors = Tensors::new();
        self.hidden.put(tensors.part("hidden"));
        self.output.put(tensors.part("output"));
        tensors.save(path)
    }

    /// The file has run-time sizes: here they become a type, or are refused.
    pub(crate) fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { hidden: Linear::load(&from.part("hidden"))?, output: Linear::load(&from.part("output"))? })
    }
}

impl<In: Dim, Out: Dim> Linear<In, Out> {
    fn put<'a>(&'a self, mut into: FilePartMut<'_, 'a>) {
        into.put("weight", &self.weight).put("bias", &self.bias);
    }

    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { weight: from.load("weight")?, bias: from.load("bias")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable::Size;
    use conformable_files::File;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn what_was_saved_is_loaded() {
        let network: Network<Size<3>> = Network::random(Size, &mut ChaCha8Rng::seed_from_u64(1));
        let endings = [
            "safetensors",
            #[cfg(feature = "npz")]
            "npz",
        ];
        for ending in endings {
            let path = std::env::temp_dir().join(format!("conformable-digits-{}.{ending}", std::process::id()));
            network.save(&path).unwrap();
            let file = File::read(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            assert_eq!(Network::load(&file.all()).unwrap(), network);
            refuses_another_width(&file);
        }
    }

    fn refuses_another_width(file: &File) {
        let error = Network::<Size<4>>::load(&file.all()).unwrap_err().to_string();
        let expected = "tensor `hidden.weight`: (64, 3) is not a (64, 4)
  file  64  3
  type  64  4
            ^ axis 1 is 3, not 4";
        assert!(error.ends_with(expected), "{error}");
    }
}
