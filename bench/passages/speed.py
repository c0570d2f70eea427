#!/usr/bin/env python3
"""`make bench-passages`: `textkin passages` beside `wc -w`, ten times the text, and a gigabyte under a memory limit.

Generated prose (Zipf's law, no copies) in which each tenth document holds 80 words of another one. Recall: share of those
pieces that passages cover by nine tenths on both sides. Precision: share of the passages that overlap such a piece on both.
Compare ratios; seconds are of this machine at this hour.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from rivals import measure  # noqa: E402

MEBIBYTE = 1 << 20
BYTES = 6700  # a document
SMALL, LARGE, HUGE = 3_000, 30_000, 150_000  # documents
LIMIT = 512  # MiB, of the huge one
WORDS = 80
SECONDS = 3600  # for one run


class Collection:
    def __init__(self, tool, folder, documents):
        self.documents, self.path = documents, folder / f"{documents}.jsonl"
        self.planted = {}
        plain = folder / "plain.jsonl"
        subprocess.run([tool, "--documents", str(documents), "--bytes", str(BYTES), "--near-share", "0", "-o", plain, "--truth",
                        folder / "plain.tsv"], check=True)
        source = None
        with open(plain) as lines, open(self.path, "w") as out:
            for number, line in enumerate(lines):
                if number % 10 == 4:
                    source = json.loads(line)
                if number % 10 == 9:
                    line = self.plant(json.loads(line), source)
                out.write(line)
        plain.unlink()
        self.megabytes = self.path.stat().st_size / 1e6

    def plant(self, host, source):
        places = [match.span() for match in re.finditer(r"\w+", source["text"])]
        first = len(places) // 3
        begin, end = places[first][0], places[min(first + WORDS, len(places)) - 1][1]
        at = host["text"].index(" ", len(host["text"]) // 2) + 1
        host["text"] = f"{host['text'][:at]}{source['text'][begin:end]} {host['text'][at:]}"
        self.planted[source["id"], host["id"]] = ((begin, end), (at, at + end - begin))
        return json.dumps(host) + "\n"

    def quality(self, path):
        found, right, passages = set(), 0, 0
        with open(path) as rows:
            next(rows)
            for row in rows:
                a, b, *numbers = row.split("\t")[:6]
                offset_a, length_a, offset_b, length_b = map(int, numbers)
                piece = self.planted.get((a, b))
                passages += 1
                if piece is None:
                    continue
                shares = [max(0, min(end, offset + length) - max(begin, offset)) / (end - begin)
                          for (begin, end), offset, length in zip(piece, (offset_a, offset_b), (length_a, length_b))]
                right += min(shares) > 0
                if min(shares) >= 0.9:
                    found.add((a, b))
        return len(found) / len(self.planted), right / max(1, passages)


class Row:
    def __init__(self, name, data, command, folder, found=None):
        self.name, self.data, self.command, self.folder, self.found = name, data, command, folder, found
        self.seconds, self.processor, self.peak = [], [], 0

    def turn(self):
        try:
            measured = measure.measure(self.command, SECONDS, self.folder, {**os.environ, "LC_ALL": "C"})
        except (measure.Failed, measure.TooLong) as failed:
            sys.exit(f"bench-passages: {' '.join(map(str, self.command))}: {failed}")
        self.seconds.append(measured.seconds)
        self.processor.append(measured.processor)
        self.peak = max(self.peak, measured.peak)

    @property
    def median(self):
        return statistics.median(self.seconds)

    def line(self):
        text = (f"  {self.name:<32} {self.data.documents:>8,} {self.data.megabytes:8.1f} MB {self.median:8.2f} s "
                f"[{min(self.seconds):.2f} .. {max(self.seconds):.2f}]")
        if self.found is None:
            return text
        recall, precision = self.data.quality(self.found)
        return text + f" {self.peak:6.0f} MiB  recall {recall:.4f}  precision {precision:.4f}"


def passages(textkin, data, folder, memory=None):
    found, stats = folder / f"{data.documents}.tsv", folder / f"{data.documents}.json"
    command = [textkin, "passages", data.path, "-o", found, "--threads", 2, "--stats", stats, "-q"]
    row = Row("passages, 2 threads" + (f", --memory {memory}MiB" if memory else ""), data,
              command + (["--memory", f"{memory}MiB"] if memory else []), folder, found)
    row.stats = stats
    return row


def whole_run(options, folder):
    small, large = (Collection(options.generate, folder, documents) for documents in (SMALL, LARGE))
    rows = {data.documents: (passages(options.textkin, data, folder), Row("LC_ALL=C wc -w", data, ["wc", "-w", data.path], folder))
            for data in (small, large)}
    for _ in range(options.turns):
        for pair in rows.values():
            for row in pair:
                row.turn()
    huge = Collection(options.generate, folder, HUGE)
    limited = passages(options.textkin, huge, folder, LIMIT)
    limited.turn()
    for row in (*rows[SMALL], *rows[LARGE], limited):
        print(row.line())
    counted = json.loads(limited.stats.read_text())
    (one, words), (ten, _) = rows[SMALL], rows[LARGE]
    growth = statistics.median(ten.processor) / statistics.median(one.processor)
    bound = 1.1 * LIMIT + 64
    own = counted["peak_memory_bytes"] / MEBIBYTE
    promises = [
        (f"passages / wc -w: {one.median / words.median:.2f} (at most 10)", one.median <= 10 * words.median),
        # What else runs on the machine changes the seconds of a long run more than those of a short one.
        (f"ten times the text: {ten.median / one.median:.2f} times the time, {growth:.2f} times the processor time (at most 12)", growth <= 12),
        (f"peak of {huge.megabytes:,.0f} MB: {own:.0f} MiB by --stats, {limited.peak:.0f} MiB by the system (at most {bound:.0f}); "
         f"{counted['spilled_bytes'] / 1e6:,.0f} MB spilled", max(own, limited.peak) <= bound),
    ]
    print("\n".join(f"  {text}{'' if kept else '   NOT KEPT'}" for text, kept in promises))
    return 0 if all(kept for _, kept in promises) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--textkin", required=True, type=pathlib.Path)
    parser.add_argument("--generate", required=True, type=pathlib.Path, help="bench_generate")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--scratch", help="folder for some 4 GB of scratch files; default: the system's")
    options = parser.parse_args()
    options.textkin, options.generate = options.textkin.resolve(), options.generate.resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="textkin-bench-", dir=options.scratch)).resolve()
    try:
        return whole_run(options, folder)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
