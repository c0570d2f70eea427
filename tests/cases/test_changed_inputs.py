"""An input that changes under a run: bytes that nobody has decided about never reach a result, though size and time of the
file are what they were."""

import gzip
import json
import os
import re
import subprocess

import pytest

from conftest import BINARY
from samples import prose

RECORDS = [prose(1), prose(1), prose(2), prose(3)]


@pytest.fixture
def there(textkin):
    textkin.jsonl("in.jsonl", RECORDS)
    return textkin


def edited(path, change):
    facts = os.stat(path)
    content = path.read_bytes()
    other = change(content)
    assert len(other) == len(content) and other != content
    with open(path, "r+b") as file:
        file.write(other)
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert os.stat(path).st_size == facts.st_size and os.stat(path).st_mtime_ns == facts.st_mtime_ns


def run_with_an_edit(there, words, path, change):
    """A run that reads `path` and then a pipe, and has it changed between."""
    os.mkfifo(there.folder / "pipe.jsonl")
    process = subprocess.Popen([BINARY, *words], cwd=there.folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with open(there.folder / "pipe.jsonl", "wb", buffering=0) as pipe:  # opened when what stands before it was read
        edited(path, change)
        pipe.write(json.dumps({"id": "p", "text": prose(7)}).encode() + b"\n")
    output, errors = process.communicate(timeout=600)
    os.unlink(there.folder / "pipe.jsonl")
    return process.returncode, output, errors


def swap_words(content):
    """The same letters in another order, in the last record."""
    word = re.findall(rb"[a-z]{4,}", content)[-1]
    place = content.rindex(word)
    return content[:place] + word[1:] + word[:1] + content[place + len(word):]


def join_lines(content):
    """The third and the fourth, which both stay."""
    lines = content.split(b"\n")
    return b"\n".join(lines[:3]) + b" " + b"\n".join(lines[3:])


@pytest.mark.parametrize("change", [swap_words, join_lines])
@pytest.mark.parametrize("options", [(), ("--annotate",), ("--report", "page.html"), ("--method", "lsh", "--memory", "30MiB"), ("--run-dir", "work")],
                         ids=" ".join)
def test_records_that_changed_meanwhile_are_not_copied(there, change, options):
    code, _, errors = run_with_an_edit(
        there, ["dedup", "in.jsonl", "pipe.jsonl", "--repeated-ids", "number", "-q", "-o", "kept.jsonl", "--removed", "why.jsonl", *options],
        there.folder / "in.jsonl", change)
    if change is join_lines and "--annotate" in options and code == 0:  # each record is read for itself
        lines = there.path("kept.jsonl").read_text().splitlines()
        assert len(lines) == len(RECORDS) + 1 and all(json.loads(line)["textkin"] for line in lines)
        return
    assert code == 2, errors
    (line,) = errors.splitlines()
    assert "in.jsonl" in line and "other bytes than were read first" in line
    assert not (there.folder / "kept.jsonl").exists() and not (there.folder / "why.jsonl").exists()


@pytest.mark.parametrize("name", ["in/a.txt", "in/a.txt.gz", "in/a.html"])
@pytest.mark.parametrize("to", ["--copy-to", "-o"])
def test_files_that_changed_meanwhile_are_not_copied(there, name, to):
    content = prose(11).encode()
    packed = name.endswith(".gz")
    there.write(name, gzip.compress(content, mtime=0) if packed else content)
    other = gzip.compress(swap_words(content), mtime=0)
    length = len(there.path(name).read_bytes())

    def change(old):
        return (other + bytes(length))[:length] if packed else swap_words(old)

    if packed:  # as large as it was: a field of the head that is free is cut or filled
        there.write(name, padded(gzip.compress(content, mtime=0), 9000))
        other = padded(other, 9000)
        length = 9000
    code, _, errors = run_with_an_edit(
        there, ["dedup", name, "pipe.jsonl", "--extract", "auto", "-q", to, "copies/"], there.folder / name, change)
    assert code == 2 and "other bytes than were read first" in errors and name in errors, errors
    assert not list((there.folder / "copies").glob("**/a.*"))


def padded(packed, size):
    """The same gzip file with an extra field, so that it has that size."""
    extra = size - len(packed) - 2
    return packed[:3] + bytes([packed[3] | 4]) + packed[4:10] + extra.to_bytes(2, "little") + bytes(extra) + packed[10:]


def test_a_run_directory_is_not_taken_up_over_other_bytes(there):
    for stages in ((), ("sketch",), ("sketch", "join")):
        work = "work-" + "-".join(stages)
        there.jsonl("x.jsonl", RECORDS)
        if stages:
            there("sketch", "x.jsonl", "--run-dir", work, "--method", "lsh")
        else:
            there("dedup", "x.jsonl", "--run-dir", work, "--method", "lsh", "-o", "first.jsonl")
        if "join" in stages:
            there("join", "--run-dir", work)
        edited(there.folder / "x.jsonl", swap_words)
        words = ("cluster", "--run-dir", work) if "join" in stages else ("dedup", "x.jsonl", "--run-dir", work, "--method", "lsh")
        answer = there(*words, "-q", "-o", "kept.jsonl", "--removed", "why.jsonl", exit=2)
        (line,) = answer.errors.splitlines()
        assert "x.jsonl" in line and "a new --run-dir" in line
        assert not (there.folder / "kept.jsonl").exists() and not (there.folder / "why.jsonl").exists()


@pytest.mark.parametrize("by", ["ngrams", "passages"])
@pytest.mark.parametrize("name", ["x.jsonl", "tests.jsonl"])
def test_leaks_are_not_taken_up_over_other_bytes(there, by, name):
    """Of either side: what leaks now is not what leaked then."""
    there.jsonl("x.jsonl", [{"id": "a", "text": prose(1)}, {"id": "b", "text": prose(2)}])
    there.jsonl("tests.jsonl", [{"id": "q", "text": prose(1)}])
    words = ("decontaminate", "x.jsonl", "--against", "tests.jsonl", "--by", by, "--run-dir", "work", "-q", "-o", "kept.jsonl")
    there(*words)
    kept = there.path("kept.jsonl").read_bytes()
    there(*words)
    edited(there.folder / name, swap_words)
    refused = there(*words, exit=2)
    (line,) = refused.errors.splitlines()
    assert name in line and "a new --run-dir" in line and there.path("kept.jsonl").read_bytes() == kept


def test_cuts_are_not_taken_up_over_other_bytes(there):
    there.jsonl("x.jsonl", [{"id": "a", "text": prose(1)}, {"id": "b", "text": prose(1) + prose(2)}])
    words = ("trim", "x.jsonl", "--words", "20", "--run-dir", "work", "-q", "-o", "left.jsonl")
    for _ in range(2):
        there(*words)
    left = there.path("left.jsonl").read_bytes()
    edited(there.folder / "x.jsonl", swap_words)
    refused = there(*words, exit=2)
    (line,) = refused.errors.splitlines()
    assert "x.jsonl" in line and "a new --run-dir" in line and there.path("left.jsonl").read_bytes() == left


def test_inputs_that_were_only_touched_are_taken_up(there):
    there.jsonl("tests.jsonl", RECORDS[:1])
    for words in (("decontaminate", "in.jsonl", "--against", "tests.jsonl"), ("trim", "in.jsonl", "--words", "20")):
        words = (*words, "--run-dir", f"work-{words[0]}", "-o", "out.jsonl")
        there(*words)
        expected = there.path("out.jsonl").read_bytes()
        for name in ("in.jsonl", "tests.jsonl"):
            os.utime(there.path(name), (1, 1))
        assert "going on in" in there(*words).errors and there.path("out.jsonl").read_bytes() == expected
