//! Images from and to bytes, beside the same calls of `image`, and batches beside loops by hand.
//!
//!     cargo bench --manifest-path crates/conformable-image/Cargo.toml --bench rates [-- [--quick] [WORD..]]

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "statistics, and small numbers")]

#[path = "../../../benches/harness/mod.rs"]
mod harness;
#[path = "../../../benches/harness/pairs.rs"]
mod pairs;

use conformable::{Shape, Tensor, shape};
use conformable_image::{Format, Image, batch, to_bytes};
use harness::run;
use image::{ExtendedColorType, ImageFormat, load_from_memory, write_buffer_with_format};
use pairs::Pairs;
use std::io::Cursor;

/// A smooth image with some detail, as photographs are.
fn photograph(height: usize, width: usize) -> Tensor<u8, Shape![_, _, 3]> {
    Tensor::from_fn(shape![height, width, 3], |[y, x, channel]| {
        (y * (channel + 1) / 4 + x / 3 + (x * y * 31 % 7)) as u8
    })
}

fn main() {
    let mut pairs = Pairs::new();
    for (height, width) in [(16, 16), (256, 256), (1080, 1920)] {
        let pixels = &photograph(height, width);
        for (format, theirs) in [(Format::Png, ImageFormat::Png), (Format::Jpeg, ImageFormat::Jpeg)] {
            pairs.row(
                &format!("{format:?} of {height} x {width}, encode"),
                [
                    run!(to_bytes(format, pixels).expect("an image")),
                    run!({
                        let mut bytes = Cursor::new(Vec::new());
                        let (width, height) = (width as u32, height as u32);
                        write_buffer_with_format(
                            &mut bytes,
                            pixels.as_slice(),
                            width,
                            height,
                            ExtendedColorType::Rgb8,
                            theirs,
                        )
                        .expect("an image");
                        bytes.into_inner()
                    }),
                ],
            );
            let bytes = &to_bytes(format, pixels).expect("an image")[..];
            pairs.row(
                &format!("{format:?} of {height} x {width}, decode"),
                [
                    run!(
                        Image::from_bytes("bytes", bytes)
                            .and_then(Image::into_tensor::<u8, Shape![_, _, 3]>)
                            .expect("an image")
                    ),
                    run!(load_from_memory(bytes).expect("an image").into_rgb8().into_raw()),
                ],
            );
        }
    }
    let images = &vec![photograph(224, 224); 8];
    pairs.row(
        "batch of 8 of 224 x 224",
        [
            run!(batch(images).expect("images of one size")),
            run!({
                let mut samples = Vec::with_capacity(8 * 3 * 224 * 224);
                for image in images {
                    for channel in 0..3 {
                        samples.extend(
                            image.as_slice().iter().skip(channel).step_by(3).map(|&sample| f32::from(sample) / 255.0),
                        );
                    }
                }
                samples
            }),
        ],
    );
    pairs.finish();
}
