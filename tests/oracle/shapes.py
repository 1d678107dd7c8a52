"""Other shapes, parts, joins."""

from builtins import zip as zip_

import numpy as np
from generator import NUMBERS, RANGE, operation, rank_0

# ---- other shapes, parts


def factors(g, count):
    """Sizes with a product."""
    sizes = []
    while count > 1 and len(sizes) < 4:
        size = g.random.choice([size for size in range(1, count + 1) if count % size == 0])
        sizes, count = [*sizes, size], count // size
    sizes = sizes + [count] if count != 1 or not sizes and g.chance(0.5) else sizes
    if count == 0:
        sizes += [g.random.randint(0, 3)]
    g.random.shuffle(sizes)
    return sizes


@operation(1.5)
def reshape(g):
    x = yield from g.operand()
    sizes = factors(g, x.array.size) if not g.chance(0.06) else g.sizes()
    name = "reshape" if g.chance(0.5) else "reshape_moved"
    yield g.step(name, [x], f"np.reshape({{0}}, {sizes})", k={"sizes": sizes})


@operation(0.8)
def reshape_to(g):
    x = yield from g.operand()
    sizes = factors(g, x.array.size)
    if sizes and g.chance(0.7):
        sizes[g.random.randrange(len(sizes))] = -1
    if sizes and g.chance(0.1):
        sizes[g.random.randrange(len(sizes))] = g.random.choice([-1, 2, 0])
    yield g.step("reshape_to", [x], f"np.reshape({{0}}, {sizes})", k={"sizes": sizes})


@operation(0.4)
def flatten(g):
    x = yield from g.operand()
    yield g.step("flatten", [x], "np.ravel({0})")


@operation(0.5)
def flatten_axes(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    yield g.step("flatten_axes", [x], f"np.reshape({{0}}, merged({{0}}, {axis}))", k={"axis": axis})


@operation(0.5)
def unflatten(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    size = x.array.shape[axis] if -x.array.ndim <= axis < x.array.ndim else 4
    first = g.random.choice([first for first in range(1, size + 1) if size % first == 0] or [1])
    parts = [first, size // first + (g.chance(0.06))]
    code = f"np.reshape({{0}}, divided({{0}}, {axis}, {parts}))"
    yield g.step("unflatten", [x], code, k={"axis": axis, "factors": parts})


@operation(0.5)
def sliding_windows(g):
    x = yield from g.operand()
    axis, length = g.axis(x.array.ndim), g.random.choice([1, 2, 2, 3, 4, 0])
    stride, dilation = g.random.choice([1, 1, 2, 3]), g.random.choice([1, 1, 2])
    extent = (length - 1) * dilation + 1 if length else 0
    places = axis if axis >= 0 else axis - 1
    code = f"along(windows({{0}}, [{extent}], [{axis}]), {places}, slice(None, None, {stride}))[..., ::{dilation}]"
    differs = "NumPy has windows of no element" if length == 0 else None
    k = {"axis": axis, "length": length, "stride": stride, "dilation": dilation}
    yield g.step("sliding_windows", [x], code, k=k, differs=differs)


@operation(0.4)
def sliding_windows_axes(g):
    x = yield from g.operand()
    axes = g.axes(x.array.ndim)
    lengths = [g.random.choice([1, 2, 2, 3]) for _ in range(len(axes) + g.chance(0.04))]
    k = {"axes": axes, "lengths": lengths}
    repeated = len({axis % max(x.array.ndim, 1) for axis in axes}) < len(axes)
    differs = "NumPy slides along an axis twice" if repeated else None
    yield g.step("sliding_windows_axes", [x], f"windows({{0}}, {lengths}, {axes})", k=k, differs=differs)


@operation(0.5)
def split_at(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    size = x.array.shape[axis] if -x.array.ndim <= axis < x.array.ndim else 1
    at = g.random.randint(0, size + 1)
    code = f"np.split({{0}}, [{at}], {axis})"
    yield g.step("split_at", [x], code, results=2, k={"axis": axis, "at": at}, differs=RANGE if at > size else None)


@operation(0.4)
def split(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    size = x.array.shape[axis] if -x.array.ndim <= axis < x.array.ndim else 1
    a, b = sorted([g.random.randint(0, size), g.random.randint(0, size)])
    parts = [a, b - a, size - b + g.chance(0.06)]
    differs = "NumPy is not told the length of the last part" if sum(parts) != size else None
    code = f"np.split({{0}}, [{a}, {b}], {axis})"
    yield g.step("split", [x], code, results=3, k={"axis": axis, "parts": parts}, differs=differs)


@operation(0.4)
def chunk(g):
    x = yield from g.operand()
    axis, count = g.axis(x.array.ndim), g.random.choice([1, 1, 2, 2, 3, 4, 0])
    yield g.step("chunk", [x], f"np.split({{0}}, {count}, {axis})", k={"axis": axis, "count": count})


@operation(0.3)
def axis_iter(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    yield g.step("axis_iter", [x], f"list(np.moveaxis({{0}}, {axis}, 0))", k={"axis": axis})


@operation(0.3)
def axis_windows(g):
    x = yield from g.operand()
    axis, length = g.axis(x.array.ndim), g.random.choice([1, 2, 2, 3, 5])
    long = -x.array.ndim <= axis < x.array.ndim and x.array.shape[axis] < length
    places = axis if axis >= 0 else axis - 1
    code = f"parts({{0}}, {axis}, {length}, range(windows({{0}}, [{length}], [{axis}]).shape[{places}]))"
    differs = "NumPy refuses windows that are longer than the axis" if long else None
    yield g.step(
        "axis_windows", [x], code, k={"axis": axis, "length": length}, differs=differs, instead=differs and "[]"
    )


@operation(0.3)
def axis_chunks_iter(g):
    x = yield from g.operand()
    axis, length = g.axis(x.array.ndim), g.random.choice([1, 2, 2, 3, 5, 0])
    starts = f"range(0, {{0}}.shape[{axis}] // max({length}, 1) * {length}, {length})"
    code = f"parts({{0}}, {axis}, {length}, {starts})"
    yield g.step("axis_chunks_iter", [x], code, k={"axis": axis, "length": length})


# ---- joins


def add_join(name, numpy, extra):
    def steps(g):
        x = yield from g.operand()
        rank = x.array.ndim
        at, others = g.random.randrange(rank) if rank else 0, []
        for _ in range(g.random.choice([0, 1, 1, 2])):
            sizes = list(x.array.shape)
            if rank and (name == "concat" and g.chance(0.5) or g.chance(0.05)):
                sizes[at] = g.random.randint(0, 4)
            same = lambda array: list(array.shape) == sizes
            other = g.old([x.array.dtype.name], suits=same) if g.chance(0.5) else None
            others.append(other or (yield from g.fresh(x.array.dtype.name, sizes)))
        axis = g.axis(rank + extra)
        if name == "concat" and rank and not g.chance(0.1):
            axis = at - g.random.choice([0, rank])
        operands = [x, *others]
        texts = ", ".join(f"{{{place}}}" for place in range(len(operands)))
        yield g.step(name, operands, f"{numpy}([{texts}], axis={axis})", k={"axis": axis})

    steps.__name__ = name
    operation(1.2)(steps)


add_join("concat", "np.concatenate", 0)
add_join("stack", "np.stack", 1)


@operation(0.4)
def meshgrid(g):
    x = yield from g.operand(rank=[1, 1, 1, 0, 2] if g.chance(0.1) else [1])
    y = x and (yield from g.operand([x.array.dtype.name], rank=[1]))
    if y is not None:
        differs = "NumPy flattens the operands of a grid" if x.array.ndim != 1 or y.array.ndim != 1 else None
        yield g.step("meshgrid", [x, y], 'np.meshgrid({0}, {1}, indexing="ij")', results=2, differs=differs)


@operation(0.6)
def tile(g):
    x = yield from g.operand()
    axis, times = g.axis(x.array.ndim), g.random.choice([0, 1, 2, 2, 3, 5])
    yield g.step("tile", [x], f"np.tile({{0}}, times({{0}}, {axis}, {times}))", k={"axis": axis, "times": times})


@operation(0.4)
def tile_axes(g):
    x = yield from g.operand()
    axes = g.axes(x.array.ndim)
    times = [g.random.choice([0, 1, 2, 3]) for _ in range(len(axes) + g.chance(0.04))]
    code = f"np.tile({{0}}, on_axes({{0}}, {axes}, {times}, 1))"
    yield g.step("tile_axes", [x], code, k={"axes": axes, "times": times})


@operation(0.6)
def repeat(g):
    x = yield from g.operand()
    axis, times = g.axis(x.array.ndim), g.random.choice([0, 1, 2, 2, 3, 5])
    code = f"np.repeat({{0}}, {times}, axis={axis})"
    yield g.step("repeat", [x], code, k={"axis": axis, "times": times}, differs=rank_0(x, axis))


@operation(0.5)
def repeat_each(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    size = x.array.shape[axis] if -x.array.ndim <= axis < x.array.ndim else 1
    size = g.random.choice([1, size + 1]) if g.chance(0.08) else size
    counts = yield from g.data(np.array([g.random.choice([0, 1, 1, 2, 3]) for _ in range(size)], np.uint8))
    differs = rank_0(x, axis)
    if not differs and size == 1 and x.array.shape[axis : axis + 1 or None] != (1,):
        differs = "NumPy repeats all elements by one count"
    yield g.step("repeat_each", [x, counts], f"np.repeat({{0}}, {{1}}, axis={axis})", k={"axis": axis}, differs=differs)


def padding(g, x, pairs, axes):
    """The mode, its value, its text, and the difference."""
    mode = g.random.choice(["constant", "edge", "reflect", "wrap"])
    more = []
    if mode == "constant":
        more = [(yield from g.fresh(x.array.dtype.name, []))]
    rank = x.array.ndim
    differs = None
    for axis, pair in zip_(axes, pairs):
        if -rank <= axis < rank and mode == "reflect" and max(pair) >= x.array.shape[axis] > 0:
            differs = "NumPy reflects again where a reflection is as long as the axis"
    return mode, more, ", constant_values={1}" if mode == "constant" else "", differs


@operation(0.8)
def pad(g):
    x = yield from g.operand()
    axis, pair = g.axis(x.array.ndim), [g.random.choice([0, 1, 1, 2, 5]), g.random.choice([0, 0, 1, 2])]
    mode, more, text, differs = yield from padding(g, x, [pair], [axis])
    code = f'np.pad({{0}}, on_axes({{0}}, [{axis}], [{pair}], [0, 0]), mode="{mode}"{text})'
    yield g.step("pad", [x, *more], code, k={"axis": axis, "more": pair, "mode": mode}, differs=differs)


@operation(0.5)
def pad_axes(g):
    x = yield from g.operand()
    axes = g.axes(x.array.ndim)
    pairs = [[g.random.choice([0, 1, 2]), g.random.choice([0, 1, 3])] for _ in axes]
    mode, more, text, differs = yield from padding(g, x, pairs, axes)
    code = f'np.pad({{0}}, on_axes({{0}}, {axes}, {pairs}, [0, 0]) or 0, mode="{mode}"{text})'
    k = {"axes": axes, "more": sum(pairs, []), "mode": mode}
    yield g.step("pad_axes", [x, *more], code, k=k, differs=differs)


def add_triangle(name):
    def steps(g):
        x = yield from g.operand(NUMBERS)
        diagonal = g.random.randint(-4, 4)
        differs = "NumPy's triangle of a vector is a matrix" if x.array.ndim == 1 else None
        yield g.step(name, [x], f"np.{name}({{0}}, {diagonal})", k={"diagonal": diagonal}, differs=differs)

    steps.__name__ = name
    operation(0.5)(steps)


add_triangle("tril")
add_triangle("triu")
