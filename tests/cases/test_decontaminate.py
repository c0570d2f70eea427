"""`textkin decontaminate TRAIN --against TESTS`: what shares a run of words with a test item goes, and nothing else."""

import json
import random

import pytest

import reference
from samples import prose

N = 13
ASCII = ("--normalize", "ascii-lower", "--tokens", "ascii")


def grams(text, n=N):
    return reference.shingles(reference.ascii_tokens(text), n)


def planted(seed, items=30, documents=200):
    """Test items, and documents of which some hold a run of an item's words, of about the length that counts."""
    draw = random.Random(seed)
    tests = [prose(f"test {seed} {i}", draw.randrange(5, 60)) for i in range(items)]
    train = []
    for number in range(documents):
        words = prose(f"train {seed} {number}", draw.randrange(0, 120)).split()
        if draw.random() < 0.3:
            item = draw.choice(tests).split()
            length = draw.choice((N - 2, N - 1, N, N + 1, 40))
            start = draw.randrange(max(1, len(item) - length + 1))
            place = draw.randrange(len(words) + 1)
            words[place:place] = [word.upper() if draw.random() < 0.2 else word + draw.choice(("", ",", "!")) for word in item[start : start + length]]
        train.append(" ".join(words))
    train += [tests[0], " ".join(tests[1].split()[:4]), ""]
    return tests, train


def write(textkin, tests, train):
    middle = len(tests) // 2
    textkin.jsonl("one.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(tests[:middle])])
    textkin.jsonl("two.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(tests[middle:])])
    textkin.jsonl("train.jsonl", [{"id": f"t{i}", "text": text} for i, text in enumerate(train)])
    return [("one.jsonl", str(i)) for i in range(middle)] + [("two.jsonl", f"{i}#2") for i in range(len(tests) - middle)]


def lines(textkin, name):
    return [json.loads(line) for line in textkin.path(name).read_text().splitlines()]


@pytest.mark.parametrize("n", [N, 5, 1])
@pytest.mark.parametrize("seed", range(4))
def test_what_goes_is_what_a_plain_search_finds(textkin, seed, n):
    tests, train = planted(seed)
    names = write(textkin, tests, train)
    options = () if n == N else ("--shingle", f"word:{n}")
    textkin("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", *ASCII, *options, "-o", "kept.jsonl", "--removed", "removed.jsonl", "--leaks", "leaks.tsv", "--stats", "stats.json")
    of_tests, of_train = [grams(text, n) for text in tests], [grams(text, n) for text in train]
    shared = {doc: {item: of_train[doc] & of_tests[item] for item in range(len(tests)) if of_train[doc] & of_tests[item]} for doc in range(len(train))}
    leaking = [doc for doc in shared if shared[doc]]
    assert len(leaking) > 20
    raw = textkin.path("train.jsonl").read_bytes().splitlines(keepends=True)
    assert textkin.path("kept.jsonl").read_bytes() == b"".join(raw[doc] for doc in range(len(train)) if doc not in leaking)
    rows = lines(textkin, "removed.jsonl")
    assert [row["id"] for row in rows] == [f"t{doc}" for doc in leaking]
    for row, doc in zip(rows, leaking, strict=True):
        best = min(shared[doc], key=lambda item: (-len(shared[doc][item]), item))
        assert (row["set"], row["item"]) == names[best]
        assert (row["shared"], row["items"]) == (len(shared[doc][best]), len(shared[doc]))
        # Word for word, in both.
        gram = tuple(word.encode() for word in row["ngram"].split(" "))
        assert gram in shared[doc][best]
    table = [line.split("\t") for line in textkin.path("leaks.tsv").read_text().splitlines()[1:]]
    expected = []
    for item, name in enumerate(names):
        docs = [doc for doc in leaking if item in shared[doc]]
        if docs:
            met = set().union(*(shared[doc][item] for doc in docs))
            expected.append([*name, str(len(docs)), f"t{docs[0]}", str(max(len(shared[doc][item]) for doc in docs)), str(len(met)), str(len(of_tests[item]))])
    assert table == expected
    stats = textkin.stats()
    assert (stats["removed"], stats["kept"], stats["items"]) == (len(leaking), len(train) - len(leaking), len(tests))
    assert stats["short_items"] == sum(0 < len(reference.ascii_tokens(text)) < n for text in tests)
    assert stats["ngrams"] == len(set().union(*of_tests))
    for of_set in stats["sets"]:
        items = [item for item, name in enumerate(names) if name[0] == of_set["set"]]
        assert of_set["items"] == len(items)
        assert of_set["leaked"] == sum(any(item in shared[doc] for doc in leaking) for item in items)
        assert of_set["documents"] == sum(any(item in shared[doc] for item in items) for doc in leaking)


def test_nothing_is_too_common(textkin):
    """What leaked into every document leaked most."""
    question = prose("question", 20)
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": question}])
    textkin.jsonl("train.jsonl", [{"id": f"t{i}", "text": f"{prose(i, 30)} {question} {prose(-i, 10)}"} for i in range(1000)])
    run = textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--leaks", "leaks.tsv")
    assert run.stdout == b""
    assert textkin.path("leaks.tsv").read_text().splitlines()[1] == "tests.jsonl\tq\t1000\tt0\t8\t8\t8"
    assert "tests.jsonl: 1 of 1 items leaked, into 1,000 documents" in run.errors


def test_each_run_is_the_same_bytes(textkin):
    tests, train = planted(9, 40, 3000)
    write(textkin, tests, train)
    words = ("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--removed", "removed.jsonl", "--leaks", "leaks.tsv")

    def answer(*more):
        return textkin(*words, *more).stdout, textkin.path("removed.jsonl").read_bytes(), textkin.path("leaks.tsv").read_bytes()

    first = answer()
    assert all(first)
    for more in (("--threads", "1"), ("--threads", "7"), ("--memory", "40MiB"), ("--block-size", "4KiB"), ("--simd", "scalar")):
        assert answer(*more) == first, more


def test_normalisation_as_everywhere(textkin):
    item = "Straße in Köln: ﬁne words that a test asks about, each of them written down once more"
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": item}])
    textkin.jsonl("train.jsonl", [{"id": "x", "text": "before " + item.upper().replace("ﬁ", "fi").replace(",", " --") + " behind"}])
    assert textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl").stdout == b""
    assert textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--normalize", "none").stdout != b""


def test_short_items_are_told(textkin):
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": "who wrote this"}, {"id": "r", "text": prose("r", 40)}])
    textkin.jsonl("train.jsonl", [{"id": "x", "text": "who wrote this and why"}, {"id": "y", "text": "Who wrote this?"}])
    run = textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--check", exit=1)
    assert "1 items are shorter than an n-gram" in run.errors
    assert run.stdout == b"" and "; 1 kept, 1 removed" in run.errors
    assert textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--shingle", "word:3").stdout == b""


def test_shards_and_folders(textkin):
    tests, train = planted(2)
    write(textkin, tests, train)
    raw = textkin.path("train.jsonl").read_bytes().splitlines(keepends=True)
    textkin.write("in/a.jsonl", b"".join(raw[:100]))
    textkin.write("in/deep/b.jsonl", b"".join(raw[100:]))
    textkin("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "-o", "kept.jsonl")
    textkin("decontaminate", "in", "--against", "one.jsonl", "two.jsonl", "-o", "kept/")
    assert textkin.path("kept/a.jsonl").read_bytes() + textkin.path("kept/deep/b.jsonl").read_bytes() == textkin.path("kept.jsonl").read_bytes()


def test_what_cannot_be_is_one_line(textkin):
    tests, train = planted(1)
    write(textkin, tests, train)
    for words, said in [
        (("--against", "train.jsonl"), "train.jsonl is INPUT and --against too"),
        ((), "--against is required"),
        (("--against", "one.jsonl", "-o", "one.jsonl"), "would be replaced"),
        (("--against", "one.jsonl", "--leaks", "train.jsonl"), "would be replaced"),
        (("--against", "one.jsonl", "--multiset"), "--multiset has no use for n-grams"),
        (("--against", "one.jsonl", "--shingle", "kmer:11"), "k-mers"),
        (("--against", "one.jsonl", "--run-dir", "work"), "--run-dir"),
        (("--against", "one.jsonl", "--text-field", "body"), 'no field "body"'),
    ]:
        run = textkin("decontaminate", "train.jsonl", *words, exit=2)
        assert said in run.errors, words
    assert not textkin.path("work").exists()
