"""An index that is killed, starved, damaged and copied: nothing that was acknowledged is lost, and what is purged is gone."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading

import pytest

import conftest
from index_model import LIBRARY, Model, SOAK, changed, check_prefix, text


def run_killed(textkin, wait, *words):
    process = subprocess.Popen([conftest.BINARY, *map(str, words)], cwd=textkin.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killer = threading.Timer(wait, process.kill)
    killer.start()
    process.wait()
    killer.cancel()
    return process.returncode


def test_killed_at_any_time(textkin):
    draw = random.Random(9)
    documents = [(f"d{i}", text(draw, 300)) for i in range(12000)]
    records = textkin.jsonl("all.jsonl", [{"id": id, "text": text} for id, text in documents])
    model = Model(textkin)
    seen, most = {0}, 0.5
    for _ in range(60 if SOAK else 12):
        code = run_killed(textkin, draw.uniform(0.01, most), "index", "add", "idx", records)
        assert code in (0, -signal.SIGKILL)
        seen.add(check_prefix(model, documents))
        most *= 1.6 if seen == {0} else 1  # as fast as the machine is
        if code == 0:
            break
    textkin("index", "add", "idx", records)
    assert check_prefix(model, documents) == len(documents) and len(seen) > 1
    asked = textkin.jsonl("asked.jsonl", [changed(draw, text, 5) for _, text in documents[::400]])
    assert len(model.query(asked, "-t", "0.7").table()) == 30


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
@pytest.mark.parametrize("kind", ["kill", "fsync", "rename"])
def test_faults_at_any_call(textkin, kind):
    draw = random.Random(13)
    documents = [(f"d{i}", text(draw, 60)) for i in range(2500)]
    records = textkin.jsonl("all.jsonl", [{"id": id, "text": text} for id, text in documents])
    textkin("index", "create", "count")
    preloaded = {"LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT_COUNT": str(textkin.folder / "count.json")}
    textkin("index", "add", "count", records, env=preloaded)
    counts = json.loads((textkin.folder / "count.json").read_text())
    last = counts[{"kill": "calls", "fsync": "fsyncs", "rename": "renames"}[kind]]
    chosen = sorted(draw.sample(range(1, last + 1), min(last, 40 if SOAK else 6)))
    assert chosen
    for point in chosen:
        model = Model(textkin, name=f"at-{point}")
        done = textkin("index", "add", model.name, records, env={"LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT": f"{kind}:{point}"}, exit=None)
        assert done.code in ((-signal.SIGKILL, 0) if kind == "kill" else (2, 0)), done.errors
        check_prefix(model, documents)
        textkin("index", "add", model.name, records)
        assert check_prefix(model, documents) == len(documents)


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
def test_without_threads_all_or_a_line_that_says_so(textkin):
    """The store cannot be opened without threads. One for a log on its way to the disk is not needed: it is waited for."""
    draw = random.Random(19)
    documents = [(f"d{i}", text(draw, 100)) for i in range(5000)]
    records = textkin.jsonl("all.jsonl", [{"id": id, "text": text} for id, text in documents])
    small = ("--memory", "64MiB")  # of it a log is on its way after each MiB
    textkin("index", "create", "count")
    counted = {"LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT_COUNT": str(textkin.folder / "count.json")}
    textkin("index", "add", "count", records, *small, env=counted)
    last = json.loads((textkin.folder / "count.json").read_text())["threads"]
    codes = {}
    for point in {*range(1, last, 1 if SOAK else 9), last - 1, last}:
        model = Model(textkin, name=f"at-{point}")
        done = textkin("index", "add", model.name, records, *small, env={"LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT": f"thread:{point}"}, exit=None)
        codes[point] = done.code
        if done.code == 0:
            assert check_prefix(model, documents) == len(documents)
        else:
            assert done.code == 2 and len(done.errors.splitlines()) == 1 and "no more threads" in done.errors, done.errors
            check_prefix(model, documents)
    assert codes[1] == 2 and codes[last] == codes[last - 1] == 0


def damage(draw, path):
    """A bit flipped, or the end cut off."""
    content = bytearray(path.read_bytes())
    if draw.random() < 0.2:
        path.write_bytes(content[: draw.randrange(len(content))])
        return f"{path.name} cut"
    place = draw.randrange(8 * len(content))
    content[place // 8] ^= 1 << place % 8
    path.write_bytes(content)
    return f"bit {place} of {path.name}"


def test_damage_is_named_and_never_another_answer(textkin):
    """A flipped bit or a cut end in any file: the same answers, or one line that says what is damaged."""
    draw = random.Random(17)
    texts = [text(draw, draw.choice((20, 80))) for _ in range(2600)]
    model = Model(textkin)
    model.add([(f"d{i}", text) for i, text in enumerate(texts)])
    model.add([("last", texts[0])])
    assert list((textkin.folder / "idx/segments").iterdir())
    asked = textkin.jsonl("asked.jsonl", [changed(draw, text, 2) for text in texts[::13]])
    answers = [("query", asked, "-t", "0.5"), ("list",), ("get", "last", "d7"), ("query", asked, "-t", "0.3", "--exact")]
    right = {words: textkin("index", words[0], "idx", *words[1:], "-q" if words[0] == "query" else "--output=-").stdout for words in answers}
    named = 0
    for _ in range(2500 if SOAK else 80):
        shutil.rmtree(textkin.folder / "hurt", ignore_errors=True)
        shutil.copytree(textkin.folder / "idx", textkin.folder / "hurt")
        files = [path for path in (textkin.folder / "hurt").rglob("*") if path.is_file() and path.stat().st_size]
        what = damage(draw, draw.choice(files))
        for words in answers:
            done = textkin("index", words[0], "hurt", *words[1:], "-q" if words[0] == "query" else "--output=-", exit=None)
            assert done.code in (0, 2), (what, words, done.code, done.errors)
            if done.code == 0:
                assert done.stdout == right[words], (what, words)
            else:
                assert len(done.errors.splitlines()) == 1 and "hurt" in done.errors, (what, done.errors)
                named += 1
    assert named > 15


def test_its_files_are_for_their_owner_alone(textkin):
    draw = random.Random(3)
    records = textkin.jsonl("all.jsonl", [{"id": f"d{i}", "text": text(draw, 40)} for i in range(2500)])
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", records)
    for words in (("query", "idx", records, "-q"), ("remove", "idx", "d1"), ("remove", "idx", "d2", "--purge"), ("add", "idx", records), ("merge", "idx"),
                  ("snapshot", "idx", "copy"), ("rebuild", "idx", "new"), ("add", "copy", records), ("repair", "copy", "--all")):
        textkin("index", *words)
        for name in ("idx", "copy", "new"):
            for path in (textkin.folder / name).rglob("*"):
                assert path.stat().st_mode & 0o077 == 0, (words, path)
    assert len(list((textkin.folder / "copy").rglob("*.sst"))) > 1


def test_segments_are_made_again(textkin):
    draw = random.Random(19)
    texts = [text(draw, 80) for _ in range(2500)]
    model = Model(textkin)
    for part in range(9):
        model.add([(f"d{part}-{i}", texts[i]) for i in range(part * 277, min(2500, part * 277 + 2100))])
    asked = textkin.jsonl("asked.jsonl", [changed(draw, text, 3) for text in texts[::50]])
    right = model.query(asked, "-t", "0.6").stdout
    textkin("index", "verify", "idx", "--deep")
    assert "every segment is whole" in textkin("index", "repair", "idx").errors
    segments = sorted((textkin.folder / "idx/segments").iterdir())
    assert segments
    for hurt in (lambda path: path.unlink(), lambda path: path.write_bytes(path.read_bytes()[:-9]), lambda path: path.write_bytes(b"x" * 300)):
        hurt(draw.choice(sorted((textkin.folder / "idx/segments").iterdir())))
        refused = textkin("index", "verify", "idx", exit=2)
        assert "textkin index repair" in refused.errors
        assert "were made again" in textkin("index", "repair", "idx").errors
        assert model.query(asked, "-t", "0.6").stdout == right
        textkin("index", "verify", "idx", "--deep")
    assert model.query(asked, "-t", "0.6").stdout == right
    textkin("index", "merge", "idx")
    assert len(list((textkin.folder / "idx/segments").iterdir())) == 1
    assert model.query(asked, "-t", "0.6").stdout == right


def test_snapshot_and_export(textkin):
    draw = random.Random(23)
    texts = [text(draw, 60) for _ in range(2200)]
    model = Model(textkin)
    model.add([(f"d{i}", text) for i, text in enumerate(texts)])
    asked = textkin.jsonl("asked.jsonl", [changed(draw, text, 2) for text in texts[::40]])
    then = model.query(asked, "-t", "0.6").stdout
    textkin("index", "snapshot", "idx", "copy")
    model.remove([f"d{i}" for i in range(0, 2200, 2)])
    now = model.query(asked, "-t", "0.6").stdout
    assert now != then and textkin("index", "query", "copy", asked, "-t", "0.6", "-q").stdout == then
    textkin("index", "verify", "copy", "--deep")
    textkin("index", "add", "copy", textkin.jsonl("more.jsonl", [{"id": "more", "text": texts[0]}]))
    assert model.query(asked, "-t", "0.6").stdout == now
    assert "exists" in textkin("index", "snapshot", "idx", "copy", exit=2).errors
    textkin("index", "export", "idx", "-o", "all.jsonl.gz")
    textkin("index", "create", "again")
    textkin("index", "add", "again", "all.jsonl.gz")
    assert textkin("index", "query", "again", asked, "-t", "0.6", "-q").stdout == now


def frames(content):
    """What lies packed in a file, as far as zstd can read it."""
    place = content.find(b"\x28\xb5\x2f\xfd")
    while place >= 0:
        yield subprocess.run(["zstd", "-dc"], input=content[place : place + (1 << 18)], capture_output=True, check=False).stdout
        place = content.find(b"\x28\xb5\x2f\xfd", place + 4)


def found_in_files(folder, word):
    return [path.name for path in folder.rglob("*") if path.is_file()
            for content in [path.read_bytes()] if word in content or any(word in frame for frame in frames(content))]


@pytest.mark.skipif(not shutil.which("zstd"), reason="no zstd")
def test_purged_texts_are_in_no_file(textkin):
    draw = random.Random(29)
    model = Model(textkin)
    texts = [(f"d{i}", text(draw, 200)) for i in range(300)]
    secret = "zzsecretzz in the middle of all of it"
    model.add([*texts[:150], ("gone", f"{texts[3][1]} {secret}"), ("other", f"{texts[3][1]} {secret}"), *texts[150:]])
    assert found_in_files(textkin.folder / "idx", b"zzsecretzz")
    model.add([("other", "what stands there now")])
    model.remove(["gone"])
    assert found_in_files(textkin.folder / "idx", b"zzsecretzz")
    assert "2 texts purged" in textkin("index", "remove", "idx", "--purge").errors
    assert not found_in_files(textkin.folder / "idx", b"zzsecretzz")
    model.holds()
    textkin("index", "verify", "idx", "--deep")
    asked = textkin.jsonl("asked.jsonl", [texts[3][1]])
    assert len(model.query(asked).table()) == 1
    assert "texts were purged" in textkin("index", "query", "idx", asked, "--as-of", "1", exit=2).errors


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
def test_a_full_disk(textkin):
    """The add ends with one line, who asks is answered, and the same add goes on once there is room."""
    draw = random.Random(43)
    documents = [(f"d{i}", text(draw, 200)) for i in range(6000)]
    records = textkin.jsonl("all.jsonl", [{"id": id, "text": text} for id, text in documents])
    model = Model(textkin)
    model.add(documents[:50])
    asked = textkin.jsonl("asked.jsonl", [documents[7][1]])
    ended = 0
    for room in (3_000, 300_000, 3_000_000, 6_000_000):
        done = textkin("index", "add", "idx", records, env={"LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT": f"space:{room}"}, exit=None)
        assert done.code in (0, 2)
        if done.code == 2:
            ended += 1
            assert len(done.errors.splitlines()) == 1 and "idx" in done.errors and "space" in done.errors.lower(), done.errors
        assert len(model.query(asked).table()) == 1
        check_prefix(model, documents)
    assert ended > 1
    textkin("index", "add", "idx", records)
    assert check_prefix(model, documents) == len(documents)


def test_the_memory_limit_holds(textkin):
    draw = random.Random(47)
    texts = [text(draw, 100) for _ in range(2000)]
    records = textkin.jsonl("all.jsonl", [{"id": f"d{i}", "text": texts[i % 2000] + f" {i} {i} {i}"} for i in range(60_000)])
    textkin("index", "create", "idx")
    for words in (("add", "idx", records), ("query", "idx", records, "-t", "0.9", "--top", "1", "-o", "found.tsv")):
        # From a small process: what a large one forks begins with the peak of its parent.
        run = "import os, sys; pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ); _, status, used = os.wait4(pid, 0); print(status, used.ru_maxrss)"
        line = [sys.executable, "-S", "-c", run, str(conftest.BINARY), "index", *words, "-q", "--memory", "64MiB"]
        status, peak = map(int, subprocess.run(line, cwd=textkin.folder, capture_output=True, check=True).stdout.split())
        assert status == 0 and peak < (64 + 64) * 1024, peak
    assert sum(1 for _ in open(textkin.folder / "found.tsv")) == 60_001


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
def test_any_version_of_rocksdb_will_do(textkin):
    """Another name of the library is found, and one line says what to install where there is none."""
    textkin("index", "create", "idx")
    model = Model(textkin, name="other")
    here = {os.path.realpath(line.split()[-1]) for line in subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout.splitlines()
            if "librocksdb.so" in line}
    assert here, "the tests run where RocksDB is"
    none = {"LD_PRELOAD": str(LIBRARY), "TEXTKIN_WITHOUT": "librocksdb"}
    lines = textkin("index", "stats", "idx", env=none, exit=2).errors.splitlines()
    assert len(lines) == 1 and "RocksDB, which is not installed; `apt install librocksdb-dev`" in lines[0]
    assert "RocksDB" in textkin("index", "create", "new", env=none, exit=2).errors
    (textkin.folder / "lib").mkdir()
    (textkin.folder / "lib/librocksdb.so.9.10").symlink_to(here.pop())
    found = {"LD_PRELOAD": str(LIBRARY), "TEXTKIN_WITHOUT": "librocksdb.so.7", "LD_LIBRARY_PATH": str(textkin.folder / "lib")}
    textkin("index", "stats", "idx", env=found)
    assert model.textkin("pairs", "-", stdin=b'{"text": "one text"}\n', env=none).code == 0, "what needs no index needs no RocksDB"
