"""Writes a U-Net with random weights in f16, and what it answers.

    python3 make.py

It needs torch.
"""

import pathlib

import torch
from safetensors.torch import save_file
from torch import nn

HERE = pathlib.Path(__file__).parent


class Double(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.conv1 = nn.Conv2d(i, o, 3, padding=1, bias=False)
        self.norm1 = nn.GroupNorm(4, o)
        self.conv2 = nn.Conv2d(o, o, 3, padding=1, bias=False)
        self.norm2 = nn.GroupNorm(4, o)

    def forward(self, x):
        x = nn.functional.silu(self.norm1(self.conv1(x)))
        return nn.functional.silu(self.norm2(self.conv2(x)))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Double(3, 8)
        self.down1 = Double(8, 16)
        self.down2 = Double(16, 32)
        self.up1 = nn.ConvTranspose2d(32, 16, 2, stride=2)
        self.join1 = Double(32, 16)
        self.up2 = nn.ConvTranspose2d(16, 8, 2, stride=2)
        self.join2 = Double(16, 8)
        self.output = nn.Conv2d(8, 2, 1)

    def forward(self, x):
        half = lambda x: nn.functional.max_pool2d(x, 2)
        a = self.first(x)
        b = self.down1(half(a))
        c = self.down2(half(b))
        b = self.join1(torch.cat([b, self.up1(c)], 1))
        a = self.join2(torch.cat([a, self.up2(b)], 1))
        return self.output(a)


def main(folder=HERE / "data"):
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(9)
    net = UNet().eval()
    with torch.no_grad():
        for module in net.modules():
            if isinstance(module, nn.GroupNorm):
                module.weight.normal_(1, 0.2)
                module.bias.normal_(0, 0.1)
    net = net.half().float()
    save_file({key: value.half().contiguous() for key, value in net.state_dict().items()}, folder / "model.safetensors")
    pictures = torch.randn(2, 3, 24, 16).half()
    with torch.no_grad():
        masks = net(pictures.float())
    save_file(dict(pictures=pictures, masks=masks.contiguous()), folder / "expected.safetensors")


if __name__ == "__main__":
    main()
