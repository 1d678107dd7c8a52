"""Writes a Llama of transformers with random weights in bf16, in shards, and its answers.

    python3 make.py [base FOLDER]

Without arguments it writes the small model to `data`; `base FOLDER` writes one of 125 million parameters. It needs torch and transformers.
"""

import pathlib
import sys

import torch
from safetensors.torch import save_file
from transformers import LlamaConfig, LlamaForCausalLM

HERE = pathlib.Path(__file__).parent


def main(name="small", folder=HERE / "data"):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(3)
    sizes = dict(vocab_size=300, hidden_size=32, intermediate_size=88, num_hidden_layers=2, num_attention_heads=4,
                 num_key_value_heads=2, max_position_embeddings=64, initializer_range=0.15)
    if name == "base":
        sizes = dict(vocab_size=32000, hidden_size=768, intermediate_size=2048, num_hidden_layers=12,
                     num_attention_heads=12, num_key_value_heads=4, max_position_embeddings=1024)
    config = LlamaConfig(**sizes, rms_norm_eps=1e-6, tie_word_embeddings=False)
    model = LlamaForCausalLM(config).eval()
    with torch.no_grad():
        for key, parameter in model.named_parameters():
            if "norm" in key:
                parameter.normal_(1, 0.2)
    model.to(torch.bfloat16).save_pretrained(folder, max_shard_size="40KB" if name == "small" else "1GB")
    # the same weights, with sums in f32
    model = LlamaForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    for other in ["config.json", "generation_config.json"]:
        (folder / other).unlink(missing_ok=True)
    ids = torch.randint(0, 300, (2, 12))
    with torch.no_grad():
        logits = model(ids).logits
        greedy = model.generate(ids, max_new_tokens=16, do_sample=False, pad_token_id=0)[:, ids.shape[1]:]
    save_file(dict(ids=ids, logits=logits.contiguous(), greedy=greedy.contiguous()), folder / "expected.safetensors")


if __name__ == "__main__":
    main(*sys.argv[1:])
