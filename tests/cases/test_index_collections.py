"""Real collections, every document asked against an index of all: the rows of `pairs`, however the index came to be.

A short form here; with TEXTKIN_SOAK=1 (`make soak`) every threshold, and a thousand pieces."""

import random

import pytest

import collections_of_truth
from index_model import SOAK

NAMES = ("us-code", "powershell-docs", "tang-poems", "laws-de", "movie-reviews")
THRESHOLDS = ("0.5", "0.7", "0.8", "0.9") if SOAK else ("0.5", "0.8")
LONG = 600


class Archive:
    """A collection, the right rows, and indexes of it."""

    def __init__(self, textkin, name):
        self.textkin, self.collection = textkin, collections_of_truth.load(name)
        self.options = self.collection.options
        self.records = [{"id": id, "text": text} for id, text in self.collection.documents]
        self.all = textkin.jsonl("all.jsonl", self.records)
        self.expected = {}

    def rows(self, threshold):
        if threshold not in self.expected:
            answer = self.textkin("pairs", self.all, "--against", self.all, *self.options, "-t", threshold, "--exact", "-q", timeout=LONG)
            self.expected[threshold] = sorted(answer.stdout.splitlines()[1:])
        return self.expected[threshold]

    def create(self, name):
        self.textkin("index", "create", name, *self.options)

    def add(self, name, records):
        self.textkin("index", "add", name, self.textkin.jsonl("some.jsonl", records), timeout=LONG)

    def query(self, name, threshold, *words):
        """Rows, in their order; several names are asked as one index."""
        return sorted(self.textkin("index", "query", *name.split(), self.all, "-t", threshold, "-q", *words, timeout=LONG).stdout.splitlines()[1:])

    def check(self, name):
        """Exactly all rows with --exact; without, as many as every answer states, and no other."""
        for threshold in THRESHOLDS:
            expected = self.rows(threshold)
            assert self.query(name, threshold, "--exact") == expected, (name, threshold)
            self.check_found(name, threshold, self.query(name, threshold, "--answers", "sure.tsv"))

    def check_found(self, name, threshold, found):
        expected = self.rows(threshold)
        assert set(found) <= set(expected) and len(found) == len(set(found)), (name, threshold, "precision")
        stated = min(float(line.split("\t")[3]) for line in (self.textkin.folder / "sure.tsv").read_text().splitlines()[1:])
        assert stated >= 0.95 and len(found) >= stated * len(expected), (name, threshold, len(found), len(expected))
        return found


@pytest.fixture(scope="module", params=NAMES)
def archive(request, textkin_once):
    archive = Archive(textkin_once, request.param)
    archive.whole = f"whole-{request.param}"
    archive.create(archive.whole)
    archive.add(archive.whole, archive.records)
    return archive


def test_all_at_once(archive):
    archive.check(archive.whole)


def test_in_pieces_and_what_is_done_to_it(archive):
    """Any pieces, four folders, a third gone and back, merged, a copy: the same rows by the same keys."""
    if not SOAK and archive.collection.name not in ("us-code", "powershell-docs"):
        pytest.skip("a longer one; make soak runs it")
    draw = random.Random(7)
    threshold = "0.7"
    right = archive.query(archive.whole, threshold)
    records = archive.records
    for pieces in (7, 1000) if SOAK else (7,):
        name = f"in-{pieces}-{archive.collection.name}"
        archive.create(name)
        for i in range(pieces):
            if piece := records[i * len(records) // pieces : (i + 1) * len(records) // pieces]:
                archive.add(name, piece)
        assert archive.query(name, threshold) == right, pieces
        if SOAK:
            archive.check(name)
    shards = [f"in-shard-{i}-{archive.collection.name}" for i in range(4)]
    homes = [draw.randrange(4) for _ in records]
    for i, shard in enumerate(shards):
        archive.create(shard)
        archive.add(shard, [record for record, home in zip(records, homes) if home == i])
    assert archive.query(" ".join(shards), threshold) == right
    if SOAK:
        archive.check(" ".join(shards))
    third = draw.sample(records, len(records) // 3)
    archive.textkin("index", "remove", name, "--ids", archive.textkin.write("ids.txt", "".join(r["id"] + "\n" for r in third)))
    gone = {record["id"] for record in third}
    without = archive.query(name, threshold)
    left = [row for row in right if row.split(b"\t")[1].decode() not in gone]
    assert without == left and len(left) < len(right)
    archive.add(name, third)
    assert archive.query(name, threshold) == right
    archive.textkin("index", "merge", name)
    assert archive.query(name, threshold) == right
    archive.textkin("index", "snapshot", name, f"copy-{archive.collection.name}")
    archive.add(name, [{"id": "another", "text": records[0]["text"]}])
    archive.textkin("index", "verify", name, "--deep", timeout=LONG)
    assert archive.query(f"copy-{archive.collection.name}", threshold) == right
    if SOAK:
        archive.check(f"copy-{archive.collection.name}")
