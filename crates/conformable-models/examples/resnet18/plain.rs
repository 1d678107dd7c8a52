//! ResNet-18 on tensors: channels, rows and columns are types, and the number of images is known at run time.

use conformable::windows::{Conv, Same, Window};
use conformable::{Axis, Dim, Dyn, Shape, Size, Tensor, shape};

pub(crate) struct Batch;

pub(crate) type Images<C, H, W> = Tensor<f32, (Dyn<Batch>, C, H, W)>;
pub(crate) type Logits = Tensor<f32, Shape![Batch = _, 1000]>;

/// A window of 3 by 3 that halves images.
pub(crate) type Halving = Window<Size<2>, Size<1>>;

/// Every second row and column.
pub(crate) type Skipping = Window<Size<2>>;

pub(crate) fn halving() -> Halving {
    Window::new().stride(Size::<2>).padding(Size::<1>)
}

/// A convolution whose weights contain the scale of its norm, and whose bias is the shift.
pub(crate) struct Convolution<I: Dim, O: Dim, K: Dim> {
    pub(crate) weight: Tensor<f32, (O, I, K, K)>,
    pub(crate) bias: Tensor<f32, (O,)>,
}

/// Two convolutions, added to their argument.
pub(crate) struct Block<C: Dim> {
    pub(crate) first: Convolution<C, C, Size<3>>,
    pub(crate) second: Convolution<C, C, Size<3>>,
}

impl<C: Dim> Block<C> {
    fn forward<H: Dim, W: Dim>(&self, x: &Images<C, H, W>) -> Images<C, H, W> {
        let window = Window::new().padding(Same);
        let y = x.conv_bias(&self.first.weight, &self.first.bias, window).relu();
        (x + y.conv_bias(&self.second.weight, &self.second.bias, window)).relu()
    }
}

/// The same with other channels, and half the rows and columns.
pub(crate) struct Down<I: Dim, O: Dim> {
    pub(crate) first: Convolution<I, O, Size<3>>,
    pub(crate) second: Convolution<O, O, Size<3>>,
    pub(crate) skip: Convolution<I, O, Size<1>>,
}

impl<I: Dim, O: Dim> Down<I, O> {
    fn forward<H: Dim, W: Dim, P: Dim, Q: Dim>(&self, x: &Images<I, H, W>) -> Images<O, P, Q>
    where
        (Dyn<Batch>, I, H, W): Conv<(O, I, Size<3>, Size<3>), Halving, Output = (Dyn<Batch>, O, P, Q)>
            + Conv<(O, I, Size<1>, Size<1>), Skipping, Output = (Dyn<Batch>, O, P, Q)>,
    {
        let y = x.conv_bias(&self.first.weight, &self.first.bias, halving()).relu();
        let y = y.conv_bias(&self.second.weight, &self.second.bias, Window::new().padding(Same));
        (y + x.conv_bias(&self.skip.weight, &self.skip.bias, Window::new().stride(Size::<2>))).relu()
    }
}

pub(crate) struct ResNet18 {
    pub(crate) stem: Convolution<Size<3>, Size<64>, Size<7>>,
    pub(crate) layer1: [Block<Size<64>>; 2],
    pub(crate) layer2: (Down<Size<64>, Size<128>>, Block<Size<128>>),
    pub(crate) layer3: (Down<Size<128>, Size<256>>, Block<Size<256>>),
    pub(crate) layer4: (Down<Size<256>, Size<512>>, Block<Size<512>>),
    pub(crate) weight: Tensor<f32, Shape![1000, 512]>,
    pub(crate) bias: Tensor<f32, Shape![1000]>,
}

impl ResNet18 {
    pub(crate) fn forward(&self, x: &Tensor<f32, Shape![Batch = _, 3, 224, 224]>) -> Logits {
        let stem = Window::new().stride(Size::<2>).padding(Size::<3>);
        let x = x.conv_bias(&self.stem.weight, &self.stem.bias, stem).relu();
        let x: Tensor<f32, Shape![Batch = _, 64, 56, 56]> = x.max_pool(shape![3, 3], halving());
        let x = self.layer1[1].forward(&self.layer1[0].forward(&x));
        let x = self.layer2.1.forward(&self.layer2.0.forward(&x));
        let x = self.layer3.1.forward(&self.layer3.0.forward(&x));
        let x = self.layer4.1.forward(&self.layer4.0.forward(&x));
        x.mean((Axis::<2>, Axis::<3>)).matmul(&self.weight.t()) + &self.bias
    }
}
