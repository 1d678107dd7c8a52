"""The node tests of ONNX as data, `nodes.jsonl`, and as calls of this crate's shape functions, `nodes.rs`; the same bytes each time.

python3 tests/onnx/generate.py         # needs the package `onnx`; the files checked in are of onnx 1.23.2

A case is refused by `Cannot` with its reason where no shape function has what it asks for; what is not known here is an error, so that no
attribute is passed over."""

import collections
import json
import pathlib
import subprocess
import warnings

import numpy as np
import onnx
from onnx.backend.test.loader import load_model_tests

VERSION = "1.23.2"
HERE = pathlib.Path(__file__).parent
REDUCTIONS = "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare"


class Cannot(Exception):
    """Why a case has no call."""


def read():
    """Each case of the operators that there are shape functions for: shapes, and the numbers of small integer inputs after the first."""
    cases = []
    for test in load_model_tests(kind="node"):
        # of several nodes are those that say the same case again by other operators
        if test.model is None or len(test.model.graph.node) != 1:
            continue
        node = test.model.graph.node[0]
        if node.op_type not in CALLS:
            continue
        inputs, outputs = test.data_sets[0]
        attributes = {a.name: plain(onnx.helper.get_attribute_value(a)) for a in sorted(node.attribute, key=lambda a: a.name)}
        arrays = iter(np.asarray(array) for array in inputs)
        arrays = [next(arrays) if name else None for name in node.input]
        small = [i > 0 and a is not None and a.dtype.kind in "iu" and a.size <= 64 for i, a in enumerate(arrays)]
        cases.append({
            "name": test.name,
            "op": node.op_type,
            "attributes": attributes,
            "inputs": [None if a is None else list(a.shape) for a in arrays],
            "numbers": [a.tolist() if known else None for a, known in zip(arrays, small)],
            "outputs": [list(np.asarray(output).shape) for output in outputs],
        })
    return sorted(cases, key=lambda case: (case["op"], case["name"]))


def plain(value):
    if isinstance(value, bytes):
        return value.decode()
    return list(value) if hasattr(value, "__len__") and not isinstance(value, str) else value


def size(n):
    return f"Size::<{n}>"


def axis(n):
    return f"Axis::<{n}>"


def each(numbers):
    """One number for all axes, or one for each."""
    return size(numbers[0]) if len(set(numbers)) == 1 else f"shape![{', '.join(map(str, numbers))}]"


def sides(pads):
    """Padding before and after each axis."""
    if all(before == after for before, after in pads):
        return each([before for before, _ in pads])
    both = [f"Sides({size(before)}, {size(after)})" for before, after in pads]
    return both[0] if len(set(both)) == 1 else f"({', '.join(both)},)"


def window(take, kernel, usual, transposed=False):
    """The options of a window; `usual` is what the crate does where no stride is given."""
    rank = len(kernel)
    strides, dilations = take("strides", [1] * rank), take("dilations", [1] * rank)
    reach = [d * (k - 1) + 1 for d, k in zip(dilations, kernel)]
    pads, auto = take("pads", None), take("auto_pad", "NOTSET")
    text = "Window::new()"
    if strides != usual:
        text += f".stride({each(strides)})"
    if auto == "NOTSET":
        pads = list(zip(pads[:rank], pads[rank:])) if pads else [(0, 0)] * rank
        padding = sides(pads)
    elif auto in ("SAME_UPPER", "SAME_LOWER"):
        assert pads is None
        if transposed:
            # as much at every size of the images
            total = [max(r - s, 0) for r, s in zip(reach, strides)]
            halves = [(t // 2, t - t // 2) for t in total]
            pads = halves if auto == "SAME_UPPER" else [(after, before) for before, after in halves]
            padding = sides(pads)
        else:
            padding = "Same" if auto == "SAME_UPPER" else "SameLower"
    else:
        raise AssertionError(auto)
    if padding != size(0):
        text += f".padding({padding})"
    if set(dilations) != {1}:
        text += f".dilation({each(dilations)})"
    if take("ceil_mode", 0):
        text += ".ceil_mode()"
    return text, pads, strides, reach


def pool(case, take):
    kernel = take("kernel_shape")
    # of the elements, not of the shape
    take("count_include_pad", 0), take("storage_order", 0)
    options, *_ = window(take, kernel, kernel)
    return [f"x.pool(&shape![{', '.join(map(str, kernel))}], &{options})"] * len(case["outputs"])


def conv(case, take):
    x, w = case["inputs"]
    assert take("kernel_shape", w[2:]) == w[2:]
    options, *_ = window(take, w[2:], [1] * (len(x) - 2))
    assert take("group", 1) == 1
    return [f"x.conv(&w, &{options})"]


def conv_transpose(case, take):
    x, w = case["inputs"]
    assert take("kernel_shape", w[2:]) == w[2:]
    options, pads, strides, reach = window(take, w[2:], [1] * (len(x) - 2), transposed=True)
    group, more = take("group", 1), take("output_padding", [0] * len(pads))
    if group != 1:
        options += f".groups({size(group)})"
    if any(more):
        options += f".output_padding({each(more)})"
    spread = [(i - 1) * s + r + m - b - a for i, s, r, m, (b, a) in zip(x[2:], strides, reach, more, pads)]
    if take("output_shape", spread) != spread:
        raise Cannot("output_shape: `output_padding` says how many elements there are more, and no option how many there are")
    return [f"x.conv_transpose(&w, &{options})"]


def concat(case, take):
    assert len(case["inputs"]) == 2
    return [f"x.concat(&y, {axis(take('axis'))})"]


def matmul(case, take):
    return ["x.matmul(&y)"]


def gemm(case, take):
    # of the elements, not of the shape
    take("alpha", 1), take("beta", 1)
    x = "Transpose.of(&x)?" if take("transA", 0) else "x"
    y = "Transpose.of(&y)?" if take("transB", 0) else "y"
    product = f"{x}.matmul(&{y})"
    return [f"z.broadcast_to(&{product}?)" if len(case["inputs"]) == 3 else product]


def einsum(case, take):
    equation = take("equation").replace(" ", "")
    if "..." in equation:
        raise Cannot("`...` in the equation: each axis has a letter")
    operands, arrow, result = equation.partition("->")
    if not arrow:
        counts = collections.Counter(operands.replace(",", ""))
        result = "".join(sorted(letter for letter, count in counts.items() if count == 1))
    letters = ", ".join(" ".join(operand) for operand in operands.split(","))
    shapes = "(x,)" if len(names(case)) == 1 else f"({', '.join(names(case))})"
    written = f"{letters} -> {' '.join(result)}".strip()
    return [f"<Einsum![{written}]>::new().of(&{shapes})"]


def gather(case, take):
    return [f"x.taken({axis(take('axis', 0))}, &y)"]


def gather_elements(case, take):
    return [f"x.gathered({axis(take('axis', 0))}, &y)"]


def gather_nd(case, take):
    take("batch_dims", 0)
    raise Cannot("indices of several axes at once, as vectors along an axis of the indices")


def scatter(case, take):
    take("reduction", "none")
    return [f"z.broadcast_to(&x.gathered({axis(take('axis', 0))}, &y)?).map(|_| x)"]


def scatter_nd(case, take):
    take("reduction", "none")
    raise Cannot("indices of several axes at once, as vectors along an axis of the indices")


def pad(case, take):
    # of the elements, not of the shape
    mode = take("mode", "constant")
    x, pads, axes = case["inputs"][0], case["numbers"][1], [*case["numbers"], None, None][3]
    axes = list(range(len(x))) if axes is None else axes
    call = "x"
    for at, before, after in zip(axes, pads, pads[len(axes):]):
        if mode == "reflect" and max(before, after) >= x[at]:
            raise Cannot("reflected further than the axis is long")
        if before or after:
            call += f".padded({axis(at)}, ({size(before)}, {size(after)}))?"
    return [call[:-1]]


def tile(case, take):
    call = "x"
    for at, times in enumerate(case["numbers"][1]):
        call += f".again({axis(at)}, {size(times)})?"
    return [call[:-1]]


def part(at, of, entry):
    return f"NarrowAxis({axis(at)}, {entry}).of(&{of})"


def slice_(case, take):
    x, (starts, ends, axes, steps) = case["inputs"][0], [*case["numbers"][1:], None, None][:4]
    axes = list(range(len(starts))) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    parts, strides = {}, {}
    for start, end, at, step in zip(starts, ends, axes, steps):
        # counted from the end, and clamped
        places = range(x[at])[start:end:step]
        low, length = (min(places), max(places) + 1 - min(places)) if places else (min(start, x[at]), 0)
        parts[at] = f"Narrow::<{low}, {length}>"
        if step != 1:
            entry = "Reversed" if step < 0 else ".."
            strides[at] = f"Stepped({entry}, {abs(step)})" if abs(step) != 1 else entry
    first = cut(parts, len(x), "x")
    return [cut(strides, len(x), f"{first}?") if strides else first]


def cut(entries, rank, of):
    """Along one axis, or with an entry for each."""
    if len(entries) == 1 or min(entries) < 0:
        for at, entry in entries.items():
            of = part(at, of, entry) + "?"
        return of[:-1]
    every = [entries.get(at, "..") for at in range(rank)]
    return f"Slice(({', '.join(every)})).of(&{of})"


def split(case, take):
    x, at = case["inputs"][0], take("axis", 0)
    count = take("num_outputs", len(case["outputs"]))
    assert count == len(case["outputs"])
    lengths = case["numbers"][1] if len(case["inputs"]) == 2 else None
    if lengths is None:
        if x[at] % count:
            raise Cannot("parts that are not of one length, of which only the number is told")
        lengths = [x[at] // count] * count
    starts = [sum(lengths[:i]) for i in range(count)]
    return [part(at, "x", f"Narrow::<{start}, {length}>") for start, length in zip(starts, lengths)]


def top_k(case, take):
    # of the elements, not of the shape
    take("largest", 1), take("sorted", 1)
    return [f"x.top({axis(take('axis', -1))}, {size(case['numbers'][1][0])})"] * 2


def reduce(case, take):
    noop, keep = take("noop_with_empty_axes", 0), take("keepdims", 1)
    axes = case["numbers"][1] if len(case["inputs"]) == 2 else []
    if not axes:
        axes = "()" if noop else ".."
    else:
        axes = axis(axes[0]) if len(axes) == 1 else f"({', '.join(map(axis, axes))})"
    axes = f"Keep({axes})" if keep else axes
    return [f"{axes}.reduce(&x)"]


def softmax(case, take):
    # the sums along the axis, which every element is divided by
    return [f"Keep({axis(take('axis', -1))}).reduce(&x)?.broadcast_to(&x)"]


CALLS = {
    "AveragePool": pool,
    "Concat": concat,
    "Conv": conv,
    "ConvTranspose": conv_transpose,
    "Einsum": einsum,
    "Gather": gather,
    "GatherElements": gather_elements,
    "GatherND": gather_nd,
    "Gemm": gemm,
    "LogSoftmax": softmax,
    "MatMul": matmul,
    "MaxPool": pool,
    "Pad": pad,
    "Scatter": scatter,
    "ScatterElements": scatter,
    "ScatterND": scatter_nd,
    "Slice": slice_,
    "Softmax": softmax,
    "Split": split,
    "Tile": tile,
    "TopK": top_k,
} | {name: reduce for name in REDUCTIONS.split()}

# the operators of several tensors; what others have after the first is numbers
OPERANDS = {
    "Concat": "xy",
    "Conv": "xw",
    "ConvTranspose": "xw",
    "Einsum": "xy",
    "Gather": "xy",
    "GatherElements": "xy",
    "Gemm": "xyz",
    "MatMul": "xy",
    "Scatter": "xyz",
    "ScatterElements": "xyz",
}


def names(case):
    return OPERANDS.get(case["op"], "x")[: len(case["inputs"])]


def call(case):
    """The line of a case."""
    attributes = dict(case["attributes"])

    def take(name, *otherwise):
        return attributes.pop(name, *otherwise)

    answers = CALLS[case["op"]](case, take)
    assert not attributes, (case["name"], attributes)
    assert len(answers) == len(case["outputs"]), case["name"]
    shapes = ", ".join(f"{name}: {shape}" for name, shape in zip(names(case), case["inputs"]))
    answers = ", ".join(f"{shape} = {answer}" for shape, answer in zip(case["outputs"], answers))
    return f"    node!(nodes, {quoted(case['name'])}, {shapes} => {answers});\n"


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def snake(name):
    return "".join(f"_{c}" if c.isupper() and i else c for i, c in enumerate(name)).lower()


def main():
    assert onnx.__version__ == VERSION, f"onnx {VERSION} is what the files are of, and this is {onnx.__version__}"
    warnings.simplefilter("ignore")
    cases = read()
    (HERE / "nodes.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    lines, cannot = collections.defaultdict(list), []
    for case in cases:
        try:
            line = call(case)
            lines[case["op"]].append(line)
        except Cannot as reason:
            cannot.append((case["name"], str(reason)))
    text = "//! The cases of `nodes.jsonl` as calls, written by `python3 tests/onnx/generate.py`.\n\nuse super::*;\n\n"
    text += "/// Each case that has a call.\npub(crate) fn all(nodes: &mut Nodes) {\n"
    text += "".join(f"    {snake(op)}(nodes);\n" for op in lines) + "}\n"
    for op, calls in lines.items():
        text += f"\nfn {snake(op)}(nodes: &mut Nodes) {{\n{''.join(calls)}}}\n"
    text += "\n/// The cases that no shape function of this crate answers, and why.\npub(crate) const NOT_EXPRESSED: &[(&str, &str)] = &[\n"
    text += "".join(f"    ({quoted(name)}, {quoted(reason)}),\n" for name, reason in cannot) + "];\n"
    (HERE / "nodes.rs").write_text(text)
    subprocess.run(["rustfmt", "--edition", "2024", HERE / "nodes.rs"], check=True)
    print(len(cases), "cases,", len(cannot), "without a call")


main()
