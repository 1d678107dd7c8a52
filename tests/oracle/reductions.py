"""Reductions, running sums, differences, orders."""

import numpy as np
from generator import ALL, EMPTY_EXTREME, EMPTY_MEAN, FLOATS, INTEGERS, NUMBERS, RANK_0, operation, rank_0

# ---- reductions


def reduction(g, op, types, code, suits=lambda array: True, differ=None, k=None, magnitude=None):
    """A reduction along all axes, one or several; `code` has `{axes}`, a tuple or `None`, and `{keep}`."""
    x = yield from g.operand(types, suits=suits)
    if x is None:
        return
    rank = x.array.ndim
    kind = g.random.random()
    axes = None if kind < 0.2 else [g.axis(rank)] if kind < 0.65 else g.axes(rank)
    keep, number = g.chance(0.3), g.chance(0.5)
    differs, instead = None, None
    if rank == 0 and axes and any(axis in (0, -1) for axis in axes):
        differs = RANK_0
    elif differ is not None:
        differs, instead = differ(x.array, axes, keep) or (None, None)
    filled = lambda text: text and text.replace("{axes}", str(None if axes is None else tuple(axes))).replace(
        "{keep}", str(keep)
    )
    arguments = {"axes": axes, "keep": keep, "number": number} | (k or {})
    yield g.step(op, [x], filled(code), k=arguments, differs=differs, instead=instead, magnitude=filled(magnitude))


def reduced(array, axes, keep):
    """The numbers of elements of the result, and of each of its elements; `None` if the axes are wrong."""
    try:
        result = np.sum(array, axis=None if axes is None else tuple(axes), keepdims=keep)
        count = int(np.prod([array.shape[axis] for axis in (range(array.ndim) if axes is None else axes)], dtype=int))
    except (ValueError, IndexError):
        return None
    return result, count


def no_mean(array, axes, keep):
    found = reduced(array, axes, keep)
    return (EMPTY_MEAN, None) if found and found[1] == 0 and found[0].size > 0 else None


def no_extreme(dtype=None):
    def differ(array, axes, keep):
        found = reduced(array, axes, keep)
        if found and found[1] == 0 and found[0].size == 0:
            return EMPTY_EXTREME, f"np.zeros({found[0].shape}, {dtype or '{0}.dtype'})"
        return None

    return differ


def add_reduction(name, types, code, weight=0.6, **more):
    def steps(g):
        yield from reduction(g, name, types, code, **more)

    steps.__name__ = name
    operation(weight)(steps)


def has_few(array):
    """Whether no product of some elements over- or underflows in one order alone."""
    if array.dtype.kind != "f":
        return True
    most, limit = (40, 1e6) if array.dtype == "float64" else (9, 1e3)
    sizes = np.abs(array[np.isfinite(array) & (array != 0)])
    return array.size <= most and (sizes.size == 0 or (sizes.max() <= limit and sizes.min() >= 1 / limit))


OF = "axis={axes}, keepdims={keep}"
add_reduction(
    "sum", ALL, f"np.sum({{0}}, {OF}, dtype=np.int64 if {{0}}.dtype == bool else {{0}}.dtype)", 1.5, magnitude="abs"
)
add_reduction(
    "prod",
    ALL,
    f"np.prod({{0}}, {OF}, dtype=np.int64 if {{0}}.dtype == bool else {{0}}.dtype)",
    1,
    magnitude="abs",
    suits=has_few,
)
add_reduction(
    "sum_as",
    NUMBERS,
    f"np.sum({{0}}, {OF}, dtype=np.float64)",
    magnitude=f"np.sum(np.abs({{0}}.astype(np.float64)), {OF})",
)
add_reduction(
    "mean_as",
    ALL,
    f"np.mean({{0}}, {OF}, dtype=np.float64)",
    differ=no_mean,
    magnitude=f"np.mean(np.abs({{0}}.astype(np.float64)), {OF})",
)
add_reduction("mean", FLOATS, f"np.mean({{0}}, {OF})", 1, differ=no_mean, magnitude="abs")
add_reduction("max", ALL, f"np.max({{0}}, {OF})", 1, differ=no_extreme())
add_reduction("min", ALL, f"np.min({{0}}, {OF})", 1, differ=no_extreme())
add_reduction("any", ["bool"], f"np.any({{0}}, {OF})")
add_reduction("all", ["bool"], f"np.all({{0}}, {OF})")
add_reduction("count", ["bool"], f"np.count_nonzero({{0}}, {OF})")
add_reduction("norm_l1", FLOATS, f"np.sum(np.abs({{0}}), {OF})", 0.4, magnitude="self")
add_reduction("norm_l2", FLOATS, f"np.sqrt(np.sum(np.square({{0}}), {OF}))", 0.4, magnitude="self")
add_reduction("norm_inf", FLOATS, f"np.max(np.abs({{0}}), {OF}, initial=0)", 0.4)
add_reduction("reduce", INTEGERS, f"np.bitwise_xor.reduce({{0}}, {OF}, initial=1)")


@operation(0.8)
def var(g):
    ddof = g.random.choice([0, 0, 1, 2])
    squares = f"np.mean(np.square({{0}}), {OF}) * np.maximum({{0}}.size, 1)"
    code = f"np.{{name}}({{{{0}}}}, {OF}, ddof={ddof})".replace("{{0}}", "{0}")
    yield from reduction(
        g, "var", FLOATS, code.replace("{name}", "var"), differ=no_mean, k={"ddof": ddof}, magnitude=squares
    )


@operation(0.6)
def std(g):
    ddof = g.random.choice([0, 0, 1, 2])
    code = f"np.std({{0}}, {OF}, ddof={ddof})"
    magnitude = f"spread({{0}}, np.mean(np.square({{0}}), {OF}) * {{0}}.size, {code})"
    yield from reduction(g, "std", FLOATS, code, differ=no_mean, k={"ddof": ddof}, magnitude=magnitude)


@operation(0.5)
def log_sum_exp(g):
    code = "kept({0}, {axes}, {keep}, np.logaddexp.reduce(lines({0}, {axes}), axis=-1))"
    small = lambda array: bool(np.all(np.abs(array[np.isfinite(array)]) < 100))
    magnitude = "100 + np.abs({to})"
    yield from reduction(g, "log_sum_exp", FLOATS, code, suits=small, magnitude=magnitude)


def add_place(name):
    def steps(g):
        code = f"np.{name}(lines({{0}}, {{axes}}), axis=-1)"
        code = f"kept({{0}}, {{axes}}, {{keep}}, {code})"
        yield from reduction(g, name, ALL, code, differ=no_extreme("np.int64"))

    steps.__name__ = name
    operation(1)(steps)


add_place("argmax")
add_place("argmin")


def add_softmax(name):
    def steps(g):
        x = yield from g.operand(FLOATS, suits=lambda array: bool(np.all(np.abs(array) < 50)))
        if x is not None:
            axes = None if g.chance(0.2) else g.axes(x.array.ndim)
            differs = RANK_0 if x.array.ndim == 0 and axes and any(axis in (0, -1) for axis in axes) else None
            k = {"axes": axes, "keep": False, "number": False}
            yield g.step(
                name, [x], f"{name}({{0}}, {axes})", k=k, magnitude="100 * np.ones_like({to})", differs=differs
            )

    steps.__name__ = name
    operation(0.4)(steps)


add_softmax("softmax")
add_softmax("log_softmax")


def add_scan(name, numpy):
    def steps(g):
        suits = has_few if name == "cumprod" else lambda array: True
        x = yield from g.operand(NUMBERS + ["bool"] * (name == "cumsum"), suits=suits)
        if x is None:
            return
        axis = None if g.chance(0.2) else g.axis(x.array.ndim)
        dtype = "np.int64" if x.array.dtype == "bool" else "{0}.dtype"
        code = f"np.{numpy}({{0}}, axis={axis}, dtype={dtype}).reshape({{0}}.shape)"
        k = {"axes": axis if axis is None else [axis], "keep": False, "number": g.chance(0.5)}
        yield g.step(name, [x], code, k=k, magnitude="abs", differs=axis is not None and rank_0(x, axis) or None)

    steps.__name__ = name
    operation(1)(steps)


add_scan("cumsum", "cumsum")
add_scan("cumprod", "cumprod")


@operation(0.8)
def diff(g):
    x = yield from g.operand(NUMBERS)
    axis = g.axis(x.array.ndim)
    empty = -x.array.ndim <= axis < x.array.ndim and x.array.shape[axis] == 0
    differs = "NumPy has no differences of an empty axis" if empty else None
    yield g.step("diff", [x], f"np.diff({{0}}, axis={axis})", k={"axis": axis}, differs=differs)


@operation(0.5)
def diff_n(g):
    x = yield from g.operand(NUMBERS)
    axis, times = g.axis(x.array.ndim), g.random.choice([0, 1, 2, 2, 3, 5])
    few = -x.array.ndim <= axis < x.array.ndim and x.array.shape[axis] < times
    differs = "NumPy has no differences of an empty axis" if few else None
    code = f"np.diff({{0}}, {times}, axis={axis})"
    if times == 0:
        # NumPy does not look at the axis then
        code = f"np.diff(along({{0}}, {axis}, slice(None)), {times}, axis={axis})"
    yield g.step("diff_n", [x], code, k={"axis": axis, "times": times}, differs=differs)


@operation(0.5)
def sum_to(g):
    x = yield from g.operand(NUMBERS)
    sizes = g.related(x.array.shape)
    yield g.step("sum_to", [x], f"summed_to({{0}}, {sizes})", k={"sizes": sizes}, magnitude="abs")


# ---- orders


def add_sort(name, code):
    def steps(g):
        x = yield from g.operand()
        axis = g.axis(x.array.ndim)
        text = code.replace("{axis}", str(axis))
        yield g.step(name, [x], text, k={"axis": axis}, differs=rank_0(x, axis))

    steps.__name__ = name
    operation(0.8)(steps)


SORT, ARGSORT = "np.sort({0}, axis={axis}, stable=True)", "np.argsort({0}, axis={axis}, stable=True)"
BACKWARDS = "{0}.shape[{axis}] - 1 - np.flip(np.argsort(np.flip({0}, {axis}), axis={axis}, stable=True), {axis})"
add_sort("sort", SORT)
add_sort("sort_descending", "np.flip(" + SORT + ", {axis})")
add_sort("argsort", ARGSORT)
add_sort("argsort_descending", BACKWARDS)


def add_tops(name, order):
    def steps(g):
        x = yield from g.operand()
        axis = g.axis(x.array.ndim)
        count = g.random.choice([0, 1, 2, 3, 5])
        at = f"leading({order}, {{axis}}, {count})".replace("{axis}", str(axis))
        code = f"[np.take_along_axis({{0}}, {at}, {axis}), {at}]"
        yield g.step(name, [x], code, results=2, k={"axis": axis, "count": count}, differs=rank_0(x, axis))

    steps.__name__ = name
    operation(0.5)(steps)


add_tops("top_k", BACKWARDS)
add_tops("bottom_k", ARGSORT)
