#!/usr/bin/env python3
"""Cases of text re-use with exact spans, made from any collection of texts.

Takes JSONL with `id` and `text`. Pieces of some texts are put into others, changed as people change what they copy; both
spans of each piece are written as PAN's XML. The same seed gives the same bytes.

    cases.py corpus.jsonl --level ocr --cases 200 -o folder
makes folder/suspicious.jsonl, folder/source.jsonl and folder/truth/*.xml.
"""

import argparse
import collections
import json
import pathlib
import random
import re
from xml.sax.saxutils import quoteattr

WORD = re.compile(r"\w+", re.UNICODE)
SENTENCE = re.compile(r"[^.!?]*[.!?]+\s*|[^.!?]+$")
LOOK_ALIKE = {"a": "\u0430", "e": "\u0435", "o": "\u043e", "p": "\u0440", "c": "\u0441", "x": "\u0445", "i": "\u0456"}
OCR = {"m": "rn", "l": "1", "o": "0", "e": "c", "h": "b", "i": "l", "s": "5", "g": "q"}
# What recognition of print takes for what; several letters at a time too.
MISREAD = {"rn": ["m"], "cl": ["d"], "li": ["h"], "vv": ["w"], "ii": ["u"], "m": ["rn", "in"], "d": ["cl"], "h": ["li", "b"],
           "w": ["vv"], "u": ["ii", "n"], "n": ["u", "ri"], "e": ["c", "o"], "c": ["e", "("], "o": ["0", "e"], "l": ["1", "I", "i"],
           "i": ["l", "1", "!"], "t": ["r", "f", "l"], "f": ["t", "s"], "a": ["o", "u"], "g": ["q", "9"], "y": ["v"], "b": ["h", "6"],
           "r": ["t", "i"], "v": ["y"], "k": ["lc"], "p": ["n"], "s": ["5", "f", "\u017f", "a"]}
SYNONYMS = {  # of words that are everywhere, so that no dictionary is needed
    "and": "plus", "but": "yet", "said": "stated", "great": "large", "good": "fine", "little": "small", "man": "person",
    "made": "built", "before": "ahead of", "because": "since", "many": "numerous", "people": "persons", "shall": "will",
    "house": "home", "also": "too", "began": "started", "movie": "film", "film": "picture", "big": "huge", "way": "manner",
    "story": "tale", "very": "quite", "really": "truly", "think": "believe", "see": "watch", "go": "leave", "get": "obtain",
    "use": "employ", "show": "display", "start": "begin", "all": "every one of", "bad": "poor", "new": "recent",
}


def verbatim(piece, chance):
    return piece


def punctuation(piece, chance):
    """Other capitals, commas and white space; the words stay."""
    out = re.sub(r"[,;:()\"]", lambda match: chance.choice(["", ",", " -"]), piece)
    out = "".join(c.upper() if chance.random() < 0.03 else c for c in out)
    return re.sub(r" ", lambda match: "  " if chance.random() < 0.05 else "\n" if chance.random() < 0.05 else " ", out)


def words_changed(piece, chance, share, change):
    return WORD.sub(lambda match: change(match[0]) if chance.random() < share else match[0], piece)


def edits(piece, chance):
    """One word in ten is replaced, dropped, or followed by a new one."""
    def change(word):
        return chance.choice(["other", "", f"{word} indeed"])
    return words_changed(piece, chance, 0.1, change)


def swaps(piece, chance):
    """One word in five changes places with its neighbour."""
    words = piece.split(" ")
    i = 0
    while i + 1 < len(words):
        if chance.random() < 0.1:
            words[i], words[i + 1] = words[i + 1], words[i]
            i += 1
        i += 1
    return " ".join(words)


def synonyms(piece, chance):
    """One word in five: those that have a synonym first, then others."""
    places = [match.span() for match in WORD.finditer(piece)]
    wanted = len(places) // 5
    known = [span for span in places if piece[slice(*span)].lower() in SYNONYMS]
    others = [span for span in places if piece[slice(*span)].lower() not in SYNONYMS]
    chosen = set(chance.sample(known, min(wanted, len(known))))
    chosen |= set(chance.sample(others, wanted - len(chosen)))
    out, done = [], 0
    for begin, end in places:
        if (begin, end) not in chosen:
            continue
        word = piece[begin:end]
        out += [piece[done:begin], SYNONYMS.get(word.lower(), "such" if len(word) < 5 else "particular")]
        done = end
    return "".join([*out, piece[done:]])


def order(piece, chance):
    sentences = SENTENCE.findall(piece)
    chance.shuffle(sentences)
    return " ".join(sentence.strip() for sentence in sentences)


def ocr(piece, chance):
    """One character in fifty is misread."""
    return "".join(OCR.get(c, chance.choice("abcdefghijklmnopqrstuvwxyz")) if c.isalnum() and chance.random() < 0.02 else c for c in piece)


def ocr_real(piece, chance):
    """As print is recognised: letters misread, some of them together; words split, joined, and cut at line ends with and
    without a hyphen; a long s read as f; specks read as punctuation."""
    words = []
    for word in piece.split():
        if chance.random() < 0.015 and len(word) > 4:
            at = chance.randrange(1, len(word) - 1)
            word = f"{word[:at]} {word[at:]}"
        out, i = [], 0
        while i < len(word):
            seen = word[i:i + 2] if word[i:i + 2] in MISREAD else word[i]
            rate = 0.06 if seen == "s" and i + 1 < len(word) else 0.025
            out.append(chance.choice(MISREAD.get(seen, [seen])) if chance.random() < rate else seen)
            i += len(seen)
        words.append("".join(out) + (chance.choice(".,'~|*^-") if chance.random() < 0.02 else ""))
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) > 62:
            if len(word) > 5 and chance.random() < 0.5:
                at = chance.randrange(2, len(word) - 2)
                line, word = f"{line} {word[:at]}{chance.choice(['-', '-', ''])}", word[at:]
            lines.append(line)
            line = ""
        line += ("" if not line or chance.random() < 0.015 else " ") + word
    return "\n".join([*lines, line])


def look_alikes(piece, chance):
    """Letters of half of the words are swapped for Cyrillic ones that look the same."""
    return words_changed(piece, chance, 0.5, lambda word: "".join(
        LOOK_ALIKE.get(c, c) if chance.random() < 0.7 else c for c in word))


LEVELS = {"verbatim": verbatim, "punctuation": punctuation, "edits": edits, "swaps": swaps, "synonyms": synonyms, "order": order, "ocr": ocr,
          "ocr-real": ocr_real, "look-alikes": look_alikes}


def cut(text, words, chance):
    """A run of about so many words as (offset, piece), at word borders; None where the text is too short."""
    places = [match.span() for match in WORD.finditer(text)]
    if len(places) < words + 20:
        return None
    first = chance.randrange(len(places) - words)
    begin, end = places[first][0], places[first + words - 1][1]
    return begin, text[begin:end]


def make(texts, level, cases, seed):
    """(suspicious, sources, truth): id -> text twice, and (suspicious id, offset, length, source id, offset, length)."""
    chance = random.Random(f"{seed}/{level}")
    ids = list(texts)
    chance.shuffle(ids)
    half = len(ids) // 2
    sources, hosts = ids[:half], ids[half:]
    suspicious = {}
    inserted = collections.defaultdict(list)
    tries = 0
    while sum(map(len, inserted.values())) < cases and tries < 20 * cases:
        tries += 1
        source = chance.choice(sources)
        host = chance.choice(hosts)
        piece = cut(texts[source], chance.choice([50, 80, 120, 200]), chance)
        if piece is None or any(other == source for other, *_ in inserted[host]):
            continue
        inserted[host].append((source, piece[0], piece[1], LEVELS[level](piece[1], chance)))
    truth = []
    for host in hosts:
        text = texts[host]
        spaces = sorted(match.end() for match in re.finditer(r"[.!?]\s", text)) or [len(text)]
        places = sorted(chance.choice(spaces) for _ in inserted[host])
        out, done = [], 0
        for place, (source, offset, piece, changed) in zip(places, inserted[host]):
            out.append(text[done:place])
            done = place
            lead = "\n\n"
            at = sum(map(len, out)) + len(lead)
            out += [lead, changed, "\n\n"]
            truth.append((host, at, len(changed), source, offset, len(piece)))
        out.append(text[done:])
        suspicious[host] = "".join(out)
    return suspicious, {name: texts[name] for name in sources}, truth


def write(folder, suspicious, sources, truth):
    (folder / "truth").mkdir(parents=True, exist_ok=True)
    for name, documents in (("suspicious", suspicious), ("source", sources)):
        with open(folder / f"{name}.jsonl", "w") as out:
            for key, text in documents.items():
                out.write(json.dumps({"id": key, "text": text}, ensure_ascii=False) + "\n")
    by_host = collections.defaultdict(list)
    for row in truth:
        by_host[row[0]].append(row)
    for number, (host, rows) in enumerate(sorted(by_host.items())):
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<document reference={quoteattr(host)}>"]
        lines += [f'  <feature name="plagiarism" this_offset="{at}" this_length="{length}" source_reference={quoteattr(source)} '
                  f'source_offset="{offset}" source_length="{piece}"/>' for _, at, length, source, offset, piece in rows]
        (folder / "truth" / f"{number:05}.xml").write_text("\n".join([*lines, "</document>", ""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("collection", type=pathlib.Path, help="JSONL with id and text")
    parser.add_argument("--level", choices=LEVELS, required=True)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    with open(options.collection) as lines:
        texts = {str(record["id"]): record["text"] for record in map(json.loads, lines)}
    write(options.output, *make(texts, options.level, options.cases, options.seed))


if __name__ == "__main__":
    main()
