"""Passages in every script: two halves of one text share next to nothing, and what was copied is found all the same."""

import json

import pytest
from reference import DATA

LANGUAGES = sorted((DATA / "udhr-unicode").glob("*.txt")) 
needs_data = pytest.mark.skipif(not LANGUAGES, reason="no udhr-unicode in TEXTKIN_DATA")
WITHOUT_SPACES = {"tha", "lao", "khm", "mya", "jpn", "cmn_hans", "cmn_hant", "iii", "bod"}


def halves(path):
    text = path.read_text()
    middle = text.find("\n", len(text) // 2)
    return text[:middle], text[middle:]


def covered(rows, side):
    characters = set()
    for row in rows:
        first = int(row[f"{side}_offset"])
        characters.update(range(first, first + int(row[f"{side}_length"])))
    return len(characters)


@needs_data
def test_halves_of_one_text_in_each_language_share_next_to_nothing(textkin):
    texts = {path.stem: halves(path) for path in LANGUAGES}
    for name, side in (("a.jsonl", 0), ("b.jsonl", 1)):
        textkin.jsonl(name, [{"id": language, "text": text[side]} for language, text in texts.items()])
    rows = textkin("passages", "a.jsonl", "--against", "b.jsonl").table()
    shares = {}
    for language, text in texts.items():
        own = [row for row in rows if row["a"] == row["b"] == language]
        shares[language] = max(covered(own, "a") / len(text[0]), covered(own, "b") / len(text[1]))
    assert len(shares) > 70 and {language: share for language, share in shares.items() if share > 0.05} == {}


@needs_data
def test_the_page_says_so_too(textkin):
    for language in ("tha", "khm", "lao", "mya", "jpn"):
        a, b = halves(DATA / "udhr-unicode" / f"{language}.txt")
        textkin.jsonl("in.jsonl", [{"id": "a", "text": a}, {"id": "b", "text": b}])
        for row in textkin("report", "in.jsonl", "--format", "tsv", "-o", "-").table():
            assert float(row["share_a"]) < 0.05 and float(row["share_b"]) < 0.05


@needs_data
@pytest.mark.parametrize("edited", [False, True], ids=["verbatim", "edited"])
def test_what_was_copied_is_found_in_scripts_without_spaces(textkin, edited):
    hosts, sources, planted = [], [], {}
    for path in LANGUAGES:
        if path.stem not in WITHOUT_SPACES:
            continue
        source, host = halves(path)
        begin = len(source) // 3
        piece = source[begin : begin + 250]
        copy = "".join("x" if edited and i % 50 == 49 else c for i, c in enumerate(piece))
        at = len(host) // 2
        planted[path.stem] = (begin, at)
        hosts.append({"id": path.stem, "text": host[:at] + copy + host[at:]})
        sources.append({"id": path.stem, "text": source})
    textkin.jsonl("a.jsonl", hosts)
    textkin.jsonl("b.jsonl", sources)
    rows = textkin("passages", "a.jsonl", "--against", "b.jsonl").table()
    assert len(planted) >= 7
    for language, (begin, at) in planted.items():
        best = max(
            (min(int(row["b_offset"]) + int(row["b_length"]), begin + 250) - max(int(row["b_offset"]), begin)
             for row in rows if row["a"] == row["b"] == language),
            default=0,
        )
        assert best >= 0.9 * 250, (language, best)
