//! ResNet-18 on any engine: channels, rows and columns are types, and the number of pictures is known at run time.

#![allow(clippy::type_complexity, reason = "types that are shapes")]

use conformable::engine::{Engine, EngineTensor, FloatEngine};
use conformable::windows::{Conv, Same, Unset, Window};
use conformable::{Axis, Dim, Dyn, Explicit, Size, StaticDim, shape};
use conformable_models::{BatchNorm2d, Conv2d, Linear, Module, NoBias, model};

pub(crate) struct Batch;

pub(crate) type Rows = Dyn<Batch>;
pub(crate) type Images<C, H, W, E> = EngineTensor<f32, (Rows, C, H, W), E>;
pub(crate) type Logits<C, E> = EngineTensor<f32, (Rows, <C as Config>::Classes), E>;

/// The channels of each stage, and the classes.
pub(crate) trait Config {
    type C1: StaticDim;
    type C2: StaticDim;
    type C3: StaticDim;
    type C4: StaticDim;
    type Classes: StaticDim;
}

/// The network of `data`.
pub(crate) struct Small;

impl Config for Small {
    type C1 = Size<4>;
    type C2 = Size<8>;
    type C3 = Size<16>;
    type C4 = Size<32>;
    type Classes = Size<10>;
}

/// The network of torchvision.
pub(crate) struct Large;

impl Config for Large {
    type C1 = Size<64>;
    type C2 = Size<128>;
    type C3 = Size<256>;
    type C4 = Size<512>;
    type Classes = Size<1000>;
}

/// A window that keeps the rows and columns, and one that halves them.
type Keeping = Window<Unset, Same>;
pub(crate) type Halving = Window<Size<2>, Size<1>>;
type Skipping = Window<Size<2>>;

type Convolution<I, O, K, M, E> = Conv2d<I, O, K, K, f32, E, M, NoBias>;

/// Two convolutions, added to their argument.
struct Block<C: Dim, E: Engine> {
    conv1: Convolution<C, C, Size<3>, Keeping, E>,
    bn1: BatchNorm2d<C, f32, E>,
    conv2: Convolution<C, C, Size<3>, Keeping, E>,
    bn2: BatchNorm2d<C, f32, E>,
}

model!([C: Dim, E: FloatEngine<f32>] Block<C, E> as f32 on E { conv1, bn1, conv2, bn2 });

impl<C: Dim, E: FloatEngine<f32>> Block<C, E> {
    fn forward<H: Dim, W: Dim>(&self, x: &Images<C, H, W, E>) -> Images<C, H, W, E> {
        let y = self.bn1.forward(&self.conv1.forward(x)).relu();
        (x + self.bn2.forward(&self.conv2.forward(&y))).relu()
    }
}

/// The same with other channels, and half the rows and columns.
struct Down<I: Dim, O: Dim, E: Engine> {
    conv1: Convolution<I, O, Size<3>, Halving, E>,
    bn1: BatchNorm2d<O, f32, E>,
    conv2: Convolution<O, O, Size<3>, Keeping, E>,
    bn2: BatchNorm2d<O, f32, E>,
    skip: (Convolution<I, O, Size<1>, Skipping, E>, BatchNorm2d<O, f32, E>),
}

model!([I: Dim, O: Dim, E: FloatEngine<f32>] Down<I, O, E> as f32 on E { conv1, bn1, conv2, bn2, skip = "downsample" });

impl<I: Dim, O: Dim, E: FloatEngine<f32>> Down<I, O, E> {
    fn forward<H: Dim, W: Dim, P: Dim, Q: Dim>(&self, x: &Images<I, H, W, E>) -> Images<O, P, Q, E>
    where
        (Rows, I, H, W): Conv<(O, I, Size<3>, Size<3>), Halving, Output = (Rows, O, P, Q)>,
        (Rows, I, H, W): Conv<(O, I, Size<1>, Size<1>), Skipping, Output = (Rows, O, P, Q)>,
    {
        let y: Images<O, P, Q, E> = self.bn1.forward(&self.conv1.forward(x)).relu();
        let y = self.bn2.forward(&self.conv2.forward(&y));
        let skipped: Images<O, P, Q, E> = self.skip.0.forward(x);
        (y.under(Explicit) + &self.skip.1.forward(&skipped)).relu()
    }
}

type Stage<I, O, E> = (Down<I, O, E>, Block<O, E>);

pub(crate) struct ResNet18<C: Config, E: Engine> {
    conv1: Convolution<Size<3>, C::C1, Size<7>, Window<Size<2>, Size<3>>, E>,
    bn1: BatchNorm2d<C::C1, f32, E>,
    layer1: [Block<C::C1, E>; 2],
    layer2: Stage<C::C1, C::C2, E>,
    layer3: Stage<C::C2, C::C3, E>,
    layer4: Stage<C::C3, C::C4, E>,
    fc: Linear<C::C4, C::Classes, f32, E>,
}

model!([C: Config, E: FloatEngine<f32>] ResNet18<C, E> as f32 on E { conv1, bn1, layer1, layer2, layer3, layer4, fc });

impl<C: Config, E: FloatEngine<f32>> ResNet18<C, E> {
    /// Pictures of 224 by 224: each stage has the rows and columns of its annotation.
    pub(crate) fn forward(&self, x: &Images<Size<3>, Size<224>, Size<224>, E>) -> Logits<C, E> {
        let x: Images<C::C1, Size<112>, Size<112>, E> = self.bn1.forward(&self.conv1.forward(x)).relu();
        let x: Images<C::C1, Size<56>, Size<56>, E> = x.max_pool(shape![3, 3], Halving::default());
        let x = self.layer1[1].forward(&self.layer1[0].forward(&x));
        let x: Images<C::C2, Size<28>, Size<28>, E> = self.layer2.1.forward(&self.layer2.0.forward(&x));
        let x: Images<C::C3, Size<14>, Size<14>, E> = self.layer3.1.forward(&self.layer3.0.forward(&x));
        let x: Images<C::C4, Size<7>, Size<7>, E> = self.layer4.1.forward(&self.layer4.0.forward(&x));
        self.fc.forward(&x.mean((Axis::<2>, Axis::<3>)))
    }

    /// Pictures of any rows and columns.
    pub(crate) fn forward_any(&self, x: &Images<Size<3>, Dyn, Dyn, E>) -> Logits<C, E> {
        let x = self.bn1.forward(&self.conv1.forward(x)).relu();
        let x: Images<C::C1, Dyn, Dyn, E> = x.max_pool(shape![3, 3], Halving::default());
        let x = self.layer1[1].forward(&self.layer1[0].forward(&x));
        let x = self.layer2.1.forward(&self.layer2.0.forward(&x));
        let x = self.layer3.1.forward(&self.layer3.0.forward(&x));
        let x = self.layer4.1.forward(&self.layer4.0.forward(&x));
        self.fc.forward(&x.mean((Axis::<2>, Axis::<3>)))
    }
}
