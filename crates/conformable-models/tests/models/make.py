"""Writes answers.txt: what the modules, losses and optimisers are, by their formulas in NumPy."""

import pathlib

import numpy as np
from scipy.special import erf, expit

answers = []


def numbers(shape, seed):
    count = int(np.prod(shape))
    return ((np.arange(count) * 37 + seed * 101) % 97 / 48 - 1).reshape(shape)


def answer(name, array):
    array = np.asarray(array, dtype=float)
    sizes = " ".join(map(str, array.shape))
    answers.append(f"{name}:{sizes}|{' '.join(repr(float(x)) for x in array.ravel())}")


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def norm(x, weight, bias):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * weight + bias


def attention(x, causal):
    q, k, v = (
        np.einsum("bld,dhk->bhlk", x, numbers((6, 2, 4), seed)) + numbers((2, 4), seed + 1)[:, None] for seed in (20, 22, 24)
    )
    scores = np.einsum("bhik,bhjk->bhij", q, k) / 2
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape[-2:])) == 1, scores, -np.inf)
    heads = np.einsum("bhij,bhjk->bhik", softmax(scores), v)
    return np.einsum("bhlk,hkd->bld", heads, numbers((2, 4, 6), 26)) + numbers((6,), 27)


x = numbers((2, 3, 6), 1)
answer("linear", x @ numbers((6, 4), 2) + numbers((4,), 3))
answer("rectified", np.maximum(x @ numbers((6, 4), 2) + numbers((4,), 3), 0))
answer("linear of a vector", x[0, 0] @ numbers((6, 4), 2) + numbers((4,), 3))
answer("norm", norm(x, numbers((6,), 4), numbers((6,), 5)))
answer("attention", attention(x, False))
answer("causal attention", attention(x, True))
answer("attention of a sequence", attention(x[1:], False)[0])
block = x + attention(norm(x, numbers((6,), 4), numbers((6,), 5)), True)
inner = norm(block, numbers((6,), 4), numbers((6,), 5)) @ numbers((6, 4), 2) + numbers((4,), 3)
inner = inner * (1 + erf(inner / np.sqrt(2))) / 2
answer("block", block + inner @ numbers((4, 6), 50) + numbers((6,), 51))
answer("relu", np.maximum(x, 0))
answer("gelu", x * (1 + erf(x / np.sqrt(2))) / 2)
answer("silu", x * expit(x))
answer("sigmoid", expit(x))
answer("tanh", np.tanh(x))
hidden = np.maximum(norm(x, numbers((6,), 4), numbers((6,), 5)) @ numbers((6, 4), 2) + numbers((4,), 3), 0)
answer("sequence", hidden @ numbers((4, 5), 6) + numbers((5,), 7))



def convolved(x, w, b, stride, padding):
    x = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    seen = np.lib.stride_tricks.sliding_window_view(x, w.shape[2:], axis=(2, 3))[:, :, ::stride, ::stride]
    return np.einsum("nchwij,ocij->nohw", seen, w) + b[:, None, None]


def pooled(x, f):
    n, c, h, w = x.shape
    return f(x[:, :, : h // 2 * 2, : w // 2 * 2].reshape(n, c, h // 2, 2, w // 2, 2), (3, 5))


images = numbers((2, 3, 5, 6), 40)
edges = convolved(images, numbers((4, 3, 3, 2), 41), numbers((4,), 42), 1, 0)
answer("convolution", edges)
answer("padded convolution", convolved(images, numbers((4, 3, 3, 2), 41), numbers((4,), 42), 2, 1))
answer("max pool", pooled(images, np.max))
answer("mean pool", pooled(images, np.mean))
answer("network", pooled(np.maximum(edges, 0), np.max).reshape(2, -1) @ numbers((8, 5), 43) + numbers((5,), 44))

classes = np.array([[4, 0, 2], [2, 5, 5]])
targets = np.eye(6)[classes]
answer("cross entropy", -(targets * np.log(softmax(x * 5))).sum(-1).mean())
answer("cross entropy of mixtures", -(softmax(x) * np.log(softmax(x * 5))).sum(-1).mean())
words = np.array([[4, 0, 2], [2, 5, 5]])
answer("embedding", numbers((7, 4), 12)[words])
answer("squared error", ((x - numbers((2, 3, 6), 8)) ** 2).mean())

p, v = numbers((2, 3), 9), np.zeros((2, 3))
for step in range(3):
    g = p * numbers((2, 3), 10 + step)
    v = 0.9 * v + g
    p = p - 0.1 * v
answer("sgd", p)

p, m, v = numbers((2, 3), 9), np.zeros((2, 3)), np.zeros((2, 3))
for step in range(3):
    g = p * numbers((2, 3), 10 + step)
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g**2
    p = p - 0.1 * 0.01 * p
    p = p - 0.1 * (m / (1 - 0.9 ** (step + 1))) / (np.sqrt(v / (1 - 0.999 ** (step + 1))) + 1e-8)
answer("adamw", p)

pathlib.Path(__file__).with_name("answers.txt").write_text("\n".join(answers) + "\n")
