"""Writes a GPT-2 of transformers with random weights, a tokenizer of tokenizers, and what both answer.

    python3 make.py [gpt2 FOLDER | check PATH]

Without arguments it writes the small model to `data`; `gpt2 FOLDER` writes one of 124 million parameters. It needs torch,
transformers and tokenizers.
"""

import pathlib
import sys

import torch
from safetensors.torch import load_file, save_file
from tokenizers import ByteLevelBPETokenizer
from transformers import GPT2Config, GPT2LMHeadModel

HERE = pathlib.Path(__file__).parent
TEXT = HERE / "../../../../docs/glossary.md"
PROMPTS = ["A tensor has a shape", "The axes of a matrix"]


def main(name="small", folder=HERE / "data"):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train([str(TEXT)], vocab_size=320, show_progress=False)
    tokenizer.save(str(folder / "tokenizer.json"))
    sizes = dict(n_layer=2, n_head=4, n_embd=32, vocab_size=320, n_positions=64) if name == "small" else {}
    torch.manual_seed(7)
    model = GPT2LMHeadModel(GPT2Config(**sizes, initializer_range=0.12 if name == "small" else 0.06)).eval()
    with torch.no_grad():
        for key, parameter in model.named_parameters():
            if ".ln_" in key and key.endswith("weight"):
                parameter.normal_(1, 0.2)
            elif key.endswith("bias"):
                parameter.normal_(0, 0.1)
    model.save_pretrained(folder)
    for other in ["config.json", "generation_config.json"]:
        (folder / other).unlink(missing_ok=True)
    encoded = [tokenizer.encode(prompt).ids for prompt in PROMPTS]
    length = min(map(len, encoded))
    ids = torch.tensor([prompt[:length] for prompt in encoded])
    with torch.no_grad():
        logits = model(ids).logits
        greedy = model.generate(ids, max_new_tokens=20, do_sample=False, pad_token_id=0)[:, length:]
        # sampling: the probabilities of the 5 best at temperature 0.7
        best = (logits[:, -1] / 0.7).topk(5)
        probabilities = best.values.softmax(-1)
    expected = dict(ids=ids, logits=logits, greedy=greedy, best=best.indices, probabilities=probabilities)
    save_file({key: value.contiguous() for key, value in expected.items()}, folder / "expected.safetensors")


def check(path):
    """Loads a file that the example saved, under the names of transformers, and compares the logits."""
    model = GPT2LMHeadModel(GPT2Config(n_layer=2, n_head=4, n_embd=32, vocab_size=320, n_positions=64)).eval()
    # the file has the tied weights of `lm_head` once
    print("loaded; not in the file:", model.load_state_dict(load_file(path), strict=False))
    model.tie_weights()
    expected = load_file(HERE / "data/expected.safetensors")
    print("off by", (model(expected["ids"]).logits - expected["logits"]).abs().max().item())


if __name__ == "__main__":
    check(sys.argv[2]) if sys.argv[1:2] == ["check"] else main(*sys.argv[1:])
