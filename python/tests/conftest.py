"""The package beside the program: both are of one build."""

import gzip
import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "cases"))  # hand_ins, samples
DATA = pathlib.Path(os.environ.get("TEXTKIN_DATA", ROOT.parent / "shared" / "data"))
PROGRAM = os.environ.get("TEXTKIN", str(ROOT / "build" / "textkin"))


class Program:
    """The command line, run in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *arguments):
        words = [PROGRAM, *map(str, arguments), "--quiet"]
        return subprocess.run(words, cwd=self.folder, check=True, capture_output=True, timeout=300).stdout

    def fails(self, *arguments):
        """The message of a run that ends with exit code 2, without the program's name."""
        words = [PROGRAM, *map(str, arguments), "--quiet"]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, timeout=300, check=False)
        assert done.returncode == 2, done.stderr
        return done.stderr.decode().splitlines()[-1].removeprefix("textkin: ")

    def jsonl(self, name, documents):
        """A file of (id, text)."""
        with open(self.folder / name, "w", encoding="utf-8", newline="\n") as out:
            for identifier, text in documents:
                out.write(json.dumps({"id": identifier, "text": text}, ensure_ascii=False) + "\n")
        return self.folder / name


@pytest.fixture
def program(tmp_path):
    return Program(tmp_path)


def read_collection(name):
    """(id, text) of a collection with ids that differ; skips where it is not there."""
    folder = DATA / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there; TEXTKIN_DATA names the folder of the collections")
    found = {}
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if "text" not in record:
                    break
                found.setdefault(str(record["id"]), record["text"])
    assert len(found) > 100
    return list(found.items())


def tsv(table):
    """A table of pairs as `textkin pairs` prints it."""
    lines = ["a\tb\tsimilarity\tlower\tupper\tbasis\tshared\tsize_a\tsize_b\n"]
    for row in table.to_pylist():
        value = repr(row["similarity"])
        middle = f"{value}\t{value}\t{value}\texact"
        lines.append(f"{row['a']}\t{row['b']}\t{middle}\t{row['shared']}\t{row['size_a']}\t{row['size_b']}\n")
    return "".join(lines).encode()


def removed_lines(table):
    """A table of removed documents as `textkin dedup --removed` writes it."""
    lines = []
    for row in table.to_pylist():
        record = {"id": row["id"], "kept": row["kept"], "similarity": row["similarity"], "basis": "exact"}
        record |= {"cluster": row["kept"], "reason": row["reason"]}
        lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(lines).encode()


def cluster_rows(table):
    """A table of clusters as `textkin dedup --clusters` writes it."""
    rows = ("\t".join([r["cluster"], r["id"], r["role"], repr(r["similarity"])]) + "\n" for r in table.to_pylist())
    return ("cluster\tid\trole\tsimilarity\n" + "".join(rows)).encode()


@pytest.fixture(scope="module")
def spark():
    """A session of this module; only where Spark can run."""
    on_spark = pytest.importorskip("on_spark")
    session = on_spark.start("local[2]")
    yield session
    session.stop()
