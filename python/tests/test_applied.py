"""apply() of streams, of batches one by one, and of texts as bytes: all rows, as what they are, or an error."""

import pyarrow as pa
import pytest

import textkin

WORDS = "one two three four five six seven eight nine ten "
TEXTS = [WORDS, WORDS, "x y z"]
TABLE = pa.table({"text": TEXTS})


def results():
    return textkin.dedup(TABLE), textkin.decontaminate(TABLE, ["nothing of it"]), textkin.trim(TABLE)


def test_a_stream_with_other_rows_is_refused():
    for result in results():
        assert result.apply(TABLE.to_reader()).read_all().num_rows == int(result.kept.sum())
        for rows in (0, 2, 4, 6):
            other = pa.concat_tables([TABLE, TABLE])[:rows]
            with pytest.raises(ValueError, match=r"^this has (more than )?\d rows"):
                result.apply(other.to_reader(max_chunksize=1)).read_all()


def test_a_stream_that_was_used_up_is_refused():
    for run in (textkin.dedup, lambda data: textkin.decontaminate(data, ["nothing of it"])):
        reader, texts = TABLE.to_reader(), iter(TEXTS)
        with pytest.raises(ValueError, match="^this has 0 rows, and the result is of 3; .* of a stream one that was not read yet$"):
            run(reader).apply(reader).read_all()
        with pytest.raises(ValueError, match="^this has 0 rows, and the result is of 3"):
            run(texts).apply(texts)
        assert "x y z" in run(TEXTS).apply(iter(TEXTS))
        with pytest.raises(ValueError, match="^this has 4 rows"):
            run(TEXTS).apply(iter([*TEXTS, "u"]))


def test_a_stream_of_hugging_face_with_more_rows_is_refused():
    datasets = pytest.importorskip("datasets")
    result = textkin.dedup(TABLE)
    rows = [{"text": text} for text in [*TEXTS, "u"]]
    assert len(list(result.apply(datasets.IterableDataset.from_generator(lambda: iter(rows[:3]))))) == 2
    with pytest.raises(ValueError, match="^this has more than 3 rows"):
        list(result.apply(datasets.IterableDataset.from_generator(lambda: iter(rows))))


@pytest.mark.parametrize("made", [lambda: TABLE.to_batches(max_chunksize=2), lambda: (TABLE[:1], TABLE[1:]), lambda: [TABLE[:1].to_pandas(), TABLE[1:].to_pandas()]], ids=["batches", "tables", "frames"])
def test_batches_one_by_one_stay_such(made):
    parts = made()
    result = textkin.dedup(parts)
    for given in (parts, iter(parts)):
        applied = result.apply(given)
        assert [len(part) for part in applied] == [1, 1]
        assert {type(part) for part in applied} == {type(parts[0])}
    assert result.annotate(parts)["textkin"].combine_chunks().field("kept").to_pylist() == [True, False, True]
    with pytest.raises(ValueError, match="^this has . rows, and the result is of 3"):
        result.apply(parts[:1])
    left = textkin.trim(parts, words=5).apply(parts)
    assert [type(part) for part in left] == [type(part) for part in parts] and [len(part) for part in left] == [len(part) for part in parts]
    assert textkin.dedup([TABLE.to_reader()]).apply([TABLE.to_reader()])[0].num_rows == 2


@pytest.mark.parametrize("kind", [bytes, bytearray, lambda text: memoryview(text)], ids=["bytes", "bytearray", "memoryview"])
def test_texts_as_bytes_stay_such(kind):
    texts = [kind(text.encode()) for text in (WORDS, WORDS, f"{WORDS}and more")]
    for given in (texts, dict(zip("abc", texts, strict=True))):
        left = textkin.trim(given, words=5).apply(given)
        left = list(left.values()) if isinstance(left, dict) else left
        assert [bytes(text) for text in left] == [WORDS.encode(), b"", b"and more"] and {type(text) for text in left} == {type(texts[0])}
    assert len(textkin.dedup(dict(zip("ab", texts[:2], strict=True))).apply(dict(zip("ab", texts[:2], strict=True)))) == 1
