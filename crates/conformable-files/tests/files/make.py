"""Writes the files that Python's safetensors makes, which tests/files reads:
python3 tests/files/make.py            numbers.safetensors and the shards, with numpy, ml_dtypes and safetensors
python3 tests/files/make.py model      iris.safetensors, with scikit-learn
python3 tests/files/make.py check DIR  that those are what they would be if they were written now, and that numbers.safetensors
                                       in DIR, which the tests wrote, says the same
"""

import json
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

HERE = Path(__file__).parent
METADATA = {"format": "np", "größe": "30 cm \"and\" \n more \U0001f600"}
# names that others may give
NAMES = ["", " ", "a.b.c", "a\"quote\"", "new\nline", "back\\slash", "gr\u00f6\u00dfe", "\U0001f600", "\u0000", "../x", "weight"]
INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}


def numbers():
    """Six elements of each type, tensors of each rank, without elements, and under each name."""
    tensors = {"bool": np.array([[True, False, True], [False, False, True]])}
    for dtype in INTEGERS:
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
        name = ("i" if least else "u") + str(np.iinfo(dtype).bits)
        tensors[name] = np.array([[0, 1, 2], [100, most, least]], dtype)
    for name, dtype in FLOATS.items():
        tensors[name] = np.array([[0, -0.0, 1.5], [-2.25, np.inf, np.nan]], np.float64).astype(dtype)
    tensors["c64"] = np.array([[0, 1, 1j], [1.5 - 2j, np.inf, -2.25]], np.complex64)
    for rank in range(17):
        sizes = [2 if axis % 2 else 1 for axis in range(rank)]
        tensors[f"rank.{rank}"] = np.arange(np.prod(sizes, dtype=int), dtype=np.int32).reshape(sizes)
    tensors["empty.0"] = np.zeros((0,), np.float32)
    tensors["empty.1"] = np.zeros((3, 0, 2), np.float64)
    for place, name in enumerate(NAMES):
        tensors[f"names.{name}"] = np.array([place], np.uint8)
    return tensors


SHARDS = ["shards-00001-of-00002.safetensors", "shards-00002-of-00002.safetensors"]


def shards():
    """Two files, each with a layer."""
    first = np.arange(6, dtype=np.float32).reshape(2, 3)
    return [{"layers.0.weight": first, "layers.0.bias": first[0] / 2}, {"layers.1.weight": first.T.copy() + 10}]


def model():
    from sklearn.datasets import load_iris
    from sklearn.linear_model import LogisticRegression

    x, y = load_iris(return_X_y=True)
    fitted = LogisticRegression(max_iter=1000).fit(x, y)
    tensors = {
        "model.coef_": fitted.coef_,
        "model.intercept_": fitted.intercept_,
        "flowers": x,
        "predicted": fitted.predict(x).astype(np.int64),
        "probabilities": fitted.predict_proba(x),
    }
    # safetensors writes an array in Fortran's order, as these coefficients, as if it were in C's
    tensors = {name: np.ascontiguousarray(array) for name, array in tensors.items()}
    save_file(tensors, HERE / "iris.safetensors", {"score": repr(fitted.score(x, y))})


def same(what, theirs, ours):
    assert theirs.keys() == ours.keys(), f"{what}: {theirs.keys() ^ ours.keys()}"
    for name, array in theirs.items():
        other = ours[name]
        assert (array.dtype, array.shape) == (other.dtype, other.shape), f"{what}, {name}: {array.dtype}, {other.dtype}"
        assert array.tobytes() == other.tobytes(), f"{what}, {name}: {array} and {other}"


def check(folder):
    for path in HERE / "numbers.safetensors", Path(folder) / "numbers.safetensors":
        same(path, numbers(), load_file(path))
        with safe_open(path, "numpy") as file:
            assert file.metadata() == METADATA, file.metadata()
    for name, tensors in zip(SHARDS, shards()):
        same(name, tensors, load_file(HERE / name))
    print(f"{len(numbers())} tensors that Python wrote and {len(numbers())} that conformable wrote are what they should be")


def write():
    save_file(numbers(), HERE / "numbers.safetensors", METADATA)
    weight_map = {}
    for name, tensors in zip(SHARDS, shards()):
        save_file(tensors, HERE / name, {"format": "np"})
        weight_map |= dict.fromkeys(tensors, name)
    index = {"metadata": {"total_size": sum(x.nbytes for tensors in shards() for x in tensors.values())}, "weight_map": weight_map}
    (HERE / "shards.safetensors.index.json").write_text(json.dumps(index, indent=2) + "\n")


match sys.argv[1:]:
    case ["model"]:
        model()
    case ["check", folder]:
        check(folder)
    case []:
        write()
    case _:
        sys.exit(__doc__)
