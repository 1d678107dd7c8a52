"""Steps on tensors whose sizes are known at compile time: a program in Rust with a function for each step."""

import copy
import re
from collections import Counter

import oracle
from oracle import NAMES

# of an operation, the steps that become functions
EACH = 5

# functions of each element, which have no form with `try_`
OF_ELEMENTS = """
abs signum floor ceil round trunc fract recip sqrt square to_degrees to_radians cbrt tan asin acos atan sinh
cosh asinh acosh atanh is_nan is_finite is_infinite is_sign_negative exp exp2 exp_m1 ln ln_1p log2 log10 sin
cos tanh t reversed_axes
""".split()

# operations that are written in another way than `x.try_name(axis or axes, &y, &z, counts)?`
TEXTS = dict.fromkeys(OF_ELEMENTS, "x.{name}()") | {
    "neg": "-&x",
    "not": "!&x",
    "powi": "x.powi({exponent})",
    "powf": "x.powf(of[1].element())",
    "cast": "x.map(|x| {as})",
    "clamp": "x.try_clamp(of[1].element(), of[2].element())?",
    "zip": "zip((&x, &y, &z)).try_map(|(x, y, z)| x * y - z)?",
    "sum_as": "x.try_sum_as::<f64, _>({axes})?",
    "mean_as": "x.try_mean_as::<f64, _>({axes})?",
    "matmul_as": "x.try_matmul_as::<f64, _, _>(&y)?",
    "reduce": "x.try_reduce({axes}, 1, |x, y| x ^ y)?",
    "sum_to": "x.try_sum_to(&{sizes})?",
    "broadcast_to": "x.try_broadcast_to(&{sizes})?",
    "reshape": "x.try_to_reshaped({sizes})?",
    "reshape_moved": "x.to_heap().try_reshape({sizes})?",
    "flatten": "x.try_to_flattened()?",
    "flatten_axes": "x.try_to_flattened_axes({axis})?",
    "unflatten": "x.try_to_unflattened({axis}, {factors})?",
    "concat": "try_concat({axis}, ({all}))?",
    "stack": "try_stack({axis}, ({all}))?",
    "broadcast": "try_broadcast((&x, &y))?",
    "meshgrid": "try_meshgrid((&x, &y))?",
    "split": "x.try_split({axis}, {parts})?",
    "repeat_each": "x.try_repeat_each({axis}, &y.map(usize::from))?",
    "pad": "x.try_pad({axis}, {more}, {mode})?",
    "sliding_windows": "x.try_sliding_windows({axis}, {length}, Window::new().stride({stride}).dilation({dilation}))?",
    "one_hot": "x.try_one_hot::<u8, _>({classes})?",
    "one_hot_along": "x.try_one_hot_along::<f32, _, _>({axis}, {classes})?",
    "tril_mask": "Tensor::try_tril_mask({sizes}, {diagonal})?",
    "triu_mask": "Tensor::try_triu_mask({sizes}, {diagonal})?",
    "eye": "Tensor::<i64, _>::try_eye({size})?",
    "arange": "Tensor::<i32, _>::try_arange({sizes})?",
    "linspace": "Tensor::<{type}, _>::try_linspace({sizes}, of[0].element(), of[1].element())?",
    "tensordot": "x.try_tensordot(&y, {axes})?",
    "einsum_str": "einsum!({equation}; {names})",
    "fill": "Ok(x.fill(of[1].element()))",
    "masked_fill": "x.try_masked_fill(&y, of[2].element())",
    "reshape_to": "x.try_to_reshaped_to(&{sizes})?",
    "tile_axes": "x.try_tile_axes({axes}, {times})?",
    "pad_axes": "x.try_pad_axes({axes}, {more}, {mode})?",
    "sliding_windows_axes": "x.try_sliding_windows_axes({axes}, {lengths}, Window::new())?",
    "slice": "x.try_slice({entries})?",
    "narrow": "x.try_narrow({axis}, Stepped({from}..{end}, {step}))?",
}
# the arguments of views that are not two axes
VIEWS = {"permute": ["order"], "flip": ["axes"], "broadcast_to": ["sizes"], "slice": ["entries"]}
VIEWS |= {"index_axis": ["axis", "at"], "offset_diagonal": ["axis", "to", "diagonal"]}
VIEWS |= {"narrow": ["axis", "from", "end", "step"]}
# results that are several tensors
TUPLES = set("broadcast meshgrid split split_at top_k bottom_k".split())
ITERATORS = set("chunk axis_iter axis_windows axis_chunks_iter".split())
HEAD = """#![allow(unused)]
use conformable_oracle::conformable::axes::{Ellipsis, NewAxis, Stepped};
use conformable_oracle::conformable::ops::{Pad, ScatterReduce};
use conformable_oracle::conformable::windows::Window;
use conformable_oracle::conformable::{Axis, Dyn, Keep, Shape, Size, Tensor, einsum, zip};
use conformable_oracle::conformable::{try_broadcast, try_concat, try_meshgrid, try_stack};
use conformable_oracle::{Held, Made, one, serve};
"""


def list_of(texts):
    """A tuple."""
    return "(" + "".join(text + ", " for text in texts) + ")"


def entry_text(entry):
    """An entry of a slice."""
    if isinstance(entry, list):
        start, end, step = entry
        return f"Stepped({start}..{'' if end is None else end}, {step})"
    return {"new": "NewAxis", "rest": "Ellipsis"}.get(entry, str(entry))


class Typed:
    """The functions of steps, and the steps with their operands."""

    def __init__(self, random):
        self.random, self.functions, self.steps, self.counts, self.is_full = random, [], [], Counter(), False

    def dim(self, size, kind):
        """A size as a dim: of the type, or known at run time."""
        return f"Dyn::new({size})" if self.random.random() < kind else f"Size::<{size}>"

    def shape(self, sizes, kind):
        """The type of a shape: sizes, and some that are known at run time."""
        return "Shape![" + ", ".join("_" if self.random.random() < kind else str(size) for size in sizes) + "]"

    def axes(self, axes, tuple):
        texts = [f"Axis::<{axis}>" for axis in axes]
        return texts[0] if len(texts) == 1 and not tuple else list_of(texts)

    def add(self, step, arrays):
        """Adds a step that has a result, if there are few of its operation."""
        if self.is_full or self.counts[step.name] >= EACH:
            return
        self.counts[step.name] += 1
        step = copy.copy(step)
        self.functions.append(self.function(step))
        step.k = step.k | {"typed": len(self.functions) - 1}
        self.steps.append(([oracle.Data(number, arrays[number]) for number in {number for number, _ in step.of}], step))

    def argument(self, step, key, value, kind):
        """The text of an argument."""
        if key in ("axis", "to"):
            return f"Axis::<{value}>"
        if key == "axes" and step.op == "tensordot":
            pair = [0, 1, -1, 0] if value == [9, 9] else value
            axes = [f"Axis::<{axis}>" for axis in pair]
            return "(Axis::<0>, Axis::<-1>), (Axis::<-1>, Axis::<0>)" if value == [9, 9] else ", ".join(axes)
        if key in ("axes", "order"):
            axes = ".." if value is None else self.axes(value, key == "order" or step.op.endswith("_axes"))
            return f"Keep({axes})" if step.k.get("keep") else axes
        if key == "entries":
            return list_of(map(entry_text, value))
        if step.op == "reshape_to":
            return str(value) if value else "[0_isize; 0]"
        if isinstance(value, list):
            dims = [self.dim(size, kind) for size in value]
            if step.op == "pad_axes":
                dims = [list_of(pair) for pair in zip(dims[::2], dims[1::2])]
            return list_of(dims)
        if key in ("count", "times", "length", "stride", "dilation", "classes", "size"):
            return self.dim(value, kind)
        if key == "as":
            return "i64::from(x)" if step.types[0] == "bool" else f"x as {value}"
        if key == "how":
            return f"ScatterReduce::{value.capitalize() if value in ('add', 'mul', 'min', 'max') else 'Replace'}"
        if key == "mode":
            return "Pad::Constant(of[1].element())" if value == "constant" else f"Pad::{value.capitalize()}"
        if key == "equation":
            return re.sub(r"(\.\.\.|->|,|\w)", r"\1 ", value)
        return "" if value is None else str(value)

    def function(self, step):
        """The body of the function, and the sizes of its operands."""
        op, k, of = step.op, step.k, step.of
        # of all sizes, of some, or of none the number is known at compile time
        kind = self.random.choice([0, 0.4, 1])
        if op == "view":
            # the last view is the operation
            number, views = of[0]
            (op, *view), of = views[-1], [(number, views[:-1])]
            k = dict(zip(VIEWS.get(op, ["axis", "to"]), view))
        count = 0 if op == "linspace" else 1 if op in ("powf", "clamp", "pad", "pad_axes", "fill") else len(of)
        names = "xyzwvu"[: 2 if op == "masked_fill" else count]
        types = [NAMES[dtype] for dtype in step.types] or [""]
        shapes = [self.shape(sizes, kind) for sizes in step.sizes]
        lines = [
            f"let {letter} = of[{at}].typed::<{types[at]}, {shapes[at]}>({len(of[at][1])})?;"
            for at, letter in enumerate(names)
        ]
        values = {key: self.argument(step, key, value, kind) for key, value in k.items()}
        rest = [value for key, value in values.items() if key not in ("keep", "number")]
        axes = 1 if {"axis", "axes"} & set(k) else 0
        arguments = ", ".join(rest[:axes] + [f"&{x}" for x in names[1:]] + rest[axes:])
        text = TEXTS.get(op, f"x.try_{op}({arguments})" + "?" * (not step.changes)).format(
            **values, name=op, names=", ".join(names), all="".join(f"&{x}, " for x in names), type=types[0]
        )
        if step.changes:
            x = f'let mut x = x.view_mut().refine::<{shapes[0]}>().expect("these sizes");'
            lines = [*lines[1:], f"of[0].changed::<{types[0]}>(|x| {{", f"    {x}", f"    {text}", "})"]
        elif op in TUPLES:
            parts = "abc"[: len(step.to)]
            all = ", ".join(f"one(&{part})" for part in parts)
            lines += [f"let ({', '.join(parts)}) = {text};", f"Ok([{all}].into_iter().flatten().collect())"]
        elif op in ITERATORS:
            lines.append(f"Ok({text}.into_iter().flat_map(|x| one(&x)).collect())")
        else:
            lines.append(f"Ok(one(&{text}))")
        return "".join(f"    {line}\n" for line in lines)

    def source(self):
        """The program, which has a table of functions."""
        head = "fn step_{}(of: &[Held<'_>]) -> Made {{\n"
        functions = "".join(head.format(number) + body + "}\n\n" for number, body in enumerate(self.functions))
        table = "".join(f"    step_{number},\n" for number in range(len(self.functions)))
        return f"{HEAD}\n{functions}fn main() {{\n    serve(&[\n{table}    ]);\n}}\n"
