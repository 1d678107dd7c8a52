"""What NumPy and SciPy answer to convolutions, transposed convolutions, pools and sliding windows: the cases of windows.jsonl."""

import itertools
import math
import random

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy import signal

CHOICES = random.Random(27)
STATIC_CASES = 72
# as many elements at most an operand or a result has
MOST = 90


def elements(sizes, seed):
    """Small integers, as `windows.rs` makes them of the same seed."""
    numel = math.prod(sizes)
    return np.array([(i * (i + seed) * 31 + i * 17 + seed) % 13 - 6 for i in range(numel)], dtype=np.int64).reshape(sizes)


def same(size, window, stride, dilation):
    """TensorFlow's `SAME`: https://www.tensorflow.org/api_docs/python/tf/nn#notes_on_padding_2"""
    total = max((-(-size // stride) - 1) * stride + (window - 1) * dilation + 1 - size, 0)
    return [total // 2, total - total // 2]


def all_windows(x, k, stride, dilation):
    """What a window sees from each place along the last axes, which are the last ones of the result."""
    first = x.ndim - len(k)
    axes = tuple(range(first, x.ndim))
    reach = [(size - 1) * apart + 1 for size, apart in zip(k, dilation)]
    if any(size < one for size, one in zip(x.shape[first:], reach)):
        return None
    seen = sliding_window_view(x, reach, axes)
    steps = [slice(None)] * first + [slice(None, None, step) for step in stride] + [slice(None, None, apart) for apart in dilation]
    return seen[tuple(steps)]


def padded(x, sides, value):
    return np.pad(x, [(0, 0)] * (x.ndim - len(sides)) + [tuple(side) for side in sides], constant_values=value)


def convolve(x, w, case):
    groups, n = case["groups"], w.ndim - 2
    if x.shape[1] != groups * w.shape[1] or w.shape[0] % groups:
        return None
    x = padded(x, case["sides"], 0)
    seen = all_windows(x, w.shape[2:], case["stride"], case["dilation"])
    if seen is None:
        return None
    letters = "pqr"[:n], "xyz"[:n]
    of = [
        np.einsum(f"nc{letters[0]}{letters[1]},oc{letters[1]}->no{letters[0]}", one, weights)
        for one, weights in zip(np.split(seen, groups, axis=1), np.split(w, groups, axis=0))
    ]
    result = np.concatenate(of, axis=1)
    if groups == 1 and set(case["stride"]) == set(case["dilation"]) == {1} and result.size:
        for image, outputs in itertools.product(range(x.shape[0]), range(w.shape[0])):
            channels = [signal.correlate(x[image, c], w[outputs, c], "valid", "direct") for c in range(x.shape[1])]
            assert np.array_equal(sum(channels), result[image, outputs])
    return result


def transposed(x, w, case):
    groups, stride, dilation = case["groups"], case["stride"], case["dilation"]
    if x.shape[1] != w.shape[0] or x.shape[1] % groups or 0 in x.shape[2:]:
        return None
    inner = x.shape[2:]
    covered = [
        (size - 1) * step + (k - 1) * apart + 1 + more
        for size, step, k, apart, more in zip(inner, stride, w.shape[2:], dilation, case["more"])
    ]
    whole = np.zeros([x.shape[0], w.shape[1] * groups, *covered], dtype=np.int64)
    for group, (one, weights) in enumerate(zip(np.split(x, groups, axis=1), np.split(w, groups, axis=0))):
        to = whole[:, group * w.shape[1] : (group + 1) * w.shape[1]]
        for tap in itertools.product(*map(range, w.shape[2:])):
            places = tuple(
                slice(k * apart, k * apart + (size - 1) * step + 1, step)
                for k, apart, size, step in zip(tap, dilation, inner, stride)
            )
            to[(slice(None), slice(None), *places)] += np.einsum("nc...,co->no...", one, weights[(slice(None), slice(None), *tap)])
    if any(before + after > size for (before, after), size in zip(case["sides"], covered)):
        return None
    cut = tuple(slice(before, size - after) for (before, after), size in zip(case["sides"], covered))
    return whole[(slice(None), slice(None), *cut)]


def pool(x, k, case):
    x = padded(x.astype(float), case["sides"], np.nan)
    seen = all_windows(x, k, case["stride"], case["dilation"])
    if seen is None:
        return None
    axes = tuple(range(-len(k), 0))
    if np.isnan(seen).all(axis=axes).any():
        return None
    return (np.nanmax if case["op"] == "max_pool" else np.nanmean)(seen, axis=axes)


def options(n, transposed=False):
    small = lambda most: [CHOICES.choice([1, 1, *range(1, most + 1)]) for _ in range(n)]
    case = {"stride": small(3), "dilation": small(3), "sides": [[CHOICES.choice([0, 0, 1, 2]) for _ in "ba"] for _ in range(n)]}
    if transposed:
        case["more"] = [CHOICES.choice([0, 0, 1]) for _ in range(n)]
    return case


def one(op):
    """A case with operands and answer, or none where it is too large."""
    n = CHOICES.choice([1, 1, 2, 2, 3])
    most = {1: 12, 2: 6, 3: 4}[n]
    inner = [CHOICES.randint(1, most) for _ in range(n)]
    k = [CHOICES.randint(1, 3) for _ in range(n)]
    case = {"op": op, "dtype": CHOICES.choice(["f32", "f64", "i32"]), "seed": CHOICES.randint(1, 99)}
    if op == "sliding_windows":
        sizes = inner[:2] + [CHOICES.randint(0, 8)]
        axis = CHOICES.randrange(-len(sizes), len(sizes))
        step, apart = CHOICES.randint(1, 3), CHOICES.randint(1, 3)
        length = CHOICES.randint(1, 3)
        case |= {"x": sizes, "axis": axis, "window": [length], "stride": [step], "dilation": [apart]}
        x = np.moveaxis(elements(sizes, case["seed"]), axis, -1)
        seen = all_windows(x, [length], [step], [apart])
        return case, None if seen is None else np.moveaxis(seen, -2, axis if axis >= 0 else axis - 1)
    case |= options(n, op == "conv_transpose")
    if op.endswith("pool"):
        case["dtype"] = "f64"
        case |= {"x": [CHOICES.randint(1, 2) for _ in range(CHOICES.randint(0, 2))] + inner, "window": k}
        if CHOICES.random() < 0.3:
            case["stride"] = list(k)
            case["usual"] = True
        return case, pool(elements(case["x"], case["seed"]), k, case)
    groups = CHOICES.choice([1, 1, 2, 3])
    each, outputs, batch = CHOICES.randint(1, 2), CHOICES.choice([1, 2, 4, 5]), CHOICES.choice([0, 1, 1, 2])
    wrong = CHOICES.random() < 0.05
    if op == "conv":
        if CHOICES.random() < 0.25:
            case["same"] = True
            case["sides"] = [same(*one) for one in zip(inner, k, case["stride"], case["dilation"])]
        w = [groups * outputs + wrong, each]
    else:
        w = [groups * each + wrong, outputs]
    case |= {"x": [batch, groups * each, *inner], "w": [*w, *k], "groups": groups}
    x, w = elements(case["x"], case["seed"]), elements(case["w"], case["seed"] + 1)
    return case, (convolve if op == "conv" else transposed)(x, w, case)


COUNTS = {"conv": 110, "conv_transpose": 60, "max_pool": 30, "avg_pool": 30, "sliding_windows": 30}


def all_cases():
    lines = []
    for op, count in COUNTS.items():
        refused = 0
        while count:
            case, answer = one(op)
            if max(math.prod(case["x"]), math.prod(case.get("w", [])), 0 if answer is None else answer.size) > MOST:
                continue
            refused += answer is None
            if answer is None:
                if refused > COUNTS[op] // 6:
                    continue
                case["expected"] = "error"
            else:
                case["sizes"] = list(answer.shape)
                case["expected"] = [int(x) if x == int(x) else float(x) for x in answer.flatten()]
            lines.append({"id": len(lines), **case})
            count -= 1
    return lines


# ---- as types


def shape(sizes, known):
    return "Shape![{}]".format(", ".join(str(size) if is_known else "_" for size, is_known in zip(sizes, known)))


def each(values):
    """One for all axes where they are equal."""
    return f"Size::<{values[0]}>" if len(set(values)) == 1 else "shape![{}]".format(", ".join(map(str, values)))


def window(case):
    call = "Window::new()"
    if not case.get("usual") and set(case["stride"]) != {1}:
        call += f".stride({each(case['stride'])})"
    elif not case.get("usual") and case["op"].endswith("pool"):
        call += ".stride(Size::<1>)"
    if set(case["dilation"]) != {1}:
        call += f".dilation({each(case['dilation'])})"
    sides = case.get("sides", [[0, 0]])
    if case.get("same"):
        call += ".padding(Same)"
    elif any(before != after for before, after in sides):
        call += ".padding(({},))".format(", ".join(f"Sides(Size::<{before}>, Size::<{after}>)" for before, after in sides))
    elif any(before for before, _ in sides):
        call += f".padding({each([before for before, _ in sides])})"
    if case.get("groups", 1) > 1:
        call += f".groups(Size::<{case['groups']}>)"
    if any(case.get("more", [])):
        call += f".output_padding({each(case['more'])})"
    return call


def static_cases(lines):
    """Calls of the macros of windows.rs."""
    answered = [case for case in lines if "sizes" in case and case["op"] != "sliding_windows"]
    for case in sorted(CHOICES.sample(answered, STATIC_CASES), key=lambda case: case["id"]):
        known = [CHOICES.random() < 0.8 for _ in case["x"]]
        if case["op"].endswith("pool"):
            out = shape(case["sizes"], known)
            size = "shape![{}]".format(", ".join(map(str, case["window"])))
            yield f"    pool!({case['id']}, {shape(case['x'], known)} => {out}: {case['op']} {size}, {window(case)});\n"
            continue
        weights = case["w"]
        first = [known[0], True]
        out = shape(case["sizes"], first + known[2:])
        x = shape(case["x"], [known[0], CHOICES.random() < 0.8 or case["groups"] > 1] + known[2:])
        w = shape(weights, [True] * len(weights))
        yield f"    convolve!({case['id']}, {x}, {w} => {out}: {case['op']} {window(case)});\n"
