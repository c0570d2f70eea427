"""What files say of how they were made: shown for a person who asks, and no more than that."""

import io
import json
import re
import shutil
import zipfile

import pytest

import hand_ins
from samples import prose

SHARED = prose("shared", 60)
CORE = ('<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:creator>{author}</dc:creator>'
        '<cp:lastModifiedBy>{saved}</cp:lastModifiedBy><dcterms:created>2026-11-01T10:00:00Z</dcterms:created>'
        '<dcterms:modified>2026-11-02T10:00:00Z</dcterms:modified></cp:coreProperties>')
APP = '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Office Word</Application><AppVersion>16.0000</AppVersion></Properties>'


def docx(number, core=None, revisions=(), app=APP):
    run = f"<w:p>{hand_ins.run(f'{prose(number)} {SHARED}')}</w:p>"
    parts = {"word/document.xml": f"<w:document {hand_ins.W}><w:body>{run}</w:body></w:document>", "docProps/app.xml": app}
    if core is not None:
        parts["docProps/core.xml"] = core
    marks = "".join(f'<w:rsid w:val="{revision}"/>' for revision in revisions)
    parts["word/settings.xml"] = f"<w:settings {hand_ins.W}><w:rsids>{marks}</w:rsids></w:settings>"
    return hand_ins.packed(parts)


def documents(textkin, *options):
    textkin("report", "in", "-o", "r.html", "--exclude", "none", *options)
    data = json.loads(re.search(r'id="data">(.*?)</script>', textkin.path("r.html").read_text(), re.S).group(1))
    return {document["id"]: document for document in data["documents"]}


def test_word_says_who_wrote_and_saved_it_when_and_in_which_sessions(textkin):
    textkin.write("in/a.docx", docx(1, CORE.format(author="Anna", saved="Can"), ["00AB12CD", "00000001", "00111111"]))
    textkin.write("in/b.docx", docx(2, CORE.format(author="Can", saved="Can"), ["00AB12CD", "00000001", "00222222"]))
    textkin.write("in/c.docx", docx(3, CORE.format(author="Eva", saved="Eva"), ["00000001", "00333333"]))
    textkin.write("in/d.txt", f"{prose(4)} {SHARED}")
    found = documents(textkin)
    assert found["a.docx"]["traces"] == {
        "author": "Anna", "author_files": 1, "last_saved_by": "Can", "created": "2026-11-01T10:00:00Z", "created_files": 3, "modified": "2026-11-02T10:00:00Z",
        "program": "Microsoft Office Word 16.0000", "revisions": ["00AB12CD", "00000001"], "revision_files": [2, 3], "all_revisions": 3}
    assert found["c.docx"]["traces"]["revisions"] == ["00000001"] and "traces" not in found["d.txt"]
    hidden = documents(textkin, "--pseudonyms")
    assert not any("traces" in document for document in hidden.values())
    assert "Anna" not in textkin.path("r.html").read_text()


def test_what_a_template_says_is_nobodys_trace(textkin):
    form = CORE.format(author="Teacher", saved="Teacher")
    textkin.write("form.docx", hand_ins.packed({"word/document.xml": f"<w:document {hand_ins.W}><w:body><w:p>{hand_ins.run(prose('form', 30))}</w:p></w:body></w:document>",
                                                "docProps/core.xml": form, "word/settings.xml": f'<w:settings {hand_ins.W}><w:rsids><w:rsid w:val="00000001"/></w:rsids></w:settings>'}))
    textkin.write("in/a.docx", docx(1, form, ["00000001", "00AB12CD"]))
    textkin.write("in/b.docx", docx(2, form, ["00000001", "00AB12CD"]))
    traces = documents(textkin, "--template", "form.docx")["a.docx"]["traces"]
    assert (traces["revisions"], traces["author_files"], traces["created_files"]) == (["00AB12CD"], 0, 0)
    traces = documents(textkin)["a.docx"]["traces"]
    assert (traces["revisions"], traces["author_files"], traces["created_files"]) == (["00000001", "00AB12CD"], 2, 2)


def test_opendocument(textkin):
    meta = ('<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d"><office:meta><meta:initial-creator>Anna</meta:initial-creator>'
            "<dc:creator>Can</dc:creator><meta:creation-date>2026-11-01</meta:creation-date><dc:date>2026-11-02</dc:date>"
            "<meta:generator>LibreOffice/7.4</meta:generator></office:meta></office:document-meta>")
    content = hand_ins.odt(f"{prose(1)} {SHARED}")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    textkin.write("in/a.odt", hand_ins.packed(parts | {"meta.xml": meta}))
    textkin.write("in/b.odt", hand_ins.odt(f"{prose(2)} {SHARED}"))
    found = documents(textkin)
    assert found["a.odt"]["traces"] == {"author": "Anna", "author_files": 1, "last_saved_by": "Can", "created": "2026-11-01", "created_files": 1, "modified": "2026-11-02",
                                        "program": "LibreOffice/7.4", "revisions": [], "revision_files": [], "all_revisions": 0}
    assert "traces" not in found["b.odt"]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not there (package poppler-utils)")
def test_pdf(textkin):
    info = (b"/Root 1 0 R /Info << /Author (Anna <x> & co) /Creator (Writer) /Producer (A library) /CreationDate (D:20261101120000Z) "
            b"/Title (a <pre>\\n</head>\\n<body>\\n<pre>) >> >>")
    text = f"{prose(1)} </pre> {SHARED} <b> & end"
    textkin.write("in/a.pdf", hand_ins.pdf(text).replace(b"/Root 1 0 R >>", info))
    textkin.write("in/b.pdf", hand_ins.pdf(f"{prose(2)} {SHARED}"))
    found = documents(textkin)
    assert found["a.pdf"]["traces"] == {"author": "Anna <x> & co", "author_files": 1, "created": "2026-11-01T12:00:00Z", "created_files": 1, "program": "Writer, A library",
                                        "revisions": [], "revision_files": [], "all_revisions": 0}
    page = textkin.path("r.html").read_text()
    texts = [json.loads(one) for one in re.findall(r'<script[^>]*class="text"[^>]*>(.*?)</script>', page, re.S)]
    assert texts[0].split() == text.split()
    # The text is the same as where nobody asks.
    assert textkin("extract", "in/a.pdf").stdout.decode() == texts[0]


def test_what_a_file_says_is_limited_and_cleaned(textkin):
    many = [f"{number:08X}" for number in range(1, 3000)]
    textkin.write("in/a.docx", docx(1, CORE.format(author="A" * 5000 + "\n&#x1b;[31m", saved="x\u202ey\n\tz&#10;trace author Somebody"), many))
    textkin.write("in/b.docx", docx(2, CORE.format(author="&lt;/script&gt;&lt;script&gt;", saved=""), many))
    textkin.write("in/c.docx", docx(3, "<broken", ["no number", "123456789ABC", "", "00000005"], app="<a" * 5000))
    found = documents(textkin)
    traces = found["a.docx"]["traces"]
    assert traces["author"] == "A" * 200 and traces["last_saved_by"].endswith("y z trace author Somebody") and "\x1b" not in traces["author"]
    assert (len(traces["revisions"]), traces["all_revisions"]) == (50, 400)
    assert found["b.docx"]["traces"]["author"] == "</script><script>"
    assert found["c.docx"]["traces"] == {"revisions": ["00000005"], "revision_files": [3], "all_revisions": 1}


def test_properties_that_are_bombs_cost_nothing_but_themselves(textkin):
    textkin.write("in/a.docx", docx(1, "<a>" + " " * (70 << 20) + "</a>", ["00AB12CD"]))
    textkin.write("in/b.docx", docx(2, None, ["00AB12CD"]))
    found = documents(textkin)
    assert found["a.docx"]["traces"]["revisions"] == ["00AB12CD"]


def test_other_commands_do_not_ask(textkin):
    textkin.write("a.docx", docx(1, CORE.format(author="Anna", saved="Can")))
    assert textkin("extract", "a.docx").errors == ""
