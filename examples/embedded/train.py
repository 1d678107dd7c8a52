"""Trains a network of 64, 16 and 10 numbers on handwritten digits, and writes it as `src/network.rs` with some digits.

    python3 train.py

It needs torch. `src/network.rs` has 40 digits that the network was not trained on, and PyTorch's answers.
"""

import pathlib

import torch
from torch import nn

HERE = pathlib.Path(__file__).parent


def array(values):
    if isinstance(values, list):
        return "[" + ", ".join(map(array, values)) + "]"
    return repr(round(values, 6)) if isinstance(values, float) else str(values)


def main():
    torch.manual_seed(1)
    rows = [list(map(int, line.split(","))) for line in (HERE / "../data/digits.csv").read_text().split()]
    data = torch.tensor(rows)
    data = data[torch.randperm(len(data))]
    x, y = data[:, :64].float() / 16, data[:, 64]
    held = len(data) // 5
    net = nn.Sequential(nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 10))
    optimiser = torch.optim.AdamW(net.parameters(), 0.01)
    for _ in range(300):
        order = torch.randperm(len(x) - held) + held
        for batch in order.split(128):
            optimiser.zero_grad()
            nn.functional.cross_entropy(net(x[batch]), y[batch]).backward()
            optimiser.step()
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.copy_(torch.tensor(parameter.numpy().round(4)))
        answers = net(x[:held]).argmax(-1)
        right = (answers == y[:held]).sum().item()
        scores = net(x[:1])[0].tolist()
    weights = [net[0].weight.T, net[0].bias, net[2].weight.T, net[2].bias]
    names = ["HIDDEN: [[f32; 16]; 64]", "HIDDEN_BIAS: [f32; 16]", "OUTPUT: [[f32; 10]; 16]", "OUTPUT_BIAS: [f32; 10]"]
    lines = [f"//! Written by `train.py`: a network that reads {right} of {held} digits that it was not trained on.", ""]
    lines += ["#![allow(clippy::unreadable_literal, clippy::excessive_precision, reason = \"written by a program\")]", ""]
    for name, weight in zip(names, weights):
        lines.append(f"pub const {name} = {array([[round(v, 4) for v in row] if isinstance(row, list) else round(row, 4) for row in weight.tolist()])};")
    lines.append("/// The scores of the first digit.")
    lines.append(f"pub const SCORES: [f32; 10] = {array(scores)};")
    lines.append("/// Pixels from 0 to 16.")
    lines.append(f"pub static DIGITS: [[u8; 64]; 40] = {array(data[:40, :64].tolist())};")
    lines.append("/// What PyTorch reads.")
    lines.append(f"pub static ANSWERS: [u8; 40] = {array(answers[:40].tolist())};")
    (HERE / "src/network.rs").write_text("\n".join(lines) + "\n")
    print(right, "of", held)


if __name__ == "__main__":
    main()
