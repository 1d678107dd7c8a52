//! Files of Pillow, which `images.py` writes; malformed files; plots and tables.

use conformable::{Axis, Shape, Tensor, shape};
use conformable_image::{Format, Image, ImageError, batch, heat_map, html, line_plot, save, to_bytes, unbatch};
use std::env;
use std::path::{Path, PathBuf};

fn stored(name: &str) -> PathBuf {
    let kept = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    env::var_os("CONFORMABLE_IMAGES_READ").map_or_else(kept, PathBuf::from).join(name)
}

fn open(name: &str) -> Image {
    Image::open(stored(name)).unwrap()
}

/// The numbers of `images.py`.
fn pixels<T>(channels: usize, convert: fn(u8) -> T) -> Tensor<T, Shape![_, _, _]> {
    #[allow(clippy::cast_possible_truncation, reason = "modulo 256")]
    Tensor::from_fn(shape![(5), (7), (channels)], |[i, j, c]| convert((i * 50 + j * 7 + c * 31) as u8))
}

fn same(x: u8) -> u8 {
    x
}

#[test]
fn files_of_pillow() {
    for (name, channels) in [("gray", 1), ("gray-alpha", 2), ("rgb", 3), ("rgba", 4)] {
        let image = open(&format!("{name}.png"));
        assert_eq!(image.sizes(), [5, 7, channels]);
        let x: Tensor<u8, Shape![_, _, _]> = image.into_tensor().unwrap();
        assert_eq!(x, pixels(channels, same));
    }
    let wide: Tensor<u16, Shape![5, 7, 1]> = open("gray-16.png").into_tensor().unwrap();
    assert_eq!(wide, pixels(1, |x| u16::from(x) * 257));
    assert_eq!(open("palette.png").sizes(), [5, 7, 3]);

    let smooth: Tensor<u8, Shape![64, 48, 3]> = open("smooth.jpg").into_tensor().unwrap();
    for ([i, j, c], &sample) in smooth.indexed_iter() {
        let expected = [i * 255 / 63, (63 - i) * 255 / 63, 128][c];
        assert!(usize::from(sample).abs_diff(expected) < 8, "{sample} at {i}, {j}, {c}, not {expected}");
    }
    let gray: Tensor<u8, Shape![64, 48, 1]> = open("smooth-gray.jpeg").into_tensor().unwrap();
    assert!(gray[[0, 0, 0]] < 4 && gray[[63, 47, 0]] > 251);
}

#[test]
fn conversions_of_channels() {
    let rgb: Tensor<u8, Shape![5, 7, 3]> = open("rgba.png").into_rgb().into_tensor().unwrap();
    assert_eq!(rgb, pixels(4, same).narrow(Axis::<2>, conformable::axes::Narrow::<0, 3>));
    let gray: Tensor<u8, Shape![5, 7, 3]> = open("gray.png").into_rgb().into_tensor().unwrap();
    assert_eq!(gray, pixels(1, same).broadcast_to::<Shape![5, 7, 3]>());
    let one: Tensor<u8, Shape![5, 7, 1]> = open("gray-16.png").into_gray().into_tensor().unwrap();
    assert_eq!(one, pixels(1, same));
}

#[test]
fn refused() {
    let text = |error: ImageError| error.to_string().replace(&stored("").display().to_string(), "");
    let error = open("rgb.png").into_tensor::<u8, Shape![5, 8, 3]>().unwrap_err();
    assert_eq!(error.shape_error().and_then(conformable::ShapeError::axis), Some(1));
    assert_eq!(
        text(error),
        "rgb.png: (5, 7, 3) is not a (5, 8, 3)\n  file  5  7  3\n  type  5  8  3\n           ^ axis 1 is 7, not 8"
    );
    let error = open("rgb.png").into_tensor::<u16, Shape![5, 7, 3]>().unwrap_err();
    assert_eq!(text(error), "rgb.png: the samples are u8, not u16");
    let error = open("gray-16.png").into_tensor::<u8, Shape![5, 7, 1]>().unwrap_err();
    assert_eq!(text(error), "gray-16.png: the samples are u16, not u8");
    assert!(text(Image::open(stored("absent.png")).unwrap_err()).starts_with("absent.png: "));

    let jpeg = |channels| to_bytes(Format::Jpeg, &pixels(channels, same)).map_err(text);
    assert_eq!(jpeg(4).unwrap_err(), "JPEG: JPEG has no images of 4 channels of u8");
    let five = to_bytes(Format::Png, &pixels(5, same)).unwrap_err();
    assert_eq!(text(five), "PNG: PNG has no images of 5 channels of u8");
    let empty = to_bytes(Format::Png, &Tensor::<u8, Shape![0, 4, 3]>::zeros(shape![0, 4, 3])).unwrap_err();
    assert_eq!(text(empty), "PNG: an image of the sizes [0, 4, 3] is empty or too large");
    let error = save("image.gif", &pixels(3, same)).unwrap_err();
    assert_eq!(text(error), "image.gif: the extension is not png, jpg or jpeg");
    let error = batch::<_, _, _, conformable::Heap>(&[pixels(3, same), pixels(4, same)]).unwrap_err();
    assert!(error.to_string().contains("(5, 7, 3) and (5, 7, 4)"), "{error}");
}

/// Each prefix, and each file with one byte changed, is an image or an error.
#[test]
fn malformed_files() {
    let (mut read, mut refused) = (0, 0);
    for name in ["rgb.png", "gray-16.png", "smooth-gray.jpeg"] {
        let bytes = std::fs::read(stored(name)).unwrap();
        let mut changed: Vec<_> = (0..bytes.len()).map(|length| bytes[..length].to_vec()).collect();
        changed.extend((0..bytes.len()).map(|place| {
            let mut bytes = bytes.clone();
            bytes[place] ^= 0x55;
            bytes
        }));
        for bytes in changed {
            match Image::from_bytes(name, &bytes) {
                Ok(image) => {
                    let [height, width, channels] = image.sizes();
                    let Ok(x) = image.into_tensor::<u8, Shape![_, _, _]>() else { continue };
                    assert_eq!(x.numel(), height * width * channels);
                    read += 1;
                }
                Err(error) => {
                    assert!(error.to_string().starts_with(name));
                    refused += 1;
                }
            }
        }
    }
    assert!(read > 10 && refused > 100, "{read} were read, and {refused} refused");
    // an image of 4 GiB in some bytes
    let mut huge = std::fs::read(stored("rgb.png")).unwrap();
    huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    Image::from_bytes("huge", &huge).unwrap_err();
}

/// `images.py read` checks the files.
#[test]
fn round_trips() {
    let folder =
        env::var_os("CONFORMABLE_IMAGES").map_or_else(|| env::temp_dir().join("conformable-image"), PathBuf::from);
    std::fs::create_dir_all(&folder).unwrap();
    for (name, channels) in [("gray", 1), ("gray-alpha", 2), ("rgb", 3), ("rgba", 4)] {
        let path = folder.join(name).with_extension("png");
        // a view, so that the strides are not those of the file
        let x = pixels(channels, same);
        save(&path, &x.view().t().to_owned().view().t()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Image::open(&path).unwrap().into_tensor::<u8, Shape![_, _, _]>().unwrap(), x);
    }
    let wide = pixels(1, |x| u16::from(x) * 257);
    save(folder.join("gray-16.png"), &wide).unwrap();
    assert_eq!(Image::open(folder.join("gray-16.png")).unwrap().into_tensor::<u16, Shape![_, _, 1]>().unwrap(), wide);
    save(folder.join("rgb.jpg"), &pixels(3, same)).unwrap();
    assert_eq!(Image::open(folder.join("rgb.jpg")).unwrap().sizes(), [5, 7, 3]);

    let image: Tensor<u8, Shape![5, 7, 3]> = open("rgb.png").into_tensor().unwrap();
    let x: Tensor<f32, Shape![_, 3, 5, 7]> = batch(&[image.clone(), image.clone()]).unwrap();
    assert!((x[[1, 2, 4, 6]] - f32::from(image[[4, 6, 2]]) / 255.0).abs() < 1e-6);
    assert_eq!(unbatch(&x), [image.clone(), image]);
    let odd = Tensor::from([[[[f32::NAN, -1.0, 2.0, f32::INFINITY]]]]);
    assert_eq!(unbatch(&odd)[0].to_vec(), [0, 0, 255, 255]);
}

/// The values of an attribute.
fn values<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let parts: Vec<_> = svg.split(&format!(" {name}=\"")).skip(1).collect();
    parts.into_iter().map(|part| part.split('"').next().unwrap()).collect()
}

#[test]
fn heat_maps() {
    let svg = heat_map(&Tensor::from([[0.0, 1.0], [f64::NAN, 0.5]]));
    assert_eq!(values(&svg, "fill")[1..], ["#440154", "#fde725", "#bbb", "#21908d"]);
    // blocks of 4 by 2
    let large =
        Tensor::<f64, Shape![512, 256]>::from_fn(shape![512, 256], |[i, _]| if i < 256 { -1e300 } else { 1e300 });
    let svg = heat_map(&large);
    assert_eq!(svg.matches("<rect x=").count(), 128 * 128);
    assert_eq!((svg.matches("#440154").count(), svg.matches("#fde725").count()), (64 * 128, 64 * 128));
    for sizes in [[0, 3], [3, 0]] {
        let empty = Tensor::<u8, Shape![_, _]>::zeros(shape![(sizes[0]), (sizes[1])]);
        assert_eq!(heat_map(&empty).matches("<rect x=").count(), 0);
    }
    assert_eq!(heat_map(&Tensor::from([[7, 7]])).matches("#21908d").count(), 2);
    assert!(heat_map(&Tensor::from([[f64::MIN, f64::MAX]])).contains("#fde725"));
}

#[test]
fn line_plots() {
    let svg = line_plot(&Tensor::from([[0.0, 1.0, f64::NAN, 2.0], [2.0, 2.0, f64::INFINITY, 0.0]]));
    assert_eq!(values(&svg, "points"), ["64.0,248.0 224.0,128.0", "544.0,8.0", "64.0,8.0 224.0,8.0", "544.0,248.0"]);
    // a peak of one point among a million is kept
    let long = Tensor::<i32, Shape![1, _]>::from_fn(shape![1, (1_000_000)], |[_, j]| i32::from(j == 777_777));
    let svg = line_plot(&long);
    assert_eq!(values(&svg, "points")[0].matches(",8.0").count(), 1);
    assert!(svg.len() < 20_000);
    assert_eq!(line_plot(&Tensor::<u8, Shape![2, 0]>::zeros(shape![2, 0])).matches("<polyline").count(), 0);
}

#[test]
fn tables() {
    assert_eq!(html(&Tensor::scalar("<&>")).matches("<td>&lt;&amp;&gt;</td>").count(), 1);
    let large = html(&Tensor::<u8, Shape![3, 2, 100, 4]>::zeros(shape![3, 2, 100, 4]));
    assert_eq!((large.matches("<table>").count(), large.matches("<td>0</td>").count()), (4, 4 * 10 * 4));
    assert!(large.contains("(3, 2, 100, 4) at [1, 1]") && large.ends_with("<p>and 2 more tables</p>"));
    assert_eq!(
        html(&Tensor::<u8, Shape![3, 0]>::zeros(shape![3, 0])),
        "<table><caption>(3, 0), no elements</caption></table>"
    );
    assert!(html(&Tensor::from([1, 2])).contains("<caption>(2,)</caption>"));
}
