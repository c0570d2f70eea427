"""Fixtures: the program under test, run as a user runs it."""

import json
import os
import pathlib
import subprocess

import pytest

import reference

BINARY = pathlib.Path(os.environ.get("TEXTKIN", reference.ROOT / "build" / "textkin")).resolve()


class Program:
    """Runs textkin in a folder of its own; every call has a time limit and a stated exit code (None: any)."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *arguments, exit=0, stdin=b"", timeout=600, prefix=(), env=None):
        done = subprocess.run(
            [*prefix, str(BINARY), *map(str, arguments)],
            input=stdin,
            capture_output=True,
            timeout=timeout,
            cwd=self.folder,
            env={**os.environ, **(env or {})},
        )
        errors = done.stderr.decode("utf-8", "replace")
        assert exit is None or done.returncode == exit, f"exit {done.returncode}, expected {exit}: {arguments}\n{errors}"
        if exit == 2:
            complaints = [line for line in errors.splitlines() if line.startswith("textkin: ")]
            assert complaints, f"no line that starts with 'textkin: ':\n{errors}"
        return Answer(done.stdout, errors, done.returncode)

    def path(self, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def write(self, name, content):
        """A file of text or bytes."""
        self.path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def jsonl(self, name, records):
        """A JSONL file from records, or from texts that get the ids 1, 2, ..."""
        records = [r if isinstance(r, dict) else {"id": str(i), "text": r} for i, r in enumerate(records, 1)]
        return self.write(name, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))

    def pairs(self, *arguments, **how):
        """Rows of `pairs` as {(a, b): row}."""
        rows = self("pairs", *arguments, **how).table()
        found = {(row["a"], row["b"]): row for row in rows}
        assert len(found) == len(rows), "a pair was printed twice"
        return found

    def stats(self, name="stats.json"):
        return json.loads((self.folder / name).read_text())


class Answer:
    def __init__(self, stdout, errors, code=0):
        self.stdout, self.errors, self.code = stdout, errors, code

    def table(self):
        header, *lines = self.stdout.decode().split("\n")
        assert lines and lines[-1] == "", "the table does not end with a line end"
        columns = header.split("\t")
        rows = [dict(zip(columns, line.split("\t"), strict=True)) for line in lines[:-1]]
        return rows

    def json(self):
        return json.loads(self.stdout)


@pytest.fixture
def textkin(tmp_path):
    if not BINARY.exists():
        pytest.fail(f"{BINARY} is not there: run make build, or set TEXTKIN to the program")
    return Program(tmp_path)


@pytest.fixture(scope="session")
def textkin_once(tmp_path_factory):
    """The same for tests that share files."""
    if not BINARY.exists():
        pytest.fail(f"{BINARY} is not there: run make build, or set TEXTKIN to the program")
    return Program(tmp_path_factory.mktemp("textkin"))
