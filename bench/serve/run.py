#!/usr/bin/env python3
"""`textkin serve` under load: requests a second and how long they take, beside datasketch behind FastAPI in the same run.

    bench/serve/run.py --textkin build/textkin --tool build/bench_generate --wrk wrk --documents 100000 [--rate 2000 --adds 1000] [--rival]

A load generator (wrk, of the package of that name) asks with texts of which a tenth have a near copy in the index: first as fast as it
can over few connections, then, with --adds, while a client adds so many documents a second, and over 64 connections. What a user waits is
measured at a pace (--rate), by vegeta where --vegeta names its program, else by a small client of our own, which counts from when a
request was due, but takes more of the processors than the server. Seconds of the processor are those of the server.
--rival: MinHashLSH of datasketch in a process of FastAPI and uvicorn, its signatures in memory, or in Redis where --redis names a
server's program; with the first --rival-documents of the same texts, threshold and client.
"""

import argparse
import http.client
import itertools
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1]))
sys.path.insert(0, str(HERE.parents[1] / "index"))

from clients import Served, free_port, keep_pace, keep_pace_of, load, print_row, quality, resident

THRESHOLD = 0.8
RIVAL = ("datasketch==2.0.0", "fastapi==0.165.0", "uvicorn==0.54.0", "redis==8.1.0")


def strangers(texts, count):
    """So many documents, as lines, that are alike to none: words of texts in another order. Near copies of questions would be found by them, more of them from
    second to second."""
    lines, mix = [], random.Random(time.time_ns())  # in a kept index the documents of earlier runs are there
    for number in range(count):
        words = texts[number % len(texts)].split()
        mix.shuffle(words)
        lines.append(json.dumps({"id": f"new-{mix.getrandbits(64):x}", "text": " ".join(words)}) + "\n")
    return lines


class Adding(threading.Thread):
    """A client that adds so many documents a second, in batches of a twentieth of a second, until they are all added or it is to stop."""

    def __init__(self, served, documents, rate):
        super().__init__()
        size = max(1, rate // 20)
        self.batches = ["".join(documents[begin : begin + size]).encode() for begin in range(0, len(documents), size)]
        self.served, self.size, self.every, self.stop, self.added, self.took = served, size, size / rate, threading.Event(), 0, []

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        begin = time.monotonic()
        for number, lines in enumerate(self.batches):
            time.sleep(max(0, begin + number * self.every - time.monotonic()))
            if self.stop.is_set():
                break
            sent = time.monotonic()
            connection.request("POST", "/v1/indexes/bench/documents", lines, {"Content-Type": "application/x-ndjson"})
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                self.added += self.size
                self.took.append(1000 * (time.monotonic() - sent))
        self.seconds = time.monotonic() - begin


def median_of(rows):
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]} | {"range": max(row["requests/s"] for row in rows) - min(row["requests/s"] for row in rows)}


def truth_of(path, first, threshold=THRESHOLD):
    """{question: the documents that are alike to it}, of the first so many documents."""
    right = {}
    with open(path, encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            a, b, value = line.rstrip("\n").split("\t")
            question, document = max(a, b), min(a, b)
            if float(value) >= threshold and document < f"d{first:08}":
                right.setdefault(question, set()).add(document)
    return right


def at_pace(wanted, served, texts, seconds):
    if wanted.vegeta:
        return keep_pace_of(wanted.vegeta.split(), served, texts, wanted.rate, seconds)
    return keep_pace(served, texts, wanted.rate, seconds)


def measure(served, wanted, asked, texts, adds, questions, right):
    print_row(f"{served.name}: answers", quality(served, questions, right))
    for connections in (1, 8, 64):
        rows = [load(wanted.wrk.split(), served, asked, connections, wanted.seconds, 1 + 997 * turn) for turn in range(wanted.turns)]
        print_row(f"{served.name}: {connections} connections", median_of(rows))
    print_row(f"{served.name}: {wanted.rate}/s", at_pace(wanted, served, texts, wanted.seconds))
    if adds:
        adding = Adding(served, strangers(adds, wanted.adds * 4 * wanted.seconds), wanted.adds)
        adding.start()
        print_row(f"{served.name}: {wanted.rate}/s beside {wanted.adds} adds/s", at_pace(wanted, served, texts, 2 * wanted.seconds))
        print_row(f"{served.name}: 8 connections beside them", load(wanted.wrk.split(), served, asked, 8, wanted.seconds, 7))
        adding.stop.set()
        adding.join()
        adding.took.sort()
        print_row(f"{served.name}: those adds", {"documents/s": adding.added / adding.seconds, "p50 ms": adding.took[len(adding.took) // 2], "p99 ms": adding.took[len(adding.took) * 99 // 100]})
    print_row(f"{served.name}: resident", {"MiB": resident(served.process.pid)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--textkin", required=True)
    parser.add_argument("--tool", required=True, help="build/bench_generate")
    parser.add_argument("--wrk", default="wrk", help="the program, with what it needs in front")
    parser.add_argument("--vegeta", default="", help="the program, where it is to keep the pace")
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--bytes", type=int, default=2000)
    parser.add_argument("--questions", type=int, default=20_000)
    parser.add_argument("--judged", type=int, default=2_000, help="questions whose answers are judged")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--rate", type=int, default=2000)
    parser.add_argument("--adds", type=int, default=1000)
    parser.add_argument("--rival", action="store_true")
    parser.add_argument("--rival-documents", type=int, default=100_000, help="at most: a million take it hours to add")
    parser.add_argument("--redis", default="", help="the program of a Redis server")
    parser.add_argument("--keep", help="a folder that stays, with the index, for the next run")
    wanted = parser.parse_args()
    from run import Job  # of bench/index

    if not shutil.which(wanted.wrk.split()[0]):
        raise SystemExit(f"bench-serve: {wanted.wrk} is not there; Debian has it as the package wrk")
    folder = pathlib.Path(wanted.keep or tempfile.mkdtemp(prefix="bench-serve-"))
    folder.mkdir(exist_ok=True)
    textkin, index, held, asked = os.path.abspath(wanted.textkin), folder / "bench", folder / "held.jsonl", folder / "asked.jsonl"
    try:
        if not index.exists():
            Job(os.path.abspath(wanted.tool), folder, wanted.documents, wanted.bytes, wanted.questions)
            subprocess.run([textkin, "index", "create", index], check=True)
            subprocess.run([textkin, "index", "add", index, held, "-q"], check=True)
        questions = [(one["id"], one["text"].replace("\n", " ")) for one in map(json.loads, open(asked, encoding="utf-8"))]
        texts, questions = [text for _, text in questions], questions[: wanted.judged]
        lines = folder / "texts"
        lines.write_text("\n".join(texts) + "\n", encoding="utf-8")
        adds = texts
        texts = [text.encode() for text in texts]
        port = free_port()
        served = Served("textkin serve", [textkin, "serve", f"bench={index}", "--listen", f"127.0.0.1:{port}", "-q"], port, f"/v1/indexes/bench/query?threshold={THRESHOLD}")
        measure(served, wanted, lines, texts, adds, questions, truth_of(folder / "truth.tsv", wanted.documents))
        served.end()
        if wanted.rival:
            most = min(wanted.rival_documents, wanted.documents)
            measure_rivals(wanted, folder, first_lines(held, most, folder / "held-of-rivals.jsonl"), lines, texts, questions, truth_of(folder / "truth.tsv", most))
    finally:
        if not wanted.keep:
            shutil.rmtree(folder, ignore_errors=True)


def first_lines(path, count, out):
    with open(path, "rb") as lines, open(out, "wb") as some:
        some.writelines(itertools.islice(lines, count))
    return out


def measure_rivals(wanted, folder, held, lines, texts, questions, right):
    from rivals import install
    from rivals.rival import Package

    python = install.install("serve-datasketch", [Package(one.partition("==")[0], one, "serve-datasketch") for one in RIVAL], folder)
    for name, storage in (("dict", ""), *((("Redis", wanted.redis),) if wanted.redis else ())):
        redis, redis_port = None, 0
        if storage:
            redis_port = free_port()
            redis = Served("redis", [*storage.split(), "--port", redis_port, "--save", "", "--dir", folder], redis_port, "")
        port = free_port()
        served = Served(f"datasketch, {name}, FastAPI", [python, HERE.parent / "rival_fastapi.py", held, port, redis_port], port, f"/query?threshold={THRESHOLD}", redis)
        measure(served, wanted, lines, texts, None, questions, right)
        served.end()
        if redis:
            redis.end()


if __name__ == "__main__":
    main()
