#!/usr/bin/env python3
"""`make bench-doors`: every way in and out, each beside counting the words of the same texts.

For each door: processor seconds (of user and system, all processes and threads), how many times those of `LC_ALL=C wc -w`
on the same texts, unpacked and in one file, the clock, the peak of memory, what it found, and what bounds it: the stage
that took most of the clock, and how much of the processor time was the system's. Doors and wc run in turns; medians, and
the range of the ratio of one turn. Recall and precision are of the planted pairs, where texts were generated; below 0.5
there are others than those, so that precision says nothing there.
"""

import argparse
import gzip
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import scripts
import stage_picture
from rivals import collection, measure

MEGABYTE = 10**6
LIMIT = 3600  # seconds for one run


def cost(command, folder):
    try:
        return measure.measure(command, LIMIT, folder, {**os.environ, "LC_ALL": "C"})
    except (measure.Failed, measure.TooLong) as failed:
        sys.exit(f"bench-doors: {' '.join(map(str, command))}: {failed}")


class Door:
    """A name, a function that makes its input in a folder and returns (texts for wc, arguments), and what it may take."""

    def __init__(self, name, make, found=("removed",), truth=None):
        self.name, self.make, self.found, self.truth = name, make, found, truth

    def run(self, textkin, wc, turns, folder):
        texts, arguments = self.make(folder)
        stats = folder / "stats.json"
        costs, ratios = [], []
        for _ in range(turns):
            shutil.rmtree(folder / "out", ignore_errors=True)
            (folder / "out").mkdir()
            # Which one reads the file first pays for bringing it into memory.
            words = cost([*wc, *texts], folder)
            costs.append(cost([textkin, *arguments, "--stats", stats, "-q"], folder))
            ratios.append(costs[-1].processor / max(words.processor, 1e-3))
        told = json.loads(stats.read_text())
        self.seconds = told["seconds"]  # of the last turn
        return self.line(costs, ratios, told, folder)

    def line(self, costs, ratios, stats, folder):
        seconds = {stage: spent for stage, spent in stats["seconds"].items() if stage != "total"}
        stage = max(seconds, key=seconds.get)
        of_system = statistics.median(c.system / c.processor for c in costs)
        bound = f"{stage} {seconds[stage] / stats['seconds']['total']:.0%}, system {of_system:.0%}"
        found = ", ".join(f"{stats[name]:,} {name}" for name in self.found if stats.get(name) is not None)
        if self.truth:
            removed = [json.loads(line)["id"] for line in (folder / "out/removed.jsonl").read_text().splitlines()]
            recall, precision = self.truth.quality(removed)
            found += f"; recall {recall:.4f}, precision {precision:.4f}"
        return (f"  {self.name:<44} {statistics.median(c.processor for c in costs):8.2f} "
                f"{statistics.median(ratios):7.2f} [{min(ratios):.2f} .. {max(ratios):.2f}] "
                f"{statistics.median(c.seconds for c in costs):8.2f} {max(c.peak for c in costs):7.0f}  {bound:<28} {found}")


def words_of(seed, count=20_000):
    rng = random.Random(seed)
    return ["".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(rng.randint(3, 8))) for _ in range(count)]


def texts_of(data):
    with open(data.path, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["text"]


def doors(data, generate, size):
    """In the order of the issue that asked for them. `size`: 1 is the whole, less for a quick look."""
    removed = ("--removed", "out/removed.jsonl")

    def plain(folder, *options):
        return [data.path], ["dedup", data.path, "-o", "out/kept.jsonl", *removed, *options]

    def packed(folder, suffix, pack):
        path = folder / f"in.jsonl{suffix}"
        pack(path)
        return [data.path], ["dedup", path, "-o", f"out/kept.jsonl{suffix}", *removed]

    def zst(path):
        subprocess.run(["zstd", "-q", "-3", data.path, "-o", path], check=True)

    def gz(path):
        with open(data.path, "rb") as lines, gzip.open(path, "wb", compresslevel=6) as out:
            shutil.copyfileobj(lines, out, MEGABYTE)

    def small_files(folder, files=200_000, output="out/kept.tsv"):
        texts, all_of = folder / "files", folder / "all.txt"
        texts.mkdir()
        with open(all_of, "w", encoding="utf-8") as together:
            for number, text in zip(range(int(files * size)), texts_of(data)):
                if number % 1000 == 0:
                    (texts / f"{number // 1000}").mkdir()
                (texts / f"{number // 1000}" / f"{number}.txt").write_text(text, encoding="utf-8")
                together.write(text + "\n")
        return [all_of], ["dedup", texts, "-o", output]

    def pages(folder, files=20_000):
        texts, all_of = folder / "pages", folder / "all.txt"
        texts.mkdir()
        with open(all_of, "w", encoding="utf-8") as together:
            for number, text in zip(range(int(files * size)), texts_of(data)):
                page = f"<!doctype html><html><head><title>Page {number}</title></head><body><p>{text}</p></body></html>\n"
                (texts / f"{number}.html").write_text(page, encoding="utf-8")
                together.write(page)
        return [all_of], ["passages", texts, "-o", "out/passages.tsv"]

    def short(folder):
        words, rng, path = words_of(1), random.Random(2), folder / "short.txt"
        with open(path, "w") as out:
            for _ in range(int(10_000_000 * size) // 1000):
                drawn = rng.choices(words, k=10_000)
                out.writelines(" ".join(drawn[i : i + 10])[:59] + "\n" for i in range(0, 10_000, 10))
        return [path], ["dedup", path, "--lines", "-o", "out/kept.txt"]

    def one_text(folder):
        words, rng, path = words_of(1), random.Random(2), folder / "one.txt"
        with open(path, "w") as out:
            for _ in range(int(1000 * size)):
                out.write(" ".join(rng.choices(words, k=156_000)) + "\n")
        (folder / "other.txt").write_text(" ".join(rng.choices(words, k=1000)))
        return [path], ["dedup", path, "other.txt", "-o", "out/kept.tsv"]

    def large_clusters(folder):
        words, rng, path = words_of(1), random.Random(2), folder / "alike.jsonl"
        base = rng.choices(words, k=60)
        with open(path, "w") as out:
            for number in range(int(8_000 * size**0.5)):
                mine = list(base)
                mine[number % 60] = f"v{number}"
                out.write(json.dumps({"id": f"d{number}", "text": " ".join(mine)}) + "\n")
        return [path], ["pairs", path, "-t", "0.1", "-o", "out/pairs.tsv"]

    def gigabyte_of_passages(folder):
        words, rng, path = words_of(1), random.Random(2), folder / "passages.jsonl"
        shared = [" ".join(rng.choices(words, k=60)) for _ in range(500)]
        with open(path, "w") as out:
            for number in range(int(500_000 * size)):
                copied = shared[number % 500] + " " if number % 100 == 0 else ""
                out.write(json.dumps({"id": f"d{number}", "text": copied + " ".join(rng.choices(words, k=300))}) + "\n")
        return [path], ["passages", path, "-o", "out/passages.tsv"]

    def boilerplate(folder):
        words, rng, path = words_of(1), random.Random(2), folder / "boilerplate.jsonl"
        shared = " ".join(rng.choices(words, k=200))
        with open(path, "w") as out:
            for number in range(int(50_000 * size)):
                out.write(json.dumps({"id": f"d{number}", "text": shared + " " + " ".join(rng.choices(words, k=100))}) + "\n")
        return [path], ["passages", path, "-o", "out/passages.tsv"]

    def report(folder):
        words, rng, path = words_of(1), random.Random(2), folder / "report.jsonl"
        with open(path, "w") as out:
            for number in range(int(10_000 * size)):
                shared = rng.choices(words, k=60)
                for side in "ab":
                    text = " ".join(rng.choices(words, k=100) + shared + rng.choices(words, k=100))
                    out.write(json.dumps({"id": f"{side}{number}", "text": text}) + "\n")
        return [path], ["report", path, "-o", "out/report.html"]

    def exact(folder):
        path = folder / "exact.jsonl"
        documents = ["--documents", str(int(1_000_000 * size)), "--bytes", "300"]
        subprocess.run([generate, *documents, "-o", path, "--truth", folder / "exact.tsv"], check=True)
        return [path], ["pairs", path, "--exact", "-o", "out/pairs.tsv"]

    def in_script(name):
        def make(folder):
            path = folder / "in.jsonl"
            with open(data.path, encoding="utf-8") as lines, open(path, "w", encoding="utf-8") as out:
                for line in lines:
                    record = json.loads(line)
                    record["text"] = scripts.SCRIPTS[name](record["text"])
                    out.write(json.dumps(record, ensure_ascii=False) + "\n")
            return [path], ["dedup", path, "-o", "out/kept.jsonl", *removed]

        return make

    pairs = ("pairs",)
    return [
        Door("dedup, JSON lines", plain, truth=data),
        Door("dedup, ASCII words", lambda folder: plain(folder, "--normalize", "ascii-lower", "--tokens", "ascii"), truth=data),
        Door("dedup, one thread", lambda folder: plain(folder, "--threads", "1"), truth=data),
        # Where words are letters of another script, the planted pairs are what they were.
        *(Door(f"dedup, {name} letters", in_script(name), truth=data if name in ("Greek", "Arabic") else None) for name in scripts.SCRIPTS),
        Door("dedup, zst in and out", lambda folder: packed(folder, ".zst", zst), truth=data),
        Door("dedup, gz in and out", lambda folder: packed(folder, ".gz", gz), truth=data),
        Door("dedup, 200,000 small files", small_files),
        Door("dedup, 20,000 small files into a folder", lambda folder: small_files(folder, 20_000, "out/kept/")),
        Door("passages, 20,000 HTML pages", pages, ("passages",)),
        Door("dedup, 10 million lines of 60 bytes", short),
        Door("dedup, one text of 1 GB", one_text),
        Door("dedup -t 0.3", lambda folder: plain(folder, "-t", "0.3")),
        Door("dedup -t 0.5", lambda folder: plain(folder, "-t", "0.5"), truth=data),
        Door("pairs --exact, a million documents", exact, pairs),
        Door("dedup --keep longest", lambda folder: plain(folder, "--keep", "longest"), truth=data),
        Door("dedup under 128 MiB", lambda folder: plain(folder, "--memory", "128MiB"), truth=data),
        Door("pairs, 32 million of one cluster", large_clusters, pairs),
        Door("passages, 1 GB", gigabyte_of_passages, ("passages",)),
        Door("passages, all share boilerplate", boilerplate, ("passages",)),
        Door("report, 10,000 pairs", report, ("pairs", "passages")),
    ]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--textkin", required=True, type=pathlib.Path)
    options.add_argument("--generate", required=True, type=pathlib.Path, help="the program bench_generate")
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--only", default="", help="doors whose name this regular expression finds")
    options.add_argument("--size", type=float, default=1, help="of every input; below 1 for a quick look")
    options.add_argument("--picture", type=pathlib.Path, help="an SVG file: where the clock of each door goes")
    options.add_argument("--scratch", help="folder for some 6 GB of scratch files; default: the system's")
    options = options.parse_args()
    textkin = options.textkin.resolve()
    with tempfile.TemporaryDirectory(prefix="textkin-doors-", dir=options.scratch) as scratch:
        scratch = pathlib.Path(scratch).resolve()
        generate = options.generate.resolve()
        data = collection.generate(generate, scratch, int(200_000 * options.size), 0.8)
        chosen = [door for door in doors(data, generate, options.size) if re.search(options.only, door.name)]
        print(f"  {'':<44} {'processor':>8} {'/ wc -w':>7} {'':>15} {'clock':>7} {'MiB':>7}  {'bound by':<28} found")
        for door in chosen:
            folder = scratch / "door"
            folder.mkdir()
            print(door.run(textkin, ["wc", "-w"], options.turns, folder), flush=True)
            shutil.rmtree(folder)
    if options.picture:
        options.picture.write_text(stage_picture.picture([
            (door.name, {stage: spent for stage, spent in door.seconds.items() if stage != "total"}, door.seconds["total"])
            for door in chosen]))


if __name__ == "__main__":
    main()
