#!/usr/bin/env python3
"""What NumPy makes of the block of `model.rs`, and how long it takes.

    python3 reference.py            writes output.csv, attention.csv and last-token.csv anew: computed with 64 bits of numbers of 32
    OPENBLAS_NUM_THREADS=1 python3 reference.py time

It needs NumPy and SciPy, whose `erf` is that of GELU.
"""

import pathlib
import sys
import time

import numpy as np
from scipy.special import erf

HERE = pathlib.Path(__file__).parent
# batch, time, width, heads, hidden
SMALL = (2, 8, 16, 4, 64)
LARGE = (8, 128, 512, 8, 2048)


class Numbers:
    """Those of `numbers.rs`."""

    def __init__(self):
        self.place = 0

    def tensor(self, shape, centre, bound):
        count = int(np.prod(shape))
        h = np.arange(self.place + 1, self.place + 1 + count, dtype=np.uint32)
        self.place += count
        h = (h ^ (h >> 16)) * np.uint32(0x85EBCA6B)
        h = (h ^ (h >> 13)) * np.uint32(0xC2B2AE35)
        h ^= h >> 16
        numbers = (h & 0xFFFFFF).astype(np.float32) / np.float32(8388608) - np.float32(1)
        return (np.float32(centre) + np.float32(bound) * numbers).reshape(shape)

    def linear(self, width, out):
        bound = np.sqrt(np.float32(3) / np.float32(width))
        return self.tensor((width, out), 0, bound), self.tensor((out,), 0, 0.1)

    def norm(self, width):
        return self.tensor((width,), 1, 0.1), self.tensor((width,), 0, 0.1)


def block(sizes):
    """The parameters, and a batch of tokens, in the order of `model.rs`."""
    batch, times, width, heads, hidden = sizes
    numbers = Numbers()
    parameters = {"heads": heads, "norms": [numbers.norm(width), numbers.norm(width)]}
    for name in ("query", "key", "value", "output"):
        parameters[name] = numbers.linear(width, width)
    parameters["widen"] = numbers.linear(width, hidden)
    parameters["narrow"] = numbers.linear(hidden, width)
    return parameters, numbers.tensor((batch, times, width), 0, 1)


def linear(x, layer):
    weight, bias = layer
    return x @ weight + bias


def norm(x, layer):
    scale, shift = layer
    centred = x - x.mean(-1, keepdims=True)
    variance = np.square(centred).mean(-1, keepdims=True)
    return centred / np.sqrt(variance + x.dtype.type(1e-5)) * scale + shift


def attention_weights(x, p):
    query, key = (split(linear(x, p[name]), p["heads"]) for name in ("query", "key"))
    scores = query @ key.swapaxes(-1, -2) / np.sqrt(x.dtype.type(query.shape[-1]))
    times = np.arange(x.shape[1])
    scores = np.where(times <= times[:, None], scores, x.dtype.type(-np.inf))
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def split(x, heads):
    batch, times, width = x.shape
    return x.reshape(batch, times, heads, width // heads).swapaxes(1, 2)


def gelu(x):
    return x * (1 + erf(x / np.sqrt(x.dtype.type(2)))) / 2


def forward(x, p):
    normed = norm(x, p["norms"][0])
    value = split(linear(normed, p["value"]), p["heads"])
    attended = (attention_weights(normed, p) @ value).swapaxes(1, 2).reshape(x.shape)
    y = x + linear(attended, p["output"])
    return y + linear(gelu(linear(norm(y, p["norms"][1]), p["widen"])), p["narrow"])


def as_float64(parameters):
    def widened(value):
        if isinstance(value, (list, tuple)):
            return type(value)(map(widened, value))
        return value.astype(np.float64) if isinstance(value, np.ndarray) else value

    return {name: widened(value) for name, value in parameters.items()}


def write(name, rows):
    np.savetxt(HERE / name, rows, fmt="%.8g", delimiter=",")


def main():
    if sys.argv[1:] == ["time"]:
        parameters, x = block(LARGE)
        durations = []
        for _ in range(20):
            start = time.perf_counter()
            y = forward(x, parameters)
            durations.append(time.perf_counter() - start)
        assert y.dtype == np.float32
        print(f"NumPy: a forward pass of {x.shape} takes {1e3 * min(durations):.1f} ms at best, {1e3 * np.median(durations):.1f} in the middle of 20")
        return
    parameters, x = block(SMALL)
    parameters, x = as_float64(parameters), x.astype(np.float64)
    write("output.csv", forward(x, parameters).reshape(-1, x.shape[-1]))
    weights = attention_weights(norm(x, parameters["norms"][0]), parameters)
    write("attention.csv", weights.reshape(-1, weights.shape[-1]))
    parameters, x = block(LARGE)
    write("last-token.csv", forward(x.astype(np.float64), as_float64(parameters))[-1:, -1])


main()
