"""Elements at indices and masks."""

import numpy as np
from generator import ALL, INDICES, INTEGERS, NUMBERS, is_higher, operation, rank_0, size_at


def indices(g, size, sizes, wrong=0.06):
    """Indices of an axis: some from the end, and a few out of bounds."""
    dtype = g.random.choice(INDICES) if size < 200 else "int64"
    count = int(np.prod(sizes, dtype=int))
    low = 0 if dtype == "uint8" or g.chance(0.3) else -size
    elements = [g.random.randrange(low, size) if size else 0 for _ in range(count)]
    if count and g.chance(wrong):
        elements[g.random.randrange(count)] = g.random.choice([size, size + 3] + [-size - 1] * (dtype == "int64"))
    return (yield from g.data(np.array(elements, dtype).reshape(sizes)))


@operation(1.2)
def take(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    i = yield from indices(g, size_at(x, axis), g.sizes(40))
    differs = rank_0(x, axis)
    if not differs and x.array.size == 0 and np.any((i.array >= size_at(x, axis)) | (i.array < -size_at(x, axis))):
        differs = "NumPy compares no indices where there are no elements"
    yield g.step("take", [x, i], f"np.take({{0}}, {{1}}, axis={axis})", k={"axis": axis}, differs=differs)


def sizes_along(g, x, axis):
    """The sizes of indices along an axis: those of the operand on the other axes, with a few that differ."""
    sizes = list(x.array.shape)
    if -x.array.ndim <= axis < x.array.ndim:
        sizes[axis] = g.random.choice([0, 1, 2, 3, sizes[axis]])
    if sizes and g.chance(0.06):
        sizes[g.random.randrange(len(sizes))] = g.random.choice([1, 2])
    others = lambda sizes: [size for place, size in enumerate(sizes) if place != axis % max(len(sizes), 1)]
    differs = None
    if others(sizes) != others(x.array.shape):
        differs = "NumPy stretches axes of size 1 of indices along an axis"
    return sizes, differs


@operation(0.8)
def gather(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    sizes, differs = sizes_along(g, x, axis)
    i = yield from indices(g, size_at(x, axis), sizes)
    yield g.step("gather", [x, i], f"np.take_along_axis({{0}}, {{1}}, {axis})", k={"axis": axis}, differs=differs)


def add_along(name, code, types=ALL, hows=(None,), taken=False):
    """Changes at indices along an axis, as of `take` or of `take_along_axis`."""

    def steps(g):
        x = yield from g.operand(types, stretch=False)
        axis = g.axis(x.array.ndim)
        if taken:
            sizes, differs = g.sizes(20), None
            at = axis % max(x.array.ndim, 1)
            over = list(x.array.shape[:at]) + sizes + list(x.array.shape[at + 1 :])
            if np.prod(over, dtype=int) > 2000:
                return
        else:
            sizes, differs = sizes_along(g, x, axis)
            over = sizes
        i = yield from indices(g, size_at(x, axis), sizes)
        values = yield from g.partner(x, sizes=over, onto=True)
        if values is not None:
            how = g.random.choice(hows)
            text = code.replace("{axis}", str(axis)).replace("{how}", HOWS.get(how, ""))
            if how == "replace":
                text = REPLACE[name].replace("{axis}", str(axis))
            k = {"axis": axis} | ({"how": how} if how else {})
            yield g.step(name, [x, i, values], text, k=k, changes=True, differs=differs or is_higher(values, over))

    steps.__name__ = name
    operation(0.7)(steps)


HOWS = {"add": "np.add", "mul": "np.multiply", "min": "np.minimum", "max": "np.maximum"}
REPLACE = {
    "index_reduce": "view[at_axis(view, {axis}, {1})] = {2}",
    "scatter_reduce": "np.put_along_axis(view, {1}, {2}, {axis})",
    "scatter_nd_reduce": "view[at_rows({1})] = {2}",
}
add_along("index_copy", REPLACE["index_reduce"], taken=True)
add_along("index_add", "combine(np.add, view, at_axis(view, {axis}, {1}), {2})", NUMBERS, taken=True)
add_along(
    "index_reduce", "combine({how}, view, at_axis(view, {axis}, {1}), {2})", NUMBERS, [*HOWS, "replace"], taken=True
)
add_along("scatter", REPLACE["scatter_reduce"])
add_along("scatter_add", "combine(np.add, view, at_each(view, {axis}, {1}), {2})", NUMBERS)
add_along("scatter_reduce", "combine({how}, view, at_each(view, {axis}, {1}), {2})", NUMBERS, [*HOWS, "replace"])


def row_indices(g, x, least):
    """Rows of indices for the leading axes."""
    rank = x.array.ndim
    count = g.random.randint(min(least, rank), rank) if not g.chance(0.04) else rank + 1
    if count < least:
        return None
    sizes = g.sizes(12)[:3]
    shape = [*sizes, count]
    rows = np.zeros(shape, np.int64)
    for place in range(count):
        size = x.array.shape[place] if place < rank else 1
        if size == 0 and rows.size:
            return None
        rows[..., place] = np.reshape(
            [g.random.randrange(-size, size) if size else 0 for _ in range(int(np.prod(sizes, dtype=int)))], sizes
        )
    if rows.size and g.chance(0.06):
        rows.reshape(-1)[g.random.randrange(rows.size)] = g.random.choice([99, -99])
    return rows


@operation(0.6)
def gather_nd(g):
    x = yield from g.operand()
    rows = row_indices(g, x, 1)
    if rows is not None:
        i = yield from g.data(rows)
        yield g.step("gather_nd", [x, i], "{0}[at_rows({1})]")


def add_rows(name, code, types, hows):
    def steps(g):
        x = yield from g.operand(types, stretch=False)
        rows = row_indices(g, x, 1)
        if rows is None:
            return
        over = [*rows.shape[:-1], *x.array.shape[rows.shape[-1] :]]
        if np.prod(over, dtype=int) > 2000:
            return
        i = yield from g.data(rows)
        values = yield from g.partner(x, sizes=over, onto=True)
        if values is not None:
            how = g.random.choice(hows)
            text = REPLACE["scatter_nd_reduce"] if how in (None, "replace") else code.replace("{how}", HOWS[how])
            k = {"how": how} if how else {}
            yield g.step(name, [x, i, values], text, k=k, changes=True, differs=is_higher(values, over))

    steps.__name__ = name
    operation(0.5)(steps)


add_rows("scatter_nd", "", ALL, [None])
add_rows("scatter_nd_reduce", "combine({how}, view, at_rows({1}), {2})", NUMBERS, [*HOWS, "replace"])


@operation(0.6)
def one_hot(g):
    classes = g.random.randint(1, 6)
    least = lambda array: -classes if array.dtype.kind == "i" else 0
    inside = lambda array: bool(np.all((array >= least(array)) & (array < classes))) or g.chance(0.05)
    i = yield from g.operand(INTEGERS, suits=lambda array: array.size <= 300 and inside(array))
    if i is None:
        i = yield from indices(g, classes, g.sizes(60))
    if g.chance(0.5):
        yield g.step("one_hot", [i], f"np.eye({classes}, dtype=np.uint8)[{{0}}]", k={"classes": classes})
    else:
        axis = g.axis(i.array.ndim + 1)
        code = f"np.moveaxis(np.eye({classes}, dtype=np.float32)[{{0}}], -1, {axis})"
        yield g.step("one_hot_along", [i], code, k={"classes": classes, "axis": axis})


@operation(0.7)
def masked_select(g):
    x = yield from g.operand()
    mask = yield from g.partner(x, "bool", onto=True)
    if mask is not None:
        yield g.step("masked_select", [x, mask], "{0}[np.broadcast_to({1}, {0}.shape)]")


@operation(0.7)
def masked_fill(g):
    x = yield from g.operand(stretch=False)
    mask = yield from g.partner(x, "bool", onto=True)
    if mask is not None:
        element = yield from g.fresh(x.array.dtype.name, [])
        differs = is_higher(mask, x.array.shape)
        yield g.step(
            "masked_fill", [x, mask, element], "np.copyto(view, {2}, where={1})", changes=True, differs=differs
        )


@operation(0.6)
def masked_scatter(g):
    x = yield from g.operand(stretch=False)
    mask = yield from g.partner(x, "bool", onto=True)
    if mask is None:
        return
    try:
        count = int(np.count_nonzero(np.broadcast_to(mask.array, x.array.shape)))
    except ValueError:
        count = 2
    sizes = [max(count + (g.random.choice([-1, 1]) if g.chance(0.06) else 0), 0)]
    values = yield from g.fresh(x.array.dtype.name, sizes)
    wider = "np.broadcast_to({1}, view.shape)"
    differs = "NumPy's place repeats values or leaves some out" if sizes != [count] else None
    code = f"np.place(view, {wider}, {{2}})" if sizes != [0] or count else f"{wider}; counted({{2}}, {wider})"
    yield g.step("masked_scatter", [x, mask, values], code, changes=True, differs=differs)


@operation(0.6)
def compress(g):
    x = yield from g.operand()
    axis = g.axis(x.array.ndim)
    size = size_at(x, axis) + (g.random.choice([-1, 1]) if g.chance(0.08) else 0)
    mask = yield from g.fresh("bool", [max(size, 0)])
    differs = rank_0(x, axis) or (
        "NumPy takes masks of another length" if mask.array.size != size_at(x, axis) else None
    )
    yield g.step("compress", [x, mask], f"np.compress({{1}}, {{0}}, axis={axis})", k={"axis": axis}, differs=differs)


@operation(0.5)
def nonzero(g):
    x = yield from g.operand(["bool"])
    yield g.step("nonzero", [x], "np.argwhere({0})")


@operation(0.4)
def flat_nonzero(g):
    x = yield from g.operand(["bool"])
    yield g.step("flat_nonzero", [x], "np.flatnonzero({0})")
