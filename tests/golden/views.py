"""What NumPy answers of views, other shapes and scans: for `generate.py`, which writes it."""

import math

import numpy as np
from operands import RANDOM, apply, random_sizes, random_steps

# how many cases of each operation, and how many of them as types
COUNTS = {
    "permute": (45, 4), "t": (20, 2), "swap_axes": (40, 3), "move_axis": (45, 4), "flip": (40, 2), "squeeze": (36, 3),
    "unsqueeze": (40, 3), "diagonal": (60, 4), "index_axis": (40, 3), "narrow": (80, 6), "slice": (190, 18),
    "broadcast_to": (45, 4), "reshape": (120, 5), "reshape_as": (14, 14), "flatten": (32, 2), "unflatten": (60, 3),
    "flatten_axes": (60, 3), "axis_iter": (24, 2), "axis_windows": (30, 3), "axis_chunks_iter": (30, 2), "split_at": (34, 2),
    "cumsum": (40, 2), "cumprod": (30, 1), "diff": (40, 3),
}  # fmt: skip
# the operations of which there are mutable views
MUTABLE = set(COUNTS) - {"broadcast_to", "reshape_as", "axis_iter", "axis_windows", "axis_chunks_iter", "cumsum", "cumprod", "diff"}
# pairs of axes, which `views.rs` has as types
PAIRS = [
    (0, 0), (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-2, -1), (-1, -2), (2, 0), (0, 2), (-1, 1), (1, -2), (-3, -1), (-3, 2),
    (3, 1), (1, 3), (-4, 2), (2, -4), (4, 0), (-5, 3), (5, 2), (0, -6), (-1, 4), (1, 5), (-7, 0), (2, 6),
]  # fmt: skip
# how a refusal is told by sizes and indices alone, so that types do not tell it
BY_VALUES = {"squeeze", "index_axis", "narrow", "slice", "split_at", "broadcast_to", "reshape", "reshape_as", "unflatten", "diff"}


class Refused(Exception):
    """What is refused here by design where NumPy has an answer, or has no such function."""


# ---- parts of axes: as lists that begin with how the part is written


def random_range(size):
    if RANDOM.random() < 0.04:
        return RANDOM.choice([["a..b", size, size + 1], ["a..", size + 1], ["..b", size + 2], ["a..b", 2, 1], ["..=b", size]])
    a, b = sorted(RANDOM.randint(0, size) for _ in range(2))
    kinds = [["a..b", a, b], ["a..", a], ["..b", b], ["part", a, b - a], ["span", a, b - a]]
    return RANDOM.choice(kinds + ([["a..=b", a, b - 1], ["..=b", b - 1]] if b > a else []))


def random_part(size):
    kind = RANDOM.random()
    if kind < 0.15:
        return [".."]
    if kind < 0.25:
        return ["reversed"]
    if kind < 0.7:
        return random_range(size)
    inner = RANDOM.choice([[".."], ["reversed"], random_range(size)])
    while inner[0] in ("part", "span"):
        inner = random_range(size)
    step = RANDOM.choice([1, 2, 2, 3, 5])
    if RANDOM.random() < 0.15:
        return ["every", ["every", inner, 2], step]
    return ["every", inner, 0 if RANDOM.random() < 0.02 else step]


def bounds(part, size):
    """From which element on, and to the one before which."""
    kind, *of = part
    first = of[0] if kind in ("a..b", "a..", "a..=b", "part", "span") else 0
    last = {"a..b": 1, "a..=b": 1, "..b": 0, "..=b": 0}.get(kind)
    if kind in ("part", "span"):
        return first, first + of[1]
    return first, size if last is None else of[last] + (kind in ("a..=b", "..=b"))


def as_slice(part, size):
    """What NumPy is asked for; it takes ranges that end anywhere, which are refused here."""
    step = 1
    while part[0] == "every":
        step, part = step * part[2], part[1]
    if part[0] == "reversed":
        return slice(None, None, -step)
    first, last = bounds(part, size)
    if not first <= last <= size:
        raise Refused
    return slice(first, last, step)


def is_entry_of_axis(entry):
    return entry[0] not in ("new", "rest")


def as_index(entries, sizes):
    """What stands between NumPy's brackets."""
    axes = sum(map(is_entry_of_axis, entries))
    rests = entries.count(["rest"])
    if axes > len(sizes) or axes < len(sizes) and not rests or rests > 1:
        raise Refused
    sizes, skipped, index = list(sizes), len(sizes) - axes, []
    for entry in entries:
        if entry[0] == "new":
            index.append(np.newaxis)
        elif entry[0] == "rest":
            index.append(Ellipsis)
            del sizes[:skipped]
        else:
            size = sizes.pop(0)
            index.append(entry[1] if entry[0] == "at" else as_slice(entry, size))
    # so that what has no axis is a view too
    return tuple(index if Ellipsis in index else [*index, Ellipsis])


def random_entries(sizes):
    rest = RANDOM.random() < 0.2
    entries = [["rest"]] if rest else []
    for size in sizes[RANDOM.randint(0, len(sizes)) if rest else 0 :]:
        while RANDOM.random() < 0.12:
            entries.append(["new"])
        if RANDOM.random() < 0.25 and (size > 0 or RANDOM.random() < 0.1):
            entries.append(["at", size if RANDOM.random() < 0.03 else RANDOM.randrange(max(size, 1))])
        else:
            entries.append(random_part(size))
    if RANDOM.random() < 0.15:
        entries.append(["new"])
    if RANDOM.random() < 0.06:
        entries = RANDOM.choice([entries[:-1], [*entries, [".."]], [*entries, ["rest"]]])
    # `part.rs` has tuples of as many
    return entries[:8]


# ---- questions


def random_axis(rank):
    """One of them, or now and then one that is not there."""
    if rank == 0 or RANDOM.random() < 0.08:
        return RANDOM.choice([rank, -rank - 1])
    return RANDOM.randrange(-rank, rank)


def random_pair(rank):
    there = [pair for pair in PAIRS if all(-rank <= axis < rank for axis in pair)]
    return list(RANDOM.choice(there if there and RANDOM.random() < 0.9 else PAIRS))


def factors(numel, rank):
    """Sizes that multiply to it."""
    if numel == 0:
        sizes = [RANDOM.choice([0, 1, 2, 3]) for _ in range(rank)]
        return sizes if 0 in sizes else [*sizes[1:], 0] if rank else []
    sizes = [1] * rank
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47):
        while numel % prime == 0:
            numel //= prime
            if rank:
                sizes[RANDOM.randrange(rank)] *= prime
    return sizes


def other_shape(sizes):
    """A shape of as many elements: any, or with axes of size 1 put in and neighbours as one, which needs no copy."""
    sizes, kind = list(sizes), RANDOM.random()
    if kind < 0.45:
        return factors(math.prod(sizes), RANDOM.randint(0 if math.prod(sizes) == 1 else 1, 5))
    for _ in range(RANDOM.randint(1, 2)):
        at = RANDOM.randint(0, len(sizes))
        if RANDOM.random() < 0.5 and 0 < at < len(sizes):
            sizes[at - 1 : at + 1] = [sizes[at - 1] * sizes[at]]
        elif len(sizes) < 6:
            sizes.insert(at, 1)
    return sizes


def wrong(sizes):
    """Now and then others."""
    if RANDOM.random() < 0.1:
        at = RANDOM.randint(0, len(sizes))
        return [*sizes[:at], RANDOM.choice([2, 3, 5]), *sizes[at + 1 :]]
    return sizes


def question(op, sizes):
    """The arguments of an operation on a shape."""
    rank = len(sizes)
    one = {"axes": [random_axis(rank)]}
    size = sizes[one["axes"][0]] if -rank <= one["axes"][0] < rank else 1
    if op == "permute":
        order = [axis - rank if RANDOM.random() < 0.3 else axis for axis in RANDOM.sample(range(rank), rank)]
        if RANDOM.random() < 0.15:
            order = RANDOM.choice([order[1:], [*order, 0], [*order[1:], rank], [*order[1:], *order[1:2]]])
        return {"axes": order}
    if op in ("flip", "cumsum", "cumprod"):
        if RANDOM.random() < 0.15:
            return {"axes": None}
        axes = [axis - rank if RANDOM.random() < 0.3 else axis for axis in RANDOM.sample(range(rank), RANDOM.randint(0, rank))]
        if RANDOM.random() < 0.1:
            axes = RANDOM.choice([[*axes, rank], [*axes, *axes[:1]], [-rank - 1]])
        return one if RANDOM.random() < 0.5 else {"axes": axes}
    if op in ("swap_axes", "move_axis", "diagonal"):
        return {"axes": random_pair(rank)}
    if op == "unsqueeze":
        # `views.rs` has these as types
        return {"axes": [min(max(random_axis(rank + 1), -7), 6)]}
    if op in ("squeeze", "flatten_axes") and RANDOM.random() < 0.7:
        fit = [axis for axis in range(rank) if (sizes[axis] == 1 if op == "squeeze" else axis + 1 < rank)]
        return {"axes": [RANDOM.choice(fit) - RANDOM.choice([0, rank])]} if fit else one
    if op == "index_axis":
        return {**one, "index": RANDOM.randint(0, size - 1) if size and RANDOM.random() < 0.93 else size}
    if op == "narrow":
        return {**one, "parts": [random_part(size)]}
    if op == "slice":
        return {"parts": random_entries(sizes)}
    if op == "broadcast_to":
        to = [RANDOM.choice([0, 1, 2, 3, 4, 5]) if size == 1 else size for size in sizes]
        before = [RANDOM.choice([1, 2, 3]) for _ in range(RANDOM.choice([0, 0, 1, 2]))]
        return {"to": wrong(before + to if rank + len(before) <= 6 else to)[1 if RANDOM.random() < 0.04 else 0 :]}
    if op == "reshape":
        return {"to": wrong(other_shape(sizes))}
    if op == "reshape_as":
        to = wrong(other_shape(sizes) or [1])
        to[RANDOM.randrange(len(to))] = -1
        return {"to": to}
    if op == "unflatten":
        return {**one, "to": wrong(factors(size, 2))[:2]}
    if op in ("axis_windows", "axis_chunks_iter", "split_at"):
        return {**one, "index": RANDOM.randint(0 if op != "axis_chunks_iter" or RANDOM.random() < 0.1 else 1, size + 1)}
    return {} if op in ("t", "flatten") else one


# ---- answers


def reshaped(x, to):
    """Without a copy where NumPy needs none."""
    try:
        return x.reshape(to, copy=False)
    except ValueError:
        return x.reshape(to)


def place(axis, rank):
    """Where an axis stands."""
    return np.lib.array_utils.normalize_axis_index(axis, rank)


def scanned(op, x, axes):
    """Along several axes in row-major order: as NumPy does along one."""
    np.sum(np.zeros(x.shape), axis=None if axes is None else tuple(axes))  # refuses what is not there, or twice
    along = list(range(x.ndim)) if axes is None else sorted(axis % x.ndim for axis in axes)
    kept = [axis for axis in range(x.ndim) if axis not in along]
    rows = x.transpose(kept + along)
    flat = rows.reshape([x.shape[axis] for axis in kept] + [math.prod(x.shape[axis] for axis in along)])
    totals = {"dtype": np.uint64} if x.dtype == np.bool_ else {"dtype": x.dtype}
    return getattr(np, op)(flat, axis=-1, **totals).reshape(rows.shape).transpose(np.argsort(kept + along))


def answer(op, x, args):
    """The views, one or several."""
    axes, index, to, rank = args.get("axes"), args.get("index"), args.get("to"), x.ndim
    axis = axes[0] if axes else None
    if op == "permute":
        return [x.transpose(axes)]
    if op == "t":
        return [np.matrix_transpose(x)]
    if op == "swap_axes":
        return [np.swapaxes(x, *axes)]
    if op == "move_axis":
        return [np.moveaxis(x, *axes)]
    if op == "flip":
        # of no axis, NumPy gives a number, which is no view
        return [np.flip(x, axes if axes is None else tuple(axes)) if rank or axes else x]
    if op == "squeeze":
        # of no axis, NumPy takes 0 and -1 alone, and refuses them in a tuple
        return [np.squeeze(x, tuple(axes))]
    if op == "unsqueeze":
        return [np.expand_dims(x, axis)]
    if op == "diagonal":
        view = np.diagonal(x, 0, *axes)
        view.flags.writeable = True
        return [view]
    if op == "slice":
        return [x[as_index(args["parts"], x.shape)]]
    if op == "broadcast_to":
        return [np.broadcast_to(x, to)]
    if op in ("reshape", "reshape_as"):
        return [reshaped(x, to)]
    if op == "flatten":
        return [reshaped(x, [x.size])]
    if op in ("cumsum", "cumprod"):
        return [scanned(op, x, axes)]
    axis = place(axis, rank)
    size, before = x.shape[axis], (slice(None),) * axis
    if op == "index_axis":
        return [x[(*before, index, Ellipsis)]]
    if op == "narrow":
        return [x[(*before, as_slice(args["parts"][0], size))]]
    if op == "unflatten":
        if math.prod(to) != size:
            raise Refused
        return [reshaped(x, [*x.shape[:axis], *to, *x.shape[axis + 1 :]])]
    if op == "flatten_axes":
        if axis + 1 == rank:
            raise Refused
        return [reshaped(x, [*x.shape[:axis], size * x.shape[axis + 1], *x.shape[axis + 2 :]])]
    if op == "axis_iter":
        return list(np.moveaxis(x, axis, 0))
    if op == "axis_windows":
        if index > size:
            return []
        windows = np.lib.stride_tricks.sliding_window_view(x, index, axis)
        return [np.moveaxis(window, -1, axis) for window in np.moveaxis(windows, axis, 0)]
    if op == "axis_chunks_iter":
        if index == 0:
            raise Refused
        return [x[(*before, slice(i, i + index))] for i in range(0, size - index + 1, index)]
    if op == "split_at":
        if index > size:
            raise Refused
        return [x[(*before, slice(None, index))], x[(*before, slice(index, None))]]
    assert op == "diff"
    if size == 0:
        raise Refused
    return [np.diff(x, axis=axis)]


def magnitude(op, x, result, axes):
    """By what the tolerance is multiplied: of a difference, since not every reader of JSON is exact beyond 15 digits."""
    return scanned(op, np.abs(x), axes) if op == "cumsum" else np.abs(result)


# ---- cases


def random_base(op, dtype, numel):
    if dtype == "bool":
        return np.array([RANDOM.random() < 0.7 for _ in range(numel)], dtype=np.bool_)
    if dtype in ("f32", "f64"):
        low, high = (700, 1300) if op == "cumprod" else (-3000, 3000)
        numbers = [RANDOM.randint(low, high) / 1000 for _ in range(numel)]
        return np.array(numbers, dtype=np.float32 if dtype == "f32" else np.float64)
    return np.array([RANDOM.choice([1, -1, 1, 2] if op == "cumprod" else range(-9, 10)) for _ in range(numel)], dtype=np.int64)


def random_operand(op):
    """The sizes of a base, and the steps: of few elements, most of them as many as tell much."""
    while True:
        rank = RANDOM.choice([0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6])
        if rank == 0 and RANDOM.random() < 0.5 or op in ("reshape_as", "flatten_axes", "t", "unflatten") and rank == 0 and RANDOM.random() < 0.6:
            continue
        sizes = random_sizes(rank, most=40)
        if op == "squeeze" and rank and RANDOM.random() < 0.6 or op == "broadcast_to" and rank:
            sizes[RANDOM.randrange(rank)] = 1
        if rank and RANDOM.random() < 0.05:
            sizes[RANDOM.randrange(rank)] = 0
        base, steps = random_steps(sizes)
        if math.prod(base) <= 100:
            return base, steps


def numbers(x):
    return [float(str(one)) if x.dtype.kind == "f" else int(one) for one in x.ravel()]


def case_of(op, id):
    """A case, the sizes of its operand, and whether types tell a refusal."""
    scan = op in ("cumsum", "cumprod", "diff")
    while True:
        base_sizes, steps = random_operand(op)
        numel = math.prod(base_sizes)
        dtype = RANDOM.choice(["i32", "i32", "f64", "f32"] + (["bool"] if op != "diff" else [])) if scan else "i32"
        base = random_base(op, dtype, numel) if scan else np.arange(numel)
        x = apply(base.reshape(base_sizes), steps)
        args = question(op, list(x.shape))
        case = {"id": id, "op": op, **({"dtype": dtype} if scan else {}), "base": base_sizes}
        if scan:
            case["elements"] = [bool(one) for one in base] if dtype == "bool" else numbers(base)
        case.update(steps=steps, **args)
        try:
            results = answer(op, x, args)
        except (Refused, ValueError, IndexError, np.exceptions.AxisError):
            return {**case, "expected": "error"}, list(x.shape)
        if sum(result.size for result in results) > 120 or len(results) > 40:
            continue
        if scan:
            result = results[0]
            if dtype == "i32" and result.size and np.abs(result).max() >= 2**31:
                continue
            case.update(sizes=list(result.shape), expected=numbers(result))
            if dtype in ("f32", "f64"):
                case["magnitude"] = [float(f"{one:.2e}") for one in magnitude(op, x, result, args["axes"]).ravel()]
            return case, list(x.shape)
        case["expected"] = [[list(result.shape), numbers(result)] for result in results]
        if op in ("reshape", "unflatten", "flatten_axes", "flatten"):
            # where there is no element, nothing tells a view from a copy
            case["copied"] = bool(results[0].size) and not np.shares_memory(results[0], base)
        if op in MUTABLE and not any(kind == "broadcast" for kind, _ in steps) and not case.get("copied") and numel <= 48:
            following = 1000
            for result in results:
                result[...] = following + np.arange(result.size).reshape(result.shape)
                following += result.size
            case["written"] = numbers(base)
        return case, list(x.shape)


def all_cases():
    RANDOM.seed(21)
    ops = [op for op, (count, _) in COUNTS.items() for _ in range(count)]
    return [case_of(op, id) for id, op in enumerate(ops)]


# ---- as types


def entry_text(entry):
    """As it is written in Rust, and what it leaves of a dim."""
    kind, *of = entry
    texts = {
        "at": "{0}", "..": "..", "reversed": "Reversed", "new": "NewAxis", "rest": "Ellipsis", "a..b": "{0}..{1}", "a..": "{0}..", "..b": "..{0}",
        "a..=b": "{0}..={1}", "..=b": "..={0}", "part": "Narrow::<{0}, {1}>", "span": "Span({0}, Size::<{1}>)",
    }  # fmt: skip
    if kind == "every":
        return f"Stepped({entry_text(of[0])}, {of[1]})"
    return texts[kind].format(*of)


def cut(entry, dim):
    if entry[0] in ("..", "reversed"):
        return dim
    return str(entry[2]) if entry[0] in ("part", "span") else "_"


def tupled(texts):
    return "({}{})".format(", ".join(texts), "," if len(texts) == 1 else "")


def sliced(entries, dims):
    """The dims of a slice."""
    axes = sum(map(is_entry_of_axis, entries))
    out, dims = dims[: len(dims) - axes], dims[len(dims) - axes :]
    for entry in entries:
        if entry[0] == "new":
            out.append("1")
        elif is_entry_of_axis(entry):
            one = dims.pop(0)
            if entry[0] != "at":
                out.append(cut(entry, one))
    return out


def product(dims):
    return "_" if "_" in dims else str(math.prod(map(int, dims)))


def partly(sizes, share=0.7):
    return [str(size) if RANDOM.random() < share else "_" for size in sizes]


def values(sizes, dims):
    return [f"Dyn::new({size})" if dim == "_" else f"Size::<{size}>" for size, dim in zip(sizes, dims)]


def typed(case, sizes):
    """The call of a macro of `static_views.rs`."""
    op, axes, index, to, rank = case["op"], case.get("axes"), case.get("index"), case.get("to"), len(sizes)
    refused = case["expected"] == "error"
    dims = ["_"] * rank if refused else partly(sizes)
    target = to and ["_"] * len(to) if refused else to and partly(to)
    at = [axis % rank for axis in axes] if axes and op != "unsqueeze" and rank else []
    names = [f"Axis::<{axis}>" for axis in axes or []]
    named = ".." if axes is None else names[0] if len(names) == 1 else tupled(names)
    before, after = (dims[: at[0]], dims[at[0] + 1 :]) if at else ([], [])
    parts = case.get("parts") or []
    forms = f"{op} {op}_mut into_{op}"
    if op == "permute":
        macro, out, call = "rearranged", [dims[axis] for axis in at], f"permute permute_mut into_permuted({tupled(names)})"
    elif op == "t":
        macro, out, call = "rearranged", [*dims[:-2], dims[-1], dims[-2]], f"{forms}()"
    elif op == "swap_axes":
        out = list(dims)
        out[at[0]], out[at[1]] = out[at[1]], out[at[0]]
        macro, call = "rearranged", "swap_axes swap_axes_mut into_swapped_axes({}, {})".format(*names)
    elif op == "move_axis":
        out = before + after
        out.insert(at[1], dims[at[0]])
        macro, call = "rearranged", "move_axis move_axis_mut into_moved_axis({}, {})".format(*names)
    elif op == "flip":
        macro, out, call = "rearranged", dims, f"flip flip_mut into_flipped({named})"
    elif op == "squeeze":
        macro, out, call = "rearranged", before + after, f"squeeze squeeze_mut into_squeezed({named})"
    elif op == "unsqueeze":
        out = list(dims)
        out.insert(axes[0] % (rank + 1), "1")
        macro, call = "rearranged", f"unsqueeze unsqueeze_mut into_unsqueezed({named})"
    elif op == "diagonal":
        two = [dims[axis] for axis in at]
        out = [dim for axis, dim in enumerate(dims) if axis not in at] + ["_" if "_" in two else min(two, key=int)]
        macro, call = "rearranged", "{}({}, {})".format(forms, *names)
    elif op == "index_axis":
        macro, out, call = "rearranged", before + after, f"{forms}({named}, {index})"
    elif op == "narrow":
        macro, out, call = "rearranged", [*before, cut(parts[0], dims[at[0]]), *after], f"{forms}({named}, {entry_text(parts[0])})"
    elif op == "slice":
        out = sliced(parts, dims)
        macro, call = "rearranged", f"slice slice_mut into_sliced({tupled([entry_text(part) for part in parts])})"
    elif op == "broadcast_to":
        macro, out, call = "stretched", target, tupled(values(to, target))
    elif op == "reshape":
        call = f"reshape reshape_view reshape_view_mut to_reshaped({tupled(values(to, target))})"
        macro, out = "reshaped", target
    elif op == "reshape_as":
        return f"inferred!({case['id']}, Shape![{', '.join(dims)}] => Shape![{', '.join('_' if n < 0 else str(n) for n in to)}]);"
    elif op == "flatten":
        macro, out, call = "reshaped", [product(dims)], "flatten flatten_view flatten_view_mut to_flattened()"
    elif op == "unflatten":
        call = f"unflatten unflatten_view unflatten_view_mut to_unflattened({named}, {tupled(values(to, target))})"
        macro, out = "reshaped", [*before, *target, *after]
    elif op == "flatten_axes":
        out = [*before, product(dims[at[0] : at[0] + 2]), *after[1:]]
        macro, call = "reshaped", f"flatten_axes flatten_axes_view flatten_axes_view_mut to_flattened_axes({named})"
    elif op == "axis_iter":
        macro, out, call = "many", before + after, f"axis_iter({named})"
    elif op in ("axis_windows", "axis_chunks_iter"):
        length = partly([index], 0.5)
        macro, out, call = "many", [*before, *length, *after], f"{op}({named}, {values([index], length)[0]})"
    elif op == "split_at":
        macro, out, call = "halves", [*before, "_", *after], f"{named}, {index}"
    elif op == "diff":
        less = "_" if dims[at[0]] == "_" else str(int(dims[at[0]]) - 1)
        macro, out, call = "scanned", [*before, less, *after], f"try_diff({named})"
    else:
        macro, out, call = "scanned", dims, f"try_{op}({named})"
    dtype = f"{case['dtype']}, " if macro == "scanned" else ""
    return f"{macro}!({case['id']}, {dtype}Shape![{', '.join(dims)}] => Shape![{', '.join(out)}]: {call});"


def is_refused_by_types(case, sizes):
    """Whether no type of the operand has the question."""
    if case["expected"] != "error":
        return False
    entries, rank = case.get("parts", []), len(sizes)
    try:
        for axis in case.get("axes") or []:
            place(axis, rank)
        if case["op"] == "slice":
            as_index([[".."] if is_entry_of_axis(entry) else entry for entry in entries], sizes)
    except (Refused, ValueError):
        return True
    # of a target of fewer axes, the types tell it
    return case["op"] not in BY_VALUES or case["op"] == "broadcast_to" and len(case["to"]) < rank


def static_cases(cases):
    for op, (_, count) in COUNTS.items():
        of_op = [(case, sizes) for case, sizes in cases if case["op"] == op and not is_refused_by_types(case, sizes)]
        chosen = sorted(RANDOM.sample(of_op, min(count, len(of_op))), key=lambda one: one[0]["id"])
        yield from (f"    {typed(case, sizes)}\n" for case, sizes in chosen)
