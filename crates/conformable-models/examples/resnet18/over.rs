//! ResNet-18 on any engine: channels, rows and columns are types, and the number of images is known at run time.

use crate::plain::{self, Batch, Halving, Skipping, halving};
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine};
use conformable::windows::{Conv, Same, Window};
use conformable::{Axis, Dim, Dyn, Shape, Size, shape};

pub(crate) type Images<C, H, W, E> = EngineTensor<f32, (Dyn<Batch>, C, H, W), E>;
pub(crate) type Logits<E> = EngineTensor<f32, Shape![Batch = _, 1000], E>;

/// A convolution whose weights contain the scale of its norm, and whose bias is the shift.
pub(crate) struct Convolution<I: Dim, O: Dim, K: Dim, E: Engine> {
    pub(crate) weight: EngineTensor<f32, (O, I, K, K), E>,
    pub(crate) bias: EngineTensor<f32, (O,), E>,
}

/// Two convolutions, added to their argument.
pub(crate) struct Block<C: Dim, E: Engine> {
    pub(crate) first: Convolution<C, C, Size<3>, E>,
    pub(crate) second: Convolution<C, C, Size<3>, E>,
}

impl<C: Dim, E: FloatEngine<f32>> Block<C, E> {
    fn forward<H: Dim, W: Dim>(&self, x: &Images<C, H, W, E>) -> Images<C, H, W, E> {
        let window = Window::new().padding(Same);
        let y = x.conv_bias(&self.first.weight, &self.first.bias, window).relu();
        (x + y.conv_bias(&self.second.weight, &self.second.bias, window)).relu()
    }
}

/// The same with other channels, and half the rows and columns.
pub(crate) struct Down<I: Dim, O: Dim, E: Engine> {
    pub(crate) first: Convolution<I, O, Size<3>, E>,
    pub(crate) second: Convolution<O, O, Size<3>, E>,
    pub(crate) skip: Convolution<I, O, Size<1>, E>,
}

impl<I: Dim, O: Dim, E: FloatEngine<f32>> Down<I, O, E> {
    fn forward<H: Dim, W: Dim, P: Dim, Q: Dim>(&self, x: &Images<I, H, W, E>) -> Images<O, P, Q, E>
    where
        (Dyn<Batch>, I, H, W): Conv<(O, I, Size<3>, Size<3>), Halving, Output = (Dyn<Batch>, O, P, Q)>
            + Conv<(O, I, Size<1>, Size<1>), Skipping, Output = (Dyn<Batch>, O, P, Q)>,
    {
        let y = x.conv_bias(&self.first.weight, &self.first.bias, halving()).relu();
        let y = y.conv_bias(&self.second.weight, &self.second.bias, Window::new().padding(Same));
        (y + &x.conv_bias(&self.skip.weight, &self.skip.bias, Window::new().stride(Size::<2>))).relu()
    }
}

pub(crate) struct ResNet18<E: Engine> {
    pub(crate) stem: Convolution<Size<3>, Size<64>, Size<7>, E>,
    pub(crate) layer1: [Block<Size<64>, E>; 2],
    pub(crate) layer2: (Down<Size<64>, Size<128>, E>, Block<Size<128>, E>),
    pub(crate) layer3: (Down<Size<128>, Size<256>, E>, Block<Size<256>, E>),
    pub(crate) layer4: (Down<Size<256>, Size<512>, E>, Block<Size<512>, E>),
    pub(crate) weight: EngineTensor<f32, Shape![1000, 512], E>,
    pub(crate) bias: EngineTensor<f32, Shape![1000], E>,
}

impl<E: FloatEngine<f32>> ResNet18<E> {
    pub(crate) fn forward(&self, x: &EngineTensor<f32, Shape![Batch = _, 3, 224, 224], E>) -> Logits<E> {
        let stem = Window::new().stride(Size::<2>).padding(Size::<3>);
        let x = x.conv_bias(&self.stem.weight, &self.stem.bias, stem).relu();
        let x: EngineTensor<f32, Shape![Batch = _, 64, 56, 56], E> = x.max_pool(shape![3, 3], halving());
        let x = self.layer1[1].forward(&self.layer1[0].forward(&x));
        let x = self.layer2.1.forward(&self.layer2.0.forward(&x));
        let x = self.layer3.1.forward(&self.layer3.0.forward(&x));
        let x = self.layer4.1.forward(&self.layer4.0.forward(&x));
        x.mean((Axis::<2>, Axis::<3>)).matmul(&self.weight.t()) + &self.bias
    }
}

/// The parameters of a model on tensors, on a device.
impl<E: FloatEngine<f32>> ResNet18<E> {
    pub(crate) fn upload(model: &plain::ResNet18, device: &E::Device) -> Result<Self, Error<E>> {
        let [first, second] = &model.layer1;
        Ok(Self {
            stem: convolution(&model.stem, device)?,
            layer1: [block(first, device)?, block(second, device)?],
            layer2: stage(&model.layer2, device)?,
            layer3: stage(&model.layer3, device)?,
            layer4: stage(&model.layer4, device)?,
            weight: EngineTensor::upload(&model.weight, device)?,
            bias: EngineTensor::upload(&model.bias, device)?,
        })
    }
}

fn convolution<I: Dim, O: Dim, K: Dim, E: FloatEngine<f32>>(
    layer: &plain::Convolution<I, O, K>,
    device: &E::Device,
) -> Result<Convolution<I, O, K, E>, Error<E>> {
    let weight = EngineTensor::upload(&layer.weight, device)?;
    Ok(Convolution { weight, bias: EngineTensor::upload(&layer.bias, device)? })
}

fn block<C: Dim, E: FloatEngine<f32>>(block: &plain::Block<C>, device: &E::Device) -> Result<Block<C, E>, Error<E>> {
    Ok(Block { first: convolution(&block.first, device)?, second: convolution(&block.second, device)? })
}

type Stage<I, O, E> = (Down<I, O, E>, Block<O, E>);

fn stage<I: Dim, O: Dim, E: FloatEngine<f32>>(
    (down, next): &(plain::Down<I, O>, plain::Block<O>),
    device: &E::Device,
) -> Result<Stage<I, O, E>, Error<E>> {
    let (first, second) = (convolution(&down.first, device)?, convolution(&down.second, device)?);
    Ok((Down { first, second, skip: convolution(&down.skip, device)? }, block(next, device)?))
}
