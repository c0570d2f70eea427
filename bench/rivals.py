"""Other deduplicators, used as their users use them: one file in, the ids that would be removed out.

Run by bench/run.py in an environment of its own: rivals.py NAME THRESHOLD FILE.jsonl -> JSON on standard output.
Words are what textkin compares: lower-case runs of letters and digits, five in a row. Reading the file and cutting
words is part of the time, as it is for textkin. Signatures have 128 values, as both libraries do by default.
"""

import json
import re
import sys
import time

WORD = re.compile(r"[a-z0-9]+")
VALUES = 128


def documents(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            words = WORD.findall(record["text"].lower())
            yield record["id"], {" ".join(words[i : i + 5]) for i in range(max(1, len(words) - 4))}


def datasketch(path, threshold):
    """MinHashLSH: a document is removed where the index has a candidate whose estimate reaches the threshold."""
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=VALUES)
    signatures, removed = {}, []
    for identifier, shingles in documents(path):
        signature = MinHash(num_perm=VALUES)
        signature.update_batch([shingle.encode() for shingle in shingles])
        if any(signatures[other].jaccard(signature) >= threshold for other in index.query(signature)):
            removed.append(identifier)
        else:
            index.insert(identifier, signature)
            signatures[identifier] = signature
    return removed


def rensa(path, threshold):
    """RMinHashLSH: the same loop with the Rust signatures; bands of its documentation's ratio."""
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=threshold, num_perm=VALUES, num_bands=16)
    signatures, names, removed = [], [], []
    for identifier, shingles in documents(path):
        signature = RMinHash(num_perm=VALUES, seed=42)
        signature.update(list(shingles))
        if any(signatures[other].jaccard(signature) >= threshold for other in index.query(signature)):
            removed.append(identifier)
        else:
            index.insert(len(signatures), signature)
            signatures.append(signature)
            names.append(identifier)
    return removed


if __name__ == "__main__":
    name, threshold, path = sys.argv[1:]
    start = time.perf_counter()
    removed = {"datasketch": datasketch, "rensa": rensa}[name](path, float(threshold))
    print(json.dumps({"seconds": time.perf_counter() - start, "removed": removed}))
