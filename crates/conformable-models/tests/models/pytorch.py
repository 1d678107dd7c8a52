"""Writes pytorch.txt: what PyTorch's layers and functions return for the numbers of `make.py`."""

import pathlib

import torch
from torch import nn
from torch.nn import functional as F

answers = []
torch.set_default_dtype(torch.float64)


def numbers(shape, seed):
    count = torch.arange(int(torch.tensor(shape).prod()))
    return (((count * 37 + seed * 101) % 97).double() / 48 - 1).reshape(shape)


def answer(name, tensor):
    sizes = " ".join(map(str, tensor.shape))
    answers.append(f"{name}:{sizes}|{' '.join(repr(x) for x in tensor.detach().flatten().tolist())}")


images = numbers((2, 4, 3, 5), 1)
norm = nn.BatchNorm2d(4)
with torch.no_grad():
    norm.weight.copy_(numbers((4,), 2))
    norm.bias.copy_(numbers((4,), 3))
    norm.running_mean.copy_(numbers((4,), 4))
    norm.running_var.copy_(numbers((4,), 5).abs() + 0.5)
answer("batch norm", norm.eval()(images))
answer("batch norm in training", norm.train()(images))
answer("running mean", norm.running_mean)
answer("running var", norm.running_var)
answer("group norm", F.group_norm(images, 2, numbers((4,), 2), numbers((4,), 3)))
x = numbers((2, 3, 6), 1)
answer("rms norm", F.rms_norm(x, (6,), numbers((6,), 4), 1e-6))
answer("softplus", F.softplus(x))
answer("relu", F.relu(x))
answer("gelu tanh", F.gelu(x, approximate="tanh"))
answer("unbiased", F.linear(x, numbers((6, 4), 2).T))
answer("unbiased convolution", F.conv2d(images, numbers((3, 4, 2, 2), 6)))
answer("transposed", F.conv_transpose2d(images, numbers((4, 3, 2, 2), 7), numbers((3,), 8), stride=2))
# parameters of bf16, with inputs of f32 and of bf16
bf16 = torch.bfloat16
weight, bias = numbers((6, 4), 2).T.to(bf16), numbers((4,), 3).to(bf16)
answer("parameters of bf16", F.linear(x.float(), weight.float(), bias.float()).double())
answer("all of bf16", F.linear(x.to(bf16), weight, bias).double())
factors, terms = numbers((6,), 4).to(bf16), numbers((6,), 5).to(bf16)
answer("layer norm of bf16", F.layer_norm(x.float(), (6,), factors.float(), terms.float()).double())
queries, keys, values = numbers((2, 4, 3, 6), 9), numbers((2, 2, 5, 6), 10), numbers((2, 2, 5, 6), 11)
answer("grouped", F.scaled_dot_product_attention(queries, keys, values, enable_gqa=True))
mask = torch.ones(3, 5).tril(2).bool()
answer("grouped, causal", F.scaled_dot_product_attention(queries, keys, values, mask, enable_gqa=True))
attended = F.scaled_dot_product_attention(*(x.to(bf16) for x in (queries, keys, values)), enable_gqa=True)
answer("grouped, all of bf16", attended.double())
# Llama's rotary positions of the places 1 to 3
angles = torch.arange(1, 4)[:, None] * 10_000.0 ** (-torch.arange(0, 6, 2) / 6)
angles = torch.cat([angles, angles], -1)
turned = torch.cat([-queries[..., 3:], queries[..., :3]], -1)
answer("rotary", queries * angles.cos() + turned * angles.sin())
classes = torch.tensor([[4, 0, 2], [2, 5, 5]])
smoothed = F.cross_entropy((x * 5).reshape(6, 6), classes.flatten(), label_smoothing=0.1)
answer("smoothed", smoothed)
parameters = [nn.Parameter(numbers((2, 3), 9)), nn.Parameter(numbers((4,), 10))]
for parameter, seed in zip(parameters, (12, 13)):
    parameter.grad = numbers(parameter.shape, seed)
answer("norm of gradients", nn.utils.clip_grad_norm_(parameters, 0.5))
answer("clipped", parameters[0].grad)


def rates(scheduler):
    optimiser = torch.optim.SGD(parameters, 0.1)
    scheduler = scheduler(optimiser)
    rates = []
    for _ in range(10):
        rates.append(optimiser.param_groups[0]["lr"])
        optimiser.step()
        scheduler.step()
    return torch.tensor(rates)


answer("cosine", rates(lambda optimiser: torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, 10, 0.01)))
answer("linear", rates(lambda optimiser: torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.1, 8)))
answer("steps", rates(lambda optimiser: torch.optim.lr_scheduler.StepLR(optimiser, 3, 0.5)))

pathlib.Path(__file__).with_name("pytorch.txt").write_text("\n".join(answers) + "\n")
