"""Writes the images that `tests/images.rs` reads, by Pillow, and reads those that it writes.

    python images.py write FOLDER
    python images.py read FOLDER
"""

import pathlib
import sys

import numpy as np
from PIL import Image

MODES = {"gray": "L", "gray-alpha": "LA", "rgb": "RGB", "rgba": "RGBA"}


def pixels(channels, kind=np.uint8):
    """The numbers that both sides compute: 5 rows, 7 columns."""
    i, j, c = np.indices((5, 7, channels))
    factor = 257 if kind == np.uint16 else 1
    return ((i * 50 + j * 7 + c * 31) % 256 * factor).astype(kind)


def write(folder):
    for name, mode in MODES.items():
        channels = len(mode)
        Image.fromarray(pixels(channels).squeeze(), mode).save(folder / f"{name}.png")
    Image.fromarray(pixels(1, np.uint16).squeeze()).save(folder / "gray-16.png")
    Image.fromarray(pixels(3), "RGB").convert("P").save(folder / "palette.png")
    smooth = np.repeat(np.linspace(0, 255, 64).astype(np.uint8)[:, None], 48, 1)
    Image.fromarray(np.stack([smooth, smooth[::-1], smooth * 0 + 128], -1), "RGB").save(folder / "smooth.jpg", quality=95)
    Image.fromarray(smooth, "L").save(folder / "smooth-gray.jpeg", quality=95)


def read(folder):
    for name, mode in MODES.items():
        image = Image.open(folder / f"{name}.png")
        assert image.mode == mode, image.mode
        np.testing.assert_array_equal(np.asarray(image), pixels(len(mode)).squeeze())
    np.testing.assert_array_equal(np.asarray(Image.open(folder / "gray-16.png")), pixels(1, np.uint16).squeeze())
    image = Image.open(folder / "rgb.jpg")
    assert (image.mode, image.size) == ("RGB", (7, 5)), image
    assert abs(np.asarray(image).astype(int) - pixels(3)).mean() < 60


{"write": write, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
