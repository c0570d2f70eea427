"""`textkin decontaminate TRAIN --against TESTS`: what shares a run of words with a test item goes, and nothing else."""

import json
import random
import re
from functools import partial

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


def templated(seed, items=400, documents=500):
    """Stretches of two templates, so that an n-gram stands in hundreds of items, and tails that few have; documents of such."""
    draw = random.Random(seed)
    templates = [prose(f"template {seed} {i}", 60).split() for i in range(2)]

    def text(tail):
        words = []
        for template in draw.sample(templates, draw.randrange(3)):
            start = draw.randrange(40)
            words += template[start : start + draw.randrange(5, 60)]
        return " ".join(words + prose(tail, draw.randrange(30)).split())

    tests = [text(f"test {seed} {i % 390}") for i in range(items)]
    train = [text(draw.choice((f"test {seed} {draw.randrange(items)}", f"train {seed} {i}"))) for i in range(documents)]
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
@pytest.mark.parametrize("drawn", [*(partial(planted, seed) for seed in range(4)), *(partial(templated, seed) for seed in range(2))])
def test_what_goes_is_what_a_plain_search_finds(textkin, drawn, n):
    tests, train = drawn()
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
        assert of_set["short_items"] == sum(0 < len(reference.ascii_tokens(tests[item])) < n for item in items)
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
    assert "tests.jsonl: 1 of 1 item leaked, into 1,000 documents" in run.errors


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
        (("--against", "one.jsonl", "--margin", "3"), "--margin has no use where nothing is cut"),
        (("--against", "one.jsonl", "--action", "cut", "--shingle", "char:20"), "give --shingle word:K"),
        (("--against", "one.jsonl", "--action", "cut", "--normalize", "code:python"), "runs of words alone"),
        (("--against", "one.jsonl", "--action", "melt"), "melt"),
        (("--against", "one.jsonl", "--text-field", "body"), 'no field "body"'),
    ]:
        run = textkin("decontaminate", "train.jsonl", *words, exit=2)
        assert said in run.errors, words


def cut_plainly(text, tests, n, margin):
    """What is left of an ASCII text, its stretches as (offset, length, words, n-grams), by a search of every run."""
    places = [(found.start(), found.end()) for found in re.finditer(r"[A-Za-z0-9]+", text)]
    words = [text[begin:end].lower() for begin, end in places]
    every = {tuple(item[i : i + n]) for item in tests for i in range(len(item) - n + 1)} | {tuple(item) for item in tests if 0 < len(item) < n}
    runs = [tuple(words[i : i + n]) for i in range(len(words) - n + 1)] or [tuple(words)]
    if not any(run in every for run in runs):
        return text, []
    stretches = []
    for i, run in enumerate(runs):
        if run not in every or len(run) < n:
            continue
        begin, end = max(0, i - margin), min(len(words), i + n + margin)
        if stretches and begin <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], end, stretches[-1][2] | {run})
        else:
            stretches.append((begin, end, {run}))
    bounds = [*(begin for begin, _ in places), len(text)]
    left, at = "", 0
    for begin, end, _ in stretches:
        left, at = left + text[at : bounds[begin]], bounds[end]
    left += text[at:]
    if cut_plainly_shares(left, every, n) or not re.search(r"[A-Za-z0-9]", left):
        return None, [(0, len(text), len(words), len(set(runs) & every))]
    return left, [(bounds[begin], bounds[end] - bounds[begin], end - begin, len(of)) for begin, end, of in stretches]


def cut_plainly_shares(text, every, n):
    words = re.findall(r"[a-z0-9]+", text.lower())
    return any(run in every for run in ([tuple(words[i : i + n]) for i in range(len(words) - n + 1)] or [tuple(words)]))


@pytest.mark.parametrize("margin", [0, 3, 30])
@pytest.mark.parametrize("seed", range(4))
def test_cut_is_what_a_plain_search_takes_out(textkin, seed, margin):
    tests, train = planted(seed)
    # Two halves of an item around another: what comes together behind a cut is looked at.
    item, other = tests[2].split() * 3, tests[3].split() * 3
    train.append(" ".join([*prose("a", 20).split(), *item[: N - 4], *other[:N], *item[N - 4 : N], *prose("b", 20).split()]))
    tests += [" ".join(item), " ".join(other)]
    write(textkin, tests, train)
    textkin("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--action", "cut", "--margin", str(margin), *ASCII, "-o", "left.jsonl", "--removed", "cuts.jsonl", "--stats", "stats.json")
    items = [text.lower().split() for text in tests]
    expected = [cut_plainly(text, items, N, margin) for text in train]
    left = {row["id"]: row["text"] for row in lines(textkin, "left.jsonl")}
    assert left == {f"t{i}": text for i, (text, _) in enumerate(expected) if text is not None}
    rows = [(row["id"], row["offset"], row["length"], row["words"], row["shared"]) for row in lines(textkin, "cuts.jsonl")]
    assert rows == [(f"t{i}", *cut) for i, (_, cuts) in enumerate(expected) for cut in cuts]
    whole = sum(text is None for text, _ in expected)
    assert whole and len(rows) > 20
    stats = textkin.stats()
    assert (stats["action"], stats["removed"], stats["kept"]) == ("cut", whole, len(train) - whole)
    assert stats["leaking"] == sum(bool(cuts) for _, cuts in expected)
    apart = [cut for text, cuts in expected if text is not None for cut in cuts]
    assert (stats["cuts"], stats["cut_characters"], stats["cut_words"]) == (len(apart), sum(cut[1] for cut in apart), sum(cut[2] for cut in apart))
    # Nothing of it is left; and what shares nothing is byte for byte.
    assert textkin("decontaminate", "left.jsonl", "--against", "one.jsonl", "two.jsonl", *ASCII).stdout == textkin.path("left.jsonl").read_bytes()
    raw = textkin.path("train.jsonl").read_bytes().splitlines()
    assert {raw[i] for i, (_, cuts) in enumerate(expected) if not cuts} <= set(textkin.path("left.jsonl").read_bytes().splitlines())


def test_cut_leaves_the_rest_of_the_record(textkin):
    question = prose("question", 20)
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": question}])
    record = '{"n": 1.50,"text":"One \\u00e9\\/two. ' + question.upper() + ' !? Three\\tfour.", "more": [null]}\r\n'
    textkin.write("train.jsonl", record.encode())
    out = textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--action", "cut", "--margin", "0", "--removed", "cuts.jsonl").stdout
    assert out.decode() == '{"n": 1.50,"text":"One \\u00e9\\/two. Three\\tfour.", "more": [null]}\r\n'
    (row,) = lines(textkin, "cuts.jsonl")
    assert (row["offset"], row["words"], row["set"], row["item"], row["shared"]) == (11, 20, "tests.jsonl", "q", 8)


@pytest.mark.parametrize("options", [("--tokens", "icu"), ("--stop-words", "english"), ("--stem", "english"), ("--normalize", "nfkc-casefold,strip-marks")])
def test_nothing_is_left_whatever_words_are(textkin, options):
    """Words that are cut are those of the text; n-grams are of the run's own. Where they cannot be laid on one another the
    document goes."""
    item = "The café of the town was seen by all of them when the rivers were rising, 東京都の本日の天気は晴れです and so on it went"
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": item}])
    textkin.jsonl("train.jsonl", [{"id": "x", "text": f"{prose(1, 50)} {item.upper()} {prose(2, 50)}"}, {"id": "y", "text": prose(3, 40)}])
    words = ("decontaminate", "train.jsonl", "--against", "tests.jsonl", *options)
    textkin(*words, "--action", "cut", "--margin", "2", "-o", "left.jsonl")
    x, y = lines(textkin, "left.jsonl")
    assert y["text"] == prose(3, 40) and 60 < len(x["text"].split()) < 110
    assert textkin("decontaminate", "left.jsonl", *words[2:]).stdout == textkin.path("left.jsonl").read_bytes()


LAO = "ນຳຄຳທຳຈຳລຳ" * 4
SQUARED = "㌔㌘㌍㍉㌢㍑㌦㌫㍉㌻㍊㌍㍗㌃㌣㌧㌶"
THAI = "ในประเทศไทยมีนักเรียนจำนวนมากที่ต้องเดินทางไปโรงเรียน"


@pytest.mark.parametrize("before, item, behind, options", [
    ("ສະບາຍດີ ", LAO, " ພາສາລາວແມ່ນພາສາ", ()),
    ("ສະບາຍດີ ", LAO, " ພາສາລາວແມ່ນພາສາ", ("--tokens", "icu", "--shingle", "word:3")),
    ("東京の人 ", SQUARED, " 大阪の人です", ()),
    ("ไทย ", THAI + "ก", "กุ้งแม่น้ำ", ()),
    ("one two ", " ".join(f"{n}m²" for n in range(20)), " three four", ()),
    ("one of the ", " ".join(f"rivers{n}" for n in range(20)), " of the two", ("--stop-words", "english")),
])
def test_what_goes_is_no_more_than_what_is_shared(textkin, before, item, behind, options):
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": item + " zzz"}])
    textkin.jsonl("train.jsonl", [{"id": "x", "text": before + item + behind}])
    textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", *options, "--action", "cut", "--margin", "0", "-o", "left.jsonl", "--removed", "cuts.jsonl")
    (row,) = lines(textkin, "cuts.jsonl")
    assert lines(textkin, "left.jsonl")[0]["text"] == before + behind.lstrip()
    assert (row["offset"], row["length"]) == (len(before), len(item + behind) - len(behind.lstrip()))


@pytest.mark.parametrize("seed", range(2))
def test_flag_marks_and_keeps_all(textkin, seed):
    tests, train = planted(seed)
    write(textkin, tests, train)
    words = ("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--removed", "removed.jsonl", "--stats", "stats.json")
    textkin(*words, "-o", "kept.jsonl")
    rows = {row["id"]: row for row in lines(textkin, "removed.jsonl")}
    textkin(*words, "-o", "all.jsonl", "--action", "flag")
    assert {row["id"]: row for row in lines(textkin, "removed.jsonl")} == rows
    raw = textkin.path("train.jsonl").read_bytes().splitlines()
    out = textkin.path("all.jsonl").read_bytes().splitlines()
    assert len(out) == len(raw)
    for line, was in zip(out, raw, strict=True):
        record = json.loads(line)
        mark = record.pop("textkin", None)
        assert record == json.loads(was)
        row = rows.get(record["id"])
        assert mark == (row and {name: row[name] for name in ("set", "item", "shared", "items")})
        if mark is None:
            assert line == was
    stats = textkin.stats()
    assert (stats["action"], stats["kept"], stats["removed"], stats["leaking"]) == ("flag", len(train), 0, len(rows))


def test_flag_is_for_records_without_a_mark(textkin):
    question = prose("question", 20)
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": question}])
    textkin.jsonl("train.jsonl", [{"id": "x", "text": question, "textkin": 1}])
    textkin.write("train.txt", question)
    flag = ("--against", "tests.jsonl", "--action", "flag", "-o", "out.jsonl")
    assert "has such a field in it already" in textkin("decontaminate", "train.jsonl", *flag, exit=2).errors
    assert "adds a field to records of JSONL" in textkin("decontaminate", "train.txt", *flag, exit=2).errors
    assert not textkin.path("out.jsonl").exists()


def test_cut_of_files(textkin):
    """Files that are documents stay files; one of which nothing else would be left is not written."""
    question = prose("question", 20)
    textkin.write("tests/q.txt", question)
    textkin.write("in/a.txt", f"before it. {question} Behind it.\n")
    textkin.write("in/b.txt", question)
    textkin.write("in/deep/c.txt", "nothing of it\n")
    textkin("decontaminate", "in", "--against", "tests", "--action", "cut", "--margin", "0", "-o", "out/")
    assert textkin.path("out/a.txt").read_text() == "before it. Behind it.\n"
    assert textkin.path("out/deep/c.txt").read_text() == "nothing of it\n"
    assert not textkin.path("out/b.txt").exists()


@pytest.mark.parametrize("action", ["flag", "cut"])
def test_each_action_is_the_same_bytes(textkin, action):
    tests, train = planted(9, 40, 3000)
    write(textkin, tests, train)
    words = ("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--action", action, "--removed", "removed.jsonl")

    def answer(*more):
        return textkin(*words, *more).stdout, textkin.path("removed.jsonl").read_bytes()

    first = answer()
    assert all(first)
    for more in (("--threads", "1"), ("--threads", "7"), ("--memory", "40MiB"), ("--block-size", "4KiB"), ("--simd", "scalar")):
        assert answer(*more) == first, more


def test_a_line_feed_in_the_name_of_a_test_set_stays_on_its_line(textkin):
    textkin.jsonl("te\nst.jsonl", [prose("item", 20)])
    textkin.jsonl("train.jsonl", [prose("item", 20), prose("other", 20)])
    errors = textkin("decontaminate", "train.jsonl", "--against", "te\nst.jsonl", "-o", "left.jsonl").errors
    assert "textkin: te\\x0ast.jsonl: 1 of 1 item leaked, into 1 document\n" in errors
