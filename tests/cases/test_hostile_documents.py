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
    """A page by which libgumbo 0.10 goes through a null pointer, found by a fuzzer: its process is what ends."""
    shared = prose("shared", 60)
    textkin.write("x/killer.html", "<table><svg><select><title><select><tr>" + shared)
    textkin.write("x/page.html", hand_ins.html(shared))
    textkin.write("x/text.txt", shared)
    answer = textkin("passages", "x", "--problems", "problems.jsonl")
    pairs = {(row["a"], row["b"]) for row in answer.table()}
    assert ("page.html", "text.txt") in pairs
    problems = [json.loads(line) for line in textkin.path("problems.jsonl").read_text().splitlines()]
    assert [(os.path.basename(problem["file"]), problem["reason"]) for problem in problems] in ([], [("killer.html", "not-extracted")])
