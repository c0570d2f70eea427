#!/usr/bin/env python3
"""`make bench-kernels`: textkin's kernels beside the best that registries have, in one run, one thread.

Each kernel gets the same files (inputs.py) as each of its contenders. Programs stay and take turns (turns.cc), so that
no one has the machine's best moments alone; shown are medians of the turns: nanoseconds an item, how many times as long
as textkin with the best vectors of this machine (turn by turn: median, least and most), what was found, and of a
sketch the root of the mean squared error of its estimates. Sketches have 128 cells, SimHash 64 bits, weighted ones 256
cells; rensa's rho has 1,024 to err less than 128 of the others do, and beside its usual 128 is a sketch of 24 cells,
which errs less than those. An item is a feature, a word, or a member of either set;
of `read`, which is the memory's speed, eight bytes.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys

import inputs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from rivals.install import install  # noqa: E402
from rivals.rival import Package  # noqa: E402

TURN = 0.05  # seconds that a job takes in a turn, about
WHEELS = [Package(wheel.split("==")[0], wheel, "kernels") for wheel in ("parasail==1.3.4", "rapidfuzz==3.14.1", "rensa==0.5.0")]

# Of each kernel its contenders, as the program that has it and its name there; beside textkin's on every target.
KERNELS = {
    "read": [],
    "fss": [("wheels", "rensa-flat"), ("wheels", "rensa-rho-1024"), ("crates", "probminhash")],
    "fss-small": [("wheels", "rensa-rho")],
    "kperm": [("crates", "gaoya")],
    "bottomk": [("crates", "sourmash")],
    "simhash": [("crates", "web-simhash")],
    "dartminhash": [("crates", "dartminhash"), ("crates", "treeminhash")],
    "overlap": [("crates", "numkong")],
    "overlap-long": [("crates", "numkong")],
    "winnow": [("crates", "simd-minimizers")],
    "common-words": [("crates", "rapidfuzz"), ("wheels", "rapidfuzz-wheel")],
    "align": [("wheels", "parasail")],
}


class Program:
    """Does jobs when it is asked to."""

    def __init__(self, command, folder):
        environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
        command = [*map(str, command), str(folder)]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def do(self, kernel, name, rounds):
        """(seconds, what was found, error)"""
        self.child.stdin.write(f"{kernel} {name} {rounds}\n")
        self.child.stdin.flush()
        answer = self.child.stdout.readline().split()
        if len(answer) != 3:
            sys.exit(f"bench: {self.child.args[0]} did not do {kernel} {name}")
        return tuple(map(float, answer))


def compare(programs, kernel, contenders, turns):
    """{contender: [seconds a round, of each turn], what it found, its error}"""
    rounds, found = {}, {}
    for program, name in contenders:
        once, *found[program, name] = programs[program].do(kernel, name, 1)
        rounds[program, name] = max(1, round(TURN / max(once, 1e-6)))
    times = {contender: [] for contender in contenders}
    for _ in range(turns):
        for program, name in contenders:
            seconds = programs[program].do(kernel, name, rounds[program, name])[0]
            times[program, name].append(seconds / rounds[program, name])
    return {contender: (times[contender], *found[contender]) for contender in contenders}


def show(kernel, rows, best):
    items = inputs.items(kernel)
    for (program, name), (times, found, error) in rows.items():
        ratios = [mine / ours for mine, ours in zip(times, rows[best][0], strict=True)]
        who = f"textkin {name}" if program == "textkin" else name
        times_ours = "1" if (program, name) == best else f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        of_error = f"{error:.4f}" if error else ""
        print(f"| {kernel} | {who} | {statistics.median(times) / items * 1e9:.3f} | {times_ours} | {found:.6g} | {of_error} |", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--build", required=True, type=pathlib.Path, help="folder with bench_turns and crates/release/crates")
    options.add_argument("--scratch", required=True, type=pathlib.Path)
    options.add_argument("--turns", type=int, default=9)
    options.add_argument("--kernels", nargs="+", default=list(KERNELS), choices=list(KERNELS))
    asked = options.parse_args()
    folder = asked.scratch / "kernels"
    folder.mkdir(parents=True, exist_ok=True)
    inputs.make(folder)
    python = install("kernels", WHEELS, asked.scratch)
    programs = {
        "textkin": Program([asked.build / "bench_turns"], folder),
        "crates": Program([asked.build / "crates" / "release" / "crates"], folder),
        "wheels": Program([python, pathlib.Path(__file__).with_name("wheels.py")], folder),
    }
    targets = subprocess.run([asked.build / "bench_turns", "--targets"], check=True, capture_output=True, text=True).stdout
    ours = [("textkin", name.strip()) for name in targets.split(",") if name.strip() != "auto"]
    print("| kernel | | ns an item | times textkin | found | error |\n|---|---|--:|--:|--:|--:|")
    for kernel in asked.kernels:
        contenders = [*ours, *KERNELS[kernel]]
        show(kernel, compare(programs, kernel, contenders, asked.turns), ours[0])


if __name__ == "__main__":
    main()
