"""`textkin index passages` and `index report`: what `passages --against` says of the documents that an index has, byte by
byte, whatever became of it on the way, without reading the others."""

import json
import random
import re

import pytest

import reference
from index_model import Model, changed, text
from samples import prose

LONG = 400  # words of a document, so that passages of many words fit into it


def collection(draw, count, boilerplate=None):
    """Documents that take stretches of each other, edited or not; some have one stretch in common."""
    texts = []
    for i in range(count):
        words = text(draw, draw.choice((30, 120, LONG))).split()
        if texts and draw.random() < 0.7:
            source = draw.choice(texts).split()
            begin = draw.randrange(max(1, len(source) - 10))
            stretch = source[begin : begin + draw.choice((6, 11, 12, 13, 40, 90))]
            if draw.random() < 0.4:
                stretch = changed(draw, " ".join(stretch), max(1, len(stretch) // 10)).split()
            at = draw.randrange(len(words))
            words[at:at] = stretch
        if boilerplate and i % 3 == 0:
            at = draw.randrange(len(words))
            words[at:at] = boilerplate.split()
        texts.append(" ".join(words))
    return texts


def questions(textkin, draw, texts, count):
    asked = collection(draw, count)
    for i, old in enumerate(draw.sample(texts, count // 2)):
        words = old.split()
        asked[i] += " " + " ".join(words[: draw.choice((12, 30, 60))])
    return textkin.jsonl("asked.jsonl", [{"id": f"q{i}", "text": one} for i, one in enumerate([*asked, "", "few words"])])


def same(textkin, index, asked, against, *options):
    """The rows of both commands, which are the same."""
    expected = textkin("passages", asked, "--against", against, "-q", *options).stdout
    found = textkin("index", "passages", index, asked, "-q", *options).stdout
    assert found == expected
    return found.decode().splitlines()[1:]


OPTIONS = [(), ("--common", "3"), ("--exclude", "common", "--shared-by", "2"), ("--exclude", "common,quotations,references", "--common", "40"),
           ("--max-gap", "10", "--min-length", "200"), ("--format", "jsonl")]


@pytest.mark.parametrize("seed", range(3))
def test_rows_are_those_of_passages(textkin, seed):
    """Adds in pieces, replacements, removals, merges: and always the rows are those over the documents that are there."""
    draw = random.Random(seed)
    model = Model(textkin)
    texts = collection(draw, 300, boilerplate=text(draw, 25))
    asked = questions(textkin, draw, texts, 40)
    rows = 0
    for step in range(7):
        if step % 3 == 2:
            model.remove(draw.sample(sorted(model.alive), len(model.alive) // 4))
        else:
            model.add([(f"d{draw.randrange(250)}", draw.choice(texts)) for _ in range(draw.choice((1, 30, 150)))])
        if step == 4:
            textkin("index", "merge", "idx")
        if model.alive:
            rows += len(same(textkin, "idx", asked, model.against(), *OPTIONS[step % len(OPTIONS)]))
    assert rows > 50, "too little is shared for the comparison to mean anything"
    for options in OPTIONS:
        same(textkin, "idx", asked, model.against(), *options)
    textkin("index", "snapshot", "idx", "copy")
    model.remove(list(model.alive)[::2])
    same(textkin, "copy", asked, "alive.jsonl")
    textkin("index", "verify", "copy", "--deep")
    textkin("index", "repair", "copy", "--all")
    same(textkin, "copy", asked, "alive.jsonl")


def test_segments_memory_and_purge(textkin):
    """With segments and without: the same rows, and after a purge nothing is left of what was removed."""
    draw = random.Random(21)
    texts = collection(draw, 3000, boilerplate=text(draw, 30))
    documents = [(f"d{i}", one) for i, one in enumerate(texts)]
    model = Model(textkin)
    model.add(documents[:2500])
    model.add(documents[2500:])
    segment = max((textkin.folder / "idx" / "segments").iterdir())
    asked = questions(textkin, draw, texts, 60)
    assert len(same(textkin, "idx", asked, model.against())) > 25
    same(textkin, "idx", asked, "alive.jsonl", "--exclude", "common", "--common", "50")
    same(textkin, "idx", asked, "alive.jsonl", "--memory", "64MiB", "--threads", "2")
    before = segment.stat().st_size
    model.remove([id for id, _ in documents[5:]])
    textkin("index", "remove", "idx", "--purge")
    assert sum(path.stat().st_size for path in (textkin.folder / "idx" / "segments").iterdir()) < before / 20
    textkin("index", "verify", "idx", "--deep")
    same(textkin, "idx", asked, model.against())
    model.add(documents[100:200])
    same(textkin, "idx", asked, model.against())


def test_damaged_fingerprints_are_named_and_made_again(textkin):
    draw = random.Random(22)
    model = Model(textkin)
    model.add([(f"d{i}", one) for i, one in enumerate(collection(draw, 2100))])
    asked = questions(textkin, draw, list(model.alive.values()), 20)
    rows = same(textkin, "idx", asked, model.against())
    (segment,) = (textkin.folder / "idx" / "segments").iterdir()
    whole = segment.read_bytes()
    # Fingerprints are the last pages.
    at = len(whole) * 8 // 10
    segment.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    assert "damaged" in textkin("index", "verify", "idx", exit=2).errors
    assert "textkin index repair" in textkin("index", "verify", "idx", exit=2).errors
    textkin("index", "repair", "idx")
    textkin("index", "verify", "idx", "--deep")
    assert same(textkin, "idx", asked, "alive.jsonl") == rows


def test_a_page_says_how_it_is_made_again(textkin):
    """Months later the index has more, and a hearing looks at the same page."""
    shared = prose("shared", 40)
    textkin.jsonl("old.jsonl", [{"id": "old", "text": shared}])
    textkin.write("new.txt", f"{shared} {prose('own', 40)}")
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", "old.jsonl")
    textkin("index", "report", "idx", "new.txt", "-o", "report.html")
    page = textkin.path("report.html").read_bytes()
    assert b'"command":"textkin index report idx new.txt --as-of=1 -o report.html"' in page
    textkin("index", "add", "idx", "new.txt")
    textkin("index", "report", "idx", "new.txt", "--as-of=1", "-o", "report.html")
    assert textkin.path("report.html").read_bytes() == page


def test_where_and_as_of(textkin):
    draw = random.Random(23)
    texts = collection(draw, 120, boilerplate=text(draw, 20))
    records = [{"id": f"d{i}", "text": one, "course": "ab"[i % 2]} for i, one in enumerate(texts)]
    textkin("index", "create", "idx", "--field", "course")
    textkin("index", "add", "idx", textkin.jsonl("first.jsonl", records[:70]))
    textkin("index", "add", "idx", textkin.jsonl("more.jsonl", records[70:]))
    textkin("index", "remove", "idx", *[f"d{i}" for i in range(0, 120, 5)])
    asked = questions(textkin, draw, texts, 30)

    def found(*options):
        return textkin("index", "passages", "idx", asked, "-q", *options).stdout

    def expected(alive, *options):
        return textkin("passages", asked, "--against", textkin.jsonl("alive.jsonl", alive), "-q", *options).stdout

    for options in ((), ("--exclude", "common"), ("--common", "12")):
        assert found("--as-of", "1", *options) == expected(records[:70], *options)
        assert found("--as-of", "2", *options) == expected(records, *options)
        alive = [one for i, one in enumerate(records) if i % 5]
        assert found(*options) == expected(alive, *options)
        assert found("--where", "course=a", *options) == expected([one for one in alive if one["course"] == "a"], *options)
        assert found("--not", "course=a", *options) == expected([one for one in alive if one["course"] == "b"], *options)
    assert "keeps no field year" in textkin("index", "passages", "idx", asked, "--where", "year=1", exit=2).errors
    assert "at sequence 3" in textkin("index", "passages", "idx", asked, "--as-of", "9", exit=2).errors


def test_every_run_of_twelve_words_but_for_common_ones(textkin):
    """Runs of 12 words at any place of documents of any length are found; what is common is said."""
    draw = random.Random(24)
    hidden = [text(draw, 12) for _ in range(200)]
    records = []
    for i, run in enumerate(hidden):
        words = text(draw, draw.choice((1, 20, 300))).split()
        at = draw.randrange(len(words) + 1)
        records.append({"id": f"d{i}", "text": " ".join(words[:at] + [run] + words[at:])})
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", textkin.jsonl("in.jsonl", records))
    draw.shuffle(hidden)
    asked = textkin.jsonl("asked.jsonl", [f"{text(draw, 17)} {run} {text(draw, 9)}" for run in hidden])
    stats = textkin("index", "passages", "idx", asked, "-o", "found.tsv", "--stats", "stats.json")
    rows = (textkin.folder / "found.tsv").read_text().splitlines()[1:]
    assert len({row.split("\t")[0] for row in rows}) == 200
    told = json.loads((textkin.folder / "stats.json").read_text())
    assert told["index"] == "idx" and told["sequence"] == 1 and told["documents"] == 400 and told["against_documents"] == 200
    assert "200 documents compared with 200 of the index idx at sequence 1, not with each other" in stats.errors
    many = textkin.jsonl("many.jsonl", [f"{text(draw, 5)} {hidden[0]}" for _ in range(30)])
    textkin("index", "add", "idx", textkin.jsonl("more.jsonl", [{"id": f"m{i}", "text": f"{hidden[0]} {text(draw, 5)}"} for i in range(30)]))
    common = textkin("index", "passages", "idx", many, "--common", "20")
    assert "that stand in more than 20 documents (--common)" in common.errors


def test_report_is_that_of_report(textkin):
    draw = random.Random(25)
    model = Model(textkin)
    model.add([(f"d{i}", one) for i, one in enumerate(collection(draw, 100, boilerplate=text(draw, 30)))])
    model.remove(["d3", "d8"])
    asked = questions(textkin, draw, list(model.alive.values()), 20)
    textkin("report", asked, "--against", model.against(), "--only-against", "--format", "tsv", "-o", "expected.tsv")
    textkin("index", "report", "idx", asked, "--format", "tsv", "-o", "found.tsv")
    assert (textkin.folder / "found.tsv").read_text() == (textkin.folder / "expected.tsv").read_text()
    textkin("report", asked, "--against", "alive.jsonl", "--only-against", "-o", "expected.html")
    textkin("index", "report", "idx", asked, "-o", "found.html")

    def page(name):
        lines = (textkin.folder / name).read_text().splitlines()
        # But for how it was made, what took how long, and the excluded words of documents that are not read.
        return [re.sub(r'"(command|against|common_fingerprints|excluded_words|fingerprints|words|seconds|shared)":("[^"]*"|\[[^\]]*\]|[^,}]*)', "", line) for line in lines]

    ours, theirs = page("found.html"), page("expected.html")
    assert len(ours) == len(theirs)
    different = [number for number, (x, y) in enumerate(zip(ours, theirs, strict=True)) if x != y]
    assert len(different) <= 1, different
    assert "textkin index report idx asked.jsonl" in (textkin.folder / "found.html").read_text()


def test_several_folders_are_asked_as_one(textkin):
    draw = random.Random(28)
    texts = collection(draw, 90, boilerplate=text(draw, 20))
    records = [{"id": f"d{i}", "text": one} for i, one in enumerate(texts)]
    for year, some in (("2024", records[:50]), ("2025", records[50:])):
        textkin("index", "create", year)
        textkin("index", "add", year, textkin.jsonl(f"{year}.jsonl", some))
    asked = questions(textkin, draw, texts, 30)
    for options in ((), ("--common", "12"), ("--exclude", "common")):
        expected = textkin("passages", asked, "--against", textkin.jsonl("all.jsonl", records), "-q", *options).stdout
        assert textkin("index", "passages", "2024", "2025", asked, "-q", *options).stdout == expected
    assert "of the index 2024, 2025, not" in textkin("index", "report", "2024", "2025", asked, "-o", "page.html").errors
    textkin("index", "create", "short", "--passages", "8")
    assert "ask one after the other" in textkin("index", "passages", "2024", "short", asked, exit=2).errors
    # Whole documents are compared all the same.
    textkin("index", "query", "2024", "short", asked, "-t", "0.6")


def test_gospels(textkin):
    folder = reference.DATA / "gospels"
    if not folder.exists():
        pytest.skip(f"no gospels in {reference.DATA}: TEXTKIN_DATA names another folder")
    textkin("index", "create", "idx")
    textkin("index", "add", "idx", folder)
    textkin("index", "export", "idx", "-o", "all.jsonl")
    for options in ((), ("--exclude", "common,quotations"), ("--common", "2")):
        assert len(same(textkin, "idx", folder, "all.jsonl", *options)) > 10


def test_programs(textkin):
    """An index that folds source code finds programs of one structure, as passages does."""
    folder = reference.DATA / "ir-plag"
    if not folder.exists():
        pytest.skip(f"no ir-plag in {reference.DATA}: TEXTKIN_DATA names another folder")
    textkin("index", "create", "idx", "--normalize", "code:java", "--shingle", "word:9")
    java = folder / "programs.jsonl"
    records = [json.loads(line) for line in java.read_text().splitlines()]
    textkin("index", "add", "idx", java)
    asked = textkin.jsonl("asked.jsonl", records[::7])
    rows = textkin("index", "passages", "idx", asked, "-q").stdout
    assert rows == textkin("passages", asked, "--against", java, "--normalize", "code:java", "-q").stdout
    assert len(rows.splitlines()) > 100


def test_other_guarantees_and_keys(textkin):
    draw = random.Random(26)
    texts = collection(draw, 80)
    records = [{"id": f"d{i}", "text": one} for i, one in enumerate(texts)]
    old = textkin.jsonl("old.jsonl", records)
    asked = questions(textkin, draw, texts, 20)
    textkin.write("secret.key", "sixteen secret bytes, and more")
    for words in ("8", "20"):
        textkin("index", "create", f"of-{words}", "--passages", words)
        textkin("index", "add", f"of-{words}", old)
        expected = textkin("passages", asked, "--against", old, "--guarantee", words, "-q").stdout
        assert textkin("index", "passages", f"of-{words}", asked, "-q").stdout == expected
    textkin("index", "create", "keyed", "--key", "secret.key")
    textkin("index", "add", "keyed", old)
    expected = textkin("passages", asked, "--against", old, "--key", "secret.key", "-q").stdout
    assert textkin("index", "passages", "keyed", asked, "-q").stdout == expected


def test_what_is_refused_says_what_to_do(textkin):
    asked = textkin.jsonl("asked.jsonl", [{"id": "a", "text": "one two three four five six seven eight nine ten eleven twelve"}])
    textkin("index", "create", "without", "--passages", "none")
    textkin("index", "add", "without", asked)
    assert len(textkin("index", "query", "without", asked, "-q").table()) == 1
    for command in (("passages",), ("report", "-o", "page.html")):
        refused = textkin("index", command[0], "without", asked, *command[1:], exit=2).errors
        assert "without was made without passages" in refused and "textkin index rebuild without NEW --passages 12" in refused
        assert refused.count("\n") == 1
    assert not (textkin.folder / "page.html").exists()
    # What the message says does.
    textkin("index", "rebuild", "without", "with", "--passages", "12")
    assert len(textkin("index", "passages", "with", asked, "-q").table()) == 1
    assert "textkin index create nowhere" in textkin("index", "passages", "nowhere", asked, exit=2).errors
    assert "neither a number of words nor none" in textkin("index", "create", "x", "--passages", "some", exit=2).errors
    assert "--passages 5000" in textkin("index", "create", "x", "--passages", "5000", exit=2).errors
    # An empty index has nothing to compare with.
    textkin("index", "create", "empty")
    assert textkin("index", "passages", "empty", asked, "-q").table() == []


def test_the_memory_limit_holds(textkin):
    draw = random.Random(27)
    model = Model(textkin)
    big = [text(draw, 200_000) for _ in range(3)]
    model.add([(f"big{i}", one) for i, one in enumerate(big)] + [(f"d{i}", one) for i, one in enumerate(collection(draw, 500))], "--memory", "128MiB")
    asked = textkin.jsonl("asked.jsonl", [{"id": "q", "text": " ".join(big[1].split()[500:90_000])}])
    same(textkin, "idx", asked, model.against(), "--memory", "256MiB")
    textkin("index", "passages", "idx", asked, "--memory", "256MiB", "-o", "found.tsv", "--stats", "stats.json")
    assert json.loads((textkin.folder / "stats.json").read_text())["peak_memory_bytes"] < 256 << 20
