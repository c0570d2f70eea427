#!/usr/bin/env python3
"""`make bench-growth`: how the whole `dedup` grows on collections that are skewed on purpose: each with N and with 2 N.

boilerplate: texts of some 1 KB of which the first 60 % are the same in all, the rest is their own. Unlike at 0.8.
sections:    the same, but the 60 % are one of fifty boilerplates, source after source.
identical:   one text, again and again.
one-token:   texts of their own, but for one token that every text has.
words:       a million empty texts and texts of one word.
Shown are processor seconds, medians of the turns, their ratio turn by turn (median, least and most), peak memory at 2 N,
and what was found. A ratio of 2 is linear; the exit status is 1 where a median is above 2.2. What grows without skew is in
docs/experiments/growth.md.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

MOST = 2.2
WORDS_A_TEXT = 160  # some 1 KB
SHARED = 96


def vocabulary(rng):
    return ["".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(3, 8))) for _ in range(20_000)]


def texts(kind, count):
    """`count` texts of a kind; the first N of 2 N are those of N."""
    rng = random.Random(7)
    words = vocabulary(rng)
    boilerplates = [" ".join(rng.choices(words, k=SHARED)) for _ in range(50)]
    for number in range(count):
        if kind == "boilerplate":
            yield boilerplates[0] + " " + " ".join(rng.choices(words, k=WORDS_A_TEXT - SHARED))
        elif kind == "sections":
            yield boilerplates[number // 4000 % 50] + " " + " ".join(rng.choices(words, k=WORDS_A_TEXT - SHARED))
        elif kind == "identical":
            yield boilerplates[0] + " " + boilerplates[1]
        elif kind == "one-token":
            yield "copyright " + " ".join(rng.choices(words, k=WORDS_A_TEXT))
        else:
            yield "" if number % 2 else words[number % 5000]


DOCUMENTS = {"boilerplate": 200_000, "sections": 200_000, "identical": 100_000, "one-token": 100_000, "words": 1_000_000}


def write(path, kind, count):
    with open(path, "w") as out:
        for number, text in enumerate(texts(kind, count)):
            out.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")


def dedup(textkin, path, scratch, extra):
    command = [textkin, "dedup", path, "-o", scratch / "kept.jsonl", "--stats", scratch / "stats.json", "--quiet", *extra]
    child = subprocess.Popen([*map(str, command)])
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"bench: failed: {' '.join(map(str, command))}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, json.loads((scratch / "stats.json").read_text())


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--textkin", required=True, type=pathlib.Path)
    options.add_argument("--kinds", nargs="+", default=list(DOCUMENTS), choices=list(DOCUMENTS))
    options.add_argument("--share", type=float, default=1.0, help="of the numbers of documents, for a quick look")
    options.add_argument("--turns", type=int, default=5)
    options.add_argument("extra", nargs="*", help="options for textkin dedup, after --")
    asked = options.parse_args()
    print(f"{'collection':<14}{'N':>9}{'s(N)':>8}{'s(2N)':>8}{'ratio, least, most':>20}{'MB(2N)':>8}{'removed':>9}{'candidates':>12}{'largest stage'}")
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for kind in asked.kinds:
            count = int(DOCUMENTS[kind] * asked.share)
            times, last = {count: [], 2 * count: []}, None
            for documents in times:
                write(scratch / f"{documents}.jsonl", kind, documents)
            for _ in range(asked.turns):
                for documents in times:
                    last = dedup(asked.textkin, scratch / f"{documents}.jsonl", scratch, ["--method", "lsh", *asked.extra])
                    times[documents].append(last[0])
            one, two = (statistics.median(times[documents]) for documents in times)
            ratios = [large / small for small, large in zip(*times.values(), strict=True)]
            worst = max(worst, statistics.median(ratios))
            _, memory, stats = last
            stages = {name: seconds for name, seconds in stats["seconds"].items() if name != "total"}
            slowest = max(stages, key=stages.get)
            print(f"{kind:<14}{count:>9}{one:>8.2f}{two:>8.2f}{statistics.median(ratios):>8.2f}{min(ratios):>6.2f}{max(ratios):>6.2f}{memory:>8.0f}{stats['removed']:>9}"
                  f"{stats['candidates']:>12}  {slowest} {stages[slowest]:.2f} s", flush=True)
            for documents in times:
                (scratch / f"{documents}.jsonl").unlink()
    if worst > MOST:
        sys.exit(f"bench-growth: twice the documents cost {worst:.2f} times as much; at most {MOST} is asked")


if __name__ == "__main__":
    main()
