"""Files of Word and of OpenDocument: where paragraphs end, where notes stand, and what of a file is shown at all."""

import base64
import random

import pytest

import hand_ins
from hand_ins import run
from samples import prose

R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
OF = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
BELOW = "\n\n⸻\n\n"


def text_of(textkin, name, content):
    textkin.write(name, content)
    answer = textkin("extract", name)
    return answer.stdout.decode(), answer.errors


def p(*runs):
    return f"<w:p>{''.join(one if one.startswith('<') else run(one) for one in runs)}</w:p>"


def reference(properties="", kind="foot"):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:{kind}noteReference w:id="1"/></w:r>'


def notes(*paragraphs, kind="foot"):
    return f'<w:{kind}notes {hand_ins.W}><w:{kind}note w:id="1">{"".join(map(p, paragraphs))}</w:{kind}note></w:{kind}notes>'


def odt_note(text):
    return f"<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>{text}</text:p></text:note-body></text:note>"


def test_symbols_of_word_are_text(textkin):
    shared = prose("shared", 40)
    runs = "".join(run(word[0]) + f'<w:r><w:sym w:font="Times New Roman" w:char="{ord(word[1]):04X}"/></w:r>' + run(word[2:] + " ") if len(word) > 2 else run(word + " ")
                   for word in shared.split())
    textkin.write("a.docx", hand_ins.docx(runs))
    textkin.write("b.txt", shared)
    (row,) = textkin("passages", "a.docx", "b.txt").table()
    assert (row["a_words"], row["identity"]) == ("40", "1.0")


@pytest.mark.parametrize("font, char, text", [
    ("Arial", "0065", "e"), ("Arial", "F065", "e"), ("Arial", "00e9", "é"), ("Arial", "2022", "•"), ("Arial", "F0E9", "é"), ("", "65", "e"),
    ("Symbol", "F065", "\uF065"), ("Wingdings 2", "0065", "\uF065"), ("Webdings", "F0B7", "\uF0B7"),
    ("Arial", "D800", ""), ("Arial", "0000", ""), ("Arial", "F001", ""), ("Arial", "FFFF", ""), ("Arial", "", ""), ("Arial", "x", ""), ("Arial", "65x", ""),
    ("Arial", "-65", ""), ("Arial", "10065", ""), ("Arial", "99999999999", "")])
def test_a_symbol_is_its_character(textkin, font, char, text):
    content = hand_ins.docx(run("a") + f'<w:r><w:sym w:font="{font}" w:char="{char}"/></w:r>' + run("b"))
    assert text_of(textkin, "a.docx", content) == (f"a{text}b\n", "")
    assert text_of(textkin, "h.docx", hand_ins.docx(run("a ") + f'<w:r><w:rPr><w:vanish/></w:rPr><w:sym w:font="{font}" w:char="{char}"/></w:r>' + run("b")))[0] == "a b\n"


def test_notes_leave_a_mark_and_stand_below(textkin):
    below = {"footnotes": notes("First note.", "More of it."), "endnotes": notes("Second note.", kind="end")}
    word = hand_ins.docx(f"{run('One')}{reference()}{run(' two')}{reference(kind='end')}{run('.')}", "Three.", **below)
    assert text_of(textkin, "a.docx", word)[0] == f"One† two†.\n\nThree.{BELOW}First note.\n\nMore of it.\n\nSecond note.\n"
    opened = hand_ins.odt(f"<text:span>One</text:span>{odt_note('First note.')} two{odt_note('Second note.')}.", "Three.")
    assert text_of(textkin, "a.odt", opened)[0] == f"One† two†.\n\nThree.{BELOW}First note.\n\nSecond note.\n"


def test_no_notes_have_no_line_above_them(textkin):
    """Word keeps a part for notes that says how the line above them looks."""
    separator = f'<w:footnotes {hand_ins.W}><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote></w:footnotes>'
    assert text_of(textkin, "a.docx", hand_ins.docx("One.", footnotes=separator)) == ("One.\n", "")
    assert text_of(textkin, "a.odt", hand_ins.odt("One.")) == ("One.\n", "")


def test_a_reference_that_is_not_seen_leaves_no_mark(textkin):
    word = hand_ins.docx(f"{run('One')}{reference('<w:vanish/>')}{run(' two')}", footnotes=notes("Note."))
    assert text_of(textkin, "a.docx", word) == (f"One two{BELOW}Note.\n", "")
    hidden = '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>'
    opened = hand_ins.odt(f'<text:span>One</text:span><text:span text:style-name="H">{odt_note("Two words.")}</text:span> two', styles=hidden)
    text, errors = text_of(textkin, "a.odt", opened)
    assert text == "One two\n" and "hidden text: 2 words" in errors


@pytest.mark.parametrize("kind", ["docx", "odt"])
def test_a_quotation_with_a_note_is_no_copy(textkin, kind):
    for name in "ab":
        quotation, rest, note = f"“{prose('shared', 60)}.”", f" {prose(f'rest {name}', 60)}.", "Miller, The Bridge, London 2004, p. 12."
        first = prose(name, 60)
        textkin.write(f"in/{name}.{kind}", hand_ins.docx(first, f"{run(quotation)}{reference()}{run(rest)}", footnotes=notes(note)) if kind == "docx" else
                      hand_ins.odt(first, f"<text:span>{quotation}</text:span>{odt_note(note)}{rest}"))
    assert textkin("report", "in", "--format", "tsv", "-o", "-").table() == []
    assert len(textkin("report", "in", "--format", "tsv", "-o", "-", "--exclude", "none").table()) == 1


def test_paragraphs_are_apart_and_lines_and_cells_are_not(textkin):
    cell = lambda *texts: f"<w:tc><w:tcPr/>\n{''.join(map(p, texts))}</w:tc>"
    table = f"<w:tbl><w:tr>{cell('cell')}{cell('two', 'in one')}</w:tr>\n<w:tr>{cell('row')}</w:tr></w:tbl>"
    word = hand_ins.docx("One.", "", f"{run('Two')}<w:r><w:br/></w:r>{run('lines.')}", body=f"{table}{p('Last.')}")
    expected = "One.\n\nTwo\nlines.\n\ncell\ntwo\n\nin one\nrow\n\nLast.\n"
    assert text_of(textkin, "a.docx", word)[0] == expected
    cell = lambda *texts: f"<table:table-cell>{''.join(f'<text:p>{text}</text:p>' for text in texts)}</table:table-cell>"
    table = (f"</text:p><table:table><table:table-row>{cell('cell')}{cell('two', 'in one')}</table:table-row>"
             f"<table:table-row>{cell('row')}</table:table-row></table:table><text:p>")
    opened = hand_ins.odt("One.", "", "<text:span>Two</text:span><text:line-break/>lines.", f"<text:span/>{table}Last.")
    assert text_of(textkin, "a.odt", opened)[0] == expected


def test_boxes_stand_behind_their_paragraph(textkin):
    """A person reads the sentence on, and the box beside it."""
    box = lambda inside: f"<w:r><w:pict><w:txbxContent>{inside}</w:txbxContent></w:pict></w:r>"
    boxes = box(p("in a box", box(p("in that")))) + box(p("another"))
    word = hand_ins.docx(f"{run('The river')}{boxes}{run(' rose.')}", "Then.")
    expected = "The river rose.\n\nin a box\n\nanother\n\nin that\n\nThen.\n"
    assert text_of(textkin, "a.docx", word)[0] == expected
    box = lambda inside: f"<draw:frame><draw:text-box><text:p>{inside}</text:p></draw:text-box></draw:frame>"
    opened = hand_ins.odt(f"<text:span>The river</text:span>{box('in a box' + box('in that'))}{box('another')} rose.", "Then.")
    assert text_of(textkin, "a.odt", opened)[0] == expected


def test_boxes_in_boxes_cost_no_stack(textkin):
    textkin.write("a.docx", hand_ins.docx(body="<w:p><w:txbxContent>" * 20_000 + p("word") + "</w:txbxContent></w:p>" * 20_000))
    assert textkin("extract", "a.docx").stdout == b"word\n"


def white_on(style="", layout=""):
    """Styles of white letters, W, and one more; a page of white paper unless `layout` says something else."""
    return ('<style:style style:name="W" style:family="paragraph"><style:text-properties fo:color="#ffffff"/></style:style>'
            f'{style}<style:page-layout style:name="P"><style:page-layout-properties {layout}/></style:page-layout>')


def shaded(family, more='fo:background-color="#000080"', inside=""):
    return (f'<style:style style:name="G" style:family="{family}"><style:{family}-properties {more}>{inside}</style:{family}-properties></style:style>')


SHAPE = '<draw:%s draw:style-name="G">%s</draw:%s>'


@pytest.mark.parametrize("shape", ["custom-shape", "rect", "ellipse", "unknown-shape"])
@pytest.mark.parametrize("inside", ["%s", "<text:list><text:list-item>%s</text:list-item></text:list>"])
def test_text_of_a_shape_stands_behind_its_paragraph(textkin, shape, inside):
    """On a ground of its own: white letters on it are seen."""
    inside %= '<text:p text:style-name="W">in a shape</text:p>'
    opened = hand_ins.odt(f'<text:span>The river</text:span>{SHAPE % (shape, inside, shape)} rose.', "Then.", styles=white_on())
    assert text_of(textkin, "a.odt", opened) == ("The river rose.\n\nin a shape\n\nThen.\n", "")


def test_a_shape_ends_no_block_quote(textkin):
    quotation = '<style:style style:name="Quotations" style:family="paragraph"/>'
    shape = SHAPE % ("rect", "<text:p>in a shape</text:p>", "rect")
    opened = hand_ins.odt(f'<text:span/></text:p><text:p text:style-name="Quotations">The river{shape}<text:line-break/>rose.', styles=quotation)
    assert text_of(textkin, "a.odt", opened)[0] == "> The river\n> rose.\n\nin a shape\n"


def test_a_shape_at_the_page_has_a_ground(textkin):
    shape = SHAPE % ("custom-shape", '<text:p text:style-name="W">in a shape</text:p>', "custom-shape")
    assert text_of(textkin, "a.odt", hand_ins.odt(f"<text:span/></text:p>{shape}<text:p>One.", styles=white_on())) == ("in a shape\n\nOne.\n", "")


ROW = "<table:table{}><table:table-row{}><table:table-cell>%s</table:table-cell></table:table-row></table:table>"


@pytest.mark.parametrize("style, around, seen", [
    (shaded("section"), '<text:section text:style-name="G">%s</text:section>', True),
    (shaded("section"), '<text:table-of-content text:style-name="G"><text:index-body>%s</text:index-body></text:table-of-content>', True),
    (shaded("section", ""), '<text:section text:style-name="G">%s</text:section>', False),
    (shaded("section", "", "<style:background-image/>"), '<text:section text:style-name="G">%s</text:section>', False),
    (shaded("section", "", '<style:background-image xlink:href="a.png"/>'), '<text:section text:style-name="G">%s</text:section>', True),
    (shaded("table"), ROW.format(' table:style-name="G"', ""), True), (shaded("table-row"), ROW.format("", ' table:style-name="G"'), True),
    (shaded("table"), ROW.format("", ' table:style-name="G"'), False), ("", ROW.format("", ""), False), ("", "%s", False)])
def test_white_letters_of_opendocument_on_a_ground(textkin, style, around, seen):
    inside = around % '<text:p text:style-name="W">two words</text:p>'
    text, errors = text_of(textkin, "a.odt", hand_ins.odt(f"<text:span>One.</text:span></text:p>{inside}<text:p>Last.", styles=white_on(style)))
    assert text.split() == ("One. two words Last." if seen else "One. Last.").split()
    assert ("hidden text: 2 words" in errors) != seen


@pytest.mark.parametrize("layout, seen", [
    ('fo:background-color="#000080"', True), ('draw:fill="solid" draw:fill-color="#000080"', True), ('draw:fill="bitmap"', True), ("", False),
    ('draw:fill="none" draw:fill-color="#729fcf"', False), ('draw:fill="solid" draw:fill-color="#ffffff"', False), ('fo:background-color="transparent"', False)])
def test_white_letters_on_a_coloured_page_of_opendocument(textkin, layout, seen):
    opened = hand_ins.odt("One.", '<text:span/></text:p><text:p text:style-name="W">two words', styles=white_on(layout=layout))
    text, errors = text_of(textkin, "a.odt", opened)
    assert text.split() == ("One. two words" if seen else "One.").split() and ("hidden text: 2 words" in errors) != seen


@pytest.mark.parametrize("opacity, seen", [("0%", False), ("100%", True), ("40%", True)])
def test_letters_of_opendocument_without_fill(textkin, opacity, seen):
    """Seen on no ground."""
    style = (f'<style:style style:name="T" style:family="text"><style:text-properties loext:opacity="{opacity}"/>'
             '<style:graphic-properties draw:opacity="0%"/></style:style>')
    opened = hand_ins.odt('<text:span>One</text:span><text:span text:style-name="T">two words</text:span>three', styles=style + white_on(layout='draw:fill="bitmap"'))
    text, errors = text_of(textkin, "a.odt", opened)
    assert text == ("Onetwo wordsthree\n" if seen else "One three\n") and ("hidden text: 2 words" in errors) != seen


@pytest.mark.parametrize("shading, seen", [
    ('w:val="solid" w:color="000080" w:fill="auto"', True), ('w:val="pct50" w:color="auto" w:fill="FFFFFF"', True), ('w:val="clear" w:color="auto" w:fill="000080"', True),
    ('w:val="clear" w:color="000080" w:fill="auto"', False), ('w:val="nil"', False), ('w:val="solid" w:color="FFFFFF" w:fill="auto"', False)])
def test_white_letters_of_word_on_a_pattern(textkin, shading, seen):
    word = hand_ins.docx("One.", f"<w:pPr><w:shd {shading}/></w:pPr>{run('two words', WHITE)}")
    text, errors = text_of(textkin, "a.docx", word)
    assert text.split() == ("One. two words" if seen else "One.").split() and ("hidden text: 2 words" in errors) != seen


WHITE, VANISH, TINY = '<w:color w:val="FFFFFF"/>', "<w:vanish/>", '<w:sz w:val="2"/>'
SEEN = '<w:color w:val="auto"/><w:vanish w:val="0"/><w:sz w:val="24"/>'


def word_styles(normal="", defaults="", more=""):
    return (f"<w:styles {hand_ins.W}><w:docDefaults><w:rPrDefault><w:rPr>{defaults}</w:rPr></w:rPrDefault></w:docDefaults>"
            f'<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:rPr>{normal}</w:rPr></w:style>{more}</w:styles>')


@pytest.mark.parametrize("styles", [
    word_styles(normal=WHITE), word_styles(normal=VANISH), word_styles(normal=TINY), word_styles(defaults=WHITE), word_styles(defaults=VANISH),
    word_styles(defaults=TINY), word_styles(more=f'<w:style w:type="paragraph" w:default="1" w:styleId="Last"><w:rPr>{WHITE}</w:rPr></w:style>'),
])
def test_what_word_hides_by_default_hides_no_copy(textkin, styles):
    shared = prose("shared", 40)
    textkin.write("a.docx", hand_ins.docx("".join(run(f"{word} ", SEEN) + run("q q ") for word in shared.split()), styles=styles))
    textkin.write("b.txt", f"{prose(3)} {shared} {prose(4)}")
    answer = textkin("passages", "a.docx", "b.txt")
    (row,) = answer.table()
    assert (row["a_words"], row["identity"]) == ("40", "1.0")
    assert "a.docx: hidden text: 80 words" in answer.errors


@pytest.mark.parametrize("styles, style, seen", [
    (word_styles(), "", True), (word_styles(normal=WHITE), "", False), (word_styles(normal=WHITE), "No", False), (word_styles(normal=WHITE), "Letters", False),
    (word_styles(normal=WHITE), "Other", True), (word_styles(normal=WHITE), "Based", False), (word_styles(defaults=WHITE), "Other", False),
    (word_styles(WHITE, more='<w:style w:type="paragraph" w:default="0" w:styleId="Last"/>'), "", False),
])
def test_which_style_a_paragraph_of_word_has(textkin, styles, style, seen):
    more = ('<w:style w:type="paragraph" w:styleId="Other"/><w:style w:type="character" w:styleId="Letters"/>'
            '<w:style w:type="paragraph" w:styleId="Based"><w:basedOn w:val="Normal"/></w:style></w:styles>')
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    text, errors = text_of(textkin, "a.docx", hand_ins.docx(named + run("two words") if named else "two words", styles=styles.replace("</w:styles>", more)))
    assert (text == "two words\n") == seen and ("hidden text: 2 words" in errors) != seen


def test_two_styles_that_hide_let_words_be_seen(textkin):
    """As Word has it of its toggle properties: Normal hides, letters of a hiding style within are shown."""
    styles = word_styles(VANISH, more=f'<w:style w:type="character" w:styleId="H"><w:rPr>{VANISH}</w:rPr></w:style>')
    text, errors = text_of(textkin, "a.docx", hand_ins.docx(run("seen ", '<w:rStyle w:val="H"/>') + run("not seen"), styles=styles))
    assert text == "seen\n" and "hidden text: 2 words" in errors


ODT_SEEN = ('<style:style style:name="T" style:family="text"><style:text-properties fo:color="#000000" text:display="true" fo:font-size="12pt"/></style:style>'
            '<style:style style:name="A" style:family="text"><style:text-properties style:use-window-font-color="true"/></style:style>')


@pytest.mark.parametrize("seen", ["T", "A"])
@pytest.mark.parametrize("style", ['default-style style:family="paragraph"', 'style style:name="Standard" style:family="paragraph"'])
def test_what_opendocument_hides_by_default_hides_no_copy(textkin, style, seen):
    shared = prose("shared", 40)
    white = f'<style:{style}><style:text-properties fo:color="#ffffff"/></style:{style.split()[0]}>'
    words = "".join(f'<text:span text:style-name="{seen}">{word}</text:span> q q ' for word in shared.split())
    textkin.write("a.odt", hand_ins.odt(words, styles=white + ODT_SEEN))
    textkin.write("b.txt", f"{prose(3)} {shared} {prose(4)}")
    answer = textkin("passages", "a.odt", "b.txt")
    (row,) = answer.table()
    assert (row["a_words"], row["identity"]) == ("40", "1.0")
    assert "a.odt: hidden text: 80 words" in answer.errors


def test_styles_of_two_families_may_have_one_name(textkin):
    styles = ('<style:style style:name="X" style:family="paragraph"><style:text-properties fo:color="#ffffff"/></style:style>'
              '<style:style style:name="X" style:family="text"><style:text-properties fo:color="#000000"/></style:style>')
    opened = hand_ins.odt('<text:span/></text:p><text:p text:style-name="X"><text:span text:style-name="X">seen</text:span> not seen', styles=styles)
    text, errors = text_of(textkin, "a.odt", opened)
    assert text == "seen\n" and "hidden text: 2 words" in errors


@pytest.mark.parametrize("inside, hidden", [
    ('<text:section text:display="none"><text:p>not <text:span text:style-name="T">seen</text:span></text:p></text:section>', True),
    ('<text:section text:display="condition" text:is-hidden="true"><text:p>not seen</text:p></text:section>', True),
    ('<text:section text:display="condition" text:is-hidden="false"><text:p>not seen</text:p></text:section>', False),
    ('<text:section><text:p>not seen</text:p></text:section>', False),
    ('<text:p>not <text:span><text:hidden-paragraph text:is-hidden="true"/></text:span>seen</text:p>', True),
    ('<text:p>not <text:hidden-paragraph text:is-hidden="false"/>seen</text:p>', False),
    ('<text:p><text:hidden-text text:string-value="not seen" text:is-hidden="true"/></text:p>', True),
    ('<text:p><text:hidden-text text:string-value="not seen" text:is-hidden="false"/></text:p>', False),
])
def test_hidden_sections_and_paragraphs_of_opendocument(textkin, inside, hidden):
    opened = hand_ins.odt(f"<text:span>seen</text:span></text:p>{inside}<text:p>again", styles=ODT_SEEN)
    text, errors = text_of(textkin, "a.odt", opened)
    assert text == ("seen\n\nagain\n" if hidden else "seen\n\nnot seen\n\nagain\n")
    assert ("hidden text: 2 words" in errors) == hidden


def test_a_box_that_hides_itself_hides_no_paragraph_around_it(textkin):
    box = '<draw:frame><draw:text-box><text:p>not seen<text:hidden-paragraph text:is-hidden="true"/></text:p></draw:text-box></draw:frame>'
    assert text_of(textkin, "a.odt", hand_ins.odt(f"<text:span>seen</text:span>{box}"))[0] == "seen\n"


def test_readings_and_what_pictures_show_tear_no_words(textkin):
    picture = base64.b64encode(random.Random(1).randbytes(300)).decode()
    frame = f"<draw:frame><draw:image><office:binary-data>{picture}</office:binary-data></draw:image><svg:title>a</svg:title><svg:desc>b c</svg:desc></draw:frame>"
    ruby = "<text:ruby><text:ruby-base>河</text:ruby-base><text:ruby-text>かわ</text:ruby-text></text:ruby>"
    opened = hand_ins.odt(f"<text:span>The river</text:span>{frame} rose. {ruby}の <text:title>Field</text:title>")
    assert text_of(textkin, "a.odt", opened)[0] == "The river rose. 河の Field\n"
    ruby = f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('かわ')}</w:rt><w:rubyBase>{run('河')}</w:rubyBase></w:ruby></w:r>"
    assert text_of(textkin, "a.docx", hand_ins.docx(f"{ruby}{run('の')}"))[0] == "河の\n"


def related(target, kind, more=""):
    return f'<Relationships><Relationship Id="r1" Type="{OF}{kind}" Target="{target}" {more}/></Relationships>'


def packed_word(body, relations, **parts):
    return hand_ins.packed({
        "_rels/.rels": related("word/document2.xml", "officeDocument"), "word/document2.xml": f"<w:document {hand_ins.W} {R}><w:body>{body}</w:body></w:document>",
        **({"word/_rels/document2.xml.rels": relations} if relations else {}), **{f"{name.replace('_', '/')}.xml": content for name, content in parts.items()}})


@pytest.mark.parametrize("target", ["footnotes2.xml", "/word/footnotes2.xml", "./x/../footnotes2.xml", "../word/footnotes2.xml"])
def test_parts_of_word_have_any_name(textkin, target):
    word = packed_word(p("One.", reference()), related(target, "footnotes"), word_footnotes2=notes("Below."), word_footnotes=notes("Nobody sees it."))
    assert text_of(textkin, "a.docx", word)[0] == f"One.†{BELOW}Below.\n"
    word = packed_word(p("One."), related("looks.xml", "styles"), word_looks=word_styles(WHITE))
    assert "hidden text: 1 word" in text_of(textkin, "a.docx", word)[1]


@pytest.mark.parametrize("relations", ["", "<broken"])
def test_parts_of_word_have_their_usual_name_where_none_is_told(textkin, relations):
    word = packed_word(p("One.", reference()), relations, word_footnotes=notes("Below."))
    assert text_of(textkin, "a.docx", word)[0] == f"One.†{BELOW}Below.\n"


@pytest.mark.parametrize("relations", [related("footnotes.xml", "styles"), related("footnotes.xml", "footnotes", 'TargetMode="External"')])
def test_a_part_that_is_not_related_is_not_read(textkin, relations):
    word = packed_word(p("One."), relations, word_footnotes=notes("Nobody sees it."))
    assert text_of(textkin, "a.docx", word)[0] == "One.\n"


@pytest.mark.parametrize("requires, shown", [
    ("wps", "new"), ("w", "new"), ("w wps", "new"), ("zz", "old"), ("wps zz", "old"), ("liar", "old"), ("own", "new"), ("undeclared", "old"), ("w14", "new"),
])
def test_what_word_does_not_know_it_does_not_show(textkin, requires, shown):
    """Text that only another program would show hides nothing, and takes nothing's place."""
    shape = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
    content = (f'<w:r><mc:AlternateContent xmlns:zz="urn:zz" xmlns:own="{shape}" xmlns:liar="urn:liar"><mc:Choice Requires="{requires}">'
               "<w:t>new</w:t></mc:Choice><mc:Choice Requires=\"wps\" xmlns:wps=\"urn:no\"><w:t>second</w:t></mc:Choice>"
               "<mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r>")
    assert text_of(textkin, "a.docx", hand_ins.docx(content + run(".")))[0] == f"{shown}.\n"


def test_another_file_within_is_told(textkin):
    word = packed_word(f'{p("One.")}<w:altChunk r:id="r1"/>', related("other.htm", "aFChunk"))
    text, errors = text_of(textkin, "a.docx", word)
    assert text == "One.\n" and "a.docx: a file within it (altChunk) is not read" in errors
