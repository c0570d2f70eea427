#!/usr/bin/env python3
"""plagdet of `textkin passages` on generated cases, a row a level of change.

    levels.py --textkin build/textkin corpus.jsonl [more.jsonl]
"""

import argparse
import collections
import json
import pathlib
import subprocess
import tempfile

import cases


def detections(textkin, *collections):
    table = subprocess.run([textkin, "passages", *collections, "-q"], check=True, capture_output=True, text=True)
    return table.stdout.splitlines()


def pair(row):
    return tuple(row.split("\t")[:2])


def scored(textkin, texts, level, count, seed, folder, options=()):
    """Scores what was planted: texts of one collection share passages of their own, which are found and are no mistake. So
    pairs that share one before anything is planted are left out, and those of a host with a text that shares one with
    the source of what was planted there."""
    suspicious, sources, truth = cases.make(texts, level, count, seed)
    cases.write(folder / "before", {key: texts[key] for key in suspicious}, sources, [])
    own = folder / "before/source.jsonl"
    before = set(map(pair, detections(textkin, folder / "before/suspicious.jsonl", "--against", own, *options)[1:]))
    truth = [row for row in truth if (row[0], row[3]) not in before]
    planted = {(row[0], row[3]) for row in truth}
    alike = {frozenset(found) for found in map(pair, detections(textkin, own, *options)[1:])}
    from_where = collections.defaultdict(set)
    for host, source in planted:
        from_where[host].add(source)

    def is_own(row):
        host, text = pair(row)
        return (host, text) in before or ((host, text) not in planted and
                                          any(frozenset((text, source)) in alike for source in from_where[host]))

    cases.write(folder, suspicious, sources, truth)
    header, *rows = detections(textkin, folder / "suspicious.jsonl", "--against", folder / "source.jsonl", *options)
    (folder / "found.tsv").write_text("\n".join([header, *(row for row in rows if not is_own(row))]) + "\n")
    answer = subprocess.run([textkin, "score", folder / "truth", folder / "found.tsv", "--format", "json"], check=True, capture_output=True)
    return json.loads(answer.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--textkin", default="build/textkin")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("collections", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    for path in options.collections:
        with open(path) as lines:
            texts = {str(record["id"]): record["text"] for record in map(json.loads, lines)}
        print(f"{path.name}\n{'level':<14}{'plagdet':>9}{'recall':>9}{'precision':>11}{'granularity':>13}   (macro)")
        for level in cases.LEVELS:
            with tempfile.TemporaryDirectory() as folder:
                row = scored(options.textkin, texts, level, options.cases, options.seed, pathlib.Path(folder))
            macro = row["macro"]
            print(f"{level:<14}{macro['plagdet']:>9.4f}{macro['recall']:>9.4f}{macro['precision']:>11.4f}{row['granularity']:>13.4f}")


if __name__ == "__main__":
    main()
