"""Outputs at addresses: whole or not at all, called by their address, and never in the place of an input."""

import json
import os

import pandas as pd
import pytest

import textkin

fsspec = pytest.importorskip("fsspec")
TEXT = "the river rose two metres in one night"
ROWS = [{"id": name, "text": text} for name, text in (("a", TEXT), ("b", "x y z"), ("c", TEXT))]


@pytest.fixture
def place(tmp_path):
    """A place whose files are whole when they appear, and one that copies by and by."""
    memory = fsspec.filesystem("memory")
    memory.pipe("/place/docs.jsonl", "".join(json.dumps(row) + "\n" for row in ROWS).encode())
    memory.pipe("/place/many/below/b.jsonl", "".join(json.dumps(row) + "\n" for row in ROWS).encode())
    with memory.open("/place/docs.parquet", "wb") as file:
        pd.DataFrame(ROWS).to_parquet(file)
    yield memory
    memory.rm("/place", recursive=True)


def ids(lines):
    return [json.loads(line)["id"] for line in lines.decode().splitlines()]


def test_each_output_is_sent(place):
    result = textkin.dedup("memory://place/docs.jsonl", output="memory://place/out/kept.jsonl", removed="memory://place/out/why.jsonl", report="memory://place/out/page.html")
    assert repr(result) == "DedupResult(documents=3, kept=2, removed=1)"
    assert ids(place.cat("/place/out/kept.jsonl")) == ["a", "b"] and ids(place.cat("/place/out/why.jsonl")) == ["c"]
    assert b"<html" in place.cat("/place/out/page.html")
    textkin.dedup("memory://place/docs.parquet", output="memory://place/out/kept.parquet")
    with place.open("/place/out/kept.parquet") as file:
        assert pd.read_parquet(file)["id"].tolist() == ["a", "b"]
    textkin.dedup("memory://place/many", output="memory://place/shards/")
    assert ids(place.cat("/place/shards/below/b.jsonl")) == ["a", "b"]
    textkin.trim("memory://place/docs.jsonl", words=5, output="memory://place/out/left.jsonl")
    assert ids(place.cat("/place/out/left.jsonl")) == ["a", "b", "c"]
    textkin.decontaminate("memory://place/docs.jsonl", against=["x y z"], shingle="word:3", output="memory://place/out/clean.jsonl")
    assert ids(place.cat("/place/out/clean.jsonl")) == ["a", "c"]
    textkin.report("memory://place/docs.jsonl", "memory://place/out/report.html", guarantee=4)
    assert b"<html" in place.cat("/place/out/report.html")


def test_methods_and_signatures_send_theirs_too(place, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    index = textkin.Index.create("ix")
    index.add(ROWS, problems="memory://place/out/added.jsonl")
    index.export("memory://place/out/all.jsonl")
    index.query([TEXT], stats="memory://place/out/stats.json", problems="memory://place/out/problems.jsonl")
    index.report([TEXT], "memory://place/out/page.html")
    with index.writer() as writer:
        writer.add(ROWS, problems="memory://place/out/written.jsonl")
    textkin.signatures.create(ROWS, "here.sig")
    textkin.signatures.merge(["here.sig"], "memory://place/out/merged.sig")
    textkin.signatures.write(textkin.sketch(ROWS), "memory://place/out/table.parquet")
    names = ["added.jsonl", "all.jsonl", "merged.sig", "page.html", "problems.jsonl", "stats.json", "table.parquet", "written.jsonl"]
    assert sorted(place.find("/place/out")) == [f"/place/out/{name}" for name in names]
    assert ids(place.cat("/place/out/all.jsonl")) == ["a", "b", "c"] and json.loads(place.cat("/place/out/stats.json"))["documents"] == 1
    assert sorted(os.listdir(tmp_path)) == ["here.sig", "ix"]


def test_a_place_that_copies_by_and_by_has_it_whole(place, tmp_path):
    address = f"file://{tmp_path}/below/kept.jsonl"
    textkin.dedup("memory://place/docs.jsonl", output=address)
    assert ids((tmp_path / "below/kept.jsonl").read_bytes()) == ["a", "b"]
    assert os.listdir(tmp_path / "below") == ["kept.jsonl"]
    textkin.dedup("memory://place/many", output=f"file://{tmp_path}/below")  # a folder that is there
    assert ids((tmp_path / "below/below/b.jsonl").read_bytes()) == ["a", "b"]


def test_what_ends_early_sends_nothing(place, monkeypatch, tmp_path):
    before = place.find("/place")
    with pytest.raises(ValueError, match="nosuch"):
        textkin.dedup("memory://place/docs.jsonl", output="memory://place/kept.jsonl", keep="nosuch")
    textkin.dedup("memory://place/docs.jsonl", output="memory://place/kept.jsonl", check=True)
    assert place.find("/place") == before

    def fail(*_, **__):
        raise OSError("no room\nleft")

    local = fsspec.filesystem("file")
    monkeypatch.setattr(type(local), "mv", fail)
    with pytest.raises(OSError, match=f"^file://{tmp_path}/kept.jsonl: no room$"):
        textkin.dedup("memory://place/docs.jsonl", output=f"file://{tmp_path}/kept.jsonl")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("output", ["memory://place/docs.jsonl", "memory://place", "memory://place/docs.jsonl/"])
def test_no_output_is_an_input(place, output):
    with pytest.raises(ValueError, match="output=memory://place.* is the input memory://place/docs.jsonl, or lies with it, and would be replaced"):
        textkin.dedup("memory://place/docs.jsonl", output=output)


def test_what_cannot_be_is_said(place, tmp_path):
    data = "memory://place/docs.jsonl"
    with pytest.raises(ValueError, match="is the input memory://place/many/"):
        textkin.dedup("memory://place/many/*/b.jsonl", output="memory://place/many/kept.jsonl")
    with pytest.raises(ValueError, match="is the input memory://place/many"):
        textkin.decontaminate(data, against="memory://place/many", output="memory://place/many/x.jsonl")
    with pytest.raises(ValueError, match="removed= and output= are both memory://place/x.jsonl|output= and removed= are both memory://place/x.jsonl"):
        textkin.dedup(data, output="memory://place/x.jsonl", removed="memory://place/x.jsonl")
    with pytest.raises(ValueError, match="run_dir=memory://place/run: a run takes its work up again on this machine"):
        textkin.dedup(data, output="memory://place/x.jsonl", run_dir="memory://place/run")
    with pytest.raises((ValueError, ImportError), match="^nosuch://place/x.jsonl: "):
        textkin.dedup(data, output="nosuch://place/x.jsonl")
    # What an output's name promises is held to, and it is called by its address.
    with pytest.raises(ValueError, match="memory://place/x.csv"):
        textkin.dedup(data, output="memory://place/x.csv")
    assert sorted(place.find("/place")) == ["/place/docs.jsonl", "/place/docs.parquet", "/place/many/below/b.jsonl"]
