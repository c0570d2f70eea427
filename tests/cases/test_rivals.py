"""The harness of `make bench-rivals`: what it counts, what it writes, and that a rival that breaks is a row that says so."""

import importlib
import os
import pathlib
import re
import sys

import pytest

import reference

sys.path.insert(0, str(reference.ROOT / "bench"))

from rivals import collection, compare, install, measure, table  # noqa: E402
from rivals.rival import Package, Rival, removed_of_pairs  # noqa: E402


def planted(*pairs):
    return collection.Collection(pathlib.Path("none"), 10, list(pairs))


@pytest.mark.parametrize(
    "removed, recall, precision",
    [
        ([], 0.0, 1.0),
        (["b"], 2 / 3, 1.0),  # a-b and b-c are found; a and c stay
        (["a", "b"], 2 / 3, 1 / 2),  # nothing stays that a is like
        (["b", "e", "z"], 1.0, 2 / 3),  # z was like nothing
        (["d", "e"], 1 / 3, 0.0),  # a group must keep one
    ],
)
def test_quality_of_a_removal(removed, recall, precision):
    data = planted(("a", "b"), ("b", "c"), ("d", "e"))
    assert data.quality(removed) == (pytest.approx(recall), pytest.approx(precision))


def test_quality_of_pairs_knows_no_order():
    data = planted(("a", "b"), ("b", "c"))
    assert data.pair_quality([("b", "a"), ("a", "b"), ("a", "c")]) == (0.5, 0.5)


def test_removal_after_pairs_does_not_chain():
    assert removed_of_pairs("abcd", [("a", "b"), ("b", "c")]) == ["b"]


def test_the_first_documents_keep_only_their_pairs(tmp_path):
    path = tmp_path / "all.jsonl"
    path.write_text("".join(f"{i}\n" for i in range(4)))
    data = collection.Collection(path, 4, [("d00000000", "d00000001"), ("d00000003", "d00000001"), ("d00000001", "d00000002")])
    few = collection.first_documents(data, 3)
    assert few.path.read_text() == "0\n1\n2\n"
    assert few.pairs == [("d00000000", "d00000001"), ("d00000001", "d00000002")]


def grow(megabytes, meets):
    """A program that holds its memory until as many as `meets` hold theirs, however late a busy machine starts them."""
    grown = f"x = bytearray({megabytes} << 20); import os, pathlib, time; pathlib.Path(f'grown{{os.getpid()}}').touch()"
    wait = f"while len(list(pathlib.Path().glob('grown*'))) < {meets}: time.sleep(0.01)"
    return [sys.executable, "-c", f"{grown}\n{wait}\ntime.sleep(0.3)"]


def test_memory_is_counted_over_children(tmp_path):
    alone = measure.measure(grow(150, 1), 60, tmp_path, os.environ).peak
    (both_here := tmp_path / "both").mkdir()
    twice = ["sh", "-c", '"$@" & "$@"; wait', "sh", *grow(150, 2)]
    both = measure.measure(twice, 60, both_here, os.environ).peak
    assert 150 < alone < 200
    assert 300 < both < 400


def test_processor_time_is_counted_over_children(tmp_path):
    spin = "import time\nwhile time.process_time() < 0.5: pass"
    twice = ["sh", "-c", '"$@" & "$@"; wait', "sh", sys.executable, "-c", spin]
    measured = measure.measure(twice, 60, tmp_path, os.environ)
    assert 1.0 < measured.processor < 1.6
    assert measured.seconds > 0.5
    asleep = measure.measure(["sleep", "0.5"], 60, tmp_path, os.environ)
    assert asleep.processor < 0.2 < asleep.seconds


def test_what_takes_too_long_is_stopped_with_its_children(tmp_path):
    with pytest.raises(measure.TooLong):
        measure.measure(["sh", "-c", "sleep 60 & echo $! > child; wait"], 1, tmp_path, os.environ)
    assert measure.of_file(f"/proc/{(tmp_path / 'child').read_text().strip()}/status", "VmRSS:") == 0


def test_a_failure_says_the_last_word(tmp_path):
    with pytest.raises(measure.Failed, match="exit 3: no disk"):
        measure.measure(["sh", "-c", "echo start; echo no disk >&2; exit 3"], 60, tmp_path, os.environ)


def test_an_older_python_or_a_missing_program_is_said(tmp_path):
    with pytest.raises(install.Missing, match="needs Python 9.0"):
        install.install("x", [Package("x", "x==1", "x", python=(9, 0))], tmp_path)
    with pytest.raises(install.Missing, match="no-such-program"):
        install.install("x", [Package("x", "x==1", "x", programs=("no-such-program",))], tmp_path)


def test_rows_of_the_same_documents_stand_together():
    def at(most, answer):
        return Rival("r", "s", Package("p", "p==1", "e"), documents=most, answer=answer)

    own = [(Rival(answer, "s", answer=answer), "textkin") for answer in ("removed", "pairs")]
    whole, part = planted(), planted()
    rows = compare.rows_of([*own, (at(None, "removed"), "m"), (at(5, "pairs"), "m")], whole, part)
    assert [(row.rival.answer, row.data is whole) for row in rows] == [
        ("removed", True), ("pairs", False), ("removed", True), ("pairs", False),
    ]


def test_slow_rivals_have_one_turn_and_failed_ones_no_more():
    row = compare.Row(Rival("r", "s"), "m", planted())
    assert row.wants_a_turn
    row.seconds = [compare.SLOW - 1]
    assert row.wants_a_turn
    row.seconds = [compare.SLOW + 1, 1]
    assert not row.wants_a_turn
    row.seconds, row.failure = [], "stopped"
    assert not row.wants_a_turn


def result(name, seconds, **other):
    row = {"name": name, "version": "1", "settings": "a | b", "removes": "sets", "offers": "", "own": name == "textkin",
           "answer": "removed", "documents": 1000, "megabytes": 2.0, "seconds": seconds, "processor": [2 * s for s in seconds], "peak": 50.0, "recall": 0.9,
           "precision": 1.0, "failure": ""}
    return {**row, **other}


def test_the_table():
    rows = [result("slow", [30.0]), result("textkin", [2.0, 1.0, 4.0]), result("broken", [], failure="needs java"),
            result("small", [5.0], peak=20.0, recall=0.95, offers="an index")]
    page = table.page({"machine": "m", "load": 0.04, "date": "today", "threshold": 0.8, "rows": rows})
    assert "load\naverage 0.0 before" in page
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    assert [line.split("|")[1].strip() for line in lines] == ["rival", "textkin", "small", "slow", "broken"]
    assert "| 3 | 2.00 | 4.00 | 1.0 | 50 | 0.9000 | 1.0000 |" in lines[1]
    assert "a \\| b" in lines[1] and "needs java" in lines[4]
    assert "Less memory than `textkin` on 1,000 documents: small." in page
    assert "A higher recall than `textkin` on 1,000 documents: small." in page
    assert "Less time than" not in page
    assert "- What small has and textkin has not: an index." in page


def test_every_rival_can_be_read_without_its_library():
    for module in compare.MODULES:
        for rival in __import__(f"rivals.{module}", fromlist=["RIVALS"]).RIVALS:
            assert (rival.work is None) == (rival.command is not None) == (rival.read is not None)
            assert rival.package is None or "==" in rival.package.requirement


def test_the_page_says_what_the_sources_say_and_nothing_that_textkin_has():
    """The list at the end of docs/rivals.md is that of the sources, and no word of it is an option or a format of ours."""
    page = (reference.ROOT / "docs" / "rivals.md").read_text()
    listed = dict(re.findall(r"^- What (.*) has and textkin has not: (.*)\.$", page, re.MULTILINE))
    offers = {rival.name.split(" (")[0]: rival.offers for module in compare.MODULES for rival in importlib.import_module(f"rivals.{module}").RIVALS if rival.offers}
    assert listed == offers
    ours = ("simhash", "cosine", "parquet", "sets of anything", "real weights", "cluster of any size")
    assert not [(name, word) for name, offer in listed.items() for word in ours if word in offer.lower()]
