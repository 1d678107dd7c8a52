"""Tensors without operands, functions of elements, changes in place."""

import numpy as np
from generator import ALL, FLOATS, INTEGERS, NUMBERS, is_higher, operation

# ---- tensors without operands


@operation(0.2)
def eye(g):
    size = g.random.randint(0, 6)
    yield g.step("eye", [], f"np.eye({size}, dtype=np.int64)", k={"size": size})


@operation(0.2)
def arange(g):
    sizes = g.sizes(200)
    count = int(np.prod(sizes, dtype=int))
    yield g.step("arange", [], f"np.arange({count}, dtype=np.int32).reshape({sizes})", k={"sizes": sizes})


@operation(0.3)
def masks_of_triangles(g):
    sizes, diagonal = g.sizes(200), g.random.randint(-4, 4)
    name = g.random.choice(["tril", "triu"])
    differs = "NumPy's triangle of a vector is a matrix" if len(sizes) == 1 else None
    code = f"np.{name}(np.ones({sizes}, bool), {diagonal})"
    yield g.step(name + "_mask", [], code, k={"sizes": sizes, "diagonal": diagonal}, differs=differs)


@operation(0.2)
def linspace(g):
    dtype = g.random.choice(FLOATS)
    first = yield from g.scalar(dtype, g.random.randint(-40, 40) / 8)
    last = yield from g.scalar(dtype, g.random.randint(-40, 40) / 8)
    sizes = g.sizes(200)
    code = f"np.linspace({{0}}, {{1}}, {int(np.prod(sizes, dtype=int))}, dtype={{0}}.dtype).reshape({sizes})"
    yield g.step("linspace", [first, last], code, k={"sizes": sizes}, magnitude="abs")


# ---- functions of elements

OF_ONE = {"neg": "negative", "recip": "reciprocal", "is_nan": "isnan", "is_finite": "isfinite", "is_infinite": "isinf"}
OF_ONE |= {"is_sign_negative": "signbit"} | {name: name for name in "abs floor ceil trunc sqrt square".split()}
ROUNDED = {"to_degrees": "degrees", "to_radians": "radians", "exp_m1": "expm1", "ln": "log", "ln_1p": "log1p"}
ROUNDED |= {f"a{name}": f"arc{name}" for name in "sin cos tan sinh cosh tanh".split()}
ROUNDED |= {name: name for name in "cbrt sin cos tan sinh cosh tanh exp exp2 log2 log10".split()}


def add_function(name, numpy, magnitude):
    def steps(g):
        x = yield from g.operand(FLOATS)
        yield g.step(name, [x], f"np.{numpy}({{0}})", magnitude=magnitude)

    steps.__name__ = name
    operation(0.25)(steps)


for name, numpy in OF_ONE.items():
    add_function(name, numpy, None)
for name, numpy in ROUNDED.items():
    # std's `atanh` loses digits near -1
    near = "np.abs(np.arctanh({0})) + 0.03 / np.abs(1 + {0})"
    add_function(name, numpy, near if name == "atanh" else "self")


@operation(0.3)
def signum(g):
    x = yield from g.operand(FLOATS)
    differs = "NumPy's sign of zero is zero" if np.any(x.array == 0) else None
    instead = "np.where(np.isnan({0}), {0}, np.copysign({0}.dtype.type(1), {0}))"
    yield g.step("signum", [x], "np.sign({0})", differs=differs, instead=differs and instead)


@operation(0.4)
def round(g):
    x = yield from g.operand(FLOATS)
    halves = np.abs(x.array - np.trunc(x.array)) == 0.5
    differs = "NumPy rounds halves to even" if np.any(halves) else None
    yield g.step("round", [x], "np.round({0})", differs=differs, instead=differs and "rounded({0})")


@operation(0.25)
def fract(g):
    x = yield from g.operand(FLOATS)
    differs = "NumPy's fraction of an infinity is 0" if np.any(np.isinf(x.array)) else None
    yield g.step("fract", [x], "np.modf({0})[0]", differs=differs, instead=differs and "{0} - np.trunc({0})")


@operation(0.5)
def not_(g):
    x = yield from g.operand(INTEGERS + ["bool"])
    yield g.step("not", [x], "np.invert({0})")


@operation(0.5)
def powi(g):
    x, exponent = (yield from g.operand(FLOATS)), g.random.randint(-3, 4)
    code = f"np.power({{0}}, {{0}}.dtype.type({exponent}))"
    yield g.step("powi", [x], code, k={"exponent": exponent}, magnitude="self")


@operation(0.4)
def powf(g):
    x = yield from g.operand(FLOATS)
    exponent = yield from g.scalar(x.array.dtype, g.random.choice([0.5, 2, -1.5, 0, 1, 3]))
    is_root = exponent.array == 0.5 and np.any(np.isneginf(x.array))
    differs = "NumPy's power 0.5 is the square root" if is_root else None
    instead = differs and "np.power(np.stack([{0}, {0}]), np.full((2, *{0}.shape), {1}))[0]"
    yield g.step("powf", [x, exponent], "np.power({0}, {1})", magnitude="self", differs=differs, instead=instead)


@operation(2)
def cast(g):
    to = g.random.choice(NUMBERS)
    short = {"float64": "f64", "float32": "f32", "int64": "i64", "int32": "i32", "uint8": "u8"}[to]

    def suits(array):
        if array.dtype.kind != "f" or to in FLOATS:
            return True
        low, high = (0, 255) if to == "uint8" else (-1e6, 1e6)
        return bool(np.all(np.isfinite(array)) and np.all(array >= low) and np.all(array <= high))

    x = yield from g.operand(suits=suits)
    if x is not None:
        if x.array.dtype == "bool":
            to, short = "int64", "i64"
        yield g.step("cast", [x], f"{{0}}.astype(np.{to})", k={"as": short})


def add_binary(name, numpy, types, weight=0.8, magnitude=None, suits=lambda array: True):
    def steps(g):
        x = yield from g.operand(types)
        y = x and (yield from g.partner(x, suits=suits))
        if y is not None:
            if g.chance(0.5) and suits(x.array):
                x, y = y, x
            text = numpy(x) if callable(numpy) else numpy
            yield g.step(name, [x, y], text, magnitude=magnitude)

    steps.__name__ = name
    operation(weight)(steps)


def divides(array):
    return array.dtype.kind == "f" or not np.any((array == 0) | (array == -1))


for name, numpy in [("add", "np.add"), ("sub", "np.subtract"), ("mul", "np.multiply")]:
    add_binary(name, numpy + "({0}, {1})", NUMBERS, 2)
add_binary(
    "div",
    lambda x: "np.divide({0}, {1})" if x.array.dtype.kind == "f" else "truncated({0}, {1})",
    NUMBERS,
    1,
    suits=divides,
)
add_binary("rem", "np.fmod({0}, {1})", NUMBERS, 1, suits=divides)
for name, numpy in [("bitand", "np.bitwise_and"), ("bitor", "np.bitwise_or"), ("bitxor", "np.bitwise_xor")]:
    add_binary(name, numpy + "({0}, {1})", INTEGERS + ["bool"])
for name in ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "maximum", "minimum"]:
    add_binary(name, f"np.{name}({{0}}, {{1}})", ALL)
add_binary("pow", "np.power({0}, {1})", FLOATS, 0.4, "self")
add_binary("atan2", "np.arctan2({0}, {1})", FLOATS, 0.4, "self")
add_binary("hypot", "np.hypot({0}, {1})", FLOATS, 0.4, "self")
add_binary("copysign", "np.copysign({0}, {1})", FLOATS, 0.4)


@operation(0.6)
def broadcast(g):
    x = yield from g.operand()
    y = yield from g.partner(x)
    if y is not None:
        yield g.step("broadcast", [x, y], "np.broadcast_arrays({0}, {1})", results=2)


@operation(1)
def zip(g):
    x = yield from g.operand(NUMBERS)
    y = yield from g.partner(x)
    z = y and (yield from g.partner(x))
    if z is not None:
        yield g.step("zip", [x, y, z], "{0} * {1} - {2}")


@operation(0.7)
def clamp(g):
    x = yield from g.operand()
    low, high = g.elements(x.array.dtype.name, [2])
    if low > high and not g.chance(0.2):
        low, high = high, low
    differs = None if low <= high else "NumPy clips to limits in the wrong order, and to NaN"
    low, high = (yield from g.scalar(x.array.dtype, low)), (yield from g.scalar(x.array.dtype, high))
    yield g.step("clamp", [x, low, high], "np.clip({0}, {1}, {2})", differs=differs)


@operation(1.5)
def where_cond(g):
    mask = yield from g.operand(["bool"])
    x = mask and (yield from g.partner(mask, g.random.choice(ALL)))
    y = x and (yield from g.partner(x, sizes=mask.array.shape))
    if y is not None:
        yield g.step("where_cond", [mask, x, y], "np.where({0}, {1}, {2})")


# ---- changes in place


@operation(1.5)
def assign(g):
    x = yield from g.operand(stretch=False)
    y = yield from g.partner(x, onto=True)
    if y is not None:
        yield g.step("assign", [x, y], "view[...] = {1}", changes=True, differs=is_higher(y, x.array.shape))


@operation(0.5)
def fill(g):
    x = yield from g.operand(stretch=False)
    y = yield from g.fresh(x.array.dtype.name, [])
    yield g.step("fill", [x, y], "view[...] = {1}", changes=True)


def add_in_place(name, numpy):
    def steps(g):
        x = yield from g.operand(NUMBERS, stretch=False)
        y = yield from g.partner(x, onto=True)
        if y is not None:
            yield g.step(name, [x, y], f"{numpy}(view, {{1}}, out=view)", changes=True)

    steps.__name__ = name
    operation(0.6)(steps)


for name, numpy in [("add_assign", "np.add"), ("sub_assign", "np.subtract"), ("mul_assign", "np.multiply")]:
    add_in_place(name, numpy)
