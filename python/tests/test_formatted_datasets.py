"""Hugging Face datasets that show their rows as frames, arrays or some columns: what comes out has every column, and shows them so too."""

import pytest

import textkin

datasets = pytest.importorskip("datasets")
SENTENCE = "the quick brown fox jumps over the lazy dog near the river bank on monday"
ROWS = {"id": ["a", "b", "c"], "text": [f"{SENTENCE}.", f"{SENTENCE}. And more words of its own.", f"{SENTENCE}!"], "n": [1, 2, 3]}
FORMATS = [None, "pandas", "polars", "arrow", "numpy"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path)


def given(form, streamed, columns=None):
    whole = datasets.Dataset.from_dict(ROWS)
    return whole.to_iterable_dataset().with_format(form) if streamed else whole.with_format(form, columns=columns)


def rows(data):
    return list(data.with_format(None))


@pytest.mark.parametrize("streamed", [False, True], ids=["stored", "streamed"])
@pytest.mark.parametrize("form", FORMATS)
def test_every_column_comes_out(form, streamed):
    data = given(form, streamed)
    assert [row["n"] for row in rows(textkin.dedup(data).apply(data))] == [1, 2]
    left = textkin.trim(data, unit="sentence", emptied="drop").apply(data)
    assert rows(left) == [{"id": "a", "text": f"{SENTENCE}.", "n": 1}, {"id": "b", "text": "And more words of its own.", "n": 2}]
    cut = textkin.decontaminate(data, {"item": SENTENCE}, action="cut", margin=0).apply(data)
    assert [(row["id"], row["n"]) for row in rows(cut)] == [("b", 2)]
    assert type(left) is type(cut) is type(data)
    assert type(next(iter(left))) is type(next(iter(data)))
    assert textkin.decontaminate(data, {"item": SENTENCE}, action="flag").apply(data).column_names == [*ROWS, "textkin"]
    assert [row["kept"] for row in textkin.dedup(data).annotate(data)["textkin"].to_pylist()] == [True, True, False]


def test_columns_that_are_not_shown_come_out_too():
    data = given("pandas", streamed=False, columns=["text", "n"])
    left = textkin.trim(data, unit="sentence").apply(data)
    assert (left.format["type"], set(left.format["columns"])) == ("pandas", {"text", "n"})
    assert [row["id"] for row in rows(left)] == ["a", "b", "c"]
