"""`textkin dedup NEW --against OLD`: NEW without what is similar to OLD or to what stays of NEW; OLD is only read."""

import json
import random

import pytest

import reference
from samples import edited, family_corpus, prose

ASCII = ("--normalize", "ascii-lower", "--tokens", "ascii")
METHODS = [("--exact",), ("--method", "lsh", "--bands", "90", "--rows", "2")]


def collections(seed, count=400):
    """Families whose members are on both sides, twins and empty texts among them."""
    draw = random.Random(seed)
    texts = [text for text in family_corpus(seed=seed, families=count // 4)]
    texts += draw.choices(texts, k=count // 10) + ["", "", "one two", "one two"]
    draw.shuffle(texts)
    middle = len(texts) * 2 // 5
    return texts[:middle], texts[middle:]


def write(textkin, new, old):
    """The same ids on both sides: each has its own names."""
    textkin.jsonl("new.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(new)])
    textkin.jsonl("old.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(old)])


def removed_rows(textkin, name="removed.jsonl"):
    return [json.loads(line) for line in textkin.path(name).read_text().splitlines()]


def expected(new, old, best_first, threshold="0.8"):
    """{removed of NEW: (the one that stays, its similarity)} by the definition; OLD is numbered behind NEW."""
    sets = [reference.words(5)(text) for text in new + old]
    pairs = reference.all_pairs(sets, threshold)
    pairs = {pair: found for pair, found in pairs.items() if min(pair) < len(new)}  # OLD is not judged
    first = list(range(len(new), len(new) + len(old)))
    gone = reference.keep_rule(range(len(sets)), pairs, first + best_first)
    return {doc: (kept, float(reference.jaccard(sets[doc], sets[kept]))) for doc, kept in gone.items()}


@pytest.mark.parametrize("method", METHODS, ids=["exact", "lsh"])
@pytest.mark.parametrize("keep", ["first", "last", "longest"])
@pytest.mark.parametrize("seed", range(3))
def test_what_goes_is_the_rule_by_brute_force(textkin, method, keep, seed):
    new, old = collections(seed)
    write(textkin, new, old)
    numbers = list(range(len(new)))
    order = {"first": numbers, "last": numbers[::-1], "longest": sorted(numbers, key=lambda i: (-len(new[i]), i))}
    wanted = expected(new, old, order[keep])
    run = textkin("dedup", "new.jsonl", "--against", "old.jsonl", *ASCII, *method, "--keep", keep, "-o", "kept.jsonl", "--removed", "removed.jsonl", "--clusters", "clusters.tsv", "--stats", "stats.json")
    rows = removed_rows(textkin)
    assert len(rows) > 50 and {row["kept_in"] for row in rows} == {"input", "against"}
    found = {int(row["id"][1:]): (int(row["kept"][1:]) + (len(new) if row["kept_in"] == "against" else 0), row["similarity"]) for row in rows}
    assert found == wanted
    kept = [json.loads(line)["id"] for line in textkin.path("kept.jsonl").read_text().splitlines()]
    assert kept == [f"d{i}" for i in numbers if i not in wanted]
    stats = textkin.stats()
    for_old = sum(kept >= len(new) for kept, _ in wanted.values())
    counted = [stats[name] for name in ("documents", "against_documents", "removed", "kept", "removed_for_against")]
    assert counted == [len(new), len(old), len(wanted), len(new) - len(wanted), for_old]
    assert f"{for_old} of them to one of --against" in run.errors


def test_old_documents_that_are_alike_all_count(textkin):
    """The chain a ~ b ~ c with a and b old: c goes for b, though b would go for a were it new."""
    a = prose("chain", 100)
    b = edited(a, [10, 60])
    c = edited(b, [40, 90])
    sets = [reference.words(5)(text) for text in (a, b, c)]
    low = reference.jaccard(sets[1], sets[2])
    assert reference.jaccard(sets[0], sets[2]) < low
    textkin.jsonl("old.jsonl", [{"id": "a", "text": a}, {"id": "b", "text": b}])
    textkin.jsonl("new.jsonl", [{"id": "c", "text": c}])
    for method in METHODS:
        textkin("dedup", "new.jsonl", "--against", "old.jsonl", *ASCII, *method, "-t", str(float(low)), "--removed", "removed.jsonl")
        assert [(row["id"], row["kept"]) for row in removed_rows(textkin)] == [("c", "b")]


def test_each_run_is_the_same_bytes(textkin):
    new, old = collections(7, 1200)
    write(textkin, new, old)
    words = ("dedup", "new.jsonl", "--against", "old.jsonl", "--method", "lsh", "--removed", "removed.jsonl")
    first = textkin(*words).stdout, textkin.path("removed.jsonl").read_bytes()
    assert first[0] and first[1]
    for more in (("--threads", "1"), ("--threads", "7"), ("--memory", "64MiB"), ("--block-size", "4KiB"), ("--run-dir", "work"), ("--run-dir", "work")):
        assert (textkin(*words, *more).stdout, textkin.path("removed.jsonl").read_bytes()) == first, more


def test_shards_stay_shards_and_old_is_not_written(textkin):
    new, old = collections(3)
    for number in range(4):
        textkin.jsonl(f"{'old' if number % 2 else 'new'}/{number}.jsonl", [{"id": f"{number}-{i}", "text": text} for i, text in enumerate((old if number % 2 else new)[number // 2 :: 2])])
    before = {name: textkin.path(name).read_bytes() for name in ("old/1.jsonl", "old/3.jsonl", "new/0.jsonl", "new/2.jsonl")}
    textkin("dedup", "new", "--against", "old", "-o", "kept/")
    assert sorted(path.name for path in textkin.path("kept").iterdir()) == ["0.jsonl", "2.jsonl"]
    assert {name: textkin.path(name).read_bytes() for name in before} == before
    # A folder of texts: the names of NEW's.
    for name in ("x", "y"):
        textkin.write(f"texts/{name}.txt", prose(name))
    textkin.write("seen/z.txt", prose("x"))
    assert textkin("dedup", "texts", "--against", "seen").stdout == b"y.txt\n"
    textkin("dedup", "texts", "--against", "seen", "--copy-to", "copies")
    assert [path.name for path in textkin.path("copies").iterdir()] == ["y.txt"]


def test_an_audit_counts_neighbours_of_both_sides(textkin):
    new, old = collections(5)
    write(textkin, new, old)
    textkin("dedup", "new.jsonl", "--against", "old.jsonl", *ASCII, "--exact", "--audit", "1000", "--stats", "stats.json")
    audit = textkin.stats()["audit"]
    sets = [reference.words(5)(text) for text in new + old]
    ends = sum((a < len(new)) + (b < len(new)) for a, b in reference.all_pairs(sets, "0.8"))
    assert (audit["neighbours"], audit["found"], audit["recall"]) == (ends, ends, 1.0)


def test_a_page_and_annotations(textkin):
    write(textkin, [prose("a"), prose("b")], [prose("z"), edited(prose("a"), [50])])
    textkin("dedup", "new.jsonl", "--against", "old.jsonl", "-o", "kept.jsonl", "--report", "page.html")
    page = textkin.path("page.html").read_text()
    assert "--against old.jsonl" in page
    lines = textkin("dedup", "new.jsonl", "--against", "old.jsonl", "--annotate").stdout.splitlines()
    assert len(lines) == 2 and json.loads(lines[0])["textkin"]["cluster"] == "d1"


def test_clusters_say_on_which_side_the_one_that_stays_is(textkin):
    """Both sides have the ids d0 and d1: rows that share nothing are in different clusters."""
    write(textkin, [prose("a"), prose("b"), prose("b"), prose("c")], [prose("z"), prose("a")])
    textkin("dedup", "new.jsonl", "--against", "old.jsonl", "-o", "kept.jsonl", "--clusters", "clusters.tsv")
    rows = [line.split("\t") for line in textkin.path("clusters.tsv").read_text().splitlines()]
    assert rows[0] == ["cluster", "id", "role", "similarity", "kept_in"]
    assert [(row[0], row[1], row[2], row[4]) for row in rows[1:]] == [
        ("d1", "d1", "kept", "input"),
        ("d1", "d2", "removed", "input"),
        ("d1", "d1", "kept", "against"),
        ("d1", "d0", "removed", "against"),
    ]
    lines = textkin("dedup", "new.jsonl", "--against", "old.jsonl", "--annotate").stdout.splitlines()
    marks = [json.loads(line)["textkin"] for line in lines]
    assert [(mark["cluster"], mark["kept_in"]) for mark in marks] == [("d1", "against"), ("d1", "input"), ("d1", "input"), (None, None)]
    textkin("dedup", "new.jsonl", "-o", "kept.jsonl", "--clusters", "clusters.tsv")
    assert textkin.path("clusters.tsv").read_text().splitlines()[0] == "cluster\tid\trole\tsimilarity"


def test_what_cannot_be_is_one_line(textkin):
    write(textkin, [prose("a")], [prose("b")])
    textkin.path("linked.jsonl").symlink_to("new.jsonl")
    for same in ("new.jsonl", "linked.jsonl", "."):
        run = textkin("dedup", "new.jsonl", "--against", same, "-o", "/dev/null", exit=2)
        assert "is INPUT and --against too" in run.errors and len(run.errors.splitlines()) == 1
    for written in ("old.jsonl", "new.jsonl"):
        assert "would be replaced" in textkin("dedup", "new.jsonl", "--against", "old.jsonl", "-o", written, exit=2).errors
    textkin.write("empty.jsonl", "")
    assert textkin("dedup", "new.jsonl", "--against", "empty.jsonl").stdout == textkin.path("new.jsonl").read_bytes()
