"""Two sides: what is said of clusters where both have the same ids, and sides that are nothing or one stream."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import warnings

import pyarrow as pa
import pytest

import textkin

A = "the river rose two metres in one night and the bridge was gone for good today"
B = "bread needs flour water salt and time of these time is what most people leave out"
C = "somebody else wrote something quite different about some other matter that nobody had read before"


def groups(labels):
    return [labels.index(label) for label in labels]


@pytest.mark.parametrize("ids", [None, [10, 11, 12], ["a", "b", "c"]], ids=["numbers", "integers", "strings"])
def test_labels_of_both_sides_never_meet(ids):
    columns = {} if ids is None else {"id": ids}
    data = pa.table(columns | {"text": [A, B, B]})
    old = pa.table({name: values[:2] for name, values in columns.items()} | {"text": [C, A]})
    result = textkin.dedup(data, against=old)
    assert groups(result.labels.to_pylist()) == [0, 1, 1]
    assert result.labels.type == result.ids.type
    assert set(result.labels.to_pylist()) <= set(result.ids.to_pylist())
    many = textkin.dedup([A, B, A, C, B, None], against=[B, C, A]).labels
    assert groups(many.to_pylist()) == [0, 1, 0, 3, 1, 5]


def test_clusters_and_annotations_say_on_which_side_the_kept_one_is():
    data = pa.table({"text": [A, B, B, C]})
    result = textkin.dedup(data, against=[C[:40], A])
    clusters = result.clusters.to_pylist()
    assert [(row["kept_in"], row["cluster"], row["id"], row["role"]) for row in clusters] == [
        ("input", 1, 1, "kept"),
        ("input", 1, 2, "removed"),
        ("against", 1, 1, "kept"),
        ("against", 1, 0, "removed"),
    ]
    marks = result.annotate(data)["textkin"].to_pylist()
    assert [(mark["cluster"], mark["kept_in"]) for mark in marks] == [(1, "against"), (1, "input"), (1, "input"), (None, None)]
    alone = textkin.dedup(data)
    assert "kept_in" not in alone.clusters.column_names
    assert set(alone.annotate(data)["textkin"].to_pylist()[0]) == {"kept", "cluster", "similarity"}


def test_the_command_line_says_it_of_tables_too(tmp_path):
    program = os.environ.get("TEXTKIN") or str(pathlib.Path(textkin.__file__).parent / "bin" / "textkin")
    for name, texts in (("new.csv", [A, B, B]), ("old.csv", [C, A])):
        with open(tmp_path / name, "w", newline="") as file:
            csv.writer(file).writerows([["text"], *([text] for text in texts)])
    environment = os.environ | {"TEXTKIN_PYTHON": sys.executable}
    line = [program, "dedup", "new.csv", "--against", "old.csv", "-o", "out.csv", "--annotate", "--clusters", "c.tsv", "--quiet"]
    subprocess.run(line, cwd=tmp_path, env=environment, check=True)
    rows = list(csv.DictReader(open(tmp_path / "out.csv")))
    assert [row["textkin_kept_in"] for row in rows] == ["against", "input", "input"]
    assert [row["kept_in"] for row in csv.DictReader(open(tmp_path / "c.tsv"), delimiter="\t")] == ["input"] * 2 + ["against"] * 2


def as_reader():
    return pa.table({"text": [A, B]}).to_reader()


def as_generator():
    return (text for text in [A, B])


@pytest.mark.parametrize("made", [as_reader, as_generator])
@pytest.mark.parametrize("function", [textkin.pairs, textkin.dedup, textkin.passages, textkin.decontaminate])
def test_one_stream_is_not_both_sides(made, function):
    stream = made()
    with pytest.raises(ValueError, match="one stream is given twice, and is read once; make a list"):
        function(stream, against=stream)
    assert function(made(), against=made()) is not None


def test_one_stream_is_not_two_test_sets():
    stream = as_reader()
    with pytest.raises(ValueError, match="one stream is given twice"):
        textkin.decontaminate([A], {"x": stream, "y": stream})


@pytest.mark.parametrize("function", [textkin.pairs, textkin.dedup, textkin.passages, textkin.decontaminate])
def test_a_side_of_nothing_is_told(function):
    nothing = pa.table({"text": pa.array([], pa.string())})
    for against in ([], {}, nothing):
        with pytest.warns(RuntimeWarning, match="against= has no rows, so nothing is found in it"):
            function([A, B], against=against)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        function([A, B], against=[None])


def test_a_test_set_of_nothing_is_told_by_its_name(tmp_path):
    nothing = pa.table({"text": pa.array([], pa.string())})
    with pytest.warns(RuntimeWarning, match="^gone of against= has no rows"):
        textkin.decontaminate([A], {"gone": nothing, "there": pa.table({"text": [A]})})


def test_annotated_records_say_it(tmp_path):
    for name, texts in (("new.jsonl", [A, B, B, C[:60]]), ("old.jsonl", [C, A])):
        (tmp_path / name).write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
    textkin.dedup(tmp_path / "new.jsonl", against=tmp_path / "old.jsonl", output=tmp_path / "out.jsonl", annotate=True)
    marks = [json.loads(line)["textkin"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [(mark["cluster"], mark["kept_in"]) for mark in marks] == [("1", "against"), ("1", "input"), ("1", "input"), (None, None)]
