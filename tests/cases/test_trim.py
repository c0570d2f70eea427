"""`textkin trim`: what stands in what stays before it goes, word for word, and nothing else."""

import json
import os
import random

import pytest

import trim_model
from samples import prose

SEPARATORS = (" ", " ", " ", ", ", ". ", "\n", "\n\n", " -- ")


def collage(draw, pieces, length, separators=SEPARATORS):
    return "".join(draw.choice(pieces) + draw.choice(separators) for _ in range(length))


def spelled(draw, word):
    return word.upper() if draw.random() < 0.1 else word


def collection(seed, letters="ab", documents=30, most=60):
    """Texts over so few words that everything repeats."""
    draw = random.Random(seed)
    return [collage(draw, [spelled(draw, letter) for letter in letters], draw.randrange(most)) for _ in range(documents)]


def boilerplate(seed, documents=60):
    """Texts with stretches of their own between stretches of a few that many share, whole or in part."""
    draw = random.Random(seed)
    shared = [prose(f"shared {seed} {i}", draw.randrange(5, 90)).split() for i in range(8)]
    texts = []
    for number in range(documents):
        words = []
        for _ in range(draw.randrange(5)):
            stretch = draw.choice(shared)
            first = draw.randrange(len(stretch))
            words += [spelled(draw, word) for word in stretch[first : first + draw.randrange(1, 80)]]
            words += prose(f"own {seed} {number} {len(words)}", draw.randrange(30)).split()
        texts.append("".join(word + draw.choice(SEPARATORS) for word in words))
    return texts


def run(textkin, texts, *options, name="in.jsonl", **how):
    """What is left of the texts, and the rows."""
    textkin.jsonl(name, [{"id": f"d{i}", "n": i, "text": text} for i, text in enumerate(texts)])
    textkin("trim", name, "-o", "out.jsonl", "--removed", "removed.jsonl", "--stats", "stats.json", *options, **how)
    left = [json.loads(line) for line in textkin.path("out.jsonl").read_text().split("\n") if line]
    return left, rows_of(textkin)


def rows_of(textkin, name="removed.jsonl"):
    return [json.loads(line) for line in textkin.path(name).read_text().split("\n") if line]


def check(textkin, texts, expected, *options):
    left, rows = run(textkin, texts, *options)
    assert [record["text"] for record in left] == expected
    assert [(record["id"], record["n"]) for record in left] == [(f"d{i}", i) for i in range(len(texts))]
    trim_model.check_rows(texts, expected, rows, [f"d{i}" for i in range(len(texts))])
    stats = textkin.stats()
    assert stats["changed"] == len({row["id"] for row in rows})
    assert stats["removed"] == len(rows)
    assert stats["removed_words"] == sum(row["words"] for row in rows)
    assert stats["removed_characters"] == sum(row["length"] for row in rows)
    assert stats["words"] == sum(len(trim_model.words_of(text)) for text in texts)
    return rows


@pytest.mark.parametrize("least", [2, 3, 7])
@pytest.mark.parametrize("letters", ["a", "ab", "学会了国", "กขa", ["ก", "กุ", "กุ้", "か", "か\u3099", "a", "a\u0301", "\u0301"]])
@pytest.mark.parametrize("seed", range(2))
def test_passages_are_those_of_a_plain_search(textkin, seed, letters, least):
    texts = collection(seed, letters)
    rows = check(textkin, texts, trim_model.trim_passages(texts, least), "--words", least)
    assert rows


@pytest.mark.parametrize("least", [10, 50])
@pytest.mark.parametrize("seed", range(2))
def test_boilerplate(textkin, seed, least):
    texts = boilerplate(seed, 60 if least == 10 else 300)
    options = () if least == 50 else ("--words", least)
    rows = check(textkin, texts, trim_model.trim_passages(texts, least), *options)
    assert len(rows) > (30 if least == 10 else 5)


@pytest.mark.parametrize("least", [8, 21, 100])
def test_passages_by_bytes(textkin, least):
    texts = boilerplate(11) + collection(5, ["ab", "abc", "Straße", "né", "学"])
    assert check(textkin, texts, trim_model.trim_passages(texts, least, in_bytes=True), "--bytes", least)


@pytest.mark.parametrize("unit", ["line", "paragraph"])
@pytest.mark.parametrize("least", [1, 8])
@pytest.mark.parametrize("seed", range(2))
def test_lines_and_paragraphs(textkin, seed, unit, least):
    draw = random.Random(seed)
    lines = [collage(draw, "abc", draw.randrange(12), (" ", ", ")) for _ in range(12)] + ["", "}", "  ", "\u3000"]
    texts = [collage(draw, lines, draw.randrange(12), ("\n", "\n", "\r\n", "\n\n", " \n \n")) + draw.choice(["", draw.choice(lines)]) for _ in range(40)]
    options = () if least == 8 else ("--min-words", least)
    assert check(textkin, texts, trim_model.trim_units(texts, unit, least), "--unit", unit, *options)


@pytest.mark.parametrize("keep, order", [("last", lambda texts: reversed(range(len(texts)))), ("longest", lambda texts: sorted(range(len(texts)), key=lambda i: -len(texts[i]))),
                                         ("field:n:max", lambda texts: reversed(range(len(texts))))])
def test_the_text_that_leads(textkin, keep, order):
    texts = boilerplate(7)
    check(textkin, texts, trim_model.trim_passages(texts, 10, list(order(texts))), "--words", "10", "--keep", keep)
    check(textkin, texts, trim_model.trim_units(texts, "line", 1, list(order(texts))), "--unit", "line", "--min-words", "1", "--keep", keep)


def test_sentences(textkin):
    same = "The ministers met again on Tuesday in the old hall."
    texts = [f"First words of the first text, which nobody else has. {same} And an end that is its own alone.",
             f"Another one begins in another way than that. {same}  It goes on. {same.upper()} Thank you. Thank you.",
             "北京是中华人民共和国的首都。上海是最大的城市之一。", "他说了很多话而没有人听。北京是中华人民共和国的首都。谢谢。谢谢。"]
    left, rows = run(textkin, texts, "--unit", "sentence")
    assert [record["text"] for record in left] == [texts[0], "Another one begins in another way than that. It goes on. Thank you. Thank you.", texts[2], "他说了很多话而没有人听。谢谢。谢谢。"]
    trim_model.check_rows(texts, [record["text"] for record in left], rows, ["d0", "d1", "d2", "d3"])
    assert textkin.stats()["short_units"] == 5


def test_words_that_are_equal_for_the_run(textkin):
    texts = ["Straße in Köln: ﬁne words that a test asks", "before STRASSE IN KO\u0308LN -- FINE words\u00adthat a test asks. behind", "strasse in koln fine words that a test asks"]
    left, _ = run(textkin, texts, "--words", "9")
    assert [record["text"] for record in left] == texts  # a soft hyphen is no word's
    texts[1] = texts[1].replace("\u00ad", " ")
    left, _ = run(textkin, texts, "--words", "9")
    assert [record["text"] for record in left] == [texts[0], "before behind", texts[2]]
    left, _ = run(textkin, texts, "--words", "9", "--normalize", "nfkc-casefold,strip-marks")
    assert [record["text"] for record in left] == [texts[0], "before behind", ""]
    left, _ = run(textkin, texts, "--words", "9", "--normalize", "none")
    assert [record["text"] for record in left] == texts


THAI = "ในประเทศไทยมีนักเรียนจำนวนมากที่ต้องเดินทางไปโรงเรียนทุกวันด้วยรถประจำทาง"
KANA = "ほんたいのうこきをしらへてからつきのとおりにせつめいしますのてよくよんてくたさいそれからおねかいしますとてもよいものてすよ"


@pytest.mark.parametrize("a, b, left", [
    (THAI + "กินข้าว", "สองเราไป " + THAI + "กุ้งแม่น้ำอร่อย", "สองเราไป กุ้งแม่น้ำอร่อย"),
    (KANA + "か行く", "私は " + KANA + "か\u3099好きだ", "私は か\u3099好きだ"),
])
def test_no_cut_ends_within_a_syllable(textkin, a, b, left):
    kept, _ = run(textkin, [a, b], "--words", "30")
    assert [record["text"] for record in kept] == [a, left]


def test_nothing_else_of_a_record_changes(textkin):
    passage = "ten words that are equal in all of these records"
    lines = [
        '{"id":"a","text":"%s"}' % passage,
        '{ "x" : [1, {"text": "no"}], "t\\u0065xt" :  "A \\u00e9 \\ud83d\\ude00\\n%s \\"z\\" \\u00e9\\/" , "id":1e0,"y":"\\u00e9"} ' % passage,
        '{"text": "%s", "id": null, "big": 123456789012345678901234567890}\r' % passage,
        '{"id":"d","text":"nothing of this goes", "text2": "%s"}' % passage,
        '{"id":"e","text":"%s é %s!"}' % (passage.upper(), passage),
    ]
    textkin.write("in.jsonl", "\n".join(lines))
    textkin("trim", "in.jsonl", "--words", "10", "-o", "out.jsonl")
    expected = [lines[0], lines[1].replace(passage + ' \\"', ""), lines[2].replace(passage, ""), lines[3], '{"id":"e","text":"é "}']
    assert textkin.path("out.jsonl").read_bytes().decode() == "\n".join(expected)
    textkin("trim", "in.jsonl", "--words", "10", "-o", "out.jsonl", "--emptied", "drop")
    assert textkin.path("out.jsonl").read_bytes().decode() == "\n".join(expected[:2] + expected[3:])


def test_a_word_again_and_again_goes_in_stretches_as_long_as_what_stays(textkin):
    left, rows = run(textkin, ["word " * 300])
    assert [one["text"] for one in left] == ["word " * 50]
    assert len(rows) == 5


def test_files_and_folders(textkin):
    texts = {"a.txt": "own words here\n\n" + prose(1, 20) + "\n\n", "deep/b.md": "\ufeffBefore it.\n\n" + prose(1, 20) + "\n\nBehind it.", "deep/c.txt": prose(1, 20)}
    for name, text in texts.items():
        textkin.write("in/" + name, text)
    textkin("trim", "in", "--unit", "paragraph", "-o", "left/")
    made = {str(path.relative_to(textkin.path("left"))): path.read_text() for path in textkin.path("left").rglob("*") if path.is_file()}
    assert made == {**texts, "deep/b.md": "\ufeffBefore it.\n\nBehind it.", "deep/c.txt": ""}
    textkin("trim", "in", "--unit", "paragraph", "-o", "dropped/", "--emptied", "drop")
    assert not textkin.path("dropped/deep/c.txt").exists()
    textkin("trim", "in", "--unit", "paragraph", "-o", "left.jsonl")
    assert rows_of(textkin, "left.jsonl") == [{"id": "a.txt", "text": texts["a.txt"]}, {"id": "deep/b.md", "text": "Before it.\n\nBehind it."}, {"id": "deep/c.txt", "text": ""}]
    textkin.jsonl("shards/1.jsonl", [{"id": "a", "text": prose(2, 60)}, {"id": "b", "text": prose(3, 60)}])
    textkin.jsonl("shards/2.jsonl", [{"id": "c", "text": "x " + prose(2, 60)}, {"id": "d", "text": prose(3, 59)}])
    textkin("trim", "shards/1.jsonl", "shards/2.jsonl", "-o", "new/")
    assert textkin.path("new/1.jsonl").read_bytes() == textkin.path("shards/1.jsonl").read_bytes()
    assert [row["text"] for row in rows_of(textkin, "new/2.jsonl")] == ["x ", ""]
    textkin.write("lines.txt", prose(4, 60) + "\nx " + prose(4, 60) + " y\n")
    assert textkin("trim", "lines.txt", "--lines").stdout.decode() == prose(4, 60) + "\nx y\n"


def test_each_run_is_the_same_bytes(textkin):
    texts = boilerplate(3, 1500)
    textkin.jsonl("in.jsonl", texts)

    def answer(*more):
        out = textkin("trim", "in.jsonl", "--words", "12", "--removed", "removed.jsonl", *more).stdout
        return out, textkin.path("removed.jsonl").read_bytes()

    first = answer()
    assert first[1]
    for more in (("--threads", "1"), ("--threads", "7"), ("--memory", "40MiB"), ("--block-size", "4KiB"), ("--simd", "scalar")):
        assert answer(*more) == first, more
    textkin("trim", "in.jsonl", "--words", "12", "-o", "in.jsonl")
    assert textkin.path("in.jsonl").read_bytes() == first[0]


def test_little_memory(textkin):
    """Everything repeats, so that all of it is looked at, in files."""
    draw = random.Random(4)
    stretches = [prose(i, 400) for i in range(400)]
    textkin.jsonl("in.jsonl", [" ".join(draw.choices(stretches, k=4)) for _ in range(2500)])
    textkin("trim", "in.jsonl", "--memory", "8GiB", "-o", "large.jsonl")
    refused = textkin("trim", "in.jsonl", "--memory", "18MiB", "--threads", "2", "-o", "small.jsonl", exit=None)
    for memory in ("48MiB", "64MiB"):
        textkin("trim", "in.jsonl", "--memory", memory, "--threads", "2", "-o", "small.jsonl", "--stats", "stats.json")
        assert textkin.path("small.jsonl").read_bytes() == textkin.path("large.jsonl").read_bytes()
        assert textkin.stats()["peak_memory_bytes"] <= 1.1 * int(memory[:-3]) * 2**20 + 64 * 2**20
    assert textkin.stats()["spilled_bytes"] > 0
    assert refused.code == 0 or "would do" in refused.errors


def test_a_huge_document(textkin):
    """More words than memory has room for are refused, with an amount that will do."""
    text = "a " * 3_000_000
    textkin.jsonl("in.jsonl", [text])
    refused = textkin("trim", "in.jsonl", "--memory", "64MiB", "-o", "out.jsonl", exit=2)
    memory = next(word for word in refused.errors.split("; ")[-1].split() if word.isdigit()) + "MiB"
    textkin("trim", "in.jsonl", "--memory", memory, "-o", "out.jsonl", "--stats", "stats.json")
    assert textkin.stats()["peak_memory_bytes"] <= 1.1 * int(memory[:-3]) * 2**20 + 64 * 2**20
    assert json.loads(textkin.path("out.jsonl").read_text())["text"] == "a " * 50


def test_texts_made_to_be_hard(textkin):
    texts = ["", " ", "\x00\x00 a a a a", "a" * 200_000, "a" * 200_000 + " b", "\u0301\u0301 a", "a\u2028b a\u2028b a\u2028b", "\ufffd x \ufffd x", "}\n" * 50, "😀 a 😀 a 😀 a", "ａ Ａ a A"]
    check(textkin, texts[:3] + texts[5:], trim_model.trim_passages(texts[:3] + texts[5:], 2), "--words", "2")
    run(textkin, texts, "--words", "2")
    textkin.write("bad.jsonl", b'{"id":1,"text":"x \xff y one two three \xff z","w":"\xff"}\n{"id":2,"text":"\\ud800 me one two three"}\n{"id":3,"text":"one two three"}\n{broken\n')
    textkin("trim", "bad.jsonl", "--words", "3", "-o", "out.jsonl")
    left = textkin.path("out.jsonl").read_bytes().splitlines()
    assert left == [textkin.path("bad.jsonl").read_bytes().splitlines()[0], b'{"id":2,"text":"\\ufffd me "}', b'{"id":3,"text":""}']


def test_what_cannot_be_is_one_line(textkin):
    textkin.jsonl("in.jsonl", [prose(1)])
    textkin.write("a.txt", prose(1))
    textkin.write("x.fasta", ">a\nACGT\n")
    for words, said in [
        (("in.jsonl", "--words", "1"), "--words 1"),
        (("in.jsonl", "--bytes", "3"), "--bytes 3"),
        (("in.jsonl", "--words", "9", "--bytes", "9"), "excludes --"),
        (("in.jsonl", "--unit", "line", "--words", "9"), "--words has no use for units"),
        (("in.jsonl", "--min-words", "9"), "--min-words has no use for passages"),
        (("in.jsonl", "--normalize", "code:c"), "code:c"),
        (("in.jsonl", "--keep", "best"), "--keep 'best'"),
        (("in.jsonl", "a.txt", "-o", "out.jsonl"), "give -o a folder"),
        (("a.txt", "-o", "out.txt"), "FILE.jsonl"),
        (("x.fasta", "--records"), "no texts"),
        (("in.jsonl", "--removed", "in.jsonl"), "would be replaced"),
        (("in.jsonl", "--text-field", "body"), 'no field "body"'),
    ]:
        refused = textkin("trim", *words, exit=2)
        assert said in refused.errors, (words, refused.errors)


def test_it_says_what_it_did(textkin):
    textkin.jsonl("in.jsonl", [prose(1, 60), "x " + prose(1, 60), prose(1, 60)])
    told = textkin("trim", "in.jsonl", "-o", "out.jsonl").errors
    assert "3 documents; 2 lost 2 passages that stand elsewhere: 120 of 181 words" in told
    assert "of 1 document no word is left: kept with an empty text" in told
    assert textkin("trim", "in.jsonl", "--check", exit=1).stdout == b""
    textkin("trim", "in.jsonl", "--check", "--words", "100")
    textkin.jsonl("lines.jsonl", ["a b\nThank you.\n}\n", "Thank you.\n}\n"])
    told = textkin("trim", "lines.jsonl", "--unit", "line", "-o", "out.jsonl").errors
    assert "3 lines of fewer than 8 words stay" in told


@pytest.mark.parametrize("unit", ["line", "paragraph", "sentence"])
def test_dedup_of_units_is_the_same(textkin, unit):
    textkin.jsonl("in.jsonl", boilerplate(5))
    textkin("trim", "in.jsonl", "--unit", unit, "--min-words", "2", "--keep", "last", "-o", "trimmed.jsonl", "--removed", "a.jsonl")
    textkin("dedup", "in.jsonl", "--unit", unit, "--min-words", "2", "--keep", "last", "-o", "deduped.jsonl", "--removed", "b.jsonl")
    assert textkin.path("deduped.jsonl").read_bytes() == textkin.path("trimmed.jsonl").read_bytes()
    assert textkin.path("a.jsonl").read_bytes() == textkin.path("b.jsonl").read_bytes() != b""
    textkin("dedup", "in.jsonl", "--unit", unit, "--min-words", "2", "--check", exit=1)
    assert textkin("dedup", "in.jsonl", "--unit", "document").stdout == textkin("dedup", "in.jsonl").stdout
    for words in (("-t", "0.5"), ("--shingle", "word:3"), ("--clusters", "c.tsv"), ("--sketch", "fss"), ("--annotate",), ("--against", "a.jsonl")):
        refused = textkin("dedup", "in.jsonl", "--unit", unit, *words, exit=2)
        assert "has no use inside documents" in refused.errors, words


def test_names_of_files_that_are_one_in_json_are_told(textkin):
    folder = bytes(textkin.path("in/x").parent)
    for name, text in ((b"\xff\xfe.txt", "one two three"), (b"\xff\xfd.txt", "four five six"), ("é.txt".encode(), "seven eight nine")):
        with open(folder + b"/" + name, "w") as file:
            file.write(text)
    said = "textkin: \\xff\\xfd.txt and \\xff\\xfe.txt have one name in JSON"
    assert said in textkin("trim", "in", "-o", "left.jsonl", "-q").errors
    assert said in textkin("pairs", "in", "-q").errors
    os.remove(folder + b"/\xff\xfe.txt")
    assert textkin("trim", "in", "-o", "left.jsonl", "-q").errors == ""
