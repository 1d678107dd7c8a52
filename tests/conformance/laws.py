#!/usr/bin/env python3
"""The laws of `tests/laws.rs`, for the broadcasts of NumPy, ONNX's shape inference and OpenVINO.

    pip install numpy onnx openvino
    tests/conformance/laws.py

It prints the first counterexample to each law, in the order of `tests/laws.rs`, and the number of all.
"""
import itertools

import numpy
import onnx
import openvino
from onnx import TensorProto, helper
from openvino import opset13 as opset

SIZES = [2, 1, 3, 0, 4]
REFUSED = "!"


def shapes(rank, dims):
    return [shape for n in range(rank + 1) for shape in itertools.product(dims, repeat=n)]


def by_numpy(l, r):
    if None in l + r:
        return None
    try:
        return numpy.broadcast_shapes(l, r)
    except ValueError:
        return REFUSED


def by_onnx(l, r):
    value = lambda name, dims: helper.make_tensor_value_info(name, TensorProto.FLOAT, dims)
    add = helper.make_node("Add", ["l", "r"], ["out"])
    out = helper.make_tensor_value_info("out", TensorProto.FLOAT, None)
    graph = helper.make_graph([add], "laws", [value("l", l), value("r", r)], [out])
    try:
        model = onnx.shape_inference.infer_shapes(helper.make_model(graph), strict_mode=True)
    except onnx.shape_inference.InferenceError:
        return REFUSED
    dims = model.graph.output[0].type.tensor_type.shape.dim
    return tuple(dim.dim_value if dim.HasField("dim_value") else None for dim in dims)


def by_openvino(rule):
    def answer(l, r):
        parameter = lambda dims: opset.parameter(openvino.PartialShape([-1 if dim is None else dim for dim in dims]))
        try:
            out = opset.add(parameter(l), parameter(r), auto_broadcast=rule).output(0).get_partial_shape()
        except RuntimeError:
            return REFUSED
        return tuple(dim.get_length() if dim.is_static else None for dim in out)

    return answer


def text(shape):
    if shape == REFUSED:
        return shape
    dims = ["_" if dim is None else str(dim) for dim in shape]
    return "({},)".format(dims[0]) if len(dims) == 1 else "({})".format(", ".join(dims))


def steps(shape):
    for axis, dim in enumerate(shape):
        if dim is None:
            for size in SIZES:
                yield shape[:axis] + (size,) + shape[axis + 1 :]


def is_below(less, more):
    if more == REFUSED:
        return True
    return less != REFUSED and len(less) == len(more) and all(l is None or l == m for l, m in zip(less, more))


def shared(one, other):
    return tuple(l if l == r else None for l, r in zip(one, other))


def counterexamples(answer, partly_known):
    """Yields each law with each of its counterexamples."""
    dims = SIZES + [None] if partly_known else SIZES
    pairs = {(l, r): answer(l, r) for l in shapes(3, dims) for r in shapes(3, dims)}
    pair = lambda l, r: "{} {} = {}".format(text(l), text(r), text(pairs[l, r]))
    of = lambda l, r: REFUSED if REFUSED in (l, r) else pairs[l, r]
    for (l, r), out in pairs.items():
        if out != pairs[r, l]:
            yield "commutes", "{}; {}".format(pair(l, r), pair(r, l))
    for a, b, c in itertools.product(shapes(2, dims), repeat=3):
        left, right = of(of(a, b), c), of(a, of(b, c))
        if left != right:
            yield "associates", "{} {} {} = {} or {}".format(*map(text, [a, b, c, left, right]))
    for shape in shapes(3, dims):
        for law, l, r in [("left identity", (), shape), ("right identity", shape, ()), ("idempotent", shape, shape)]:
            if pairs[l, r] != shape:
                yield law, pair(l, r)
    if not partly_known:
        return
    best = {}
    for l, r in sorted(pairs, key=lambda lr: (lr[0] + lr[1]).count(None)):
        more = [(step, r) for step in steps(l)] + [(l, step) for step in steps(r)]
        for step in more:
            if not is_below(pairs[l, r], pairs[step]):
                yield "monotone", "{}; {}".format(pair(l, r), pair(*step))
                break
        answers = [best[step] for step in more if best[step] != REFUSED]
        best[l, r] = pairs[l, r] if not more else REFUSED
        for number, step in enumerate(answers):
            best[l, r] = shared(best[l, r], step) if number else step
    for (l, r), out in pairs.items():
        if out != best[l, r]:
            yield "sharp", "{}, not {}".format(pair(l, r), text(best[l, r]))


def intervals(rule):
    """Yields pairs of OpenVINO's intervals, as axes, with an answer that the sizes inside do not have."""
    bounds = [(size, size) for size in [2, 1, 3, 0]] + [(1, 2), (2, 3), (1, 4), (0, 3), (0, 1)]
    written = lambda lo, hi: "({},)".format(lo if lo == hi else "{}..{}".format(lo, hi))
    answer = by_openvino(rule)
    parameter = lambda lo_hi: opset.parameter(openvino.PartialShape([openvino.Dimension(*lo_hi)]))
    for l, r in itertools.product(bounds, repeat=2):
        sizes = itertools.product(*[range(lo, hi + 1) for lo, hi in (l, r)])
        inside = {out[0] for out in (answer((a,), (b,)) for a, b in sizes) if out != REFUSED}
        pair = "{} {} = ".format(written(*l), written(*r))
        try:
            out = opset.add(parameter(l), parameter(r), auto_broadcast=rule).output(0).get_partial_shape()[0]
        except RuntimeError:
            if inside:
                yield "refuses sizes", "{}{}, not {}".format(pair, REFUSED, sorted(inside))
            continue
        lo, hi = out.get_min_length(), out.get_max_length()
        if not inside:
            yield "accepts no size", "{}{}, not {}".format(pair, written(lo, hi), REFUSED)
        elif not set(range(lo, hi + 1)) == inside:
            yield "other sizes", "{}{}, not {}".format(pair, written(lo, hi), sorted(inside))


def main():
    print("NumPy", numpy.__version__, "ONNX", onnx.__version__, "OpenVINO", openvino.__version__)
    systems = [
        ("NumPy", by_numpy, False),
        ("ONNX, shape inference of Add", by_onnx, True),
        ("OpenVINO, Add, numpy", by_openvino("numpy"), True),
        ("OpenVINO, Add, pdpd", by_openvino("pdpd"), True),
        ("OpenVINO, Add, none", by_openvino("none"), True),
    ]
    reports = [(name, counterexamples(answer, partly_known)) for name, answer, partly_known in systems]
    reports += [("OpenVINO, Add, {}, intervals".format(rule), intervals(rule)) for rule in ["numpy", "pdpd", "none"]]
    for name, found in reports:
        print(name)
        first, count = {}, {}
        for law, example in found:
            first.setdefault(law, example)
            count[law] = count.get(law, 0) + 1
        for law, example in first.items():
            print("   {:15} {:6}  {}".format(law, count[law], example))


main()
