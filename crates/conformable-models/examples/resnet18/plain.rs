//! ResNet-18 on tensors, whose norms are a part of the convolutions: channels, rows and columns are types.

use crate::over::{Batch, Config, Halving, Rows};
use conformable::windows::{Conv, Same, Window};
use conformable::{Axis, Dim, Dyn, Explicit, Size, Tensor, shape};
use conformable_files::{FileError, FilePart};

pub(crate) type Images<C, H, W> = Tensor<f32, (Rows, C, H, W)>;
type Logits<C> = Tensor<f32, (Rows, <C as Config>::Classes)>;

/// A convolution whose weights contain the scale of its norm, and whose bias is the shift.
struct Convolution<I: Dim, O: Dim, K: Dim> {
    weight: Tensor<f32, (O, I, K, K)>,
    bias: Tensor<f32, (O,)>,
}

impl<I: Dim, O: Dim, K: Dim> Convolution<I, O, K> {
    /// Reads a convolution and the norm after it.
    fn load(from: &FilePart<'_>, convolution: &str, norm: &str) -> Result<Self, FileError> {
        let norm = from.part(norm);
        let channel = |name| norm.load_float::<f32, (O,)>(name);
        let scale = channel("weight")? / (channel("running_var")? + 1e-5).sqrt();
        let bias = channel("bias")? - channel("running_mean")? * &scale;
        let weight: Tensor<f32, (O, I, K, K)> = from.part(convolution).load_float("weight")?;
        let weight = weight * scale.unsqueeze(Axis::<1>).unsqueeze(Axis::<2>).unsqueeze(Axis::<3>);
        Ok(Self { weight, bias })
    }
}

impl<I: Dim, O: Dim> Convolution<I, O, Size<1>> {
    /// Every second row and column, as run-time sizes.
    fn skip<H: Dim, W: Dim>(&self, x: &Images<I, H, W>) -> Images<O, Dyn, Dyn> {
        let x = x.view().refine::<(Dyn<Batch>, I, Dyn, Dyn)>().expect("any rows and columns");
        x.conv_bias(&self.weight, &self.bias, Window::new().stride(Size::<2>))
    }
}

/// Two convolutions, added to their argument.
struct Block<C: Dim> {
    first: Convolution<C, C, Size<3>>,
    second: Convolution<C, C, Size<3>>,
}

impl<C: Dim> Block<C> {
    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        let (first, second) = (Convolution::load(from, "conv1", "bn1")?, Convolution::load(from, "conv2", "bn2")?);
        Ok(Self { first, second })
    }

    fn forward<H: Dim, W: Dim>(&self, x: &Images<C, H, W>) -> Images<C, H, W> {
        let window = Window::new().padding(Same);
        let y = x.conv_bias(&self.first.weight, &self.first.bias, window).relu();
        (x + y.conv_bias(&self.second.weight, &self.second.bias, window)).relu()
    }
}

/// The same with other channels, and half the rows and columns.
struct Down<I: Dim, O: Dim> {
    first: Convolution<I, O, Size<3>>,
    second: Convolution<O, O, Size<3>>,
    skip: Convolution<I, O, Size<1>>,
}

impl<I: Dim, O: Dim> Down<I, O> {
    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        let (first, second) = (Convolution::load(from, "conv1", "bn1")?, Convolution::load(from, "conv2", "bn2")?);
        Ok(Self { first, second, skip: Convolution::load(&from.part("downsample"), "0", "1")? })
    }

    fn forward<H: Dim, W: Dim, P: Dim, Q: Dim>(&self, x: &Images<I, H, W>) -> Images<O, P, Q>
    where
        (Dyn<Batch>, I, H, W): Conv<(O, I, Size<3>, Size<3>), Halving, Output = (Dyn<Batch>, O, P, Q)>,
    {
        let y = x.conv_bias(&self.first.weight, &self.first.bias, Halving::default()).relu();
        let y = y.conv_bias(&self.second.weight, &self.second.bias, Window::new().padding(Same));
        (y.under(Explicit) + self.skip.skip(x)).relu()
    }
}

type Stage<I, O> = (Down<I, O>, Block<O>);

fn stage<I: Dim, O: Dim>(from: &FilePart<'_>) -> Result<Stage<I, O>, FileError> {
    Ok((Down::load(&from.part("0"))?, Block::load(&from.part("1"))?))
}

pub(crate) struct ResNet18<C: Config> {
    stem: Convolution<Size<3>, C::C1, Size<7>>,
    layer1: [Block<C::C1>; 2],
    layer2: Stage<C::C1, C::C2>,
    layer3: Stage<C::C2, C::C3>,
    layer4: Stage<C::C3, C::C4>,
    weight: Tensor<f32, (C::Classes, C::C4)>,
    bias: Tensor<f32, (C::Classes,)>,
}

impl<C: Config> ResNet18<C> {
    pub(crate) fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self {
            stem: Convolution::load(from, "conv1", "bn1")?,
            layer1: [Block::load(&from.part("layer1.0"))?, Block::load(&from.part("layer1.1"))?],
            layer2: stage(&from.part("layer2"))?,
            layer3: stage(&from.part("layer3"))?,
            layer4: stage(&from.part("layer4"))?,
            weight: from.load_float("fc.weight")?,
            bias: from.load_float("fc.bias")?,
        })
    }

    pub(crate) fn forward(&self, x: &Images<Size<3>, Size<224>, Size<224>>) -> Logits<C> {
        let stem = Window::new().stride(Size::<2>).padding(Size::<3>);
        let x: Images<C::C1, Size<112>, Size<112>> = x.conv_bias(&self.stem.weight, &self.stem.bias, stem).relu();
        let x: Images<C::C1, Size<56>, Size<56>> = x.max_pool(shape![3, 3], Halving::default());
        let x = self.layer1[1].forward(&self.layer1[0].forward(&x));
        let x: Images<C::C2, Size<28>, Size<28>> = self.layer2.1.forward(&self.layer2.0.forward(&x));
        let x: Images<C::C3, Size<14>, Size<14>> = self.layer3.1.forward(&self.layer3.0.forward(&x));
        let x: Images<C::C4, Size<7>, Size<7>> = self.layer4.1.forward(&self.layer4.0.forward(&x));
        x.mean((Axis::<2>, Axis::<3>)).matmul(&self.weight.t()) + &self.bias
    }
}
