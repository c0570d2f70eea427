"""A server under measurement, what it has spent, and clients that ask it: wrk as fast as it can, and such as keep a pace, vegeta or our own."""

import base64
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time

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

    def __init__(self, name, command, port, path, beside=None, **how):
        self.name, self.port, self.path, self.beside = name, port, path, beside
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
        """Seconds of the processor, with those of who works for it."""
        return processor_of(self.process.pid) + (self.beside.spent() if self.beside else 0)

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


def keep_pace_of(vegeta, served, texts, rate, seconds):
    """The same by vegeta: what each took from when it was sent, which is when it was due while the client has a processor to be on. Our own client, in Python, takes
    more of two processors than the server does."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as targets, tempfile.NamedTemporaryFile() as results:
        for text in texts:
            body = base64.b64encode(text).decode()
            targets.write(json.dumps({"method": "POST", "url": f"http://127.0.0.1:{served.port}{served.path}", "header": {"Content-Type": ["text/plain"]}, "body": body}) + "\n")
        targets.flush()
        before = served.spent()
        subprocess.run([*vegeta, "attack", "-format", "json", "-targets", targets.name, "-rate", str(rate), "-duration", f"{seconds}s", "-output", results.name], check=True)
        spent = served.spent() - before
        said = json.loads(subprocess.run([*vegeta, "report", "-type", "json", results.name], check=True, capture_output=True, text=True).stdout)
    took = said["latencies"]
    return {"requests/s": said["throughput"], "us of processor": spent / said["requests"] * 1e6, "p50 ms": took["50th"] / 1e6, "p99 ms": took["99th"] / 1e6, "max ms": took["max"] / 1e6,
            "not 200": said["requests"] - said["status_codes"].get("200", 0)}


def quality(served, asked, right):
    """Recall and precision of the answers to some questions, (id, text); `right`: {question: {document}}. What was added since is not counted."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    both = found = 0
    for id, text in asked:
        connection.request("POST", served.path, text.encode(), {"Content-Type": "text/plain"})
        said = connection.getresponse().read()
        rows = {b for line in said.splitlines() if (b := json.loads(line)["b"])[0] == "d"} if said.startswith(b'{"a"') else set(json.loads(said or b"[]"))
        both, found = both + len(rows & right.get(id, set())), found + len(rows)
    return {"questions": len(asked), "recall": both / max(1, sum(len(right.get(id, ())) for id, _ in asked)), "precision": both / max(1, found)}


def print_row(name, values):
    print(f"{name:46}" + "  ".join(f"{key} {value:,.3f}" if isinstance(value, float) and value < 100 else f"{key} {value:,.0f}" if not isinstance(value, str) else f"{key} {value}" for key, value in values.items()), flush=True)
