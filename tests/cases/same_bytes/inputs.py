"""What the command lines of commands.txt read: each name is a file or a folder, made in the folder of the run.

A file is the same bytes on every machine, and has the same time of last change, which a run directory writes down."""

import bz2
import functools
import gzip
import io
import json
import lzma
import os
import random
import zipfile

import hand_ins
import reference
from samples import edited, family_corpus, prose

CHANGED_AT = 1_577_836_800  # 2020-01-01, in seconds since 1970


class Collection:
    """`files()` gives {name below the folder of the run: bytes}; `shared` tells whether it is made from ../shared/data."""

    def __init__(self, files, shared):
        self.files, self.shared = files, shared


COLLECTIONS = {}


def collection(name, shared=False):
    """A function that gives the bytes of the file `name`, or {name below it: bytes} where `name` is a folder."""

    def add(function):
        @functools.cache
        def files():
            made = function()
            return {f"{name}/{below}": data for below, data in made.items()} if isinstance(made, dict) else {name: made}

        COLLECTIONS[name] = Collection(files, shared)
        return function

    return add


def of_repository(name, path):
    path = reference.ROOT / path
    if path.is_dir():
        collection(name)(lambda: {file.name: file.read_bytes() for file in sorted(path.iterdir())})
    else:
        collection(name)(path.read_bytes)


def of_data(name, path, lines=None, at=0):
    """A file of the shared data, unpacked; `lines` of it from line `at` on, or all."""

    def read():
        data = (reference.DATA / path).read_bytes()
        data = gzip.decompress(data) if path.endswith(".gz") else data
        return data if lines is None else b"".join(data.splitlines(keepends=True)[at : at + lines])

    collection(name, shared=True)(read)


def jsonl(records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


for example in ("wire.jsonl", "baskets.txt", "bridge-a.txt", "bridge-b.txt"):
    of_repository(example, f"docs/examples/{example}")
of_repository("hamlet", "docs/examples/hamlet")

of_data("us-code.jsonl", "us-code/docs.jsonl.gz")
of_data("us-code-2009.jsonl", "us-code/docs.jsonl.gz", 389)
of_data("us-code-2013.jsonl", "us-code/docs.jsonl.gz", 404, 389)
of_data("us-code-few.jsonl", "us-code/docs.jsonl.gz", 60)
of_data("us-code-few-later.jsonl", "us-code/docs.jsonl.gz", 60, 389)
of_data("laws-de.jsonl", "laws-de/docs.jsonl.gz", 300)
of_data("movies.jsonl", "movie-reviews/docs.jsonl.gz", 400)
of_data("powershell.jsonl", "powershell-docs/docs.jsonl.gz", 400)
of_data("tang.jsonl", "tang-poems/tang.jsonl.gz", 1500)
of_data("yuding.jsonl", "tang-poems/yuding.jsonl.gz", 1500)
of_data("programs.jsonl", "ir-plag/programs.jsonl", 150)
of_data("dblp-acm.sets", "set-join/dblp-acm.sets", 2500)
of_data("matthew.txt", "gospels/kjv_matthew.txt")
of_data("mark.txt", "gospels/kjv_mark.txt")
of_data("luke.txt", "gospels/kjv_luke.txt")


@collection("sms.txt", shared=True)
def sms():
    rows = (reference.DATA / "sms-spam" / "sms.tsv").read_bytes().split(b"\n")
    return b"".join(row.split(b"\t", 2)[2] + b"\n" for row in rows[:3000] if row)


@collection("udhr", shared=True)
def udhr():
    return {path.name: path.read_bytes() for path in sorted((reference.DATA / "udhr-unicode").glob("*.txt"))}


@collection("genomes", shared=True)
def genomes():
    """The first 60,000 letters of each, packed as they came: a document a file."""
    found = {}
    for path in sorted((reference.DATA / "genomes").glob("*.fa.gz")):
        head, *letters = gzip.decompress(path.read_bytes()).split(b"\n")
        bases = b"".join(letters)[:60_000]
        rows = [bases[i : i + 80] for i in range(0, len(bases), 80)]
        found[path.name] = gzip.compress(b"\n".join([head, *rows]) + b"\n", mtime=0)
    return found


@collection("sequences.fa", shared=True)
def sequences():
    """The same in one file."""
    return b"".join(gzip.decompress(data) for data in COLLECTIONS["genomes"].files().values())


SHARDS = {"laws": "laws-de", "pages": "powershell-docs"}


@collection("shards", shared=True)
def shards():
    """14 MB in two files: more than one piece for a run in little memory."""
    return {f"{name}.jsonl": gzip.decompress(data) for name, data in zip(SHARDS, packed_shards().values())}


@collection("packed-shards", shared=True)
def packed_shards():
    """The same as they came."""
    return {f"{name}.jsonl.gz": (reference.DATA / path / "docs.jsonl.gz").read_bytes() for name, path in SHARDS.items()}


def powershell():
    return COLLECTIONS["powershell.jsonl"].files()["powershell.jsonl"]


@collection("packed", shared=True)
def packed():
    """Three quarters of a collection in three packings, and a quarter that is not packed."""
    lines = powershell().splitlines(keepends=True)
    quarter = [b"".join(lines[i * 100 : i * 100 + 100]) for i in range(4)]
    return {"1.jsonl.gz": gzip.compress(quarter[0], mtime=0), "2.jsonl.xz": lzma.compress(quarter[1]),
            "3.jsonl.bz2": bz2.compress(quarter[2]), "4.jsonl": quarter[3]}


@collection("pages", shared=True)
def pages():
    """Markdown files in folders, as they lie in a repository."""
    records = [json.loads(line) for line in powershell().splitlines()[:120]]
    return {record["id"]: record["text"].encode() for record in records}


@collection("families.jsonl")
def families():
    """Originals and edited copies, with fields that a keep rule may read."""
    draw = random.Random(5)
    texts = family_corpus(seed=7, families=150)
    return jsonl({"id": f"f{i}", "rank": draw.randrange(50), "from": draw.choice(["web", "print"]), "text": text} for i, text in enumerate(texts))


@collection("more-families.jsonl")
def more_families():
    """Half of them anew, so that the two files share texts, ids apart."""
    texts = family_corpus(seed=7, families=150)[::2] + family_corpus(seed=8, families=40)
    return jsonl({"id": f"m{i}", "text": text} for i, text in enumerate(texts))


@collection("broken.jsonl")
def broken():
    """Every kind of record that cannot be used, between some that can."""
    good = jsonl([{"id": "x", "text": prose(1)}, {"id": "y", "text": prose(1)}, {"text": prose(2)}])
    bad = [b'{"id": "cut", "text": "a', b"no json", b'["a"]', b'{"id": "none"}', b'{"id": "number", "text": 7}',
           b'{"id": ["list"], "text": "a"}', b'{"id": "bytes", "text": "a \xff b"}', b'{"id": "half", "text": "\\ud800"}', b""]
    return good + b"\n".join(bad) + b"\n" + jsonl([{"id": 17, "text": edited(prose(1), [40])}, {"id": "empty", "text": ""}])


@collection("tree")
def tree():
    """A folder as people have them: folders in it, records under other names, line ends of Windows, files that are passed over."""
    records = [{"key": key, "body": edited(prose("tree"), [place])} for key, place in (("p", 3), ("q", 30))]
    lines = [edited(prose("line"), [place]) for place in (1, 20, 40)] + ["", "short", "short"]
    return {
        "B.txt": prose("tree").encode(), "a.txt": b"\xef\xbb\xbf" + prose("tree").encode(), "a/z.md": edited(prose("tree"), [7]).encode(),
        "a/empty.txt": b"", ".hidden.txt": prose("tree").encode(), ".git/x.txt": prose("tree").encode(),
        "fields.jsonl": jsonl(records), "lines.txt": "\r\n".join(lines).encode(),
    }


C_SOURCE = """/* Sums the members of a list. */
#include <stdio.h>
int %s(const int *%s, int count) {
  int total = 0;  // of all
  for (int i = 0; i < count; i++) { total += %s[i] * %s; }
  printf("%%d members\\n", count);
  return total;
}
"""
PYTHON_SOURCE = '''# sums a list
def %s(%s, factor=%s):
    """Doc string."""
    total = 0
    for member in %s:
        total += member * factor
    return f"{total!r} of {len(%s)}"
'''


@collection("code")
def code():
    """Programs that differ in names, numbers and comments."""
    return {
        "a.c": (C_SOURCE % ("sum", "list", "list", "1")).encode(), "b.c": (C_SOURCE % ("add_up", "v", "v", "0x10")).replace("total", "t").encode(),
        "a.py": (PYTHON_SOURCE % ("sums", "values", "1", "values", "values")).encode(),
        "b.py": (PYTHON_SOURCE % ("total_of", "v", "2.5", "v", "v")).replace("# sums a list", "# other words").encode(),
    }


@collection("table.csv")
def table():
    return b"id,text\n1,some words\n2,some words\n"


@collection("cut.jsonl.gz")
def cut():
    return gzip.compress(families(), mtime=0)[:-1000]


def still(packed):
    """A docx or odt without the time at which it was packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            after.writestr(zipfile.ZipInfo(name), before.read(name))
    return out.getvalue()


@collection("hand-ins")
def handed_in():
    """One essay handed in as files of every kind, each edited elsewhere, and two files of which no text can be had."""
    essay = prose("essay", 150)
    text = lambda *places: edited(essay, places)
    return {
        "a.docx": still(hand_ins.docx(text(10), text(20)[:300])), "b.odt": still(hand_ins.odt(text(30))), "c.html": hand_ins.html(text(50)).encode(),
        "d.md": f"# A title\n\n{text(70)}\n\n> {prose('quote', 30)}\n".encode(), "e.pdf": hand_ins.pdf(text(90)), "f.txt": text(110).encode(),
        "g.txt": ("Überschrift: " + text(5)).encode("latin-1"), "h.docx": b"no zip at all\0", "i.html": hand_ins.html(prose("other", 80)).encode(),
    }


@collection("essays")
def essays():
    """An exercise answered by many: its text, what each adds, a quotation that many share and lists of references."""
    exercise, quoted = prose("exercise", 60), prose("quoted", 25)
    found = {"exercise.txt": exercise.encode()}
    for i in range(14):
        own = prose(f"own {i // 2 if i < 6 else i}", 80)
        body = f"{exercise}\n\n{edited(own, [i, 60])}\n\n“{quoted}”\n\n{prose(f'end {i}', 40)}\n\nReferences\n\n{prose('references', 40)}\n"
        found[f"{i:02}.txt"] = body.encode()
    return found


@collection("weighted.sets")
def weighted():
    draw = random.Random(9)
    rows = []
    for _ in range(60):
        row = {item: round(draw.paretovariate(1.2), 2) for item in draw.sample(range(300), 20)}
        rows += [row, {item: round(weight * draw.uniform(0.9, 1.1), 2) for item, weight in row.items() if draw.random() > 0.05}]
    return "".join(" ".join(f"{item}:{weight}" for item, weight in row.items()) + "\n" for row in rows).encode()


collection("weighted-a.txt")(lambda: b"17:0.31 204:0.08 511:0.25 1203:0.36\n")
collection("weighted-b.txt")(lambda: b"17:0.62 204:0.2 511:0.4 1203:0.78\n")


@collection("site")
def site():
    """Web pages with links, anchors, scripts and character references."""
    draw = random.Random(11)
    found = {}
    for i in range(24):
        links = "".join(f'<li><a href="/{draw.randrange(12)}.html#part">{prose(f"anchor {draw.randrange(12)}", 3)}</a>' for _ in range(8))
        body = edited(prose(f"page {i // 4}", 60), draw.sample(range(60), i % 4))
        found[f"{i:02}.html"] = f"<html><head><script>var x = {i};</script></head><body><p>{body} &amp; more</p><ul>{links}</ul></body></html>".encode()
    return found


@collection("stop.txt")
def stop_words():
    return b"the\nof\nand\n"


def write(name, folder):
    """Makes the collection below `folder`, and gives the names of its files."""
    files = COLLECTIONS[name].files()
    for below, data in files.items():
        path = folder / below
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (CHANGED_AT, CHANGED_AT))
    return list(files)
