#!/usr/bin/env python3
"""The exact join against SetSimilaritySearch (Python) on the same sets: seconds of the processor, one thread, no reading.

Sets are the word shingles of generated texts with planted copies, as 64-bit numbers; both must find the same number of
pairs. SetSimilaritySearch is installed by whoever runs this: `pip install SetSimilaritySearch`.
"""

import argparse
import array
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

THRESHOLD = 0.8
MASK = (1 << 64) - 1
CASES = [(200_000, 300, 1), (200_000, 300, 2), (200_000, 300, 3), (200_000, 300, 5), (20_000, 2000, 5)]


def mixed(n):
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    n = (n ^ (n >> 27)) * 0x94D049BB133111EB & MASK
    return n ^ (n >> 31)


def shingle_sets(path, words_a_shingle):
    numbers = {}
    sets = []
    with open(path) as lines:
        for line in lines:
            words = re.findall(r"\w+", json.loads(line)["text"].lower())
            shingles = {tuple(words[i : i + words_a_shingle]) for i in range(max(1, len(words) - words_a_shingle + 1))}
            sets.append(sorted(numbers.setdefault(shingle, mixed(len(numbers) + 1)) for shingle in shingles))
    return sets


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--build", required=True, type=pathlib.Path, help="folder with bench_generate and bench_join")
    options.add_argument("--share", type=float, default=1.0, help="of the numbers of documents, for a quick look")
    asked = options.parse_args()
    try:
        from SetSimilaritySearch import all_pairs
    except ImportError:
        sys.exit("bench: SetSimilaritySearch is missing; pip install SetSimilaritySearch")
    print(f"{'documents':>10}{'bytes':>7}  {'shingle':<8}{'pairs':>8}{'textkin s':>11}{'SetSimilaritySearch s':>23}{'factor':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for documents, size, words in CASES:
            count = int(documents * asked.share)
            texts, truth, packed = (pathlib.Path(folder) / name for name in ("texts.jsonl", "truth.tsv", "sets"))
            command = [asked.build / "bench_generate", "--documents", count, "--bytes", size, "-o", texts, "--truth", truth]
            subprocess.run([*map(str, command)], check=True)
            sets = shingle_sets(texts, words)
            with open(packed, "wb") as out:
                out.write(struct.pack("<I", len(sets)))
                for members in sets:
                    out.write(struct.pack("<I", len(members)) + array.array("Q", members).tobytes())
            found = subprocess.run([asked.build / "bench_join", packed, str(THRESHOLD)], check=True, stdout=subprocess.PIPE)
            pairs, seconds = found.stdout.split()
            start = time.process_time()
            theirs = sum(1 for _ in all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=THRESHOLD))
            rival = time.process_time() - start
            if theirs != int(pairs):
                print(f"  they found {theirs} pairs, textkin {int(pairs)}")
            print(f"{count:>10}{size:>7}  word:{words:<3}{int(pairs):>8}{float(seconds):>11.3f}{rival:>23.2f}"
                  f"{rival / float(seconds):>8.0f}", flush=True)


if __name__ == "__main__":
    main()
