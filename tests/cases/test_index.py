"""`textkin index`: an index that stays says what `pairs --against` says of the documents that it has, whatever became of it on
the way: any order and size of adds, replacements, removals, merges, kills."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import conftest
import reference

LIBRARY = conftest.BINARY.parent / "libtextkin_faults.so"
SOAK = os.environ.get("TEXTKIN_SOAK") == "1"
WORDS = [f"w{i}" for i in range(1500)]


def text(draw, length=None):
    return " ".join(draw.choices(WORDS, k=length or draw.choice((3, 12, 40, 90, 300))))


def changed(draw, base, changes):
    words = base.split()
    for _ in range(changes):
        words[draw.randrange(len(words))] = draw.choice(WORDS)
    return " ".join(words)


class Model:
    """What the index should hold, as a map, and the program that holds it."""

    def __init__(self, textkin, *options, name="idx"):
        self.textkin, self.name, self.alive = textkin, name, {}
        textkin("index", "create", name, *options)

    def add(self, documents, *options):
        records = [{"id": id, "text": text} for id, text in documents]
        answer = self.textkin("index", "add", self.name, self.textkin.jsonl("batch.jsonl", records), *options)
        for id, text in documents:
            if self.alive.get(id) != text:
                self.alive.pop(id, None)
                self.alive[id] = text
        return answer

    def remove(self, ids):
        self.textkin("index", "remove", self.name, "--ids", self.textkin.write("ids.txt", "".join(id + "\n" for id in ids)))
        for id in ids:
            self.alive.pop(id, None)

    def against(self):
        return self.textkin.jsonl("alive.jsonl", [{"id": id, "text": text} for id, text in self.alive.items()])

    def query(self, questions, *options):
        return self.textkin("index", "query", self.name, questions, "-q", *options)

    def holds(self):
        rows = self.textkin("index", "list", self.name).table()
        assert [row["id"] for row in rows] == list(self.alive)


def questions_of(textkin, draw, texts, count):
    asked = [changed(draw, draw.choice(texts), draw.randrange(6)) for _ in range(count - 2)] + [text(draw), ""]
    return textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": text} for i, text in enumerate(asked)])


def family(draw, count):
    texts = []
    for _ in range(count):
        texts.append(changed(draw, draw.choice(texts), draw.randrange(5)) if texts and draw.random() < 0.6 else text(draw))
    return texts


@pytest.mark.parametrize("seed", range(20 if SOAK else 3))
def test_rows_are_those_of_pairs(textkin, seed):
    """A script of adds in pieces of any size, replacements and removals; then exact answers are those of pairs, byte by byte,
    and those by keys are among them, with the recall that they state."""
    draw = random.Random(seed)
    model = Model(textkin)
    texts = family(draw, 300)
    for step in range(12):
        if step % 3 == 2:
            model.remove(draw.sample(sorted(model.alive), len(model.alive) // 5) + ["nobody"])
        else:
            size = draw.choice((1, 7, 60, 200))
            model.add([(f"d{draw.randrange(250)}", draw.choice(texts)) for _ in range(size)])
        if step == 7:
            textkin("index", "merge", "idx")
    model.holds()
    asked = questions_of(textkin, draw, texts, 60)
    for threshold in ("0.5", "0.7", "0.8", "0.9"):
        expected = textkin("pairs", asked, "--against", model.against(), "-t", threshold, "--exact", "-q").stdout
        assert model.query(asked, "-t", threshold, "--exact").stdout == expected
        found = model.query(asked, "-t", threshold).stdout.splitlines()
        rows = expected.splitlines()
        assert set(found) <= set(rows) and found == [row for row in rows if row in set(found)], "another row, or another order"
        assert len(found) - 1 >= 0.95 * (len(rows) - 1)
    textkin("index", "verify", "idx")


def test_pieces_give_the_same_answers(textkin):
    draw = random.Random(5)
    texts = family(draw, 400)
    documents = [(f"d{i}", text) for i, text in enumerate(texts)]
    asked = questions_of(textkin, draw, texts, 100)
    answers = set()
    for pieces in (1, 7, 40):
        model = Model(textkin, name=f"in-{pieces}")
        for i in range(pieces):
            model.add(documents[i * len(documents) // pieces : (i + 1) * len(documents) // pieces])
        answers.add(model.query(asked, "-t", "0.6").stdout)
        third = draw.sample(documents, len(documents) // 3)
        model.remove([id for id, _ in third])
        model.add(sorted(third, key=lambda one: int(one[0][1:])))
        back = model.query(asked, "-t", "0.6").stdout.splitlines()
        assert sorted(back) == sorted(answers.copy().pop().splitlines())
    assert len(answers) == 1


def test_the_same_again_changes_nothing(textkin):
    model = Model(textkin)
    documents = [("a", "one two three four five six"), ("b", "seven eight nine ten eleven twelve")]
    assert "2 added" in model.add(documents).errors
    again = model.add(documents).errors
    assert "0 added, 0 replaced, 2 unchanged" in again and "at sequence 1" in again
    assert "1 replaced" in model.add([("a", "other words stand here now at last")]).errors
    assert "1 left out" in textkin("index", "add", "idx", textkin.jsonl("more.jsonl", [{"id": "a", "text": "x"}]), "--on-same-id", "keep").errors
    refused = textkin("index", "add", "idx", "more.jsonl", "--on-same-id", "refuse", exit=2)
    assert "the id a is in the index with another text" in refused.errors
    model.holds()


def test_short_texts_are_found_for_certain(textkin):
    draw = random.Random(11)
    texts = [text(draw, draw.randrange(1, 67)) for _ in range(500)]
    model = Model(textkin)
    model.add([(f"d{i}", text) for i, text in enumerate(texts)])
    asked = textkin.jsonl("asked.jsonl", [changed(draw, text, 1) for text in texts])
    expected = textkin("pairs", asked, "--against", model.against(), "-t", "0.5", "--exact", "-q")
    assert len(expected.table()) > 250
    assert model.query(asked, "-t", "0.5", "--answers", "sure.tsv").stdout == expected.stdout
    header, *rows = (textkin.folder / "sure.tsv").read_text().splitlines()
    assert header.split("\t") == ["id", "sequence", "found", "recall", "rows", "candidates", "verified", "skipped_as_common"]
    assert len(rows) == 500 and all(float(row.split("\t")[3]) >= 0.95 for row in rows)


def test_other_measures_and_low_thresholds_exactly(textkin):
    draw = random.Random(3)
    texts = family(draw, 200)
    model = Model(textkin)
    model.add([(f"d{i}", text) for i, text in enumerate(texts)])
    asked = questions_of(textkin, draw, texts, 40)
    for words in (("--measure", "containment", "-t", "0.4"), ("-t", "0.05"), ("--measure", "overlap", "-t", "12")):
        expected = textkin("pairs", asked, "--against", model.against(), "--exact", "-q", *words).stdout
        assert model.query(asked, "--exact", *words).stdout == expected
    assert "add --exact" in textkin("index", "query", "idx", asked, "-t", "0.4", exit=2).errors
    # What has no bands is exact by itself, as everywhere.
    contained = textkin("pairs", asked, "--against", model.against(), "--measure", "containment", "-q")
    assert model.query(asked, "--measure", "containment").stdout == contained.stdout


def test_top(textkin):
    draw = random.Random(4)
    base = text(draw, 400)
    model = Model(textkin)
    model.add([(f"d{i}", changed(draw, base, i)) for i in range(30)])
    asked = textkin.jsonl("asked.jsonl", [base])
    rows = model.query(asked, "-t", "0.5", "--exact").table()
    best = sorted(rows, key=lambda row: -float(row["similarity"]))[:4]
    assert model.query(asked, "-t", "0.5", "--exact", "--top", "4").table() == best
    assert model.query(asked, "-t", "0.5", "--top", "4").table() == best


def test_as_of(textkin):
    draw = random.Random(6)
    texts = family(draw, 60)
    model = Model(textkin)
    asked = questions_of(textkin, draw, texts, 20)
    then = []
    for step in range(4):
        model.add([(f"d{draw.randrange(40)}", draw.choice(texts)) for _ in range(20)])
        then.append(model.query(asked, "-t", "0.5", "--exact").stdout)
    for sequence, answer in enumerate(then, 1):
        assert model.query(asked, "-t", "0.5", "--exact", "--as-of", sequence).stdout == answer
    assert "the index is at sequence 4" in textkin("index", "query", "idx", asked, "--as-of", "5", exit=2).errors


def test_get_list_stats(textkin):
    model = Model(textkin, "--shingle", "word:2")
    model.add([("é/1", "naïve\ttexts\nwith \"all\" of it"), ("b", "plain")], "--checkpoint", "topic-3=118223")
    got = [json.loads(line) for line in textkin("index", "get", "idx", "b", "é/1").stdout.splitlines()]
    assert got == [{"id": "b", "text": "plain"}, {"id": "é/1", "text": 'naïve\ttexts\nwith "all" of it'}]
    stats = textkin("index", "stats", "idx", "--format", "json").json()
    assert stats["documents"] == 2 and stats["sequence"] == 1 and stats["checkpoints"] == {"topic-3": "118223"}
    assert ["--shingle", "word:2"] in stats["options"]
    assert "no document of idx has the id c" in textkin("index", "get", "idx", "b", "c", exit=2).errors


def test_what_is_refused_says_what_to_do(textkin):
    textkin.write("a.txt", "some words that stand here")
    assert "textkin index create nowhere" in textkin("index", "query", "nowhere", "a.txt", exit=2).errors
    assert "textkin index create nowhere" in textkin("index", "add", "nowhere", "a.txt", exit=2).errors
    textkin("index", "create", "idx")
    assert "exists already" in textkin("index", "create", "idx", exit=2).errors
    assert "--least 2" in textkin("index", "create", "other", "--least", "2", exit=2).errors
    assert not (textkin.folder / "other").exists()
    assert (textkin.folder / "idx").stat().st_mode & 0o777 == 0o700
    textkin.write("idx/in.txt", "a text in the folder of the index")
    assert "idx" in textkin("index", "add", "idx", "idx/in.txt", exit=2).errors


def test_only_one_writes_and_others_read(textkin):
    model = Model(textkin)
    model.add([("a", "one two three four five six seven")])
    asked = textkin.jsonl("asked.jsonl", ["one two three four five six seven"])
    writer = subprocess.Popen([conftest.BINARY, "index", "add", "idx", "-"], cwd=textkin.folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 30
        while not any(os.path.realpath(path).endswith("idx/truth/LOCK") for path in pathlib.Path(f"/proc/{writer.pid}/fd").iterdir()):
            assert time.monotonic() < deadline and writer.poll() is None
            time.sleep(0.02)
        assert "another process writes to the index idx" in textkin("index", "remove", "idx", "nobody", exit=2).errors
        assert len(model.query(asked).table()) == 1
    finally:
        writer.kill()
        writer.communicate()
    model.add([("b", "one two three four five six eight")])  # the lock went with its process


def run_killed(textkin, wait, *words):
    process = subprocess.Popen([conftest.BINARY, *map(str, words)], cwd=textkin.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killer = threading.Timer(wait, process.kill)
    killer.start()
    process.wait()
    killer.cancel()
    return process.returncode


def check_prefix(model, documents):
    """What is there is a prefix of what was added, whole batches of it, and the same add again completes it."""
    rows = [row["id"] for row in model.textkin("index", "list", model.name).table()]
    assert rows == [id for id, _ in documents[: len(rows)]]
    model.textkin("index", "verify", model.name)
    return len(rows)


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


def test_a_template_lowers_the_recall_that_is_stated(textkin):
    """16,000 copies of one text with other ends: their bands are hot; the answer says so, and exactly all are found."""
    draw = random.Random(31)
    template = text(draw, 120)
    records = [{"id": f"t{i}", "text": f"{template} {text(draw, 6)}"} for i in range(16_000)]
    records += [{"id": f"o{i}", "text": text(draw, 120)} for i in range(300)]
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("in.jsonl", records))
    asked = textkin.jsonl("asked.jsonl", [{"id": "template", "text": template}, {"id": "other", "text": changed(draw, records[-1]["text"], 2)}])
    textkin("index", "query", "idx", asked, "-t", "0.7", "--answers", "sure.tsv", "-o", "found.tsv")
    header, *lines = (textkin.folder / "sure.tsv").read_text().splitlines()
    sure = {line.split("\t")[0]: dict(zip(header.split("\t"), line.split("\t"))) for line in lines}
    assert float(sure["other"]["recall"]) >= 0.95 and sure["other"]["skipped_as_common"] == "0" and sure["other"]["found"] == "1"
    assert int(sure["template"]["skipped_as_common"]) > 5 and float(sure["template"]["recall"]) < float(sure["other"]["recall"])
    every = len(textkin("index", "query", "idx", asked, "-t", "0.7", "--exact", "-q").table()) - 1
    assert int(sure["template"]["found"]) >= float(sure["template"]["recall"]) * every * 0.9


def test_seen_or_add(textkin):
    """Of 40 families that come in any order one document each is new, whether they come at once or one by one."""
    draw = random.Random(37)
    bases = [text(draw, length) for length in (5, 30, 70, 200) for _ in range(10)]
    documents = [(f"d{i}", bases[i % 40] if draw.random() < 0.7 else changed(draw, bases[i % 40], 1) if i % 40 >= 30 else bases[i % 40])
                 for i in range(600)]
    draw.shuffle(documents)
    for pieces in (1, 5):
        name = f"in-{pieces}"
        textkin("index", "create", name)
        seen = {}
        for part in range(pieces):
            records = [{"id": id, "text": text} for id, text in documents[part * 600 // pieces : (part + 1) * 600 // pieces]]
            textkin("index", "add", name, textkin.jsonl("some.jsonl", records), "--unless-similar", "0.8", "--results", "became.jsonl")
            became = [json.loads(line) for line in (textkin.folder / "became.jsonl").read_text().splitlines()]
            assert [row["id"] for row in became] == [record["id"] for record in records]
            seen |= {row["id"]: row for row in became}
        new = [id for id, row in seen.items() if row["status"] == "new"]
        assert {int(id[1:]) % 40 for id in new} == set(range(40)) and 40 <= len(new) <= 42
        texts = dict(documents)
        for id, row in seen.items():
            if row["status"] == "seen":
                assert row["partner"] in new and row["similarity"] >= 0.8
                assert texts[row["partner"]] != texts[id] or row["similarity"] == 1
        assert f"{len(new)} documents" in textkin("index", "stats", name).stdout.decode()
    assert "--least 0.5" in textkin("index", "add", "in-1", "some.jsonl", "--unless-similar", "0.3", exit=2).errors


def test_where_and_not(textkin):
    """Answers about some of the documents are those of `pairs` against these."""
    draw = random.Random(41)
    texts = family(draw, 200)
    records = [{"id": f"d{i}", "text": text, "course": draw.choice(["a", "b", 7, None]), "more": 1} for i, text in enumerate(texts)]
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", records))
    asked = questions_of(textkin, draw, texts, 50)
    cases = ((["--where", "course=b"], lambda of: of == "b"), (["--not", "course=b"], lambda of: of != "b"),
             (["--where", "course=7"], lambda of: of == 7), (["--not", "course=a", "course=b"], lambda of: of not in ("a", "b")))
    for words, holds in cases:
        some = textkin.jsonl("some.jsonl", [record for record in records if holds(record["course"])])
        for how in (["--exact"], []):
            expected = textkin("pairs", asked, "--against", some, "-t", "0.6", "--exact", "-q").stdout
            found = textkin("index", "query", "idx", asked, "-t", "0.6", "-q", *how, *words).stdout
            assert found == expected if how else set(found.splitlines()) <= set(expected.splitlines())
        assert [row["id"] for row in textkin("index", "list", "idx", *words).table()] == [r["id"] for r in records if holds(r["course"])]
    assert json.loads(textkin("index", "get", "idx", "d0").stdout)["course"] in ("a", "b", "7", "")
    textkin("index", "export", "idx", "-o", "back.jsonl")
    textkin("index", "create", "again", "--field", "course")
    textkin("index", "add", "again", "back.jsonl")
    assert textkin("index", "list", "again", "--where", "course=b").table() == textkin("index", "list", "idx", "--where", "course=b").table()
    textkin("index", "remove", "idx", "--where", "course=b")
    assert not textkin("index", "list", "idx", "--where", "course=b").table()
    assert "keeps no field year, only course" in textkin("index", "query", "idx", asked, "--where", "year=1", exit=2).errors


@pytest.mark.parametrize("name", ["us-code", "powershell-docs", "laws-de"])
def test_collections_are_asked_against_themselves(textkin, name):
    """Every document of a real collection against an index of all: exactly the rows of `pairs`, and by keys as many as stated."""
    collection = reference.DATA / name
    if not collection.exists():
        pytest.skip(f"{collection} is not here; set TEXTKIN_DATA to the folder with the collections")
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", collection, timeout=120)
    textkin("index", "export", "idx", "-o", "all.jsonl")
    for threshold in ("0.5", "0.8"):
        expected = textkin("pairs", "all.jsonl", "--against", "all.jsonl", "-t", threshold, "--exact", "-q", timeout=120).stdout
        assert textkin("index", "query", "idx", "all.jsonl", "-t", threshold, "--exact", "-q", timeout=120).stdout == expected
        found = textkin("index", "query", "idx", "all.jsonl", "-t", threshold, "--answers", "sure.tsv", "-q", timeout=120).stdout
        assert set(found.splitlines()) <= set(expected.splitlines())
        stated = min(float(line.split("\t")[3]) for line in (textkin.folder / "sure.tsv").read_text().splitlines()[1:])
        assert stated >= 0.95 and found.count(b"\n") >= stated * expected.count(b"\n")


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
