//! A forward pass of ResNet-18 with constant weights.

use conformable::windows::Window;
use conformable::{Axis, Dyn, Size, Tensor, shape};

/// Images: batch, channels, rows and columns.
pub(crate) type Images = Tensor<f32, (Dyn, Dyn, Dyn, Dyn)>;

/// A convolution and the norm after it.
struct Conv {
    weight: Images,
    scale: Tensor<f32, (Dyn, Size<1>, Size<1>)>,
    shift: Tensor<f32, (Dyn, Size<1>, Size<1>)>,
    stride: usize,
}

impl Conv {
    fn new(inputs: usize, outputs: usize, size: usize, stride: usize) -> Self {
        let weight = Tensor::from_fn(shape![outputs, inputs, size, size], |[o, i, j, k]| {
            ((o * 7 + i * 5 + j * 3 + k) % 13) as f32 / 13.0 - 0.46
        });
        let per_channel = |start: f32| Tensor::from_fn(shape![outputs, 1, 1], |[o, ..]| start + o as f32 / 1e4);
        let scale = per_channel(1.0) / ((inputs * size * size) as f32).sqrt();
        Self { weight, scale, shift: per_channel(0.01), stride }
    }

    fn forward(&self, x: &Images) -> Images {
        let padding = self.weight.sizes()[2] / 2;
        let window = Window::new().stride(Dyn::new(self.stride)).padding(Dyn::new(padding));
        x.conv(&self.weight, window) * &self.scale + &self.shift
    }
}

struct Block {
    first: Conv,
    second: Conv,
    skip: Option<Conv>,
}

impl Block {
    fn new(inputs: usize, outputs: usize) -> Self {
        let stride = outputs / inputs;
        let skip = (stride > 1).then(|| Conv::new(inputs, outputs, 1, stride));
        Self { first: Conv::new(inputs, outputs, 3, stride), second: Conv::new(outputs, outputs, 3, 1), skip }
    }

    fn forward(&self, x: &Images) -> Images {
        let y = self.second.forward(&self.first.forward(x).maximum(0.0));
        let y = match &self.skip {
            Some(skip) => y + skip.forward(x),
            None => y + x,
        };
        y.maximum(0.0)
    }
}

/// The network.
pub(crate) struct ResNet18 {
    stem: Conv,
    blocks: Vec<Block>,
    head: Tensor<f32, (Dyn, Dyn)>,
}

impl ResNet18 {
    /// The network with constant weights.
    pub(crate) fn new() -> Self {
        let channels = [64, 64, 64, 128, 128, 256, 256, 512, 512];
        Self {
            stem: Conv::new(3, 64, 7, 2),
            blocks: channels.windows(2).map(|pair| Block::new(pair[0], pair[1])).collect(),
            head: Tensor::from_fn((Dyn::new(1000), Dyn::new(512)), |[i, j]| ((i + j) % 11) as f32 / 11.0 - 0.45),
        }
    }

    /// The logits of images of 3 channels.
    pub(crate) fn forward(&self, x: &Images) -> Tensor<f32, (Dyn, Dyn)> {
        let x = self.stem.forward(x).maximum(0.0);
        let x = x.max_pool(shape![3, 3], Window::new().stride(Size::<2>).padding(Size::<1>));
        let x = self.blocks.iter().fold(x, |x, block| block.forward(&x));
        x.mean((Axis::<2>, Axis::<3>)).matmul(&self.head.t())
    }
}
