#!/usr/bin/env python3
"""Repeated substrings by a suffix array (Lee et al. 2022, on pydivsufsort) beside `textkin trim`, on the same texts of ASCII.

suffix_array.py TEXTKIN FILE.jsonl [--bytes 300]: to be run where pydivsufsort 0.0.20 and numpy are installed.

What is counted: bytes of text that lie in a stretch of K bytes that stands twice or more (what the tool of Lee et al. strikes
out, first ones too); the same without the first of each stretch; and what textkin takes out with `--bytes K`, which ends at
words. A suffix array sees K bytes that begin inside a word, and white space; textkin sees words after normalisation.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


def texts_of(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line)["text"].encode() for line in lines]


def by_suffix_array(texts, length):
    import numpy
    import pydivsufsort

    joined = bytearray()
    for number, text in enumerate(texts):
        joined += text + b"\xff\xff" + number.to_bytes(4, "big")  # no stretch goes over the end of a text
    data = numpy.frombuffer(joined, dtype=numpy.uint8)
    order = pydivsufsort.divsufsort(data)
    common = pydivsufsort.kasai(data, order)[: len(data) - 1]
    alike = common >= length
    group = numpy.concatenate([[0], numpy.cumsum(~alike)])  # suffixes that share `length` bytes, side by side
    sizes = numpy.bincount(group)
    least = numpy.full(len(sizes), len(data), dtype=numpy.int64)
    numpy.minimum.at(least, group, order)
    repeated = sizes[group] > 1
    every = order[repeated]
    later = order[repeated & (order != least[group])]
    separators = numpy.zeros(len(data) + 1, dtype=bool)
    at = 0
    for text in texts:
        at += len(text)
        separators[at : at + 6] = True
        at += 6

    def covered(starts):
        edges = numpy.zeros(len(data) + 1, dtype=numpy.int64)
        numpy.add.at(edges, starts, 1)
        numpy.add.at(edges, numpy.minimum(starts + length, len(data)), -1)
        return int(numpy.count_nonzero((numpy.cumsum(edges) > 0) & ~separators))

    return {"every copy": covered(every), "all but the first": covered(later)}


def measured(command):
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    out = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    return out, {"seconds": time.perf_counter() - start, "processor": usage.ru_utime + usage.ru_stime, "MiB": usage.ru_maxrss / 1024}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("textkin")
    parser.add_argument("file")
    parser.add_argument("--bytes", type=int, default=300)
    parser.add_argument("--only", action="store_true", help="the suffix array alone, as JSON")
    asked = parser.parse_args()
    if asked.only:
        print(json.dumps(by_suffix_array(texts_of(asked.file), asked.bytes)))
        return
    rows = []
    out, took = measured([sys.executable, __file__, asked.textkin, asked.file, "--bytes", str(asked.bytes), "--only"])
    rows.append(("suffix array", json.loads(out), took))
    with tempfile.TemporaryDirectory() as folder:
        stats = pathlib.Path(folder) / "stats.json"
        _, took = measured([asked.textkin, "trim", asked.file, "--bytes", str(asked.bytes), "-o", folder + "/out.jsonl", "--stats", str(stats), "--quiet"])
        told = json.loads(stats.read_text())
    rows.append(("textkin trim", {"taken out": told["removed_characters"]}, took))
    for name, found, took in rows:
        print(name, found, {key: round(value, 1) for key, value in took.items()})


if __name__ == "__main__":
    main()
