"""The shingles that libraries get from us: runs of five words; a word is a lower-case run of letters and digits."""

import json
import re

WORD = re.compile(r"[a-z0-9]+")
LENGTH = 5


def records(path):
    """(id, words) of every document, in order."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["id"], WORD.findall(record["text"].lower())


def shingles(words):
    """All runs of five, in order; a shorter text is one."""
    return [" ".join(words[i : i + LENGTH]) for i in range(max(1, len(words) - LENGTH + 1))]
