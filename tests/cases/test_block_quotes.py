"""Paragraphs that HTML, Word and OpenDocument have as quotations: their lines begin with >, as in Markdown, and are judged like it."""

import pytest

import hand_ins
from hand_ins import escaped, run
from samples import prose

# The names that a person sees differ from language to language of Word; the ids do too, and are its writer's choice.
STYLES = (f'<w:styles {hand_ins.W}><w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>'
          '<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/><w:basedOn w:val="Standard"/></w:style>'
          '<w:style w:type="paragraph" w:styleId="IntensivesZitat"><w:name w:val="Intense Quote"/></w:style>'
          '<w:style w:type="paragraph" w:styleId="Blocktext"><w:name w:val="Block Text"/></w:style>'
          '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My own"/><w:basedOn w:val="Zitat"/></w:style>'
          '<w:style w:type="paragraph" w:styleId="Circle"><w:name w:val="Circle"/><w:basedOn w:val="Circle"/></w:style>'
          '<w:style w:type="character" w:styleId="ZitatZchn"><w:name w:val="Quote"/></w:style></w:styles>')


def docx(*paragraphs, style="Zitat"):
    """Each paragraph is a text, or a quotation in a tuple."""
    inside = "".join(f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{run(one[0])}</w:p>' if isinstance(one, tuple) else f"<w:p>{run(one)}</w:p>" for one in paragraphs)
    return hand_ins.docx(body=inside, styles=STYLES)


def odt(*paragraphs, style="P1"):
    styles = '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/>'
    inside = "".join(f'<text:p text:style-name="{style if isinstance(one, tuple) else "Standard"}">{escaped(one[0] if isinstance(one, tuple) else one)}</text:p>'
                     for one in paragraphs)
    content = (f"<office:document-content {hand_ins.ODT}><office:automatic-styles>{styles}</office:automatic-styles>"
               f"<office:body><office:text>{inside}</office:text></office:body></office:document-content>")
    return hand_ins.packed({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def html(*paragraphs):
    inside = "".join(f"<p>{escaped(one)}</p>" if isinstance(one, str) else f"<blockquote><p>{escaped(one[0])}</p></blockquote>" for one in paragraphs)
    return f"<!DOCTYPE html><html><body>{inside}</body></html>".replace("</blockquote><blockquote>", "")


def markdown(*paragraphs):
    return "\n\n".join(one if isinstance(one, str) else f"> {one[0]}" for one in paragraphs) + "\n"


KINDS = {"docx": docx, "odt": odt, "html": html, "md": markdown}


def text_of(textkin, name, content):
    textkin.write(name, content)
    return textkin("extract", name).stdout.decode()


@pytest.mark.parametrize("kind", ["docx", "odt", "html"])
def test_lines_of_a_quotation_begin_with_its_mark(textkin, kind):
    make = KINDS[kind]
    assert text_of(textkin, f"a.{kind}", make("One.", ("two",), ("three",), "Four.", ("five",))) == "One.\n\n> two\n>\n> three\n\nFour.\n\n> five\n"
    assert text_of(textkin, f"b.{kind}", make(("one",), "Two.")) == "> one\n\nTwo.\n"
    assert text_of(textkin, f"c.{kind}", make("One > two.", "> three")) == "One > two.\n\n> three\n"


@pytest.mark.parametrize("style", ["Zitat", "IntensivesZitat", "Blocktext", "Mine"])
def test_styles_of_word_for_quotations(textkin, style):
    assert text_of(textkin, "a.docx", docx(("one",), style=style)) == "> one\n"


@pytest.mark.parametrize("style", ["Standard", "Circle", "ZitatZchn", "Quote", "unknown"])
def test_styles_of_word_that_are_none(textkin, style):
    assert text_of(textkin, "a.docx", docx(("one",), style=style)) == "one\n"


def test_styles_of_opendocument(textkin):
    assert text_of(textkin, "a.odt", odt(("one",), style="Quotations")) == "> one\n"
    assert text_of(textkin, "a.odt", odt(("one",), style="Heading")) == "one\n"


def test_what_stands_in_a_block_quote_of_a_page(textkin):
    page = "<p>a</p><blockquote>one<br>two<ul><li>three</li><li>four</li></ul><pre>five\nsix</pre>{}</blockquote><p>b</p>"
    expected = "a\n\n> one\n> two\n>\n> three\n> four\n>\n> five\n> six\n\n{}b\n"
    assert text_of(textkin, "a.html", page.format("")) == expected.format("")
    table = "<table><tr><td>x</td><td>y</td></tr></table>"
    assert text_of(textkin, "b.html", page.format(table)) == expected.format("x\ty\n\n")
    assert text_of(textkin, "c.html", "<blockquote>one<blockquote>two</blockquote><q>three</q></blockquote>") == "> one\n>\n> two\n>\n> “three”\n"
    assert text_of(textkin, "d.html", "a<blockquote> \n </blockquote>b<blockquote hidden>one</blockquote>c") == "a\n\nb\n\nc\n"


FORMS = {
    "nothing": (("Own words.", ("{}",), "And more."), 1),
    "another's": (("Own words.", ("{}",), "Smith (2003) has another theory."), 1),
    "before": (("As Smith (2003, p. 12) writes:", ("{}",), "And more."), 0),
    "at its end": (("Own words.", ("{} (Smith, 2003, p. 12)",), "And more."), 0),
    "at its end, and a full stop": (("Own words.", ("{} (Smith, 2003, p. 12).",), "And more."), 0),
    "a note at its end": (("Own words.", ("{}.[^1]",), "And more."), 0),
    "a raised number at its end": (("Own words.", ("{}³",), "And more."), 0),
    "brackets at its end that are no source": (("Own words.", ("{} (and so on)",), "And more."), 1),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_block_quote_that_says_where_it_is_from_is_no_copy(textkin, kind):
    found = {}
    for form, (paragraphs, _) in FORMS.items():
        quoted = prose(f"quoted {form}", 60)
        fill = lambda one: tuple(fill(part) for part in one) if isinstance(one, tuple) else one.replace("{}", quoted)
        folder = f"in {len(found)}"
        textkin.write(f"{folder}/a.{kind}", KINDS[kind](prose(f"begin {form}", 60) + ".", *map(fill, paragraphs), prose(f"end {form}", 60) + "."))
        textkin.write(f"{folder}/b.txt", f"{prose(f'x {form}', 60)}. {quoted}. {prose(f'y {form}', 60)}")
        found[form] = len(textkin("report", folder, "--format", "tsv", "-o", "-").table())
    assert found == {form: pairs for form, (_, pairs) in FORMS.items()}


def test_marks_of_mails_in_prose_are_no_quotation(textkin):
    quoted = prose("quoted", 60)
    textkin.write("in/a.txt", f"{prose('a', 60)} >from here on {quoted} (Smith, 2003).\n")
    textkin.write("in/b.txt", f"{prose('b', 60)}. {quoted}. {prose('c', 60)}")
    assert len(textkin("report", "in", "--format", "tsv", "-o", "-").table()) == 1


def indented(left, text, more="", properties=""):
    return f'<w:p><w:pPr>{properties}<w:ind w:left="{left}"{more}/></w:pPr>{run(text)}</w:p>'


def test_a_paragraph_that_is_indented_by_hand_is_a_quotation_if_it_ends_with_a_source(textkin):
    """As most people have them in Word; and no item of a list, no entry with a hanging indent, none of several that are indented alike."""
    plain = f"<w:p>{run('Own.')}</w:p>"

    def text(*paragraphs):
        return text_of(textkin, "a.docx", hand_ins.docx(body="".join(paragraphs)))

    assert text(plain, indented(720, "It was so (p. 12)."), plain) == "Own.\n\n> It was so (p. 12).\n\nOwn.\n"
    assert text(indented(360, "Own."), '<w:bookmarkStart w:id="1"/>', indented(720, "It was so [3]"), indented(360, "Own.")) == "Own.\n\n> It was so [3]\n\nOwn.\n"
    for none in (
        [plain, indented(720, "It was so."), plain],
        [plain, indented(720, "It was so (I think)."), plain],
        [plain, indented(720, "It was so (p. 12). I think so too."), plain],
        [plain, indented(0, "It was so (p. 12)."), plain],
        [plain, indented(720, "It was so (p. 12)."), indented(720, "And so (p. 13).")],
        [plain, indented(720, "Miller (2004)", more=' w:hanging="720"'), plain],
        [plain, indented(720, "It was so (p. 12).", properties='<w:numPr><w:numId w:val="1"/></w:numPr>'), plain],
        [plain, indented(720, "It was so (p. 12).")],
    ):
        assert ">" not in text(*none), none


def odt_indented(*paragraphs):
    """Each a text, or a text and how far it stands in."""
    margins = sorted({more for one in paragraphs if isinstance(one, tuple) for more in one[1:]})
    styles = "".join(f'<style:style style:name="P{i}" style:family="paragraph"><style:paragraph-properties {more}/></style:style>'
                     f'<style:style style:name="Q{i}" style:family="paragraph" style:parent-style-name="P{i}"/>' for i, more in enumerate(margins))
    inside = "".join(f'<text:p text:style-name="Q{margins.index(one[1])}">{escaped(one[0])}</text:p>' if isinstance(one, tuple) else f"<text:p>{escaped(one)}</text:p>"
                     for one in paragraphs)
    content = (f"<office:document-content {hand_ins.ODT}><office:automatic-styles>{styles}</office:automatic-styles>"
               f"<office:body><office:text>{inside}</office:text></office:body></office:document-content>")
    return hand_ins.packed({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def test_a_paragraph_of_opendocument_that_is_indented_by_hand(textkin):
    far, near = 'fo:margin-left="1.25cm"', 'fo:margin-left="0.2in"'

    def text(*paragraphs):
        return text_of(textkin, "a.odt", odt_indented(*paragraphs))

    assert text("Own.", ("It was so (p. 12).", far), "Own.") == "Own.\n\n> It was so (p. 12).\n\nOwn.\n"
    assert text(("Own.", near), ("It was so (p. 12).", far), ("Own.", near)) == "Own.\n\n> It was so (p. 12).\n\nOwn.\n"
    for none in (["Own.", ("It was so.", far), "Own."], ["Own.", ("It was so (p. 12).", far), ("It was so (p. 13).", far), "Own."],
                 ["Own.", ("It was so (p. 12).", far)], ["Own.", ("Miller (2004)", far + ' fo:text-indent="-1.25cm"'), "Own."],
                 [("Own.", far), ("It was so (p. 12).", near), "Own."]):
        assert ">" not in text(*none), none


@pytest.mark.parametrize("end, pairs", [(" (p. 12).", 0), (".", 1)])
def test_an_indented_quotation_with_its_source_is_no_copy(textkin, end, pairs):
    quoted = prose("quoted", 40) + end
    for who in "ab":
        own = [f"<w:p>{run(prose(f'{who} {i}', 40) + '.')}</w:p>" for i in range(2)]
        textkin.write(f"in/{who}.docx", hand_ins.docx(body=own[0] + indented(720, quoted) + own[1]))
    assert len(textkin("report", "in", "--format", "tsv", "-o", "-").table()) == pairs
