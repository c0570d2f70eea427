#!/usr/bin/env python3
"""Repeated substrings by a suffix array (Lee et al. 2022, on pydivsufsort) beside `textkin trim`, on the same texts of ASCII.

suffix_array.py TEXTKIN FILE.jsonl [--bytes 300] [--make SIZE] [--memory SIZE]: to be run where pydivsufsort 0.0.20 and numpy
are installed. With --make, FILE.jsonl is written first: SIZE bytes of words drawn by Zipf's law, in documents of some 2 KB, of
which one in twenty holds a stretch of 300 to 1,500 bytes of an earlier one.

What is counted: bytes of text that lie in a stretch of K bytes that stands twice or more (what the tool of Lee et al. strikes
out, first ones too); the same without the first of each stretch; and what textkin takes out with `--bytes K`, which ends at
words. A suffix array sees K bytes that begin inside a word, and white space; textkin sees words after normalisation.
The array takes 13 bytes a byte of text at its peak (text, order, ranks and common prefixes); what is made of it is counted in
pieces, so that it is the array that is measured.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


SEPARATOR = 6  # bytes behind each text
AT_ONCE = 1 << 24


def make(path, size):
    import numpy

    draw = numpy.random.default_rng(1)
    words = [f"{''.join(chr(97 + int(x)) for x in draw.integers(0, 26, 2 + number % 9))}{number:x}".encode() for number in range(50_000)]
    sums = numpy.cumsum(1 / (numpy.arange(len(words)) + 10))
    written, number, held = 0, 0, []
    with open(path, "wb") as out:
        while written < size:
            drawn = numpy.searchsorted(sums, draw.random(270 * 256) * sums[-1])
            for begin in range(0, len(drawn), 270):
                text = b" ".join([words[i] for i in drawn[begin : begin + 270]])
                if held and draw.random() < 0.05:
                    earlier = held[int(draw.integers(len(held)))]
                    length = int(draw.integers(300, 1500))
                    place = int(draw.integers(max(1, len(earlier) - length)))
                    text = text[:700].rpartition(b" ")[0] + b" " + earlier[place : place + length] + b" " + text[700:]
                if len(held) < 20_000:
                    held.append(text)
                elif draw.random() < 0.02:
                    held[int(draw.integers(len(held)))] = text
                out.write(b'{"id":"%d","text":"%s"}\n' % (number, text))
                written, number = written + len(text), number + 1


def joined_texts(path):
    """All texts with what tells them apart between them, and where each ends."""
    joined, ends = bytearray(), []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            joined += json.loads(line)["text"].encode()
            ends.append(len(joined))
            joined += b"\xff\xff" + number.to_bytes(4, "big")  # no stretch goes over the end of a text
    return joined, ends


def by_suffix_array(path, length):
    import numpy
    import pydivsufsort

    joined, ends = joined_texts(path)
    data = numpy.frombuffer(joined, dtype=numpy.uint8)
    size = len(data)
    order = pydivsufsort.divsufsort(data)
    common = pydivsufsort.kasai(data, order)
    every, later = numpy.zeros(size, dtype=bool), numpy.zeros(size, dtype=bool)
    begin = 0
    while begin < size:
        end = min(size, begin + AT_ONCE)
        while end < size and common[end - 1] >= length:  # suffixes that share `length` bytes stay together
            end += 1
        starts = numpy.flatnonzero(numpy.concatenate([[True], common[begin : end - 1] < length]))
        sizes = numpy.diff(numpy.append(starts, end - begin))
        least = numpy.repeat(numpy.minimum.reduceat(order[begin:end], starts), sizes)
        repeated = numpy.repeat(sizes > 1, sizes)
        every[order[begin:end][repeated]] = True
        later[order[begin:end][repeated & (order[begin:end] != least)]] = True
        begin = end
    del order, common
    of_text = numpy.ones(size, dtype=bool)
    for end in ends:
        of_text[end : end + SEPARATOR] = False

    def covered(starts):
        """Bytes of text in a stretch that begins at one of `starts`."""
        count, last = 0, -length
        for begin in range(0, size, AT_ONCE):
            places = numpy.arange(begin, min(size, begin + AT_ONCE))
            latest = numpy.where(starts[begin : begin + AT_ONCE], places, -length)
            latest[0] = max(latest[0], last)
            latest = numpy.maximum.accumulate(latest)
            last = int(latest[-1])
            count += int(numpy.count_nonzero((places - latest < length) & of_text[begin : begin + AT_ONCE]))
        return count

    return {"bytes": int(numpy.count_nonzero(of_text)), "every copy": covered(every), "all but the first": covered(later)}


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
    parser.add_argument("--make", type=int, help="bytes of text to write to FILE first")
    parser.add_argument("--memory", help="of textkin")
    parser.add_argument("--only", action="store_true", help="the suffix array alone, as JSON")
    asked = parser.parse_args()
    if asked.only:
        print(json.dumps(by_suffix_array(asked.file, asked.bytes)))
        return
    if asked.make:
        make(asked.file, asked.make)
    rows = []
    out, took = measured([sys.executable, __file__, asked.textkin, asked.file, "--bytes", str(asked.bytes), "--only"])
    rows.append(("suffix array", json.loads(out), took))
    with tempfile.TemporaryDirectory() as folder:
        stats = pathlib.Path(folder) / "stats.json"
        _, took = measured([asked.textkin, "trim", asked.file, "--bytes", str(asked.bytes), "-o", folder + "/out.jsonl", "--stats", str(stats), "--quiet", *(["--memory", asked.memory] if asked.memory else [])])
        told = json.loads(stats.read_text())
    rows.append(("textkin trim", {"taken out": told["removed_characters"]}, took))
    for name, found, took in rows:
        print(name, found, {key: round(value, 1) for key, value in took.items()})


if __name__ == "__main__":
    main()
