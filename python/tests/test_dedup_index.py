"""dedup(new, against=INDEX): the same rows from every kind of data, as of the sequence of what is given."""

import json
import pickle
import random

import pandas as pd
import pytest

import textkin

ROWS = 300


def texts(seed, edits):
    draw = random.Random(seed)
    words = [f"w{draw.randrange(4000)}" for _ in range(120)]
    for _ in range(edits):
        words[draw.randrange(len(words))] = f"x{draw.randrange(10**6)}"
    return " ".join(words)


@pytest.fixture
def sides(tmp_path):
    old = pd.DataFrame({"id": [f"o{i}" for i in range(ROWS)], "text": [texts(i, 0) for i in range(ROWS)]})
    new = pd.DataFrame({"id": [f"n{i}" for i in range(ROWS)], "text": [texts(i % 100 + 230, i % 3) for i in range(ROWS)]})
    index = textkin.Index.create(tmp_path / "index", passages="none")
    index.add(old)
    index.refresh()
    return new, old, index


def test_every_way_to_say_it_is_the_same(sides, tmp_path):
    new, old, index = sides
    new.to_parquet(tmp_path / "new.parquet")
    new.to_json(tmp_path / "new.jsonl", orient="records", lines=True)
    given = [textkin.dedup(new, against=index), textkin.dedup(new, against=str(index.path))]
    given.append(textkin.dedup(new, against=textkin.Indexes([index.path])))
    given.append(textkin.dedup(tmp_path / "new.jsonl", against=index, output=tmp_path / "kept.jsonl"))
    given.append(textkin.dedup(tmp_path / "new.parquet", against=index, output=tmp_path / "kept.parquet"))
    rows = [result.removed.to_pylist() for result in given]
    assert all(one == rows[0] for one in rows) and {row["kept_in"] for row in rows[0]} == {"input", "against"}
    kept = given[0].apply(new)
    assert pd.read_parquet(tmp_path / "kept.parquet")["id"].tolist() == kept["id"].tolist()
    assert [json.loads(line)["id"] for line in open(tmp_path / "kept.jsonl")] == kept["id"].tolist()
    assert given[0].stats["against_documents"] == ROWS and given[0].stats["against_recall"] >= 0.95
    labels = dict(zip(new["id"], given[0].labels.to_pylist()))
    leads: dict[tuple[str, str], str] = {}  # of what stays, the row whose id is the label
    for row in rows[0]:
        own = row["kept"] if row["kept_in"] == "input" else leads.setdefault((row["kept_in"], row["kept"]), row["id"])
        assert labels[row["id"]] == own
    assert pickle.loads(pickle.dumps(given[0])).removed == given[0].removed
    # What stays is what the same documents as a frame leave, where all is found.
    exact = [textkin.dedup(new, against=side, exact=True) for side in (index, old)]
    assert exact[0].kept.tolist() == exact[1].kept.tolist() and "against_recall" not in exact[0].stats


def test_an_index_that_is_open_answers_as_of_its_sequence(sides):
    new, _, index = sides
    before = textkin.dedup(new, against=index).removed
    textkin.Index(index.path).add(pd.DataFrame({"id": ["all"], "text": [new["text"].iloc[-1]]}))
    assert textkin.dedup(new, against=index).removed == before
    later = textkin.dedup(new, against=index.path).removed
    assert later != before and "all" in later["kept"].to_pylist()
    index.refresh()
    assert textkin.dedup(new, against=index).removed == later


def test_what_cannot_be_is_said(sides):
    new, _, index = sides
    with pytest.raises(ValueError, match="shingle= has no use beside the index"):
        textkin.dedup(new, against=index, shingle="word:3")
    with pytest.raises(ValueError, match="threshold=0.3 is below least=0.5 of the index .*; add exact=True"):
        textkin.dedup(new, against=index, threshold=0.3)
    with pytest.raises(TypeError, match="an index is asked: its query"):
        textkin.pairs(new, against=index)
    with pytest.raises(TypeError, match="an index is asked: its query"):
        textkin.dedup(index)
