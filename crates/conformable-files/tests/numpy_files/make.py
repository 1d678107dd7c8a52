"""Arrays as files, written and read by NumPy:

    python3 make.py write FOLDER    writes them; those beside this script are kept
    python3 make.py same FOLDER     compares those of the folder with those beside this script
    python3 make.py read FOLDER     reads those that `tests/numpy_files.rs` wrote into the folder, and saves each again: the same bytes

A name tells the type, the order, and the sizes of an array, and with them each element: see `array`.
"""

import io
import os
import sys
import zipfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = ["|b1", "|i1", "|u1"] + [f"{order}{code}" for order in "<>" for code in
    ["i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]]
SIZES = [(), (3,), (2, 3), (0, 4), (2, 3, 4)]
MANY = [(1, 2, 1, 2), (2, 1, 2, 1, 3), (1,) * 7 + (2,), (2,) + (1,) * 14 + (2,), (1,) * 30 + (3,)]
ORDERS = {"<": "little", ">": "big", "|": "bytes"}


def array(descr, sizes):
    """Element k of those counted by rows: 5k - 7 of an integer, whose bits wrap; 0.5k - 1 of a float, and k behind it of a complex
    number; whether 3 divides k of a bool."""
    dtype = np.dtype(descr)
    k = np.arange(int(np.prod(sizes, dtype=int)))
    if dtype.kind == "b":
        values = k % 3 == 0
    elif dtype.kind in "iu":
        values = (5 * k - 7).astype(f"i{dtype.itemsize}").view(f"{dtype.kind}{dtype.itemsize}")
    elif dtype.kind == "c":
        values = (0.5 * k - 1) + 1j * k
    else:
        values = 0.5 * k - 1
    return values.astype(dtype).reshape(sizes)


def name(descr, columns, sizes):
    sizes = "x".join(map(str, sizes)) or "scalar"
    return f"{descr[1:]}-{ORDERS[descr[0]]}-{'columns' if columns else 'rows'}-{sizes}"


def arrays():
    for number, descr in enumerate(TYPES):
        for sizes in SIZES + [MANY[number % len(MANY)]]:
            yield name(descr, False, sizes), array(descr, sizes)
        for sizes in [(2, 3), (2, 3, 4)]:
            yield name(descr, True, sizes), np.asfortranarray(array(descr, sizes))


def write(folder):
    os.makedirs(folder, exist_ok=True)
    some = {}
    for stem, values in arrays():
        np.save(os.path.join(folder, stem + ".npy"), values)
        if stem.startswith(("f4", "b1", "c16", "i8")):
            some[stem] = values
    np.savez(os.path.join(folder, "stored.npz"), **some)
    np.savez_compressed(os.path.join(folder, "deflated.npz"), **some)
    np.savez_compressed(os.path.join(folder, "zeros.npz"), zeros=np.zeros((300, 1000)))
    np.savez(os.path.join(folder, "others.npz"), **{
        "strings": np.array(["a", "bcd"]),
        "bytes": np.array([b"a", b"bcd"]),
        "dates": np.array(["2020-01-01"], "M8[D]"),
        "spans": np.array([3], "m8[ms]"),
        "records": np.array([(1, 2.0)], [("a", "<i4"), ("b", "<f8", (2,))]),
        "objects": np.array([None, 1], object),
        "größe/größte": np.array([1.5]),
    })
    with zipfile.ZipFile(os.path.join(folder, "others.npz"), "a") as archive:
        archive.writestr(zipfile.ZipInfo("notes/"), b"")
        archive.writestr(zipfile.ZipInfo("notes/readme.txt"), b"no array")
    np.savez_compressed(os.path.join(folder, "small.npz"), x=array("<f4", (2, 3)), zeros=np.zeros(100))
    zip64(os.path.join(folder, "zip64.npz"), {"x": array("<f4", (2, 3)), "y": array("|u1", (3,))})
    np.savez_compressed(Stream(os.path.join(folder, "streamed.npz")), x=array("<f4", (2, 3)), y=array("|u1", (3,)))
    for version in [(1, 0), (2, 0), (3, 0)]:
        with open(os.path.join(folder, f"version-{version[0]}.npy"), "wb") as file:
            np.lib.format.write_array(file, array("<f4", (2, 3)), version=version)


class Stream(io.RawIOBase):
    """A file that is only written on, as a pipe: what is told of a member stands behind it."""

    def __init__(self, path):
        self.file = open(path, "wb", buffering=0)

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)


def zip64(path, arrays):
    """An archive as NumPy writes it from 4 GB on: all that is told in 64 bits is told there."""
    limit = zipfile.ZIP64_LIMIT
    zipfile.ZIP64_LIMIT = 8
    try:
        np.savez(path, **arrays)
    finally:
        zipfile.ZIP64_LIMIT = limit


def members(path):
    with zipfile.ZipFile(path) as archive:
        return [(info.filename, info.compress_type, archive.read(info)) for info in archive.infolist()]


def same(folder):
    names = sorted(n for n in os.listdir(HERE) if n.endswith((".npy", ".npz")))
    assert names == sorted(n for n in os.listdir(folder) if n.endswith((".npy", ".npz")))
    for n in names:
        here, there = os.path.join(HERE, n), os.path.join(folder, n)
        if n.endswith(".npz"):
            # what deflate makes of bytes, and what a directory tells beside them, depends on versions
            equal = members(here) == members(there)
        else:
            with open(here, "rb") as a, open(there, "rb") as b:
                equal = a.read() == b.read()
        assert equal, n
    print(f"{len(names)} files are those that NumPy {np.__version__} writes")


def read(folder):
    expected = dict(arrays())
    count = 0

    def check(stem, values, data):
        wanted = expected[stem]
        assert values.dtype == wanted.dtype and values.shape == wanted.shape, stem
        assert values.tobytes() == wanted.tobytes(), stem
        again = io.BytesIO()
        np.save(again, values)
        assert again.getvalue() == data, stem

    for n in sorted(os.listdir(folder)):
        stem, ending = os.path.splitext(n)
        path = os.path.join(folder, n)
        if ending == ".npz":
            with np.load(path) as archive:
                data = {member: bytes for member, _, bytes in members(path)}
                for stem in archive.files:
                    check(stem, archive[stem], data[stem + ".npy"])
                    count += 1
        elif ending == ".npy":
            with open(path, "rb") as file:
                check(stem, np.load(path), file.read())
            count += 1
    assert count > 200, count
    print(f"NumPy {np.__version__} reads {count} arrays, and writes the same bytes")


if __name__ == "__main__":
    {"write": write, "same": same, "read": read}[sys.argv[1]](sys.argv[2])
