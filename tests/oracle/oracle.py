"""What the NumPy text of a step may call, and the steps themselves."""

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

# steps whose results have more elements are left out
MOST = 4000
TYPES = {"f64": "float64", "f32": "float32", "i64": "int64", "i32": "int32", "u8": "uint8", "bool": "bool"}
NAMES = {name: short for short, name in TYPES.items()}


# ---- functions for the text of steps


def along(x, axis, part):
    """The index or slice `part` of one axis."""
    return x[(slice(None),) * normalize_axis_index(axis, x.ndim) + (part, ...)]


def at_axis(x, axis, index):
    """The index of `x` that has `index` on one axis."""
    return (slice(None),) * normalize_axis_index(axis, x.ndim) + (index,)


def at_each(x, axis, index):
    """The index of `x` that `take_along_axis` uses."""
    axis = normalize_axis_index(axis, x.ndim)
    if index.ndim != x.ndim:
        raise ValueError("the ranks differ")
    places = list(np.indices(index.shape, sparse=True))
    places[axis] = index
    return tuple(places)


def combine(function, view, index, values):
    """Combines values with elements, in order. NumPy 2.5 reads outside of values that its `at` stretches."""
    function.at(view, index, np.broadcast_to(values, view[index].shape).copy())


def at_rows(i):
    """The index of the rows of `i`."""
    return tuple(np.moveaxis(i, -1, 0))


def lines(x, axes):
    """The elements along axes as the last axis, in row-major order; all axes if `None`."""
    axes = range(x.ndim) if axes is None else [normalize_axis_index(axis, x.ndim) for axis in axes]
    if len(set(axes)) < len(axes):
        raise ValueError("an axis is named twice")
    axes = sorted(axes)
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    count = int(np.prod([x.shape[axis] for axis in axes], dtype=int))
    return np.transpose(x, kept + axes).reshape([x.shape[axis] for axis in kept] + [count])


def kept(x, axes, keep, result):
    """The result of a reduction, with the reduced axes of size 1 if they are kept."""
    axes = range(x.ndim) if axes is None else [normalize_axis_index(axis, x.ndim) for axis in axes]
    return np.reshape(result, [1 if axis in axes else size for axis, size in enumerate(x.shape)]) if keep else result


def parts(x, axis, length, starts):
    """Views of `length` indices of an axis, from each start."""
    return [along(x, axis, slice(start, start + length)) for start in starts]


def leading(x, axis, count):
    """The first elements along an axis."""
    if count > x.shape[axis]:
        raise IndexError("too few elements")
    return along(x, axis, slice(count))


def times(x, axis, count):
    """The counts of `tile` that repeat one axis."""
    axis = normalize_axis_index(axis, x.ndim)
    return [count if at == axis else 1 for at in range(x.ndim)]


def on_axes(x, axes, counts, usual):
    """The counts of all axes: `usual` for those that are not named."""
    axes = [normalize_axis_index(axis, x.ndim) for axis in axes]
    if len(set(axes)) < len(axes) or len(axes) != len(counts):
        raise ValueError("an axis is named twice, or has no count")
    return [dict(zip(axes, counts)).get(axis, usual) for axis in range(x.ndim)]


def merged(x, axis):
    """The sizes after an axis and the next one have become one."""
    axis = normalize_axis_index(axis, x.ndim - 1) if axis >= 0 else normalize_axis_index(axis, x.ndim)
    if axis + 1 >= x.ndim:
        raise ValueError("no next axis")
    return x.shape[:axis] + (x.shape[axis] * x.shape[axis + 1],) + x.shape[axis + 2 :]


def divided(x, axis, factors):
    """The sizes after an axis has become two."""
    axis = normalize_axis_index(axis, x.ndim)
    if factors[0] * factors[1] != x.shape[axis]:
        raise ValueError("not the factors of the axis")
    return x.shape[:axis] + tuple(factors) + x.shape[axis + 1 :]


def counted(values, mask):
    """The values for the true elements of a mask."""
    if values.ndim != 1 or values.size != np.count_nonzero(mask):
        raise ValueError("the numbers differ")
    return values


def summed_to(x, sizes):
    """The sum along the axes that broadcasting adds or stretches."""
    np.broadcast_to(np.zeros(sizes), x.shape)
    new = x.ndim - len(sizes)
    axes = tuple(range(new)) + tuple(new + axis for axis, size in enumerate(sizes) if size == 1)
    return np.sum(x, axis=axes, dtype=x.dtype).reshape(sizes)


def truncated(x, y):
    """The quotient of integers, rounded towards 0 as by C."""
    return (x - np.fmod(x, y)) // y


def rounded(x):
    """The nearest integer, halves away from 0."""
    whole = np.trunc(x)
    return whole + np.where(np.abs(x - whole) >= 0.5, np.copysign(x.dtype.type(1), x), x.dtype.type(0))


def softmax(x, axes):
    axes = None if axes is None else tuple(axes)
    powers = np.exp(x - np.max(x, axis=axes, keepdims=True)) if x.size else x
    return powers / np.sum(powers, axis=axes, keepdims=True)


def log_softmax(x, axes):
    axes = None if axes is None else tuple(axes)
    less = x - np.max(x, axis=axes, keepdims=True) if x.size else x
    return less - np.log(np.sum(np.exp(less), axis=axes, keepdims=True))


def spread(x, squares, result):
    """The magnitude of a standard deviation, whose square has an error that is relative to `squares`."""
    relative = 1e-13 if x.dtype == np.float64 else 1e-5
    return np.minimum(np.sqrt(squares / relative), squares / result)


def windows(x, lengths, axes):
    return np.lib.stride_tricks.sliding_window_view(x, tuple(lengths), tuple(axes))


# the functions above, and NumPy
CALLED = dict(globals())


def run(code, to, arrays):
    """Runs the text of a step; returns the results. A name that is assigned a list is all results."""
    names = CALLED | arrays
    exec(code, names)
    if len(to) == 1 and not isinstance(names[f"x{to[0]}"], list):
        return [np.asarray(names[f"x{to[0]}"])]
    if len(to) == 1:
        return [np.asarray(part) for part in names[f"x{to[0]}"]]
    return [np.asarray(names[f"x{number}"]) for number in to]


def value(code, arrays):
    return eval(code, CALLED | arrays)


def is_tame(x):
    """Whether later steps neither overflow nor lose all digits with these elements."""
    if x.dtype.kind != "f":
        return True
    sizes = np.abs(x[np.isfinite(x) & (x != 0)])
    return sizes.size == 0 or (sizes.min() > 1e-6 and sizes.max() < 1e6)


# ---- steps


class Step:
    """An operation on numbered tensors. `of` are operands: their numbers, and views that are taken first."""

    def __init__(
        self, op, of, texts, code, to, k, magnitude=None, differs=None, instead=None, changes=False, name=None
    ):
        self.op, self.of, self.texts, self.text, self.to, self.k = op, of, texts, code, to, k
        self.magnitude, self.differs, self.changes, self.name = magnitude, differs, changes, name or op
        self.instead = instead and self.filled(instead)
        if magnitude not in (None, "abs", "self"):
            self.magnitude = magnitude.replace("{to}", f"x{to[0]}").format(*texts)
        self.refusal, self.shapes = None, set()

    def names_shapes(self):
        """Whether the first three lines of the refusal have the sizes of an operand, before or after its views."""
        first = "\n".join(self.refusal.splitlines()[:3])
        # the sizes of `one_hot` are those of the classes, and the letters of a result may have no sizes
        if not self.shapes or self.op.startswith("one_hot") or self.op == "einsum_str" and "in the result" in first:
            return True
        return any(shape in first for shape in self.shapes)

    def again(self):
        self.refusal = None
        return self

    def line(self):
        return {"op": self.op, "of": [[number, *views] for number, views in self.of], "to": self.to, **self.k}

    def filled(self, text):
        to = ", ".join(f"x{number}" for number in self.to)
        return f"{to} = " + text.format(*self.texts)

    def code(self):
        """The text of the step in NumPy."""
        if not self.changes:
            return self.filled(self.text)
        # a change through a view of a copy
        to, (number, _) = f"x{self.to[0]}", self.of[0]
        view = self.texts[0].replace(f"x{number}", to)
        return f"{to} = x{number}.copy()\nview = {view}\n" + self.text.format("view", *self.texts[1:])

    def rust(self):
        """The text of the step in Rust, with named arguments."""

        def operand(number, views):
            return f"x{number}" + "".join(f".{name}({', '.join(map(json_text, rest))})" for name, *rest in views)

        rest = [operand(*of) for of in self.of[1:]] + [f"{name}: {json_text(k)}" for name, k in self.k.items()]
        to = ", ".join(f"x{number}" for number in self.to)
        if self.changes:
            x, *views = operand(*self.of[0]).split(".", 1)
            view = "".join("." + view for view in views)
            return f"let mut {to} = {x}.clone(); {to}{view}.try_{self.op}({', '.join(rest)})?;"
        receiver = operand(*self.of[0]) + "." if self.of else "Tensor::"
        return f"let ({to}) = {receiver}try_{self.op}({', '.join(rest)})?;"


def json_text(k):
    return str(k).replace("'", '"').replace("None", "null").replace("True", "true").replace("False", "false")


class Data(Step):
    """A tensor with given elements."""

    def __init__(self, number, array):
        self.array = np.ascontiguousarray(array).reshape(array.shape)
        super().__init__("data", [], [], "", [number], {})

    def line(self):
        k = {"type": NAMES[self.array.dtype.name], "sizes": list(self.array.shape), "data": self.array.tobytes().hex()}
        return {"op": "data", "of": [], "to": self.to, **k}

    def elements(self):
        return ", ".join(str(element) for element in self.array.reshape(-1).tolist())

    def code(self):
        elements, name = self.elements(), TYPES[NAMES[self.array.dtype.name]]
        return f"x{self.to[0]} = np.array([{elements}], np.{name}).reshape({self.array.shape})"

    def rust(self):
        name = NAMES[self.array.dtype.name]
        elements = self.elements().replace("nan", f"{name}::NAN").replace("inf", f"{name}::INFINITY")
        elements = elements.replace("True", "true").replace("False", "false")
        sizes = list(self.array.shape)
        return f"let x{self.to[0]} = Tensor::<{name}, _>::from_vec(AnyShape::from({sizes}), vec![{elements}])?;"
