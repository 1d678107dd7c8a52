"""Times GPT-2 of 124 million parameters and ResNet-18 in PyTorch and in the examples, in turn.

    python3 beside.py FOLDER [ROUNDS]
    python3 beside.py build             # lines and build times of each example

FOLDER gets both models from `make.py`, unless it has them. Each round runs PyTorch with one thread and with two, and then
the example once. The table has the medians, beside PyTorch with one thread. It needs torch, transformers and pillow.
"""

import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent


def made(example, argument, folder):
    if not (folder / "model.safetensors").exists():
        subprocess.run([sys.executable, HERE / example / "make.py", argument, folder], check=True)
    build = ["cargo", "build", "--release", "--locked", "--all-features", "--example", example, "--message-format", "json"]
    done = subprocess.run(build, cwd=HERE.parent, check=True, capture_output=True, text=True)
    return re.findall(r'"executable":"([^"]+)"', done.stdout)[-1]


def ours(program, folder):
    """Milliseconds by what is timed and by what it runs on: `2 by 40 tokens: tensors 12.3 ms, candle 1.25`."""
    done = subprocess.run([program, "time", folder, "1"], check=True, capture_output=True, text=True)
    times = {}
    for line in done.stdout.splitlines():
        name, runs = line.split(": ")
        first, *others = runs.split(", ")
        on, base = re.fullmatch(r"(.+) ([\d.]+) ms", first).groups()
        times[name, on] = float(base)
        for other in others:
            on, ratio = other.rsplit(" ", 1)
            times[name, on] = float(base) * float(ratio)
    return times


def torchs(torch, runs):
    times = {}
    for threads in (1, 2):
        torch.set_num_threads(threads)
        for name, run in runs.items():
            start = time.perf_counter()
            with torch.inference_mode():
                run()
            times[name, f"PyTorch, {threads} thread{'s' * (threads > 1)}"] = 1e3 * (time.perf_counter() - start)
    return times


def table(rounds, program, folder, torch, runs):
    all_times = {}
    torchs(torch, runs)
    for _ in range(rounds):
        for key, value in (torchs(torch, runs) | ours(program, folder)).items():
            all_times.setdefault(key, []).append(value)
    medians = {key: statistics.median(times) for key, times in all_times.items()}
    for name in runs:
        base = medians[name, "PyTorch, 1 thread"]
        row = [f"{on} {median / base:.2f}" for (of, on), median in medians.items() if of == name]
        print(f"{name}: {base:.0f} ms; " + ", ".join(row), flush=True)


def build():
    """Prints the lines of each example, and the seconds and processor seconds of `cargo check` and a release build.

    Dependencies are built before. The lines are without those of `shared`.
    """
    modes = {"check": ["check"], "release": ["build", "--release"]}
    examples = sorted(main.parent.name for main in HERE.glob("*/main.rs"))
    command = lambda mode, example: ["cargo", *mode, "--quiet", "--locked", "--all-features", "--example", example]
    for mode in modes.values():
        subprocess.run(command(mode, "digits"), cwd=HERE.parent, check=True)
    for example in examples:
        lines = sum(path.read_text().count("\n") for path in (HERE / example).glob("*.rs"))
        row = f"{example}: {lines} lines"
        for name, mode in modes.items():
            (HERE / example / "main.rs").touch()
            start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command(mode, example), cwd=HERE.parent, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            row += f", {name} {time.perf_counter() - start:.1f} s ({used:.1f} s)"
        print(row, flush=True)


def main(folder, rounds="5"):
    if folder == "build":
        return build()
    import torch
    from safetensors.torch import load_file
    from transformers import GPT2Config, GPT2LMHeadModel

    folder = pathlib.Path(folder).resolve()
    program = made("gpt2", "gpt2", folder / "gpt2")
    model = GPT2LMHeadModel(GPT2Config()).eval()
    model.load_state_dict(load_file(folder / "gpt2/model.safetensors"), strict=False)
    model.tie_weights()
    ids = lambda length: torch.tensor([[(31 * at + 17 * row + 5) % 50257 for at in range(length)] for row in range(2)])

    def tokens(length, further):
        out = model(ids(length), use_cache=True)
        for _ in range(further):
            out = model(out.logits[:, -1:].argmax(-1), past_key_values=out.past_key_values, use_cache=True)

    runs = {"2 by 40 tokens": lambda: tokens(40, 0), "8 further tokens": lambda: tokens(8, 8)}
    table(int(rounds), program, folder / "gpt2", torch, runs)

    sys.path.insert(0, str(HERE / "resnet18"))
    from make import ResNet

    program = made("resnet18", "resnet18", folder / "resnet18")
    net = ResNet(64, 1000).eval()
    net.load_state_dict(load_file(folder / "resnet18/model.safetensors"))
    images = torch.rand(4, 3, 224, 224)
    runs = {"1 pictures": lambda: net(images[:1]), "4 pictures": lambda: net(images)}
    table(int(rounds), program, folder / "resnet18", torch, runs)


if __name__ == "__main__":
    main(*sys.argv[1:])
