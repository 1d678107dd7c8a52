"""Cases of products: what NumPy answers to matmul, dot, outer, tensordot, einsum, and to patterns of letters by its transposes and shapes."""

import math
import re

import numpy as np

from operands import RANDOM, apply, random_steps

# as `products.rs` has them
EQUATIONS = """i->i ij-> ijk->ki ii->i ii-> iji->ji ij,jk->ik ij,jk->ki ji,kj->ik i,i-> i,j->ji ij,ij->ji ij,ij->i ij,k->ik ijk,kjl->il
ijk,klm->milj bthd,bshd->bhts bhts,bshd->bthd bij,bjj->bi ij,jk,kl->il ij,ik,il->ijkl i,ij,j-> ij,jk,kl,lm->mi abc,ai,bj,ck->ijk""".split()
# a pattern, and the letters whose sizes are given
PATTERNS = [("b t c", "c b t", ""), ("b t (h d)", "b h t d", "h"), ("b h t d", "b t (h d)", ""), ("b (h x) (w y)", "b h w (x y)", "xy"), ("1 b c", "c b", ""),
            ("b c", "1 (b c) 1", ""), ("(h d t)", "(t h d)", "ht"), ("(b h) (t d)", "d t 1 h b 1", "ht")]
AXES = [([2], [0]), ([-2], [-2]), ([1, 2], [2, 0]), ([], [])]


def sizes_of_letters(most):
    return {letter: RANDOM.choice([1, 2, 2, 3, 3, 4, 5][:most]) for letter in "abcdefghijklmnopqrstuvwxyz"}


def operand(number, sizes):
    """An operand of those sizes, and how the case has it."""
    base, steps = random_steps(sizes)
    elements = np.array([(i * 7 + number * 3) % 11 - 5 for i in range(math.prod(base))], dtype=np.int64).reshape(base)
    return apply(elements, steps), {"base": base, "steps": steps}


def case(op, of, shapes, answer):
    """What an operation makes of operands of those sizes."""
    operands = [operand(number, sizes) for number, sizes in enumerate(shapes)]
    line = {"op": op, **of, "operands": [written for _, written in operands]}
    try:
        result = np.asarray(answer(*(x for x, _ in operands)))
    except ValueError:
        return {**line, "expected": "error"}
    return {**line, "sizes": list(result.shape), "expected": result.ravel().tolist()}


def einsum(equation, different=False):
    sizes = sizes_of_letters(7 if equation.count(",") < 2 else 4)
    shapes = [[sizes[letter] for letter in letters] for letters in equation.split("->")[0].split(",")]
    if different:
        # a letter of the last operand that is elsewhere, of another size, none of them 1: NumPy stretches that
        for at, letter in enumerate(equation.split("->")[0].split(",")[-1]):
            if equation.split("->")[0].count(letter) > 1:
                shapes = [[max(size, 2) for size in shape] for shape in shapes]
                shapes[-1][at] += 1
    return case("einsum", {"equation": equation}, shapes, lambda *x: np.einsum(equation, *x))


def axes_of(side):
    return [part.strip("()").replace(" ", "").replace("1", "") for part in re.findall(r"\([^)]*\)|\S", side)]


def rearrange(pattern, different=False):
    before, after, given = pattern
    sizes = sizes_of_letters(7)
    split = [letter for axis in axes_of(before) for letter in axis]
    order = [letter for axis in axes_of(after) for letter in axis]
    shape = [math.prod(sizes[letter] for letter in axis) for axis in axes_of(before)]
    asked = dict(sizes)
    if different:
        asked[given[0]] = shape[-1] * 2

    def answer(x):
        if different:
            raise ValueError("it does not divide")
        x = x.reshape([sizes[letter] for letter in split]).transpose([split.index(letter) for letter in order])
        return x.reshape([math.prod(sizes[letter] for letter in axis) for axis in axes_of(after)])

    return case("rearrange", {"pattern": f"{before} -> {after}", "given": {letter: asked[letter] for letter in given}}, [shape], answer)


def matmul():
    b, c, m, k, n = (RANDOM.choice([1, 2, 3, 4, 6]) for _ in range(5))
    j = k + 1 if RANDOM.random() < 0.1 else k
    left, right = RANDOM.choice([([m, k], [j, n]), ([m, k], [j]), ([k], [j, n]), ([b, m, k], [j, n]), ([b, 1, m, k], [c, j, n]), ([k], [j])])
    return case("matmul", {}, [left, right], np.matmul)


def tensordot(axes, different=False):
    i, j, k, l, m = (RANDOM.choice([1, 2, 3, 4]) for _ in range(5))
    return case("tensordot", {"along": axes}, [[i, j, k], [k + different, l, j + different, m]], lambda x, y: np.tensordot(x, y, axes))


def all_cases():
    cases = [einsum(equation) for equation in EQUATIONS for _ in range(3)]
    cases += [einsum(equation, True) for equation in EQUATIONS if "," in equation and equation not in ("i,j->ji", "ij,k->ik")]
    cases += [rearrange(pattern) for pattern in PATTERNS for _ in range(4)]
    cases += [rearrange(pattern, True) for pattern in PATTERNS if pattern[2]]
    cases += [matmul() for _ in range(40)]
    cases += [tensordot(axes) for axes in AXES for _ in range(5)]
    cases += [tensordot(axes, True) for axes in AXES if axes[0]]
    for k in [0, 1, 3, 17, 40]:
        cases.append(case("dot", {}, [[k], [k]], np.dot))
        cases.append(case("dot", {}, [[k], [k + 1 if k != 1 else 3]], np.dot))
    for left, right in [([2], [3]), ([2, 3], [4]), ([3], [2, 2]), ([0], [3]), ([], [3]), ([2, 1], [1, 2])]:
        cases.append(case("outer", {}, [left, right], np.multiply.outer))
    return [{"id": number, **line} for number, line in enumerate(cases)]


def static_cases(cases):
    """Some equations as types."""
    for line in cases:
        if line["op"] != "einsum" or line["id"] % 3 or line["expected"] == "error":
            continue
        groups, result = line["equation"].split("->")
        shapes = []
        for letters, written in zip(groups.split(","), line["operands"]):
            sizes = apply(np.zeros(written["base"]), written["steps"]).shape
            shapes.append("Shape![{}]; {}".format(", ".join(map(str, sizes)), " ".join(letters)).strip())
        yield "    typed_case!({}; {} -> {} => Shape![{}]);\n".format(
            line["id"], ", ".join(f"[{shape}]" for shape in shapes), "[" + " ".join(result) + "]", ", ".join(map(str, line["sizes"])))
