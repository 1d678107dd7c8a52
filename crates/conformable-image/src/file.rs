//! Images in files.

use crate::error::{ImageError, Why};
use crate::sealed::Sealed;
use conformable::{Dim, Dyn, Shape, Size, Storage, Tensor};
use image::{DynamicImage, ExtendedColorType, ImageFormat, ImageReader, write_buffer_with_format};
use std::borrow::Cow;
use std::fmt::{self, Debug};
use std::fs;
use std::io::Cursor;
use std::path::Path;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// 1 to 4 channels of `u8` or `u16`, without loss.
    Png,
    /// 1 or 3 channels of `u8`, with loss.
    Jpeg,
}

/// A sample of a channel: `u8` or `u16`.
pub trait Sample: Copy + Sealed {
    #[doc(hidden)]
    const NAME: &str;

    /// The colors of 1 to 4 channels.
    #[doc(hidden)]
    const COLORS: [ExtendedColorType; 4];

    #[doc(hidden)]
    fn of(image: DynamicImage) -> Result<Vec<Self>, DynamicImage>;

    /// The bytes of samples, in the order of the processor.
    #[doc(hidden)]
    fn bytes(samples: Cow<'_, [Self]>) -> Cow<'_, [u8]>;
}

macro_rules! samples {
    ($(
        $type:ident [$gray:ident $gray_alpha:ident $rgb:ident $rgba:ident] [$($color:ident)*] |$samples:ident|
            $bytes:expr;
    )*) => {$(
        impl Sealed for $type {}
        impl Sample for $type {
            const NAME: &str = stringify!($type);
            const COLORS: [ExtendedColorType; 4] = [$(ExtendedColorType::$color),*];

            fn of(image: DynamicImage) -> Result<Vec<Self>, DynamicImage> {
                Ok(match image {
                    DynamicImage::$gray(image) => image.into_raw(),
                    DynamicImage::$gray_alpha(image) => image.into_raw(),
                    DynamicImage::$rgb(image) => image.into_raw(),
                    DynamicImage::$rgba(image) => image.into_raw(),
                    other => return Err(other),
                })
            }

            fn bytes($samples: Cow<'_, [Self]>) -> Cow<'_, [u8]> {
                $bytes
            }
        }
    )*};
}

samples! {
    u8 [ImageLuma8 ImageLumaA8 ImageRgb8 ImageRgba8] [L8 La8 Rgb8 Rgba8] |samples| samples;
    u16 [ImageLuma16 ImageLumaA16 ImageRgb16 ImageRgba16] [L16 La16 Rgb16 Rgba16]
        |samples| samples.iter().flat_map(|sample| sample.to_ne_bytes()).collect();
}

/// The number of channels: 1 (gray), 2 (gray, alpha), 3 (red, green, blue), 4 (with alpha), or a run-time size.
#[diagnostic::on_unimplemented(
    message = "an image does not have `{Self}` channels",
    label = "the last axis has the channels: 1 to 4 of them"
)]
pub trait Channels: Dim {}

impl Channels for Size<1> {}
impl Channels for Size<2> {}
impl Channels for Size<3> {}
impl Channels for Size<4> {}
impl Channels for Dyn {}

/// A shape of an image: height, width, channels.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the shape of an image",
    label = "expected height, width and 1 to 4 channels: `(H, W, C)`"
)]
pub trait Pixels: Shape<Sizes = [usize; 3]> + Sealed {}

impl<H, W, C> Sealed for (H, W, C) {}
impl<H: Dim, W: Dim, C: Channels> Pixels for (H, W, C) {}

/// A decoded image, before its sizes are compared with a shape type.
pub struct Image {
    name: String,
    image: DynamicImage,
}

impl Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({:?}, {:?})", self.name, self.sizes())
    }
}

impl Image {
    /// Reads a PNG or JPEG file, which its first bytes tell apart. A rotation in its metadata is not applied.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is malformed, or exceeds the limits of the crate `image`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ImageError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match fs::read(path) {
            Ok(bytes) => Self::from_bytes(&name, &bytes),
            Err(error) => Err(Why::Io(error).of(&name)),
        }
    }

    /// Decodes the bytes of a PNG or JPEG file; `name` is for messages.
    ///
    /// # Errors
    ///
    /// If the bytes are malformed, or exceed the limits of the crate `image`.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, ImageError> {
        let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
        let image = reader.map_err(image::ImageError::from).and_then(ImageReader::decode);
        match image {
            Ok(image) => Ok(Self { name: name.into(), image }),
            Err(error) => Err(Why::Codec(error).of(name)),
        }
    }

    /// Returns the height, the width and the number of channels.
    #[must_use]
    pub fn sizes(&self) -> [usize; 3] {
        [self.image.height() as usize, self.image.width() as usize, self.image.color().channel_count().into()]
    }

    /// Converts to red, green and blue of `u8`: gray is repeated, and alpha is dropped.
    #[must_use]
    pub fn into_rgb(self) -> Self {
        Self { image: self.image.into_rgb8().into(), ..self }
    }

    /// Converts to one channel of `u8`, by the weights of ITU-R BT.709.
    #[must_use]
    pub fn into_gray(self) -> Self {
        Self { image: self.image.into_luma8().into(), ..self }
    }

    /// Returns the samples as (H, W, C), without a copy.
    ///
    /// # Errors
    ///
    /// If the sizes differ from the type's, or the samples are of the other type.
    pub fn into_tensor<T: Sample, S: Shape>(self) -> Result<Tensor<T, S>, ImageError> {
        let sizes = self.sizes();
        let Self { name, image } = self;
        let shape = S::from_sizes(&sizes).map_err(|error| Why::Shape(error).of(&name))?;
        let samples = T::of(image).map_err(|image| {
            let are = if image.color().bytes_per_pixel() == image.color().channel_count() { "u8" } else { "u16" };
            Why::Samples { are, not: T::NAME }.of(&name)
        })?;
        Tensor::from_vec(shape, samples).map_err(|refused| Why::Shape(refused.error().clone()).of(&name))
    }
}

/// Encodes an image of (H, W, C).
///
/// # Errors
///
/// If the format has no such channels or samples, a size is 0, or a size exceeds the format's.
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
/// use conformable_image::{Format, to_bytes};
///
/// to_bytes(Format::Png, &Tensor::from([[[0_u8; 5]; 2]; 2])); // an image does not have 5 channels
/// ```
pub fn to_bytes<T: Sample, S: Pixels, D: Storage>(
    format: Format,
    pixels: &Tensor<T, S, D>,
) -> Result<Vec<u8>, ImageError> {
    encode(format.name(), format, pixels)
}

/// Writes an image of (H, W, C) to a file, in the format of its extension: `png`, `jpg` or `jpeg`.
///
/// # Errors
///
/// Those of [`to_bytes`], and if the extension is another one or the file cannot be written.
pub fn save<T: Sample, S: Pixels, D: Storage>(
    path: impl AsRef<Path>,
    pixels: &Tensor<T, S, D>,
) -> Result<(), ImageError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let format = match ImageFormat::from_path(path) {
        Ok(ImageFormat::Png) => Format::Png,
        Ok(ImageFormat::Jpeg) => Format::Jpeg,
        _ => return Err(Why::Extension.of(&name)),
    };
    let bytes = encode(&name, format, pixels)?;
    fs::write(path, bytes).map_err(|error| Why::Io(error).of(&name))
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
        }
    }
}

fn encode<T: Sample, S: Pixels, D: Storage>(
    name: &str,
    format: Format,
    pixels: &Tensor<T, S, D>,
) -> Result<Vec<u8>, ImageError> {
    let sizes @ [height, width, channels] = pixels.shape().sizes();
    let fits = match format {
        Format::Png => (1..=4).contains(&channels),
        Format::Jpeg => matches!(channels, 1 | 3) && size_of::<T>() == 1,
    };
    if !fits {
        return Err(Why::NotSaved { channels, samples: T::NAME, format: format.name() }.of(name));
    }
    let too_large = || Why::TooLarge(sizes.into()).of(name);
    let (Ok(width), Ok(height)) = (width.try_into(), height.try_into()) else { return Err(too_large()) };
    if width == 0 || height == 0 {
        return Err(too_large());
    }
    let samples = T::bytes(pixels.try_as_slice().map_or_else(|_| pixels.to_vec().into(), Cow::from));
    let format = match format {
        Format::Png => ImageFormat::Png,
        Format::Jpeg => ImageFormat::Jpeg,
    };
    let mut bytes = Cursor::new(Vec::new());
    write_buffer_with_format(&mut bytes, &samples, width, height, T::COLORS[channels - 1], format)
        .map_err(|error| Why::Codec(error).of(name))?;
    Ok(bytes.into_inner())
}
