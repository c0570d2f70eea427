"""What a reader of batches raises is raised: nothing is wrong with the data then."""

import pyarrow as pa
import pytest

import textkin

SCHEMA = pa.schema({"id": pa.string(), "text": pa.string()})


def reader(error):
    def batches():
        yield pa.record_batch({"id": ["a"], "text": ["x"]})
        raise error

    return pa.RecordBatchReader.from_batches(SCHEMA, batches())


class Stream:
    """Some other library's."""

    def __init__(self, error):
        self.reader = reader(error)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.reader.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize("error", [RuntimeError("boom"), KeyboardInterrupt(), OSError(5, "lost"), KeyError("k")], ids=repr)
def test_it_is_what_the_reader_raised(error, tmp_path):
    for call in (textkin.dedup, textkin.pairs):
        with pytest.raises(type(error)) as caught:
            call(reader(error))
        assert caught.value is error or str(caught.value) == str(error)
    index = textkin.Index.create(str(tmp_path / "index"))
    with pytest.raises(type(error)):
        with index.writer() as writer:
            writer.add({"b": "other"})
            try:
                writer.add(reader(error))
            except ValueError:
                pass  # "the data is wrong" would let the block be committed
    assert len(index) == 0


def test_of_another_library_its_words():
    with pytest.raises(RuntimeError, match="the data could not be read to its end: .*boom"):
        textkin.dedup(Stream(RuntimeError("boom")))
