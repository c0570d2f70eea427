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
    (r"\{braces\}\\", "{braces}\\"), (r"one{\footnote two} three", "onetwo three"), (r"a{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}", "alink"),
    (r"a\tab b\cell c\line d", "a b c d"), (r"{\deleted gone}kept\emdash\rquote s", "kept—’s"), (r"{\pict\bin5 }}}}}ok}fine", "fine"),
])
def test_rich_text(textkin, body, text):
    for name in ("a.rtf", "a.doc", "a"):  # by what it begins with
        textkin.write(name, rtf(body))
        assert words(textkin("extract", name)) == text.split()


def test_rich_text_in_other_code_pages(textkin):
    textkin.write("a.rtf", rtf(r"\'ef\'f0\'e8\'e2\'e5\'f2", head=r"\ansi\ansicpg1251"))
    assert words(textkin("extract", "a.rtf")) == ["привет"]


def test_hidden_words_of_rich_text_are_told(textkin):
    textkin.write("a.rtf", rtf(r"seen{\v not seen} again"))
    assert "hidden text: 2 words" in textkin("extract", "a.rtf").errors
