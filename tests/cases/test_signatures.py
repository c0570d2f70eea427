"""textkin signatures: files of signatures that stay, made once, added to, and asked."""

import fcntl
import math
import random
import subprocess
import time

import pytest

from conftest import BINARY
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


@pytest.mark.parametrize("sketch", ["fss", "bottomk"])
@pytest.mark.parametrize("threshold", [0, 0.3])
def test_pairs_are_those_of_all_estimates(textkin, sketch, threshold):
    how = ("--shingle", "word:3", "--sketch", sketch, "--hashes", "32")
    textkin.jsonl("a.jsonl", records(TEXTS[:90]))
    textkin.jsonl("b.jsonl", records(TEXTS[80:130], 80))
    for name in ("a", "b"):
        textkin("signatures", "create", f"{name}.jsonl", "-o", f"{name}.sig", *how)
    columns = ["a", "b", "similarity", "lower", "upper", "shared", "hashes"]
    for files, inputs in ((("a.sig",), ("a.jsonl",)), (("a.sig", "b.sig"), ("a.jsonl", "--against", "b.jsonl"))):
        found = [[row[name] for name in columns] for row in textkin("signatures", "pairs", *files, "-t", threshold, "-q").table()]
        every = textkin("distance", *inputs, *how, "-q").table()
        expected = [[row[name.replace("similarity", "jaccard")] for name in columns] for row in every
                    if float(row["jaccard"]) > 0 and float(row["jaccard"]) >= threshold]
        assert found == expected and len(found) > 50
        for more in (("--threads", "1"), ("--memory", "40MiB"), ("--simd", "scalar")):
            again = textkin("signatures", "pairs", *files, "-t", threshold, "-q", *more).table()
            assert [[row[name] for name in columns] for row in again] == found


def test_rows_of_a_file_are_asked_like_documents(textkin):
    textkin.jsonl("a.jsonl", records(TEXTS[:90]))
    textkin.jsonl("b.jsonl", records(TEXTS[70:130], 1000))
    for name in ("a", "b"):
        textkin("signatures", "create", f"{name}.jsonl", "-o", f"{name}.sig", "--bits", "8", "--key", textkin.write("a.key", "sixteen secret bytes, and more"))
    ours = textkin("signatures", "nearest", "--signatures", "b.sig", "--in", "a.sig", "--containment", "-q").stdout
    assert ours == textkin("signatures", "nearest", "b.jsonl", "--in", "a.sig", "--containment", "-q", "--key", "a.key").stdout
    assert ours.count(b"\n") > 60
    for words, said in ((("b.jsonl",), "ask twice"), (("--lines",), "--lines has no use"), (("--key", "a.key"), "--key has no use")):
        errors = textkin("signatures", "nearest", *words, "--signatures", "b.sig", "--in", "a.sig", exit=2).errors
        assert said in errors and len(errors.splitlines()) == 1


def write_sets(textkin, name, sets):
    return textkin.write(name, "".join(" ".join(map(str, sorted(members))) + "\n" for members in sets))


@pytest.mark.parametrize("bits", [1, 2, 4, 8, 32])
@pytest.mark.parametrize("shared, own", [(40, 20), (90, 5)])
def test_few_bits_are_as_wrong_as_their_law_says(textkin, bits, shared, own):
    """Li and Koenig 2010, theorem 1: bias, variance, and the coverage of the intervals, over pairs of fresh sets."""
    count, cells = 500, 128
    chance = random.Random(f"{bits} {shared}")
    a, b = [], []
    for _ in range(count):
        members = chance.sample(range(1 << 60), shared + 2 * own)
        a.append(members[: shared + own])
        b.append(members[:shared] + members[shared + own :])
    for name, sets in (("a", a), ("b", b)):
        write_sets(textkin, f"{name}.sets", sets)
        textkin("signatures", "create", f"{name}.sets", "-o", f"{name}.sig", "--sketch", "kperm", "--hashes", cells, "--bits", bits, "--repeated-ids", "number")
    rows = textkin("signatures", "pairs", "a.sig", "b.sig", "-t", "0.05", "-q").table()
    rows = {row["a"]: row for row in rows if row["a"].split(":")[-1] == row["b"].split(":")[-1]}
    assert len(rows) == count
    truth, by_chance = shared / (shared + 2 * own), 0 if bits == 32 else 2.0**-bits
    agree = by_chance + (1 - by_chance) * truth
    law = agree * (1 - agree) / (cells * (1 - by_chance) ** 2)
    raw = [(int(row["shared"]) / int(row["hashes"]) - by_chance) / (1 - by_chance) for row in rows.values()]
    mean = sum(raw) / count
    assert abs(mean - truth) < 4 * math.sqrt(law / count), (mean, truth)
    assert 0.8 < sum((value - mean) ** 2 for value in raw) / (count - 1) / law < 1.25
    assert all(abs(min(1, max(0, value)) - float(row["similarity"])) < 1e-12 for value, row in zip(raw, rows.values(), strict=True))
    covered = sum(float(row["lower"]) <= truth <= float(row["upper"]) for row in rows.values())
    assert covered >= 0.935 * count, covered


def test_few_bits_are_few_bytes(textkin):
    write_sets(textkin, "a.sets", [[i, i + 1] for i in range(2000)])
    sizes = {}
    for bits in (1, 2, 4, 8, 16, 32):
        textkin("signatures", "create", "a.sets", "-o", "a.sig", "--bits", bits, "--hashes", "256")
        sizes[bits] = textkin.path("a.sig").stat().st_size
    beside = sizes[1] - 2000 * 32  # ids, sizes, index
    assert 0 < beside < 2000 * 24
    assert all(abs(sizes[bits] - beside - 2000 * 32 * bits) < 400 for bits in sizes)


@pytest.mark.parametrize("sketch", ["icws", "dartminhash"])
@pytest.mark.parametrize("bits", [4, 32])
def test_weights_are_weights(textkin, sketch, bits):
    chance = random.Random(3)
    base = {f"w{i}": chance.randint(1, 9) / 4 for i in range(60)}
    documents = [base] + [{name: weight * chance.choice([1, 1, 1, share]) for name, weight in base.items()} for share in (0.5, 0.1, 3)]
    textkin.write("a.sets", "".join(" ".join(f"{name}:{weight}" for name, weight in document.items()) + "\n" for document in documents))
    textkin("signatures", "create", "a.sets", "-o", "a.sig", "--weights", "suffix", "--sketch", sketch, "--bits", bits, "--hashes", "512")
    (found, *_) = nearest(textkin, "a.sets", "--in", "a.sig", "--confidence", "0.9999").values()
    assert len(found) == 4 and found[0]["similarity"] == "1.0" and "distance" in found[0] and found[0]["distance"] == ""
    for row in found:
        other = documents[int(row["b"].split(":")[-1]) - 1]
        exact = sum(min(base[name], other[name]) for name in base) / sum(max(base[name], other[name]) for name in base)
        assert float(row["lower"]) <= exact <= float(row["upper"])


def test_containment_is_that_of_the_sets(textkin):
    words = [f"w{i}" for i in range(900)]
    texts = {"whole": words, "half": words[:450], "tenth": words[100:190], "shifted": words[300:] + [f"x{i}" for i in range(300)]}
    textkin.jsonl("a.jsonl", [{"id": name, "text": " ".join(text)} for name, text in texts.items()])
    for how in (("--sketch", "bottomk", "--hashes", "500"), ("--hashes", "512"), ("--hashes", "512", "--bits", "8")):
        textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--shingle", "word:1", *how)
        rows = nearest(textkin, "a.jsonl", "--in", "a.sig", "--containment", "--confidence", "0.999")
        for a, found in rows.items():
            assert {row["b"] for row in found} >= {a, "whole"}
            for row in found:
                shared = len(set(texts[a]) & set(texts[row["b"]]))
                for side, members in (("a_in_b", texts[a]), ("b_in_a", texts[row["b"]])):
                    assert float(row[f"{side}_lower"]) - 1e-9 <= shared / len(members) <= float(row[f"{side}_upper"]) + 1e-9, (a, row)


def test_one_process_adds_at_a_time(textkin):
    textkin.jsonl("a.jsonl", records(TEXTS[:5]))
    textkin.jsonl("b.jsonl", records(TEXTS[8:12], 40))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig")
    before = textkin.path("a.sig").read_bytes()
    with open(textkin.path("a.sig"), "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        errors = textkin("signatures", "add", "b.jsonl", "--to", "a.sig", exit=2).errors
        assert "another process adds to it" in errors and len(errors.splitlines()) == 1
    assert textkin.path("a.sig").read_bytes() == before
    textkin("signatures", "add", "b.jsonl", "--to", "a.sig")
    assert textkin("signatures", "info", "a.sig", "--format", "json").json()["signatures"] == 9


def test_a_kill_while_it_adds_loses_nothing(textkin):
    textkin.jsonl("a.jsonl", records(TEXTS[:50]))
    textkin("signatures", "create", "a.jsonl", "-o", "a.sig", "--sketch", "kperm", "--hashes", "4096")
    before = textkin.path("a.sig").read_bytes()
    textkin.jsonl("b.jsonl", [{"id": f"n{i}", "text": text} for i, text in enumerate(TEXTS * 20)])
    textkin.write("whole.sig", before)
    textkin("signatures", "add", "b.jsonl", "--to", "whole.sig")
    whole = textkin.path("whole.sig").read_bytes()
    for wait in (0.02, 0.05, 0.1, 0.2, 0.4):
        adding = subprocess.Popen([BINARY, "signatures", "add", "b.jsonl", "--to", "a.sig", "-q"], cwd=textkin.folder)
        time.sleep(wait)
        adding.kill()
        adding.wait()
        found = textkin.path("a.sig").read_bytes()
        assert found in (before, whole)  # whole: it was killed behind its last step
        if found == whole:
            break
    assert sorted(path.name for path in textkin.folder.iterdir() if not path.name.startswith(".")) == ["a.jsonl", "a.sig", "b.jsonl", "whole.sig"]


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


def test_estimates_of_given_pairs(textkin):
    """Rows of `pairs`, in the order in which they are named; of row i and row i where none are."""
    how = ("--shingle", "word:3", "--hashes", "64")
    textkin.jsonl("a.jsonl", [{"id": f"tab\t{number}", "text": text} for number, text in enumerate(TEXTS[:60])])
    textkin.jsonl("b.jsonl", records([*TEXTS[1:60], TEXTS[0]]))
    for name in ("a", "b"):
        textkin("signatures", "create", f"{name}.jsonl", "-o", f"{name}.sig", *how)
    header, *rows = textkin("signatures", "pairs", "a.sig", "b.sig", "-t", "0.2", "-q", "--containment").stdout.decode().splitlines()
    random.Random(3).shuffle(rows)
    assert len(rows) > 60
    textkin.write("named.tsv", "\n".join([header, *rows]) + "\n")
    answer = textkin("signatures", "estimate", "a.sig", "b.sig", "--of", "named.tsv", "--containment").stdout.decode()
    assert answer.splitlines() == [header, *rows]
    textkin.write("b-first.tsv", "b\tx\ta\n" + "".join(f"{row.split(chr(9))[1]}\t\t{row.split(chr(9))[0]}\n" for row in rows[:9]))
    answer = textkin("signatures", "estimate", "a.sig", "b.sig", "--of", "b-first.tsv", "--containment").stdout.decode()
    assert answer.splitlines() == [header, *rows[:9]]
    beside = textkin("signatures", "estimate", "a.sig", "b.sig").table()
    assert [(row["a"], row["b"]) for row in beside] == [(f"tab\\t{i}", f"d{i}") for i in range(60)]
    assert any(row["similarity"] == "0.0" for row in beside)
    own = textkin("signatures", "estimate", "a.sig", "a.sig", "--format", "jsonl").stdout
    assert own.count(b'"similarity":1.0') == 60


def test_what_names_no_pairs_is_refused(textkin):
    textkin.jsonl("a.jsonl", records(TEXTS[:5]))
    textkin.jsonl("b.jsonl", records(TEXTS[:6]))
    for name, hashes in (("a", 64), ("b", 64), ("c", 32)):
        textkin("signatures", "create", "a.jsonl" if name == "c" else f"{name}.jsonl", "-o", f"{name}.sig", "--hashes", hashes)
    textkin.write("nobody.tsv", "a\tb\nd1\td2\nd1\tnobody\n")
    textkin.write("short.tsv", "a\tb\nd1\n")
    textkin.write("other.tsv", "x\ty\nd1\td2\n")
    for words, said in (
        (("a.sig",), "one file and no --of"),
        (("a.sig", "b.sig"), "a.sig has 5 rows and b.sig 6; name pairs by --of"),
        (("a.sig", "c.sig"), "c.sig"),
        (("a.sig", "--of", "nobody.tsv"), "nobody.tsv:3: nobody is the id of no signature"),
        (("a.sig", "--of", "short.tsv"), "short.tsv:2: 1 fields, the header has 2"),
        (("a.sig", "--of", "other.tsv"), "other.tsv:1: no column 'a'"),
        (("a.sig", "--of", "none.tsv"), "none.tsv"),
        (("a.jsonl", "a.sig"), "a.jsonl"),
    ):
        errors = textkin("signatures", "estimate", *words, "-o", "out.tsv", exit=2).errors
        assert said in errors and len(errors.splitlines()) == 1
        assert not textkin.path("out.tsv").exists()
