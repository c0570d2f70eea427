"""Texts made so that their hashes collide: they did under the first hash of shingles, bytes.v1, and must not now.

That hash ended in step(x, y) = fold(x * y) + x - y, which is 1 where x is 1, whatever y is, and which is solved for y.
The words below were made with that. Chance cannot make them: a pair of texts that share no word and come out alike.
"""

import re

import pytest

from samples import prose

# 24 letters each; bytes 16 to 24 are the state behind the first 16, XOR 1: what follows does not count, the hash is 1.
FIXED = """hkdycnrozkddddxlewqzeowa yspvnbabdcwwvplmguyamaob tmpbvwtbcaskakufujijfasy boygstpgtlaitvmmxyefmgqx
    ejvnvsanflvxtyhgofaqbnvq vjhqyjbqlklpdrdfwuaptxsa fmglcfetbmgflrgcrtcseubx chzbhubexcqjbkqzecflcnhv
    lgaumzblmucklqaxtiwwaytz yglzknnypmyrnmfwbkplackj sgznyvrtlpfkzgjfjgqvcafa hhajshkmwlcyrlrpomoqadsl""".split()

# A word, the length of its second preimage, and how that ends; it begins with the word, again and again.
TWINS = [
    ("the", 848, "gxblilqhkkpbsuzedzA^oX3Oy&%l,XFa"),
    ("river", 64, "jbdhtvansaqbfvzt}jkFBFy.'D+6;j[]"),
    ("rose", 576, "qsjwyppfvnpqrstes*@yd7&j@)awyLE$"),
    ("two", 736, 'qdclliqluemjiyhv1Q5xt{""BFcqT{Dj'),
    ("metres", 64, "qvlihvjldwnzhzsm=JEZC*A>m@nSruFO"),
    ("in", 768, "ltofvxoslleogrprR5~R<2'|#5iIRjcH"),
    ("one", 576, "kvznkszwimytiylt\"L}G:2'-q|Ee@+[9"),
    ("night", 1376, "frkjtfiryspmhpurgZ16G&t3c%ueY;Ay"),
]


def letters(seed, count):
    return "".join(prose(seed, 60).split())[:count]


def fixed_texts():
    """Two texts of 40 words, none in common; under the first hash all of the words were 1."""
    words = [FIXED[i % 12] + letters(i, 8) for i in range(80)]
    assert len(set(words)) == 80
    return " ".join(words[:40]), " ".join(words[40:])


def twin_texts():
    """A text, and one that is made of second preimages of its words."""
    return " ".join(word for word, _, _ in TWINS), " ".join(
        (word * length)[: length - 32] + end for word, length, end in TWINS
    )


def tail_texts():
    """Words of 48 letters of which the first 32 did not count: equal endings, nothing else in common."""
    def text(first):
        return " ".join(FIXED[(first + i) % 12] + letters(first + i, 8) + letters(f"end {i}", 16) for i in range(40))

    return text(0), text(1000)


AS_THEY_ARE = ("--normalize", "none", "--tokens", "whitespace")
ATTACKS = [
    pytest.param(fixed_texts, (), id="fixed-points"),
    pytest.param(twin_texts, AS_THEY_ARE, id="second-preimages"),
    pytest.param(tail_texts, (), id="endings"),
]


@pytest.mark.parametrize("texts, options", ATTACKS)
@pytest.mark.parametrize("method", ["exact", "lsh"])
def test_texts_made_to_collide_are_not_alike(textkin, texts, options, method):
    textkin.jsonl("in.jsonl", texts())
    assert textkin.pairs("in.jsonl", "-t", "0.05", "--method", method, *options) == {}


@pytest.mark.parametrize("texts, options", ATTACKS)
def test_nobody_s_text_is_removed_for_one_that_was_made_for_it(textkin, texts, options):
    victim, forged = texts()
    textkin.jsonl("in.jsonl", [{"id": "forged", "text": forged}, {"id": "victim", "text": victim}])
    for method in ("exact", "lsh"):
        textkin("dedup", "in.jsonl", "-o", "kept.jsonl", "--removed", "removed.jsonl", "--method", method, *options)
        assert (textkin.folder / "removed.jsonl").read_text() == ""
        assert (textkin.folder / "kept.jsonl").read_bytes() == (textkin.folder / "in.jsonl").read_bytes()


@pytest.mark.parametrize("texts, options", ATTACKS)
def test_compare_and_passages_see_no_copy(textkin, texts, options):
    a, b = texts()
    textkin.write("a.txt", a)
    textkin.write("b.txt", b)
    assert textkin("passages", "a.txt", "b.txt").table() == []
    compared = textkin("compare", "a.txt", "b.txt", *options).stdout.decode()
    assert float(re.search(r"^Jaccard +([0-9.]+)", compared, re.M).group(1)) == 0


# ----- a key

@pytest.fixture
def keyed(textkin):
    textkin.write("one.key", bytes(range(32)))
    textkin.write("other.key", bytes(range(1, 33)))
    texts = [prose(i // 2) + (f" more{i}" if i % 2 else "") for i in range(40)]
    textkin.jsonl("in.jsonl", texts)
    return textkin


def test_a_key_changes_no_similarity(keyed):
    plain = keyed.pairs("in.jsonl", "--exact", "-t", "0.1")
    assert len(plain) == 20
    for key in ("one.key", "other.key"):
        assert keyed.pairs("in.jsonl", "--exact", "-t", "0.1", "--key", key) == plain
        assert keyed.pairs("in.jsonl", "--method", "lsh", "-t", "0.1", "--recall", "0.9999", "--key", key) == plain


def test_what_was_compared_names_the_key(keyed):
    def compared(*options):
        keyed.write("a.txt", prose(1))
        keyed.write("b.txt", prose(2))
        return keyed("compare", "a.txt", "b.txt", *options).stdout.decode()

    named = {key: compared("--key", key).split("|key-")[1].split()[0] for key in ("one.key", "other.key")}
    assert len(set(named.values())) == 2 and all(len(name) == 16 for name in named.values())
    assert "key-" not in compared()


def test_a_run_goes_on_under_its_own_key_only(keyed):
    run = ("dedup", "in.jsonl", "-o", "kept.jsonl", "--run-dir", "run", "--method", "lsh")
    keyed(*run, "--key", "one.key")
    kept = (keyed.folder / "kept.jsonl").read_bytes()
    keyed(*run, "--key", "one.key")
    assert (keyed.folder / "kept.jsonl").read_bytes() == kept
    for options in (("--key", "other.key"), ()):
        assert "run" in keyed(*run, *options, exit=2).errors


@pytest.mark.parametrize("content", [b"", b"fifteen bytes..", b"x" * 4097], ids=["empty", "short", "long"])
def test_a_key_has_bytes_enough(keyed, content):
    keyed.write("bad.key", content)
    for command in ("pairs", "passages"):
        errors = keyed(command, "in.jsonl", "--key", "bad.key", exit=2).errors
        assert "bad.key" in errors and "16 to 4096 bytes" in errors and "/dev/urandom" in errors
    assert "nowhere.key" in keyed("pairs", "in.jsonl", "--key", "nowhere.key", exit=2).errors


def test_what_takes_no_key_refuses_it(keyed):
    assert "--key" in keyed("pairs", "in.jsonl", "--key", "one.key", "--fingerprint", "rabin", exit=2).errors


def test_passages_are_the_same_under_a_key(keyed):
    assert keyed("passages", "in.jsonl", "--key", "one.key").stdout == keyed("passages", "in.jsonl").stdout
