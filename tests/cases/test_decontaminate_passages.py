"""`textkin decontaminate --by passages`: what shares a passage with a test item goes, edited ones too: the passages are those of
`textkin passages TRAIN --against TESTS` where nothing is common."""

import gzip
import json
import random
import re

import pytest

import reference
from samples import prose

NOTHING_IS_COMMON = ("--common", "1000000000")
WORD = re.compile(r"[A-Za-z0-9]+")
PLACES = ("offset", "length", "item_offset", "item_length", "words", "item_words", "identity")


def edited(draw, words, share):
    """Some words changed, left out or put in."""
    out = []
    for word in words:
        if draw.random() >= share:
            out.append(word)
            continue
        out += draw.choice(([], ["other" + word], [word, "more"], [word.upper()]))
    return out


def planted(seed, items=25, documents=150):
    """Test items, and documents of which some hold an edited run of one, or of two, or the same again and again."""
    draw = random.Random(seed)
    tests = [prose(f"item {seed} {i}", draw.randrange(8, 120)) for i in range(items)]
    tests += [" ".join(edited(draw, tests[0].split(), 0.05)), tests[1] + " " + tests[2]]
    train = []
    for number in range(documents):
        words = prose(f"doc {seed} {number}", draw.randrange(0, 150)).split()
        for _ in range(draw.choice((0, 0, 1, 1, 2, 5))):
            item = draw.choice(tests).split()
            start = draw.randrange(len(item))
            run = edited(draw, item[start : start + draw.randrange(5, 60)], draw.choice((0, 0.1, 0.2, 0.4)))
            place = draw.randrange(len(words) + 1)
            words[place:place] = run * draw.choice((1, 1, 1, 20))
        train.append(draw.choice((" ", "  ", ", ")).join(words))
    return tests, [*train, tests[3], "", "alone"]


def write(textkin, tests, train):
    middle = len(tests) // 2
    textkin.jsonl("one.jsonl", [{"id": f"i{i}", "text": text} for i, text in enumerate(tests[:middle])])
    textkin.jsonl("two.jsonl", [{"id": f"j{i}", "text": text} for i, text in enumerate(tests[middle:])])
    textkin.jsonl("train.jsonl", [{"id": f"t{i}", "text": text} for i, text in enumerate(train)])


def lines(textkin, name):
    return [json.loads(line) for line in textkin.path(name).read_text().splitlines()]


def by_passages(textkin, *options):
    """What `passages` finds, as rows of --removed."""
    textkin("passages", "train.jsonl", "--against", "one.jsonl", "two.jsonl", *NOTHING_IS_COMMON, *options, "--format", "jsonl", "-o", "expected.jsonl")
    rows = []
    for row in lines(textkin, "expected.jsonl"):
        places = (row["a_offset"], row["a_length"], row["b_offset"], row["b_length"], row["a_words"], row["b_words"], row["identity"])
        rows.append({"id": row["a"], "item": row["b"], **dict(zip(PLACES, places, strict=True))})
    return rows


CASES = [(), ("--sensitivity", "strict"), ("--sensitivity", "short"), ("--guarantee", "5", "--min-length", "20"), ("--guarantee", "1"), ("--max-gap", "0"), ("--max-gap", "400", "--min-length", "30")]


@pytest.mark.parametrize("options", CASES, ids=" ".join)
@pytest.mark.parametrize("seed", range(3))
def test_the_passages_are_those_of_passages(textkin, seed, options):
    tests, train = planted(seed)
    write(textkin, tests, train)
    expected = by_passages(textkin, *options)
    textkin("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--by", "passages", *options, "-o", "kept.jsonl", "--removed", "removed.jsonl", "--leaks", "leaks.tsv", "--stats", "stats.json")
    rows = lines(textkin, "removed.jsonl")
    assert [{name: row[name] for name in ("id", "item", *PLACES)} for row in rows] == expected
    assert all(row["set"] == ("one.jsonl" if row["item"].startswith("i") else "two.jsonl") for row in rows)
    leaking = {row["id"] for row in expected}
    assert len(leaking) > 20 and any(row["identity"] < 1 for row in rows)
    raw = textkin.path("train.jsonl").read_bytes().splitlines(keepends=True)
    assert textkin.path("kept.jsonl").read_bytes() == b"".join(line for line in raw if json.loads(line)["id"] not in leaking)
    # A row an item, with the passage that has most equal words.
    table = [line.split("\t") for line in textkin.path("leaks.tsv").read_text().splitlines()]
    assert table[0] == ["set", "item", "documents", "first", "most", "met", "words", "best", "offset", "length", "item_offset", "item_length", "identity"]
    names = [f"i{i}" for i in range(len(tests) // 2)] + [f"j{i}" for i in range(len(tests) - len(tests) // 2)]
    of_items = {name: [row for row in rows if row["item"] == name] for name in names}
    assert [row[1] for row in table[1:]] == [name for name in names if of_items[name]]
    for row in table[1:]:
        found = of_items[row[1]]
        equal = [round(one["identity"] * max(one["words"], one["item_words"])) for one in found]
        best = found[equal.index(max(equal))]
        assert row[2:4] == [str(len({one["id"] for one in found})), found[0]["id"]]
        assert row[7:] == [best["id"], *(str(best[name]) for name in ("offset", "length", "item_offset", "item_length", "identity"))]
        words = len(WORD.findall(tests[names.index(row[1])]))
        assert max(equal) <= int(row[4]) <= int(row[5]) <= int(row[6]) == words
    stats = textkin.stats()
    assert (stats["by"], stats["leaking"], stats["removed"], stats["kept"]) == ("passages", len(leaking), len(leaking), len(train) - len(leaking))
    assert sum(of_set["leaked"] for of_set in stats["sets"]) == len(table) - 1
    for of_set in stats["sets"]:
        assert of_set["documents"] == len({row["id"] for row in rows if row["set"] == of_set["set"]})


@pytest.mark.parametrize("language", ["java", "python"])
def test_programs_too(textkin, language):
    source = {
        "java": "class A {{ int f(int {0}) {{ int {1} = 0; for (int i = 0; i < {0}; i++) {{ {1} += i * {0}; if ({1} > 9) {{ return {1}; }} }} return {1} - 1; }} }}\n",
        "python": "def f({0}):\n    {1} = 0\n    for i in range({0}):\n        {1} += i * {0}\n        if {1} > 9:\n            return {1}\n    return {1} - 1\n",
    }[language]
    tests = [source.format("n", "sum"), source.format("n", "sum") * 2, "x = 1\n"]
    train = [f"import a, b\n{source.format('limit', 'total')}print(f(2))\n", "y = 2\n", source.format("a", "b")]
    write(textkin, tests, train)
    expected = by_passages(textkin, "--normalize", f"code:{language}")
    textkin("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--by", "passages", "--normalize", f"code:{language}", "--removed", "removed.jsonl")
    rows = lines(textkin, "removed.jsonl")
    assert rows and [{name: row[name] for name in ("id", "item", *PLACES)} for row in rows] == expected


def test_an_edited_question_that_no_ngram_finds(textkin):
    """What the option is for; and nothing is too common."""
    question = prose("question", 40).split()
    changed = " ".join(word if i % 10 else "changed" for i, word in enumerate(question))
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": " ".join(question)}])
    textkin.jsonl("train.jsonl", [{"id": f"t{i}", "text": f"{prose(i, 30)} {changed} {prose(-i, 10)}"} for i in range(1000)])
    words = ("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--leaks", "leaks.tsv")
    assert len(textkin(*words).stdout.splitlines()) == 1000
    run = textkin(*words, "--by", "passages")
    assert run.stdout == b""
    row = textkin.path("leaks.tsv").read_text().splitlines()[1].split("\t")
    assert row[:4] == ["tests.jsonl", "q", "1000", "t0"] and row[6] == "40"
    assert "tests.jsonl: 1 of 1 item leaked, into 1,000 documents" in run.errors and "they share a passage with one of 1 test items" in run.errors


def cut_plainly(text, passages, margin):
    """What is left of an ASCII text without its passages: the stretches as (offset, length, words, the passage in it)."""
    places = [(found.start(), found.end()) for found in WORD.finditer(text)]
    bounds = [*(begin for begin, _ in places), len(text)]
    first = {begin: number for number, (begin, _) in enumerate(places)}
    stretches = []
    for number, row in sorted(enumerate(passages), key=lambda pair: (pair[1]["offset"], pair[0])):
        at = first[row["offset"]]
        begin, end = max(0, at - margin), min(len(places), at + row["words"] + margin)
        if stretches and begin <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(end, stretches[-1][1]), [*stretches[-1][2], number])
        else:
            stretches.append((begin, end, [number]))
    left, at = "", 0
    for begin, end, _ in stretches:
        left, at = left + text[at : bounds[begin]], bounds[end]
    return left + text[at:], [(bounds[begin], bounds[end] - bounds[begin], end - begin, numbers) for begin, end, numbers in stretches]


@pytest.mark.parametrize("margin", [0, 3, 30])
@pytest.mark.parametrize("seed", range(2))
def test_cut_takes_the_passages_out(textkin, seed, margin):
    tests, train = planted(seed)
    write(textkin, tests, train)
    expected = by_passages(textkin)
    words = ("--against", "one.jsonl", "two.jsonl", "--by", "passages")
    textkin("decontaminate", "train.jsonl", *words, "--action", "cut", "--margin", margin, "-o", "left.jsonl", "--removed", "cuts.jsonl", "--stats", "stats.json")
    left = {row["id"]: row["text"] for row in lines(textkin, "left.jsonl")}
    cuts, whole = {}, 0
    for row in lines(textkin, "cuts.jsonl"):
        cuts.setdefault(row["id"], []).append(row)
    assert set(cuts) == {row["id"] for row in expected}
    for number, text in enumerate(train):
        passages = [row for row in expected if row["id"] == f"t{number}"]
        if not passages:
            assert left[f"t{number}"] == text
            continue
        rest, stretches = cut_plainly(text, passages, margin)
        if f"t{number}" not in left:
            whole += 1
            stretches = [(0, len(text), len(WORD.findall(text)), range(len(passages)))]
        else:
            assert left[f"t{number}"] == rest
        assert [(row["offset"], row["length"], row["words"]) for row in cuts[f"t{number}"]] == [stretch[:3] for stretch in stretches]
        for row, (_, _, _, numbers) in zip(cuts[f"t{number}"], stretches, strict=True):
            equal = lambda n: round(passages[n]["identity"] * max(passages[n]["words"], passages[n]["item_words"]))
            best = passages[max(sorted(numbers), key=equal)]
            assert (row["item"], row["passage_offset"], row["passage_length"], row["item_offset"], row["item_length"], row["identity"]) == (best["item"], *(best[name] for name in ("offset", "length", "item_offset", "item_length", "identity")))
    stats = textkin.stats()
    assert (stats["action"], stats["removed"], stats["leaking"]) == ("cut", whole, len(cuts)) and 0 < whole < len(cuts)
    # Nothing of it is left.
    assert textkin("decontaminate", "left.jsonl", *words).stdout == textkin.path("left.jsonl").read_bytes()


def test_flag_marks_and_keeps_all(textkin):
    tests, train = planted(4)
    write(textkin, tests, train)
    words = ("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--by", "passages")
    textkin(*words, "-o", "kept.jsonl")
    textkin(*words, "-o", "all.jsonl", "--action", "flag", "--removed", "removed.jsonl")
    kept = set(textkin.path("kept.jsonl").read_bytes().splitlines())
    rows = {}
    for row in lines(textkin, "removed.jsonl"):
        rows.setdefault(row["id"], []).append(row)
    marked = 0
    for line, was in zip(textkin.path("all.jsonl").read_bytes().splitlines(), textkin.path("train.jsonl").read_bytes().splitlines(), strict=True):
        record = json.loads(line)
        mark = record.pop("textkin", None)
        assert record == json.loads(was) and (mark is None) == (was in kept)
        if mark is not None:
            marked += 1
            items = {row["item"] for row in rows[record["id"]]}
            assert mark["items"] == len(items) and mark["item"] in items and mark["shared"] > 0
    assert marked == len(rows) > 20


@pytest.mark.parametrize("action", ["drop", "flag", "cut"])
def test_each_run_is_the_same_bytes(textkin, action):
    tests, train = planted(9, 40, 1500)
    write(textkin, tests, train)
    words = ("decontaminate", "train.jsonl", "--against", "one.jsonl", "two.jsonl", "--by", "passages", "--action", action, "--removed", "removed.jsonl", "--leaks", "leaks.tsv")

    def answer(*more):
        return textkin(*words, *more).stdout, textkin.path("removed.jsonl").read_bytes(), textkin.path("leaks.tsv").read_bytes()

    first = answer()
    assert all(first)
    for more in (("--threads", "1"), ("--threads", "7"), ("--memory", "40MiB"), ("--block-size", "4KiB"), ("--simd", "scalar")):
        assert answer(*more) == first, more


def test_short_items_are_told(textkin):
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": "who wrote this and when"}, {"id": "r", "text": prose("r", 40)}, {"id": "empty", "text": ""}])
    textkin.jsonl("train.jsonl", [{"id": "x", "text": "Who wrote this, and when?"}, {"id": "y", "text": prose(1, 30)}])
    words = ("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--by", "passages", "--check", "--stats", "stats.json")
    run = textkin(*words)
    assert "1 items are shorter than 12 words" in run.errors and textkin.stats()["short_items"] == 1
    textkin(*words, "--guarantee", "5", exit=1)
    assert textkin.stats()["short_items"] == 0


def test_what_cannot_be_is_one_line(textkin):
    tests, train = planted(1)
    write(textkin, tests, train)
    base = ("decontaminate", "train.jsonl", "--against", "one.jsonl")
    for words, said in [
        (("--by", "words"), "--by"),
        (("--guarantee", "5"), "--guarantee has no use for n-grams"),
        (("--sensitivity", "short"), "--sensitivity has no use for n-grams"),
        (("--by", "passages", "--shingle", "word:5"), "--shingle has no use for passages"),
        (("--by", "passages", "--stem", "english"), "--stem has no use for passages"),
        (("--by", "passages", "--normalize", "nfc"), "--normalize nfc: passages are found in source code"),
        (("--by", "passages", "--guarantee", "0"), "--guarantee 0"),
        (("--by", "passages", "--common", "9"), "--common"),
    ]:
        run = textkin(*base, *words, exit=2)
        assert said in run.errors, words
    many = "".join(json.dumps({"id": str(i), "text": prose(i, 2000)}) + "\n" for i in range(300))
    textkin.write("large.jsonl", many)
    run = textkin("decontaminate", "train.jsonl", "--against", "large.jsonl", "--by", "passages", "--memory", "40MiB", exit=2)
    would_do = re.search(r"the words of --against do not fit in a quarter of --memory; about (\S+ \S+) would do", run.errors)
    textkin("decontaminate", "train.jsonl", "--against", "large.jsonl", "--by", "passages", "--memory", would_do[1].replace(" ", ""))


def test_a_long_document_of_short_words(textkin):
    """A pair that is more than a thread's share is aligned alone, or refused with what would do."""
    draw = random.Random(3)
    letters = [f"{draw.choice('bcdfgh')}{draw.randrange(10)}" for _ in range(400_000)]
    textkin.jsonl("tests.jsonl", [{"id": "q", "text": " ".join(letters[1000:1040])}])
    textkin.jsonl("train.jsonl", [{"id": "long", "text": " ".join(letters)}, {"id": "none", "text": prose(1, 60)}])
    words = ("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--by", "passages", "--action", "cut", "--stats", "stats.json")
    expected = textkin(*words).stdout
    run = textkin(*words, "--memory", "40MiB", exit=2)
    assert "train.jsonl:1 and tests.jsonl:1: more words than --memory 40 MiB has room for" in run.errors
    would_do = re.search(r"; (\S+ \S+) would do", run.errors)[1].replace(" ", "")
    assert textkin(*words, "--memory", would_do).stdout == expected
    assert textkin.stats()["peak_memory_bytes"] < 1.1 * float(re.match(r"\d+", would_do)[0]) * 2**20 + (64 << 20)


INNOCENT = ("movie-reviews", "us-code", "powershell-docs", "laws-de")


def collection(name):
    path = reference.DATA / name / "docs.jsonl.gz"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    with gzip.open(path, "rt", encoding="utf-8") as records:
        return [json.loads(record)["text"] for record in records]


@pytest.mark.parametrize("name", INNOCENT)
def test_no_false_alarm_on_innocent_texts(textkin, name):
    """Texts of one collection as tests, those of all others as what is trained on: nothing was copied between them."""
    textkin.jsonl("tests.jsonl", collection(name))
    textkin.jsonl("train.jsonl", [text for other in INNOCENT if other != name for text in collection(other)])
    textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--by", "passages", "--check", "--stats", "stats.json", "--memory", "400MiB")
    stats = textkin.stats()
    assert stats["documents"] > 2500 and stats["leaking"] == 0
    assert stats["peak_memory_bytes"] < 300e6


def test_edited_runs_in_real_texts_are_found(textkin):
    """100 words of a section of law in a film review, one in ten changed: 97 of 100 and more, with their places; nothing else."""
    draw = random.Random(6)
    tests, train = collection("us-code"), collection("movie-reviews")
    long = [text for text in tests if len(text.split()) > 300]
    planted = {}
    for number in draw.sample(range(len(train)), 200):
        words, item = train[number].split(" "), draw.choice(long).split()
        start = draw.randrange(len(item) - 100)
        run = [word if draw.random() > 0.1 else "changed" for word in item[start : start + 100]]
        place = draw.randrange(len(words))
        before = len(" ".join(words[:place])) + 1
        planted[str(number + 1)] = (before, before + len(" ".join(run)))
        train[number] = " ".join([*words[:place], *run, *words[place:]])
    textkin.jsonl("tests.jsonl", tests)
    textkin.jsonl("train.jsonl", train)
    textkin("decontaminate", "train.jsonl", "--against", "tests.jsonl", "--by", "passages", "--check", "--removed", "removed.jsonl", exit=1)
    found, missed = {}, 0
    for row in lines(textkin, "removed.jsonl"):
        found.setdefault(row["id"], []).append((row["offset"], row["offset"] + row["length"]))
    assert found.keys() <= planted.keys()
    for identifier, (begin, end) in planted.items():
        covered = sum(max(0, min(end, to) - max(begin, at)) for at, to in set(found.get(identifier, [])))
        missed += covered < 0.8 * (end - begin)
    print(f"{missed} of {len(planted)} edited runs were missed")
    assert missed <= 6
