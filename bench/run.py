#!/usr/bin/env python3
"""`make bench`: the whole `dedup` against other programs on one machine, in one run, in turns.

Every time stands beside the recall and precision of the same run. Recall: share of the planted pairs at or above the
threshold of which one document was removed. Precision: share of the removed documents with a planted partner at or
above the threshold that stays. Compare ratios; seconds are of this machine at this hour.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

from rivals import collection, datasketch, install, measure, rensa

HERE = pathlib.Path(__file__).resolve().parent
THRESHOLD = 0.8
SUBSET = 20_000  # documents for the slow rivals
LIMIT = 3600  # seconds for one run


class Row:
    """One program on one collection, over all turns."""

    def __init__(self, name, data, command, scratch, removed=None, environment=None):
        self.name, self.data, self.command, self.scratch, self.removed = name, data, command, scratch, removed
        self.environment = environment or {}
        self.times, self.memory, self.quality = [], 0, None

    def turn(self):
        try:
            measured = measure.measure(self.command, LIMIT, self.scratch, {**os.environ, **self.environment})
        except (measure.Failed, measure.TooLong) as failed:
            sys.exit(f"bench: {' '.join(map(str, self.command))}: {failed}")
        if self.removed is not None:
            self.quality = self.data.quality(self.removed())
        self.times.append(measured.seconds)
        self.memory = max(self.memory, measured.peak)

    def rate(self):
        return self.data.megabytes / statistics.median(self.times)

    def line(self):
        quality = ""
        if self.quality is not None:
            quality = f"{self.memory:7.0f} MiB  recall {self.quality[0]:.4f}  precision {self.quality[1]:.4f}"
        return (f"  {self.name:<34} {self.data.documents:>9,} {statistics.median(self.times):9.2f} s "
                f"[{min(self.times):.2f} .. {max(self.times):.2f}] {self.rate():9.1f} MB/s {quality}")


def environment_with_rivals(scratch):
    """A Python environment with the rivals, or None where the registry cannot be reached."""
    packages = [module.RIVALS[0].package for module in (datasketch, rensa)]
    try:
        python = install.install("libraries", packages, scratch)
    except install.Missing as missing:
        print("  skipped: datasketch and rensa:", missing)
        return None
    print("  rivals:", ", ".join(package.requirement for package in packages))
    return python


def textkin(program, data, threads, scratch, method="auto"):
    audit, stats = scratch / "removed.jsonl", scratch / f"stats-{threads}-{method}-{data.path.stem}.json"

    def removed():
        return [json.loads(line)["id"] for line in audit.read_text().splitlines()]

    command = [program, "dedup", data.path, "-o", scratch / "kept.jsonl", "--removed", audit, "-t", THRESHOLD, "--threads",
               threads, "--method", method, "--stats", stats, "--quiet"]
    name = f"textkin dedup, {threads} thread{'s' if threads > 1 else ''}" + (f", {method}" if method != "auto" else "")
    row = Row(name, data, command, scratch, removed)
    row.stats = stats
    return row


def rival(module, python, data, scratch):
    """The first row of a file of bench/rivals, used as `make bench-rivals` uses it."""
    name = module.RIVALS[0].name
    stem = f"{module.__name__}-{data.documents}"
    job, answer = scratch / f"{stem}-job.json", scratch / f"{stem}-answer.json"
    job.write_text(json.dumps({"path": str(data.path), "threshold": THRESHOLD, "threads": 2, "scratch": str(scratch)}))
    command = [python, "-m", "rivals.answer", module.__name__.rpartition(".")[2], name, job, answer]
    return Row(name, data, command, scratch, lambda: json.loads(answer.read_text()), {"PYTHONPATH": str(HERE)})


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--textkin", required=True, type=pathlib.Path)
    options.add_argument("--build", required=True, type=pathlib.Path, help="folder with bench_generate, bench_kernels and bench_weighted")
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--documents", type=int, default=200_000)
    options.add_argument("--scratch", help="folder for some 2 GB of scratch files; default: the system's")
    options.add_argument("--no-rivals", action="store_true")
    options = options.parse_args()

    options.textkin, options.build = options.textkin.resolve(), options.build.resolve()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="textkin-bench-", dir=options.scratch)).resolve()
    try:
        whole_run(options, scratch)
    finally:
        shutil.rmtree(scratch)


def whole_run(options, scratch):
    with open("/proc/cpuinfo") as info:
        model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown")
    print(f"machine: {model}, {os.cpu_count()} threads")
    print("Kernels")
    subprocess.run([options.build / "bench_kernels"], check=True)
    print("\nSketches of weighted sets")
    subprocess.run([options.build / "bench_weighted"], check=True)

    print(f"\nWhole runs: threshold {THRESHOLD}, {options.turns} turns each, in turn; median [range]")
    tool = options.build / "bench_generate"
    large = collection.generate(tool, scratch, options.documents, THRESHOLD)
    half = collection.generate(tool, scratch, options.documents // 2, THRESHOLD)
    accented = collection.generate(tool, scratch, options.documents // 2, THRESHOLD, 0.3)
    few = collection.first_documents(half, min(SUBSET, half.documents))
    python = None if options.no_rivals else environment_with_rivals(scratch)

    rows = {}
    for data in (half, large):
        rows["textkin", data] = textkin(options.textkin, data, 2, scratch)
        rows["textkin 1", data] = textkin(options.textkin, data, 1, scratch)
        rows["wc", data] = Row("LC_ALL=C wc -w", data, ["wc", "-w", data.path], scratch, environment={"LC_ALL": "C"})
        rows["xxhsum", data] = Row("xxhsum", data, ["xxhsum", "-q", data.path], scratch)
    rows["textkin", accented] = textkin(options.textkin, accented, 2, scratch)
    rows["textkin", accented].name += ", accents"
    rows["textkin", few] = textkin(options.textkin, few, 2, scratch)
    rows["textkin 1", few] = textkin(options.textkin, few, 1, scratch)
    for method in ("exact", "lsh"):
        rows[f"textkin {method}", few] = textkin(options.textkin, few, 2, scratch, method)
    if python:
        rows["rensa", half] = rival(rensa, python, half, scratch)
        rows["rensa", few] = rival(rensa, python, few, scratch)
        rows["datasketch", few] = rival(datasketch, python, few, scratch)
    for _ in range(options.turns):
        for row in rows.values():
            row.turn()

    print(f"  {'':<34} {'documents':>9}")
    for row in rows.values():
        print(row.line())

    def median(name, data):
        return statistics.median(rows[name, data].times)

    print("\nRatios of medians")
    print(f"  dedup, 2 threads / wc -w:      {median('textkin', large) / median('wc', large):.2f} at {large.documents:,} documents"
          f" (to reach: at most 1)")
    print(f"  dedup, 1 thread  / wc -w:      {median('textkin 1', large) / median('wc', large):.2f}")
    print(f"  1 thread / 2 threads:          {median('textkin 1', large) / median('textkin', large):.2f}")
    for name, threads in (("textkin", "2 threads"), ("textkin 1", "1 thread")):
        growth = median(name, large) / large.documents / (median(name, half) / half.documents)
        print(f"  cost a document, {large.documents:,} / {half.documents:,}: {growth:.3f}, {threads} (to reach: below 1.10)")
    print(f"  with accents / without:        {rows['textkin', half].rate() / rows['textkin', accented].rate():.2f} in time a byte")
    for name in ("datasketch", "rensa"):
        if (name, few) in rows:
            print(f"  throughput over {name} on {few.documents:,} documents: {rows['textkin', few].rate() / rows[name, few].rate():.1f}"
                  f" (1 thread: {rows['textkin 1', few].rate() / rows[name, few].rate():.1f});"
                  f" at {large.documents:,} documents against its {few.documents:,}:"
                  f" {rows['textkin', large].rate() / rows[name, few].rate():.1f}")

    stats = json.loads(rows["textkin", few].stats.read_text())
    print(f"\nChoice of the method on {few.documents:,} documents: {stats['method']} ({stats['method_reason']}); measured: "
          f"exact {median('textkin exact', few):.2f} s, lsh {median('textkin lsh', few):.2f} s, auto {median('textkin', few):.2f} s")

    stats = json.loads(rows["textkin", large].stats.read_text())
    print(f"\nWhere the time goes ({large.documents:,} documents, 2 threads, last turn): method {stats['method']}, "
          f"{stats['bands']} x {stats['rows']}, recall predicted {stats['recall_predicted']:.4f}")
    for stage, seconds in stats["seconds"].items():
        print(f"  {stage:<12} {seconds:8.3f} s")


if __name__ == "__main__":
    main()
