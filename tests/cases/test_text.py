"""What a text is compared by: normalisers and tokens against an independent reading of their definitions."""

import pytest

import reference
from samples import prose


def sizes(textkin, a, b, *options):
    """(shared, size_a, size_b) of two texts."""
    textkin.write("a.txt", a)
    textkin.write("b.txt", b)
    found = textkin("compare", "a.txt", "b.txt", "--format", "json", *options).json()
    return found["shared"], found["size_a"], found["size_b"]


def equal(textkin, a, b, *options):
    shared, size_a, size_b = sizes(textkin, a, b, *options)
    return shared == size_a == size_b > 0


@pytest.mark.parametrize("a, b", [
    ("Straße", "STRASSE"),
    ("ﬁne ﬂow", "fine flow"),
    ("Ａｂｃ １２３", "abc 123"),
    ("café", "cafe\u0301"),
    ("ΑΣ", "ας"),
    ("Å", "\u212b"),
    ("zero\u200bwidth", "zerowidth"),
    ("soft\u00adhyphen", "softhyphen"),
    ("한글", "\u1112\u1161\u11ab\u1100\u1173\u11af"),
    ("don't", "DON'T"),
])
def test_the_default_folds_what_looks_the_same(textkin, a, b):
    assert equal(textkin, a, b, "--shingle", "word:1")


@pytest.mark.parametrize("text, tokens", [
    ("one two", 2),
    ("one,two;three", 3),
    ("a_b", 2),
    ("don't stop", 3),
    ("3.14", 2),
    ("मैं हिन्दी बोलता हूँ", 4),
    ("привет мир", 2),
    ("我爱北京", 4),
    ("ひらかな", 4),
    ("한국어 문서", 2),
    ("日本語 text 混在", 6),
    ("e\u0301a", 1),
    ("👍 ok", 1),
])
def test_unicode_tokens(textkin, text, tokens):
    assert sizes(textkin, text, text, "--shingle", "word:1")[1] == tokens


@pytest.mark.parametrize("text", ["ภาษาไทยไม่มีช่องว่าง", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာစာ"])
def test_scripts_without_spaces_are_cut(textkin, text):
    """One token a character, so that a changed word does not change the whole line."""
    assert sizes(textkin, text, text, "--shingle", "word:1")[1] >= 4
    assert sizes(textkin, text, text, "--shingle", "word:1", "--tokens", "icu")[1] >= 1


@pytest.mark.parametrize("normalizers, a, b, same", [
    ("none", "One", "one", False),
    ("ascii-lower", "One", "one", True),
    ("ascii-lower", "Ä", "ä", False),
    ("casefold", "Ä", "ä", True),
    ("casefold", "é", "e\u0301", False),
    ("nfc", "é", "e\u0301", True),
    ("nfc", "É", "é", False),
    ("nfc,casefold", "É", "e\u0301", True),
    ("strip-marks", "é", "e", True),
    ("strip-punctuation", "a-b.c!", "abc", True),
    ("strip-punctuation", "a b", "ab", False),
    ("strip-punctuation", "ሰላም፡ለዓለም።", "ሰላም ለዓለም ", True),
    ("strip-punctuation", "བཀྲ་ཤིས།", "བཀྲ ཤིས ", True),
    ("strip-punctuation,strip-space", "ሰላም፡ለዓለም", "ሰላምለዓለም", True),
    ("strip-space", "a b\t\nc\u00a0d", "abcd", True),
    ("collapse-space", "a \t\n b", "a b", True),
    ("collapse-space", "a b", "ab", False),
    ("ascii-lower,strip-punctuation,strip-space", "It's, a Test.", "itsatest", True),
])
def test_normalizers(textkin, normalizers, a, b, same):
    tail = "xyz"
    assert equal(textkin, a + tail, b + tail, "--normalize", normalizers, "--shingle", "char:2") == same


@pytest.mark.parametrize("tokens, text, expected", [
    ("ascii", "Ünï-cödé x1", {"unïcödé"}),
    ("whitespace", "a-b  c.d\u2003e\n", 3),
    ("ascii", "a-b  c.d e", 5),
])
def test_other_tokens(textkin, tokens, text, expected):
    size = sizes(textkin, text, text, "--tokens", tokens, "--shingle", "word:1", "--normalize", "ascii-lower")[1]
    assert size == (expected if isinstance(expected, int) else len(reference.words(1)(text)))


MIXED = ["Plain ASCII text, with 3 numbers 42!", "naïve façade — “quoted” …", "Привет, мир и ЁЛКА", "ΟΔΥΣΣΕΥΣ ὁ πολύτροπος",
         "tab\tand\nnewline", "x" * 40 + " y", "a.b.c.d.e", "ÀÉÎÕÜ àéîõü", "mixed Ünïcode and plain words " + prose(1)]


@pytest.mark.parametrize("text", MIXED)
@pytest.mark.parametrize("shingle", [1, 2, 5])
def test_the_default_is_what_python_computes(textkin, text, shingle):
    other = text.upper() + " more"
    a, b = (reference.shingles(reference.unicode_tokens(t), shingle) for t in (text, other))
    assert sizes(textkin, text, other, "--shingle", f"word:{shingle}") == (len(a & b), len(a), len(b))


def test_the_spec_names_what_decides_the_features(textkin):
    textkin.jsonl("x.jsonl", ["a"])
    textkin("pairs", "x.jsonl", "--stats", "s.json", "--normalize", "nfc,casefold", "--shingle", "char:7", "--multiset")
    spec = str(textkin.stats("s.json")["spec"])
    for word in ("nfc", "casefold", "char:7", "multiset", "unicode-1"):
        assert word in spec
