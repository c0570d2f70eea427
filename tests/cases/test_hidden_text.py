"""Words that a file holds and nobody sees: left out and told, and they tear no copy; what is seen is none of them."""

import pytest

import hand_ins
from samples import prose


def words(answer):
    return answer.stdout.decode().split()


WHITE, TINY, VANISH, DARK = '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>', "<w:vanish/>", '<w:shd w:fill="000080"/>'
W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'


def fill(inside):
    return f"<w14:textFill {W14}>{inside}</w14:textFill>"


def srgb(colour, transparency=0):
    return f'<w14:srgbClr w14:val="{colour}"><w14:alpha w14:val="{transparency}"/></w14:srgbClr>' if transparency else f'<w14:srgbClr w14:val="{colour}"/>'


STYLES = (f'<w:styles {hand_ins.W}><w:style w:type="character" w:styleId="Base"><w:rPr>{VANISH}</w:rPr></w:style>'
          '<w:style w:type="character" w:styleId="Derived"><w:basedOn w:val="Base"/></w:style></w:styles>')


@pytest.mark.parametrize("properties, hidden", [
    (WHITE, True), ('<w:color w:val="F0F0F0"/>', True), ('<w:color w:val="E7E6E6"/>', False), ('<w:color w:val="FFFF00"/>', False), (TINY, True), (VANISH, True), ('<w:rStyle w:val="Derived"/>', True), ('<w:vanish w:val="0"/>', False),
    (WHITE + '<w:shd w:val="pct50" w:color="auto" w:fill="FFFFFF"/>', False), (WHITE + '<w:shd w:val="solid" w:color="000080" w:fill="auto"/>', False),
    (WHITE + '<w:shd w:val="clear" w:color="000080" w:fill="auto"/>', True), (WHITE + '<w:shd w:val="solid" w:color="FFFFFF" w:fill="000080"/>', True),
    ('<w:color w:val="000000" w:themeColor="background1"/>', True), ('<w:color w:val="D9D9D9" w:themeColor="background1" w:themeShade="D9"/>', False),
    (fill("<w14:noFill/>"), True), (DARK + fill("<w14:noFill/>"), True), (fill(f"<w14:solidFill>{srgb('FFFFFF')}</w14:solidFill>"), True),
    (DARK + fill(f"<w14:solidFill>{srgb('FFFFFF')}</w14:solidFill>"), False), (WHITE + fill(f"<w14:solidFill>{srgb('000000')}</w14:solidFill>"), False),
    (DARK + fill(f"<w14:solidFill>{srgb('000000', 100000)}</w14:solidFill>"), True), (fill(f"<w14:solidFill>{srgb('000000', 50000)}</w14:solidFill>"), False),
    (fill('<w14:solidFill><w14:schemeClr w14:val="bg1"/></w14:solidFill>'), True), (fill('<w14:solidFill><w14:schemeClr w14:val="tx1"/></w14:solidFill>'), False),
    (fill('<w14:solidFill><w14:schemeClr w14:val="bg1"><w14:lumMod w14:val="50000"/></w14:schemeClr></w14:solidFill>'), False),
    (fill(f"<w14:gradFill><w14:gsLst><w14:gs>{srgb('FFFFFF')}</w14:gs><w14:gs>{srgb('000000', 99000)}</w14:gs></w14:gsLst></w14:gradFill>"), True),
    (fill(f"<w14:gradFill><w14:gsLst><w14:gs>{srgb('FFFFFF')}</w14:gs><w14:gs>{srgb('000000')}</w14:gs></w14:gsLst></w14:gradFill>"), False),
    # Hollow letters.
    (fill("<w14:noFill/>") + f"<w14:textOutline><w14:solidFill>{srgb('000000')}</w14:solidFill></w14:textOutline>", False),
    (fill("<w14:noFill/>") + "<w14:textOutline><w14:noFill/></w14:textOutline>", True),
    (WHITE + DARK, False), (WHITE + '<w:highlight w:val="black"/>', False), ('<w:color w:val="000000"/>', False), ('<w:sz w:val="24"/>', False),
    ('<w:rStyle w:val="Derived"/><w:vanish w:val="false"/>', False),
])
def test_hidden_text_of_word(textkin, properties, hidden):
    runs = hand_ins.run("seen") + hand_ins.run(" not seen ", properties) + hand_ins.run("again")
    textkin.write("a.docx", hand_ins.docx(runs, styles=STYLES))
    answer = textkin("extract", "a.docx")
    assert " ".join(words(answer)) in (("seen again", "seenagain") if hidden else ("seen not seen again",))
    assert ("hidden text: 2 words" in answer.errors) == hidden


def test_white_letters_between_words_do_not_hide_a_copy(textkin):
    shared = prose("shared", 40)
    runs = "".join(hand_ins.run(word) + hand_ins.run("q", WHITE) for word in shared.split())
    textkin.write("a.docx", hand_ins.docx(prose(1), runs))
    textkin.write("b.txt", f"{prose(3)} {shared} {prose(4)}")
    answer = textkin("passages", "a.docx", "b.txt")
    (row,) = answer.table()
    assert (row["a_words"], row["identity"]) == ("40", "1.0")
    assert "a.docx: hidden text: 40 words" in answer.errors


def within(word):
    """A word whose second half is parted from the first, as `{}` has it."""
    return word[:len(word) // 2] + "{}" + word[len(word) // 2:] if len(word) > 3 else word


BRIDGE = ("The old bridge over the river was closed in the spring, because two of its arches had moved and the town asked for a new one. People of the villages "
          "on the other side went round by the mill, which took them an hour each way, and in the autumn the council met to hear what the builders had found. "
          "The arches of the bridge stood on oak, and the oak had stood in the river for three hundred years. Most of it was sound, the builders told the council, "
          "but on the side of the mill the water of the spring had taken the ground from under the oak, and two arches had moved by the breadth of a hand. A new "
          "bridge would take four years; the old bridge could be mended in one, if the town closed the mill and let the river run on the other side.")


# White letters that nobody sees, within words or for spaces; small ones, so that words look as ever, and of usual size.
@pytest.mark.parametrize("kind", ["docx", "docx small", "odt small", "html", "html small", "html nbsp"])
@pytest.mark.parametrize("every", [1, 2, 4])
@pytest.mark.parametrize("for_spaces", [False, True])
def test_white_letters_do_not_hide_a_copy_wherever_they_stand(textkin, kind, every, for_spaces):
    small = "small" in kind
    parts = BRIDGE.split(" ")
    if for_spaces:
        text = "".join(word + ("{}" if i % every == 0 else " ") for i, word in enumerate(parts))
    else:
        text = " ".join(within(word) if i % every == 0 else word for i, word in enumerate(parts))
    if kind.startswith("docx"):
        white = hand_ins.run("q", WHITE + '<w:sz w:val="6"/>' * small)
        textkin.write("a.docx", hand_ins.docx(white.join(map(hand_ins.run, text.split("{}")))))
    elif kind.startswith("odt"):
        style = '<style:style style:name="W" style:family="text"><style:text-properties fo:color="#ffffff" fo:font-size="4pt"/></style:style>'
        textkin.write("a.odt", hand_ins.odt("<text:span>" + text.replace("{}", '</text:span><text:span text:style-name="W">q</text:span><text:span>') + "</text:span>", styles=style))
    else:
        html = text.replace("{}", '<span style="color:white%s">q</span>' % (";font-size:4px" * small))
        textkin.write("a.html", "<p>" + (html.replace(" ", "&nbsp;").replace("span&nbsp;", "span ") if "nbsp" in kind else html))
    textkin.write("b.txt", BRIDGE)
    answer = textkin("passages", "a." + kind.split()[0], "b.txt")
    (row,) = answer.table()
    assert int(row["b_words"]) > 0.9 * len(parts) and float(row["identity"]) > 0.8  # a few alone are spaces
    assert "hidden text: " in answer.errors


@pytest.mark.parametrize("element, hidden", [
    ("<span hidden>", True), ('<span style="display:none">', True), ('<span style="color:#f0f0f0">', True), ('<span style="color:#e8e8e8">', False),
    ('<span style="opacity:.05">', True), ('<span style="color:yellow">', False), ('<span style="position:absolute;left:-9999px">', True), ('<span style="left:-9999px">', False),
    ('<span style="position:absolute; width:1px; height:1px; margin:-1px; overflow:hidden; clip:rect(0,0,0,0)">', True),
    ('<div style="height:0;overflow:hidden">', True), ('<span style="height:0;overflow:hidden">', False), ('<div style="height:0"><b style="overflow:hidden">', False), ('<div style="visibility: hidden !important">', True),
    ('<span style="font-size:1px">', True), ('<span style="color:#FFF">', True), ('<font color="white">', True),
    ('<span style="color:rgb(255, 255, 255)">', True), ('<span style="opacity:0">', True), ('<b style="display:none"><b style="display:block">', True),
    ('<div style="color:white;background:#003">', False), ('<div bgcolor="black"><i style="color:white">', False),
    ("<dialog>", True), ("<dialog open>", False), ("<object data=a.svg>", True), ("<object>", False), ("<div popover>", True), ("<svg><defs><text>", True),
    ('<div style="background-image:url(x.png);color:white">', False), ('<div style="background-image:none;color:white">', True),
    ('<div bgcolor=navy><i style="background:white;color:white">', True), ('<div bgcolor=navy><i style="background-color:#ffffff80;color:white">', False),
    ('<div bgcolor=navy><i style="background:url(x) white;background-color:#fff;color:white">', False), ('<div bgcolor=white style="color:white;background:navy">', False),
    ('<div bgcolor=navy><style></style><i style="background-color:white;color:white">', False),
    ('<span style="color:red">', False), ('<span style="font-size:0.9em">', False), ('<span class="x" style="color:red">', False),
])
def test_hidden_text_of_pages(textkin, element, hidden):
    textkin.write("a.html", f"<p>seen {element} not seen</p>")
    answer = textkin("extract", "a.html")
    assert words(answer) == (["seen"] if hidden else ["seen", "not", "seen"])
    assert ("hidden text: 2 words" in answer.errors) == hidden


@pytest.mark.parametrize("style", [
    "color:rgba(0,0,0,0)", "color:#0000", "color:#00000003", "color: transparent", "color:hsla(0, 0%, 0%, 0)", "color:rgb(0 0 0 / 1%)",
    "color:rgb(255 255 255)", "color:hsl(0 0% 100%)", "font: 0 a", "font: italic 700 1px/2 Arial", "opacity:.01", "color:#000;font-size:0"])
@pytest.mark.parametrize("around", ["%s", '<span style="%s">'])
def test_filler_that_no_browser_shows_does_not_hide_a_copy(textkin, style, around):
    shared = prose("shared", 40).split()
    if around != "%s":  # what it takes up from around it
        around %= style
    filler = '<span style="%s">' % style if around == "%s" else around + '<i style="color:inherit;font-size:inherit;font:inherit">'
    textkin.write("a.html", "<p>" + " ".join(f"{word} {filler}{prose(word, 2)}</i></span>" for word in shared))
    textkin.write("b.txt", " ".join(shared))
    answer = textkin("passages", "a.html", "b.txt")
    assert [row["b_words"] for row in answer.table()] == ["40"]
    assert "a.html: hidden text: 80 words" in answer.errors


@pytest.mark.parametrize("element", [
    '<div style="color:rgb(255 255 255);background:#003">', '<span style="font: 700 12px/1 Arial">', '<span style="font: oblique 10deg 12px a">',
    '<span style="color:rgba(0,0,0,.5)">', '<p style="color:transparent"><span style="color:black">', '<span style="opacity:.5">', '<span style="font:bold medium a">',
    '<span style="color:transparent;-webkit-background-clip:text;background:linear-gradient(red,blue)">'])
def test_what_a_browser_shows_is_read(textkin, element):
    textkin.write("a.html", f"<p>seen {element}seen too</span></div>")
    answer = textkin("extract", "a.html")
    assert words(answer) == ["seen", "seen", "too"] and answer.errors == ""


@pytest.mark.parametrize("element", [
    "<datalist>%s</datalist>", "<canvas>%s</canvas>", "<meter>%s</meter>", "<video>%s</video>", "<audio>%s</audio>", "<progress>%s</progress>", "<title>%s</title>",
    "<svg><title>%s</title></svg>", "<svg><desc>%s</desc></svg>", "<svg><metadata>%s</metadata></svg>",
    "<math><semantics><annotation encoding=x>%s</annotation></semantics></math>", "<dialog>%s</dialog>"])
def test_what_no_browser_shows_tears_no_copy(textkin, element):
    shared = prose("shared", 40).split()
    textkin.write("a.html", "<p>" + " ".join(word + (element % "qz" if i % 4 == 0 else "") for i, word in enumerate(shared)))
    textkin.write("b.txt", " ".join(shared))
    answer = textkin("passages", "a.html", "b.txt")
    assert [(row["a_words"], row["identity"]) for row in answer.table()] == [("40", "1.0")]
    assert ("hidden text: 10 words" in answer.errors) == ("dialog" in element)


def test_hidden_text_of_opendocument(textkin):
    styles = ('<style:style style:name="W" style:family="text"><style:text-properties fo:color="#ffffff"/></style:style>'
              '<style:style style:name="D" style:family="text" style:parent-style-name="W"/>')
    textkin.write("a.odt", hand_ins.odt('<text:span>seen</text:span><text:span text:style-name="D">not seen</text:span>again', styles=styles))
    answer = textkin("extract", "a.odt")
    assert words(answer) == ["seen", "again"] and "hidden text: 2 words" in answer.errors
