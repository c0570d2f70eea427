"""Writes what was measured as a page for people: docs/rivals.md is made here, never by hand."""

import statistics

HEAD = """# textkin beside other deduplicators

Made by `make bench-rivals` on {date}; do not edit. Machine: {machine}; load
average {load:.1f} before the start (that much other work ran beside).

Every program looks for alike documents in the same generated collection (`bench_generate`: English-like texts of some
2 KB as JSONL, a fifth of them copies with known similarity) at a threshold of {threshold}. It gets the same shingles where it allows
that, runs of five lower-case words, and its usual settings otherwise. Each runs in a process of its own on two cores, in
turns; seconds are of the whole process, from start to answer, start of the interpreter included: the median of the turns
(slow ones have one turn). CPU seconds are of all its processes and threads together; other work on the machine changes them
little, and seconds much. Memory is the peak of the process with all its children. Recall: share of the planted pairs at or above the
threshold of which one document was removed. Precision: share of the removed documents with a planted partner at or above the
threshold that stays. For pairs: share of the planted pairs that are reported, and of the reported pairs that are planted.

Compare rows of one table: seconds are of this machine at this hour.
"""

COLUMNS = ("rival", "version", "settings", "decides on", "turns", "seconds", "CPU s", "MB/s", "peak MiB", "recall", "precision")

TAIL = """## How to repeat

`make bench-rivals` installs what is missing, every rival into its own Python environment below `build-rivals/`, in the
versions that the table names; some 3 GB and about an hour. `make bench-rivals SIZE=small` takes ten minutes and writes
`build-rivals/rivals-small.md`. How a rival is used is in its file in `bench/rivals`. text-dedup needs Python 3.12 on PATH, which Debian 12
does not have; Spark needs Java.
"""

TRIED = """## Compiled command-line deduplicators

dolma stands for them: its deduplicator is compiled Rust, comes from a registry and reads JSONL. duplodocus (Rust, MinHash over
JSONL, the nearest relative of textkin) was in neither crates.io nor PyPI and has to be built from its repository. The other programs that we
found in registries do another job: near-facsimile and dupey compare the files of a folder, runiq drops equal lines.
"""


def page(results):
    """The whole page from what compare.py kept: {machine, date, threshold, rows}."""
    rows = results["rows"]
    parts = [HEAD.format(**results)]
    for answer, documents in groups(rows):
        group = [row for row in rows if (row["answer"], row["documents"]) == (answer, documents)]
        what = "removing near-duplicates" if answer == "removed" else "all pairs, exactly"
        parts.append(f"## {documents:,} documents, {group[0]['megabytes']:.0f} MB: {what}\n\n{table(group)}\n")
    parts += [better(rows), TRIED, TAIL]
    return "\n".join(parts)


def groups(rows):
    """(answer, documents), removal first, large first."""
    return sorted({(row["answer"], row["documents"]) for row in rows}, key=lambda group: (group[0] == "pairs", -group[1]))


def table(rows):
    """One Markdown table, fastest first; what gave no answer stands below."""
    rows = sorted(rows, key=lambda row: statistics.median(row["seconds"]) if row["seconds"] else float("inf"))
    return "\n".join([f"| {' | '.join(COLUMNS)} |", "|---" * 4 + "|--:" * (len(COLUMNS) - 4) + "|", *map(line, rows)])


def line(row):
    cells = [row["name"], row["version"], row["settings"], row["removes"]]
    if row["failure"]:
        cells += ["0", row["failure"], "", "", "", "", ""]
    else:
        seconds, processor = statistics.median(row["seconds"]), statistics.median(row["processor"])
        cells += [str(len(row["seconds"])), rounded(seconds), rounded(processor), f"{row['megabytes'] / seconds:.1f}",
                  f"{row['peak']:.0f}", f"{row['recall']:.4f}", f"{row['precision']:.4f}"]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def rounded(seconds):
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.0f}"


def better(rows):
    """Where a rival is better: what the numbers of this run say, and what rivals offer beyond them."""
    parts = ["## Where a rival is better", ""]
    measured = [row for row in rows if not row["failure"]]
    for own in measured:
        if not own["own"]:
            continue
        beside = [row for row in measured
                  if not row["own"] and (row["answer"], row["documents"]) == (own["answer"], own["documents"])]
        where = f"`{own['name']}` on {own['documents']:,} documents"
        for found, words in ((less(own, beside, lambda row: statistics.median(row["seconds"])), "less time"),
                             (less(own, beside, lambda row: row["peak"]), "less memory"),
                             (less(own, beside, lambda row: -round(row["recall"], 4)), "a higher recall"),
                             (less(own, beside, lambda row: -round(row["precision"], 4)), "a higher precision")):
            if found:
                parts.append(f"- {words.capitalize()} than {where}: {', '.join(found)}.")
    if len(parts) == 2:
        parts.append("- In seconds, memory, recall and precision: nowhere in this run.")
    offers = {row["name"]: row["offers"] for row in rows if row["offers"]}
    parts += [f"- What {name.split(' (')[0]} has and textkin has not: {offer}." for name, offer in offers.items()]
    return "\n".join(parts) + "\n"


def less(own, rows, value):
    return [row["name"] for row in rows if value(row) < value(own)]
