#!/usr/bin/env python3
"""`textkin decontaminate` beside `LC_ALL=C wc -w`, and beside an exact search: is each planted run found, and nothing else?
By passages beside `textkin passages` where nothing is common: are the rows the same?

leaks.py TEXTKIN [--documents 190000] [--items 300] [--turns 5]

Documents and test items are drawn from 50,000 words by Zipf's law. In some of the documents runs of an item's words are
planted: 12 words, which must not be found, 13 and more, which must. The exact search compares runs of 13 words one by one.
In some others all of an item, one word in ten changed.
Both programs are run in turns; processor seconds are of user and system, of all threads.
"""

import argparse
import bisect
import itertools
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

N = 13
WORDS = [f"w{i:x}" for i in range(50_000)]
SUMS = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(WORDS))))


def drawn(draw, length):
    return [WORDS[bisect.bisect(SUMS, draw.random() * SUMS[-1])] for _ in range(length)]


def made(folder, documents, items):
    """Both files, and what of the training side holds a run of an item, by an exact search."""
    draw = random.Random(1)
    tests = [drawn(draw, draw.randrange(20, 120)) for _ in range(items)]
    pool = drawn(draw, 2_000_000)
    runs = {}
    for number, item in enumerate(tests):
        for i in range(len(item) - N + 1):
            runs.setdefault(item[i], {}).setdefault(tuple(item[i : i + N]), []).append(number)
    planted, holds = 0, {}
    with open(folder / "train.jsonl", "w", encoding="utf-8") as out:
        for number in range(documents):
            length = draw.randrange(50, 550)
            start = draw.randrange(len(pool) - length)
            words = pool[start : start + length]
            if draw.random() < 0.02:
                item, long = draw.choice(tests), draw.choice((N - 1, N, N + 1, 20))
                begin, place = draw.randrange(len(item) - long + 1) if len(item) > long else 0, draw.randrange(length)
                words = [*words[:place], *item[begin : begin + long], *words[place:]]
                planted += long >= N
            elif draw.random() < 0.005:
                item, place = draw.choice(tests), draw.randrange(length)
                words = [*words[:place], *(word if draw.random() < 0.9 else "changed" for word in item), *words[place:]]
            for i, word in enumerate(words[: len(words) - N + 1]):
                for item in runs[word].get(tuple(words[i : i + N]), ()) if word in runs else ():
                    holds.setdefault(number, set()).add(item)
            out.write(json.dumps({"id": str(number), "text": " ".join(words)}) + "\n")
    with open(folder / "tests.jsonl", "w", encoding="utf-8") as out:
        for number, item in enumerate(tests):
            out.write(json.dumps({"id": f"q{number}", "text": " ".join(item)}) + "\n")
    return planted, holds


def measured(command, environment=None):
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def by_passages(textkin, folder, turns):
    """Both programs in turns, with peaks as the system has them."""
    train, tests = str(folder / "train.jsonl"), str(folder / "tests.jsonl")
    commands = {
        "decontaminate --by passages": [textkin, "decontaminate", train, "--against", tests, "--by", "passages", "--quiet", "-o", str(folder / "out.jsonl"), "--removed", str(folder / "removed.jsonl"), "--stats", str(folder / "new.json")],
        "passages --common 1e9": [textkin, "passages", train, "--against", tests, "--common", "1000000000", "--quiet", "-o", str(folder / "rows.jsonl"), "--format", "jsonl", "--stats", str(folder / "old.json")],
        "wc -w": ["wc", "-w", train],
    }
    took = {name: [] for name in commands}
    for _ in range(turns):
        for name, command in commands.items():
            took[name].append(measured(command, {**os.environ, "LC_ALL": "C"}))
    rows = [json.loads(line) for line in open(folder / "removed.jsonl", encoding="utf-8")]
    other = [json.loads(line) for line in open(folder / "rows.jsonl", encoding="utf-8")]
    places = ("offset", "length", "item_offset", "item_length", "words", "item_words", "identity")
    same = [(row["id"], row["item"], *(row[name] for name in places)) for row in rows] == [
        (row["a"], row["b"], row["a_offset"], row["a_length"], row["b_offset"], row["b_length"], row["a_words"], row["b_words"], row["identity"]) for row in other
    ]
    print(f"by passages: {len(rows)} rows in {len({row['id'] for row in rows})} documents, those of `passages`: {'the same' if same else 'OTHERS'}")
    for name, times in took.items():
        seconds, processor = (statistics.median(column) for column in zip(*times, strict=True))
        print(f"  {name}: {seconds:.2f} s, {processor:.2f} processor s")
    for name in ("new", "old"):
        print(f"  peak memory, {name}: {json.loads((folder / f'{name}.json').read_text())['peak_memory_bytes'] / 2**20:.0f} MiB")
    ratios = [of_wc[0] / own[0] for own, of_wc in zip(took["decontaminate --by passages"], took["wc -w"], strict=True)]
    print(f"  speed as a share of that of wc -w: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")
    if not same:
        sys.exit(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("textkin")
    parser.add_argument("--documents", type=int, default=190_000)
    parser.add_argument("--items", type=int, default=300)
    parser.add_argument("--turns", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        planted, holds = made(folder, asked.documents, asked.items)
        train = str(folder / "train.jsonl")
        base = [asked.textkin, "decontaminate", train, "--against", str(folder / "tests.jsonl"), "--quiet", "--removed", str(folder / "removed.jsonl"), "--stats", str(folder / "stats.json")]
        print(f"{asked.documents} documents, {os.path.getsize(train) / 1e6:.0f} MB; {planted} runs of {N} words or more planted, {len(holds)} documents hold one")
        for action in ("drop", "cut"):
            command = [*base, "--action", action, "-o", str(folder / "out.jsonl")]
            took = {"textkin": [], "wc -w": []}
            for _ in range(asked.turns):
                took["textkin"].append(measured(command))
                took["wc -w"].append(measured(["wc", "-w", train], {**os.environ, "LC_ALL": "C"}))
            rows = [json.loads(line) for line in open(folder / "removed.jsonl", encoding="utf-8")]
            found = {int(row["id"]) for row in rows}
            right = all(int(row["item"][1:]) in holds.get(int(row["id"]), ()) for row in rows)
            print(f"{action}: {len(found)} documents found, missed {len(holds.keys() - found)}, not there {len(found - holds.keys())}, items {'right' if right else 'WRONG'}")
            for program, times in took.items():
                seconds, processor = (statistics.median(column) for column in zip(*times, strict=True))
                print(f"  {program}: {seconds:.2f} s, {processor:.2f} processor s")
            peak = json.loads((folder / "stats.json").read_text())["peak_memory_bytes"]
            print(f"  textkin's peak memory: {peak / 2**20:.0f} MiB")
            ratios = [of_wc[0] / own[0] for own, of_wc in zip(took["textkin"], took["wc -w"], strict=True)]
            print(f"  speed as a share of that of wc -w: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")
            if found != holds.keys() or not right:
                sys.exit(1)
        by_passages(asked.textkin, folder, asked.turns)


if __name__ == "__main__":
    main()
