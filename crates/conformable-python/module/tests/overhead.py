"""The time of a call with typed tensors, beside the same by the crate `numpy` alone.

    python crates/conformable-python/module/tests/overhead.py

Each row is the median of 21 interleaved rounds; it fails if a call costs over 1 us more.
"""

import statistics
import sys
import timeit

import numpy as np
import torch
import typed_arrays as ta

CALLS, ROUNDS = 100_000, 21
x = np.ones((2, 3))
tensor = torch.ones(2, 3, dtype=torch.float64)
rows = [
    ("an array in", lambda: ta.typed_element(x), lambda: ta.plain_element(x)),
    ("an array out", ta.typed_new, ta.plain_new),
    ("a PyTorch tensor in", lambda: ta.typed_element(tensor), lambda: ta.plain_element(np.from_dlpack(tensor))),
]

failed = False
print("| call | typed | `numpy` | more | ratio |\n|---|---:|---:|---:|---:|")
for name, typed, plain in rows:
    pairs = [[timeit.timeit(call, number=CALLS) / CALLS * 1e9 for call in (typed, plain)] for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(side) for side in zip(*pairs))
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    print(f"| {name} | {ours:.0f} ns | {theirs:.0f} ns | {ours - theirs:.0f} ns | {ratio:.2f} |")
    failed |= ours - theirs > 1000
sys.exit(failed)
