"""What NumPy answers of tensors that are joined, filled, and picked from: for `generate.py`, which writes it."""

import math
import random

import numpy as np
from operands import apply

RANDOM = random.Random(21)

# how many cases of each operation, and how many of them as types
COUNTS = {
    "concat": (34, 6), "stack": (20, 3), "pad": (36, 4), "tile": (14, 2), "repeat": (14, 2), "tril": (12, 1), "triu": (12, 1),
    "eye": (5, 1), "arange": (6, 1), "linspace": (8, 1), "take": (44, 6), "gather": (30, 5), "index_copy": (20, 2), "index_add": (20, 2),
    "scatter": (20, 2), "scatter_add": (20, 2), "masked_select": (18, 2), "masked_fill": (10, 1), "masked_scatter": (10, 1), "compress": (22, 3),
    "nonzero": (14, 2), "one_hot": (16, 2), "top_k": (36, 4),
    "split": (26, 4), "chunk": (18, 3),
}  # fmt: skip


def random_sizes(rank, least=0):
    while True:
        sizes = [RANDOM.choice([1, 2, 2, 3, 3, 4, 5]) for _ in range(rank)]
        if rank and least == 0 and RANDOM.random() < 0.06:
            sizes[RANDOM.randrange(rank)] = 0
        if math.prod(sizes) <= 48:
            return sizes


def laid(sizes):
    """A base, and the steps of a view of it that has those sizes."""
    kind, base, steps = RANDOM.choice("dense dense permuted reversed stepped mixed".split()), list(sizes), []
    if kind in ("reversed", "stepped", "mixed"):
        slices = []
        for axis, size in enumerate(sizes):
            step = RANDOM.choice([-1, 1] if kind == "reversed" else [1, 2, -2])
            base[axis] = (size - 1) * abs(step) + 1 if size else 0
            slices.append([0, step])
        steps.append(["slice", slices])
    if kind in ("permuted", "mixed"):
        order = list(range(len(sizes)))
        RANDOM.shuffle(order)
        memory = [0] * len(base)
        for axis, place in enumerate(order):
            memory[place] = base[axis]
        base = memory
        steps.insert(0, ["permute", order])
    return {"base": base, "steps": steps}


def numbered(sizes, start=0):
    """An operand whose elements are numbers from there on, and its array."""
    operand = laid(sizes)
    if start:
        operand["from"] = start
    base = np.arange(start, start + math.prod(operand["base"])).reshape(operand["base"])
    return operand, apply(base, operand["steps"])


def drawn(sizes, draw):
    """An operand whose elements are drawn one by one, and its array."""
    operand = laid(sizes)
    elements = [draw() for _ in range(math.prod(operand["base"]))]
    operand["elements"] = ["nan" if x != x else x for x in elements]
    return operand, apply(np.array(elements).reshape(operand["base"]), operand["steps"])


def indices(sizes, size):
    """Indices along an axis of that size, of which a few are out of it."""
    wrong = RANDOM.random() < 0.1
    operand, array = drawn(sizes, lambda: RANDOM.randint(-size, size) if wrong else RANDOM.randint(-size, size - 1))
    return operand, array.astype(np.int64)


def random_axis(rank):
    axis = RANDOM.randrange(rank)
    return axis, axis - rank if RANDOM.random() < 0.4 else axis


def with_size(sizes, axis, size):
    return [*sizes[:axis], size, *sizes[axis + 1 :]]


def case_of(op):
    """A case, and the array that comes out; it raises where NumPy refuses."""
    rank = RANDOM.randint(1, 4)
    at, axis = random_axis(rank)
    case = {"op": op}
    if op in ("concat", "stack"):
        sizes = random_sizes(rank)
        if op == "stack":
            at, axis = random_axis(rank + 1)
        case["axes"] = [axis]
        parts = []
        for number in range(RANDOM.randint(1, 4)):
            own = with_size(sizes, at, RANDOM.randint(0, 4)) if op == "concat" else list(sizes)
            if RANDOM.random() < 0.04:
                own[RANDOM.randrange(rank)] += 1
            parts.append(numbered(own, 100 * number))
        case["with"] = [operand for operand, _ in parts]
        arrays = [array for _, array in parts]
        return case, lambda: np.concatenate(arrays, axis) if op == "concat" else np.stack(arrays, axis)
    if op == "eye":
        case["to"] = [RANDOM.randint(0, 6)] * 2
        return case, lambda: np.eye(case["to"][0], dtype=int)
    if op == "arange":
        case["to"] = random_sizes(rank)
        return case, lambda: np.arange(math.prod(case["to"])).reshape(case["to"])
    if op == "linspace":
        case |= {"to": [RANDOM.randint(0, 9)], "bounds": [RANDOM.randint(-8, 8) / 4, RANDOM.randint(-8, 8) / 4]}
        return case, lambda: np.linspace(*case["bounds"], case["to"][0])
    if op == "one_hot":
        count = RANDOM.randint(1, 6)
        operand, x = indices(random_sizes(RANDOM.randint(0, 2)), count)
        return case | operand | {"count": count}, lambda: np.eye(count, dtype=int)[x]
    if op in ("tril", "triu"):
        operand, x = numbered(random_sizes(RANDOM.randint(2, 3)))
        case |= operand | {"index": RANDOM.randint(-4, 4)}
        return case, lambda: getattr(np, op)(x, case["index"])
    if op == "nonzero":
        operand, x = drawn(random_sizes(RANDOM.randint(0, 3)), lambda: RANDOM.random() < 0.5)
        return case | operand, lambda: np.argwhere(x.astype(bool))
    sizes = random_sizes(rank, least=0 if op in ("pad", "tile", "repeat", "compress", "masked_select", "split", "chunk") else 1)
    size, case["axes"] = sizes[at], [axis]
    if op == "top_k":
        floats = [0.5, 1.0, 2.0, 2.0, 3.5, -1.0, math.nan, math.inf, -math.inf]
        operand, x = drawn(sizes, lambda: RANDOM.choice(floats))
        count = size + 1 if RANDOM.random() < 0.06 else RANDOM.randint(0, size)

        def places():
            if count > size:
                raise ValueError("fewer elements")
            lines = np.moveaxis(x, at, -1)
            order = np.lexsort((-lines, ~np.isnan(lines)), axis=-1)
            return np.moveaxis(order[..., :count], -1, at)

        case |= operand | {"dtype": "f64", "count": count}
        if count <= size:
            case["places"] = places().ravel().tolist()
        return case, lambda: np.take_along_axis(x, places(), axis)
    operand, x = numbered(sizes)
    case |= operand
    if op == "split":
        cuts = sorted(RANDOM.randint(0, size) for _ in range(RANDOM.randint(1, 3)))
        parts = [end - start for start, end in zip([0, *cuts], [*cuts, size])]
        case |= {"parts": parts, "index": RANDOM.randrange(len(parts))}
        if RANDOM.random() < 0.1:
            parts[RANDOM.randrange(len(parts))] += 1
            return case, refused
        return case, lambda: np.split(x, cuts, axis)[case["index"]]
    if op == "chunk":
        case["count"] = RANDOM.choice([n for n in range(1, 6) if size % n == 0 or RANDOM.random() < 0.15])
        case["index"] = RANDOM.randrange(case["count"])
        return case, lambda: np.split(x, case["count"], axis)[case["index"]]
    if op == "pad":
        case |= {"mode": RANDOM.choice(["constant", "edge", "reflect"]), "more": [RANDOM.randint(0, 3), RANDOM.randint(0, 3)]}
        if case["mode"] == "reflect" and max(case["more"]) >= size and max(case["more"]) > 0:
            return case, refused
        more = [case["more"] if i == at else (0, 0) for i in range(rank)]
        return case, lambda: np.pad(x, more, case["mode"])
    if op in ("tile", "repeat"):
        case["count"] = RANDOM.randint(0, 4)
        times = with_size([1] * rank, at, case["count"])
        return case, lambda: np.tile(x, times) if op == "tile" else np.repeat(x, case["count"], axis)
    if op.startswith("masked_select"):
        other, mask = drawn(with_size(sizes, at, 1) if RANDOM.random() < 0.3 else sizes, lambda: RANDOM.random() < 0.5)
        mask = np.broadcast_to(mask.astype(bool), x.shape)
        case["with"] = [other]
        if op == "masked_scatter":
            values, array = numbered([int(mask.sum())], 1000)
            case["with"].append(values)

        def of():
            y = x.copy()
            if op == "masked_select":
                return x[mask]
            y[mask] = -1 if op == "masked_fill" else array
            return y

        return case, of
    if op == "compress":
        other, mask = drawn([size], lambda: RANDOM.random() < 0.6)
        case["with"] = [other]
        return case, lambda: np.compress(mask.astype(bool), x, axis)
    if op in ("take", "index_copy", "index_add"):
        other, i = indices(random_sizes(RANDOM.randint(0, 2)), size)
        over = [*sizes[:at], *i.shape, *sizes[at + 1 :]]
        where = (slice(None),) * at + (i,)
    else:
        over = with_size(sizes, at, RANDOM.randint(1, 4))
        other, i = indices(over, size)
        where = tuple(i if n == at else grid for n, grid in enumerate(np.ogrid[tuple(slice(n) for n in over)]))
    case["with"] = [other]
    if op in ("take", "gather"):
        return case, lambda: np.take(x, i, axis) if op == "take" else np.take_along_axis(x, i, axis)
    values, array = numbered(over[RANDOM.randint(0, 1) :] if RANDOM.random() < 0.2 else over, 1000)
    case["with"].append(values)

    def of():
        y = x.copy()
        if op == "scatter":
            np.put_along_axis(y, i, np.broadcast_to(array, over), axis)
        elif op == "index_copy":
            y[where] = array
        else:
            np.add.at(y, where, np.broadcast_to(array, over))
        return y

    return case, of


def refused():
    raise ValueError("fewer elements than are reflected, which NumPy reflects again; or parts that do not add up, of which NumPy is not told")


def all_cases():
    cases = []
    for op, (count, _) in COUNTS.items():
        for _ in range(count):
            case, of = case_of(op)
            case = {"id": len(cases)} | case
            try:
                answer = of()
                elements = ["nan" if x != x else "inf" if x == math.inf else "-inf" if x == -math.inf else x for x in answer.ravel().tolist()]
                case |= {"sizes": list(answer.shape), "expected": elements}
                if op == "linspace":
                    case["magnitude"] = [4.0] * len(elements)
            except (ValueError, IndexError):
                case["expected"] = "error"
            if "elements" in case:
                case["elements"] = ["inf" if x == math.inf else "-inf" if x == -math.inf else x for x in case["elements"]]
            cases.append(case)
    return cases


# ---- as types


def shape_of(operand):
    """The sizes of the view of an operand."""
    return list(apply(np.zeros(operand["base"]), operand["steps"]).shape)


def dims(sizes, hidden=0.25):
    return "Shape![{}]".format(", ".join("_" if RANDOM.random() < hidden else str(size) for size in sizes))


def typed(case):
    """The call of a case as types: the shapes of its operands, and what is done with them."""
    op, axis = case["op"], "Axis::<{}>".format(case["axes"][0]) if "axes" in case else ""
    others = [shape_of(other) for other in case.get("with", [])]
    out = "Shape![{}]".format(", ".join("_" for _ in case["sizes"]))
    if op in ("eye", "arange", "linspace"):
        shape = dims(case["to"], 0)
        made = {
            "eye": f"Tensor::eye(Size::<{case['to'][0]}>)",
            "arange": f"Tensor::arange(<{shape} as StaticShape>::shape())",
            "linspace": f"Tensor::linspace(<{shape} as StaticShape>::shape(), {{}}, {{}})".format(*(float(x) for x in case.get("bounds", [0, 0]))),
        }[op]
        kind = "f64" if op == "linspace" else "i64"
        return f"made::<{kind}, {shape}>({case['id']}, || {made});"
    if op in ("concat", "stack"):
        if len(others) != 2:
            return None
        return f"two::<i64, i64, {dims(others[0])}, {dims(others[1])}, {out}>({case['id']}, |x, y| widened({op}({axis}, (x, y))));"
    s = dims(shape_of(case))
    count = f"Size::<{case['count']}>" if "count" in case else ""
    if op == "top_k":
        s = dims(shape_of(case), 0)
        return f"one::<f64, f64, {s}, {out}>({case['id']}, |x| widened(x.top_k({axis}, {count}).0));"
    call = {
        "pad": lambda: "x.pad({}, (Size::<{}>, Size::<{}>), {})".format(
            axis, *case["more"], {"constant": "Pad::Constant(0)", "edge": "Pad::Edge", "reflect": "Pad::Reflect"}[case["mode"]]
        ),
        "tile": lambda: f"x.tile({axis}, {count})",
        "repeat": lambda: f"x.repeat({axis}, {count})",
        "split": lambda: "x.split({}, ({})).{}.to_heap()".format(axis, ", ".join(f"Size::<{n}>" for n in case["parts"]), case["index"]),
        "chunk": lambda: f"x.chunk({axis}, {count}).collect::<Vec<_>>()[{case['index']}].to_heap()",
        "tril": lambda: f"x.tril({case['index']})",
        "triu": lambda: f"x.triu({case['index']})",
        "one_hot": lambda: f"x.one_hot::<i64, _>({count})",
    }
    if op in call:
        return f"one::<i64, i64, {s}, {out}>({case['id']}, |x| widened({call[op]()}));"
    if op == "nonzero":
        return f"one::<bool, usize, {s}, {out}>({case['id']}, |x| widened(x.nonzero()));"
    i = dims(others[0])
    if op in ("take", "gather"):
        return f"two::<i64, i64, {s}, {i}, {out}>({case['id']}, |x, i| widened(x.{op}({axis}, i)));"
    if op == "masked_select":
        return f"two::<i64, bool, {s}, {i}, {out}>({case['id']}, |x, i| widened(x.masked_select(i)));"
    if op == "compress":
        return f"two::<i64, bool, {s}, {i}, {out}>({case['id']}, |x, i| widened(x.compress({axis}, i)));"
    if op == "masked_fill":
        return f"changed::<bool, {s}, {i}, {s}>({case['id']}, |x, i, _| x.masked_fill(i, -1));"
    if op == "masked_scatter":
        return f"changed::<bool, {s}, {i}, {dims(others[1])}>({case['id']}, |x, i, v| x.masked_scatter(i, v));"
    return f"changed::<i64, {s}, {i}, {dims(others[1])}>({case['id']}, |x, i, v| x.{op}({axis}, i, v));"


def static_cases(cases):
    for op, (_, count) in COUNTS.items():
        calls = [typed(case) for case in cases if case["op"] == op and case["expected"] != "error"]
        yield from (f"    {call}\n" for call in [call for call in calls if call][:count])
