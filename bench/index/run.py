#!/usr/bin/env python3
"""`make bench-index`: an index beside what people use today, on the same documents in the same run.

Adds a second, questions a second, the time of one question alone (median and 99th of 100), bytes a document, the time to
open, and beside every figure recall and precision against the planted pairs. Machines are shared: seconds are of the
processor, and of the clock in brackets. Sizes of the design's A9 and A10: `SIZE="1000000x2000"`, and
`SIZE="10000000x300 --memory 512MiB"`; they need 8 and 12 GB of disk below the scratch folder, which is emptied at the end.
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
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from rivals import install  # noqa: E402

THRESHOLD = 0.8
ALONE = 100
MEBIBYTE = 1 << 20
RIVALS = {"datasketch": "datasketch==2.0.0"}


class Cost:
    """Of one process: seconds of the processor and of the clock, and its peak of memory."""

    def __init__(self, command, **how):
        began = time.monotonic()
        process = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL, **how)
        _, status, used = os.wait4(process.pid, 0)
        self.clock, self.processor = time.monotonic() - began, used.ru_utime + used.ru_stime
        self.peak = used.ru_maxrss / 1024
        if status != 0:
            raise SystemExit(f"bench-index: {' '.join(map(str, command))} failed")

    def a_second(self, count, without=0.0):
        return f"{count / max(1e-9, self.processor - without):,.0f} ({count / self.clock:,.0f})"


class Job:
    """Documents to add, questions, and which of the first are alike to which of the second."""

    def __init__(self, tool, folder, documents, size, questions):
        self.folder, self.documents, self.questions = folder, documents, questions
        everything, truth = folder / "all.jsonl", folder / "truth.tsv"
        subprocess.run([*map(str, (tool, "--documents", documents + questions, "--bytes", size, "--seed", 11, "-o", everything, "--truth", truth))],
                       check=True)
        self.held, self.asked = folder / "held.jsonl", folder / "asked.jsonl"
        with open(everything, "rb") as lines, open(self.held, "wb") as held, open(self.asked, "wb") as asked:
            for number, line in enumerate(lines):
                (held if number < documents else asked).write(line)
        everything.unlink()
        first = f"d{documents:08}"
        rows = (line.rstrip("\n").split("\t") for line in open(truth, encoding="utf-8"))
        next(rows)
        self.right = {(max(a, b), min(a, b)) for a, b, value in rows if float(value) >= THRESHOLD and (a >= first) != (b >= first)}
        self.text_bytes = self.held.stat().st_size

    def quality(self, found):
        """Recall and precision of pairs (question, document)."""
        found = set(found)
        both = len(found & self.right)
        return both / max(1, len(self.right)), both / max(1, len(found))


def bytes_below(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        names = next(lines).rstrip("\n").split("\t")
        for line in lines:
            row = dict(zip(names, line.rstrip("\n").split("\t")))
            yield row["a"], row["b"]


def ask(textkin, job, index, name, memory, print_row):
    """All questions in one run, then some of them each in a process of its own."""
    found, nothing, one = job.folder / "found.tsv", job.folder / "nothing.jsonl", job.folder / "one.jsonl"
    nothing.write_text('{"id": "q", "text": "no such words"}\n')
    query = [textkin, "index", "query", index, "-t", THRESHOLD, "-q", "--threads", 1, *memory]
    empty = sorted((Cost([*query, nothing, "-o", found]) for _ in range(9)), key=lambda cost: cost.processor)[4]
    stats = job.folder / "stats.json"
    cost = Cost([*query, job.asked, "-o", found, "--stats", stats])
    recall, precision = job.quality(rows_of(found))
    stated = json.loads(stats.read_text())["recall_predicted"]
    alone = []
    with open(job.asked, encoding="utf-8") as lines:
        for _, line in zip(range(ALONE), lines):
            one.write_text(line)
            alone.append(Cost([*query, one, "-o", found]))
    processor = sorted(cost.processor for cost in alone)
    clock = sorted(cost.clock for cost in alone)
    print_row(name, f"{cost.a_second(job.questions, empty.processor)} questions a second; one alone, with its process: median "
              f"{1000 * statistics.median(processor):.1f} ms ({1000 * statistics.median(clock):.1f}), 99th {1000 * processor[98]:.1f} ms "
              f"({1000 * clock[98]:.1f}); opened in {1000 * empty.processor:.1f} ms ({1000 * empty.clock:.1f}); peak {cost.peak:.0f} MiB; "
              f"recall {recall:.4f}, stated {stated:.4f}, precision {precision:.4f}")
    return cost.processor - empty.processor


def bench_textkin(textkin, job, memory, print_row):
    index = job.folder / "index"
    subprocess.run([*map(str, (textkin, "index", "create", index))], check=True)
    added = Cost([textkin, "index", "add", index, job.held, "-q", *memory])
    size = bytes_below(index)
    print_row("textkin: add", f"{added.a_second(job.documents)} documents a second; peak {added.peak:.0f} MiB; {size / job.documents:,.0f} bytes a document, "
              f"{size / job.text_bytes:.2f} x the text with it; {len(list((index / 'segments').iterdir()))} segments")
    ask(textkin, job, index, "textkin: ask", memory, print_row)
    merged = Cost([textkin, "index", "merge", index, *memory])
    print_row("textkin: merge", f"{merged.processor:.2f} s ({merged.clock:.2f}); peak {merged.peak:.0f} MiB")
    asked = ask(textkin, job, index, "textkin: ask, merged", memory, print_row)
    single(textkin, job, print_row)
    return added.processor, asked


def single(textkin, job, print_row):
    """Documents that come one by one, each acknowledged: a process each."""
    index = job.folder / "singles"
    subprocess.run([*map(str, (textkin, "index", "create", index))], check=True)
    costs = []
    with open(job.asked, encoding="utf-8") as lines:
        for _, line in zip(range(30), lines):
            (job.folder / "one.jsonl").write_text(line)
            costs.append(Cost([textkin, "index", "add", index, job.folder / "one.jsonl", "-q"]))
    print_row("textkin: add one", f"median {1000 * statistics.median(cost.processor for cost in costs):.1f} ms "
              f"({1000 * statistics.median(cost.clock for cost in costs):.1f}), with its process, on the disk when it ends")


def bench_rival(name, job, ours, print_row):
    """In a Python of its own; where it cannot be had, that is said."""
    try:
        python = install.install(f"index-{name}", [Package(RIVALS[name])], job.folder.parent)
    except install.Missing as why:
        print_row(name, f"SKIPPED: {why}")
        return
    answer = job.folder / f"{name}.json"
    cost = Cost([python, pathlib.Path(__file__).with_name(f"rival_{name}.py"), job.held, job.asked, THRESHOLD, answer])
    said = json.loads(answer.read_text())
    recall, precision = job.quality(map(tuple, said["pairs"]))
    alone = sorted(said["alone"])
    print_row(name, f"add {job.documents / said['add']:,.0f} documents a second, {said['add'] / ours[0]:.1f} x the time of textkin; "
              f"{job.questions / said['ask']:,.0f} questions a second, {said['ask'] / ours[1]:.1f} x; one alone: median "
              f"{1000 * statistics.median(alone):.2f} ms, 99th {1000 * alone[int(0.99 * len(alone))]:.2f} ms; peak {cost.peak:.0f} MiB, nothing on the disk, "
              f"so a kill leaves nothing; recall {recall:.4f}, precision {precision:.4f}")


class Package:
    """What install() takes."""

    programs, with_it, python = (), (), (3, 9)

    def __init__(self, requirement):
        self.requirement = requirement


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("textkin", "generate", "scratch"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--size", default="30000x2000", help="DOCUMENTSxBYTES")
    parser.add_argument("--questions", type=int, default=5000)
    parser.add_argument("--memory", help="of textkin, as 512MiB")
    parser.add_argument("--no-rivals", action="store_true")
    options = parser.parse_args()
    documents, size = map(int, options.size.split("x"))
    options.scratch.mkdir(parents=True, exist_ok=True)
    scratch = options.scratch.resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="index-", dir=scratch))
    memory = ["--memory", options.memory] if options.memory else []
    print(f"{documents:,} documents of {size:,} bytes, {options.questions:,} questions, at {THRESHOLD}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; "
          f"processor time (clock)")
    try:
        job = Job(options.generate.resolve(), folder, documents, size, options.questions)
        ours = bench_textkin(options.textkin.resolve(), job, memory, print_row)
        for name in () if options.no_rivals else RIVALS:
            bench_rival(name, job, ours, print_row)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def print_row(name, what):
    print(f"  {name:>20}: {what}", flush=True)


if __name__ == "__main__":
    main()
