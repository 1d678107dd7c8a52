"""Writes what NumPy answers to reductions.jsonl, views.jsonl, products.jsonl and joins.jsonl and, with SciPy, windows.jsonl, and some of it as types
to static_cases.rs, static_views.rs, static_products.rs, static_joins.rs and static_windows.rs:
python3 tests/golden/generate.py"""

import json
import math
import sys
import warnings
from pathlib import Path

import numpy as np

sys.dont_write_bytecode = True
import joins
import products
import views
import windows
from operands import RANDOM, apply, random_sizes, random_steps


HERE = Path(__file__).parent
STATIC_CASES = 64

FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
INTEGERS = {name: np.dtype(name[0] + str(int(name[1:]) // 8)).type for name in "i8 i16 i32 i64 u8 u16 u32 u64".split()}
COMPLEX = {"c32": np.complex64, "c64": np.complex128}
TYPES = {"bool": np.bool_, **FLOATS, **INTEGERS, **COMPLEX}
# what is asked of the tests, for the magnitude of a variance that is almost none
TOLERANCE = {"f16": 1e-3, "f32": 1e-5, "f64": 1e-13, "c32": 1e-5, "c64": 1e-13}

OF_NUMBERS = "sum product min max argmin argmax".split()
OF_FLOATS = "mean variance std_dev norm_l1 norm_l2 norm_inf log_sum_exp".split()
REFUSED = {"min", "max", "argmin", "argmax", "mean", "mean_as", "var", "std"}
CONVERSIONS = {
    "sum_as": [("u8", "u32"), ("i8", "i64"), ("i32", "f64"), ("f32", "f64"), ("u16", "u64"), ("bool", "i32"), ("f16", "f64")],
    "mean_as": [("i32", "f64"), ("u8", "f32"), ("i64", "f64"), ("f32", "f64")],
}
IN_ORDER = ["i32", "u8", "i64"]

# several axes that `axes.rs` has as types
SEVERAL = {
    0: [[]],
    1: [[]],
    2: [[], [0, 1], [1, 0], [0, -1], [-2, -1]],
    3: [[], [0, 1], [0, -1], [-2, -1], [-1, -3], [2, 0, 1], [0, 1, 2]],
    4: [[], [0, 1], [1, -1], [-2, -1], [0, 2, 3], [-1, 1, -4], [0, 1, 2, 3]],
    5: [[], [-1, -3], [0, 2, 4], [1, -2, 0], [0, 1, 2, 3, 4]],
    6: [[], [0, 1], [1, 3, 5], [5, -3, 1], [0, 1, 2, 3, 4, 5]],
}


def pairs():
    """Every operation with every type of elements that it has, and its other arguments."""
    for dtype in [*FLOATS, *INTEGERS, "bool"]:
        for op in OF_NUMBERS:
            yield op, dtype, {}
    for dtype in FLOATS:
        for op in OF_FLOATS:
            for ddof in [0, 1] if op in ("var", "std") else [None]:
                yield op, dtype, {} if ddof is None else {"ddof": ddof}
    for op in ["any", "all", "count"]:
        yield op, "bool", {}
    for dtype in COMPLEX:
        for op in ["sum", "prod", "mean"]:
            yield op, dtype, {}
    for op, conversions in CONVERSIONS.items():
        for dtype, to in conversions:
            yield op, dtype, {"to": to}
    for dtype in IN_ORDER:
        yield "reduce", dtype, {}


# ---- axes and elements


def random_axes(rank):
    kind = RANDOM.random()
    if kind < 0.15 or rank == 0:
        return None if kind < 0.1 or rank > 0 else []
    if kind < 0.65:
        return [RANDOM.randrange(-rank, rank)]
    if kind < 0.9:
        return RANDOM.choice(SEVERAL[rank])
    axes = RANDOM.sample(range(rank), RANDOM.randint(1, rank))
    return [axis - rank if RANDOM.random() < 0.5 else axis for axis in axes]


def random_base(op, dtype, numel, special):
    """Elements whose text is short, and of which no sum of a few overflows."""
    T = TYPES[dtype]

    def number():
        if dtype == "bool":
            return RANDOM.random() < {"all": 0.8, "any": 0.2, "prod": 0.8}.get(op, 0.5)
        if dtype in INTEGERS:
            low, high = int(np.iinfo(T).min), int(np.iinfo(T).max)
            if op in ("min", "max", "argmin", "argmax", "sum_as", "mean_as", "reduce"):
                large = dtype in ("i64", "u64")
                if RANDOM.random() < 0.1 and op not in ("sum_as", "mean_as"):
                    return RANDOM.choice([low, high])
                return RANDOM.randint(max(low, -99), 99) if large or RANDOM.random() < 0.7 else RANDOM.randint(low, high)
            return RANDOM.randint(max(low, -9), 9)
        if op == "prod":
            return RANDOM.choice([1, -1]) * RANDOM.randint(700, 1300) / 1000
        if op == "log_sum_exp" and special == "large":
            return RANDOM.randint(-9, 9) / 8 + (400 if dtype == "f16" else 2000)
        # some of few values, so that there are equal ones
        return RANDOM.randint(-6, 6) / 4 if special == "equal" else RANDOM.randint(-3000, 3000) / 1000

    if dtype in COMPLEX:
        base = [complex(number(), number()) for _ in range(numel)]
    else:
        base = [number() for _ in range(numel)]
    if special == "nan":
        for _ in range(1 + numel // 40):
            base[RANDOM.randrange(numel)] = RANDOM.choice([math.nan, math.nan, math.inf, -math.inf])
    if special == "inf":
        one = RANDOM.choice([math.inf, -math.inf])
        for _ in range(1 + numel // 20):
            base[RANDOM.randrange(numel)] = one
    if special == "all -inf":
        base = [-math.inf] * numel
    return np.array(base, dtype=T)


def fits(op, dtype, x, axes):
    """Whether no sum or product of some elements overflows."""
    if dtype not in INTEGERS or op not in ("sum", "prod") or x.size == 0:
        return True
    sizes = np.asarray(np.abs(x.astype(object)), dtype=object)
    over = tuple(axes) if axes is not None else None
    total = np.sum(sizes, axis=over) if op == "sum" else np.prod(np.maximum(sizes, 1), axis=over)
    return np.max(total, initial=0) <= np.iinfo(TYPES[dtype]).max


# ---- answers


def lost(rank, axes):
    """The axes that a reduction goes along, counted from 0."""
    return list(range(rank)) if axes is None else sorted(axis % rank for axis in axes)


def rows(x, axes):
    """The elements of each result, in row-major order of what the reduction goes along."""
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    return x.transpose(kept + axes).reshape([x.shape[axis] for axis in kept] + [-1 if x.size else 0])


def in_order(row):
    """What `reduce` is asked for: a number that tells the order."""
    state = 7
    for element in row:
        state = state * 31 + int(element)
    return (state + 2**63) % 2**64 - 2**63


def magnitudes(op, dtype, x, axes, result):
    """By what the tolerance is multiplied, for each result."""
    x = np.where(np.isfinite(x), np.abs(x), 0).astype(np.float64)
    size = np.nan_to_num(np.abs(result).astype(np.float64), posinf=0)
    count = math.prod(x.shape[axis] for axis in axes) or 1
    greatest = x.max(axis=tuple(axes), keepdims=True, initial=0).reshape(result.shape)
    if op in ("sum", "mean", "sum_as", "mean_as"):
        total = x.sum(axis=tuple(axes)).reshape(result.shape)
        return total / count if op.startswith("mean") else total
    if op == "var":
        return size + TOLERANCE[dtype] * greatest**2
    if op == "std":
        return size + greatest
    if op == "log_sum_exp":
        return size + 1
    return size


def answer(op, dtype, x, axes, keep, args):
    """What NumPy says, and the magnitudes where that is rounded."""
    T = TYPES[dtype]
    over = None if axes is None else tuple(axes)
    # refuses axes that are not there, or that are named twice
    sum_of_sizes = np.sum(np.zeros(x.shape), axis=over, keepdims=keep)
    axes = lost(x.ndim, axes)
    sizes, count = sum_of_sizes.shape, math.prod(x.shape[axis] for axis in axes)
    if op in REFUSED and count == 0:
        if op in ("min", "max", "argmin", "argmax"):
            try:
                getattr(np, op)(rows(x, axes), axis=-1)
            except ValueError:
                pass
            else:
                raise AssertionError("NumPy takes it")
        # where there is no result either, NumPy refuses some of these; here nothing is asked of one
        return sizes, None if sum_of_sizes.size > 0 else sum_of_sizes, None
    along = {"axis": over, "keepdims": keep}
    # halves are summed as they are here, in `float32`
    wide = np.float32 if dtype == "f16" else T
    x_wide = x.astype(wide)
    if op in ("sum", "count"):
        result = np.sum(x, dtype=np.uint64 if dtype == "bool" else wide, **along)
    elif op == "prod":
        result = np.prod(x, dtype=np.uint64 if dtype == "bool" else wide, **along)
    elif op == "mean":
        result = np.mean(x, dtype=wide, **along)
    elif op in ("min", "max", "any", "all"):
        result = getattr(np, op)(x, **along)
    elif op in ("argmin", "argmax"):
        result = getattr(np, op)(rows(x, axes), axis=-1) if sum_of_sizes.size else np.zeros(sizes, np.int64)
    elif op == "var":
        result = np.var(x_wide, dtype=wide, ddof=args["ddof"], **along)
    elif op == "std":
        result = np.std(x_wide, dtype=wide, ddof=args["ddof"], **along)
    elif op == "norm_l1":
        result = np.sum(np.abs(x_wide), **along)
    elif op == "norm_l2":
        result = np.sqrt(np.sum(x_wide * x_wide, **along))
    elif op == "norm_inf":
        result = np.max(np.abs(x), initial=0, **along)
    elif op == "log_sum_exp":
        # as exact as can be: `logaddexp.reduce` rounds once for each element
        exact = x.astype(np.longdouble)
        greatest = np.max(exact, axis=over, keepdims=True, initial=-np.inf)
        greatest = np.where(np.isfinite(greatest), greatest, 0)
        result = np.log(np.sum(np.exp(exact - greatest), **along)) + greatest.reshape(sizes)
    elif op == "sum_as":
        result = np.sum(x.astype(TYPES[args["to"]]), dtype=TYPES[args["to"]], **along)
    elif op == "mean_as":
        result = np.mean(x.astype(TYPES[args["to"]]), dtype=TYPES[args["to"]], **along)
    elif op == "reduce":
        of_rows = rows(x, axes)
        result = np.array([in_order(of_rows[at]) for at in np.ndindex(of_rows.shape[:-1])], dtype=np.int64)
    result = np.asarray(result).reshape(sizes)
    to = args.get("to", dtype)
    if to in FLOATS or to in COMPLEX:
        exact = op in ("min", "max", "argmin", "argmax", "norm_inf")
        result = result if op.startswith("arg") else result.astype(TYPES[to])
        return sizes, result, None if exact else magnitudes(op, to, x, axes, result)
    return sizes, result, None


# ---- text


def text(x):
    """An element as JSON has it."""
    if isinstance(x, np.complexfloating):
        return [text(x.real), text(x.imag)]
    if isinstance(x, np.bool_):
        return bool(x)
    if isinstance(x, np.integer):
        return int(x)
    if np.isnan(x):
        return "NaN"
    if np.isinf(x):
        return "inf" if x > 0 else "-inf"
    return float(str(x))


def texts(x):
    return [text(element) for element in x.ravel()]


def rounded(x):
    return [float(f"{element:.2e}") for element in x.ravel()]


class Cases:
    """The lines written so far."""

    def __init__(self):
        self.lines = []

    def add(self, op, dtype, base_sizes, base, steps, axes, keep, args, formula=None):
        x = apply(base.reshape(base_sizes), steps)
        case = {"id": len(self.lines), "op": op, "dtype": dtype, **args, "base": base_sizes}
        case.update({"formula": formula} if formula else {"elements": texts(base)})
        case.update({"steps": steps, "axes": axes, "keep": keep})
        try:
            sizes, result, magnitude = answer(op, dtype, x, axes, keep, args)
            case["sizes"] = list(sizes)
            case["expected"] = "error" if result is None else texts(result)
            if magnitude is not None and result is not None:
                case["magnitude"] = rounded(magnitude)
        except np.exceptions.AxisError:
            case["expected"] = "error"
        except ValueError as error:
            assert "duplicate" in str(error), error
            case["expected"] = "error"
        self.lines.append((case, list(x.shape)))


def some(cases, op, dtype, args, special=None, sizes=None, axes=False):
    """A case of random sizes, strides, axes and elements."""
    rank = len(sizes) if sizes is not None else RANDOM.choice([0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6])
    if special and sizes is None:
        rank = max(rank, 1)
    while True:
        base_sizes, steps = random_steps(sizes if sizes is not None else random_sizes(rank))
        if math.prod(base_sizes) <= 400 and not (special and math.prod(base_sizes) == 0):
            break
    if axes is False:
        axes = random_axes(rank)
    base = random_base(op, dtype, math.prod(base_sizes), special)
    for _ in range(100):
        if fits(op, dtype, apply(base.reshape(base_sizes), steps), axes):
            break
        # fewer that matter
        one = 0 if op == "sum" else 1
        base = np.array([x if RANDOM.random() < 0.7 else one for x in base], dtype=TYPES[dtype])
    cases.add(op, dtype, base_sizes, base, steps, axes, RANDOM.random() < 0.4, args)


def made(formula, dtype, numel):
    """The elements that a formula stands for: as `Formula` of `element.rs`."""
    T = TYPES[dtype]
    seed, modulus, times, minus, over = (formula[key] for key in ["seed", "modulus", "times", "minus", "over"])

    def number(i):
        return (i * (i + seed) * 31 + i * 17 + seed) % modulus * times - minus

    def one(i):
        if dtype in INTEGERS or dtype == "bool":
            return T(number(i))
        if dtype in COMPLEX:
            part = np.float32 if dtype == "c32" else np.float64
            return T(complex(part(number(2 * i)) / part(over), part(number(2 * i + 1)) / part(over)))
        wide = np.float32 if dtype == "f16" else T
        return T(wide(number(i)) / wide(over))

    elements = np.array([one(i) for i in range(numel)], dtype=T)
    for place, element in formula["but"]:
        elements[place] = element
    return elements


LONG = [
    [[5000], []],
    [[3, 1000], []],
    [[1000, 3], []],
    [[6, 700], []],
    [[131, 33], []],
    [[2, 3, 500], []],
    [[5, 130, 7], []],
    [[300, 16], [["permute", [1, 0]]]],
    [[4, 1200], [["slice", [[0, -1], [0, 1]]]]],
    [[4, 1200], [["slice", [[0, 1], [1, -2]]]]],
    [[2000], [["broadcast", [3, 2000]]]],
    [[1, 700], [["broadcast", [6, 700]]]],
    [[600, 1], [["broadcast", [600, 8]]]],
    [[40, 2, 60], [["permute", [2, 0, 1]], ["slice", [[0, -1], [1, 2], [0, 1]]]]],
]
# of which no row or column is longer than 127
NARROW = [
    [[40, 100], []],
    [[100, 40], []],
    [[60, 70], [["permute", [1, 0]]]],
    [[100, 90], [["slice", [[0, -1], [0, 2]]]]],
    [[20, 1, 100], [["broadcast", [20, 2, 100]]]],
]


def long(cases, op, dtype, args, nan=False):
    """A case of many elements, which a formula stands for."""
    narrow = op in ("sum", "prod") and dtype in (*INTEGERS, *COMPLEX)
    base_sizes, steps = RANDOM.choice(NARROW if narrow else LONG)
    numel = math.prod(base_sizes)
    formula = {"seed": RANDOM.randrange(1, 1000), "modulus": 1999, "times": 1, "minus": 999, "over": 700, "but": []}
    if op in ("min", "max", "norm_inf"):
        # these are exact, and not every reader of JSON is exact beyond 15 digits
        formula["over"] = 512
    if dtype in INTEGERS or dtype == "bool":
        unsigned = dtype[0] in "ub"
        formula.update(modulus=101 if op in REFUSED else 3, minus=0 if unsigned else 50 if op in REFUSED else 1, over=1)
        if dtype == "bool":
            formula.update(modulus=2)
            if op in ("all", "min", "prod", "argmin"):
                formula.update(modulus=1, minus=-1, but=[[RANDOM.randrange(numel), False]])
        elif op == "prod":
            formula.update(modulus=1, minus=-1, but=[[RANDOM.randrange(numel), 2], [RANDOM.randrange(numel), 3]])
    elif op == "prod":
        formula.update({"modulus": 2201, "minus": 1100, "over": 1000} if dtype in COMPLEX else {"modulus": 201, "minus": -900, "over": 1000})
    if nan:
        formula.update(but=[[place, math.nan] for place in sorted(RANDOM.sample(range(numel), 2))])
    rank = len(apply(np.zeros(base_sizes), steps).shape)
    axes = [RANDOM.randrange(-rank, rank)] if narrow or RANDOM.random() < 0.6 else RANDOM.choice([None, *SEVERAL[rank][1:]])
    base = made(formula, dtype, numel)
    assert fits(op, dtype, apply(base.reshape(base_sizes), steps), axes), (op, dtype)
    formula["but"] = [[place, text(TYPES[dtype](element))] for place, element in formula["but"]]
    cases.add(op, dtype, base_sizes, base, steps, axes, RANDOM.random() < 0.2, args, formula)


def all_cases():
    cases = Cases()
    for op, dtype, args in pairs():
        for special in [None, None, None, "equal"]:
            some(cases, op, dtype, args, special)
        long(cases, op, dtype, args)
    for op, dtype, args in pairs():
        if dtype in FLOATS and op != "prod":
            for special in ["nan", "inf"]:
                some(cases, op, dtype, args, special)
            if op in ("min", "max", "argmin", "argmax", "sum"):
                long(cases, op, dtype, args, nan=True)
        if op == "log_sum_exp":
            some(cases, op, dtype, args, "large")
            some(cases, op, dtype, args, "all -inf")
    # where there is no element
    for op, dtype, args in pairs():
        if dtype in ("f32", "i32", "bool", "c64"):
            sizes, axes = RANDOM.choice([([0], [0]), ([2, 0, 3], [1]), ([0, 3], [0]), ([3, 0], [-1]), ([2, 0], None)])
            some(cases, op, dtype, args, None, sizes, axes)
            sizes, axes = RANDOM.choice([([0, 3], [1]), ([0, 0], [0]), ([2, 0, 3], [0, -1]), ([4, 0], [])])
            some(cases, op, dtype, args, None, sizes, axes)
    # axes that are not there, or that are named twice
    for op, dtype in [("sum", "f64"), ("max", "i32"), ("mean", "f32"), ("argmax", "i32"), ("count", "bool")]:
        for sizes, axes in [([2, 3], [2]), ([2, 3], [-3]), ([], [0]), ([2, 3], [1, 1]), ([2, 3, 4], [0, -3]), ([2, 0], [2])]:
            some(cases, op, dtype, {}, None, sizes, axes)
    # each axis of each rank
    for op, dtype in [("sum", "f64"), ("argmax", "i32")]:
        for rank in range(1, 7):
            for axis in range(-rank, rank):
                some(cases, op, dtype, {}, None, random_sizes(rank), [axis])
            for axes in SEVERAL[rank]:
                some(cases, op, dtype, {}, None, random_sizes(rank), axes)
    return cases.lines


# ---- as types


def static_cases(lines):
    """Calls of the macro `typed_case!` of main.rs."""
    types = ("f64", "f32", "i32", "i64", "u8", "bool")
    ranks = {}
    for case, shape in lines:
        if case["dtype"] in types and "sizes" in case and case["op"] not in ("sum_as", "mean_as", "reduce"):
            ranks.setdefault(len(shape), []).append((case, shape))
    chosen = [one for rank in ranks.values() for one in RANDOM.sample(rank, min(len(rank), STATIC_CASES // 6))]
    for case, shape in sorted(chosen, key=lambda one: one[0]["id"])[:STATIC_CASES]:
        known = [RANDOM.random() < 0.75 for _ in shape]
        dims = ["{}".format(size) if known else "_" for size, known in zip(shape, known)]
        at = lost(len(shape), case["axes"])
        left = ["1" if axis in at else dim for axis, dim in enumerate(dims) if case["keep"] or axis not in at]
        if case["axes"] is None:
            axes = "RangeFull"
        elif len(case["axes"]) == 1:
            axes = f"Axis<{case['axes'][0]}>"
        else:
            axes = "({})".format(", ".join(f"Axis<{axis}>" for axis in case["axes"]))
        if case["keep"]:
            axes = f"Keep<{axes}>"
        op = "".join(part.capitalize() for part in case["op"].split("_")) + (f"({case['ddof']})" if "ddof" in case else "")
        shapes = ["Shape![{}]".format(", ".join(dims)) for dims in (dims, left)]
        yield f"    typed_case!({case['id']}, {op}, {case['dtype']}, {shapes[0]}, {axes} => {shapes[1]});\n"


def write(name, lines):
    with open(HERE / name, "w") as file:
        for case in lines:
            file.write(json.dumps(case, separators=(",", ":"), allow_nan=False) + "\n")
    print(f"{len(lines)} cases in {name}")


def write_types(name, of, test, uses, calls):
    with open(HERE / name, "w") as file:
        file.write(f"//! Some cases of `{of}` as types, written by `generate.py`.\n\n")
        file.write(f"{uses}\n\n#[test]\nfn {test}() {{\n")
        file.writelines(calls)
        file.write("}\n")


def main():
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    lines = all_cases()
    write("reductions.jsonl", [case for case, _ in lines])
    write_types("static_cases.rs", "reductions.jsonl", "static_shapes", "use super::*;", static_cases(lines))
    lines = views.all_cases()
    write("views.jsonl", [case for case, _ in lines])
    write_types("static_views.rs", "views.jsonl", "static_views", "use super::typed_views::*;", views.static_cases(lines))
    lines = products.all_cases()
    write("products.jsonl", lines)
    write_types("static_products.rs", "products.jsonl", "static_products", "use super::products::*;", products.static_cases(lines))
    lines = joins.all_cases()
    write("joins.jsonl", lines)
    write_types("static_joins.rs", "joins.jsonl", "static_joins", "use super::typed_joins::*;", joins.static_cases(lines))
    lines = windows.all_cases()
    write("windows.jsonl", lines)
    write_types("static_windows.rs", "windows.jsonl", "static_windows", "use super::windows::*;", windows.static_cases(lines))


main()
