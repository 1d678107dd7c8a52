"""Writes answers.txt: what NumPy answers to `program.rs`. `python3 tests/engine/make.py > tests/engine/answers.txt`."""
import math
import numpy as np

f = np.float32


def numbers(shape, seed):
    count = math.prod(shape)
    return ((np.arange(count) * 37 + seed * 101) % 97).astype(f).reshape(shape) / f(24) - f(2)


def show(name, x):
    x = np.asarray(x, dtype=f)
    print(f"{name}:{' '.join(map(str, x.shape))}|{' '.join(repr(float(v)) for v in x.ravel())}")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


erf = np.vectorize(math.erf)
x, w, row = numbers((2, 3), 1), numbers((3, 5), 2), numbers((5,), 3)
hidden = np.maximum(x @ w + row, 0)
show("layer", hidden)
powers = np.exp(hidden - hidden.max(-1, keepdims=True))
show("softmax", powers / powers.sum(-1, keepdims=True))
show("in one", hidden * hidden - hidden * 2 + 1)
column = x.sum(1, keepdims=True)
show("column", column)
show("outer", column * row)
show("mean", x.mean(0))
show("least", x.min())
show("of all", x.sum())
show("pdpd", x + column)
gelu = x * (1 + erf(x / math.sqrt(2))) / 2
show("maths", (np.sin(x) + np.cos(x) * np.tanh(x)) ** 2 + np.sqrt(abs(x)) - sigmoid(x) + erf(x) + gelu + x * sigmoid(x))
show("powers", x**3 - abs(1 - x) + np.log(2 / (abs(x) + 0.5)))
show("least and greatest", np.maximum(x, -1) - x)
cube = numbers((2, 3, 4), 4)
show("permuted", cube.transpose(2, 0, 1))
show("moved", np.moveaxis(cube, 0, -1) * 2)
show("flipped", np.flip(cube, (0, 2)))
show("cut", cube[1, ::2, 1:3])
show("reshaped", cube.reshape(6, 4) @ cube.reshape(4, 6))
show("merged", cube.reshape(6, 1, 4))
show("stretched", np.broadcast_to(row, (2, 5)))
show("vectors", x @ cube[1, :, 0])
show("dot", row @ row)
show("batches", cube[:, None] @ np.swapaxes(cube, -1, -2)[None])
heads = numbers((2, 2, 3, 4), 5)
show("scores", heads @ np.swapaxes(heads, -1, -2) / 2)
