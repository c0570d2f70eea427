"""A `textkin serve` of a folder, for tests of the package."""

import http.client
import re
import subprocess
import time

from conftest import PROGRAM


class Served:
    """It serves the folder `idx` below `folder`, on a free port, and must end well."""

    def __init__(self, folder, *words):
        self.log = folder / "serve.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([PROGRAM, "serve", "idx", "--listen", "127.0.0.1:0", "--threads", "2", "--memory", "512MiB", *words], cwd=folder, stderr=log)
        until = time.monotonic() + 60
        while b"serving" not in self.log.read_bytes():
            assert self.process.poll() is None and time.monotonic() < until, self.log.read_bytes()
            time.sleep(0.01)
        host = re.search(r"http://([^ ,/]*)", self.log.read_text())[1]
        self.address = f"http://{host}/idx"
        self.connection = http.client.HTTPConnection(host, timeout=60)

    def post(self, target, body, type="application/x-ndjson"):
        self.connection.request("POST", "/v1/indexes/idx" + target, body, {"Content-Type": type})
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        return text

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        assert self.process.wait(timeout=60) == 0, self.log.read_bytes()
