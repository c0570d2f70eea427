#!/usr/bin/env python3
"""`make bench-instructions`: what textkin's kernels cost in instructions, counted in emulation: NEON where there is no
such machine, beside the vectors of x86 that the emulation has, and without vectors.

The jobs are those of bench/kernels/run.py, on the same files. A job is done once and three times; half of the difference
is a round, without what begins a program. Every run counts the same, whatever else the machine does. Instructions are no
time: one may wait for another, and a vector of AVX2 is twice as wide.
"""

import argparse
import pathlib
import subprocess
import sys

import inputs
from run import KERNELS

TARGETS = {"aarch64": ("neon", "scalar"), "x86_64": ("avx2", "sse4", "scalar")}


def count(command, kernel, target, rounds):
    """(instructions, what was found)"""
    job = f"{kernel} {target} {rounds}\n"
    done = subprocess.run(command, input=job, capture_output=True, text=True)
    lines = [line.split() for line in done.stderr.splitlines() if line.startswith("instructions ")]
    if done.returncode != 0 or len(lines) != 1:
        sys.exit(f"bench: {' '.join(command)} did not do {job.strip()}: {done.stderr.strip()}")
    return int(lines[0][1]), done.stdout.split()[1:]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--aarch64", required=True, type=pathlib.Path, help="bench_turns for arm64")
    options.add_argument("--x86-64", required=True, type=pathlib.Path, help="bench_turns for this machine")
    options.add_argument("--scratch", required=True, type=pathlib.Path)
    options.add_argument("--kernels", nargs="+", default=[name for name in KERNELS if name != "read"], choices=list(KERNELS))
    asked = options.parse_args()
    folder = asked.scratch / "kernels"
    folder.mkdir(parents=True, exist_ok=True)
    inputs.make(folder)
    plugin = asked.scratch / "libinstructions.so"
    source = pathlib.Path(__file__).with_name("instructions.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-o", plugin, source], check=True)
    columns = [(machine, target) for machine, targets in TARGETS.items() for target in targets]
    print("| kernel |" + "".join(f" {machine} {target} |" for machine, target in columns) + "\n|---|" + "--:|" * len(columns))
    for kernel in asked.kernels:
        row, found = [], []
        for machine, target in columns:
            command = [f"qemu-{machine}", "-cpu", "max", "-plugin", plugin, getattr(asked, machine), folder]
            (once, first), (thrice, _) = (count([*map(str, command)], kernel, target, rounds) for rounds in (1, 3))
            row.append((thrice - once) / 2 / inputs.items(kernel))
            found.append(first)
        if any(answer != found[0] for answer in found):
            sys.exit(f"bench: {kernel}: machines and targets found different things: {found}")
        print(f"| {kernel} |" + "".join(f" {each:.2f} |" for each in row), flush=True)


if __name__ == "__main__":
    main()
