"""`textkin passages` and `textkin score` as cli.md states them."""

import itertools
import json
import math
import random
import re
import sys
import unicodedata

import pytest

import conftest
import reference
from samples import prose

sys.path.insert(0, str(reference.ROOT / "bench" / "passages"))
import cases  # noqa: E402
import levels  # noqa: E402

COLUMNS = ["a", "b", "a_offset", "a_length", "b_offset", "b_length", "a_words", "b_words", "identity"]


def rows_of(answer):
    lines = answer.stdout.decode().splitlines()
    assert lines[0].split("\t") == COLUMNS
    return [dict(zip(COLUMNS, line.split("\t"))) for line in lines[1:]]


def spans(row):
    return tuple((int(row[f"{side}_offset"]), int(row[f"{side}_offset"]) + int(row[f"{side}_length"])) for side in "ab")


def test_columns_offsets_and_words(textkin):
    shared = prose("shared", 30)
    a = f"Été! {prose('x', 40)} — {shared} {prose('y', 40)}"
    b = f"{prose('z', 25)}\n\n{shared.upper()}, {prose('w', 25)}"
    textkin.path("a.txt").write_text(a)
    textkin.path("b.txt").write_text(b)
    (row,) = rows_of(textkin("passages", "a.txt", "b.txt"))
    (a_begin, a_end), (b_begin, b_end) = spans(row)
    assert a[a_begin:a_end] == shared and b[b_begin:b_end] == shared.upper()
    assert (row["a"], row["b"], row["a_words"], row["b_words"], row["identity"]) == ("a.txt", "b.txt", "30", "30", "1.0")
    jsonl = json.loads(textkin("passages", "a.txt", "b.txt", "--format", "jsonl").stdout)
    assert {key: str(value) for key, value in jsonl.items()} == row


def alphabets():
    latin = "abcdefghijklmnopqrstuvwxyz"
    return {
        "latin": [latin, " "], "greek": ["αβγδεζηθικλμνξοπρστυφχψω", " "], "cyrillic": ["абвгдежзиклмнопрстуфхцчшщэюя", " "],
        "arabic": ["ابتثجحخدذرزسشصضطظعغفقكلمنهوي", " "], "devanagari": ["कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह", " "],
        "hangul": ["가나다라마바사아자차카타파하", " "],
        # Written without spaces: each character is a word.
        "han": ["".join(map(chr, range(0x4E00, 0x4E00 + 2000))), ""], "kana": ["".join(map(chr, range(0x3042, 0x3094))), ""],
        "thai": ["กขคงจฉชซญดตถทธนบปผฝพฟภมยรลวศษสหอฮ", ""],
    }


# Of scripts without spaces, as the recipe has it.
CHARACTERS_A_WORD = {"han": 1.5, "kana": 3, "thai": 5}


@pytest.mark.parametrize("script", alphabets())
@pytest.mark.parametrize("guarantee", [4, 12, 25])
def test_every_run_of_the_guaranteed_length_is_found(textkin, script, guarantee):
    letters, space = alphabets()[script]
    chance = random.Random(f"{script}/{guarantee}")

    def words(count):
        return ["".join(chance.choices(letters, k=5 if space else 1)) for _ in range(count)]

    documents, planted = [], []
    for number in range(40):
        a, b, run = words(chance.randint(0, 60)), words(chance.randint(0, 60)), words(guarantee if space else math.ceil(guarantee * CHARACTERS_A_WORD[script]))
        at, to = chance.randint(0, len(a)), chance.randint(0, len(b))
        # Where words are characters, runs of other pairs may lie in them too; that is no matter.
        pair = []
        for text, place in ((a, at), (b, to)):
            before, inside, behind = space.join(text[:place]), space.join(run), space.join(text[place:])
            begin = len(before) + (len(space) if before else 0)
            documents.append({"id": f"{number}{'ab'[len(pair)]}", "text": space.join(filter(None, [before, inside, behind]))})
            pair.append((begin, begin + len(inside)))
        planted.append((f"{number}a", f"{number}b", pair))
    textkin.path("x.jsonl").write_text("".join(json.dumps(document) + "\n" for document in documents))
    rows = rows_of(textkin("passages", "x.jsonl", "--guarantee", guarantee, "--common", "100000"))
    found = {}
    for row in rows:
        found.setdefault((row["a"], row["b"]), []).append(spans(row))
    for a, b, (in_a, in_b) in planted:
        assert any(x[0] <= in_a[0] and in_a[1] <= x[1] and y[0] <= in_b[0] and in_b[1] <= y[1] for x, y in found.get((a, b), [])), (a, b)


def test_nothing_in_a_million_words_that_are_unrelated(textkin):
    """Words as frequent as in a language (Zipf): 500,000 pairs of documents, of which some share a run by chance."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(2, 9))) for _ in range(20000)]
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))
    textkin.jsonl("x.jsonl", [" ".join(chance.choices(words, cum_weights=weights, k=1000)) for _ in range(1000)])
    assert rows_of(textkin("passages", "x.jsonl", "--stats", "s.json")) == []
    assert textkin.stats("s.json")["candidates"] > 10


def test_nothing_in_collections_that_are_unrelated(textkin):
    """1.4 million words of reviews and Gospels; what they share is one verse, which a review quotes (it stands in two Gospels)."""
    folders = [reference.DATA / name for name in ("movie-reviews", "gospels")]
    for folder in folders:
        if not folder.is_dir():
            pytest.skip(f"{folder} is not here; set TEXTKIN_DATA to the folder with the collections")
    books = sorted(folders[1].glob("kjv_*.txt"))
    rows = rows_of(textkin("passages", *books, "--against", folders[0] / "docs.jsonl.gz"))
    assert {row["b"] for row in rows} == {"pos/cv477_22479"} and len(rows) == 2
    for row in rows:
        (begin, end), _ = spans(row)
        (book,) = (path for path in books if path.name in row["a"])
        assert "For this cause shall a man leave" in book.read_text()[begin:end]


def corpus(textkin, name="x.jsonl", documents=120):
    chance = random.Random(5)
    sources = [prose(f"s{i}", 300).split() for i in range(20)]
    with open(textkin.path(name), "w") as out:
        for number in range(documents):
            words = prose(f"d{number}", 200).split()
            for _ in range(2):
                source = chance.choice(sources)
                begin = chance.randrange(250)
                at = chance.randrange(len(words))
                words[at:at] = source[begin:begin + chance.randint(15, 50)]
            out.write(json.dumps({"id": number, "text": " ".join(words)}) + "\n")
    return name


def test_threads_memory_and_blocks_give_the_same_bytes(textkin):
    name = corpus(textkin, documents=2000)
    options = ("--common", "1000", "--stats", "s.json")
    expected = textkin("passages", name, *options).stdout
    assert len(expected.splitlines()) > 10000
    assert json.loads(textkin.path("s.json").read_text())["spilled_bytes"] == 0
    for other in (("--threads", "1"), ("--block-size", "30KB"), ("--memory", "24MiB")):
        assert textkin("passages", name, *options, *other).stdout == expected, other
    stats = json.loads(textkin.path("s.json").read_text())
    assert stats["spilled_bytes"] > 0 and stats["peak_memory_bytes"] < (24 * 1.1 + 64) * (1 << 20)
    assert stats["passages"] == len(expected.splitlines()) - 1 and stats["documents"] == 2000


def test_against_gives_pairs_of_both_sides_only(textkin):
    shared = prose("s", 20)
    textkin.jsonl("a.jsonl", [f"{prose(1)} {shared}", f"{shared} {prose(2)}"])
    textkin.jsonl("b.jsonl", [f"{prose(3)} {shared} {prose(4)}", f"{shared}", prose(5)])
    rows = rows_of(textkin("passages", "a.jsonl", "--against", "b.jsonl"))
    assert [(row["a"], row["b"]) for row in rows] == [("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")]


def test_common_words_are_cut_and_counted(textkin):
    shared = prose("s", 20)
    textkin.jsonl("x.jsonl", [f"{prose(2 * i)} {shared} {prose(2 * i + 1)}" for i in range(10)])
    assert len(rows_of(textkin("passages", "x.jsonl", "--common", "10"))) == 45
    answer = textkin("passages", "x.jsonl", "--common", "9", "--stats", "s.json")
    # Near its ends the run's fingerprints depend on what stands around it; those are not common.
    assert len(rows_of(answer)) < 45 and "more than 9 documents" in answer.errors
    assert json.loads(textkin.path("s.json").read_text())["common_fingerprints"] > 0


def test_tricks_are_seen_through(textkin):
    shared = prose("s", 40)
    textkin.path("a.txt").write_text(f"{prose(1)}. {shared}. {prose(2)}")
    for trick in (shared.replace("a", "\u0430"), shared.replace("e", "e\u00ad"), shared.replace("o", "\u200bo"),
                  shared.replace("st", "\ufb06"), shared.replace("mer ", "mer-\n"), shared.upper(), ", ".join(shared.split()),
                  shared.replace("e", "e\U000e0041"), shared.replace("i", "\u0131"), shared.replace("e", "3").replace("o", "0"),
                  "  ".join(" ".join(word) if len(word) > 3 else word for word in shared.split()),
                  "".join(chr(0x1d41a + ord(c) - 97) if "a" <= c <= "z" else c for c in shared),
                  "".join(chr(0xff41 + ord(c) - 97) if "a" <= c <= "z" else c for c in shared)):
        textkin.path("b.txt").write_text(f"{prose(3)}. {trick}. {prose(4)}")
        (row,) = rows_of(textkin("passages", "a.txt", "b.txt"))
        assert int(row["a_words"]) >= 40 and float(row["identity"]) > 0.6, trick


def test_tricks_are_flagged(textkin):
    shared = prose("s", 40)
    styled = "".join(chr(0x1d41a + ord(c) - 97) if "a" <= c <= "z" else c for c in shared)
    wide = "".join(chr(0xff41 + ord(c) - 97) if "a" <= c <= "z" else c for c in shared)
    for trick, flag in ((shared.replace("e", "e\U000e0041"), "hidden"), (shared.replace("e", "e\u206a"), "hidden"),
                        (shared.replace("e", "e\ufe0f"), "hidden"), (shared.replace("o", "\u0585"), "look_alike"), (styled, "look_alike"), (wide, "look_alike"),
                        (shared.replace("i", "\u0131"), "look_alike")):
        textkin.jsonl("x.jsonl", [{"id": "a", "text": shared}, {"id": "b", "text": trick}])
        textkin("report", "x.jsonl", "-o", "r.html")
        data = json.loads(re.search('id="data">(.*?)</script>', textkin.path("r.html").read_text(), re.S)[1])
        flags = [document["flags"][flag] for document in data["documents"]]
        assert flags[0] == 0 and flags[1] >= 5, (trick, flags)


KANA = "コンピューターデータベースプログラムのデバッグにはガイドブックがベストですがバグがゼロになるわけではありません。" * 2
HALF = dict(zip("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンァィゥェォャュョッー゙゚。",
                "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝｧｨｩｪｫｬｭｮｯｰﾞﾟ｡"))
ARABIC = "ذهب الطالب إلى المدرسة القديمة ومعه كتاب كبير عن تاريخ الشعوب التي سكنت هذه الارض منذ زمن بعيد ثم عاد إلى بيته"
HEBREW = "בראשית ברא אלהים את השמים ואת הארץ והארץ היתה תהו ובהו וחשך על פני תהום ורוח אלהים מרחפת על פני המים"
GREEK = "ο άνθρωπος είναι το μέτρο όλων των πραγμάτων και η σοφία αρχίζει από την απορία που έχει κάθε παιδί όταν κοιτάζει τον ουρανό"
TURKISH = "insanlar için iyi bir iş bulmak kolay değildir ve şehir içinde yaşayan kişiler bunu çok iyi bilirler bizim ilimizde de"
BIOLOGY = "macrophages secrete TNFα and IFNγ when they meet bacteria and then γH2AX is seen beside PPARγ2 in most cells that we stained for TNFα"
UZBEK = "oʻzbek tilida soʻzlarni toʻgʻri yozish uchun koʻp oʻqish va koʻp mashq qilish kerak chunki bu oʻrganishning oʻzi boʻladi"


@pytest.mark.parametrize("text, other", [
    (BIOLOGY, BIOLOGY), (BIOLOGY, BIOLOGY.replace("α", "a")),
    (KANA, "".join(HALF.get(c, c) for c in unicodedata.normalize("NFD", KANA))),
    (KANA, unicodedata.normalize("NFD", KANA)),
    (ARABIC, " ".join(word[:2] + "ـ" * 3 + word[2:] for word in ARABIC.split())),
    (ARABIC, " ".join(word[:1] + "َ" + word[1:] for word in ARABIC.split())),
    (ARABIC, ARABIC.replace("ي", "ی").replace("ى", "ی").replace("ك", "ک")),
    (HEBREW, "".join(c + "ָ" if c != " " else c for c in HEBREW)),
    (GREEK, "".join(c for c in unicodedata.normalize("NFD", GREEK).upper() if c != "́")),
    (GREEK, unicodedata.normalize("NFC", unicodedata.normalize("NFD", GREEK).replace("́", "͂").replace("ο ", "ὁ "))),
    (TURKISH, TURKISH.replace("i", "İ").replace("ı", "I").upper()),
    (UZBEK, UZBEK.replace("ʻ", "'")), (UZBEK, UZBEK.replace("ʻ", "’")), (UZBEK, UZBEK.replace("ʻ", "ʼ")), (UZBEK, UZBEK.replace("ʻ", "‘")),
])
def test_what_writers_add_or_leave_out_makes_no_difference(textkin, text, other):
    textkin.jsonl("x.jsonl", [{"id": "a", "text": text}, {"id": "b", "text": "x " + other}])
    (row,) = rows_of(textkin("passages", "x.jsonl"))
    assert (row["a_words"], row["identity"]) == (row["b_words"], "1.0")
    assert spans(row) == ((0, len(text.rstrip("。"))), (2, 2 + len(other.rstrip("。｡"))))
    textkin("report", "x.jsonl", "-o", "r.html")
    data = json.loads(re.search('id="data">(.*?)</script>', textkin.path("r.html").read_text(), re.S)[1])
    assert [document["flags"]["look_alike"] for document in data["documents"]] == [0, 0]


def test_nothing_and_little(textkin):
    textkin.path("empty.txt").write_text("")
    textkin.path("one.txt").write_text("word")
    textkin.path("same.txt").write_text("word")
    assert rows_of(textkin("passages", "empty.txt", "one.txt", "same.txt")) == []
    (row,) = rows_of(textkin("passages", "one.txt", "same.txt", "--guarantee", "1"))
    assert row["identity"] == "1.0"
    for wrong in (("--guarantee", "0"), ("--common", "1"), ("--format", "pan"), ("--format", "xml"), ("--run-dir", "r")):
        textkin("passages", "one.txt", *wrong, exit=2)
    textkin("passages", "nowhere.txt", exit=2)


def test_pan_form_and_score(textkin):
    texts = {f"{number}": prose(number, 400).replace(" ", ". ", 3) for number in range(30)}
    cases.write(textkin.path("case"), *cases.make(texts, "verbatim", 20, 3))
    collection = ("case/suspicious.jsonl", "--against", "case/source.jsonl")
    textkin("passages", *collection, "--format", "pan", "-o", "found")
    textkin("passages", *collection, "-o", "found.tsv")
    textkin("passages", *collection, "-o", "found.tsv.gz")
    textkin("passages", *collection, "--format", "jsonl", "-o", "found.jsonl")
    textkin("passages", *collection, "--format", "jsonl", "-o", "found.jsonl.zst")
    textkin.path("windows.tsv").write_bytes(textkin.path("found.tsv").read_bytes().replace(b"\n", b"\r\n"))
    for found in ("found", "found.tsv", "found.tsv.gz", "found.jsonl", "found.jsonl.zst", "windows.tsv"):
        scores = json.loads(textkin("score", "case/truth", found, "--format", "json").stdout)
        assert scores["cases"] == scores["detections"] == 20 and scores["granularity"] == 1
        assert scores["macro"]["plagdet"] > 0.97 and scores["micro"]["plagdet"] > 0.97
    assert "plagdet" in textkin("score", "case/truth", "found.tsv").stdout.decode()
    textkin.path("cut.tsv.gz").write_bytes(textkin.path("found.tsv.gz").read_bytes()[:-20])
    assert "cut.tsv.gz" in textkin("score", "case/truth", "cut.tsv.gz", exit=2).errors
    assert len(textkin.path("found/pairs").read_text().splitlines()) == 20


# Least plagdet (macro) by level; granularity is at most 1.02.
LEAST = {"verbatim": 0.98, "punctuation": 0.98, "edits": 0.97, "swaps": 0.97, "synonyms": 0.93, "order": 0.93, "ocr": 0.97,
         "ocr-real": 0.95, "look-alikes": 0.98}


def test_changed_passages_are_found_at_every_level(textkin):
    path = reference.DATA / "movie-reviews"
    if not path.is_dir():
        pytest.skip(f"{path} is not here; set TEXTKIN_DATA to the folder with the collections")
    texts = dict(reference.read_jsonl(path / "docs.jsonl.gz")[::4])
    assert set(LEAST) == set(cases.LEVELS)
    for level, least in LEAST.items():
        scores = levels.scored(conftest.BINARY, texts, level, 120, 2, textkin.path(f"{level}/x").parent)
        assert scores["macro"]["plagdet"] >= least and scores["granularity"] <= 1.02, (level, scores)


@pytest.mark.parametrize("name, content", [
    ("t.tsv", ""), ("t.tsv", "a\tb\n"), ("t.tsv", "\t".join(COLUMNS) + "\n1\t2\t3\n"),
    ("t.tsv", "\t".join(COLUMNS) + "\nx\ty\t-1\t1\t1\t1\t1\t1\t1\n"), ("t.jsonl", "{"), ("t.jsonl", "{}"),
    ("t.jsonl", '{"a":"x","b":"y","a_offset":-1,"a_length":1,"b_offset":1,"b_length":1}'), ("t.tsv.gz", "a"), ("t/x.xml", "<document"), ("t/x.xml", "<a/>"),
    ("t/x.xml", '<document reference="a"><feature name="plagiarism" source_reference="b" this_offset="one"/></document>'),
])
def test_broken_annotations_are_refused_with_their_place(textkin, name, content):
    textkin.path(name).write_text(content)
    answer = textkin("score", name.split("/")[0], name.split("/")[0], exit=2)
    assert name in answer.errors


def test_letters_that_are_parted_or_replaced_are_as_the_recipe_says(textkin):
    words = prose("spaced", 40)

    def found(other):
        textkin.jsonl("in.jsonl", [words, other])
        return [(row["a_words"], row["identity"]) for row in textkin("passages", "in.jsonl").table()]

    spaced = [" ".join(word) if len(word) > 3 else word for word in words.split()]
    assert found("   ".join(spaced)) == [("40", "1.0")]  # words of three letters or fewer are not told from initials
    assert found(" ".join(" ".join(word) for word in words.split())) == []
    assert found(words.replace("a", "@").replace("s", "$")) == []
    assert found(words.replace("a", "\u0430")) == [("40", "1.0")]
    signed = words.split()
    signed[20] = f"{signed[20][0]}@{signed[20][2:]}"
    assert found(" ".join(signed)) == [("40", str(39 / 41))]
