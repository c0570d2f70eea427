"""Rich Text Format: what of a file of a word processor a reader sees."""

import pytest

from samples import prose


def words(answer):
    return answer.stdout.decode().split()


def rtf(body, head=r"\ansi\ansicpg1252\uc1"):
    return ("{\\rtf1" + head + r"{\fonttbl{\f0 Times;}}{\colortbl;\red0\green0\blue0;\red255\green255\blue255;}{\info{\author Somebody}}" + body + "}").encode("latin-1")


@pytest.mark.parametrize("body, text", [
    (r"\pard one two\par three", "one two three"), (r"M\'fcller\u8212 ?x \u-10179?\u-8704?", "Müller—x \U0001f600"), (r"{\*\unknown no}{\header no}yes", "yes"),
    (r"a{\v hidden words}b", "ab"), (r"a {\cf2 white words} b", "a b"), (r"a {\cf2\highlight1 on black} b", "a on black b"), (r"a {\fs2 tiny}b", "a b"),
    (r"a{\object\objemb{\*\objdata 00}{\result {\par shown words}}} b", "a b shown words"), (r"\{braces\}\\", "{braces}\\"), (r"one{\footnote two} three", "one† three ⸻ two"), (r"a{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}", "alink"),
    (r"a\tab b\cell c\line d", "a b c d"), (r"{\deleted gone}kept\emdash\rquote s", "kept—’s"), (r"{\pict\bin5 }}}}}ok}fine", "fine"),
])
def test_rich_text(textkin, body, text):
    for name in ("a.rtf", "a.doc", "a"):  # by what it begins with
        textkin.write(name, rtf(body))
        assert words(textkin("extract", name)) == text.split()


def test_rich_text_in_other_code_pages(textkin):
    textkin.write("a.rtf", rtf(r"\'ef\'f0\'e8\'e2\'e5\'f2", head=r"\ansi\ansicpg1251"))
    assert words(textkin("extract", "a.rtf")) == ["привет"]


@pytest.mark.parametrize("head, letter, text", [(r"\mac", "8e", "é"), (r"\pc", "82", "é"), (r"\pca", "d0", "ð"), (r"\mac\ansicpg1252", "e9", "é"), ("", "e9", "é")])
def test_rich_text_of_other_machines(textkin, head, letter, text):
    textkin.write("a.rtf", rtf(r"caf\'" + letter, head=head))
    assert words(textkin("extract", "a.rtf")) == ["caf" + text]


def test_hidden_words_of_rich_text_are_told(textkin):
    textkin.write("a.rtf", rtf(r"seen{\v not seen} again"))
    assert "hidden text: 2 words" in textkin("extract", "a.rtf").errors


BOX = r"{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt\pard %s\par}}}"
TABLE = r"\trowd\clcbpat1\cellx2000\pard\intbl Name\cell\row\pard "


@pytest.mark.parametrize("head, around, filler, told", [
    ("", "%s", r"{\cf2 %s} ", True), (TABLE, "%s", r"{\cf2 %s} ", True), (r"\pard\cbpat1 Name\par\pard ", "%s", r"{\cf2 %s} ", True), ("", BOX, r"{\v %s}", True),
    ("", "%s", r"{\footnote %s} ", False), ("", "%s", BOX, False)])
def test_what_stands_between_the_words_of_a_copy_does_not_hide_it(textkin, head, around, filler, told):
    shared = prose("shared", 40).split()
    mixed = " ".join(word + " " + filler % prose(word, 2) for word in shared)
    textkin.write("a.rtf", rtf(r"\pard %s\par %s%s\par" % (prose(1, 20), head, around % mixed)).replace(b"\\red0\\green0", b"\\red200\\green0"))
    textkin.write("b.txt", " ".join(shared))
    answer = textkin("passages", "a.rtf", "b.txt")
    assert [row["b_words"] for row in answer.table()] == ["40"]
    assert ("a.rtf: hidden text: 80 words" in answer.errors) == told


@pytest.mark.parametrize("around", [BOX, r"\trowd\clcbpat1\cellx2000\pard\intbl\cf2 %s\cell\row\pard ", r"\pard\cbpat1\cf2 %s\par"])
def test_white_letters_on_a_ground_are_read(textkin, around):
    shared = prose("shared", 40)
    textkin.write("a.rtf", rtf(around % shared).replace(b"\\red0\\green0", b"\\red200\\green0"))
    textkin.write("b.txt", shared)
    answer = textkin("passages", "a.rtf", "b.txt")
    assert [row["a_words"] for row in answer.table()] == ["40"] and "hidden text" not in answer.errors


def test_letters_of_a_font_with_another_charset(textkin):
    text = "Река поднялась за ночь на два метра, и моста не стало; никто не видел, как он ушёл, сказали они потом."
    letters = "".join("\\'%02x" % byte for byte in text.encode("windows-1251"))
    textkin.write("a.rtf", r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fnil\fcharset204 Calibri;}}\f0 %s\par}" % letters)
    textkin.write("b.txt", text)
    assert textkin("extract", "a.rtf").stdout.decode() == text + "\n"
    assert len(textkin("passages", "a.rtf", "b.txt").table()) == 1
