"""What is made of all of an index: documents removed by their age, the index made anew, its answers measured, its costs told
beforehand."""

import datetime
import fcntl
import json
import os
import random
import shutil
import subprocess

import pytest

from conftest import BINARY
from index_model import Model, changed, family, questions_of, text


def ids(textkin, name="idx", *words):
    return [row["id"] for row in textkin("index", "list", name, *words).table()]


def add(textkin, names, *words, name="idx"):
    textkin("index", "add", name, textkin.jsonl("some.jsonl", [{"id": id, "text": f"the words of {id}", "year": id[0]} for id in names]), *words)


def test_remove_by_age(textkin):
    textkin("index", "create", "idx", "--field", "year")
    day = datetime.datetime.now(datetime.timezone.utc).date()
    for days in (400, 300, 100):
        add(textkin, [f"{days}a", f"{days}b"], "--added-at", day - datetime.timedelta(days))
    add(textkin, ["now"])
    add(textkin, ["2020", "1999"], "--added-at", "2020-02-29T23:59:59Z")
    assert "2 removed" in textkin("index", "remove", "idx", "--older-than", "2020-03-01").errors
    assert "0 removed" in textkin("index", "remove", "idx", "--older-than", "401d").errors
    assert "2 removed" in textkin("index", "remove", "idx", "--older-than", "365d").errors
    assert "1 removed" in textkin("index", "remove", "idx", "--ids", textkin.write("ids.txt", "300b\n")).errors
    # Ids beside conditions could be "these of them" or "these too": nothing goes.
    for words in (("now", "--where", "year=1"), ("--ids", "ids.txt", "--not", "year=1"), ("now", "--older-than", "1h", "--purge")):
        assert "take one of them at a time" in textkin("index", "remove", "idx", *words, exit=2).errors
    assert ids(textkin) == ["300a", "100a", "100b", "now"]
    assert "0 removed" in textkin("index", "remove", "idx", "--older-than", "10d", "--where", "year=n").errors
    assert "2 removed" in textkin("index", "remove", "idx", "--older-than", "24h", "--where", "year=1").errors
    # One that is replaced is as old as its replacement; a snapshot keeps the times.
    textkin("index", "add", "idx", textkin.jsonl("some.jsonl", [{"id": "300a", "text": "other words"}]))
    textkin("index", "snapshot", "idx", "copy")
    assert "0 removed" in textkin("index", "remove", "copy", "--older-than", "1h").errors
    textkin("index", "remove", "copy", "--older-than", "2999-01-01")
    assert not ids(textkin, "copy") and ids(textkin) == ["now", "300a"]
    for words, said in ((("remove", "idx", "--older-than", "3x"), "is no age and no time"), (("remove", "idx", "--older-than", "2025-13-01"), "no age"),
                        (("add", "idx", "some.jsonl", "--added-at", "3d"), "is no time"),
                        (("add", "idx", "some.jsonl", "--added-at", "9999-12-31"), "still to come")):
        assert said in textkin("index", *words, exit=2).errors


def test_ages_outlive_an_export(textkin):
    """Exported and added elsewhere, all documents were new: what had to go by its age stayed as long again."""
    textkin("index", "create", "idx", "--field", "year")
    for name, when in (("1999", "2020-02-29"), ("2020", "2020-02-29T23:59:59Z"), ("also", "2021-01-01")):
        add(textkin, [name], "--added-at", when)
    textkin("index", "remove", "idx", "2020")
    textkin("index", "export", "idx", "--times", "-o", "all.jsonl")
    exported = [json.loads(line) for line in (textkin.folder / "all.jsonl").read_text().splitlines()]
    assert [(one["id"], one["year"], one["textkin_added_at"]) for one in exported] == [("1999", "1", "2020-02-29T00:00:00Z"), ("also", "a", "2021-01-01T00:00:00Z")]
    for name, field in (("copy", "year"), ("other", "textkin_added_at")):
        textkin("index", "create", name, "--field", field)
        textkin("index", "add", name, "all.jsonl", "--added-at", "field:textkin_added_at")
        assert "1 removed" in textkin("index", "remove", name, "--older-than", "2020-12-31").errors
        assert ids(textkin, name) == ["also"]
    assert textkin("index", "export", "copy").json() == {"id": "also", "text": "the words of also", "year": "a"}
    assert textkin("index", "export", "copy", "--times").json() == exported[1]
    assert "--times" in textkin("index", "export", "other", "--times", exit=2).errors
    for value, said in (("", "nothing in its field when"), ("noon", "noon is no time"), ("9999-12-31", "still to come")):
        line = textkin.jsonl("one.jsonl", [{"id": "d1", "text": "some words", "when": value}])
        told = textkin("index", "add", "copy", line, "--added-at", "field:when", exit=2).errors
        assert said in told and "d1" in told and told.count("\n") == 1, told
    assert "field:NAME" in textkin("index", "add", "copy", "all.jsonl", "--added-at", "field:", exit=2).errors
    assert ids(textkin, "copy") == ["also"]


def test_ids_that_look_like_paths(textkin):
    """Paths of addresses are common ids: they were taken for inputs that hold the index."""
    names = ["/", ".", "idx", "..", "a/../b"]
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("some.jsonl", [{"id": id, "text": f"the words of {id}"} for id in names]))
    for name in names:
        assert json.loads(textkin("index", "get", "idx", name).stdout)["id"] == name
        assert "1 removed" in textkin("index", "remove", "idx", name).errors


def test_names_that_are_no_utf8_stay_apart(textkin):
    """They are written as JSON, which has no such bytes: two names became one, and one document was lost on the way."""
    for name in (b"M\xfcller.txt", b"M\xf6ller.txt"):
        (textkin.folder / "latin").mkdir(exist_ok=True)
        with open(os.fsencode(textkin.folder / "latin") + b"/" + name, "w") as file:
            file.write("the words of " + name.decode("latin-1"))
    for name in ("one", "two"):
        textkin("index", "create", name)
    textkin("index", "add", "one", "latin")
    assert ids(textkin, "one") == [r"M\\xf6ller.txt", r"M\\xfcller.txt"]
    textkin("index", "export", "one", "-o", "all.jsonl")
    assert "2 added" in textkin("index", "add", "two", "all.jsonl").errors
    assert "2 unchanged" in textkin("index", "add", "two", "latin").errors


def test_an_index_opens_from_any_folder(textkin):
    (textkin.folder / "secret").mkdir()
    (textkin.folder / "secret/k.key").write_bytes(bytes(range(32)))
    textkin("index", "create", "idx", "--key", "secret/k.key")
    add(textkin, ["a"])
    moved = subprocess.run([BINARY, "index", "list", textkin.folder / "idx"], capture_output=True, text=True, cwd="/")
    assert moved.returncode == 0 and moved.stdout.splitlines()[1].startswith("a\t"), moved.stderr


def test_none_and_before_all_are_refused(textkin):
    textkin("index", "create", "idx", "--field", "year")
    add(textkin, ["a", "b"])
    for words in (("query", "idx", "some.jsonl", "--as-of", "0"), ("query", "idx", "some.jsonl", "--top", "0"), ("passages", "idx", "some.jsonl", "--as-of", "0")):
        textkin("index", *words, exit=2)


def test_rebuild(textkin):
    """The new index is one that all documents were added to with the other options, in the order of adding."""
    draw = random.Random(3)
    texts = family(draw, 300)
    textkin("index", "create", "idx", "--field", "year", "--recall", "0.9", "--stop-words", "english")
    records = [{"id": f"d{i}", "text": text, "year": str(i % 5)} for i, text in enumerate(texts)]
    old = [{"id": f"old{i}", "text": text, "year": "9"} for i, text in enumerate(texts[:20])]
    textkin("index", "add", "idx", textkin.jsonl("old.jsonl", old), "--added-at", "2020-01-01", "--checkpoint", "topic=7")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", records))
    textkin("index", "remove", "idx", *(f"d{i}" for i in range(0, 300, 3)))
    assert "has the 220 documents of idx" in textkin("index", "rebuild", "idx", "new", "--shingle", "word:3", "--least", "0.3").errors
    kept = old + [record for i, record in enumerate(records) if i % 3]
    textkin("index", "create", "fresh", "--field", "year", "--recall", "0.9", "--stop-words", "english", "--shingle", "word:3", "--least", "0.3")
    textkin("index", "add", "fresh", textkin.jsonl("kept.jsonl", kept))
    assert textkin("index", "export", "new").stdout == textkin("index", "export", "fresh").stdout
    asked = questions_of(textkin, draw, texts, 80)
    for words in (("-t", "0.3"), ("-t", "0.5", "--where", "year=1"), ("--top", "3"), ("-t", "0.2", "--exact")):
        expected = textkin("index", "query", "fresh", asked, "-q", *words).stdout
        assert textkin("index", "query", "new", asked, "-q", *words).stdout == expected and expected.count(b"\n") > 10
    made = {name: textkin("index", "stats", name, "--format", "json").json() for name in ("idx", "new", "fresh")}
    assert made["new"]["options"] == made["fresh"]["options"] != made["idx"]["options"]
    assert made["new"]["checkpoints"] == {"topic": "7"} and made["new"]["removed"] == 0
    textkin("index", "verify", "new", "--deep")
    assert "20 removed" in textkin("index", "remove", "new", "--older-than", "365d").errors
    assert "exists already" in textkin("index", "rebuild", "idx", "new", exit=2).errors
    with open(textkin.path(".other.making/held"), "w"):
        folder = os.open(textkin.path(".other.making"), os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        assert ".other.making is being made by another process" in textkin("index", "rebuild", "idx", "other", exit=2).errors
        os.close(folder)
    textkin("index", "rebuild", "idx", "other")  # in the place of what a killed one left
    assert not (textkin.folder / ".other.making").exists()
    assert "kmer" in textkin("index", "rebuild", "idx", "more", "--shingle", "kmer:99", exit=2).errors and not (textkin.folder / "more").exists()


def test_a_rebuild_judges_what_is_typed_with_what_stays(textkin):
    options_of = lambda name: dict(textkin("index", "stats", name, "--format", "json").json()["options"])
    textkin("index", "create", "items", "--weights", "suffix", "--weight-unit", "0.5", "--passages", "none")
    textkin("index", "add", "items", textkin.jsonl("items.jsonl", [{"id": "a", "text": "x:2 y:1"}]))
    textkin("index", "rebuild", "items", "finer", "--weight-unit", "0.25")
    without_unit = lambda name: {word: value for word, value in options_of(name).items() if word not in ("--weight-unit", "algorithms")}
    assert options_of("finer")["--weight-unit"] == "0.25" and without_unit("finer") == without_unit("items")
    textkin("index", "create", "words", "--passages", "none")
    textkin("index", "add", "words", textkin.jsonl("words.jsonl", [{"id": "a", "text": "x:2 y:1"}]))
    textkin("index", "rebuild", "words", "weighted", "--weights", "suffix", "--weight-unit", "0.5")
    assert options_of("weighted") == options_of("items")
    textkin("index", "create", "letters", "--shingle", "char:9")
    for name, words, said in (("words", ("--weight-unit", "3"), "add --weights suffix"), ("letters", ("--tokens", "ascii"), "--tokens has no use"),
                              ("words", ("--shingle", "kmer:21", "--normalize", "nfc"), "--normalize has no use")):
        assert said in textkin("index", "rebuild", name, "new", *words, exit=2).errors
        assert not (textkin.folder / "new").exists()


def test_rebuild_with_another_key(textkin):
    textkin.write("a.key", "sixteen secret bytes, and more")
    textkin.write("b.key", "sixteen other bytes, and more")
    textkin("index", "create", "idx", "--key", "a.key")
    add(textkin, ["x", "y"])
    (textkin.folder / "a.key").unlink()
    assert "a.key" in textkin("index", "rebuild", "idx", "new", exit=2).errors
    textkin("index", "rebuild", "idx", "new", "--key", "b.key")
    assert ids(textkin, "new") == ["x", "y"]
    textkin("index", "verify", "new", "--deep")


def planted(textkin, draw, count, length=170):
    bases = [text(draw, length) for _ in range(count)]
    texts = [changed(draw, base, draw.randrange(1, 15)) for base in bases for _ in range(8)]
    draw.shuffle(texts)
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("all.jsonl", texts))
    return textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": base} for i, base in enumerate(bases)])


def pairs_of(textkin, *words):
    return {(row["a"], row["b"]): float(row["similarity"]) for row in textkin("index", "query", "idx", *words, "-q").table()}


@pytest.mark.parametrize("recall", ["0.5", "0.95"])
def test_check_counts_what_is_missing(textkin, recall):
    asked = planted(textkin, random.Random(5), 150)
    for words in (("-t", "0.5"), ("-t", "0.8"), ("--top", "3")):
        exact = pairs_of(textkin, asked, "-t", "0.5" if "--top" in words else words[1], "--exact")
        done = textkin("index", "query", "idx", asked, *words, "--recall", recall, "--check", "--stats", "stats.json")
        found = {(row["a"], row["b"]): float(row["similarity"]) for row in done.table()}
        assert done.stdout == textkin("index", "query", "idx", asked, *words, "--recall", recall, "-q").stdout
        least = {q: min([s for (a, _), s in found.items() if a == q], default=0) for q, _ in exact}
        about = {pair for pair, similarity in exact.items() if "--top" not in words or similarity > least[pair[0]]}
        audit = json.loads((textkin.folder / "stats.json").read_text())["audit"]
        assert (audit["neighbours"], audit["found"]) == (len(about), len(about & set(found)))
        assert f"checked: {audit['found']} of the {audit['neighbours']} documents" in done.errors
    assert "--check has no use" in textkin("index", "query", "idx", asked, "--exact", "--check", exit=2).errors


def test_audit(textkin):
    planted(textkin, random.Random(6), 150)
    export = textkin.write("texts.jsonl", textkin("index", "export", "idx").stdout)
    for words in (("--sample", "1200"), ("--sample", "1200", "-t", "0.7"), ("--sample", "1200", "--recall", "0.5")):
        audit = textkin("index", "audit", "idx", *words, "--format", "json").json()
        threshold = words[words.index("-t") + 1] if "-t" in words else "0.5"
        exact = {pair for pair in pairs_of(textkin, export, "-t", threshold, "--exact") if pair[0] != pair[1]}
        asked = words[2:] if "--recall" in words else ()
        found = {pair for pair in pairs_of(textkin, export, "-t", threshold, *asked) if pair[0] != pair[1]}
        assert (audit["drawn"], audit["alike"], audit["found"]) == (1200, len(exact), len(found))
        assert audit["recall"] == audit["lower"] == audit["upper"] == len(found) / len(exact)
        assert audit["stated"] >= (0.5 if "--recall" in words else 0.95) and audit["recall"] >= audit["stated"] - 0.03
    some = textkin("index", "audit", "idx", "--sample", "60", "--format", "json").json()
    assert some["drawn"] == 60 and some["lower"] <= some["recall"] <= some["upper"]
    assert some == textkin("index", "audit", "idx", "--sample", "60", "--format", "json").json()
    assert some["alike"] != textkin("index", "audit", "idx", "--sample", "60", "--draw", "2", "--format", "json").json()["alike"]
    shown = textkin("index", "audit", "idx", "--sample", "60").stdout.decode()
    assert "60 of 1,200 documents drawn, each asked about at 0.5" in shown and "stated by these answers: at least 0.98" in shown
    assert "of the index idx; ask for more" in textkin("index", "audit", "idx", "--sample", "5", "-t", "0.2", exit=2).errors


def test_plan(textkin):
    draw = random.Random(7)
    model = Model(textkin, "--least", "0.52")
    texts = [text(draw, 80) for _ in range(13201)]
    for begin, end in ((0, 11000), (11000, 13200), (13200, 13201)):  # two segments that are not of one size, and what has none yet
        model.add([(f"d{i}", texts[i]) for i in range(begin, end)])
    plan = textkin("index", "plan", "idx")
    rows = [{name: float(cell) for name, cell in row.items()} for row in plan.table()]
    assert [row["threshold"] for row in rows] == [0.52, *(hundredths / 100 for hundredths in range(55, 101, 5))]
    assert all(row["recall"] >= 0.95 and row["look_ups"] == 96 and row["look_ups_merged"] == 32 for row in rows)
    assert all(abs(row["chance_candidates"] - 13201 * 32 / 256 ** row["rows"]) < 1e-6 for row in rows)
    asked = questions_of(textkin, draw, texts, 5)
    for row in rows[:-1]:
        textkin("index", "query", "idx", asked, "-t", row["threshold"], "--stats", "stats.json", "-q")
        stats = json.loads((textkin.folder / "stats.json").read_text())
        assert (stats["rows"], stats["recall_at_threshold"]) == (row["rows"], row["recall"])
    assert "`textkin index merge idx` would write" in plan.errors and "1 place instead of 3" in plan.errors
    textkin("index", "merge", "idx")
    again = textkin("index", "plan", "idx", "--recall", "0.999")
    assert "a merge would change nothing" in again.errors and all(row["look_ups"] == "32" for row in again.table())
    assert sum(int(row["rows"]) for row in again.table()) < sum(row["rows"] for row in rows)
    assert "--recall 2" in textkin("index", "plan", "idx", "--recall", "2", exit=2).errors
    shutil.rmtree(textkin.folder / "idx")
    assert "no index" in textkin("index", "plan", "idx", exit=2).errors


def test_rows_of_keys_that_a_segment_has_take_no_room(textkin):
    """Behind a large add, on any number of threads; segments are as large, and answers the same."""
    draw = random.Random(8)
    records = textkin.jsonl("many.jsonl", [text(draw, 150) for _ in range(6000)])
    texts = sum(len(json.loads(line)["text"]) for line in open(textkin.folder / records, encoding="utf-8"))
    made = {}
    for threads in (1, 2, 5):
        textkin("index", "create", f"idx{threads}")
        textkin("index", "add", f"idx{threads}", records, "-q", "--threads", threads, "--memory", "64MiB")
        size = sum(path.stat().st_size for path in (textkin.folder / f"idx{threads}/truth").iterdir())
        assert size < 0.6 * texts, threads  # with rows of keys 0.95
        (segment,) = (textkin.folder / f"idx{threads}/segments").iterdir()
        made[threads] = segment.stat().st_size
        textkin("index", "verify", f"idx{threads}", "--deep")
    assert len(set(made.values())) == 1
    answers = {textkin("index", "query", f"idx{threads}", records, "-t", "0.5", "-q").stdout for threads in made}
    assert len(answers) == 1


def test_a_purge_on_a_full_disk_says_that_texts_are_still_there(textkin):
    draw = random.Random(9)
    words = [f"{draw.getrandbits(40):x}" for _ in range(3000 * 90)]
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("some.jsonl", [{"id": f"d{i}", "text": " ".join(words[90 * i : 90 * i + 90])} for i in range(3000)]), "-q")
    ids = textkin.write("ids", "".join(f"d{i}\n" for i in range(1, 3000, 2)))
    largest = max(path.stat().st_size for path in (textkin.folder / "idx/truth").iterdir())
    # No file may become so large as what stays of the texts; the row of each removal still can be written.
    refused = textkin("index", "remove", "idx", "--ids", ids, "--purge", exit=2, prefix=("bash", "-c", f"trap '' XFSZ; ulimit -f {largest * 3 // 8 // 1024}; exec \"$0\" \"$@\""))
    assert "still hold what was erased" in refused.errors and refused.errors.count("\n") == 1
    assert "0 removed" in textkin("index", "remove", "idx", "d1", "--purge").errors
    assert max(path.stat().st_size for path in (textkin.folder / "idx/truth").iterdir()) < 0.55 * largest
    textkin("index", "verify", "idx", "--deep")
