//! Layers for images of `(N, C, H, W)`: batch, channels, rows and columns.

use crate::bias::Bias;
use crate::element::Float;
use crate::linear::to_f64;
use crate::module::Module;
use crate::parameters::{At, Mapped, Parameters, Visitor};
use crate::random::uniform;
#[cfg(feature = "safetensors")]
use crate::reader::{FromFile, Reader};
use crate::shape::{expect, reshaped};
use conformable::axes::{FlattenAxes, Reshape};
#[cfg(feature = "safetensors")]
use conformable::engine::Host;
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine};
use conformable::windows::{Conv, ConvTranspose, ConvTransposed, Convolved, Pool, Pooled, Window};
use conformable::{AnyShape, Axis, Dim, Shape};
#[cfg(feature = "safetensors")]
use conformable_files::FileFloat;

/// A convolution with windows of `H` rows and `W` columns: maps `(N, I, ..)` to `(N, O, ..)`.
///
/// The [`Window`] has strides, padding, dilation and groups. With groups, `I` is the channels of one group. The type of
/// the bias is the last parameter, [`NoBias`](crate::NoBias) for none.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::windows::{Same, Window};
/// use conformable::{Shape, Size, Tensor, shape};
/// use conformable_models::{Conv2d, Module};
///
/// type Edges = Conv2d<Size<3>, Size<8>, Size<5>, Size<5>, f32, Native, Window<Size<2>, Size<2>>>;
///
/// let window = Window::new().stride(Size::<2>).padding(Size::<2>);
/// let edges: Edges = Conv2d::random((Size, Size, Size, Size), window, &(), &mut || 0.25)?;
/// let x = EngineTensor::from(Tensor::full(shape![4, 3, 28, 28], 1.0));
/// let y: EngineTensor<f32, Shape![4, 8, 14, 14], Native> = edges.forward(&x);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Size};
/// use conformable_models::{Conv2d, Module};
///
/// fn edges(
///     layer: &Conv2d<Size<3>, Size<8>, Size<5>, Size<5>, f32, Native>,
///     x: &EngineTensor<f32, Shape![4, 1, 28, 28], Native>,
/// ) {
///     layer.forward(x); // the images have `Size<1>` channels, and the weights are for `Size<3>`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Conv2d<I: Dim, O: Dim, H: Dim, W: Dim, T: Copy, E: Engine, M = Window, B = EngineTensor<T, (O,), E>> {
    /// The weights of each window element for each output channel.
    pub weight: EngineTensor<T, (O, I, H, W), E>,
    /// The term added to each output channel.
    pub bias: B,
    /// The options of the window.
    pub window: M,
}

impl<I: Dim, O: Dim, H: Dim, W: Dim, T: Float, E: FloatEngine<T>, M> Conv2d<I, O, H, W, T, E, M> {
    /// Returns random weights and biases in ±1 over the square root of the number of summed elements.
    ///
    /// `sizes` are `(O, I, H, W)`. `random` returns numbers in `[0, 1)`.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn random(
        sizes: (O, I, H, W),
        window: M,
        device: &E::Device,
        random: &mut impl FnMut() -> f64,
    ) -> Result<Self, Error<E>> {
        let (outputs, inputs, height, width) = sizes;
        let summed = inputs.size().saturating_mul(height.size()).saturating_mul(width.size());
        let bound = 1.0 / to_f64(summed.max(1)).sqrt();
        let weight = uniform(sizes, bound, device, random)?;
        Ok(Self { weight, bias: uniform((outputs,), bound, device, random)?, window })
    }
}

/// Adds a bias to each channel of images.
#[track_caller]
fn biased<T: Float, S: Shape, O: Dim, E: FloatEngine<T>>(
    y: EngineTensor<T, S, E>,
    bias: &impl Bias<O, T, E>,
) -> EngineTensor<T, S, E> {
    let Some(bias) = bias.tensor() else { return y };
    // broadcast over the axes after the channels; the weights have as many channels as the bias
    let bias = expect(reshaped::<_, _, AnyShape, _>(bias.clone(), &[bias.sizes()[0], 1, 1]));
    expect(y.erase().try_add(&bias).and_then(EngineTensor::refine))
}

impl<S, I: Dim, O: Dim, H: Dim, W: Dim, T: Float, E: FloatEngine<T>, M: Copy, B> Module<EngineTensor<T, S, E>>
    for Conv2d<I, O, H, W, T, E, M, B>
where
    S: Shape + Conv<(O, I, H, W), M>,
    B: Bias<O, T, E>,
{
    type Output = EngineTensor<T, Convolved<S, (O, I, H, W), M>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        biased(x.conv(&self.weight, self.window), &self.bias)
    }
}

/// The transposed convolution: maps `(N, I, ..)` to `(N, O, ..)`, and images to larger ones.
///
/// The weight is `(I, O, H, W)`, as in PyTorch.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::windows::Window;
/// use conformable::{Shape, Size, Tensor, shape};
/// use conformable_models::{ConvTranspose2d, Module};
///
/// let up = ConvTranspose2d::<Size<8>, Size<3>, Size<2>, Size<2>, f32, Native, _, _> {
///     weight: EngineTensor::from(Tensor::full(shape![8, 3, 2, 2], 1.0)),
///     bias: EngineTensor::from(Tensor::full(shape![3], 0.0)),
///     window: Window::new().stride(Size::<2>),
/// };
/// let y: EngineTensor<f32, Shape![4, 3, 14, 14], Native> =
///     up.forward(&EngineTensor::from(Tensor::full(shape![4, 8, 7, 7], 1.0)));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::windows::Window;
/// use conformable::{Shape, Size};
/// use conformable_models::{ConvTranspose2d, Module};
///
/// type Up = ConvTranspose2d<Size<8>, Size<3>, Size<2>, Size<2>, f32, Native, Window<Size<2>>>;
///
/// fn up(layer: &Up, x: &EngineTensor<f32, Shape![4, 3, 7, 7], Native>) {
///     layer.forward(x); // the images have `Size<3>` channels, and the weights are for `Size<8>`
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ConvTranspose2d<I: Dim, O: Dim, H: Dim, W: Dim, T: Copy, E: Engine, M = Window, B = EngineTensor<T, (O,), E>>
{
    /// The weights of each input channel for each window element of each output channel.
    pub weight: EngineTensor<T, (I, O, H, W), E>,
    /// The term added to each output channel.
    pub bias: B,
    /// The options of the window.
    pub window: M,
}

impl<S, I: Dim, O: Dim, H: Dim, W: Dim, T: Float, E: FloatEngine<T>, M: Copy, B> Module<EngineTensor<T, S, E>>
    for ConvTranspose2d<I, O, H, W, T, E, M, B>
where
    S: Shape + ConvTranspose<(I, O, H, W), M>,
    B: Bias<O, T, E>,
{
    type Output = EngineTensor<T, ConvTransposed<S, (I, O, H, W), M>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        biased(x.conv_transpose(&self.weight, self.window), &self.bias)
    }
}

/// The parameters of convolutions: `convolutions!(Conv2d)`, where the weight has the field's shape.
macro_rules! convolutions {
    ($($Name:ident: $outputs:tt;)*) => {$(
        impl<I: Dim, O: Dim, H: Dim, W: Dim, T: Copy, E: Engine, M: Copy, B: Bias<O, T, E>> Parameters<T, E>
            for $Name<I, O, H, W, T, E, M, B>
        {
            fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
                Ok(Self {
                    weight: at.part("weight", all.map(|all| &all.weight))?,
                    bias: at.part("bias", all.map(|all| &all.bias))?,
                    window: all[0].window,
                })
            }
        }

        #[cfg(feature = "safetensors")]
        impl<I: Dim, O: Dim, H: Dim, W: Dim, T, E, M: Default, B> FromFile<T, E> for $Name<I, O, H, W, T, E, M, B>
        where
            T: Float + FileFloat,
            E: Host<T>,
            B: Bias<O, T, E>,
        {
            fn read(from: &mut Reader<'_, E>) -> Mapped<Self, E> {
                Self::read_with(from, M::default())
            }
        }

        #[cfg(feature = "safetensors")]
        impl<I: Dim, O: Dim, H: Dim, W: Dim, T, E, M, B> $Name<I, O, H, W, T, E, M, B>
        where
            T: Float + FileFloat,
            E: Host<T>,
            B: Bias<O, T, E>,
        {
            /// Reads the layer with the options of its window, where its type does not have them all.
            ///
            /// # Errors
            ///
            /// As for [`FromFile::read`].
            pub fn read_with(from: &mut Reader<'_, E>, window: M) -> Mapped<Self, E> {
                let weight: EngineTensor<T, convolutions!(@shape $Name I O H W), E> = from.part("weight")?;
                let outputs = weight.shape().$outputs;
                Ok(Self { weight, bias: B::read(from, outputs)?, window })
            }
        }
    )*};
    (@shape Conv2d $I:ident $O:ident $H:ident $W:ident) => { ($O, $I, $H, $W) };
    (@shape ConvTranspose2d $I:ident $O:ident $H:ident $W:ident) => { ($I, $O, $H, $W) };
}

convolutions!(
    Conv2d: 0;
    ConvTranspose2d: 1;
);

/// Pooling layers: `pools!("docs" MaxPool max_pool;)`.
macro_rules! pools {
    ($($doc:literal $Name:ident $pool:ident;)*) => {$(
        #[doc = $doc]
        ///
        /// ```
        /// use conformable::engine::{Native, EngineTensor};
        /// use conformable::windows::Window;
        /// use conformable::{Shape, Tensor, shape};
        #[doc = concat!("use conformable_models::{", stringify!($Name), ", Module};")]
        ///
        #[doc = concat!("let halved = ", stringify!($Name), "(shape![2, 2], Window::new());")]
        /// let x = EngineTensor::<f64, _, Native>::from(Tensor::full(shape![4, 3, 28, 28], 1.0));
        /// let y: EngineTensor<f64, Shape![4, 3, 14, 14], Native> = halved.forward(&x);
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use conformable::engine::{Native, EngineTensor};
        /// use conformable::windows::Window;
        /// use conformable::{Tensor, shape};
        #[doc = concat!("use conformable_models::{", stringify!($Name), ", Module};")]
        ///
        #[doc = concat!("let halved = ", stringify!($Name), "(shape![2, 2], Window::new());")]
        /// // the window has more axes
        /// halved.forward(&EngineTensor::<f64, _, Native>::from(Tensor::full(shape![28], 1.0)));
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $Name<K, M = Window>(pub K, pub M);

        impl<S: Shape + Pool<K, M>, K: Copy, M: Copy, T: Float, E: FloatEngine<T>> Module<EngineTensor<T, S, E>>
            for $Name<K, M>
        {
            type Output = EngineTensor<T, Pooled<S, K, M>, E>;

            #[inline]
            #[track_caller]
            fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
                x.$pool(self.0, self.1)
            }
        }

        // no parameters
        impl<T: Copy, E: Engine, K: Copy, M: Copy> Parameters<T, E> for $Name<K, M> {
            fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], _: &mut At<'_, V>) -> Mapped<Self, E> {
                Ok(*all[0])
            }
        }
    )*};
}

pools!(
    "The maximum of each window position, with a window shape and options." MaxPool max_pool;
    "The mean of each window position, with a window shape and options; padding does not count." MeanPool avg_pool;
);

/// Merges all features of an image into one axis: maps `(N, C, H, W)` to `(N, C * H * W)`.
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Tensor, shape};
/// use conformable_models::{Flatten, Module};
///
/// let x = EngineTensor::<f32, _, Native>::from(Tensor::full(shape![4, 8, 7, 7], 1.0));
/// let y: EngineTensor<f32, Shape![4, 392], Native> = Flatten.forward(&x);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Tensor, shape};
/// use conformable_models::{Flatten, Module};
///
/// // `(Size<4>, Size<8>)` has no axis after `Axis<1>`
/// Flatten.forward(&EngineTensor::<f32, _, Native>::from(Tensor::full(shape![4, 8], 1.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flatten;

/// A shape whose second and third axes are merged.
type Merged<S> = <FlattenAxes<Axis<1>> as Reshape<S>>::Output;

impl<S: Shape, T: Float, E: FloatEngine<T>> Module<EngineTensor<T, S, E>> for Flatten
where
    FlattenAxes<Axis<1>>: Reshape<S>,
    FlattenAxes<Axis<1>>: Reshape<Merged<S>>,
{
    type Output = EngineTensor<T, Merged<Merged<S>>, E>;

    #[track_caller]
    fn forward(&self, x: &EngineTensor<T, S, E>) -> Self::Output {
        let merge = FlattenAxes(Axis::<1>);
        expect(x.try_reshape_by(merge).and_then(|x| x.try_reshape_by(merge)))
    }
}

// no parameters
impl<T: Copy, E: Engine> Parameters<T, E> for Flatten {
    fn map<const N: usize, V: Visitor<N, T, E>>(_: [&Self; N], _: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self)
    }
}
