"""`textkin decontaminate --run-dir`: a run that was stopped at any call goes on, and ends in the bytes of one that was not."""

import json
import os
import shutil
import signal
import subprocess

import pytest

from conftest import BINARY
from samples import prose
from test_faults import LIBRARY, drawn, needs_library, points

OUTPUTS = ("out.jsonl", "removed.jsonl", "leaks.tsv")
BASE = ["decontaminate", "in.jsonl", "--against", "tests.jsonl", "-o", "out.jsonl", "--removed", "removed.jsonl", "--leaks", "leaks.tsv"]
KEPT = ["--run-dir", "run"]
WAYS = {
    "drop": [],
    "flag": ["--action", "flag", "--shingle", "word:8"],
    "cut": ["--action", "cut", "--margin", "4"],
    "passages": ["--by", "passages"],
    "cut passages": ["--by", "passages", "--guarantee", "8", "--action", "cut", "--margin", "4"],
}


def texts(count):
    draw = drawn(51)
    items = [prose(f"item {i}", 60) for i in range(20)]
    found = []
    for i in range(count):
        item = draw.choice(items).split()
        start = draw.randrange(40)
        run = [word if draw.random() > 0.05 else "changed" for word in item[start : start + draw.randrange(5, 25)]]
        found.append(" ".join([prose(i, draw.randrange(40)), *run, prose(-i, draw.randrange(40))]))
    return items, found


@pytest.fixture
def there(textkin):
    items, documents = texts(300)
    textkin.jsonl("tests.jsonl", [{"id": f"q{i}", "text": text} for i, text in enumerate(items)])
    textkin.jsonl("in.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate([*documents, ""])])
    return textkin


def answer(textkin):
    return [textkin.path(name).read_bytes() for name in OUTPUTS]


def run(textkin, *words, **environment):
    for name in OUTPUTS:
        textkin.path(name).unlink(missing_ok=True)
    return subprocess.run([str(BINARY), *words], cwd=textkin.folder, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})


def counts(textkin):
    stats = textkin.stats()
    return {name: value for name, value in stats.items() if name not in ("seconds", "peak_memory_bytes")}


@pytest.mark.parametrize("way", WAYS)
def test_what_was_found_is_taken_up(there, way):
    words = [*BASE, *WAYS[way], "--stats", "stats.json"]
    there(*words)
    expected, told = answer(there), counts(there)
    assert all(part.count(b"\n") > 15 for part in expected) and told["empty"] == 1
    first = run(there, *words, *KEPT)
    assert first.returncode == 0 and "going on in" not in first.stderr and (answer(there), counts(there)) == (expected, told)
    for more in ((), ("--memory", "40MiB"), ("--threads", "1")):
        again = run(there, *words, *KEPT, *more)
        assert again.returncode == 0 and "going on in run behind the search for what is shared" in again.stderr
        assert answer(there) == expected and (more or counts(there) == told)
    # What is asked to be written may be another thing than before.
    checked = ["decontaminate", "in.jsonl", "--against", "tests.jsonl", *WAYS[way], "--check", "--run-dir", "checked"]
    assert run(there, *checked).returncode == 1
    after = run(there, *words, "--run-dir", "checked")
    assert "going on in checked" in after.stderr and answer(there) == expected


@needs_library
@pytest.mark.parametrize("way", ["drop", "cut passages"])
def test_killed_at_any_call(there, way):
    words = [*BASE, *WAYS[way], *KEPT]
    there(*BASE, *WAYS[way])
    expected = answer(there)
    done = run(there, *words, LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT_COUNT=str(there.path("count")))
    assert done.returncode == 0, done.stderr
    calls = json.loads(there.path("count").read_text())["calls"]
    killed, taken_up = 0, 0
    for point in points(25, 200, calls, seed=52):
        shutil.rmtree(there.path("run"), ignore_errors=True)
        done = run(there, *words, LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT=f"kill:{point}")
        assert done.returncode == -signal.SIGKILL or (done.returncode == 0 and point > 0.9 * calls), done.stderr
        killed += done.returncode != 0
        for name, whole in zip(OUTPUTS, expected, strict=True):
            assert not there.path(name).exists() or there.path(name).read_bytes() == whole
        done = run(there, *words)
        assert done.returncode == 0, done.stderr
        assert answer(there) == expected
        taken_up += "going on in run" in done.stderr
    assert killed > 10 and taken_up > 0


def test_other_options_inputs_and_damage_are_refused(there):
    words = [*BASE, *WAYS["passages"]]
    assert run(there, *words, *KEPT).returncode == 0
    expected = answer(there)
    there.write("one.key", b"sixteen secret bytes of one")
    for more, said in (
        (("--guarantee", "9"), "--guarantee 12"),
        (("--max-gap", "9"), "--max-gap 50"),
        (("--action", "cut"), "--action cut"),
        (("--key", "one.key"), "--key"),
    ):
        refused = run(there, *words, *KEPT, *more)
        assert refused.returncode == 2 and said in refused.stderr and len(refused.stderr.splitlines()) == 1, refused.stderr
    assert "--by passages, this run has ngrams" in run(there, *BASE, *KEPT).stderr
    assert "run was made" in there("trim", "in.jsonl", "-o", "trimmed.jsonl", "--run-dir", "run", exit=2).errors
    (found,) = there.path("run").glob("pairs-*")
    whole = found.read_bytes()
    for place in range(40, len(whole), len(whole) // 9):
        found.write_bytes(whole[:place] + bytes([whole[place] ^ 0x20]) + whole[place + 1 :])
        done = run(there, *words, *KEPT)
        assert (done.returncode == 2 and "damaged" in done.stderr) or answer(there) == expected
    found.write_bytes(whole)
    there.jsonl("tests.jsonl", [{"id": "q0", "text": "other"}])
    assert "tests.jsonl has changed since the run directory" in run(there, *words, *KEPT).stderr
    piped = there("decontaminate", "-", "--against", "tests.jsonl", "-o", "out.jsonl", "--run-dir", "piped", stdin=b'{"id":"a","text":"b"}\n', exit=2)
    assert "standard input cannot be read again" in piped.errors
