"""Random steps: their operands, and what all operations share."""

import numpy as np
from oracle import Data, Step, value

FLOATS, INTEGERS = ["float64", "float32"], ["int64", "int32", "uint8"]
NUMBERS, ALL = FLOATS + INTEGERS, FLOATS + INTEGERS + ["bool"]
INDICES = ["int64", "uint8"]

RANK_0 = "NumPy takes axis 0 or -1 of rank 0"
RANGE = "NumPy cuts ranges short that end behind the axis"
LEADING = "NumPy drops leading axes of size 1 of assigned values"
EMPTY_MEAN = "NumPy's mean and variance of no element is NaN"
EMPTY_EXTREME = "NumPy refuses an empty axis even if there is no result"


class Operand:
    """A tensor of the program, views of it, and the elements that they have."""

    def __init__(self, number, base):
        self.number, self.base, self.views = number, base, []
        self.array, self.text = base, f"x{number}"

    def viewed(self, view, text):
        """A view of this operand; an exception if NumPy refuses it."""
        other = Operand(self.number, self.base)
        other.views, other.text = [*self.views, view], text.replace("{}", self.text)
        other.array = np.asarray(value(other.text, {f"x{self.number}": self.base}))
        return other


# by name: how often an operation is chosen, and the function that makes its steps
OPERATIONS = {}

# by name: the function that makes the arguments of a view, its text, and the difference from NumPy
VIEWS = {}


def operation(weight=1):
    def add(function):
        OPERATIONS[function.__name__] = (weight, function)
        return function

    return add


class Generator:
    """Random steps. A few of them have arguments that are refused."""

    def __init__(self, random):
        self.random, self.next, self.wild, self.arrays = random, 0, set(), {}

    def chance(self, probability):
        return self.random.random() < probability

    def number(self):
        self.next += 1
        return self.next - 1

    # ---- data

    def sizes(self, most=600):
        """Sizes with few elements in all; a few are longer than a vector of any processor."""
        usual, long = [1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 16, 17, 33], [
            2,
            3,
            17,
            64,
            100,
            127,
            128,
            129,
            255,
            257,
            300,
        ]
        lengths, most = (long, 5 * most) if self.chance(0.06) else (usual, most)
        while True:
            rank = self.random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4, 5])
            sizes = [0 if self.chance(0.02) else self.random.choice(lengths) for _ in range(rank)]
            # an empty tensor has few other indices, too: indices of them may be made
            if np.prod([max(size, 1) for size in sizes], dtype=int) <= most:
                return sizes

    def elements(self, dtype, sizes):
        """Small numbers; some tensors have extreme ones, or NaN and infinities."""
        count = int(np.prod(sizes, dtype=int))
        draw = self.random
        kind = draw.random()
        if dtype == "bool":
            share = draw.choice([0.5, 0.5, 0.9, 0.1])
            elements = [draw.random() < share for _ in range(count)]
        elif dtype in INTEGERS:
            limits = np.iinfo(dtype)
            low, high = (limits.min, limits.max) if kind < 0.15 else (max(limits.min, -9), 9)
            elements = [draw.randint(int(low), int(high)) for _ in range(count)]
        elif kind < 0.4:
            elements = [draw.randint(-16, 16) / 4 for _ in range(count)]
        else:
            elements = [
                draw.choice([draw.uniform(-3, 3), draw.uniform(0, 1), draw.uniform(-99, 99)]) for _ in range(count)
            ]
        if dtype in FLOATS and kind > 0.88:
            for _ in range(1 + count // 10 if count else 0):
                elements[draw.randrange(count)] = draw.choice([np.nan, np.inf, -np.inf, 0.0, -0.0])
        return np.array(elements, dtype).reshape(sizes)

    def data(self, array):
        step = Data(self.number(), np.asarray(array))
        yield step
        return Operand(step.to[0], step.array)

    def fresh(self, dtype, sizes):
        return (yield from self.data(self.elements(dtype, sizes)))

    def scalar(self, dtype, element):
        return (yield from self.data(np.array(element, dtype)))

    # ---- operands

    def old(self, types=ALL, rank=None, suits=lambda array: True):
        """A tensor of the program; `None` if there is none that suits."""
        found = [
            number
            for number, array in self.arrays.items()
            if number not in self.wild
            and array.dtype in types
            and (rank is None or array.ndim in rank)
            and suits(array)
        ]
        if not found:
            return None
        number = self.random.choice(found[-8:])
        return Operand(number, self.arrays[number])

    def operand(self, types=ALL, rank=None, suits=lambda array: True, views=0.35, stretch=True):
        """A tensor of the program, or a new one; often as a view."""
        operand = self.old(types, rank, suits)
        if operand is None or self.chance(0.15):
            for _ in range(30):
                sizes = self.sizes()
                if rank is None or len(sizes) in rank:
                    array = self.elements(self.random.choice(types), sizes)
                    if suits(array):
                        operand = yield from self.data(array)
                        break
        if operand is None:
            return None
        while self.chance(views):
            viewed = self.view_of(operand, stretch)
            if viewed is None or not suits(viewed.array) or (rank is not None and viewed.array.ndim not in rank):
                break
            operand = viewed
        return operand

    def view_of(self, operand, stretch):
        """A view that is valid and has few elements; `None` if there is none."""
        kinds = [kind for kind in VIEWS if stretch or kind not in ("diagonal", "offset_diagonal")]
        name = self.random.choice(kinds)
        if name == "broadcast_to" and (operand.views or not stretch):
            return None
        made = VIEWS[name](self, operand.array, 0)
        if made is None or made[2]:
            return None
        view, text, _ = made
        try:
            viewed = operand.viewed([name, *view], text)
        except (ValueError, IndexError):
            return None
        return viewed if viewed.array.size <= 3000 else None

    def axis(self, rank, wrong=0.04):
        if rank == 0 or self.chance(wrong):
            return self.random.choice([rank, -rank - 1, 0, -1, rank + 3])
        return self.random.randrange(-rank, rank)

    def axes(self, rank, wrong=0.04):
        """Several axes, each once."""
        axes = self.random.sample(range(rank), self.random.randint(0, rank))
        axes = [axis - rank if self.chance(0.4) else axis for axis in axes]
        if self.chance(wrong):
            axes.append(self.random.randint(-rank - 1, rank))
        return axes

    def related(self, sizes, wrong=0.06):
        """Sizes that broadcast with others, with a few that do not."""
        sizes = [1 if self.chance(0.25) else size for size in sizes]
        if self.chance(0.3):
            sizes = sizes[self.random.randint(0, len(sizes)) :]
        if self.chance(0.15):
            sizes = [self.random.choice([1, 2, 3])] + sizes
        if sizes and self.chance(wrong):
            sizes[self.random.randrange(len(sizes))] += self.random.choice([1, 2, 5])
        return sizes

    def partner(self, x, dtype=None, suits=lambda array: True, sizes=None, onto=False):
        """A second operand that mostly broadcasts with the first."""
        dtype = dtype or x.array.dtype.name
        shape = list(x.array.shape) if sizes is None else list(sizes)

        def conforms(array):
            try:
                result = np.broadcast_shapes(array.shape, tuple(shape))
            except ValueError:
                return False
            return np.prod(result, dtype=int) <= 2000 and (not onto or list(result) == shape) and suits(array)

        if self.chance(0.5):
            operand = yield from self.operand([dtype], suits=conforms, views=0.25)
            if operand is not None:
                return operand
        if self.chance(0.03):
            operand = yield from self.operand([dtype], suits=suits, views=0)
            if operand is not None:
                return operand
        for _ in range(20):
            smaller = self.related(shape)
            if onto:
                smaller = smaller[-len(shape) :] if shape and not self.chance(0.1) else smaller
            if np.prod(smaller, dtype=int) <= 2000:
                array = self.elements(dtype, smaller)
                if suits(array):
                    return (yield from self.data(array))
        return None

    # ---- steps

    def step(self, op, operands, code, results=1, **more):
        k = more.pop("k", {})
        to = [self.number() for _ in range(results)]
        of = [(operand.number, operand.views) for operand in operands]
        step = Step(op, of, [operand.text for operand in operands], code, to, k, **more)
        step.sizes = [operand.array.shape for operand in operands]
        step.types = [operand.array.dtype.name for operand in operands]
        step.shapes = {str(shape) for operand in operands for shape in (operand.base.shape, operand.array.shape)}
        return step

    def steps(self, arrays):
        self.arrays = arrays
        names = list(OPERATIONS)
        name = self.random.choices(names, [OPERATIONS[name][0] for name in names])[0]
        for step in OPERATIONS[name][1](self):
            if step.op != "data":
                step.name = name
            yield step


def rank_0(x, axis):
    return RANK_0 if x.array.ndim == 0 and axis in (0, -1) else None


def is_higher(values, sizes):
    return LEADING if values.array.ndim > len(sizes) else None


def size_at(x, axis):
    return x.array.shape[axis] if -x.array.ndim <= axis < x.array.ndim else 1


def is_finite(array):
    return bool(np.all(np.isfinite(array)))
