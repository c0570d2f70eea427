#!/usr/bin/env python3
"""False alarms of `textkin passages` beside what it finds, a row a kind of text and a level of copying, a column a --sensitivity.

    innocents.py --textkin build/textkin --data FOLDER

Innocents are pairs of texts of one kind in which nothing was copied from one into the other: both halves of one text, programs and
reviews of the same thing written independently, sections of one code of law, poems, tables, lists, recognised print. A cell of them is
the pairs with a passage, of all pairs, and the share of all words in passages. Law, tables and lists do repeat their formulas: what is
found there is equal, and is no copying. A cell of a level is recall and precision of pieces that were planted (cases.py), in characters;
`answers` are pieces of 12 to 30 words put into answers of 40 to 60.
"""

import argparse
import collections
import functools
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import cases
import levels

SENSITIVITIES = ("strict", "normal", "short")
WORD = re.compile(r"\w+")


def records(path):
    with (gzip.open(path, "rt") if path.suffix == ".gz" else open(path)) as lines:
        return [json.loads(line) for line in lines]


def halves(texts):
    """id -> text, each twice: pairs are first halves with the second half of the same text."""
    a, b = {}, {}
    for key, text in texts.items():
        middle = text.find("\n", len(text) // 2)
        middle = len(text) // 2 if middle < 0 else middle
        a[key], b[key] = text[:middle], text[middle:]
    return a, b, {(key, key) for key in texts}


def each_with_next(texts, pairs=2000):
    """Neighbours in a random order: texts that have nothing to do with each other but their kind."""
    keys = sorted(texts)
    random.Random(1).shuffle(keys)
    keys = keys[: 2 * pairs]
    a = {key: texts[key] for key in keys[::2]}
    b = {key: texts[key] for key in keys[1::2]}
    return a, b, set(zip(keys[::2], keys[1::2]))


def languages(data):
    return halves({path.stem: path.read_text() for path in sorted((data / "udhr-unicode").glob("*.txt"))})


def programs(data, kind):
    """Each task's original with programs of `kind` for the same task."""
    by_case = collections.defaultdict(dict)
    a, b, pairs = {}, {}, set()
    for record in records(data / "ir-plag/programs.jsonl"):
        by_case[record["case"]].setdefault(record["kind"], []).append(record)
    for kinds in by_case.values():
        for original in kinds["original"]:
            a[original["id"]] = original["text"]
            for other in kinds.get(kind, []):
                b[other["id"]] = other["text"]
                pairs.add((original["id"], other["id"]))
    return a, b, pairs


def texts_of(path, least=80):
    return {str(record["id"]): record["text"] for record in records(path) if len(WORD.findall(record["text"])) >= least}


def lists(seed):
    chance = random.Random(seed)
    goods = "flour sugar butter milk eggs salt yeast apples pears plums onions carrots leeks rice lentils beans oats honey tea".split()
    lines = [f"{chance.randint(1, 12)} {chance.choice(['kg', 'g', 'l', 'packs of', 'boxes of'])} {good}" for good in chance.choices(goods, k=60)]
    return "\n".join(lines)


def tables(seed):
    chance = random.Random(seed)
    towns = "Halm Orden Vale Brück Stade Linz Celle Gera Hof Jena Kiel Lahr Mölln Neuss Olpe Plau".split()
    head = "town\tyear\tinhabitants\tbirths\tdeaths\n"
    return head + "\n".join(f"{chance.choice(towns)}\t{1900 + i}\t{chance.randint(900, 9999)}\t{chance.randint(9, 99)}\t{chance.randint(9, 99)}" for i in range(60))


def recognised(texts):
    chance = random.Random(1)
    return {key: cases.LEVELS["ocr-real"](text, chance) for key, text in texts.items()}


def code_of(data):
    """What stands between ``` of the PowerShell documentation, one text a page."""
    out = {}
    for record in records(data / "powershell-docs/docs.jsonl.gz"):
        code = "\n".join(re.findall(r"```[^\n]*\n(.*?)```", record["text"], re.S))
        if len(WORD.findall(code)) >= 80:
            out[str(record["id"])] = code
    return out


def innocents(data):
    reviews = texts_of(data / "movie-reviews/docs.jsonl.gz")
    some = dict(list(reviews.items())[:1000])
    yield "languages, halves", languages(data), []
    yield "reviews", each_with_next(reviews), []
    yield "reviews, recognised", each_with_next(recognised(some)), []
    yield "programs, one task", programs(data, "non-plagiarized"), []
    yield "programs, code:java", programs(data, "non-plagiarized"), ["--normalize", "code:java"]
    yield "code, PowerShell", each_with_next(code_of(data), 150), []
    yield "law, English", each_with_next(texts_of(data / "us-code/docs.jsonl.gz"), 150), []
    yield "law, German", each_with_next(texts_of(data / "laws-de/docs.jsonl.gz"), 150), []
    yield "poems", each_with_next(texts_of(data / "tang-poems/tang.jsonl.gz", 1)), []
    for name, make in (("lists", lists), ("tables", tables)):
        yield name, each_with_next({f"{name} {seed}": make(seed) for seed in range(200)}), []


def write(path, texts):
    with open(path, "w") as out:
        for key, text in texts.items():
            out.write(json.dumps({"id": key, "text": text}, ensure_ascii=False) + "\n")


def false_alarms(textkin, folder, a, b, pairs, options):
    """Of `pairs`: how many have a passage, and the share of their words that is in one."""
    write(folder / "a.jsonl", a)
    write(folder / "b.jsonl", b)
    rows = levels.detections(textkin, folder / "a.jsonl", "--against", folder / "b.jsonl", "--common", "1000000", *options)
    header, *rows = (row.split("\t") for row in rows)
    found = collections.defaultdict(set)
    for row in rows:
        row = dict(zip(header, row))
        if (row["a"], row["b"]) in pairs:
            found[row["a"], row["b"]].update(range(int(row["a_offset"]), int(row["a_offset"]) + int(row["a_length"])))
    characters = sum(len(a[key]) for key, _ in pairs)
    return len(found), len(pairs), sum(map(len, found.values())) / characters


def answers(reviews, chance, count=300):
    """Short answers, some of which hold a piece of a source: suspicious, sources, truth as cases.make()."""
    keys = sorted(reviews)
    chance.shuffle(keys)
    sources = {key: reviews[key] for key in keys[:count]}
    suspicious, truth = {}, []
    for number, (host, source) in enumerate(zip(keys[count:], sources)):
        own = reviews[host].split(" ")
        words = own[20 : 20 + chance.randint(40, 60)]
        at = chance.randrange(len(words))
        piece = cases.cut(reviews[source], chance.randint(12, 30), chance)
        if piece is None or number >= count:
            continue
        changed = cases.LEVELS["edits"](piece[1], chance)
        lead = " ".join(words[:at]) + ("\n" if at else "")
        suspicious[host] = lead + changed + "\n" + " ".join(words[at:])
        truth.append((host, len(lead), len(changed), source, piece[0], len(piece[1])))
    return suspicious, sources, truth


def scored(textkin, folder, made, options):
    cases.write(folder, *made)
    rows = levels.detections(textkin, folder / "suspicious.jsonl", "--against", folder / "source.jsonl", *options)
    (folder / "found.tsv").write_text("\n".join(rows) + "\n")
    done = subprocess.run([textkin, "score", folder / "truth", folder / "found.tsv", "--format", "json"], check=True, capture_output=True)
    macro = json.loads(done.stdout)["macro"]
    return macro["recall"], macro["precision"]


def finds(data, textkin, folder):
    """(level, how -> recall and precision)"""
    reviews = texts_of(data / "movie-reviews/docs.jsonl.gz", 200)

    def of_level(level, how):
        with tempfile.TemporaryDirectory(dir=folder) as own:
            macro = levels.scored(textkin, reviews, level, 300, 1, pathlib.Path(own), how)["macro"]
        return macro["recall"], macro["precision"]

    for level in cases.LEVELS:
        yield level, functools.partial(of_level, level)
    made = answers(reviews, random.Random(1))
    yield "answers", lambda how: scored(textkin, folder / "answers", made, how)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--textkin", default="build/textkin")
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with the collections of known truth")
    parser.add_argument("--sensitivity", action="append", help="others than all; NAME or OPTIONS of one word each, comma between")
    options = parser.parse_args()
    if not (options.data / "udhr-unicode").is_dir():
        sys.exit(f"innocents: {options.data} does not have the collections; name them with --data")
    columns = {name: ["--sensitivity", name] for name in SENSITIVITIES}
    if options.sensitivity:
        columns = {name: name.split(",") if name.startswith("-") else ["--sensitivity", name] for name in options.sensitivity}
    print(f"{'false alarms':<22}" + "".join(f"{name:>26}" for name in columns))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for kind, (a, b, pairs), more in innocents(options.data):
            cells = [false_alarms(options.textkin, folder, a, b, pairs, more + how) for how in columns.values()]
            print(f"{kind:<22}" + "".join(f"{f'{found} of {of}, {share:.4f}':>26}" for found, of, share in cells), flush=True)
        print(f"{'found':<22}" + "".join(f"{'recall, precision':>26}" for _ in columns))
        for level, score in finds(options.data, options.textkin, folder):
            cells = [score(how) for how in columns.values()]
            print(f"{level:<22}" + "".join(f"{f'{recall:.3f}, {precision:.3f}':>26}" for recall, precision in cells), flush=True)


if __name__ == "__main__":
    main()
