"""`textkin dedup NEW --against INDEX`: an index as the side that stays, which is asked and not read again."""

import json

import pytest

import reference
from samples import edited, prose
from test_dedup_against import ASCII, collections, removed_rows

METHODS = [("--exact",), ("--method", "lsh", "--recall", "0.9999"), ("--recall", "0.9999")]


def write(textkin, new, old, *options):
    textkin.jsonl("new.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(new)])
    textkin.jsonl("old.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(old)])
    textkin("index", "create", "index", *options)
    textkin("index", "add", "index", "old.jsonl")


def expected(new, old, order, threshold="0.8"):
    """{removed of NEW: (what stays for it, its similarity)}: the most alike old one, the first of several; else the rule."""
    sets = [reference.words(5)(text) for text in new + old]
    pairs = reference.all_pairs(sets, threshold)
    gone = {}
    for a, b in sorted(pairs):
        if a < len(new) <= b:
            found = float(reference.jaccard(sets[a], sets[b]))
            if a not in gone or found > gone[a][1]:
                gone[a] = (b, found)
    left = [doc for doc in order if doc not in gone]
    rest = {pair: found for pair, found in pairs.items() if pair[0] in left and pair[1] in left}
    for doc, kept in reference.keep_rule(left, rest, left).items():
        gone[doc] = (kept, float(reference.jaccard(sets[doc], sets[kept])))
    return gone


@pytest.mark.parametrize("store", ["text", "sets"])
@pytest.mark.parametrize("method", METHODS, ids=["exact", "lsh", "auto"])
@pytest.mark.parametrize("keep", ["first", "longest"])
@pytest.mark.parametrize("seed", range(2))
def test_what_goes_is_the_rule_by_brute_force(textkin, method, keep, seed, store):
    new, old = collections(seed)
    write(textkin, new, old, *ASCII, "--store", store)
    numbers = list(range(len(new)))
    order = {"first": numbers, "longest": sorted(numbers, key=lambda i: (-len(new[i]), i))}
    wanted = expected(new, old, order[keep])
    run = textkin("dedup", "new.jsonl", "--against", "index", *method, "--keep", keep, "-o", "kept.jsonl", "--removed", "removed.jsonl", "--clusters", "clusters.tsv", "--stats", "stats.json")
    rows = removed_rows(textkin)
    assert len(rows) > 50 and {row["kept_in"] for row in rows} == {"input", "against"}
    assert {row["reason"] for row in rows} == {"identical", "similar"}
    assert all((row["reason"] == "identical") == (row["similarity"] == 1) for row in rows)
    found = {int(row["id"][1:]): (int(row["kept"][1:]) + (len(new) if row["kept_in"] == "against" else 0), row["similarity"]) for row in rows}
    assert found == wanted
    kept = [json.loads(line)["id"] for line in textkin.path("kept.jsonl").read_text().splitlines()]
    assert kept == [f"d{i}" for i in numbers if i not in wanted]
    stats = textkin.stats()
    for_old = sum(kept >= len(new) for kept, _ in wanted.values())
    counted = [stats[name] for name in ("documents", "against_documents", "removed", "kept", "removed_for_against")]
    assert counted == [len(new), len(old), len(wanted), len(new) - len(wanted), for_old]
    assert f"{for_old} of them to one of --against" in run.errors
    recall = None if method == ("--exact",) else 0.9999
    assert stats.get("against_recall", recall) == pytest.approx(recall, abs=1e-4) if recall else "against_recall" not in stats
    assert ("found with probability at least" in run.errors) == (recall is not None)


@pytest.mark.parametrize("seed", range(3))
def test_it_keeps_what_the_same_files_would_keep(textkin, seed):
    new, old = collections(seed + 10, 800)
    write(textkin, new, old)
    by_files = textkin("dedup", "new.jsonl", "--against", "old.jsonl", "--exact", "--removed", "files.jsonl").stdout
    assert textkin("dedup", "new.jsonl", "--against", "index", "--exact", "--removed", "index.jsonl").stdout == by_files
    for one, other in zip(removed_rows(textkin, "files.jsonl"), removed_rows(textkin, "index.jsonl"), strict=True):
        assert one["id"] == other["id"] and one["similarity"] <= other["similarity"]


def test_who_goes_for_an_old_one_takes_nobody_along(textkin):
    """old ~ a ~ b with b unlike old: a goes, and b, which would have gone for a, stays."""
    old = prose("chain", 100)
    a = edited(old, [10, 60])
    b = edited(a, [40, 90])
    sets = [reference.words(5)(text) for text in (old, a, b)]
    low = min(reference.jaccard(sets[0], sets[1]), reference.jaccard(sets[1], sets[2]))
    assert reference.jaccard(sets[0], sets[2]) < low
    write(textkin, [a, b, b], [old], *ASCII, "--least", "0.2")
    for method in METHODS:
        textkin("dedup", "new.jsonl", "--against", "index", *method, "-t", str(float(low)), "--removed", "removed.jsonl")
        assert [(row["id"], row["kept"], row["kept_in"]) for row in removed_rows(textkin)] == [("d0", "d0", "against"), ("d2", "d1", "input")]


def test_each_run_is_the_same_bytes(textkin):
    new, old = collections(7, 1200)
    write(textkin, new, old)
    words = ("dedup", "new.jsonl", "--against", "index", "--method", "lsh", "--removed", "removed.jsonl")
    first = textkin(*words).stdout, textkin.path("removed.jsonl").read_bytes()
    assert first[0] and first[1]
    for more in (("--threads", "1"), ("--threads", "7"), ("--memory", "64MiB"), ("--block-size", "4KiB"), ("--run-dir", "work"), ("--run-dir", "work")):
        assert (textkin(*words, *more).stdout, textkin.path("removed.jsonl").read_bytes()) == first, more
    piped = textkin("dedup", "-", "--against", "index", "--method", "lsh", "--removed", "removed.jsonl", stdin=textkin.path("new.jsonl").read_bytes())
    assert (piped.stdout, textkin.path("removed.jsonl").read_bytes()) == first


def test_a_run_directory_is_of_one_state_of_the_index(textkin):
    write(textkin, [prose("a"), prose("b")], [prose("z")])
    words = ("dedup", "new.jsonl", "--against", "index", "--run-dir", "work")
    assert len(textkin(*words).stdout.splitlines()) == 2
    textkin.jsonl("more.jsonl", [{"id": "more", "text": prose("b")}])
    textkin("index", "add", "index", "more.jsonl")
    run = textkin(*words, exit=2)
    assert "made with index index: an index of 1 document, sequence 1, this run has index: an index of 2" in run.errors
    assert "made with index index: an index" in textkin("dedup", "new.jsonl", "--run-dir", "work", exit=2).errors
    assert "made with index index: an index" in textkin("cluster", "--run-dir", "work", exit=2).errors
    assert len(textkin("dedup", "new.jsonl", "--against", "index").stdout.splitlines()) == 1


def test_several_indexes_are_one_side(textkin):
    textkin.jsonl("new.jsonl", [{"id": name, "text": prose(name)} for name in "abc"])
    for name in "ab":
        textkin.jsonl(f"{name}.jsonl", [{"id": "same", "text": prose(name)}])
        textkin("index", "create", f"of-{name}")
        textkin("index", "add", f"of-{name}", f"{name}.jsonl")
    textkin("dedup", "new.jsonl", "--against", "of-a", "--against", "of-b", "-o", "kept.jsonl", "--removed", "removed.jsonl")
    assert [(row["id"], row["kept"]) for row in removed_rows(textkin)] == [("a", "of-a/same"), ("b", "of-b/same")]
    assert [row["id"] for row in removed_rows(textkin, "kept.jsonl")] == ["c"]


def test_a_page_and_annotations(textkin):
    write(textkin, [prose("a"), prose("b")], [prose("z"), edited(prose("a"), [50])])
    textkin("dedup", "new.jsonl", "--against", "index", "-o", "kept.jsonl", "--report", "page.html")
    page = textkin.path("page.html").read_text()
    assert "--against index: an index of 2 documents, sequence 1" in page and edited(prose("a"), [50])[:200] in page
    lines = textkin("dedup", "new.jsonl", "--against", "index", "--annotate").stdout.splitlines()
    assert len(lines) == 2 and json.loads(lines[0])["textkin"]["cluster"] == "d1"


def test_a_page_of_an_index_that_keeps_no_texts(textkin):
    write(textkin, [prose("a"), prose("b"), prose("b")], [prose("a")], "--store", "sets")
    textkin("dedup", "new.jsonl", "--against", "index", "--check", "--report", "page.html", exit=1)
    assert prose("b")[:200] in textkin.path("page.html").read_text()


def test_what_cannot_be_is_one_line(textkin):
    write(textkin, [prose("a")], [prose("b")], "--least", "0.6")
    textkin("index", "create", "cells", "--store", "none")

    def said(*words):
        run = textkin("dedup", "new.jsonl", "--against", "index", *words, exit=2)
        assert len(run.errors.splitlines()) == 1
        return run.errors

    assert "--against old.jsonl is no index, as another one is" in said("--against", "old.jsonl")
    assert "--shingle has no use beside the index index, which says it" in said("--shingle", "word:3")
    assert "--against-text-field has no use where --against is an index" in said("--against-text-field", "body")
    assert "`textkin index query index NEW --check` measures" in said("--audit", "10")
    assert "--all-pairs is for one collection" in said("--all-pairs")
    assert "-t 0.5 is below --least 0.6" in said("-t", "0.5")
    assert "cells" in said("--against", "cells")
    run = textkin("dedup", "new.jsonl", "--against", "cells", exit=2)
    assert "is an estimate, by which nothing is removed; `textkin index query cells NEW` shows it" in run.errors
    assert "would be replaced" in textkin("dedup", "new.jsonl", "--against", "index", "-o", "new.jsonl", exit=2).errors
    assert textkin("dedup", "new.jsonl", "--against", "index", "--exact", "-t", "0.3").stdout == textkin.path("new.jsonl").read_bytes()
