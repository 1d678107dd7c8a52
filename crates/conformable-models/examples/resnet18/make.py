"""Writes a ResNet-18 by torchvision's names with random weights in f16, and what it answers.

    python3 make.py [resnet18 FOLDER | check PATH]

Without arguments the channels are 4, 8, 16 and 32; `resnet18 FOLDER` writes the network of 64 to 512 channels. It needs
torch and pillow.
"""

import pathlib
import sys

import numpy as np
import torch
from PIL import Image
from safetensors.torch import load_file, save_file
from torch import nn

HERE = pathlib.Path(__file__).parent


class Block(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(i, o, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(o)
        self.conv2 = nn.Conv2d(o, o, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(o)
        self.downsample = None
        if stride != 1 or i != o:
            self.downsample = nn.Sequential(nn.Conv2d(i, o, 1, stride, bias=False), nn.BatchNorm2d(o))

    def forward(self, x):
        y = self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x)))))
        return torch.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Module):
    def __init__(self, c, classes):
        super().__init__()
        self.conv1 = nn.Conv2d(3, c, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(c)
        self.maxpool = nn.MaxPool2d(3, 2, 1)
        self.layer1 = nn.Sequential(Block(c, c, 1), Block(c, c, 1))
        self.layer2 = nn.Sequential(Block(c, 2 * c, 2), Block(2 * c, 2 * c, 1))
        self.layer3 = nn.Sequential(Block(2 * c, 4 * c, 2), Block(4 * c, 4 * c, 1))
        self.layer4 = nn.Sequential(Block(4 * c, 8 * c, 2), Block(8 * c, 8 * c, 1))
        self.fc = nn.Linear(8 * c, classes)

    def forward(self, x):
        x = self.maxpool(torch.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(x.mean((2, 3)))


def picture():
    """Circles in colours, 224 by 224."""
    y, x = np.mgrid[:224, :224] / 224 - 0.5
    waves = [np.sin(20 * np.hypot(x, y)), np.sin(31 * x), np.cos(17 * (x + y))]
    return Image.fromarray(np.uint8(np.stack(waves, -1) * 127 + 128))


def main(name="small", folder=HERE / "data"):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(11)
    net = (ResNet(4, 10) if name == "small" else ResNet(64, 1000)).eval()
    with torch.no_grad():
        for module in net.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.running_mean.normal_(0, 0.1)
                module.running_var.uniform_(0.5, 1.5)
                module.weight.normal_(1, 0.2)
                module.bias.normal_(0, 0.1)
        if name == "small":
            net = net.half().float()
    floats = torch.float16 if name == "small" else torch.float32
    state = {key: value.to(floats) if value.is_floating_point() else value for key, value in net.state_dict().items()}
    save_file({key: value.contiguous() for key, value in state.items()}, folder / "model.safetensors")
    picture().save(folder / "picture.png", optimize=True)
    pixels = torch.from_numpy(np.array(Image.open(folder / "picture.png"))).permute(2, 0, 1)[None] / 255
    x = (pixels - torch.tensor([0.485, 0.456, 0.406])[:, None, None]) / torch.tensor([0.229, 0.224, 0.225])[:, None, None]
    with torch.no_grad():
        expected = dict(logits=net(x), smaller=net(x[:, :, :96, :160]))
    save_file({key: value.contiguous() for key, value in expected.items()}, folder / "expected.safetensors")


def check(path):
    """Loads a file that the example saved, under PyTorch's names, and compares the logits."""
    net = ResNet(4, 10).eval()
    net.load_state_dict(load_file(path), strict=True)
    pixels = torch.from_numpy(np.array(Image.open(HERE / "data/picture.png"))).permute(2, 0, 1)[None] / 255
    x = (pixels - torch.tensor([0.485, 0.456, 0.406])[:, None, None]) / torch.tensor([0.229, 0.224, 0.225])[:, None, None]
    expected = load_file(HERE / "data/expected.safetensors")["logits"]
    print("loaded; off by", (net(x) - expected).abs().max().item())


if __name__ == "__main__":
    check(sys.argv[2]) if sys.argv[1:2] == ["check"] else main(*sys.argv[1:])
