#!/usr/bin/env python3
"""`make bench-rivals`: installs the rivals, runs them and textkin in turns on the same documents, writes docs/rivals.md."""

import argparse
import datetime
import importlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from rivals import collection, install, measure, table  # noqa: E402
from rivals.rival import Job  # noqa: E402

MODULES = ("textkin", "datasketch", "rensa", "gaoya", "text_dedup", "datatrove", "spark", "dolma", "set_similarity_search")
BENCH = pathlib.Path(__file__).resolve().parents[1]
THRESHOLD = 0.8
THREADS = 2
SLOW = 100  # seconds; what takes longer has one turn
SIZES = {"full": 200_000, "small": 5_000}


class Row:
    """One rival on one collection, over all turns."""

    def __init__(self, rival, module, data):
        self.rival, self.module, self.data = rival, module, data
        self.seconds, self.processor, self.peak, self.quality, self.failure = [], [], 0.0, (0.0, 0.0), ""
        self.python, self.version = "", ""

    @property
    def wants_a_turn(self):
        return not self.failure and not (self.seconds and self.seconds[0] > SLOW)

    def turn(self, textkin, scratch, limit):
        folder = scratch / "run"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        job = Job(self.data.path, THRESHOLD, THREADS, folder, str(self.python), str(textkin))
        try:
            measured = measure.measure(self.command(job, folder), limit, folder, self.environment(folder))
        except measure.TooLong:
            self.failure = f"stopped after {limit} s"
        except measure.Failed as failed:
            self.failure = f"failed ({failed})"
            shutil.copy(folder / "output.txt", scratch / f"failed-{self.module}.txt")
        else:
            self.seconds.append(measured.seconds)
            self.processor.append(measured.processor)
            self.peak = max(self.peak, measured.peak)
            answer = self.rival.read(job) if self.rival.read else json.loads((folder / "answer.json").read_text())
            of = self.data.quality if self.rival.answer == "removed" else self.data.pair_quality
            self.quality = of(answer)
        shutil.rmtree(folder)

    def command(self, job, folder):
        if self.rival.command:
            return self.rival.command(job)
        fields = {name: value if isinstance(value, (int, float)) else str(value) for name, value in vars(job).items()}
        (folder / "job.json").write_text(json.dumps(fields))
        return [self.python, "-m", "rivals.answer", self.module, self.rival.name, folder / "job.json", folder / "answer.json"]

    def environment(self, folder):
        """Nothing from the network, caches in the scratch folder, and no more threads than all get."""
        return {**os.environ, "PYTHONPATH": str(BENCH), "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "hub"),
                "RAYON_NUM_THREADS": str(THREADS), "OMP_NUM_THREADS": "1", "TMPDIR": str(folder)}

    def said(self):
        if self.failure:
            return f"  {self.rival.name:<24} {self.data.documents:>9,}  {self.failure}"
        return (f"  {self.rival.name:<24} {self.data.documents:>9,} {self.seconds[-1]:9.2f} s {self.processor[-1]:9.2f} s CPU {self.peak:7.0f} MiB  "
                f"{'recall {:.4f}  precision {:.4f}'.format(*self.quality)}")

    def kept(self):
        rival = self.rival
        return {"name": rival.name, "version": self.version, "settings": rival.settings,
                "removes": rival.removes, "offers": rival.offers, "own": rival.package is None, "answer": rival.answer,
                "documents": self.data.documents, "megabytes": self.data.megabytes, "seconds": self.seconds,
                "processor": self.processor, "peak": self.peak, "recall": self.quality[0], "precision": self.quality[1], "failure": self.failure}


def rows_of(rivals, whole, part):
    """Each rival on all documents, or on the part if it cannot take more; textkin on whatever a rival was given."""
    rows = []
    for rival, module in rivals:
        if rival.package:
            rows.append(Row(rival, module, part if rival.documents and rival.documents < whole.documents else whole))
    given = {(row.rival.answer, row.data) for row in rows}
    own = [Row(rival, module, data) for rival, module in rivals if not rival.package
           for data in dict.fromkeys((whole, part)) if (rival.answer, data) in given or not given]
    return own + rows


def machine():
    info = pathlib.Path("/proc/cpuinfo").read_text()
    model = next((line.split(":")[1].strip() for line in info.splitlines() if line.startswith("model name")), "unknown")
    simd = next((name for flag, name in (("avx512bw", "AVX-512"), ("avx2", "AVX2"), ("sse4_2", "SSE4.2")) if flag in info), "none")
    memory = measure.of_file("/proc/meminfo", "MemTotal:") / 2**30
    return f"{model}, {os.cpu_count()} threads, {simd}, {memory:.0f} GiB"


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--textkin", required=True, type=pathlib.Path)
    options.add_argument("--generate", required=True, type=pathlib.Path, help="the program bench_generate")
    options.add_argument("--scratch", required=True, type=pathlib.Path, help="environments, collections and results stay here")
    options.add_argument("--size", choices=SIZES, default="full")
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--limit", type=int, default=1200, help="seconds for one turn of one rival")
    options.add_argument("--only", nargs="*", default=MODULES, choices=MODULES, help="these files of bench/rivals")
    options.add_argument("--table", required=True, type=pathlib.Path)
    options.add_argument("--table-only", action="store_true", help="write the table again from the last results")
    options = options.parse_args()
    scratch = options.scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    kept = scratch / f"results-{options.size}.json"
    if not options.table_only:
        compare(options, scratch, kept)
    results = json.loads(kept.read_text())
    options.table.write_text(table.page(results))
    print(f"\nwritten: {options.table}")
    return any(row["failure"] for row in results["rows"])


def compare(options, scratch, kept):
    """Runs everything, in turns; what table.page reads is in the file `kept` after every turn."""
    documents = SIZES[options.size]
    whole = collection.generate(options.generate.resolve(), scratch, documents, THRESHOLD)
    everybody = [(rival, module) for module in MODULES for rival in importlib.import_module(f"rivals.{module}").RIVALS]
    rivals = [(rival, module) for rival, module in everybody if module in options.only]
    most = min([documents, *(rival.documents for rival, _ in rivals if rival.documents)])
    part = whole if most == documents else collection.first_documents(whole, most)
    rows = rows_of(rivals, whole, part)

    own = subprocess.run([options.textkin.resolve(), "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    for row in rows:
        row.version = row.rival.package.version if row.rival.package else own

    for name, packages in install.environments(rival for rival, _ in everybody).items():
        mine = [row for row in rows if row.rival.package and row.rival.package.environment == name]
        if not mine:
            continue
        print(f"installing {', '.join(package.requirement for package in packages)}", flush=True)
        try:
            python = install.install(name, packages, scratch)
        except install.Missing as missing:
            for row in mine:
                row.failure = str(missing)
        else:
            for row in mine:
                row.python = python

    load = os.getloadavg()[0]
    for turn in range(options.turns):
        print(f"turn {turn + 1} of {options.turns}", flush=True)
        for row in rows:
            takes_part = row.wants_a_turn
            if takes_part:
                row.turn(options.textkin.resolve(), scratch, options.limit)
            if takes_part or turn == 0:
                print(row.said(), flush=True)
        results = {"machine": machine(), "load": load, "date": datetime.date.today().isoformat(), "threshold": THRESHOLD,
                   "rows": [row.kept() for row in rows]}
        kept.write_text(json.dumps(results, indent=1))
    print("medians of seconds:", ", ".join(f"{row.rival.name} ({row.data.documents:,}) {statistics.median(row.seconds):.2f}"
                                            for row in rows if row.seconds))


if __name__ == "__main__":
    sys.exit(main())
