"""Markdown: what of it is markup, and what somebody reads."""

import pytest

from samples import prose


def test_markdown_keeps_its_offsets(textkin):
    text = "# Titel\n\nEin [Fluß](https://example.org/überall \"so (und) so\") stieg <b>sehr</b>.<!-- zwei Worte -->\n\n[1]: http://x.y\n`<i>` <http://z>\n"
    blank = lambda part: " " * len(part)
    expected = text
    for part in ("(https://example.org/überall \"so (und) so\")", "<b>", "</b>", "<!-- zwei Worte -->", "[1]: http://x.y"):
        expected = expected.replace(part, blank(part))
    textkin.write("a.md", text)
    answer = textkin("extract", "a.md")
    assert answer.stdout.decode() == expected and len(expected) == len(text)
    assert "hidden text: 2 words" in answer.errors


@pytest.mark.parametrize("shown", [
    "[Anna]: {}", "[See](x) as in [2]: {}", "[Note]({}).", "For x <a, {}, y> b.", "If i <n holds\r\n\r\n{}\r\n\r\nthen a> b.", "words\n[Anna]: says \"{}\"",
    "x](y \"{}\")", "[a [b](c) d](e \"{}\")", "a <!-- b\n\n{}", "<!-->{}<!-- -->"])
def test_markdown_shows_what_is_nearly_markup(textkin, shown):
    shared = prose("shared", 40)
    textkin.write("a.md", f"{prose(1)}\n\n{shown.format(shared)}\n")
    textkin.write("b.txt", f"{prose(2)} {shared} {prose(3)}")
    (row,) = textkin("passages", "a.md", "b.txt").table()
    assert row["a_words"] == "40"


@pytest.mark.parametrize("markup", ['[](x "{}")', "<i {}>", "<i title='{}'>"])
def test_words_in_markup_of_markdown_are_told(textkin, markup):
    shared = prose("shared", 40).split()
    textkin.write("a.md", " ".join(f"{word} {markup.format(prose(word, 20))}" for word in shared))
    textkin.write("b.txt", " ".join(shared))
    answer = textkin("passages", "a.md", "b.txt")
    assert [row["b_words"] for row in answer.table()] == ["40"]
    assert "a.md: hidden text: 8" in answer.errors and "words in tags and titles of links, left out" in answer.errors
