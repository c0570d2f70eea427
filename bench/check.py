#!/usr/bin/env python3
"""`make bench-check`: the program beside an older one, alternating, and a failure where 5 % of speed were lost.

The older program is built in a worktree of its commit under the build folder, once, with the same options. What counts
is processor time of the whole process: other work on the machine changes it least. Both programs run in each turn, the
order changes from turn to turn, and a row says the median of the ratios of the turns with all they were between.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import typing

from rivals import measure

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 3600  # seconds for one run
DOCUMENTS = 200_000


class Row(typing.NamedTuple):
    name: str
    collection: str  # "large" or "small"
    options: list
    # What it may take of the older program's time, and what only the newer one is given.
    most: float = 1.05
    newer: typing.Sequence = ()


def rows(key):
    ours = ["-t", "0.8", "--recall", "0.95"]
    lsh = [*ours, "--method", "lsh"]
    return [
        Row("lsh, 1 thread", "large", [*lsh, "--threads", "1"]),
        Row("lsh, 2 threads", "large", [*lsh, "--threads", "2"]),
        Row("lsh, 1 thread, with a key", "large", [*lsh, "--threads", "1"], newer=["--key", str(key)]),
        Row("as it comes, 2 threads", "large", [*ours, "--threads", "2"]),
        Row("ASCII settings, 2 threads", "large", [*lsh, "--threads", "2", "--tokens", "ascii", "--normalize", "ascii-lower"]),
        Row("exact, 2 threads", "small", ["-t", "0.8", "--threads", "2", "--exact"]),
    ]


def run(command, **settings):
    done = subprocess.run([str(part) for part in command], **settings)
    if done.returncode != 0:
        sys.exit(f"bench-check: {' '.join(map(str, command))} failed")
    return done


def older_program(commit, build):
    """Its path; it is built if it is not there."""
    name = run(["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"], cwd=HERE, capture_output=True,
               text=True).stdout.strip()
    tree = build / "older" / name[:12]
    program = tree / "build" / "textkin"
    if program.exists():
        return program
    if not tree.exists():
        run(["git", "worktree", "prune"], cwd=HERE)
        run(["git", "worktree", "add", "--quiet", "--detach", tree, name], cwd=HERE)
    print(f"  building {name[:12]} in {tree}", flush=True)
    run(["cmake", "-G", "Ninja", "-S", tree, "-B", tree / "build", "-DCMAKE_BUILD_TYPE=Release", "-DTEXTKIN_TESTS=OFF"],
        stdout=subprocess.DEVNULL)
    run(["ninja", "-C", tree / "build", "textkin"], stdout=subprocess.DEVNULL)
    return program


def processor_seconds(program, row, collections, scratch, newer):
    command = [program, "dedup", collections[row.collection], "-o", scratch / "kept.jsonl", "--quiet", *row.options,
               *(row.newer if newer else [])]
    try:
        return measure.measure(command, LIMIT, scratch, dict(os.environ)).processor
    except (measure.Failed, measure.TooLong) as failed:
        sys.exit(f"bench-check: {' '.join(map(str, command))}: {failed}")


def compare(programs, row, collections, scratch, turns):
    """The ratios of the turns, newer by older, and the median seconds of both."""
    seconds = {"older": [], "newer": []}
    for turn in range(turns):
        for which in ("older", "newer") if turn % 2 == 0 else ("newer", "older"):
            seconds[which].append(processor_seconds(programs[which], row, collections, scratch, which == "newer"))
    ratios = [newer / older for newer, older in zip(seconds["newer"], seconds["older"])]
    return ratios, statistics.median(seconds["older"]), statistics.median(seconds["newer"])


def is_lost(ratios, most):
    return statistics.median(ratios) > most


def generate(program, folder, documents):
    path = folder / f"check-{documents}.jsonl"
    if not path.exists():
        run([program, "-o", path, "--truth", path.with_suffix(".tsv"), "--documents", documents])
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--textkin", required=True, type=pathlib.Path)
    parser.add_argument("--generate", required=True, type=pathlib.Path)
    parser.add_argument("--build", required=True, type=pathlib.Path, help="the folder for what is built and generated")
    older = parser.add_mutually_exclusive_group(required=True)
    older.add_argument("--commit", help="what the older program is built from")
    older.add_argument("--older", type=pathlib.Path, help="an older program that is there")
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--turns", type=int, default=9)
    asked = parser.parse_args()
    build = asked.build.resolve()
    programs = {"older": asked.older.resolve() if asked.older else older_program(asked.commit, build),
                "newer": asked.textkin.resolve()}
    generator = asked.generate.resolve()
    collections = {"large": generate(generator, build, asked.documents),
                   "small": generate(generator, build, max(1, asked.documents // 10))}
    lost = 0
    print(f"  processor seconds, medians of {asked.turns} turns; ratio: median [least .. greatest]")
    with tempfile.TemporaryDirectory(dir=build) as folder:
        scratch = pathlib.Path(folder)
        key = scratch / "key"
        key.write_bytes(b"a key that is long enough for a bench\n")
        for row in rows(key):
            ratios, before, now = compare(programs, row, collections, scratch, asked.turns)
            failed = is_lost(ratios, row.most)
            lost += failed
            print(f"  {row.name:<28} {before:7.3f} {now:7.3f}   {statistics.median(ratios):.3f} "
                  f"[{min(ratios):.2f} .. {max(ratios):.2f}]{f'  LOST: more than {row.most}' if failed else ''}", flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
