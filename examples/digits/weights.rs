//! The parameters of a network as a safetensors file, which Python reads too.

use crate::model::{Linear, Network};
use conformable::{AnyShape, Dim, Shape, Tensor};
use safetensors::tensor::{Dtype, SafeTensorError, SafeTensors, View};
use std::borrow::Cow;

pub(crate) fn to_bytes<H: Dim>(network: &Network<H>) -> Result<Vec<u8>, SafeTensorError> {
    let Network { hidden, output } = network;
    let parameters = [
        ("hidden.weight", Parameter::new(&hidden.weight)),
        ("hidden.bias", Parameter::new(&hidden.bias)),
        ("output.weight", Parameter::new(&output.weight)),
        ("output.bias", Parameter::new(&output.bias)),
    ];
    safetensors::serialize(parameters, None)
}

/// What such a file says of a tensor.
struct Parameter {
    sizes: Vec<usize>,
    bytes: Vec<u8>,
}

impl Parameter {
    fn new<S: Shape>(x: &Tensor<f64, S>) -> Self {
        Self { sizes: x.sizes().as_ref().to_vec(), bytes: x.iter().flat_map(|x| x.to_le_bytes()).collect() }
    }
}

impl View for Parameter {
    fn dtype(&self) -> Dtype {
        Dtype::F64
    }

    fn shape(&self) -> &[usize] {
        &self.sizes
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::from(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

pub(crate) fn from_bytes<H: Dim>(bytes: &[u8]) -> Result<Network<H>, String> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| error.to_string())?;
    Ok(Network { hidden: layer(&file, "hidden")?, output: layer(&file, "output")? })
}

fn layer<In: Dim, Out: Dim>(file: &SafeTensors, name: &str) -> Result<Linear<In, Out>, String> {
    let (weight, bias) = (format!("{name}.weight"), format!("{name}.bias"));
    Ok(Linear { weight: tensor(file, &weight)?, bias: tensor(file, &bias)? })
}

/// The file knows sizes at run time alone: here they become a type, or are refused.
fn tensor<S: Shape>(file: &SafeTensors, name: &str) -> Result<Tensor<f64, S>, String> {
    let view = file.tensor(name).map_err(|error| error.to_string())?;
    if view.dtype() != Dtype::F64 {
        return Err(format!("{name}: expected numbers of the type F64, found {}", view.dtype()));
    }
    let bytes = view.data().chunks_exact(8);
    let numbers = bytes.map(|bytes| f64::from_le_bytes(bytes.try_into().expect("8 bytes"))).collect();
    let tensor = Tensor::from_vec(AnyShape::from(view.shape()), numbers).map_err(|error| format!("{name}: {error}"))?;
    tensor.refine().map_err(|error| format!("{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable::Size;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn network() -> Network<Size<3>> {
        Network::random(Size, &mut ChaCha8Rng::seed_from_u64(1))
    }

    #[test]
    fn what_was_written_is_read() {
        assert_eq!(from_bytes(&to_bytes(&network()).unwrap()), Ok(network()));
    }

    #[test]
    fn a_file_of_another_network_is_refused() {
        let bytes = to_bytes(&network()).unwrap();
        let refused = |bytes| from_bytes::<Size<4>>(bytes).unwrap_err();
        assert_eq!(
            refused(&bytes),
            "hidden.weight: (64, 3) is not a (64, 4)\n  lhs  64  3\n  rhs  64  4\n           ^ axis 1 is 3, not 4"
        );
        let short = from_bytes::<Size<3>>(&bytes[..bytes.len() - 1]).unwrap_err();
        assert_eq!(short, "incomplete metadata, file not fully covered");
    }
}
