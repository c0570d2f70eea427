#!/usr/bin/env python3
"""`make bench-large`: collections far larger than the memory that the run may have.

A million documents of 1.5 KB under 512 MiB and ten million of 300 bytes under 1 GiB, two threads, each beside a run with
all the memory: the outputs must have the same bytes, the peak must keep to the limit + 10 % + 64 MiB, and the planted
pairs must be found as promised. Also the cost of a document at one and at ten million. Needs some 15 GB of disk.
"""

import argparse
import filecmp
import json
import pathlib
import subprocess
import sys

from rivals import collection

MEBIBYTE = 1 << 20
THRESHOLD = 0.8
CASES = [  # documents, bytes each, limit in MiB
    (1_000_000, 1500, 512),
    (1_000_000, 300, 128),
    (10_000_000, 300, 1024),
]


class Run:
    """One `dedup` of a collection; `limit` in MiB, or None for all the memory."""

    def __init__(self, textkin, data, folder, limit):
        self.name = "all" if limit is None else f"{limit} MiB"
        self.kept, self.removed = (folder / f"{name}-{self.name.replace(' ', '')}.jsonl" for name in ("kept", "removed"))
        stats = folder / "stats.json"
        command = [textkin, "dedup", data.path, "--threads", 2, "-o", self.kept, "--removed", self.removed, "--stats", stats, "-q"]
        if limit is not None:
            command += ["--memory", f"{limit}MiB"]
        subprocess.run([*map(str, command)], check=True)
        self.stats = json.loads(stats.read_text())

    def line(self):
        seconds = self.stats["seconds"]
        stages = ", ".join(f"{stage} {value:.2f}" for stage, value in seconds.items() if stage != "total" and value >= 0.005)
        peak, spilled = self.stats["peak_memory_bytes"] / MEBIBYTE, self.stats["spilled_bytes"] / 1e6
        micros = 1e6 * seconds["total"] / self.stats["documents"]
        return (f"  {self.name:>9}: {seconds['total']:7.2f} s, {micros:.2f} us a document, peak {peak:6.0f} MiB, "
                f"spilled {spilled:6.0f} MB ({stages})")


def generate(tool, folder, documents, size):
    """Kept if it is there."""
    text, truth = (folder / f"{documents}x{size}.{suffix}" for suffix in ("jsonl", "tsv"))
    if not truth.exists():
        command = [tool, "--documents", documents, "--bytes", size, "--seed", 11, "-o", text, "--truth", f"{truth}.part"]
        subprocess.run([*map(str, command)], check=True)
        pathlib.Path(f"{truth}.part").rename(truth)
    with open(truth) as rows:
        next(rows)
        planted = (row.rstrip("\n").split("\t") for row in rows)
        return collection.Collection(text, documents, [(a, b) for a, b, value in planted if float(value) >= THRESHOLD])


def quality(data, run):
    with open(run.removed) as rows:
        return data.quality(json.loads(row)["id"] for row in rows)


def check(data, limit, limited, free):
    """What went against a promise."""
    if limited.stats["peak_memory_bytes"] > 1.1 * limit * MEBIBYTE + 64 * MEBIBYTE:
        yield "the peak exceeds the limit"
    for one, other in [(limited.kept, free.kept), (limited.removed, free.removed)]:
        if not filecmp.cmp(one, other, shallow=False):
            yield f"{one.name} differs from {other.name}"
    recall, precision = quality(data, limited)
    print(f"  recall {recall:.4f}, precision {precision:.4f}, promised {limited.stats['recall_at_threshold']:.4f}")
    if recall < limited.stats["recall_target"]:
        yield "the recall is below the promise"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--textkin", type=pathlib.Path, required=True)
    parser.add_argument("--generate", type=pathlib.Path, required=True, help="bench_generate")
    parser.add_argument("--scratch", type=pathlib.Path, required=True, help="a folder that may grow to 15 GB; data in it is used again")
    parser.add_argument("--divide", type=int, default=1, help="fewer documents and less memory, to try the script itself")
    options = parser.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    wrong = []
    for documents, size, limit in CASES:
        documents, limit = documents // options.divide, max(limit // options.divide, 32)
        data = generate(options.generate, options.scratch, documents, size)
        print(f"{documents:,} documents of {size} bytes, {data.megabytes:.0f} MB")
        free = Run(options.textkin, data, options.scratch, None)
        limited = Run(options.textkin, data, options.scratch, limit)
        for run in (free, limited):
            print(run.line())
        wrong += check(data, limit, limited, free)
        for run in (free, limited):
            run.kept.unlink()
            run.removed.unlink()
    if wrong:
        sys.exit("bench: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
