"""Every option of the command line is one of the package, or there is a reason why not."""

import inspect
import re

import pytest

import textkin
from textkin._options import Options

# Outputs are what the functions return; names of fields are `text` and `id`; the terminal is the caller's.
ELSEWHERE = {
    "help",
    "output",
    "format",
    "removed",
    "clusters",
    "copy-to",
    "annotate",
    "check",
    "text-field",
    "id-field",
    "quiet",
}


@pytest.mark.parametrize("command", ["pairs", "dedup", "compare", "plan"])
def test_options(program, command):
    listed = set(re.findall(r"^  (?:-\w,)?--([a-z0-9-]+)", program(command, "--help").decode(), re.MULTILINE))
    function = getattr(textkin, command)
    own = set(inspect.signature(function).parameters)
    missing = {
        name
        for name in listed - ELSEWHERE
        if name.replace("-", "_") not in own
        and name.replace("-", "_") not in {x.rstrip("_") for x in Options.__annotations__}
    }
    assert not missing


def test_values():
    texts = ["the cat sat on the mat today", "a cat sat on a mat today"]
    table = textkin.pairs(texts, 1, stop_words="english", shingle="word:2", normalize=["nfkc-casefold"], exact=True)
    assert len(table) == 1
    assert textkin.plan(0.7, 0.99, hashes=128)["hashes"] == 128
    alike = ["a b c d e f g h i j k", "a b c d e f g h i j z", "nothing of that"]
    both = textkin.pairs(alike, 0.3, estimates=True)
    assert both.num_rows == 1 and abs(both["estimate"][0].as_py() - both["similarity"][0].as_py()) < 0.2
    none = textkin.pairs(alike[1:], 0.9, estimates=True, fdr=0.01)
    assert none.num_rows == 0 and none.schema.names[-2:] == ["log10_p_value", "estimate"]
    looked = textkin.plan(0.6, data=["one text of some words", "another text, of other words", "a third"])
    assert looked["documents"] == 3 and looked["shingle"].startswith("word:")
    assert textkin.compare("one two three", "one two four", shingle="word:1")["jaccard"] == 0.5


def test_progress():
    seen = []
    textkin.pairs(
        [f"text {i} of some {i * i} words" for i in range(200000)], progress=lambda *about: seen.append(about)
    )
    assert seen
    stage, done, total = seen[-1]
    assert stage
    assert done <= total


def test_what_progress_raises_ends_the_run():
    def stop(*about):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        textkin.pairs([f"text {i} of some {i * i} words" for i in range(400000)], progress=stop)
    assert len(textkin.pairs(["a b c", "a b c"])) == 1
