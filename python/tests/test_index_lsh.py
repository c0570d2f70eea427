"""textkin.IndexLSH and textkin.Indexes: the words of datasketch over an Index, and several folders asked as one."""

import multiprocessing
import pickle
import random

import pyarrow as pa
import pytest

import textkin
from index_texts import changed, family, text


def test_texts(tmp_path):
    draw = random.Random(1)
    lsh = textkin.IndexLSH(tmp_path / "lsh", threshold=0.7)
    assert lsh.is_empty() and lsh.query("nothing is here") == []
    base = text(draw, 100)
    lsh.insert("a", base)
    with lsh.insertion_session() as session:
        session.insert("b", changed(draw, base, 2))
        session.insert("c", text(draw, 100))
    assert lsh.query(base) == ["a", "b"] and lsh.query(base, 0.999) == ["a"] and lsh.query(base, top=1) == ["a"]
    assert "a" in lsh and "x" not in lsh and len(lsh) == 3
    with pytest.raises(ValueError, match="the id a is in the index"):
        lsh.insert("a", "another text")
    with pytest.raises(ValueError, match="no key 'x'"):
        lsh.remove("x")
    lsh.remove("a")
    assert textkin.IndexLSH(tmp_path / "lsh", 0.7).query(base) == ["b"]
    with pytest.raises(ValueError, match="sets=False"):
        textkin.IndexLSH(tmp_path / "lsh", sets=True)
    with pytest.raises(TypeError, match="sets=True"):
        lsh.insert("d", {"a", "set"})
    with pytest.raises(TypeError, match="a key is a str"):
        lsh.insert(1, "x")
    with pytest.raises(ValueError, match="was made already"):
        textkin.IndexLSH(tmp_path / "lsh", shingle="word:2")


@pytest.mark.parametrize("size", [8, 200])
def test_sets_are_compared_as_sets(tmp_path, size):
    """Whatever their items are: spaces, percent signs, nothing, bytes, other letters."""
    draw = random.Random(size)
    lsh = textkin.IndexLSH(tmp_path / "lsh", threshold=0.4, sets=True)
    things = [f"two words {i}" for i in range(size)] + [f"{i}%20" for i in range(size)] + ["", "%", " ", "É", "é", "a\u2028b", b"\xff"]
    sets = {f"s{i}": set(draw.sample(things, draw.randrange(size // 2, len(things)))) for i in range(60)}
    with lsh.insertion_session() as session:
        for key, items in sets.items():
            session.insert(key, items)
    for asked in list(sets.values())[:20]:
        alike = {key: len(asked & items) / len(asked | items) for key, items in sets.items()}
        for threshold in (0.4, 0.5, 0.8):
            found = lsh.query(asked, threshold)
            assert set(found) <= {key for key, value in alike.items() if value >= threshold}
            assert [alike[key] for key in found] == sorted((alike[key] for key in found), reverse=True)
            assert len(found) >= 0.9 * sum(value >= threshold for value in alike.values())
    with pytest.raises(TypeError, match="sets=False"):
        lsh.insert("x", "one str")


def count(indexes):
    return len(indexes)


def test_several_folders_are_one(tmp_path):
    draw = random.Random(2)
    texts = family(draw, 300)
    documents = pa.table({"id": [f"d{i}" for i in range(300)], "text": texts})
    one = textkin.Index.create(tmp_path / "one")
    one.add(documents)
    parts = [textkin.Index.create(tmp_path / f"part{i}") for i in range(4)]
    for i, part in enumerate(parts):
        part.add(documents.slice(75 * i, 75))
    asked = {f"q{i}": changed(draw, draw.choice(texts), draw.randrange(6)) for i in range(60)}
    together = textkin.Indexes([part.path for part in parts])
    for threshold in (0.5, 0.7, 0.9):
        for options in ({}, {"exact": True}, {"top": 3}):
            found = together.query(asked, threshold, **options)
            assert found.to_pylist() == one.query(asked, threshold, **options).to_pylist()
    assert len(together) == 300 and "d299" in together and "x" not in together
    assert len(together.query(asked, 0.5, answers=True).answers) == 60
    parts[0].add({"x": "one more text than before"})
    assert len(together) == 300
    together.refresh()
    assert len(together) == 301 and len(pickle.loads(pickle.dumps(together))) == 301
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(count, [together]) == 301
    with pytest.raises(ValueError, match="no index to ask"):
        textkin.Indexes([])
    with pytest.raises(FileNotFoundError):
        textkin.Indexes(tmp_path / "one")
