#!/usr/bin/env python3
"""`textkin serve` under load: requests a second and how long they take, beside datasketch behind FastAPI in the same run.

    bench/serve/run.py --textkin build/textkin --tool build/bench_generate --wrk wrk --documents 100000 [--rate 2000 --adds 1000] [--rival]

A load generator (wrk, of the package of that name) asks with texts of which a tenth have a near copy in the index: first as fast as it
can over few connections, then, with --adds, while a client adds so many documents a second, and over 64 connections. A small client of
our own that keeps a pace (--rate) measures what a user waits: from when a request was due, not from when it could be sent. Seconds of the
processor are those of the server.
--rival: MinHashLSH of datasketch in a process of FastAPI and uvicorn, its signatures in memory, or in Redis where --redis names a
server's program; with the same texts, threshold and client.
"""

import argparse
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1]))
sys.path.insert(0, str(HERE.parents[1] / "index"))

THRESHOLD = 0.8
RIVAL = ("datasketch==2.0.0", "fastapi", "uvicorn", "redis")
TICKS = os.sysconf("SC_CLK_TCK")

SCRIPT = """
local file = io.open("%(texts)s", "r")
local texts = {}
for line in file:lines() do texts[#texts + 1] = line end
file:close()
local at = %(seed)d
request = function()
  at = at %% #texts + 1
  return wrk.format("POST", "%(path)s", {["Content-Type"] = "text/plain"}, texts[at])
end
local bad = 0
response = function(status) if status ~= 200 then bad = bad + 1 end end
done = function(summary, latency, requests)
  io.write(string.format("RESULT %%d %%d %%d %%d %%d %%d %%d\\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    latency.max, summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
"""


def processor_of(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def free_port():
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return own.getsockname()[1]


class Served:
    """A server that was started, and what it has spent."""

    def __init__(self, name, command, port, path, **how):
        self.name, self.port, self.path = name, port, path
        self.process = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **how)
        until = time.monotonic() + 600
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"bench-serve: {name} does not start")
                time.sleep(0.05)

    def spent(self):
        return processor_of(self.process.pid)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def load(wrk, served, texts, connections, seconds, seed):
    """wrk as fast as it can: requests a second, and microseconds of the server's processor for one."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(SCRIPT % {"texts": texts, "path": served.path, "seed": seed})
        script.flush()
        before = served.spent()
        said = subprocess.run([*wrk, "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency", "-s", script.name, f"http://127.0.0.1:{served.port}"],
                              check=True, capture_output=True, text=True).stdout
        spent = served.spent() - before
    requests, duration, median, last, most, bad, broken = map(int, re.search(r"RESULT (.*)", said)[1].split())
    return {"requests/s": requests / (duration / 1e6), "us of processor": spent / requests * 1e6, "p50 ms": median / 1000, "p99 ms": last / 1000,
            "max ms": most / 1000, "not 200": bad, "broken": broken}


def keep_pace(served, texts, rate, seconds, clients=16):
    """Requests that are due at fixed times; what each took from then on, in milliseconds."""
    took, bad = [], []
    begin = time.monotonic() + 0.2

    def client(number):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
        i = number
        while (due := begin + i / rate) < begin + seconds:
            time.sleep(max(0, due - time.monotonic()))
            connection.request("POST", served.path, texts[i % len(texts)], {"Content-Type": "text/plain"})
            answer = connection.getresponse()
            answer.read()
            took.append(1000 * (time.monotonic() - due))
            if answer.status != 200:
                bad.append(answer.status)
            i += clients

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    took.sort()
    return {"requests/s": len(took) / seconds, "p50 ms": took[len(took) // 2], "p99 ms": took[len(took) * 99 // 100], "max ms": took[-1], "not 200": len(bad)}


class Adding(threading.Thread):
    """A client that adds so many documents a second, in batches of a twentieth of a second."""

    def __init__(self, served, texts, rate):
        super().__init__()
        self.served, self.texts, self.rate, self.stop, self.added, self.took = served, texts, rate, threading.Event(), 0, []

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        size, begin, batch = max(1, self.rate // 20), time.monotonic(), 0
        while not self.stop.is_set():
            due = begin + batch * size / self.rate
            time.sleep(max(0, due - time.monotonic()))
            lines = "".join(json.dumps({"id": f"new-{batch}-{i}", "text": f"{batch} {i} " + self.texts[(batch * size + i) % len(self.texts)]}) + "\n" for i in range(size))
            sent = time.monotonic()
            connection.request("POST", "/v1/indexes/bench/documents", lines.encode(), {"Content-Type": "application/x-ndjson"})
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                self.added += size
                self.took.append(1000 * (time.monotonic() - sent))
            batch += 1
        self.seconds = time.monotonic() - begin


def print_row(name, values):
    print(f"{name:46}" + "  ".join(f"{key} {value:,.3f}" if isinstance(value, float) and value < 100 else f"{key} {value:,.0f}" for key, value in values.items()), flush=True)


def median_of(rows):
    return {key: statistics.median(row[key] for row in rows) for key in rows[0]} | {"range": max(row["requests/s"] for row in rows) - min(row["requests/s"] for row in rows)}


def measure(served, wanted, asked, texts, adds):
    for connections in (1, 8, 64):
        rows = [load(wanted.wrk.split(), served, asked, connections, wanted.seconds, 1 + 997 * turn) for turn in range(wanted.turns)]
        print_row(f"{served.name}: {connections} connections", median_of(rows))
    print_row(f"{served.name}: {wanted.rate}/s", keep_pace(served, texts, wanted.rate, wanted.seconds))
    if adds:
        adding = Adding(served, adds, wanted.adds)
        adding.start()
        print_row(f"{served.name}: {wanted.rate}/s beside {wanted.adds} adds/s", keep_pace(served, texts, wanted.rate, 2 * wanted.seconds))
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
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--bytes", type=int, default=2000)
    parser.add_argument("--questions", type=int, default=20_000)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--rate", type=int, default=2000)
    parser.add_argument("--adds", type=int, default=1000)
    parser.add_argument("--rival", action="store_true")
    parser.add_argument("--redis", default="")
    parser.add_argument("--keep", help="a folder that stays, with the index, for the next run")
    wanted = parser.parse_args()
    from run import Job  # of bench/index

    folder = pathlib.Path(wanted.keep or tempfile.mkdtemp(prefix="bench-serve-"))
    folder.mkdir(exist_ok=True)
    textkin, index, held, asked = os.path.abspath(wanted.textkin), folder / "bench", folder / "held.jsonl", folder / "asked.jsonl"
    try:
        if not index.exists():
            Job(os.path.abspath(wanted.tool), folder, wanted.documents, wanted.bytes, wanted.questions)
            subprocess.run([textkin, "index", "create", index], check=True)
            subprocess.run([textkin, "index", "add", index, held, "-q"], check=True)
        texts = [json.loads(line)["text"].replace("\n", " ") for line in open(asked, encoding="utf-8")]
        lines = folder / "texts"
        lines.write_text("\n".join(texts) + "\n", encoding="utf-8")
        adds = texts[::-1]
        texts = [text.encode() for text in texts]
        port = free_port()
        served = Served("textkin serve", [textkin, "serve", f"bench={index}", "--listen", f"127.0.0.1:{port}", "-q"], port, f"/v1/indexes/bench/query?threshold={THRESHOLD}")
        measure(served, wanted, lines, texts, adds)
        served.end()
        if wanted.rival:
            measure_rivals(wanted, folder, held, lines, texts)
    finally:
        if not wanted.keep:
            shutil.rmtree(folder, ignore_errors=True)


def measure_rivals(wanted, folder, held, lines, texts):
    from rivals import install
    from rivals.rival import Package

    python = install.install("serve-datasketch", [Package(one) for one in RIVAL], folder.parent)
    for name, storage in (("dict", ""), *((("Redis", wanted.redis),) if wanted.redis else ())):
        redis, redis_port = None, 0
        if storage:
            redis_port = free_port()
            redis = Served("redis", [*storage.split(), "--port", redis_port, "--save", "", "--dir", folder], redis_port, "")
        port = free_port()
        served = Served(f"datasketch, {name}, behind FastAPI", [python, HERE.parent / "rival_fastapi.py", held, port, redis_port], port, f"/query?threshold={THRESHOLD}")
        measure(served, wanted, lines, texts, None)
        served.end()
        if redis:
            redis.end()


if __name__ == "__main__":
    main()
