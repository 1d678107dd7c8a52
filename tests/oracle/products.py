"""Products of matrices, along axes and by letters."""

from builtins import zip as zip_

import numpy as np
from generator import NUMBERS, is_finite, operation, size_at


def fitting(g, x):
    """A tensor that mostly can be the right operand of `matmul`."""
    shape = x.array.shape
    if not shape:
        return (yield from g.operand([x.array.dtype.name]))
    inner = shape[-1] + (g.random.choice([1, 2]) if g.chance(0.06) else 0)
    sizes = [inner] if g.chance(0.25) else [*g.related(shape[:-2]), inner, g.random.choice([1, 2, 3, 5, 9, 0])]
    same = (
        lambda array: len(array.shape) > 0 and list(array.shape[-2:-1] or array.shape) == [inner] and array.size <= 2000
    )
    found = g.old([x.array.dtype.name], suits=same) if g.chance(0.3) else None
    if np.prod(sizes, dtype=int) * np.prod(shape[:-1], dtype=int) > 20000:
        return None
    y = found or (yield from g.fresh(x.array.dtype.name, sizes))
    if y.array.ndim >= 2 and g.chance(0.3):
        # as the transpose of a tensor
        y = yield from g.data(np.ascontiguousarray(np.swapaxes(y.array, -1, -2)))
        y = y.viewed(["t"], "np.swapaxes({}, -1, -2)")
    return y


@operation(2)
def matmul(g):
    x = yield from g.operand(NUMBERS)
    y = yield from fitting(g, x)
    if y is not None:
        if g.chance(0.3):
            code = "np.matmul({0}.astype(np.float64), {1}.astype(np.float64))"
            magnitude = "np.matmul(np.abs({0}.astype(np.float64)), np.abs({1}.astype(np.float64)))"
            if not is_finite(x.array) or not is_finite(y.array):
                return
            yield g.step("matmul_as", [x, y], code, magnitude=magnitude)
        elif is_finite(x.array) and is_finite(y.array):
            yield g.step("matmul", [x, y], "np.matmul({0}, {1})", magnitude="abs")
        elif x.array.ndim >= 2 and y.array.ndim >= 2 and x.array.shape[-1] == y.array.shape[-2]:
            # BLAS leaves out products by 0, also of NaN
            code = "np.sum({0}[..., :, :, None] * {1}[..., None, :, :], axis=-2)"
            yield g.step("matmul", [x, y], code, magnitude="abs")


@operation(0.5)
def dot(g):
    x = yield from g.operand(NUMBERS, rank=[1] if not g.chance(0.05) else [0, 1, 2])
    if x is None:
        return
    y = yield from g.fresh(x.array.dtype.name, [x.array.size + g.chance(0.06)])
    differs = "NumPy's products of vectors broadcast" if x.array.ndim != 1 else None
    yield g.step("dot", [x, y], "np.vecdot({0}, {1})", magnitude="abs", differs=differs)


@operation(0.5)
def outer(g):
    x = yield from g.operand(NUMBERS, suits=lambda array: array.size <= 60)
    y = x and (yield from g.operand([x.array.dtype.name], suits=lambda array: array.size <= 60))
    if y is not None:
        yield g.step("outer", [x, y], "np.multiply.outer({0}, {1})")


@operation(0.7)
def tensordot(g):
    x = yield from g.operand(NUMBERS, suits=lambda array: array.size <= 300 and is_finite(array))
    pair = g.random.choice([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (-1, -1), (1, 1), (2, 0), (-2, 1), None])
    if x is None:
        return
    size = lambda axis: size_at(x, axis)
    rest = g.sizes(12)[:2]
    if pair is None:
        axes, text, sizes = [9, 9], "([0, -1], [-1, 0])", [size(-1), *rest[:1], size(0)]
    else:
        axes, text = list(pair), f"([{pair[0]}], [{pair[1]}])"
        at = pair[1] if pair[1] >= 0 else len(rest) + 1 + pair[1]
        sizes = rest[:at] + [1] * (at - len(rest)) + [size(pair[0])] + rest[at:]
    if sizes and g.chance(0.05):
        sizes[0] += 1
    y = yield from g.fresh(x.array.dtype.name, sizes)
    if not is_finite(y.array):
        return
    yield g.step("tensordot", [x, y], f"np.tensordot({{0}}, {{1}}, {text})", k={"axes": axes}, magnitude="abs")


@operation(1.5)
def einsum(g):
    """Equations of random letters, some with `...`."""
    letters = "ijkLm"
    count = g.random.choice([1, 1, 2, 2, 2, 3])
    known, operands, groups, dtype = {}, [], [], None
    for place in range(count):
        few = lambda array: array.ndim <= 4 and array.size <= 200 and is_finite(array)
        x = (yield from g.operand([dtype] if dtype else NUMBERS, suits=few)) if place == 0 or g.chance(0.3) else None
        dots = g.chance(0.2)
        if x is None:
            group = [g.random.choice(letters) for _ in range(g.random.randint(0, 3))]
            sizes = [known.setdefault(letter, g.random.choice([1, 2, 3, 4])) for letter in group]
            stretched = [g.random.choice([1, 2]) for _ in range(g.random.randint(0, 2))] if dots else []
            x = yield from g.fresh(dtype or g.random.choice(NUMBERS), stretched + sizes)
            group = ["..."] * dots + group
        else:
            own = x.array.ndim - (g.random.randint(0, x.array.ndim) if dots else 0)
            group = []
            for size in x.array.shape[x.array.ndim - own :]:
                fits = [letter for letter in letters if known.get(letter, size) == size or g.chance(0.04)]
                if not fits:
                    return
                group.append(g.random.choice(fits))
                known.setdefault(group[-1], size)
            group = ["..."] * dots + group
        dtype = x.array.dtype.name
        operands.append(x)
        groups.append("".join(group))
    used = sorted({letter for group in groups for letter in group if letter != "."})
    result = g.random.sample(used, g.random.randint(0, len(used)))
    if not all(is_finite(x.array) for x in operands):
        return
    of_dots = [x.array.ndim - len(group) + 3 for group, x in zip_(groups, operands) if "..." in group]
    dots = "..." if of_dots else ""
    texts = ", ".join(f"{{{place}}}" for place in range(count))
    kept = ",".join(groups) + "->" + dots + "".join(result)
    equation, differs, instead = kept, None, None
    if g.chance(0.1):
        equation = kept[: kept.index("->")]
    elif dots and g.chance(0.2):
        equation = kept.replace("->...", "->")
        axes = tuple(range(max(of_dots)))
        differs = "NumPy does not sum the axes of an ellipsis" if axes else None
        instead = differs and f'np.sum(np.einsum("{kept}", {texts}, dtype={{0}}.dtype), axis={axes}, dtype={{0}}.dtype)'
    elif g.chance(0.03):
        equation += g.random.choice(["i", "z"])
    sizes = {}
    for group, x in zip_(groups, operands):
        own = group.replace("...", "")
        for letter, size in zip_(own, x.array.shape[x.array.ndim - len(own) :]):
            sizes.setdefault(letter, set()).add(size)
    stretches = any(found & {0, 1} and len(found) > 1 for found in sizes.values())
    if stretches:
        differs, instead = "NumPy's einsum stretches a letter of size 1, and of 0 in one operand", None
    code = f'np.einsum("{equation}", {texts}, dtype={{0}}.dtype)'
    yield g.step(
        "einsum_str", operands, code, k={"equation": equation}, magnitude="abs", differs=differs, instead=instead
    )
