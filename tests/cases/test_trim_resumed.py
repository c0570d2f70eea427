"""`textkin trim --run-dir`: a run that was stopped at any call goes on, and ends in the bytes of one that was not."""

import json
import os
import shutil
import signal
import subprocess

import pytest

from conftest import BINARY
from samples import prose
from test_faults import LIBRARY, drawn, needs_library, points

WORDS = ["trim", "in.jsonl", "-o", "out.jsonl", "--removed", "removed.jsonl", "--words", "20", "--run-dir", "run"]


def texts(count):
    draw = drawn(41)
    shared = [prose(f"shared {i}", 60) for i in range(20)]
    return [f"{prose(i, draw.randrange(40))}\n{draw.choice(shared)}\n{prose(-i, draw.randrange(40))}" for i in range(count)]


@pytest.fixture
def there(textkin):
    textkin.jsonl("in.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(texts(300))])
    return textkin


def answer(textkin):
    return [textkin.path(name).read_bytes() for name in ("out.jsonl", "removed.jsonl")]


@pytest.fixture
def expected(there):
    there(*[word for word in WORDS if word not in ("--run-dir", "run")])
    found = answer(there)
    assert found[1].count(b"\n") > 200
    return found


def run(textkin, *words, **environment):
    for name in ("out.jsonl", "removed.jsonl"):
        textkin.path(name).unlink(missing_ok=True)
    return subprocess.run([str(BINARY), *words], cwd=textkin.folder, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})


def test_what_was_chosen_is_taken_up(there, expected):
    first = run(there, *WORDS)
    assert first.returncode == 0 and "going on in" not in first.stderr and answer(there) == expected
    for more in ((), ("--memory", "40MiB"), ("--threads", "1"), ("--emptied", "drop")):
        again = run(there, *WORDS, *more)
        assert again.returncode == 0 and "going on in run behind the search for what repeats" in again.stderr
        if more != ("--emptied", "drop"):
            assert answer(there) == expected
    dropped = there.path("out.jsonl").read_bytes()
    there("trim", "in.jsonl", "--words", "20", "--emptied", "drop", "-o", "dropped.jsonl")
    assert there.path("dropped.jsonl").read_bytes() == dropped
    checked = run(there, "trim", "in.jsonl", "--words", "20", "--check", "--run-dir", "checked")
    assert checked.returncode == 1
    after = run(there, *WORDS[:-1], "checked")
    assert "going on in checked" in after.stderr and answer(there) == expected


@pytest.mark.parametrize("words", [("--unit", "sentence", "--min-words", "3"), ("--bytes", "90", "--keep", "longest"), ("--keep", "field:n")])
def test_each_way_is_taken_up(textkin, words):
    textkin.jsonl("in.jsonl", [{"id": f"d{i}", "n": i * 31 % 97, "text": text} for i, text in enumerate(texts(200))])
    plain = ["trim", "in.jsonl", "-o", "out.jsonl", "--removed", "removed.jsonl", *words]
    textkin(*plain)
    expected = answer(textkin)
    assert expected[1].count(b"\n") > 50
    for said in (False, True):
        done = run(textkin, *plain, "--run-dir", "run")
        assert done.returncode == 0 and ("going on in run" in done.stderr) == said and answer(textkin) == expected
    if "--unit" in words:
        deduped = run(textkin, "dedup", *plain[1:], "--run-dir", "run")
        assert "going on in run" in deduped.stderr and answer(textkin) == expected


@needs_library
def test_killed_at_any_call(there, expected):
    done = run(there, *WORDS, LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT_COUNT=str(there.path("count")))
    assert done.returncode == 0, done.stderr
    calls = json.loads(there.path("count").read_text())["calls"]
    killed, taken_up = 0, 0
    for point in points(30, 200, calls, seed=42):
        shutil.rmtree(there.path("run"), ignore_errors=True)
        done = run(there, *WORDS, LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT=f"kill:{point}")
        assert done.returncode == -signal.SIGKILL or (done.returncode == 0 and point > 0.9 * calls), done.stderr
        killed += done.returncode != 0
        for name, whole in zip(("out.jsonl", "removed.jsonl"), expected, strict=True):
            assert not there.path(name).exists() or there.path(name).read_bytes() == whole
        done = run(there, *WORDS)
        assert done.returncode == 0, done.stderr
        assert answer(there) == expected
        taken_up += "going on in run" in done.stderr
    assert killed > 10 and taken_up > 0


def test_other_options_inputs_and_damage_are_refused(there, expected):
    assert run(there, *WORDS).returncode == 0
    for more, said in ((("--words", "30"), "--words 20"), (("--keep", "last"), "--keep first"), (("--normalize", "none"), "--normalize"), (("--unit", "line"), "--unit passage")):
        words = [word for word in WORDS if more[0] != "--unit" or word not in ("--words", "20")] if more[0] != "--words" else [word for word in WORDS if word not in ("--words", "20")]
        refused = run(there, *words, *more)
        assert refused.returncode == 2 and said in refused.stderr and len(refused.stderr.splitlines()) == 1, refused.stderr
    assert "run was made" in there("dedup", "in.jsonl", "--method", "lsh", "-o", "kept.jsonl", "--run-dir", "run", exit=2).errors
    (cuts,) = there.path("run").glob("pairs-*")
    whole = cuts.read_bytes()
    for place in range(40, len(whole), len(whole) // 7):
        cuts.write_bytes(whole[:place] + bytes([whole[place] ^ 0x20]) + whole[place + 1 :])
        done = run(there, *WORDS)
        assert (done.returncode == 2 and "damaged" in done.stderr) or answer(there) == expected
    cuts.write_bytes(whole)
    there.jsonl("in.jsonl", [{"id": "d0", "text": "other"}])
    assert "in.jsonl has changed since the run directory" in run(there, *WORDS).stderr
    piped = there("trim", "-", "-o", "out.jsonl", "--run-dir", "piped", stdin=b'{"id":"a","text":"b"}\n', exit=2)
    assert "standard input cannot be read again" in piped.errors


def test_packed_files_and_shards(textkin):
    import gzip

    lines = [json.dumps({"id": f"d{i}", "text": text}) + "\n" for i, text in enumerate(texts(120))]
    textkin.write("in/a.jsonl", "".join(lines[:60]))
    textkin.write("in/b.jsonl.gz", gzip.compress("".join(lines[60:]).encode()))
    textkin("trim", "in", "--words", "20", "-o", "plain/")
    for said in (False, True):
        done = textkin("trim", "in", "--words", "20", "-o", f"kept-{said}/", "--run-dir", "run")
        assert ("going on in run" in done.errors) == said
        assert textkin.path(f"kept-{said}/a.jsonl").read_bytes() == textkin.path("plain/a.jsonl").read_bytes()
        packed = [gzip.decompress(textkin.path(f"{folder}/b.jsonl.gz").read_bytes()) for folder in ("plain", f"kept-{said}")]
        assert packed[0] == packed[1]
