//! A U-Net on any engine.

use conformable::engine::{Engine, EngineTensor, FloatEngine, concat};
use conformable::windows::{Same, Unset, Window};
use conformable::{Axis, Dim, Dyn, Size, shape};
use conformable_models::{Conv2d, ConvTranspose2d, GroupNorm, Module, NoBias, model};

/// Pictures.
pub(crate) struct Batch;

pub(crate) type Rows = Dyn<Batch>;
pub(crate) type Images<C, H, W, E> = EngineTensor<f32, (Rows, C, H, W), E>;

type Keeping<I, O, E> = Conv2d<I, O, Size<3>, Size<3>, f32, E, Window<Unset, Same>, NoBias>;
type Doubling<I, O, E> = ConvTranspose2d<I, O, Size<2>, Size<2>, f32, E, Window<Size<2>>>;

/// Two convolutions, each with a norm.
struct Double<I: Dim, O: Dim, E: Engine> {
    conv1: Keeping<I, O, E>,
    norm1: GroupNorm<Size<4>, O, f32, E>,
    conv2: Keeping<O, O, E>,
    norm2: GroupNorm<Size<4>, O, f32, E>,
}

model!([I: Dim, O: Dim, E: FloatEngine<f32>] Double<I, O, E> as f32 on E { conv1, norm1, conv2, norm2 });

impl<I: Dim, O: Dim + conformable::axes::Heads<Size<4>>, E: FloatEngine<f32>> Double<I, O, E> {
    fn forward<H: Dim, W: Dim>(&self, x: &Images<I, H, W, E>) -> Images<O, H, W, E> {
        let x = self.norm1.forward(&self.conv1.forward(x)).silu();
        self.norm2.forward(&self.conv2.forward(&x)).silu()
    }
}

pub(crate) struct UNet<E: Engine> {
    first: Double<Size<3>, Size<8>, E>,
    down1: Double<Size<8>, Size<16>, E>,
    down2: Double<Size<16>, Size<32>, E>,
    up1: Doubling<Size<32>, Size<16>, E>,
    join1: Double<Size<32>, Size<16>, E>,
    up2: Doubling<Size<16>, Size<8>, E>,
    join2: Double<Size<16>, Size<8>, E>,
    output: Conv2d<Size<8>, Size<2>, Size<1>, Size<1>, f32, E>,
}

model!([E: FloatEngine<f32>] UNet<E> as f32 on E { first, down1, down2, up1, join1, up2, join2, output });

/// The same pass for sizes in types and at run time, which the compiler checks for each.
macro_rules! forward {
    ($net:ident, $x:ident) => {{
        let half = (shape![2, 2], Window::new());
        let a = $net.first.forward($x);
        let b = $net.down1.forward(&a.max_pool(half.0, half.1));
        let c = $net.down2.forward(&b.max_pool(half.0, half.1));
        let b = $net.join1.forward(&concat(Axis::<1>, (&b, &$net.up1.forward(&c))));
        let a = $net.join2.forward(&concat(Axis::<1>, (&a, &$net.up2.forward(&b))));
        $net.output.forward(&a)
    }};
}

impl<E: FloatEngine<f32>> UNet<E> {
    pub(crate) fn forward(&self, x: &Images<Size<3>, Size<24>, Size<16>, E>) -> Images<Size<2>, Size<24>, Size<16>, E> {
        forward!(self, x)
    }

    /// Pictures of any rows and columns that are multiples of 4.
    pub(crate) fn forward_any(&self, x: &Images<Size<3>, Dyn, Dyn, E>) -> Images<Size<2>, Dyn, Dyn, E> {
        forward!(self, x)
    }
}
