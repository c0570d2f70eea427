"""datasketch's MinHashLSH, kept in memory: the loop of its documentation, in a process of its own. Words in runs of five, as textkin's."""

import json
import re
import sys
import time

from datasketch import MinHash, MinHashLSH

WORD = re.compile(r"\w+")


def signatures(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            words = WORD.findall(record["text"].lower())
            made = MinHash(num_perm=128)
            made.update_batch([" ".join(words[i : i + 5]).encode() for i in range(max(1, len(words) - 4))])
            yield record["id"], made


def main():
    held, asked, threshold, answer = sys.argv[1:5]
    index = MinHashLSH(threshold=float(threshold), num_perm=128)
    clock, began = time.monotonic(), time.process_time()
    for identifier, made in signatures(held):
        index.insert(identifier, made)
    added, added_clock = time.process_time(), time.monotonic()
    pairs, alone, last = [], [], time.monotonic()
    for identifier, made in signatures(asked):
        pairs += [(identifier, other) for other in index.query(made)]
        now = time.monotonic()
        alone.append(now - last)
        last = now
    ended = time.process_time()
    with open(answer, "w", encoding="utf-8") as out:
        json.dump({"add": added - began, "add_clock": added_clock - clock, "ask": ended - added, "alone": alone, "pairs": pairs}, out)


if __name__ == "__main__":
    main()
