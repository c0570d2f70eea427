"""An index on Spark: rows are those of Index.query(), and shards are asked as one index."""

import random

import on_spark
import pyarrow as pa
import pytest
import textkin.spark
from index_texts import changed, family

import textkin


def rows(frame):
    return sorted(tuple(row) for row in frame.collect())


def of_table(table):
    return sorted(tuple(row.values()) for row in table.to_pylist())


def test_a_dataframe_asks_an_index(spark, tmp_path):
    draw = random.Random(1)
    texts = family(draw, 200)
    index = textkin.Index.create(tmp_path / "idx", fields=["course"])
    index.add(pa.table({"id": [f"d{i}" for i in range(200)], "text": texts, "course": ["a", "b"] * 100}))
    asked = [(i, changed(draw, draw.choice(texts), draw.randrange(6))) for i in range(90)] + [(90, None), (91, "")]
    frame = spark.createDataFrame(asked, "id long, text string").repartition(5)
    for options in ({"threshold": 0.5}, {"threshold": 0.7, "where": {"course": "b"}}, {"threshold": 0.2, "exact": True}, {"top": 2, "threshold": 0.6}, {"threshold": 0.2}, {"threshold": 0.4, "measure": "containment", "contained": "stored"}):
        given = pa.table({"id": [id for id, _ in asked], "text": [one for _, one in asked]})
        assert rows(textkin.spark.query(frame, index.path, **options)) == of_table(index.query(given, **options).table)
    # It stays at the sequence of when it was called.
    later = textkin.spark.query(frame, index, 0.5)
    expected = of_table(index.query(given, 0.5).table)
    index.add(pa.table({"id": ["x"], "text": [asked[0][1]], "course": ["a"]}))
    assert rows(later) == expected
    assert len(rows(textkin.spark.query(frame, index.path, 0.5))) > len(expected)


def test_shards_are_one_index(spark, tmp_path):
    draw = random.Random(2)
    texts = family(draw, 240)
    documents = [(f"d{i}", one, i % 3) for i, one in enumerate(texts)]
    frame = spark.createDataFrame(documents, "name string, body string, year int").repartition(6)
    made = textkin.spark.index(frame, tmp_path / "shards", text="body", id="name", shards=4, fields=["year"], least=0.4)
    assert len(made) == 240 and len(made.indexes) == 4 and all(index.stats()["segments"] <= 1 for index in made.indexes)
    assert {path.name for path in (tmp_path / "shards").iterdir()} == {"shards.json", *(f"shard-{i:05d}" for i in range(4))}
    one = textkin.Index.create(tmp_path / "one", fields=["year"], least=0.4)
    one.add(pa.table({"id": [id for id, _, _ in documents], "text": texts, "year": [year for _, _, year in documents]}))
    asked = {f"q{i}": changed(draw, draw.choice(texts), draw.randrange(6)) for i in range(50)}
    questions = spark.createDataFrame(list(asked.items()), "id string, text string")
    for options in ({"threshold": 0.4}, {"threshold": 0.8}, {"threshold": 0.5, "where": {"year": 1}}, {"threshold": 0.3, "exact": True}):
        expected = of_table(one.query(asked, **options).table)
        assert of_table(made.query(asked, **options).table) == expected
        assert rows(textkin.spark.query(questions, tmp_path / "shards", **options)) == expected
    for index in made.indexes:
        index.verify(deep=True)


def test_what_is_refused(spark, tmp_path):
    frame = spark.createDataFrame([("a", "x"), ("a", "y"), (None, "z")], "id string, text string")
    with pytest.raises(ValueError, match="no column 'body'"):
        textkin.spark.index(frame, tmp_path / "s", text="body")
    with pytest.raises(ValueError, match="least=7"):
        textkin.spark.index(frame, tmp_path / "s", least=7)
    with pytest.raises(Exception, match="1 rows have no id"):
        textkin.spark.index(frame.where("id is null"), tmp_path / "s1")
    with pytest.raises(Exception, match="repeat an id of column 'id'"):
        textkin.spark.index(frame.where("id is not null"), tmp_path / "s2")
    empty = textkin.spark.index(frame.where("false"), tmp_path / "s3")
    assert len(empty) == 0 and on_spark is not None
    with pytest.raises(ValueError, match="exists already"):
        textkin.spark.index(frame, tmp_path / "s3")
    with pytest.raises(ValueError, match="least=0.5"):
        textkin.spark.query(frame, textkin.Index.create(tmp_path / "bands", passages="none"), 0.1)
    with pytest.raises(ValueError, match="no meaning on Spark"):
        textkin.spark.query(frame, empty, run_dir="x")
    with pytest.raises(FileNotFoundError):
        textkin.spark.query(frame, tmp_path / "none")
