"""What a document is compared by, beyond the defaults: white space and bags (Bergillos et al. 2018, section 3.1), stop
words, stems and Rabin fingerprints (Gakhov 2016)."""

import re


def shared(textkin, first, second, *options):
    """(features shared, of the first, of the second)"""
    textkin.write("a.txt", first)
    textkin.write("b.txt", second)
    answer = textkin("compare", "a.txt", "b.txt", *options, "--format", "json").json()
    return answer["shared"], answer["size_a"], answer["size_b"]


def runs(text, size):
    return {text[i : i + size] for i in range(len(text) - size + 1)}


def test_white_space_variants_of_character_shingles(textkin):
    """Blank, tab and line end as they are, made one blank, or dropped."""
    first, second = "the plane was\tready  for touch down\n", "The plane was ready for touchdown"
    for normalize, form in (
        ("ascii-lower", lambda text: text.lower()),
        ("ascii-lower,collapse-space", lambda text: " ".join(text.lower().split())),
        ("ascii-lower,strip-space", lambda text: "".join(text.lower().split())),
    ):
        a, b = (runs(form(text), 9) for text in (first, second))
        assert shared(textkin, first, second, "--normalize", normalize, "--shingle", "char:9") == (len(a & b), len(a), len(b))
    assert a == b, "without white space they are the same shingles"


def test_a_bag_counts_its_shingles(textkin):
    """Bags: the number of appearances of a shingle is kept: 2-shingles of abab are ab twice and ba once."""
    assert shared(textkin, "abab", "ab", "--shingle", "char:2") == (1, 2, 1)
    assert shared(textkin, "abab", "ab", "--shingle", "char:2", "--multiset") == (1, 3, 1)
    assert shared(textkin, "abab", "ababab", "--shingle", "char:2", "--multiset") == (3, 3, 5)


def test_stop_words_and_stems(textkin):
    first, second = "The connection of the engines is broken", "a broken engine's connections"
    words = ("--shingle", "word:1")
    assert shared(textkin, first, second, *words) == (1, 6, 5)
    assert shared(textkin, first, second, *words, "--stop-words", "english") == (1, 3, 3)
    assert shared(textkin, first, second, *words, "--stop-words", "english", "--stem", "english") == (3, 3, 3)
    assert shared(textkin, first, second, "--shingle", "word:2", "--stop-words", "english", "--stem", "english") == (0, 2, 2)


def test_stop_words_of_a_file(textkin):
    textkin.write("mine.txt", "| mine\nbroken | rude\nS\n")
    assert shared(textkin, "a broken engine's", "a engine's", "--shingle", "word:1", "--stop-words", "mine.txt") == (2, 2, 2)
    textkin.write("huge.txt", "x" * (17 << 20))
    assert "longer than 16 MiB" in textkin("compare", "a.txt", "b.txt", "--stop-words", "huge.txt", exit=2).errors


def test_rabin_fingerprints_find_the_same_pairs(textkin):
    texts = [f"one two three four five six seven {word} nine ten" for word in ("eight", "acht", "huit")] + ["other words"]
    textkin.jsonl("t.jsonl", texts)
    options = ["t.jsonl", "-t", "0.2", "--shingle", "word:3", "--stop-words", "english", "--stem", "english"]
    expected = textkin("pairs", *options, "--exact").stdout
    assert len(expected.splitlines()) == 4
    assert textkin("pairs", *options, "--exact", "--fingerprint", "rabin").stdout == expected
    assert textkin("pairs", *options, "--recall", "0.9999", "--fingerprint", "rabin").stdout == expected


def test_what_is_not_known_is_refused(textkin):
    textkin.write("a.txt", "x")
    for options, complaint in (
        (["--stop-words", "englisch"], "there is no list of stop words 'englisch'; did you mean 'english'?"),
        (["--stem", "englisch"], "there is no stemmer 'englisch'; did you mean 'english'?"),
        (["--fingerprint", "rabbin"], "there is no fingerprint 'rabbin'; did you mean 'rabin'?"),
        (["--stem", "english", "--shingle", "char:5"], "take --shingle word:K"),
        (["--tokens", "links", "--shingle", "char:5"], "take --shingle word:K"),
    ):
        assert complaint in textkin("pairs", "a.txt", *options, exit=2).errors


def test_a_run_directory_is_bound_to_the_list(textkin):
    textkin.jsonl("t.jsonl", ["the one and the other text of words"] * 2)
    textkin.write("mine.txt", "the\n")
    options = ["--stop-words", "mine.txt", "--stem", "english", "--fingerprint", "rabin", "--method", "lsh"]
    textkin("sketch", "t.jsonl", *options, "--run-dir", "work")
    whole = textkin("join", "--run-dir", "work").stdout
    textkin.write("mine.txt", "the\nof\n")
    assert "work" in textkin("join", "--run-dir", "work", exit=2).errors


def test_the_default_identity_is_what_it_was(textkin):
    """Run directories of before these options stay valid."""
    textkin.jsonl("t.jsonl", ["some text of words"] * 2)
    textkin("sketch", "t.jsonl", "--run-dir", "work", "--method", "lsh")
    manifest = (textkin.folder / "work" / "manifest.json").read_text()
    for option in ("--stop-words", "--stem", "--fingerprint", "--records"):
        assert option not in manifest
    assert re.search(r"nfkc-casefold\.v1\|unicode\.v1\|word:5\|set\|shingle\.v2\|unicode-1\d\.\d\|", manifest)
