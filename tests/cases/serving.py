"""A server under test: started as a user starts it, asked with http.client, and its contract."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time

import reference
from conftest import BINARY

LINES = "application/x-ndjson"
TEXT = "text/plain"
FORM = "multipart/form-data; boundary=a-boundary"
PAGE = {"/", "/page.css", "/page.js", "/icon.svg", "/frame.html"}  # who has no token sees them too
OPEN = PAGE | {"/healthz", "/readyz", "/openapi.yaml"}


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(str(self.path))


class Answered:
    def __init__(self, response):
        self.status, self.body, self.headers = response.status, response.read(), response.headers

    def rows(self):
        return [json.loads(line) for line in self.body.splitlines()]

    def json(self):
        return json.loads(self.body)

    def problem(self):
        """The line of a problem, which is one."""
        assert self.headers["Content-Type"] == "application/problem+json", (self.status, self.body)
        said = self.json()
        assert said["status"] == self.status and set(said) == {"type", "title", "status", "detail"}
        assert said["detail"] and "\n" not in said["detail"]
        return said["detail"]


class Server:
    """`textkin serve` on a free port, or at a socket of the file system."""

    def __init__(self, textkin, *words, listen="127.0.0.1:0", token=None, env=None, memory="512MiB"):
        self.token, self.folder, self.listen = token, textkin.folder, listen
        self.log = open(textkin.folder / "serve.log", "w+b")
        self.process = subprocess.Popen([BINARY, "serve", *map(str, words), "--listen", listen, "--threads", "2", "--memory", memory],
                                        stderr=self.log, cwd=textkin.folder, env={**os.environ, **(env or {})})
        until = time.monotonic() + 60
        while b"serving" not in self.said():
            assert self.process.poll() is None and time.monotonic() < until, self.said()
            time.sleep(0.01)
        self.port = None if listen.startswith("unix:") else int(re.search(rb"http://[^ ]*:(\d+)", self.said())[1])

    def said(self):
        return (self.folder / "serve.log").read_bytes()

    def connect(self, timeout=600):
        if self.port is None:
            return UnixConnection(self.folder / self.listen.removeprefix("unix:"))
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def socket(self, timeout=600):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def __call__(self, method, path, body=None, type=None, token=None, connection=None, **headers):
        own = connection or self.connect()
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if type:
            fields["Content-Type"] = type
        if token or self.token:
            fields["Authorization"] = f"Bearer {token or self.token}"
        own.request(method, path, body.encode() if isinstance(body, str) else body, fields)
        answer = Answered(own.getresponse())
        if connection is None:
            own.close()
        return answer

    def add(self, documents, name="idx", **how):
        return self("POST", f"/v1/indexes/{name}/documents", lines_of(documents), LINES, **how)

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout=600)
        self.log.close()
        return code


def form(*parts):
    """Parts (name, file name, bytes) as browsers send them."""
    def one(name, file, content):
        file = file.replace('"', "%22").replace("\n", "%0A")
        return f'--a-boundary\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\nContent-Type: application/octet-stream\r\n\r\n'.encode() \
            + (content if isinstance(content, bytes) else content.encode()) + b"\r\n"
    return b"".join(one(*part) for part in parts) + b"--a-boundary--\r\n"


def lines_of(documents):
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in documents)


@contextlib.contextmanager
def serving(textkin, *words, **how):
    """A server that must end well."""
    server = Server(textkin, *words, **how)
    try:
        yield server
        assert server.end() == 0, server.said()
    finally:
        if server.process.poll() is None:
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait()


CONTRACT = (reference.ROOT / "docs/openapi.yaml").read_text()


def contract():
    """{(method, path): ({status}, {parameter}, {content type of the body}, schema of 200)}, of docs/openapi.yaml as it is laid out."""
    known = {}
    for path, body in re.findall(r"^  (/[^\n]*):\n(.*?)(?=^  /|\Z)", CONTRACT.partition("\npaths:\n")[2], re.M | re.S):
        for method, part in re.findall(r"^    (get|put|post|delete):\n(.*?)(?=^    \w|\Z)", body, re.M | re.S):
            statuses = {int(status) for status in re.findall(r'^        "(\d+)":', part, re.M)}
            parameters = {re.search(rf"^    {known}: {{name: (\w+)", CONTRACT, re.M)[1] for known in re.findall(r"#/components/parameters/(\w+)", part)}
            asked, _, answered = part.partition("      responses:")
            if named := re.search(r"#/components/requestBodies/(\w+)", asked):
                asked = re.search(rf"^    {named[1]}:\n(.*?)(?=^    \w|^  \w)", CONTRACT, re.M | re.S)[1]
            bodies = set(re.findall(r"\b((?:text|application|multipart)/[\w.+-]+):", asked))
            schema = re.search(r'"20[01]".*?schemas/(\w+)', answered, re.S)[1]
            known[method.upper(), path] = (statuses, parameters, bodies, schema)
    return known


def fields_of(schema):
    """The sets of fields that an object of a schema may have: those that it must, each."""
    body = re.search(rf"^    {schema}:\n(.*?)(?=^    \w|^  \w)", CONTRACT, re.M | re.S)[1]
    return [set(re.split(r", ", names)) for names in re.findall(r"required: \[(.*?)\]", body)]
