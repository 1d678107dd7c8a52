"""Random programs of operations on tensors, compared with NumPy step by step. README.md has the rules.

python3 tests/oracle/programs.py                        20 000 programs of seed 1
python3 tests/oracle/programs.py --seed 7 --count 100   other programs
python3 tests/oracle/programs.py --seed 7 --only 42     one program, with all its steps
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

sys.dont_write_bytecode = True
import oracle
from operations import OPERATIONS, Generator
from typed import Typed

HERE = Path(__file__).parent
TYPES = {"f64": np.float64, "f32": np.float32, "i64": np.int64, "i32": np.int32, "u8": np.uint8, "bool": np.bool_}
NAMES = {np.dtype(dtype): name for name, dtype in TYPES.items()}
RELATIVE = {np.dtype(np.float64): 1e-13, np.dtype(np.float32): 1e-5}


# the optimised build with the widest vectors of the processor and with those of older ones, and the build that takes
# all ways: the programs take turns
LEVELS = ["widest", "avx2", "plain", "widest", "avx2", "plain", "ways"]
WAYS = ["into", "par", "threads", "engine", "typed"]


class Refused(Exception):
    """An error, on either side."""


class Panicked(Exception):
    """A panic, which is never the right answer."""


class Ours:
    """The process that runs the steps in Rust."""

    def __init__(self, program, level):
        vectors = {"CONFORMABLE_SIMD": level} if level in ("avx2", "plain") else {}
        self.program, self.environment = program, os.environ | vectors
        # the ways to the last result
        self.process, self.ways = None, []

    def begin(self):
        """Begins a program, in a new process if the last one has ended."""
        if self.process is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            self.process = subprocess.Popen([self.program], **pipes, text=True, env=self.environment)
        self.process.stdin.write("new\n")

    def run(self, step):
        """The results of a step, as arrays."""
        try:
            self.process.stdin.write(json.dumps(step.line()) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            status, self.process = self.process.wait(), None
            raise Panicked(f"the process has ended with {status}")
        answer = json.loads(line)
        self.ways = answer.get("ways", [])
        if "error" in answer:
            raise Refused(answer["error"])
        if "panic" in answer:
            raise Panicked(answer["panic"])
        read = lambda name, sizes, data: np.frombuffer(bytes.fromhex(data), TYPES[name]).reshape(sizes).copy()
        return [read(*made) for made in answer["made"]]


def theirs(step, text, arrays):
    """The results of a step by a text, and their magnitudes if they round; an exception if NumPy refuses."""
    names = {f"x{number}": array for number, array in arrays.items()}
    results = oracle.run(text, step.to, names)
    if step.magnitude is None or not any(result.dtype.kind == "f" for result in results):
        return results, None
    if step.magnitude == "abs":
        names = {name: np.abs(array) if array.dtype.kind == "f" else array for name, array in names.items()}
        return results, oracle.run(text, step.to, names)
    if step.magnitude == "self":
        return results, [np.abs(result) for result in results]
    names |= {f"x{number}": result for number, result in zip(step.to, results)}
    return results, [oracle.value(step.magnitude, names)]


def differ(ours, theirs, magnitude, finite):
    """Where two results differ, in words; `None` if they agree."""
    if ours.dtype != theirs.dtype:
        return f"elements of {NAMES.get(ours.dtype)} and not of {theirs.dtype}"
    if ours.shape != theirs.shape:
        return f"sizes {ours.shape} and not {theirs.shape}"
    same = ours == theirs
    if ours.dtype.kind == "f":
        same |= np.isnan(ours) & np.isnan(theirs)
        if magnitude is not None:
            magnitude = np.abs(np.asarray(magnitude, np.float64))
            if not finite:
                magnitude = np.where(np.isfinite(magnitude), magnitude, 0)
            with np.errstate(all="ignore"):
                least = 4 * np.finfo(ours.dtype).smallest_subnormal.astype(np.float64)
                same |= np.abs(ours.astype(np.float64) - theirs) <= RELATIVE[ours.dtype] * magnitude + least
                # a sum of finite elements that overflows in one order may not overflow in another
                same |= np.isinf(magnitude)
    if np.all(same):
        return None
    at = np.argwhere(~same)[0] if same.ndim else ()
    at = tuple(int(i) for i in at)
    return f"{ours[at]!r} and not {theirs[at]!r} at {list(at)}, and {int(np.sum(~same))} of {same.size} elements differ"


class Run:
    """Steps on both sides."""

    def __init__(self, process):
        self.process, self.arrays, self.steps = process, {}, []
        process.begin()

    def step(self, step):
        """Runs a step on both sides: `(results, difference in words)`; the results are Rust's."""
        self.steps.append(step)
        if step.op == "data":
            self.process.run(step)
            self.arrays[step.to[0]] = step.array
            return [step.array], None
        wanted, magnitudes, refusal = self.answer(step, step.code())
        if wanted is not None and max((result.size for result in wanted), default=0) > oracle.MOST:
            self.steps.pop()
            return None, None
        if step.differs and step.instead is not None:
            wanted, magnitudes, refusal = self.answer(step, step.instead)
            step.differs = step.differs if wanted is not None else None
        elif step.differs and refusal is None:
            wanted, magnitudes, refusal = None, None, f"the documented difference '{step.differs}'"
        else:
            step.differs = None
        try:
            made = self.process.run(step)
        except Refused as error:
            step.refusal = str(error)
            if wanted is not None:
                return None, f"refused: {error}\nNumPy has sizes {[result.shape for result in wanted]}"
            return [], None if step.names_shapes() else f"the refusal names no sizes of an operand: {error}"
        except Panicked as error:
            return None, f"panicked: {error}"
        if wanted is None:
            return None, f"has sizes {[result.shape for result in made]}\nrefused by {refusal}"
        if len(made) != len(wanted):
            return None, f"{len(made)} results and not {len(wanted)}"
        finite = all(np.all(np.isfinite(self.arrays[number])) for number, _ in step.of)
        for at, (mine, want) in enumerate(zip(made, wanted)):
            if words := differ(mine, want, magnitudes and magnitudes[at], finite):
                return None, words
        for number, mine in zip(step.to, made):
            self.arrays[number] = mine
        return made, None

    def answer(self, step, text):
        """NumPy's answer: the results and their magnitudes, or the text of the refusal."""
        try:
            return *theirs(step, text, self.arrays), None
        except Exception as error:
            return None, None, f"{type(error).__name__}: {error}"


def needed(steps):
    """The steps that the last one depends on."""
    wanted, kept = {number for number, _ in steps[-1].of}, [steps[-1]]
    for step in reversed(steps[:-1]):
        if wanted & set(step.to):
            kept.append(step)
            wanted |= {number for number, _ in step.of}
    return kept[::-1]


def shrunk(process, steps):
    """The fewest steps with which the last one still fails, and how it fails then."""

    def fails(steps):
        run = Run(process)
        for step in steps:
            made, words = run.step(step.again())
            if words or made is None:
                return words if step is steps[-1] else None
        return None

    steps = needed(steps)
    words = fails(steps)
    # a step before the last one becomes data with the values that it had
    for at in range(len(steps) - 1):
        if steps[at].op == "data" or words is None:
            continue
        run = Run(process)
        for step in steps[: at + 1]:
            run.step(step.again())
        data = [oracle.Data(number, run.arrays[number]) for number in steps[at].to if number in run.arrays]
        fewer = steps[:at] + data + steps[at + 1 :]
        fewer = needed(fewer)
        if found := fails(fewer):
            return shrunk(process, fewer)
    # smaller data: halves along each axis, then without the last index
    for at, step in enumerate(steps[:-1]):
        if step.op != "data" or words is None:
            continue
        for axis in range(step.array.ndim):
            while (size := step.array.shape[axis]) > 1:
                for start, end in [(0, size // 2), (size // 2, size), (0, size - 1)]:
                    part = np.take(step.array, range(start, end), axis)
                    fewer = steps[:at] + [oracle.Data(step.to[0], part)] + steps[at + 1 :]
                    found = fails(fewer)
                    if found and found.split()[0] == words.split()[0]:
                        steps, step, words = fewer, fewer[at], found
                        break
                else:
                    break
    return steps, words


def program(process, seed, number, counts, typed):
    """Runs a program; returns how it fails, or `None`."""
    run, generator = Run(process), Generator(random.Random(f"{seed}:{number}"))
    length = generator.random.randint(3, 12)
    done = tries = 0
    while done < length and tries < 60:
        tries += 1
        for step in generator.steps(run.arrays):
            made, words = run.step(step)
            if words:
                return run.steps, words
            if step.op == "data":
                continue
            if made is None:
                counts["too large"] += 1
                continue
            done += 1
            counts[("refused" if made == [] and step.refusal else "made", step.name)] += 1
            counts.update((way, step.name) for way in process.ways)
            if made:
                typed.add(step, run.arrays)
            if step.differs:
                counts[("differs", step.differs)] += 1
            for made_by in step.to:
                if made_by in run.arrays and not oracle.is_tame(run.arrays[made_by]):
                    generator.wild.add(made_by)
    return None


def run_typed(program, typed, counts):
    """Runs the steps with typed shapes; returns how many fail."""
    process, failures = Ours(program, "typed"), 0
    for operands, step in typed.steps:
        run = Run(process)
        words = [run.step(step)[1] for step in [*operands, step.again()]][-1]
        if words:
            failures += 1
            print(f"typed shapes\n{explain(run.steps, words)}\n{typed.functions[step.k['typed']]}\n", flush=True)
        else:
            counts[("typed", step.name)] += 1
    return failures


def explain(steps, words):
    """The steps as NumPy's and as Rust's text."""
    text = ["NumPy:"]
    text += [f"    {line}" for step in steps for line in step.code().splitlines()]
    text += ["Rust:"]
    text += [f"    {line}" for step in steps for line in step.rust().splitlines()]
    return "\n".join(text + ["the last step: " + words.replace("\n", "\n    ")])


def built(*options, profile="debug"):
    """Builds the process; returns its path."""
    # integers wrap as NumPy's
    wraps = {"CARGO_PROFILE_DEV_OVERFLOW_CHECKS": "false", "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_INCREMENTAL": "0"}
    cargo = ["cargo", "build", "--quiet", "--package", "conformable-oracle", *options]
    subprocess.run(cargo, cwd=HERE.parent.parent, check=True, env=os.environ | wraps)
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target"))
    return target / profile / "conformable-oracle"


def built_typed(typed, ways):
    """Builds the process of the steps with typed shapes, with the library of the one with all ways."""
    source, process, library = (ways.parent / name for name in ("typed.rs", "typed", "libconformable_oracle.rlib"))
    source.write_text(typed.source())
    rustc = ["rustc", "--edition=2024", "-Coverflow-checks=off", "-o", process, source]
    subprocess.run([*rustc, f"--extern=conformable_oracle={library}", f"-Ldependency={ways.parent / 'deps'}"], check=True)
    return process


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=20_000)
    arguments.add_argument("--only", type=int, help="the number of one program, whose steps are printed")
    arguments.add_argument("--failures", type=int, default=5, help="after how many it ends")
    options = arguments.parse_args()

    numbers = range(options.count) if options.only is None else [options.only]
    pool = ThreadPoolExecutor(1)
    ways = pool.submit(built, "--features=ways")
    optimised = built("--release", "--features=simd", profile="release")
    processes = [Ours(optimised, level) for level in LEVELS[:-1]]
    # the programs with all ways are the last ones: their process is built meanwhile
    numbers = sorted(numbers, key=lambda number: number % len(LEVELS) == len(processes))

    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    counts, failures, start = Counter(), 0, time.monotonic()
    typed = Typed(random.Random(f"{options.seed}:typed"))
    build = None
    for done, number in enumerate(numbers):
        # most operations have their steps then
        if done == 4000:
            typed.is_full, build = True, pool.submit(lambda: built_typed(typed, ways.result()))
        if number % len(LEVELS) == len(processes):
            processes.append(Ours(ways.result(), LEVELS[-1]))
        process = processes[number % len(LEVELS)]
        failed = program(process, options.seed, number, counts, typed)
        if options.only is not None and not failed:
            print("no difference")
        if failed:
            failures += 1
            steps, words = failed
            if options.only is not None:
                print(f"all {len(steps)} steps\n" + explain(steps, words))
            smaller, found = shrunk(process, steps)
            level = LEVELS[number % len(LEVELS)]
            print(f"program {number}, {level}: --seed {options.seed} --only {number}")
            found = found or f"(only with all steps) {words}"
            print(f"{len(smaller)} of its {len(steps)} steps\n{explain(smaller, found)}\n", flush=True)
            if failures >= options.failures:
                break

    if options.only is not None:
        sys.exit(failures > 0)
    build = build or pool.submit(lambda: built_typed(typed, ways.result()))
    failures += run_typed(build.result(), typed, counts)
    made, refused = ({name: counts[(kind, name)] for name in sorted(OPERATIONS)} for kind in ("made", "refused"))
    print("operation: results, refusals")
    for name in made:
        print(f"  {name}: {made[name]}, {refused[name]}")
    print("documented differences")
    for (kind, name), count in sorted((key, count) for key, count in counts.items() if key[0] == "differs"):
        print(f"  {name}: {count}")
    results, refusals = sum(made.values()), sum(refused.values())
    by_design = sum(count for key, count in counts.items() if key[0] == "differs")
    print(f"{done + 1} programs, {results + refusals} steps: {results} results and {refusals} refusals agree")
    print(f"  {by_design} of them by a documented difference")
    for way in WAYS:
        taken = {name: counts[(way, name)] for name in sorted(OPERATIONS)}
        without = [name for name, count in taken.items() if count == 0]
        print(f"  {way}: {sum(taken.values())} of them also this way; without: {', '.join(without) or 'no operation'}")
    print(f"  {counts['too large']} steps left out, whose results are too large")
    print(f"  {failures} failures in {time.monotonic() - start:.0f} s")
    never = [name for name in made if made[name] == 0]
    if never and options.count >= 2000 and not failures:
        print(f"never with a result: {', '.join(never)}")
        sys.exit(1)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
