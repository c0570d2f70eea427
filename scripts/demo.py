#!/usr/bin/env python3
"""`make demo`: finds alike documents among the copyright files and licences that lie on every Debian machine."""

import argparse
import collections
import difflib
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

DOC = pathlib.Path("/usr/share/doc")
LICENSES = pathlib.Path("/usr/share/common-licenses")
BOLD, DIM, PLAIN = ("\x1b[1m", "\x1b[2m", "\x1b[0m") if sys.stdout.isatty() else ("", "", "")


def gather(folder):
    """Copies every real copyright file as copyright/PACKAGE and every licence as licence/NAME."""
    found = [(path, f"copyright/{path.parent.name}") for path in sorted(DOC.glob("*/copyright"))
             if not path.is_symlink() and not path.parent.is_symlink() and path.is_file()]
    licences = sorted(LICENSES.iterdir()) if LICENSES.is_dir() else []
    found += [(path, f"licence/{path.name}") for path in licences if not path.is_symlink() and path.is_file()]
    for source, name in found:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, folder / name)
    return [name for _, name in found]


def title(text):
    print(f"\n{BOLD}{text}{PLAIN}")


class Demo:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments):
        """Runs textkin in the demo's folder, showing what one would type."""
        print(f"{DIM}$ textkin {' '.join(arguments)}{PLAIN}")
        start = time.perf_counter()
        done = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{done.stderr}demo: textkin ended with exit code {done.returncode}")
        return done.stdout, time.perf_counter() - start

    def text(self, name):
        return (self.folder / "papers" / name).read_text("utf-8", "replace")

    def rows(self, name):
        header, *lines = (self.folder / name).read_text("utf-8").splitlines()
        return [dict(zip(header.split("\t"), line.split("\t"))) for line in lines]


def remove_copies(demo, names):
    title("1. Remove the copies (dedup)")
    _, seconds = demo.run("dedup", "papers", "-o", "kept.txt", "--removed", "removed.jsonl", "--clusters", "clusters.tsv",
                          "--stats", "stats.json", "--quiet")
    removed = [json.loads(line) for line in (demo.folder / "removed.jsonl").read_text("utf-8").splitlines()]
    kept = (demo.folder / "kept.txt").read_text("utf-8").splitlines()
    identical = [row for row in removed if row["reason"] == "identical"]
    sums = {name: hashlib.sha256((demo.folder / "papers" / name).read_bytes()).digest() for name in names}
    equal_bytes = sum(sums[row["id"]] == sums[row["kept"]] for row in identical)
    stats = json.loads((demo.folder / "stats.json").read_text())
    print(f"  {len(names):5} documents, read and compared in {seconds:.2f} s (method: {stats['method']})")
    print(f"  {len(identical):5} removed: the same words as one that stays ({equal_bytes} of them the same bytes, says sha256)")
    print(f"  {len(removed) - len(identical):5} removed: similar, at least 0.8, to one that stays")
    print(f"  {len(kept):5} stay; no two of them were found to be similar")

    clusters = collections.defaultdict(list)
    for row in demo.rows("clusters.tsv"):
        clusters[row["cluster"]].append(row)
    title(f"2. The largest of {len(clusters)} clusters (clusters.tsv)")
    for kept_name, members in sorted(clusters.items(), key=lambda item: (-len(item[1]), item[0]))[:6]:
        others = [row["id"].removeprefix("copyright/") for row in members if row["role"] != "kept"]
        shown = ", ".join(others[:4]) + (f" and {len(others) - 4} more" if len(others) > 4 else "")
        print(f"  {len(members):4}  {BOLD}{kept_name}{PLAIN} stays for {shown}")


def show_pairs(demo):
    title("3. All alike pairs, from one half up (pairs)")
    demo.run("pairs", "papers", "--threshold", "0.5", "--exact", "-o", "pairs.tsv", "--quiet")
    pairs = demo.rows("pairs.tsv")
    bins = collections.Counter(int(float(row["similarity"]) * 10) for row in pairs)
    most = max(bins.values(), default=1)
    for place in (10, 9, 8, 7, 6, 5):
        label = "1.0      " if place == 10 else f"0.{place} - 0.{place + 1}" if place < 9 else "0.9 - 1.0"
        print(f"  {label}  {bins[place]:7,}  {'#' * round(50 * bins[place] / most)}")
    print("  The closest that are not the same words (of several with the same words, the first):")
    copies = {row["b"] for row in pairs if float(row["similarity"]) == 1}
    near = [row for row in pairs if float(row["similarity"]) < 1 and copies.isdisjoint((row["a"], row["b"]))]
    near.sort(key=lambda row: -float(row["similarity"]))
    for row in near[:6]:
        print(f"    {float(row['similarity']):.4f}  {row['a']}  ~  {row['b']}  "
              f"({row['shared']} of {row['size_a']} and {row['size_b']} shingles)")
    return near


def show_difference(demo, pair):
    title("4. One pair, looked at closely (compare)")
    out, _ = demo.run("compare", f"papers/{pair['a']}", f"papers/{pair['b']}")
    print("\n".join("  " + line for line in out.rstrip().splitlines()))
    words = [re.findall(r"\S+", demo.text(pair[side])) for side in ("a", "b")]
    changes = [step for step in difflib.SequenceMatcher(None, *words, autojunk=False).get_opcodes() if step[0] != "equal"]
    print("  What differs:")
    for _, a, b, c, d in changes[:4]:
        old, new = (" ".join(part[:8]) + (" ..." if len(part) > 8 else "") for part in (words[0][a:b], words[1][c:d]))
        print(f"    - {old or '(nothing)'}\n    + {new or '(nothing)'}")
    if len(changes) > 4:
        print(f"    and {len(changes) - 4} more places")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--textkin", required=True, type=pathlib.Path)
    options.add_argument("--folder", default="build/demo", type=pathlib.Path)
    options = options.parse_args()

    shutil.rmtree(options.folder, ignore_errors=True)
    papers = options.folder / "papers"
    papers.mkdir(parents=True)
    names = gather(papers)
    if not names:
        sys.exit(f"demo: no copyright file below {DOC}: this demo needs a Debian machine")
    size = sum((papers / name).stat().st_size for name in names) / 1e6
    copyright_files = sum(name.startswith("copyright/") for name in names)
    title("Which copyright files of this machine say the same?")
    print(f"  {copyright_files} files /usr/share/doc/*/copyright and {len(names) - copyright_files} licences of "
          f"{LICENSES}, {size:.1f} MB, copied to {papers}")

    demo = Demo(options.textkin.resolve(), options.folder)
    remove_copies(demo, names)
    near = show_pairs(demo)
    if near:
        show_difference(demo, next((row for row in near if 200 <= int(row["size_a"]) <= 20_000), near[0]))
    title("5. What a threshold of 0.8 and a recall of 0.95 mean in a large run (plan)")
    out, _ = demo.run("plan", "--threshold", "0.8", "--recall", "0.95")
    print("\n".join("  " + line for line in out.rstrip().splitlines()))
    print(f"\nEverything lies in {options.folder}: kept.txt, removed.jsonl, clusters.tsv, pairs.tsv, stats.json.")


if __name__ == "__main__":
    main()
