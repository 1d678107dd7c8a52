"""Arrays of any strides, as the cases have them: a dense base, and the steps that make a view of it."""

import math
import random

import numpy as np

RANDOM = random.Random(20)


def apply(x, steps):
    """The view that the steps make of an array."""
    for kind, of in steps:
        if kind == "permute":
            x = x.transpose(of)
        elif kind == "slice":
            for axis, (start, step) in enumerate(of):
                before = (slice(None),) * axis
                x = x[(*before, slice(start, None))][(*before, slice(None, None, step))]
        else:
            x = np.broadcast_to(x, of)
    return x


def random_steps(sizes):
    """The sizes of a base, and the steps of a view of it; its own sizes are about those asked for."""
    rank = len(sizes)
    base, steps = list(sizes), []
    kind = RANDOM.choice("dense dense permuted reversed stepped stretched mixed mixed".split())
    if kind in ("stretched", "mixed"):
        stretched = [axis for axis in range(rank) if RANDOM.random() < 0.4]
        missing = RANDOM.randint(0, rank) if RANDOM.random() < 0.3 else 0
        for axis in stretched:
            base[axis] = 1
        base = base[missing:]
        steps = [["broadcast", list(sizes)]]
    if kind in ("reversed", "stepped", "mixed"):
        slices = []
        for axis, size in enumerate(base):
            step = RANDOM.choice([-1, 1] if kind == "reversed" else [1, 2, 3, -1, -2])
            start = 0 if kind == "reversed" else RANDOM.choice([0, 0, 1])
            base[axis] = start + max(0, (size - 1) * abs(step) + 1) if size else 0
            slices.append([start if size else 0, step])
        steps.insert(0, ["slice", slices])
    if kind in ("permuted", "mixed"):
        order = list(range(len(base)))
        RANDOM.shuffle(order)
        memory = [0] * len(base)
        for axis, place in enumerate(order):
            memory[place] = base[axis]
        base = memory
        steps.insert(0, ["permute", order])
    return base, steps


def random_sizes(rank, most=200):
    while True:
        sizes = [RANDOM.choice([1, 2, 2, 3, 3, 4, 5, 7, 9]) for _ in range(rank)]
        if rank and RANDOM.random() < 0.04:
            sizes[RANDOM.randrange(rank)] = 0
        if rank and RANDOM.random() < 0.15:
            sizes[RANDOM.randrange(rank)] = RANDOM.choice([17, 33, 40, 66])
        if math.prod(sizes) <= most:
            return sizes
