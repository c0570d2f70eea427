"""--memory holds whatever a file of signatures holds: files many times as large are asked, compared, added to and merged."""

import pytest

from samples import prose
from test_hostile_memory import MEBIBYTE, allowed, measured

COUNT = 24000
MEBIBYTES = 32
HOW = ("--sketch", "bottomk", "--hashes", "1000", "--shingle", "word:1")


@pytest.fixture(scope="module")
def large(textkin_once):
    """190 MiB of signatures of short texts."""
    textkin_once.jsonl("many.jsonl", [{"id": f"d{i}", "text": f"{prose(i, 12)} w{i}"} for i in range(COUNT)])
    textkin_once.jsonl("few.jsonl", [{"id": f"q{i}", "text": f"{prose(10 * i, 12)} w{10 * i}"} for i in range(40)])
    for name in ("many", "few"):
        textkin_once("signatures", "create", f"{name}.jsonl", "-o", f"{name}.sig", *HOW)
    assert textkin_once.path("many.sig").stat().st_size > 5 * MEBIBYTES * MEBIBYTE
    return textkin_once


@pytest.mark.parametrize("words", [
    ("create", "many.jsonl", "-o", "out", *HOW),
    ("nearest", "few.jsonl", "--in", "many.sig", "-o", "out"),
    ("nearest", "--signatures", "many.sig", "--in", "few.sig", "--top", "3", "-o", "out"),
    ("pairs", "few.sig", "many.sig", "-t", "0", "-o", "out"),
    ("merge", "few.sig", "many.sig", "-o", "out"),
    ("add", "few.jsonl", "--to", "added.sig"),
], ids=lambda words: " ".join(words[:2]))
def test_a_file_larger_than_the_memory(large, words):
    if words[0] == "add":
        large.path("added.sig").write_bytes(large.path("many.sig").read_bytes())
    done = measured(large.folder, "signatures", *words, "--memory", f"{MEBIBYTES}MiB")
    assert done.code == 0, done.errors
    assert done.peak <= allowed(MEBIBYTES), f"{done.peak / MEBIBYTE:.0f} MiB"
    if words[0] in ("add", "merge"):
        return
    found = large.path("out").read_bytes()
    large("signatures", *words)
    assert large.path("out").read_bytes() == found


def test_info_reads_it_in_pieces(large):
    done = measured(large.folder, "signatures", "info", "many.sig")
    assert done.code == 0 and done.peak <= allowed(MEBIBYTES), done.errors
