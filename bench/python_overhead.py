#!/usr/bin/env python3
"""How much longer the Python package takes than the command line, on the same documents, in one run.

Python has the documents as an Arrow table, a list or a mapping in memory; the command line reads them as JSONL from a
file that is in the page cache, starts a process, and writes the kept records to /dev/null. Turns alternate; medians of
the time, and of the processor time, which tells more on a busy machine.
Usage: PYTHONPATH=build/python build/venv/bin/python bench/python_overhead.py --textkin build/textkin
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

import pyarrow as pa

import textkin


def generated(count, words=300):
    """Texts of some 2 KB; every tenth is an earlier one with a few words changed."""
    random.seed(1)
    vocabulary = [f"{random.choice('bcdfghjklmnprstvw')}{i:x}" for i in range(50000)]
    texts = []
    for i in range(count):
        if i % 10 == 9:
            text = random.choice(texts).split()
            for _ in range(5):
                text[random.randrange(len(text))] = random.choice(vocabulary)
        else:
            text = random.choices(vocabulary, k=words)
        texts.append(" ".join(text))
    return texts


def processor_time():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def timed(work):
    """Seconds, and seconds of processors."""
    begin, worked = time.perf_counter(), processor_time()
    work()
    return time.perf_counter() - begin, processor_time() - worked


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--textkin", required=True)
    parser.add_argument("--documents", type=int, default=50000)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    wanted = parser.parse_args()
    texts = generated(wanted.documents)
    table = pa.table({"id": [str(i) for i in range(len(texts))], "text": texts})
    mapping = dict(zip(table["id"].to_pylist(), texts, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "docs.jsonl"
        with open(path, "w", encoding="utf-8") as out:
            for i, text in enumerate(texts):
                out.write(json.dumps({"id": str(i), "text": text}) + "\n")
        command = [wanted.textkin, "dedup", path, "-o", "/dev/null", "--quiet", f"--threads={wanted.threads}"]
        runs = {
            "command line": lambda: subprocess.run(command, check=True),
            "Arrow table": lambda: textkin.dedup(table, threads=wanted.threads, progress=False),
            "list": lambda: textkin.dedup(texts, threads=wanted.threads, progress=False),
            "mapping": lambda: textkin.dedup(mapping, threads=wanted.threads, progress=False),
        }
        seconds = {name: [] for name in runs}
        for _ in range(wanted.turns):
            for name, run in runs.items():
                seconds[name].append(timed(run))
    medians = {name: [statistics.median(of) for of in zip(*turns, strict=True)] for name, turns in seconds.items()}
    for name, (wall, worked) in medians.items():
        walls, works = (mine / base for mine, base in zip((wall, worked), medians["command line"], strict=True))
        print(
            f"{name:13} {wall:7.3f} s {walls:5.2f} times the command line, {worked:7.3f} s {works:5.2f} times of processors"
        )


if __name__ == "__main__":
    main()
