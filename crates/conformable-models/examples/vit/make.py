"""Writes a ViT of transformers with random weights in f16, and its answers.

    python3 make.py

It needs torch and transformers.
"""

import pathlib

import torch
from safetensors.torch import save_file
from transformers import ViTConfig, ViTForImageClassification

HERE = pathlib.Path(__file__).parent


def main(folder=HERE / "data"):
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(5)
    config = ViTConfig(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, image_size=32, patch_size=8,
        num_channels=3, num_labels=10, initializer_range=0.15, layer_norm_eps=1e-12,
    )
    model = ViTForImageClassification(config).eval()
    with torch.no_grad():
        for key, parameter in model.named_parameters():
            if "layernorm" in key and key.endswith("weight"):
                parameter.normal_(1, 0.2)
            elif key.endswith("bias"):
                parameter.normal_(0, 0.1)
    model.half().save_pretrained(folder)
    for other in ["config.json", "generation_config.json"]:
        (folder / other).unlink(missing_ok=True)
    model = model.float()
    pictures = torch.randn(2, 3, 32, 32).half().float()
    with torch.no_grad():
        logits = model(pictures).logits
    save_file(dict(pictures=pictures.half(), logits=logits.contiguous()), folder / "expected.safetensors")


if __name__ == "__main__":
    main()
