"""`textkin report`: one HTML file, complete in itself, in which ids and texts stay data."""

import base64
import hashlib
import html.parser
import json
import re

import pytest

import hand_ins
import reference
from samples import prose


class Page(html.parser.HTMLParser):
    """What a browser would take the file for."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.scripts, self.open = [], [], []
        self.feed(text)
        self.close()
        assert self.open == [], "elements that are not closed"

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in ("meta", "input"):
            self.open.append(tag)
        if tag == "script":
            self.scripts.append((dict(attributes), ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = attributes, text + data

    @property
    def data(self):
        (text,) = [text for attributes, text in self.scripts if attributes.get("id") == "data"]
        return json.loads(text)

    @property
    def texts(self):
        return [json.loads(text) for attributes, text in self.scripts if attributes.get("class") == "text"]


def report(textkin, *arguments):
    textkin("report", *arguments, "-o", "r.html")
    return textkin.path("r.html").read_bytes().decode()


def test_numbers_of_a_small_case(textkin):
    shared, again = prose("shared", 30), prose("again", 15)
    texts = {
        "long": f"{prose('x', 40)} {shared} {prose('y', 40)} {again} {shared}",  # 155 words; the second copy counts too
        "short": f"{shared} {prose('z', 70)}",
        "whole": again,
        "alone": prose("alone", 50),
    }
    textkin.jsonl("in.jsonl", [{"id": id, "text": text} for id, text in texts.items()])
    data = Page(report(textkin, "in.jsonl")).data
    documents = [(d["id"], d["words"], d["matched"], d["longest"], d["pairs"]) for d in data["documents"]]
    assert documents == [("long", 155, 75, 30, 2), ("short", 100, 30, 30, 1), ("whole", 15, 15, 15, 1)]
    assert [(p["a"], p["b"], p["a_matched"], p["b_matched"], p["longest"]) for p in data["pairs"]] == [
        (0, 1, 60, 30, 30),
        (0, 2, 15, 15, 15),
    ]
    assert (data["documents_read"], data["compared"], data["pairs_found"], data["passages_found"]) == (4, 6, 2, 3)
    page = Page(report(textkin, "in.jsonl"))
    assert page.texts == [texts["long"], texts["short"], texts["whole"]]
    offset, length = data["pairs"][1]["passages"][0][:2]
    assert texts["long"][offset : offset + length] == again


def test_shares_of_identical_and_of_disjoint_texts(textkin):
    texts = {"a": prose("same", 200), "same": prose("same", 200).upper(), "other": prose("other", 200)}
    textkin.jsonl("in.jsonl", [{"id": id, "text": text} for id, text in texts.items()])
    (row,) = textkin("report", "in.jsonl", "--format", "tsv", "-o", "-").table()
    assert (row["a"], row["b"], row["share_a"], row["share_b"]) == ("a", "same", "1.0", "1.0")
    data = Page(report(textkin, "in.jsonl")).data
    assert [(d["id"], d["matched"], d["words"]) for d in data["documents"]] == [("a", 200, 200), ("same", 200, 200)]


def test_one_collection_against_another(textkin):
    text = prose("same", 40)
    textkin.jsonl("in.jsonl", [{"id": "x", "text": text}, {"id": "y", "text": text}])
    textkin.jsonl("sources.jsonl", [{"id": "s", "text": text}])
    data = Page(report(textkin, "in.jsonl", "--against", "sources.jsonl", "--only-against")).data
    assert [(data["documents"][p["a"]]["id"], data["documents"][p["b"]]["id"]) for p in data["pairs"]] == [("x", "s"), ("y", "s")]
    assert (data["compared"], data["against_documents"]) == (2, 1)
    both = Page(report(textkin, "in.jsonl", "--against", "sources.jsonl")).data
    names = [d["id"] for d in both["documents"]]
    assert {(names[p["a"]], names[p["b"]]) for p in both["pairs"]} == {("x", "y"), ("x", "s"), ("y", "s")}
    assert [d.get("against", False) for d in both["documents"]] == [False, False, True]


HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\"'><img src=x onerror=alert(1)>",
    "\u202egnp.exe",
    "a&amp;b\u2028c\\u003c",
    "\x00\x01\x7f",
]


def test_hostile_ids_and_texts_stay_data(textkin):
    plain = [{"id": str(i), "text": prose("same", 40)} for i in range(len(HOSTILE))]
    hostile = [{"id": word, "text": f"{word} {prose('same', 40)} {word}"} for word in HOSTILE]
    pages = []
    for records in (plain, hostile):
        textkin.jsonl("in.jsonl", records)
        pages.append(Page(report(textkin, "in.jsonl")))
    assert pages[0].elements == pages[1].elements
    assert [d["id"] for d in pages[1].data["documents"]] == HOSTILE
    assert pages[1].texts == [record["text"] for record in hostile]
    assert pages[0].scripts[-1] == pages[1].scripts[-1]
    shows = pages[0].scripts[-1][1]
    assert not re.search(r"(inner|outer)HTML\s*\+?=[^=]|setHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", shows)


def test_nothing_is_fetched(textkin):
    textkin.jsonl("in.jsonl", [prose("same", 40), prose("same", 40)])
    text = report(textkin, "in.jsonl")
    assert not re.search(r"https?:|//[a-z]|@import|url\(|fetch\(|XMLHttpRequest|WebSocket", re.sub(r"(?m)^\s*//.*$", "", text))
    for tag, attributes in Page(text).elements:
        assert tag not in ("link", "img", "iframe", "object", "base", "form") and "src" not in attributes
        assert attributes.get("href", "#").startswith("#")
    assert "default-src 'none'" in text


def test_only_the_script_of_the_page_may_run(textkin):
    textkin.jsonl("in.jsonl", [prose("same", 40), prose("same", 40)])
    textkin("dedup", "in.jsonl", "--check", "--report", "d.html", exit=1)
    for text in (report(textkin, "in.jsonl"), textkin.path("d.html").read_text()):
        page = Page(text)
        (policy,) = [attributes["content"] for tag, attributes in page.elements if attributes.get("http-equiv") == "Content-Security-Policy"]
        (allowed,) = re.findall(r"script-src ([^;]*);", policy)
        (script,) = [script for attributes, script in page.scripts if "type" not in attributes]
        assert allowed == f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]


def test_the_same_page_on_every_run(textkin):
    textkin.jsonl("in.jsonl", [f"{prose('same', 40)} {prose(str(i), 20)}" for i in range(50)])
    for exclude in ("common", "none"):
        options = ("--exclude", exclude, "--threads")
        assert report(textkin, "in.jsonl", *options, "1") == report(textkin, "in.jsonl", *options, "4")


def test_the_same_page_whatever_texts_are_read_side_by_side(textkin):
    """Texts of all lengths, three of which 64 MiB hold one at a time only: each under its own id and in its place."""
    texts = [f"{prose(f'pair {i // 2}', 25)} {prose(str(i), 30 * (i % 7))}" for i in range(1200)]
    for i in (0, 501, 1199):
        texts[i] += " " + prose(f"long {i}", 120_000)
    textkin.jsonl("in.jsonl", texts)
    one = report(textkin, "in.jsonl", "--threads", "1")
    page = Page(one)
    assert page.texts == texts
    assert [d["words"] for d in page.data["documents"]] == [len(re.findall(r"\w+", text)) for text in texts]
    for options in (("--threads", "2"), ("--threads", "5", "--memory", "1GiB"), ("--threads", "3", "--memory", "64MiB")):
        assert report(textkin, "in.jsonl", *options) == one


def test_files_that_were_not_read_are_named(textkin):
    textkin.write("in.jsonl", '{"id": "a", "text": "one two"}\n{"id": 2, "text": \n')
    textkin("report", "in.jsonl", "-o", "r.html")
    data = Page(textkin.path("r.html").read_text()).data
    assert data["problems"] == 1 and data["problem_lines"][0].startswith("in.jsonl:2: ")


def test_more_pairs_than_the_page_holds(textkin):
    textkin.jsonl("in.jsonl", [prose("same", 20) for _ in range(145)] + [prose("longer", 25)] * 2)
    data = Page(report(textkin, "in.jsonl", "--exclude", "none")).data
    assert (len(data["pairs"]), data["pairs_found"]) == (10000, 145 * 144 // 2 + 1)
    assert data["pairs"][0]["longest"] == 25
    assert all(d["matched"] == d["words"] for d in data["documents"])


def test_texts_that_are_too_long_for_the_page_stay_out_of_it(textkin):
    texts = [f"{prose('big', 30)} {letter * 35_000_000}" for letter in "xy"] + [prose("small", 20)] * 2
    textkin.jsonl("in.jsonl", texts)
    page = Page(report(textkin, "in.jsonl"))
    assert [d["text"] for d in page.data["documents"]] == [False, False, True, True]
    assert page.texts == [None, None, *texts[2:]]
    assert [p["longest"] for p in page.data["pairs"]] == [30, 20]


def test_nothing_is_written_on_failure(textkin):
    textkin.jsonl("in.jsonl", [prose("same", 40)])
    assert "guarantee" in textkin("report", "in.jsonl", "-o", "r.html", "--guarantee", "0", exit=2).errors
    textkin("report", "in.jsonl", "-o", "r.html", "--stats", "missing/s.json", exit=2)
    textkin("report", "missing.jsonl", "-o", "r.html", exit=2)
    assert "-o" in textkin("report", "in.jsonl", exit=2).errors
    assert sorted(path.name for path in textkin.folder.iterdir()) == ["in.jsonl"]


def test_pseudonyms_leave_no_name(textkin):
    textkin.write("anna.txt", prose("same", 40))
    textkin.write("ben.txt", prose("same", 40))
    textkin.write("carl.jsonl", "{broken\n")
    text = report(textkin, "anna.txt", "ben.txt", "carl.jsonl", "--pseudonyms")
    assert not re.search("anna|ben\\.txt|carl", text)
    data = Page(text).data
    assert [d["id"] for d in data["documents"]] == ["document 1", "document 2"] and data["problems"] == 1


def test_documents_that_share_nothing_are_named(textkin):
    names = {"anna": f"{prose('same', 40)} {prose('x', 40)}", "ben": prose("same", 40), "carl": prose("carl", 60), "dora": "too short", "emil": " \n"}
    for name, words in names.items():
        textkin.write(f"in/{name}/essay.txt", words)
    textkin.write("in/fay/essay.docx", hand_ins.docx(prose("fay", 50), hand_ins.run("not seen", "<w:vanish/>")))
    textkin.write("old/gus.txt", prose("gus", 50))
    page = report(textkin, "in", "--against", "old", "--group-by", "folder")
    data = Page(page).data
    assert data["clean_documents"] == 4
    assert [(d["id"], d["words"], d["person"]) for d in data["clean"]] == [
        ("carl/essay.txt", 60, "carl"), ("dora/essay.txt", 2, "dora"), ("emil/essay.txt", 0, "emil"), ("fay/essay.docx", 50, "fay")]
    assert [len(d["notes"]) for d in data["clean"]] == [0, 0, 0, 1] and "hidden text: 2 words" in data["clean"][3]["notes"][0]
    text = report(textkin, "in", "--against", "old", "--group-by", "folder", "--pseudonyms")
    assert [(d["id"], d["person"]) for d in Page(text).data["clean"]][0] == ("document 3", "person 3") and "carl" not in text
    # What shares something that is not counted is on the page itself.
    assert Page(report(textkin, "in", "--template", "in/ben/essay.txt")).data["clean_documents"] == 4


def written_oddly(data):
    return {d["id"]: [line for line in d["notes"] if line.startswith("written oddly: ")] for d in data["documents"] + data["clean"]}


def test_what_keeps_a_text_from_being_compared_is_told(textkin):
    words = prose("same", 60)
    texts = {"a": words, "spaced": " ".join(words.replace(" ", "")), "signs": words.replace("a", "@").replace("s", "$"),
             "thin": " ".join(word[:2] + "\u200a" + word[2:] for word in words.split()), "c1": " ".join(word[:2] + "\u0083" + word[2:] for word in prose("d", 60).split()),
             "some": f"{words} {' '.join(prose('b', 12).replace(' ', ''))}", "swapped": re.sub("[aeo]", lambda m: {"a": "а", "e": "е", "o": "о"}[m[0]], prose("c", 60))}
    textkin.jsonl("in.jsonl", [{"id": id, "text": text} for id, text in texts.items()])
    data = Page(report(textkin, "in.jsonl")).data
    found = written_oddly(data)
    assert {id for id, lines in found.items() if lines} == {"spaced", "signs", "thin", "c1"} and {d["id"] for d in data["documents"]} == {"a", "some"}
    assert "letters stand alone" in found["spaced"][0] and "signs among their letters" in found["signs"][0]
    assert "spaces of another width" in found["thin"][0] and "control characters" in found["c1"][0]
    (swapped,) = [d for d in data["clean"] if d["id"] == "swapped"]
    assert len(swapped["notes"]) == 1 and swapped["notes"][0].endswith("with look-alike letters")


@pytest.mark.parametrize("name", ["movie-reviews", "laws-de", "udhr-unicode"])
def test_innocents_are_not_said_to_be_written_oddly(textkin, name):
    folder = reference.DATA / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here; set TEXTKIN_DATA to the folder with the collections")
    files = sorted(folder.glob("*.jsonl.gz")) or sorted(folder.glob("*.txt"))
    data = Page(report(textkin, *files, "--sensitivity", "strict")).data
    assert len(written_oddly(data)) > 50 and [lines for lines in written_oddly(data).values() if lines] == []


def test_of_very_many_that_share_nothing_the_first_are_named(textkin):
    textkin.jsonl("in.jsonl", [{"id": "n" * 300 + str(i), "text": prose(i, 3)} for i in range(10_500)] + [prose("same", 40), prose("same", 40)])
    data = Page(report(textkin, "in.jsonl")).data
    assert data["clean_documents"] == 10_500 and 2_000 < len(data["clean"]) < 10_000
    textkin.jsonl("in.jsonl", [f"w{i}" for i in range(10_500)])
    data = Page(report(textkin, "in.jsonl")).data
    assert data["clean_documents"] == 10_500 and len(data["clean"]) == 10_000 and data["clean"][-1]["id"] == "10000"


def test_the_folder_that_one_works_in_has_its_name(textkin):
    for name in ("essays/a.txt", "essays/b.txt", "archive/c.txt"):
        textkin.write(name, prose("same", 40))
    folder = textkin.path("essays/a.txt").parent
    for given in (".", "./", "../essays/.", "../archive/../essays"):
        page = Page(textkin("report", given, "--against", "../archive/.", "-o", "-", prefix=("env", "-C", str(folder))).stdout.decode())
        assert page.data["inputs"] == ["essays" if given != "../archive/../essays" else given], given
        assert page.data["against"] == ["archive"]
        textkin("dedup", given, "--check", "--report", "../d.html", prefix=("env", "-C", str(folder)), exit=1)
        assert Page(textkin.path("d.html").read_text()).data["inputs"] == page.data["inputs"]
    assert Page(report(textkin, "essays")).data["inputs"] == ["essays"]


def test_the_table_alone_has_all_pairs_in_the_order_of_the_page(textkin):
    textkin.jsonl("in.jsonl", [prose("same", 20) for _ in range(34)] + [f"{prose('longer', 25)} {prose('x', 25)}", prose("longer", 25)])
    page = Page(report(textkin, "in.jsonl", "--shared-by", "33")).data
    rows = textkin("report", "in.jsonl", "--shared-by", "33", "--format", "tsv", "-o", "-").table()
    assert len(rows) == 34 * 33 // 2 + 1
    assert list(rows[0].values()) == ["35", "36", "25", "25", "25", "25", "25", "50", "25", "0.5", "1.0", "1", "25", ""]
    ids = [d["id"] for d in page["documents"]]
    assert [(row["a"], row["b"]) for row in rows] == [(ids[p["a"]], ids[p["b"]]) for p in page["pairs"]][:len(rows)]
    textkin("report", "in.jsonl", "--shared-by", "33", "--format", "tsv", "-o", "t.tsv", "--stats", "stats.json")
    assert (textkin.stats()["command"], textkin.stats()["pairs"]) == ("report", len(rows))
    lines = textkin("report", "in.jsonl", "--shared-by", "33", "--format", "jsonl", "-o", "-").stdout.decode().splitlines()
    assert [{key: "" if value is None else str(value) for key, value in json.loads(line).items()} for line in lines] == rows
