"""Writes the arrays that `tests/arrays.rs` reads, by Python's zarr, and reads those that it writes.

    python arrays.py write FOLDER
    python arrays.py read FOLDER
"""

import pathlib
import sys

import numpy as np
import zarr
from zarr.codecs import GzipCodec, ZstdCodec

NAMES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split()


def numbers(name, shape=(23, 7)):
    return (np.arange(np.prod(shape)).reshape(shape) % 100).astype(name)


def write(folder):
    for name in NAMES:
        array = zarr.create_array(folder / name, shape=(23, 7), chunks=(12, 7), dtype=name)
        array[:] = numbers(name)
    plain = {
        "raw": dict(compressors=None),
        "gzip": dict(compressors=GzipCodec()),
        "checked": dict(compressors=ZstdCodec(level=3, checksum=True)),
        "sharded": dict(shards=(10, 8), chunks=(5, 4)),
        "version-2": dict(zarr_format=2, compressors=None),
    }
    for name, options in plain.items():
        array = zarr.create_array(folder / name, shape=(23, 7), dtype="float32", **({"chunks": (5, 4)} | options))
        array[:] = numbers("float32")
    zarr.create_array(folder / "empty", shape=(0, 7), chunks=(5, 4), dtype="float32")
    zarr.create_array(folder / "fill", shape=(23, 7), chunks=(5, 4), dtype="float32", fill_value=2.5)
    scalar = zarr.create_array(folder / "scalar", shape=(), dtype="float64")
    scalar[...] = 1.5
    deep = zarr.create_array(folder / "deep", shape=(3, 4, 5, 6), chunks=(2, 2, 5, 4), dtype="int32")
    deep[:] = numbers("int32", (3, 4, 5, 6))


def read(folder):
    for name in NAMES:
        array = zarr.open_array(folder / name, mode="r")
        assert (array.dtype.name, array.chunks) == (name, (12, 7)), array
        np.testing.assert_array_equal(array[:], numbers(name))
    part = zarr.open_array(folder / "part", mode="r")[:]
    expected = np.zeros((23, 7), np.float32)
    expected[3:14, 1:6] = numbers("float32")[3:14, 1:6]
    np.testing.assert_array_equal(part, expected)


{"write": write, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
