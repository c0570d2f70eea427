"""sourmash's SqliteIndex, which stays on the disk: a sketch of a quarter of the runs of five words of each text, and its own search at
the threshold, by Jaccard. In a process of its own; words as textkin's. What it says is an estimate from these quarters."""

import json
import os
import re
import sys
import time
import zlib

from sourmash import MinHash, SourmashSignature
from sourmash.index.sqlite_index import SqliteIndex

WORD = re.compile(r"\w+")
SCALED = 4
AT_ONCE = 500


def signatures(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            words = WORD.findall(record["text"].lower())
            made = MinHash(n=0, ksize=21, scaled=SCALED)  # ksize says nothing here: hashes are given
            runs = {" ".join(words[i : i + 5]).encode() for i in range(max(1, len(words) - 4))}
            made.add_many([spread(zlib.crc32(run) << 32 | zlib.adler32(run)) for run in runs])
            yield record["id"], SourmashSignature(made, name=record["id"])


def spread(x):
    """64 bits of which the least can be taken: a quarter of all runs, drawn by their hash."""
    x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & (1 << 64) - 1
    x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & (1 << 64) - 1
    return x ^ x >> 33


def main():
    held, asked, threshold, answer, folder = sys.argv[1:]
    os.makedirs(folder)
    index = SqliteIndex.create(os.path.join(folder, "held.sqldb"))
    clock, began = time.monotonic(), time.process_time()
    for number, (_, made) in enumerate(signatures(held), 1):
        index.insert(made, commit=number % AT_ONCE == 0)
    index.commit()
    added, added_clock = time.process_time(), time.monotonic()
    pairs, alone, last = [], [], added_clock
    for identifier, made in signatures(asked):
        pairs += [(identifier, found.signature.name) for found in index.search(made, threshold=float(threshold))]
        alone.append(time.monotonic() - last)
        last = time.monotonic()
    ended = time.process_time()
    with open(answer, "w", encoding="utf-8") as out:
        json.dump({"add": added - began, "add_clock": added_clock - clock, "ask": ended - added, "alone": alone, "pairs": pairs}, out)


if __name__ == "__main__":
    main()
