"""Files of all kinds that people hand in with some of their bytes changed, packed parts inside their packing: each costs
at most itself, what reads it is never stopped by a signal, and the others are compared.

Some dozens here; with TEXTKIN_SOAK=1 (`make soak`) 2,500, other ones each time (TEXTKIN_SEED=N draws those of N).
"""

import io
import json
import os
import random
import shutil
import time
import zipfile

import pytest

import hand_ins
from samples import prose

SOAK = os.environ.get("TEXTKIN_SOAK") == "1"
SEED = int(os.environ.get("TEXTKIN_SEED", time.time() if SOAK else 1))
PIECES = (b"<", b">", b"/>", b"</", b"&", b"&#0;", b"&#x110000;", b"&lt;", b'"', b"<![CDATA[", b"<!--", b"<!DOCTYPE a [", b"<w:p>", b"</w:p>", b"\\u0",
          b"{\\*\\", b"{\\bin99999 ", b"\\'", b"}", b"{", b"```", b"[", b"](", b"\n", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xf0", b"obj", b"endstream", b"PK\1\2")
MAKERS = {
    "docx": hand_ins.docx,
    "odt": hand_ins.odt,
    "html": hand_ins.html,
    "rtf": lambda text: "{\\rtf1\\ansi{\\fonttbl\\f0 Arial;}\\f0 " + text + "\\par}",
    "md": lambda text: "# A title\n\n" + text + "\n\n> *a* [b](c) `d`\n",
    "txt": lambda text: text,
} | ({"pdf": hand_ins.pdf} if shutil.which("pdftotext") else {})


def changed(content, draw):
    content = bytearray(content)
    for _ in range(draw.randrange(1, 9)):
        at = draw.randrange(len(content) + 1)
        kind = draw.randrange(4)
        if kind == 0:
            del content[at : at + draw.randrange(1, 200)]
        elif kind == 1:
            content[at:at] = draw.choice(PIECES) * draw.choice((1, 1, 2, 500))
        elif kind == 2:
            content[at : at + 1] = bytes([draw.randrange(256)])
        else:
            content[at:at] = content[at : at + draw.randrange(1, 300)]
    return bytes(content)


def changed_file(kind, draw):
    content = MAKERS[kind](prose(draw.random(), 80))
    content = content.encode() if isinstance(content, str) else content
    if kind not in ("docx", "odt") or draw.random() < 0.3:
        return changed(content, draw)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    name = draw.choice(sorted(parts))
    return hand_ins.packed(parts | {name: changed(parts[name], draw)})


def test_changed_files_cost_at_most_themselves(textkin):
    draw = random.Random(SEED)
    shared = prose("shared", 60)
    textkin.write("x/a.docx", hand_ins.docx(shared))
    textkin.write("x/z.html", hand_ins.html(shared))
    count = 2500 if SOAK else 60
    for number in range(count):
        kind = draw.choice(sorted(MAKERS))
        textkin.write(f"x/m{number}.{kind}", changed_file(kind, draw))
    answer = textkin("passages", "x", "--problems", "problems.jsonl", timeout=3000)
    pairs = {(row["a"], row["b"]) for row in answer.table()}
    assert ("a.docx", "z.html") in pairs
    problems = [json.loads(line) for line in textkin.path("problems.jsonl").read_text().splitlines()]
    for problem in problems:
        told = f"seed {SEED}: {problem}"
        assert "signal" not in problem["message"], told
        assert problem["message"].endswith("; the file was skipped") and "\n" not in problem["message"], told
    assert len({problem["file"] for problem in problems}) == len(problems) <= 0.9 * count
    print(f"seed {SEED}: {count} files, {len(problems)} could not be read: no crash, no time out of bounds")


def test_what_kills_its_reader_costs_itself(textkin):
    """A page of so many elements that its process has no memory for them is what ends with it."""
    shared = prose("shared", 60)
    textkin.write("x/killer.html", shared + "<p>" * 400_000)
    textkin.write("x/page.html", hand_ins.html(shared))
    textkin.write("x/text.txt", shared)
    answer = textkin("passages", "x", "--problems", "problems.jsonl", "--extract-memory", "64MiB")
    pairs = {(row["a"], row["b"]) for row in answer.table()}
    assert ("page.html", "text.txt") in pairs
    problems = [json.loads(line) for line in textkin.path("problems.jsonl").read_text().splitlines()]
    assert [(os.path.basename(problem["file"]), problem["reason"]) for problem in problems] == [("killer.html", "not-extracted")]


# In the title of a drawing, which no browser shows.
KILLERS_IN_TITLE = (
    "<table><td><svg><select><title><table><table>",
    "<svg><p><![CDATA[><table><td><svg><select><title><table><table>",
    "<!--><table><td><svg><select><title><table><table>",
)
KILLERS = (
    "<table><svg><select><title><select><tr>",
    "<table><td><math><SELECT><mtext><table><table>",
    "<!<title><table><td><math><select><mtext><table><table>",
    *KILLERS_IN_TITLE,
)


@pytest.mark.parametrize("killer", KILLERS)
def test_a_page_by_which_libgumbo_loses_track_is_read(textkin, killer):
    """A select within a drawing leads libgumbo 0.10 through a null pointer; fuzzers found it."""
    shared = prose("shared", 60)
    textkin.write("x/killer.html", killer + shared)
    textkin.write("x/text.txt", shared)
    answer = textkin("passages", "x", "--problems", "problems.jsonl")
    assert [(row["a"], row["b"]) for row in answer.table()] == ([] if killer in KILLERS_IN_TITLE else [("killer.html", "text.txt")])
    assert textkin.path("problems.jsonl").read_text() == ""


def test_a_choice_is_read_the_same_behind_a_drawing(textkin):
    choice = "<p>one<select name=x><option>two<option selected>three</option></SELECT>four<p>" + prose("rest", 20)
    textkin.write("plain.html", choice)
    textkin.write("drawn.html", "<svg viewBox='0 0 1 1'><title>icon</title><path d='M0'/></svg>" + choice)
    plain, drawn = (textkin("extract", name).stdout for name in ("plain.html", "drawn.html"))
    assert b"two" in plain and drawn.strip() == plain.strip()


def test_a_comment_hides_no_depth(textkin):
    for number, comment in enumerate(("<!-->", "<!--->", "<!-- --!>", "<!<title>", "<svg><p><![CDATA[>", "<script><!--<script></script><!--</script>")):
        textkin.write(f"{number}.html", comment + "<b>" * 20_000 + "x")
        answer = textkin("extract", f"{number}.html", exit=2)
        assert "more than 4000 deep" in answer.errors
