"""Writes answers.txt: what NumPy answers to `program.rs`. `python3 tests/engine/make.py > tests/engine/answers.txt`."""
import math
import numpy as np

f = np.float32


def seeded(shape, seed):
    count = math.prod(shape)
    return ((np.arange(count) * 37 + seed * 101) % 97).astype(f).reshape(shape) / f(24) - f(2)


def show(name, x):
    x = np.asarray(x, dtype=f)
    print(f"{name}:{' '.join(map(str, x.shape))}|{' '.join(repr(float(v)) for v in x.ravel())}")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


erf = np.vectorize(math.erf)
x, w, row = seeded((2, 3), 1), seeded((3, 5), 2), seeded((5,), 3)
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
cube = seeded((2, 3, 4), 4)
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
heads = seeded((2, 2, 3, 4), 5)
show("scores", heads @ np.swapaxes(heads, -1, -2) / 2)

row3 = seeded((3,), 6)
mask, other = x > 0, x < row3
show("selected", np.where(mask, x, row3))
show("filled", np.where(mask, f(0.5), x))
show("two numbers", np.where(mask, f(1), f(-1)))
show("clamped", np.clip(x, -1, 0.75))
show("and", mask & other)
show("or", mask | other)
show("xor", mask ^ other)
show("not", ~mask)
show("any", mask.any(1))
show("all", other.all(0, keepdims=True))
show("all of none", [True] * 3)
show("any of none", [False] * 3)


def softmax(x, axes):
    powers = np.exp(x - x.max(axes, keepdims=True))
    return powers / powers.sum(axes, keepdims=True)


def log_sum_exp(x, axes, keepdims=False):
    greatest = x.max(axes, keepdims=True)
    logarithms = np.log(np.exp(x - greatest).sum(axes, keepdims=True)) + greatest
    return logarithms if keepdims else logarithms.squeeze(axes)


two = cube.transpose(1, 0, 2).reshape(3, 8)
show("argmax", x.argmax(1))
show("argmin", cube.argmin(0, keepdims=True))
show("argmax of two axes", two.argmax(1))
show("argmax of all", cube.argmax())
show("variance", cube.var(-1, ddof=1))
show("variance of two axes", cube.var((0, 2), keepdims=True))
show("deviation", x.std())
show("softmax of columns", softmax(cube, 1))
show("softmax of all", softmax(cube, (0, 1, 2)))
show("log softmax", cube * 50 - log_sum_exp(cube * 50, (0, 2), keepdims=True))
show("log sum exp", log_sum_exp(cube, 2))
show("log sum exp kept", log_sum_exp(x * 100, 1, keepdims=True))
show("running", cube.cumsum(1))
show("running in columns", np.swapaxes(cube, 1, 2).cumsum(-1))
show("running along two", two.cumsum(1).reshape(3, 2, 4).transpose(1, 0, 2))

second, wide = seeded((2, 3), 2), seeded((2, 2), 3)
show("concat", np.concatenate((x, wide, second), 1))
show("concat rows", np.concatenate((x, second, x)))
show("concat turned", np.concatenate((x.T, wide.T)))
show("concat one", x)
show("stack", np.stack((x, second), 1))
show("stack last", np.stack((x, second), -1))
table = seeded((4, 3), 7)
show("diagonal", np.diagonal(table @ table.T))
show("diagonals", np.diagonal(cube, 0, 2, 0))
show("flipped diagonals", np.diagonal(np.swapaxes(np.flip(cube, 1), 1, 2), 0, 0, 2))

words = (np.arange(2)[:, None] * 3 + np.arange(5) * 2) % 4
show("embedding", table[words])
show("columns", table[:, [2, 0]])
show("rows of the other", table.T[:, [2, 0]])
show("one row", table[1])
places = (np.arange(4)[:, None] + 2 * np.arange(2)) % 3
show("gathered", np.take_along_axis(table, places, 1))
scattered = table.copy()
np.add.at(scattered, (np.arange(4)[:, None], places), seeded((4, 2), 8))
show("scattered", scattered)
put = table.copy()
np.add.at(put, words, seeded((5, 3), 9))
show("put", put)
show("one hot", np.eye(4)[words])
show("the best", table.max(1))


def places(sizes, window, stride, padding, dilation):
    """Along each axis: the elements that are padded before, and the places."""
    for size, k, s, (before, after), d in zip(sizes, window, stride, padding, dilation):
        yield [range(p * s - before, p * s - before + d * k, d) for p in range((size + before + after - d * (k - 1) - 1) // s + 1)]


def windows(x, window, stride, padding, dilation):
    """What a window sees from each place, as (.., places.., window..); NaN in the padding."""
    sizes, outer = x.shape[-len(window):], x.shape[:-len(window)]
    along = list(places(sizes, window, stride, padding, dilation))
    seen = np.full(outer + tuple(map(len, along)) + tuple(window), np.nan, dtype=f)
    for at in np.ndindex(*map(len, along)):
        for k in np.ndindex(*window):
            index = [along[axis][at[axis]][k[axis]] for axis in range(len(window))]
            if all(0 <= i < size for i, size in zip(index, sizes)):
                seen[(...,) + at + k] = x[(...,) + tuple(index)]
    return seen


def convolve(x, w, stride=None, padding=None, dilation=None, groups=1):
    axes = w.ndim - 2
    seen = windows(x, w.shape[2:], stride or (1,) * axes, padding or ((0, 0),) * axes, dilation or (1,) * axes)
    seen = np.nan_to_num(seen)
    out = []
    for group, weights in enumerate(np.split(w, groups)):
        channels = seen[:, group * w.shape[1]:(group + 1) * w.shape[1]]
        summed = [1] + list(range(2 + axes, 2 + 2 * axes))
        out.append(np.moveaxis(np.tensordot(channels, weights, (summed, list(range(1, weights.ndim)))), -1, 1))
    return np.concatenate(out, 1)


images, weights = seeded((2, 4, 6, 5), 10), seeded((6, 4, 3, 2), 11)
show("convolved", convolve(images, weights))
show("padded and apart", convolve(images, weights, (2, 2), ((1, 1), (1, 1))))
show("each axis", convolve(images, weights, (2, 1), ((0, 0), (2, 2)), (1, 2)))
show("the same", convolve(images, weights, padding=((1, 1), (0, 1))))
show("in groups", convolve(images, seeded((6, 2, 3, 2), 12), groups=2))
lines = images.reshape(2, 4, 30)
show("along a line", convolve(lines, seeded((2, 4, 5), 13), (3,), ((2, 2),)))
solid = seeded((1, 2, 3, 4, 5), 14)
show("solid", convolve(solid, seeded((3, 2, 2, 2, 2), 15), (2,) * 3, ((1, 1),) * 3))
plain = ((0, 0), (0, 0))
show("max pool", windows(images, (2, 2), (2, 2), plain, (1, 1)).max((-1, -2)))
show("mean pool", windows(images, (2, 2), (2, 2), plain, (1, 1)).mean((-1, -2)))
show("max pool padded", np.nanmax(windows(images, (3, 3), (2, 2), ((1, 1), (1, 1)), (1, 1)), (-1, -2)))
show("mean pool padded", np.nanmean(windows(images, (3, 3), (2, 2), ((1, 1), (1, 1)), (1, 1)), (-1, -2)))
show("max pool apart", windows(lines, (3,), (4,), ((0, 0),), (2,)).max(-1))
show("mean pool solid", windows(solid, (2, 3, 2), (1, 1, 1), ((0, 0),) * 3, (1, 1, 1)).mean((-1, -2, -3)))

show("tiled", np.tile(x, (1, 2)))
show("tiled rows", np.tile(x, (3, 1)))
show("repeated", np.repeat(x, 2, 0))
show("repeated columns", np.repeat(x, 2, 1))
show("padded", np.pad(x, ((0, 0), (2, 1)), constant_values=0.5))
show("edges", np.pad(x, ((0, 0), (2, 1)), "edge"))
show("reflected", np.pad(x, ((0, 0), (2, 1)), "reflect"))
show("wrapped", np.pad(x, ((0, 0), (4, 2)), "wrap"))
show("padded behind", np.pad(x, ((0, 2), (0, 0)), "edge"))
show("padded not", x)
show("first part", x[:, :1])
show("second part", x[:, 1:])
show("a half", cube[:, :, 2:])
show("dot product", row3 @ row3)
show("outer product", np.multiply.outer(row3, x))
show("tensordot", np.tensordot(cube, table, ((2, 1), (0, 1))))
show("tensordot of one", np.tensordot(cube, x, (1, 1)))
show("tensordot of none", np.multiply.outer(row3, row3))
show("einsum of matrices", np.einsum("ij,kj->ik", x, table))
show("einsum of batches", np.einsum("bij,bik->jbk", cube, cube))
show("einsum sum", np.einsum("bij->j", cube))
show("einsum order", np.einsum("bij->jbi", cube))
square = table @ table.T
show("einsum trace", np.einsum("ii->", square))
show("einsum diagonal", np.einsum("ii,ij->ij", square, table))
show("einsum of three", np.einsum("ij,kj,bjk->ib", x, table, cube))
show("einsum of four", np.einsum("ij,kj,bjk,j->b", x, table, cube, row3))
show("einsum outer", np.einsum("i,j->ji", row3, row3))
show("einsum alone", np.einsum("ij,k->i", table, row3))
show("heads", cube.reshape(2, 3, 2, 2).transpose(0, 2, 1, 3))
show("merged by letters", cube.transpose(2, 1, 0).reshape(1, 4, 6))
