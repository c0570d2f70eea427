"""DedupResult.at(): a clean-up at a higher threshold without another run."""

import pickle
import random

import pyarrow as pa
import pytest

import textkin


def collection(seed, rows=150):
    draw = random.Random(seed)
    words = [f"w{i}" for i in range(40)]
    texts = [[draw.choice(words) for _ in range(draw.randint(0, 14))] for _ in range(rows // 3)]
    while len(texts) < rows:
        text = list(draw.choice(texts))
        for _ in range(draw.choice([0, 0, 1, 1, 2, 3])):
            text.insert(draw.randint(0, len(text)), draw.choice(words))
        texts.append(text)
    draw.shuffle(texts)
    return pa.table({"id": [f"d{i}" for i in range(rows)], "text": [" ".join(text) for text in texts], "rank": [draw.randint(0, 5) for _ in range(rows)]})


@pytest.mark.parametrize("keep", ["first", "last", "longest", "field:rank", "prefer:d1*"])
@pytest.mark.parametrize("seed", range(4))
def test_it_equals_another_run(seed, keep):
    data = collection(seed)
    asked = {"exact": True, "shingle": "word:2", "keep": keep}
    known = textkin.dedup(data, 0.2, all_pairs=True, **asked)
    kept = set()
    for threshold in (0.2, 0.35, 0.5, 2 / 3, 0.9, 1):
        again, anew = known.at(threshold), textkin.dedup(data, threshold, **asked)
        assert again.kept.tolist() == anew.kept.tolist()
        assert again.removed.equals(anew.removed) and again.clusters.equals(anew.clusters) and again.labels.equals(anew.labels)
        assert [again.stats[name] for name in ("threshold", "kept", "removed", "documents")] == [anew.stats[name] for name in ("threshold", "kept", "removed", "documents")]
        assert again.annotate(data).equals(anew.annotate(data)) and again.apply(data).equals(anew.apply(data))
        assert again.at(max(threshold, 0.95)).kept.tolist() == known.at(max(threshold, 0.95)).kept.tolist()
        kept.add(int(again.kept.sum()))
    assert len(kept) > 3


def test_rows_without_text_and_paths(tmp_path):
    texts = ["a b c d e f g", None, "a b c d e f h", "", "a b c d e f g"]
    known = textkin.dedup(texts, 0.1, all_pairs=True, shingle="word:2")
    assert known.kept.tolist() == [True, True, False, True, False]
    assert known.at(0.9).kept.tolist() == [True, True, True, True, False]
    path = tmp_path / "in.jsonl"
    path.write_text("".join('{"id": "%d", "text": "%s"}\n' % (i, text or "") for i, text in enumerate(texts)))
    of_file = textkin.dedup(path, 0.1, all_pairs=True, shingle="word:2")
    assert of_file.at(0.9).kept.tolist() == [True, True, True, True, False]


def test_what_is_not_known_is_refused():
    data = collection(1)
    with pytest.raises(ValueError, match="all_pairs=True"):
        textkin.dedup(data, 0.5).at(0.9)
    known = textkin.dedup(data, 0.5, all_pairs=True)
    for threshold in (0.4, 1.5, float("nan")):
        with pytest.raises(ValueError, match="knows pairs from 0.5 to 1"):
            known.at(threshold)
    with pytest.raises(ValueError, match="not judged"):
        textkin.dedup(data, against=data, all_pairs=True)
    with pytest.raises(ValueError, match="pickled"):
        pickle.loads(pickle.dumps(known)).at(0.9)
    assert pickle.loads(pickle.dumps(known.at(0.9))).kept.tolist() == known.at(0.9).kept.tolist()
