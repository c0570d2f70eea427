#!/usr/bin/env python3
"""`make bench-index`: an index beside what people use today, on the same documents in the same run.

Adds a second with fingerprints for passages and without, questions a second on one thread, the time of one question in a process of
its own and of one to a server that has the index open (median and 99th), bytes a document by part, the time to open, and beside
every figure recall and precision against the planted pairs. Machines are shared: seconds are of the processor, and of the clock
in brackets; --turns repeats the adds and shows the best of them. Large sizes: `SIZE="1000000x2000 --questions 100000"`, and
`SIZE="10000000x300 --memory 512MiB"`; they need 8 and 12 GB of disk below the scratch folder, which is emptied at the end.
Rivals get the first --rival-documents, are installed below the scratch folder, and are skipped, which is said, where they cannot be.
"""

import argparse
import copy
import glob
import http.client
import json
import os
import pathlib
import shutil
import socket as socket_module
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from parts import parts  # noqa: E402
from rivals import install  # noqa: E402

THRESHOLD = 0.8
ALONE = 100
MEBIBYTE = 1 << 20
ASKED_OF_A_SERVER = 2000
# What it needs, programs besides, and what a kill leaves by its documentation.
RIVALS = {
    "datasketch": (("datasketch==2.0.0",), (), "nothing: it is in memory"),
    "datasketch_redis": (("datasketch==2.0.0", "redis==8.1.0"), ("redis-server",), "all but the last second, of a document some of its bands"),
    "cozo": (("cozo-embedded==0.7.6",), (), "what was committed"),
    "sourmash": (("sourmash==4.9.4",), (), "what was committed"),
    "postgres": (("datasketch==2.0.0", "psycopg[binary]==3.3.9"), ("initdb", "postgres"), "what was committed"),
}


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

    def a_second(self, count, without=0.0, clock_without=0.0):
        return f"{count / max(1e-9, self.processor - without):,.0f} ({count / max(1e-9, self.clock - clock_without):,.0f})"


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


    def first(self, count):
        """The same with the first documents alone."""
        if count >= self.documents:
            return self
        some = copy.copy(self)
        some.documents, some.held = count, self.folder / "first.jsonl"
        with open(self.held, "rb") as lines, open(some.held, "wb") as out:
            out.writelines(line for _, line in zip(range(count), lines))
        some.right = {(a, b) for a, b in self.right if b < f"d{count:08}"}
        some.text_bytes = some.held.stat().st_size
        return some


def bytes_below(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def percentiles(seconds):
    ordered = sorted(seconds)
    return f"median {1000 * statistics.median(ordered):.2f} ms, 99th {1000 * ordered[int(0.99 * len(ordered))]:.2f} ms"


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
    print_row(name, f"{cost.a_second(job.questions, empty.processor, empty.clock)} questions a second; one alone, with its process: "
              f"{percentiles(one.processor for one in alone)} ({percentiles(one.clock for one in alone)}); opened in {1000 * empty.processor:.1f} ms "
              f"({1000 * empty.clock:.1f}); peak {cost.peak:.0f} MiB; recall {recall:.4f}, stated {stated:.4f}, precision {precision:.4f}")
    return cost.processor - empty.processor


def ask_server(textkin, job, index, print_row):
    """One question after the other, over one connection to a server that keeps the index open."""
    socket = job.folder / "socket"
    server = subprocess.Popen([textkin, "serve", f"held={index}", "--listen", f"unix:{socket}", "--threads", "1"], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while not socket.exists() and time.monotonic() < until:
            time.sleep(0.01)
        connection = UnixConnection(socket)
        texts = [json.loads(line)["text"].encode() for _, line in zip(range(ASKED_OF_A_SERVER), open(job.asked, encoding="utf-8"))]
        seconds = []
        for text in [*texts[:100], *texts]:  # the first ones are not counted
            began = time.monotonic()
            connection.request("POST", f"/v1/indexes/held/query?threshold={THRESHOLD}", text, {"Content-Type": "text/plain"})
            response = connection.getresponse()
            response.read()
            seconds.append(time.monotonic() - began)
            if response.status != 200:
                raise SystemExit(f"bench-index: the server answered {response.status}")
        print_row("textkin: serve", f"one question after the other, over a socket, by the clock: {percentiles(seconds[100:])}; "
                  f"{len(texts) / sum(seconds[100:]):,.0f} a second")
    finally:
        server.terminate()
        server.wait()


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket_module.socket(socket_module.AF_UNIX)
        self.sock.connect(str(self.path))


def add(textkin, job, memory, turns, print_row, name, *options):
    """Into a fresh index, the best of some turns by the clock, which is shared with others."""
    index = job.folder / "index"
    costs = []
    for _ in range(turns):
        shutil.rmtree(index, ignore_errors=True)
        subprocess.run([*map(str, (textkin, "index", "create", index, *options))], check=True)
        costs.append(Cost([textkin, "index", "add", index, job.held, "-q", *memory]))
    best = min(costs, key=lambda cost: cost.clock)
    size = bytes_below(index)
    by_part = ", ".join(f"{part} {bytes_of_it / job.documents:,.0f}" for part, bytes_of_it in sorted(parts(index).items()))
    clocks = ", ".join(f"{job.documents / cost.clock:,.0f}" for cost in costs)
    print_row(name, f"{best.a_second(job.documents)} documents a second, of turns by the clock {clocks}; peak {best.peak:.0f} MiB; "
              f"{size / job.documents:,.0f} bytes a document ({by_part}), {size / job.text_bytes:.2f} x its line of JSONL; "
              f"{len(list((index / 'segments').iterdir()))} segments; a kill leaves what was acknowledged")
    return index, best


def bench_textkin(textkin, job, memory, turns, print_row):
    for name, options in (("add, no texts", ("--store", "none")), ("add, no passages", ("--passages", "none"))):
        add(textkin, job, memory, turns, print_row, f"textkin: {name}", *options)
    index, added = add(textkin, job, memory, turns, print_row, "textkin: add")
    ask(textkin, job, index, "textkin: ask", memory, print_row)
    merged = Cost([textkin, "index", "merge", index, *memory])
    print_row("textkin: merge", f"{merged.processor:.2f} s ({merged.clock:.2f}); peak {merged.peak:.0f} MiB")
    asked = ask(textkin, job, index, "textkin: ask, merged", memory, print_row)
    ask_server(textkin, job, index, print_row)
    single(textkin, job, print_row)
    return added, asked


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


def bench_rival(name, job, ours, whole, print_row):
    """In a Python of its own; where it cannot be had, that is said. `ours`: seconds of textkin for the whole job."""
    requirements, programs, kill = RIVALS[name]
    try:
        python = install.install(f"index-{name}", [Package(one, programs) for one in requirements], job.folder.parent)
    except install.Missing as why:
        print_row(name, f"SKIPPED: {why}")
        return
    answer, held = job.folder / f"{name}.json", job.folder / f"{name}-held"
    cost = Cost([python, pathlib.Path(__file__).with_name(f"rival_{name}.py"), job.held, job.asked, THRESHOLD, answer, held])
    said = json.loads(answer.read_text())
    recall, precision = job.quality(map(tuple, said["pairs"]))
    added, asked = ours[0].processor / whole.documents, ours[1] / whole.questions
    size = f"{bytes_below(held) / job.documents:,.0f} bytes a document" if held.exists() else "nothing on the disk"
    print_row(name, f"of {job.documents:,}: add {job.documents / said['add']:,.0f} ({job.documents / said['add_clock']:,.0f}) documents a second, "
              f"{said['add'] / job.documents / added:.1f} x the processor of textkin; {job.questions / said['ask']:,.0f} questions a second, "
              f"{said['ask'] / job.questions / asked:.1f} x; one alone: {percentiles(said['alone'])}; peak {cost.peak:.0f} MiB, {size}; "
              f"a kill leaves {kill}; recall {recall:.4f}, precision {precision:.4f}")
    shutil.rmtree(held, ignore_errors=True)


class Package:
    """What install() takes."""

    with_it, python = (), (3, 9)

    def __init__(self, requirement, programs):
        self.requirement, self.programs = requirement, programs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("textkin", "generate", "scratch"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--size", default="30000x2000", help="DOCUMENTSxBYTES")
    parser.add_argument("--questions", type=int, default=5000)
    parser.add_argument("--memory", help="of textkin, as 512MiB")
    parser.add_argument("--turns", type=int, default=3, help="of adds")
    parser.add_argument("--rival-documents", type=int, default=30000, help="that rivals are given at most")
    parser.add_argument("--no-rivals", action="store_true")
    options = parser.parse_args()
    documents, size = map(int, options.size.split("x"))
    # Where Debian has the programs of PostgreSQL's server.
    os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *glob.glob("/usr/lib/postgresql/*/bin")])
    options.scratch.mkdir(parents=True, exist_ok=True)
    scratch = options.scratch.resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="index-", dir=scratch))
    memory = ["--memory", options.memory] if options.memory else []
    print(f"{documents:,} documents of {size:,} bytes, {options.questions:,} questions, at {THRESHOLD}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; "
          f"processor time (clock)")
    try:
        job = Job(options.generate.resolve(), folder, documents, size, options.questions)
        ours = bench_textkin(options.textkin.resolve(), job, memory, options.turns, print_row)
        for name in () if options.no_rivals else RIVALS:
            bench_rival(name, job.first(options.rival_documents), ours, job, print_row)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def print_row(name, what):
    print(f"  {name:>20}: {what}", flush=True)


if __name__ == "__main__":
    main()
