#!/usr/bin/env python3
"""`textkin serve` under attack: what others feel of slow clients, endless bodies, bombs and ten times the load.

    bench/serve/hostile.py --textkin build/textkin --tool build/bench_generate --wrk wrk [--documents 20000] [--seconds 60]

A client that keeps a pace asks all the time; its median and 99th percentile stand beside those of a quiet server, in turns:
- 200 clients that send a byte of a request a second, and 100 that send half a head and nothing more;
- 1 GiB in chunks against --max-body 1MiB: the answer, and how far the resident set grew;
- bombs: a body in zstd, and a docx of 1 MB whose text is a gigabyte;
- for --seconds as many clients as ten times those that one thread answers, with questions of 200 texts each: what was answered 200
  and 503, and the resident set from its tenth second on.
Fails where others wait twice as long for it as before (99th percentile), where 413 costs more than the limit and 4 MiB, where an
answer is none of those that are meant, or where memory grows under load.
"""

import argparse
import collections
import http.client
import io
import json
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1]))
sys.path.insert(0, str(HERE.parents[1] / "index"))

from clients import Served, free_port, keep_pace, print_row, resident

QUERY = "/v1/indexes/bench/query"
LIMIT = 1 << 20
SLACK = 4 << 20


def head(*fields, method="POST", path=QUERY):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: text/plain", *fields, "", ""]).encode()


class Background(threading.Thread):
    """Does something to a server again and again until it is told to stop."""

    def __init__(self, work):
        super().__init__(daemon=True)
        self.work, self.over, self.error = work, threading.Event(), None

    def run(self):
        try:
            while not self.over.is_set():
                self.work(self.over)
        except OSError as error:
            self.error = error

    def end(self):
        self.over.set()
        self.join(60)


def slow_and_half(port):
    """Who is closed for being slow comes again."""
    def slow(over):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as own:
            for byte in head("Content-Length: 1000"):
                if over.wait(1):
                    return
                try:
                    own.send(bytes([byte]))
                except OSError:
                    return

    def half(over):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as own:
            own.sendall(head("Content-Length: 1000")[:40])
            while not over.wait(1):
                pass

    return [Background(slow) for _ in range(200)] + [Background(half) for _ in range(100)]


class Watched(Background):
    """The resident set, in MiB, some fifty times a second."""

    def __init__(self, served):
        self.seen = []
        super().__init__(lambda over: (self.seen.append((time.monotonic(), resident(served.process.pid))), over.wait(0.02)))


def endless_body(served, size):
    """What a body in chunks is answered, and how many bytes the resident set grew meanwhile."""
    before, watched = resident(served.process.pid), Watched(served)
    watched.start()
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    sent = 0
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as own:
        own.sendall(head("Transfer-Encoding: chunked"))
        try:
            while sent < size:
                own.sendall(chunk)
                sent += 0x10000
        except OSError:
            pass
        try:
            answer = own.recv(1 << 12)[9:12].decode()
        except OSError:
            answer = "closed"
    watched.end()
    return answer, sent, int((max(most for _, most in watched.seen) - before) * 2**20)


def docx_bomb(size):
    """A Word file of which the text is very much longer than the file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
        with archive.open("word/document.xml", "w", force_zip64=True) as document:
            document.write(b'<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>')
            for _ in range(size >> 20):
                document.write(b"a " * (1 << 19))
            document.write(b"</w:t></w:r></w:p></w:body></w:document>")
    return out.getvalue()


def ask(port, body, type, **fields):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", QUERY, body, {"Content-Type": type} | {name.replace("_", "-"): value for name, value in fields.items()})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def overload(served, texts, seconds, clients):
    """Many at once for a while: {status: answers}, and the resident set over its time."""
    answers, lock = collections.Counter(), threading.Lock()
    body = "".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts[:200])).encode()

    def client(over):
        answer = ask(served.port, body, "application/x-ndjson")
        with lock:
            answers[answer.status, answer.headers["Retry-After"] is not None] += 1
        if answer.status == 503:
            over.wait(0.2)

    watched = Watched(served)
    all_of_them = [Background(client) for _ in range(clients)]
    for one in [watched, *all_of_them]:
        one.start()
    time.sleep(seconds)
    for one in [*all_of_them, watched]:
        one.end()
    begin, end = watched.seen[0][0], watched.seen[-1][0]
    settled = [most for when, most in watched.seen if when > begin + (end - begin) / 6]
    return answers, settled[0], max(settled), [one.error for one in all_of_them if one.error]


def others_meanwhile(served, texts, rate, seconds, turns, disturb):
    """Quiet and disturbed in turns; the medians of each."""
    rows = {"quiet": [], "beside them": []}
    for _ in range(turns):
        rows["quiet"].append(keep_pace(served, texts, rate, seconds, clients=4))
        disturbing = disturb()
        for one in disturbing:
            one.start()
        time.sleep(2)
        rows["beside them"].append(keep_pace(served, texts, rate, seconds, clients=4))
        for one in disturbing:
            one.end()
    return {name: {key: statistics.median(row[key] for row in some) for key in some[0]} | {"p99 from": min(row["p99 ms"] for row in some), "to": max(row["p99 ms"] for row in some)} for name, some in rows.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--textkin", required=True)
    parser.add_argument("--tool", required=True, help="build/bench_generate")
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--rate", type=int, default=100, help="of the client that keeps a pace")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--turns", type=int, default=5)
    wanted = parser.parse_args()
    from run import Job  # of bench/index

    folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-hostile-"))
    textkin, wrong = os.path.abspath(wanted.textkin), []
    try:
        Job(os.path.abspath(wanted.tool), folder, wanted.documents, 2000, 2000)
        subprocess.run([textkin, "index", "create", folder / "bench"], check=True)
        subprocess.run([textkin, "index", "add", folder / "bench", folder / "held.jsonl", "-q"], check=True)
        texts = [json.loads(line)["text"] for line in open(folder / "asked.jsonl", encoding="utf-8")]
        encoded = [text.encode() for text in texts]
        port = free_port()
        served = Served("textkin serve", [textkin, "serve", f"bench={folder / 'bench'}", "--listen", f"127.0.0.1:{port}", "--max-body", "1MiB", "--threads", "2", "--memory", "1GiB",
                                          "--max-waiting", "32", "-q"], port, QUERY + "?threshold=0.8")
        keep_pace(served, encoded, wanted.rate, 3, clients=4)
        felt = others_meanwhile(served, encoded, wanted.rate, 5, wanted.turns, lambda: slow_and_half(port))
        for name, row in felt.items():
            print_row(f"{wanted.rate}/s, slow and half requests: {name}", row)
        if felt["beside them"]["p99 ms"] > 2 * felt["quiet"]["p99 ms"]:
            wrong.append("slow clients more than double what others wait")
        answer, sent, grew = endless_body(served, 1 << 30)
        print_row("1 GiB in chunks against 1 MiB", {"answer": answer, "sent MiB": sent >> 20, "resident grew KiB": grew >> 10})
        if answer not in ("413", "closed") or grew > LIMIT + SLACK:
            wrong.append("a body beyond the limit")
        bomb = subprocess.run(["zstd", "-19", "-q", "-c"], input=b"a " * (50 << 20), stdout=subprocess.PIPE, check=True).stdout if shutil.which("zstd") else b"\x28\xb5\x2f\xfd"
        zstd = ask(port, bomb, "text/plain", Content_Encoding="zstd").status
        before = resident(served.process.pid)
        docx = docx_bomb(1 << 29)
        word = ask(port, docx, "application/vnd.openxmlformats-officedocument.wordprocessingml.document").status
        print_row("bombs", {"zstd": zstd, "docx": word, "docx KiB": len(docx) >> 10, "resident grew MiB": resident(served.process.pid) - before})
        if zstd != 415 or word not in (400, 413):
            wrong.append("a bomb")
        answers, first, most, broken = overload(served, texts, wanted.seconds, 340)
        print_row(f"340 clients for {wanted.seconds} s", {f"{status}{' with Retry-After' if again else ''}": count for (status, again), count in sorted(answers.items())} | {"MiB after a sixth": first, "most MiB behind it": most, "connections broken": len(broken)})
        if not set(answers) <= {(200, False), (503, True)} or broken or most > first * 1.1 + 16:
            wrong.append("ten times the load")
        print_row("after all of it", keep_pace(served, encoded, wanted.rate, 5, clients=4))
        served.end()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if wrong:
        raise SystemExit("bench-hostile: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
