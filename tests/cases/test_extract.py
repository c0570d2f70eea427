"""What people hand in: text out of other files, and what a bad one costs: itself."""

import json
import os
import random
import re
import shutil
import struct
import time

import pytest

import hand_ins
from samples import prose

needs_pdf = pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not there (package poppler-utils)")

TEXT = "The river rose two metres in one night & the bridge was gone; nobody saw it go, they said."
KINDS = {
    "docx": hand_ins.docx, "DOCX": hand_ins.docx, "odt": hand_ins.odt, "html": hand_ins.html, "htm": hand_ins.html, "pdf": hand_ins.pdf,
    "md": lambda text: text, "txt": lambda text: text,
}


def kinds():
    return [pytest.param(kind, marks=needs_pdf if kind == "pdf" else ()) for kind in KINDS]


def words(answer):
    return answer.stdout.decode().split()


def problems(textkin, name="problems.jsonl"):
    return {row["file"]: row for row in map(json.loads, textkin.path(name).read_text().splitlines())}


@pytest.mark.parametrize("kind", kinds())
def test_the_text_of_each_kind(textkin, kind):
    textkin.write(f"a.{kind}", KINDS[kind](TEXT))
    answer = textkin("extract", f"a.{kind}")
    assert words(answer) == TEXT.split() and answer.errors == ""


@pytest.mark.parametrize("kind", kinds())
def test_passages_between_kinds(textkin, kind):
    shared = prose("shared", 40)
    textkin.write(f"a.{kind}", KINDS[kind](f"{prose(1)} {shared} {prose(2)}"))
    textkin.write("b.txt", f"{prose(3)} {shared} {prose(4)}")
    (row,) = textkin("passages", f"a.{kind}", "b.txt").table()
    text = textkin("extract", f"a.{kind}").stdout.decode()
    begin = int(row["a_offset"])
    assert text[begin:begin + int(row["a_length"])].split() == shared.split()
    assert (row["a_words"], row["identity"]) == ("40", "1.0")
    textkin("report", f"a.{kind}", "b.txt", "-o", "r.html")
    assert shared in " ".join(textkin.path("r.html").read_text().split())


OF_WORD = f"<html xmlns:w='urn:schemas-microsoft-com:office:word'><body><p>{hand_ins.escaped(TEXT)}<br></body></html>"
MISNAMED = {
    "text": ("text", TEXT), "utf-16": ("text", TEXT.encode("utf-16")), "indented": ("text", f"\n\n {TEXT}"), "page": ("web page", hand_ins.html(TEXT)),
    "page-of-word": ("web page", OF_WORD), "docx": ("docx or odt", hand_ins.docx(TEXT)), "odt": ("docx or odt", hand_ins.odt(TEXT)),
}


@pytest.mark.parametrize("name", ["docx", "odt", "rtf", "doc", "pages", "key", "xls", "epub", "pdf"])
@pytest.mark.parametrize("made", MISNAMED)
def test_a_file_of_another_name_is_read_as_what_it_is(textkin, name, made):
    kind, content = MISNAMED[made]
    textkin.write(f"a.{name}", content)
    answer = textkin("extract", f"a.{name}")
    assert words(answer) == TEXT.split()
    assert (f"a.{name}: named .{name}, and read as the {kind} that it is" in answer.errors) == (made != name)


@needs_pdf
@pytest.mark.parametrize("name", ["docx", "odt", "html", "md", "rtf", "doc", "key", "epub"])
def test_a_pdf_of_another_name_is_read_as_one(textkin, name):
    textkin.write(f"a.{name}", hand_ins.pdf(TEXT))
    answer = textkin("extract", f"a.{name}")
    assert words(answer) == TEXT.split()
    assert f"a.{name}: named .{name}, and read as the PDF that it is" in answer.errors


@pytest.mark.parametrize("made", [
    b"%!PS-Adobe-3.0\n(words) show", b"junk {\\rtf1 words}", b"MIME-Version: 1.0\nContent-Type: multipart/related\n\nwords", b"<?xml version='1.0'?><w>words</w>",
    b"", b"  \n", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), b"PK\3\4 words", bytes(range(256))],
    ids=["postscript", "rich-text", "mail", "xml", "empty", "blank", "old-word", "archive", "bytes"])
@pytest.mark.parametrize("name", ["docx", "odt", "doc", "xls", "pdf"])
def test_what_shows_no_kind_of_its_own_is_not_guessed_at(textkin, made, name):
    textkin.write(f"a.{name}", made)
    assert "not extracted: " in textkin("extract", f"a.{name}", exit=2).errors


def notebook(*cells, **more):
    """Of Jupyter, as it saves one: what it writes around each cell is the same in all."""
    made = [{"cell_type": "code", "execution_count": i, "metadata": {}, "outputs": [{"name": "stdout", "output_type": "stream", "text": [f"answer {i}\n"]}],
             "source": cell.splitlines(keepends=True)} for i, cell in enumerate(cells)]
    about = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
             "language_info": {"codemirror_mode": {"name": "ipython", "version": 3}, "file_extension": ".py", "mimetype": "text/x-python", "name": "python",
                               "nbconvert_exporter": "python", "pygments_lexer": "ipython3", "version": "3.10.4"}}
    return json.dumps({"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5, **more}, indent=1)


def test_notebooks_share_what_people_wrote_and_no_more(textkin):
    """What Jupyter itself writes is a hundred words that all notebooks share, and nobody's copy."""
    shared = prose("shared", 40)
    for i in range(3):
        textkin.write(f"in/{i}.ipynb", notebook(*(f"x{i}{k} = {k * 7 + i}\nprint(x{i}{k})" for k in range(3)), prose(i)))
    assert textkin("passages", "in").table() == []
    textkin.write("in/3.ipynb", notebook(f"# {prose(30)}", f'"""{shared}"""'))
    textkin.write("in/essay.txt", f"{prose(31)} {shared} {prose(32)}")
    answer = textkin("passages", "in")
    assert [(row["a"], row["b"], row["a_words"]) for row in answer.table()] == [("3.ipynb", "essay.txt", "40")]
    assert "3.ipynb: what the code of 2 cells answered is left out" in answer.errors


@pytest.mark.parametrize("content", [notebook("a = 1")[:-400], notebook("a = 1").replace('"metadata": {}', '"source": ["b"]'), '{"cells": 7}', '{"a": [1, 2]}', ""])
def test_a_damaged_notebook_is_told(textkin, content):
    textkin.write("a.ipynb", content)
    assert "it is no notebook of Jupyter, or a damaged one" in textkin("extract", "a.ipynb", exit=2).errors
    textkin.write("b.ipynb", TEXT)
    assert words(textkin("extract", "b.ipynb")) == TEXT.split()


def test_other_commands_read_files_as_they_are_unless_asked(textkin):
    textkin.write("a.html", hand_ins.html(prose(1)))
    textkin.write("b.txt", prose(1))
    (row,) = textkin.pairs("a.html", "b.txt", "-t", "0.5").values()
    assert float(row["similarity"]) < 1
    (row,) = textkin.pairs("a.html", "b.txt", "-t", "0.5", "--extract", "auto").values()
    assert row["similarity"] == "1.0"
    assert textkin("passages", "a.html", "a.html", "--repeated-ids", "number", "--extract", "none").table()
    textkin("pairs", "a.html", "--extract", "auto", "--tokens", "html", exit=2)
    textkin("pairs", "a.html", "--extract", "auto", "--extract-seconds", "0", exit=2)
    textkin.write("in/a.html", hand_ins.html(prose(1)))
    textkin.write("in/b.txt", prose(1))
    textkin("dedup", "in", "--extract", "auto", "-o", "kept.tsv", "--removed", "r.jsonl", "--copy-to", "copies")
    assert [path.name for path in textkin.path("copies/x").parent.iterdir()] == ["a.html"]
    assert textkin.path("copies/a.html").read_bytes() == textkin.path("a.html").read_bytes()


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32-le", "windows-1251", "koi8-r", "koi8-u", "gb18030",
                                     "shift_jis", "iso2022_jp", "euc-kr", "iso-8859-1", "windows-1252", "windows-1253"])
def test_charsets(textkin, charset):
    text = {
        "windows-1251": "Река поднялась за ночь на два метра, и моста не стало; никто не видел, как он ушёл, сказали они. ",
        "koi8-r": "Река поднялась за ночь на два метра, и моста не стало; никто не видел, как он ушёл, сказали они. ",
        "koi8-u": "Річка піднялася за ніч на два метри, і моста не стало; ніхто не бачив, як він зник, сказали вони. Її ґанок і їхні човни теж. ",
        "iso2022_jp": "川は一夜で二メートルも水位が上がり、橋は消えた。誰も見ていないという。",
        "gb18030": "河水一夜之间上涨了两米，桥不见了；他们说，没有人看到它消失。", "shift_jis": "川は一夜で二メートルも水位が上がり、橋は消えた。誰も見ていないという。",
        "euc-kr": "강물이 하룻밤 사이에 이 미터나 불어나 다리가 사라졌다. 아무도 보지 못했다고 한다. ",
        "windows-1253": "Το ποτάμι ανέβηκε δύο μέτρα σε μία νύχτα και η γέφυρα χάθηκε, κανείς δεν την είδε, είπαν. ",
    }.get(charset, "Der Fluß stieg in einer Nacht um zwei Meter, die Brücke war fort; keiner sah's, sagten sie, très étonnés. ") * 3
    textkin.write("a.txt", text.encode(charset))
    textkin.write("b.txt", text)
    answer = textkin("extract", "a.txt")
    assert answer.stdout.decode() == text
    assert ("by its look" in answer.errors) == (charset not in ("utf-8-sig", "utf-16"))
    (row,) = textkin("passages", "a.txt", "b.txt").table()
    assert row["identity"] == "1.0" and row["a_offset"] == row["b_offset"]


def test_a_page_names_its_charset(textkin):
    page = hand_ins.html("Привет", head='<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">')
    textkin.write("a.html", page.encode("windows-1251"))
    answer = textkin("extract", "a.html")
    assert words(answer) == ["Привет"] and answer.errors == ""


@pytest.mark.parametrize("head", [
    "<meta charset=utf-16>", "<meta charset=ibm-37>", "<!-- <meta charset='utf-32be'> -->", "<!-- <meta charset=koi8-r> -->",
    "<meta name=description content='my charset=koi8-r page'><meta charset=iso-8859-1>", "<meta name=x content='charset=koi8-r'><meta charset=latin1>",
    "<title><meta charset=koi8-r></title>", '<meta name="<meta charset=koi8-r>" content=""><meta http-equiv=Content-Type content="text/html; charset = \'latin1\'">'])
@pytest.mark.parametrize("more", ["", "."])
def test_a_page_declares_no_charset_where_a_browser_finds_none(textkin, head, more):
    shared = "Le père Noël a mangé une pêche; sa mère a préféré un thé très léger, près de la fenêtre du café où naît le brouillard d'été."
    textkin.write("a.html", f"<html><head>{head}</head><body><p>{shared}{more}</p></body></html>".encode("latin-1"))
    assert textkin("extract", "a.html").stdout.decode() == f"{shared}{more}\n"


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b + b" \xff fin", lambda b: b[:99] + b"\xc3" + b[99:]], ids=["cut", "behind", "within"])
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html"])
def test_a_damaged_byte_costs_itself_alone(textkin, damage, name):
    shared = " ".join(f"слово{i} поднимается{i * i}" for i in range(30))
    textkin.write(name, damage(f"{shared}. Конец".encode()))
    textkin.write("b.txt", shared)
    answer = textkin("passages", name, "b.txt", "--exclude", "none")
    assert len(answer.table()) == 1
    assert f"{name}: read as UTF-8, by its look, though one place of it is none" in answer.errors


def test_quotation_marks_of_pages(textkin):
    textkin.write("a.html", "<p>He said <q>we <q>all</q> know <q>that</q></q>. <q hidden>no</q> <q>Well</q>")
    answer = textkin("extract", "a.html")
    assert answer.stdout.decode() == "He said “we ‘all’ know ‘that’”. “Well”\n" and "hidden text: 1 word " in answer.errors


def test_readings_above_words_of_japanese(textkin):
    """They stand in small letters above the words that they are of, and would tear the text."""
    textkin.write("a.html", "<p>私は<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>に<ruby>住<rt>す<rt><b>x</b></ruby>む。")
    answer = textkin("extract", "a.html")
    assert answer.stdout.decode() == "私は東京に住む。\n"
    assert "a.html: readings above 3 words are left out (ruby)" in answer.errors and "hidden" not in answer.errors
    # What is no reading is read.
    textkin.write("a.html", f"<rt>one</rt><ruby><rt>two</rt></ruby> <ruby>three<rt>{'four ' * 40}</rt></ruby> <ruby>five<rt><i>six</i>" + "<b>x</b>" * 40)
    assert words(textkin("extract", "a.html"))[:4] == ["onetwo", "threefour", "four", "four"]


def test_parts_of_word(textkin):
    body = ("<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>next</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
            "<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>"
            "<w:ins><w:r><w:t>inserted</w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>")
    notes = f"<w:footnotes {hand_ins.W}><w:footnote><w:p><w:r><w:t>below</w:t></w:r></w:p></w:footnote></w:footnotes>"
    textkin.write("a.docx", hand_ins.docx("first", body=body, footnotes=notes))
    answer = textkin("extract", "a.docx")
    assert answer.stdout.decode().split() == "first cell next one two threeinserted ⸻ below".split()
    assert "tracked changes" in answer.errors


def test_parts_of_a_page(textkin):
    page = ("<title>no</title><script>no()</script><style>p{}</style><body><h1>Head</h1>in<b>side</b>&nbsp;&eacute;<br>line<ul><li>a<li>b</ul>"
            "<table><tr><td>x<td>y</table><pre>  kept\n  so</pre><noscript>no</noscript><!-- no -->")
    textkin.write("a.html", page)
    assert textkin("extract", "a.html").stdout.decode() == "Head\n\ninside\u00a0é\nline\n\na\nb\n\nx\ty\n\n  kept\n  so\n"


def bomb(size):
    return hand_ins.packed({"word/document.xml": b"\0" * size}, compresslevel=9)


def lying(size):
    """A part that unpacks to more than the archive says."""
    data = bytearray(bomb(size))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.find(mark)
        struct.pack_into("<I", data, at + place, 1000)
    return bytes(data)


BROKEN = {
    "empty.docx": b"", "no.docx": b"no zip at all\0", "cut.docx": hand_ins.docx(prose(1, 3000))[:-300], "none.docx": hand_ins.packed({"x.xml": "<x/>"}),
    "bomb.docx": bomb(300 << 20), "lying.docx": lying(300 << 20), "broken.docx": hand_ins.packed({"word/document.xml": "<w:document><w:p>"}),
    "other.docx": hand_ins.packed({"word/document.xml": "<other/>"}), "old.docx": b"\xd0\xcf\x11\xe0" + bytes(600),
    "entities.docx": hand_ins.packed({"word/document.xml": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">'}),
    "empty.odt": b"", "broken.odt": hand_ins.packed({"content.xml": "<a"}), "none.odt": hand_ins.packed({"x": "y"}),
    "wide.html": "<p " + " ".join(f"a{i}" for i in range(501)) + ">text", "deep.html": "<div>" * 200_000 + "text", "image.html": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 9, "image.txt": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 9,
    "letter.doc": b"\xd0\xcf\x11\xe0" + bytes(600), "letter.rtf": b"neither form nor text\0",
    "broken.pdf": b"%PDF-1.4\n" + bytes(random.Random(1).randbytes(3000)), "no.pdf": b"no PDF\0", "empty.pdf": b"", "cut.pdf": hand_ins.pdf(prose(1))[:120],
}


@needs_pdf
def test_each_broken_file_costs_itself_and_is_named(textkin):
    shared = prose("shared", 60)
    for name in ("a.docx", "z.odt"):
        textkin.write(f"x/{name}", KINDS[name.split(".")[1]](shared))
    for name, content in BROKEN.items():
        textkin.write(f"x/{name}", content)
    answer = textkin("passages", "x", "--problems", "problems.jsonl", timeout=200)
    assert [(row["a"], row["b"]) for row in answer.table()] == [("a.docx", "z.odt")]
    found = problems(textkin)
    assert set(found) == set(BROKEN)
    for name, row in found.items():
        assert row["reason"] == "not-extracted" and row["message"].startswith(f"{name}: not extracted: "), row
        assert row["message"].endswith("; the file was skipped") and "\n" not in row["message"]
    assert "unpacks to more than" in found["bomb.docx"]["message"] and "4000 deep" in found["deep.html"]["message"]
    assert "password" in found["old.docx"]["message"] and "save it as" in found["letter.doc"]["message"]
    for name in BROKEN:
        assert "not extracted" in textkin("extract", f"x/{name}", exit=2).errors


@needs_pdf
def test_a_pdf_with_a_password(textkin):
    # An /Encrypt dictionary whose keys fit no password.
    entry = b"<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <" + b"01" * 32 + b"> /U <" + b"02" * 32 + b"> >>"
    data = hand_ins.pdf("secret").replace(b"/Root 1 0 R", b"/Root 1 0 R /ID [<00><00>] /Encrypt " + entry)
    textkin.write("a.pdf", data)
    assert "password" in textkin("extract", "a.pdf", exit=2).errors


def test_without_pdftotext_the_package_is_named(textkin):
    textkin.write("a.pdf", hand_ins.pdf("some text"))
    textkin.write("b.txt", "text")
    errors = textkin("passages", "a.pdf", "b.txt", "--pdf-program", "/nowhere/pdftotext").errors
    assert "a.pdf: not extracted: " in errors and "poppler-utils" in errors


def slow_page():
    """Formatting that every paragraph takes up anew: time and memory with the square of the length."""
    return "".join(f'<b id="{i}"><p>x' for i in range(3900))


def test_time_and_memory_are_limited(textkin):
    textkin.write("x/slow.html", slow_page())
    textkin.write("x/text.txt", TEXT)
    began = time.monotonic()
    textkin("passages", "x", "--extract-seconds", "1", "--extract-memory", "4GiB", "--problems", "p.jsonl")
    assert time.monotonic() - began < 30
    assert "more than 1 seconds" in problems(textkin, "p.jsonl")["slow.html"]["message"]
    textkin("passages", "x", "--extract-memory", "60MB", "--problems", "p.jsonl")
    assert "--extract-memory" in problems(textkin, "p.jsonl")["slow.html"]["message"]


@pytest.mark.parametrize("words", [("--extract-seconds", "9"), ("--extract-memory", "1GiB"), ("--extract-unconfined", "fail"),
                                   ("--pdf-program", "/usr/bin/pdftotext")])
@pytest.mark.parametrize("given", [("--lines",), ("--as", "lines")])
def test_nothing_is_extracted_where_lines_are_documents(textkin, words, given):
    textkin.write("a.txt", TEXT)
    assert "no use where a file is not one document" in textkin("passages", "a.txt", *given, *words, exit=2).errors


def test_attributes_cost_no_more_than_other_bytes(textkin):
    """Gumbo compares each attribute of an element with all before: 50,000 took seconds."""
    def page(elements, attributes):
        names = " ".join(f"a{i}=1" for i in range(attributes))
        return "".join(f"<p {names}>word {n}</p>" for n in range(elements))

    def seconds(name, content, exit=0):
        textkin.write(name, content)
        before = os.times().children_user
        answer = textkin("extract", name, exit=exit)
        return os.times().children_user - before, answer

    allowed, _ = seconds("some.html", page(120, 500))
    text = " ".join(f"a{i}=1" for i in range(60_000))
    plain, _ = seconds("plain.html", f"<p>{text}")
    assert allowed < 10 * plain + 0.2
    for name, content in {"many.html": page(1, 60_000), "odd.html": page(1, 60_000).replace("=1 ", "=''"), "united.html":
                          "".join(f"<body b{i} c{i} d{i}>" for i in range(20_000))}.items():
        refused, answer = seconds(name, content, exit=2)
        assert refused < allowed + plain + 0.2
        assert f"{name}: not extracted: one of its elements has more than 500 attributes" in answer.errors


def test_nothing_found_is_said(textkin):
    textkin.write("a.docx", hand_ins.docx(""))
    textkin.write("b.html", "<p hidden>words</p>")
    textkin.write("c.txt", prose(1))  # of these two alone there would be no answer
    answer = textkin("passages", "a.docx", "b.html", "c.txt")
    assert "a.docx: no text was found" in answer.errors and "b.html: no text was found" in answer.errors
    assert "b.html: hidden text: 1 word" in answer.errors


def report_data(textkin, *options):
    textkin("report", "x", "-o", "r.html", *options)
    return json.loads(re.search(r'id="data">(.*?)</script>', (textkin.folder / "r.html").read_text(), re.S).group(1))


def test_the_report_says_what_reading_showed(textkin):
    shared = prose("shared", 40)
    textkin.write("x/a.docx", hand_ins.docx(shared, hand_ins.run("not seen", "<w:vanish/>")))
    textkin.write("x/b.txt", shared)
    textkin.write("x/c.docx", hand_ins.docx(""))  # shares nothing, so it stands in no table
    hidden, empty = "hidden text: 2 words", "no text was found"
    data = report_data(textkin)
    assert [[hidden in note for note in document["notes"]] for document in data["documents"]] == [[True], []]
    assert [line.split(": ")[0] for line in data["note_lines"]] == ["a.docx", "c.docx"] and data["notes"] == 2
    assert hidden in data["note_lines"][0] and empty in data["note_lines"][1]
    data = report_data(textkin, "--pseudonyms")
    assert hidden in data["documents"][0]["notes"][0] and (data["note_lines"], data["notes"]) == ([], 2)


def test_the_same_answer_for_any_number_of_threads(textkin):
    shared = [prose(f"s{i}", 40) for i in range(6)]
    for i in range(60):
        kind = ("docx", "odt", "html", "md", "txt")[i % 5]
        textkin.write(f"x/{i:03}.{kind}", KINDS[kind](f"{prose(i)} {shared[i % 6]} {prose(-i - 1)}"))
    textkin.write("x/broken.docx", b"PK")
    textkin.write("x/cyrillic.txt", ("Река поднялась за ночь на два метра, и моста не стало. " * 3).encode("windows-1251"))
    answers = [textkin("passages", "x", *options) for options in (("--threads", "1"), ("--threads", "7"), ("--block-size", "1KB"))]
    assert len(answers[0].table()) > 100
    assert len({answer.stdout for answer in answers}) == 1
    notes = [sorted(line for line in answer.errors.splitlines() if ".docx: " in line or ".txt: " in line) for answer in answers]
    assert notes[0] == notes[1] == notes[2] and len(notes[0]) == 2


@pytest.mark.parametrize("kind", ["docx", "odt", "html"])
def test_a_mark_at_the_start_of_an_extracted_text_is_no_character(textkin, kind):
    """Dropped where the text is read first and where it is read again: places of passages are those of the text that is shown."""
    shared = prose("shared", 40)
    for folder, mark in (("plain", ""), ("marked", "\ufeff")):
        textkin.write(f"{folder}/a.{kind}", KINDS[kind](f"{mark}{shared} {prose(1)}"))
        textkin.write(f"{folder}/b.txt", f"{prose(2)} {shared}")
    tables = [textkin("passages", folder).table() for folder in ("plain", "marked")]
    assert len(tables[0]) == 1 and tables[0] == tables[1]
    pages = []
    for folder in ("plain", "marked"):
        textkin("report", folder, "-o", "r.html")
        page = textkin.path("r.html").read_text()
        pages.append(re.findall(r'<script[^>]*class="text"[^>]*>.*?</script>', page, re.S))
    assert len(pages[0]) == 2 and pages[0] == pages[1]
    found = textkin.pairs(f"plain/a.{kind}", f"marked/a.{kind}", "--extract", "auto", "--normalize", "none", "--shingle", "char:3")
    assert [row["similarity"] for row in found.values()] == ["1.0"]


def test_packed_files_and_streams(textkin):
    import gzip
    textkin.write("a.docx.gz", gzip.compress(hand_ins.docx(TEXT)))
    assert words(textkin("extract", "a.docx.gz")) == TEXT.split()
    assert words(textkin("extract", "-", stdin=TEXT.encode("utf-16"))) == TEXT.split()


def test_a_run_directory_takes_extracted_texts_up(textkin):
    for i in range(30):
        textkin.write(f"x/{i:02}.docx", hand_ins.docx(prose(i // 2)))
    expected = textkin("pairs", "x", "--extract", "auto").stdout
    options = ("pairs", "x", "--extract", "auto", "--run-dir", "run")
    assert textkin(*options).stdout == textkin(*options).stdout == expected and len(expected.splitlines()) == 16
    assert "--extract" in textkin("pairs", "x", "--run-dir", "run", exit=2).errors


def test_names_in_an_archive_lead_nowhere(textkin):
    textkin.write("a.docx", hand_ins.packed({"../../escaped.txt": "x", "/tmp/textkin-escaped.txt": "x", "word/document.xml":
                  f"<w:document {hand_ins.W}><w:body><w:p>{hand_ins.run(TEXT)}</w:p></w:body></w:document>"}))
    before = sorted(textkin.folder.rglob("*"))
    assert words(textkin("extract", "a.docx")) == TEXT.split()
    assert sorted(textkin.folder.rglob("*")) == before


def test_usage(textkin):
    textkin("extract", exit=2)
    textkin("extract", "nowhere.docx", exit=2)
    textkin.write("x/a.txt", "a")
    textkin.write("x/b.txt", "b")
    assert "one at a time" in textkin("extract", "x", exit=2).errors
    help_text = textkin("extract", "--help").stdout.decode()
    assert "--here" not in help_text and "--extract-seconds" in help_text
    assert "docx, odt, html, markdown, pdf" in textkin("passages", "--help").stdout.decode().replace("\n", " ")


@pytest.mark.parametrize("name, content, what", [
    ("a.doc", b"\xd0\xcf\x11\xe0" + bytes(600), "save it as .docx"), ("essay", b"\xd0\xcf\x11\xe0" + bytes(600), "save it as .docx"),
    ("a.pages", b"PK\3\4" + bytes(60), "export it as Word or PDF"), ("a.key", b"PK\3\4" + bytes(60), "export it as Word or PDF"),
    ("a.jpg", b"\xff\xd8\xff\xe0" + bytes(60), "it is a picture"), ("scan", b"\x89PNG\r\n\x1a\n" + bytes(60), "it is a picture"),
    ("a.rtf", b"no rich text\0", "it is no RTF"), ("deep.rtf", b"{\\rtf1" + b"{" * 5000, "deep within each other"),
])
def test_what_is_not_read_says_what_to_do(textkin, name, content, what):
    textkin.write(name, content)
    assert what in textkin("extract", name, exit=2).errors


def test_first_bytes_count_where_the_name_does_not(textkin):
    for name, content in {"essay": hand_ins.docx(TEXT), "essay.doc": hand_ins.docx(TEXT), "other": hand_ins.odt(TEXT)}.items():
        textkin.write(name, content)
        assert words(textkin("extract", name)) == TEXT.split()


@pytest.mark.parametrize("suffix, head, comma", [("srt", "", ","), ("vtt", "WEBVTT\n\n", ".")])
def test_times_of_a_film_are_nobodys_words(textkin, suffix, head, comma):
    times = "".join(f"{i + 1}\n00:00:{4 * i:02},{137 * i % 1000:03} --> 00:00:{4 * i + 3:02},{211 * i % 1000:03}\n%s\n\n" for i in range(12)).replace(",", comma)
    for name in "ab":
        textkin.write(f"{name}.{suffix}", head + times % tuple(prose(f"{name}{i}", 6) for i in range(12)))
    assert len(textkin("passages", f"a.{suffix}", f"b.{suffix}").table()) == 0
    assert words(textkin("extract", f"a.{suffix}")) == " ".join(prose(f"a{i}", 6) for i in range(12)).split()
    shared = [prose(f"c{i}", 6) for i in range(12)]
    textkin.write(f"a.{suffix}", head + times % tuple(shared))
    textkin.write("c.txt", " ".join(shared))
    (row,) = textkin("passages", f"a.{suffix}", "c.txt").table()
    assert row["b_words"] == "72"
