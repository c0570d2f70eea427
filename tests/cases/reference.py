"""The definitions, written a second time and as plainly as possible: what the program's answers are checked against."""

import gzip
import itertools
import json
import os
import pathlib
import re
import unicodedata
from collections import defaultdict
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("TEXTKIN_DATA", ROOT.parent / "shared" / "data"))

ASCII_LOWER = bytes(byte + 32 if 65 <= byte <= 90 else byte for byte in range(256))
ASCII_TOKEN = re.compile(rb"[a-z0-9\x80-\xff]+")


def ascii_tokens(text):
    """--normalize ascii-lower --tokens ascii."""
    return ASCII_TOKEN.findall(text.encode().translate(ASCII_LOWER))


def unicode_tokens(text):
    """The default tokens, for text in which NFKC_Casefold is NFKC of casefold, and no script is written without spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    tokens, run = [], ""
    for character in folded + " ":
        if unicodedata.category(character)[0] in "LM" or unicodedata.category(character) == "Nd":
            run += character
        elif run:
            tokens.append(run)
            run = ""
    return tokens


def shingles(units, size):
    """The set of runs of `size` units; all of them where there are fewer, nothing where there is none."""
    units = list(units)
    if not units:
        return frozenset()
    return frozenset(tuple(units[i : i + size]) for i in range(max(1, len(units) - size + 1)))


def words(size, tokens=ascii_tokens):
    return lambda text: shingles(tokens(text), size)


def jaccard(a, b):
    return Fraction(len(a & b), len(a | b)) if a or b else Fraction(0)


def all_pairs(sets, threshold):
    """Brute force over a list of sets: {(i, j): (shared, size_i, size_j)} for i < j and J >= threshold."""
    threshold = Fraction(str(threshold))
    holders, shared = defaultdict(list), defaultdict(int)
    for i, members in enumerate(sets):
        for member in members:
            holders[member].append(i)
    for holding in holders.values():
        for pair in itertools.combinations(holding, 2):
            shared[pair] += 1
    return {
        (i, j): (count, len(sets[i]), len(sets[j]))
        for (i, j), count in shared.items()
        if Fraction(count, len(sets[i]) + len(sets[j]) - count) >= threshold
    }


def keep_rule(documents, pairs, best_first):
    """The rule of dedup in a few lines: {removed: partner that stays}. `pairs` holds unordered pairs as tuples."""
    similar = defaultdict(set)
    for a, b in pairs:
        similar[a].add(b)
        similar[b].add(a)
    rank = {document: place for place, document in enumerate(best_first)}
    kept, removed = set(), {}
    for document in sorted(documents, key=rank.get):
        partners = similar[document] & kept
        if partners:
            removed[document] = min(partners, key=rank.get)
        else:
            kept.add(document)
    return removed


def read_jsonl(path):
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [(record["id"], record["text"]) for record in map(json.loads, lines)]


def read_truth(path):
    """exact_*.tsv -> [(a, b, shared, size_a, size_b)]."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return [(a, b, int(shared), int(size_a), int(size_b)) for a, b, shared, size_a, size_b in rows]


def at_least(rows, threshold):
    """The truth as a set, oriented by id, of the pairs with J >= threshold."""
    threshold = Fraction(str(threshold))
    kept = set()
    for a, b, shared, size_a, size_b in rows:
        if Fraction(shared, size_a + size_b - shared) >= threshold:
            kept.add((a, b, shared, size_a, size_b) if a < b else (b, a, shared, size_b, size_a))
    return kept
