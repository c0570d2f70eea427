"""textkin signatures: files of signatures that stay, made once, added to, and asked."""

import random

import pytest

from samples import family_corpus

TEXTS = family_corpus(seed=5, families=40)


def records(texts, first=0):
    return [{"id": f"d{number}", "text": text} for number, text in enumerate(texts, first)]


def nearest(textkin, *words, **how):
    rows = {}
    for row in textkin("signatures", "nearest", *words, "-q", **how).table():
        rows.setdefault(row["a"], []).append(row)
    return rows


@pytest.mark.parametrize("sketch", ["fss", "kperm", "bottomk"])
def test_the_nearest_are_those_of_all_estimates(textkin, sketch):
    """What `distance` says of every pair with the same sketch, the most similar first."""
    textkin.jsonl("kept.jsonl", records(TEXTS[:100]))
    textkin.jsonl("asked.jsonl", [{"id": f"q{number}", "text": text} for number, text in enumerate(TEXTS[60:110])])
    how = ("--shingle", "word:3", "--sketch", sketch, "--hashes", "64")
    textkin("signatures", "create", "kept.jsonl", "-o", "kept.sig", *how)
    found = nearest(textkin, "asked.jsonl", "--in", "kept.sig", "--top", "7")
    every = {}
    for row in textkin("distance", "asked.jsonl", "--against", "kept.jsonl", *how, "-q").table():
        every.setdefault(row["a"], []).append(row)
    for asked, rows in every.items():
        best = sorted((row for row in rows if float(row["jaccard"]) > 0), key=lambda row: (-float(row["jaccard"]), int(row["b"][1:])))[:7]
        columns = [("b", "b"), ("similarity", "jaccard"), ("lower", "lower"), ("upper", "upper"), ("shared", "shared"), ("hashes", "hashes"), ("distance", "distance")]
        assert [[row[ours] for ours, _ in columns] for row in found.get(asked, [])] == [[row[theirs] for _, theirs in columns] for row in best]


def test_however_many_steps_the_same_bytes(textkin):
    for name, part in (("a", records(TEXTS[:50])), ("b", records(TEXTS[50:90], 50)), ("all", records(TEXTS[:90]))):
        textkin.jsonl(f"{name}.jsonl", part)
    how = ("--hashes", "16", "--bits", "4")
    for name in ("a", "b", "all"):
        textkin("signatures", "create", f"{name}.jsonl", "-o", f"{name}.sig", *how)
    whole = textkin.path("all.sig").read_bytes()
    textkin("signatures", "merge", "a.sig", "b.sig", "-o", "merged.sig")
    textkin("signatures", "add", "b.jsonl", "--to", "a.sig")
    for name in ("a.sig", "merged.sig"):
        assert textkin.path(name).read_bytes() == whole
    for more in (("--threads", "1"), ("--threads", "5"), ("--block-size", "4KiB"), ("--simd", "scalar"), ("--memory", "64MiB")):
        textkin("signatures", "create", "all.jsonl", "-o", "again.sig", *how, *more)
        assert textkin.path("again.sig").read_bytes() == whole, more


@pytest.mark.parametrize("more, said", [
    (("--shingle", "word:2"), "was made with --shingle word:2"), (("--seed", "9"), "--seed 9"), (("--bits", "8"), "--bits 8"), (("--sketch", "kperm"), "--sketch kperm"),
])
def test_what_was_made_otherwise_is_not_put_together(textkin, more, said):
    textkin.jsonl("a.jsonl", records(TEXTS[:3]))
    textkin.jsonl("b.jsonl", records(TEXTS[3:6], 3))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig", *more)
    textkin("signatures", "create", "b.jsonl", "-o", "b.sig")
    errors = textkin("signatures", "merge", "a.sig", "b.sig", "-o", "c.sig", exit=2).errors
    assert said in errors and len(errors.splitlines()) == 1 and not (textkin.folder / "c.sig").exists()


def test_an_id_stands_once(textkin):
    textkin.jsonl("a.jsonl", records(TEXTS[:5]))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig")
    before = textkin.path("a.sig").read_bytes()
    textkin.jsonl("b.jsonl", records(TEXTS[8:12], 4))
    for words in (("add", "b.jsonl", "--to", "a.sig"), ("merge", "a.sig", "a.sig", "-o", "b.sig")):
        errors = textkin("signatures", *words, exit=2).errors
        assert "stands twice" in errors and len(errors.splitlines()) == 1
    assert textkin.path("a.sig").read_bytes() == before


def test_info_tells_how_it_was_made(textkin):
    textkin.jsonl("a.jsonl", records([*TEXTS[:5], "", "..."]))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--shingle", "word:2", "--bits", "2", "--stop-words", "english", "--normalize", "nfc,strip-marks")
    answer = textkin("signatures", "info", "a.sig", "--format", "json").json()
    assert answer["signatures"] == 7 and answer["empty"] == 2 and answer["bytes"] == textkin.path("a.sig").stat().st_size
    options = answer["options"]
    assert (options["--normalize"], options["--shingle"], options["--stop-words"]) == ("nfc,strip-marks", "word:2", "english")
    assert (options["--sketch"], options["--hashes"], options["--bits"], options["--seed"]) == ("fss", "256", "2", "1")
    assert options["algorithms"].endswith("|fss.v1|bbit.v1")
    # Empty documents are near nothing, not even each other.
    assert "d5" not in nearest(textkin, "a.jsonl", "--in", "a.sig") and "d6" not in nearest(textkin, "a.jsonl", "--in", "a.sig")


def test_a_list_of_stop_words_stays_with_the_file(textkin):
    textkin.write("mine.txt", "the of and | remarks\n")
    textkin.jsonl("a.jsonl", records(["the end of the day and the night", "an end, a day, a night"]))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--shingle", "word:1", "--stop-words", "mine.txt")
    (textkin.folder / "mine.txt").unlink()
    textkin.jsonl("b.jsonl", [{"id": "q", "text": "end day night"}])
    rows = nearest(textkin, "b.jsonl", "--in", "a.sig")["q"]
    assert rows[0]["b"] == "d0" and float(rows[0]["similarity"]) == 1


def test_a_key_is_asked_for(textkin):
    textkin.write("one.key", "sixteen secret bytes, and more")
    textkin.write("other.key", "sixteen other secret bytes, and more")
    textkin.jsonl("a.jsonl", records(TEXTS[:4]))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--key", "one.key")
    assert "name it with --key" in textkin("signatures", "nearest", "a.jsonl", "--in", "a.sig", exit=2).errors
    assert "not made with the key" in textkin("signatures", "nearest", "a.jsonl", "--in", "a.sig", "--key", "other.key", exit=2).errors
    assert nearest(textkin, "a.jsonl", "--in", "a.sig", "--key", "one.key")["d0"][0]["similarity"] == "1.0"
    assert b"sixteen secret" not in textkin.path("a.sig").read_bytes()


@pytest.mark.parametrize("sketch, why", [("bottomk", "kept whole"), ("simhash", "kept whole"), ("oph", "is not kept")])
def test_bits_that_no_cell_has_are_refused(textkin, sketch, why):
    textkin.jsonl("a.jsonl", records(TEXTS[:2]))
    errors = textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--sketch", sketch, "--hashes", "64", "--bits", "8", exit=2).errors
    assert why in errors and len(errors.splitlines()) == 1


def test_packed_names_and_other_files_are_refused(textkin):
    textkin.jsonl("a.jsonl", records(TEXTS[:2]))
    assert "is not packed" in textkin("signatures", "create", "a.jsonl", "-o", "a.sig.gz", exit=2).errors
    textkin("sketch", "a.jsonl", "--run-dir", "run", "--method", "lsh")
    for name in ("a.jsonl", "run/manifest.json", next(str(path) for path in (textkin.folder / "run").glob("segment*")), "run"):
        for words in (("info", name), ("nearest", "a.jsonl", "--in", name), ("merge", name, "-o", "m.sig")):
            errors = textkin("signatures", *words, exit=2).errors
            assert len(errors.splitlines()) == 1 and ("no file of signatures" in errors or "directory" in errors), errors


@pytest.mark.parametrize("bits", [1, 4, 32])
def test_damage_is_named_and_nothing_of_it_used(textkin, bits):
    """Every byte that is changed, and every place where the file is cut: the same answer or one line."""
    textkin.jsonl("a.jsonl", records(TEXTS[:6]))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--hashes", "8", "--bits", bits)
    whole = textkin.path("a.sig").read_bytes()
    answer = textkin("signatures", "info", "a.sig").stdout
    chance = random.Random(bits)
    for _ in range(60):
        at = chance.randrange(len(whole))
        textkin.write("b.sig", whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        errors = textkin("signatures", "info", "b.sig", exit=2).errors
        assert len(errors.splitlines()) == 1 and "b.sig" in errors, errors
    for _ in range(25):
        textkin.write("b.sig", whole[: chance.randrange(len(whole))])
        errors = textkin("signatures", "nearest", "a.jsonl", "--in", "b.sig", exit=2).errors
        assert len(errors.splitlines()) == 1 and "b.sig" in errors, errors
    assert textkin("signatures", "info", "a.sig").stdout == answer
