#!/usr/bin/env python3
"""`make bench-tables`: what files of tables cost beside JSON lines of the same rows, and many short rows in memory.

Whole processes in turns, in processor seconds, interpreter and imports included; medians with their ranges. Beside them
stands what no program that goes through pyarrow can be below: its own reading of the texts once and writing of the rows
that stay, and an interpreter that imports what a table needs.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq
from rivals import measure

LIMIT = 3600  # seconds for one run
SHORT = 60  # characters

# Texts once, then all columns but them, and all columns of the rows that stay: pyarrow's part of a dedup.
PYARROW_ALONE = """
import sys
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
source, kept, target = sys.argv[1:]
file = pq.ParquetFile(source, pre_buffer=False, buffer_size=1 << 20)
texts = list(file.iter_batches(4096, columns=["text"], use_threads=False))
stays = np.load(kept)
others = [name for name in file.schema_arrow.names if name != "text"]
place = file.schema_arrow.get_field_index("text")
with pq.ParquetWriter(target, file.schema_arrow) as writer:
    first = 0
    for batch, rest in zip(texts, file.iter_batches(4096, columns=others, use_threads=False), strict=True):
        columns = rest.columns
        columns.insert(place, batch.column(0))
        whole = pa.RecordBatch.from_arrays(columns, schema=file.schema_arrow)
        stay = whole.filter(pa.array(stays[first : first + len(whole)]))
        first += len(whole)
        writer.write_table(pa.Table.from_batches([stay]))
"""
IMPORTS = "import numpy, pyarrow.parquet; import textkin.columns"
SHORT_ROWS = """
import sys
import pyarrow.parquet as pq, textkin
texts = pq.read_table(sys.argv[1])
if len(sys.argv) > 2:
    print(textkin.dedup(texts, progress=False))
"""


def made(tool, folder, documents):
    """The same rows as docs.jsonl and docs.parquet, and the names of both."""
    texts, lines, table = folder / "texts.jsonl", folder / "docs.jsonl", folder / "docs.parquet"
    subprocess.run([tool, "-o", texts, "--truth", folder / "truth.tsv", "--documents", str(documents)], check=True)
    draw = random.Random(1)
    rows = []
    with open(texts, encoding="utf-8") as source, open(lines, "w", encoding="utf-8") as out:
        for line in source:
            row = json.loads(line)
            tags = [draw.choice("uvwxyz") for _ in range(draw.randrange(4))]
            row |= {"score": draw.random(), "meta": {"source": draw.choice("abcdef"), "tags": tags}}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            rows.append(row)
    pq.write_table(pa.Table.from_pylist(rows), table)  # snappy, one row group a million rows
    texts.unlink()
    return lines, table


def short_rows(folder, count):
    """Texts of 60 characters; every tenth is an earlier one."""
    draw = random.Random(5)
    vocabulary = [f"{draw.choice('bcdfghjklmnprstvw')}{number:x}" for number in range(50000)]
    texts = [" ".join(draw.choices(vocabulary, k=10))[:SHORT] for _ in range(count)]
    for row in range(0, count, 10):
        texts[row] = texts[draw.randrange(count)]
    path = folder / "short.parquet"
    pq.write_table(pa.table({"id": list(range(count)), "text": texts}), path)
    return path


def kept_rows(python, table, folder):
    path = folder / "kept.npy"
    program = "import sys, pathlib, numpy, textkin; numpy.save(sys.argv[2], textkin.dedup(pathlib.Path(sys.argv[1])).kept)"
    subprocess.run([python, "-c", program, table, path], check=True)
    return path


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--textkin", required=True, type=pathlib.Path)
    options.add_argument("--generate", required=True, type=pathlib.Path, help="bench_generate")
    options.add_argument("--documents", type=int, default=200_000, help="of 2 KB")
    options.add_argument("--rows", type=int, default=3_000_000, help="of 60 characters")
    options.add_argument("--turns", type=int, default=5)
    options.add_argument("--scratch", help="folder for some 2 GB of scratch files; default: the system's")
    options = options.parse_args()
    program, python = options.textkin.resolve(), sys.executable
    environment = {**os.environ, "TEXTKIN_PYTHON": python, "ARROW_DEFAULT_MEMORY_POOL": "system", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory(prefix="textkin-bench-", dir=options.scratch) as name:
        folder = pathlib.Path(name)
        lines, table = made(options.generate.resolve(), folder, options.documents)
        short = short_rows(folder, options.rows)
        kept = kept_rows(python, table, folder)
        runs = {
            f"{job}, {source.suffix[1:]}": [program, job, source, "-o", folder / f"out{source.suffix}", "--quiet"]
            for job in ("dedup", "trim")
            for source in (lines, table)
        }
        runs |= {
            "pyarrow alone, parquet": [python, "-c", PYARROW_ALONE, table, kept, folder / "alone.parquet"],
            "interpreter and imports": [python, "-c", IMPORTS],
            "import textkin": [python, "-c", "import textkin"],
            "short rows, read": [python, "-c", SHORT_ROWS, short],
            "short rows, dedup": [python, "-c", SHORT_ROWS, short, "dedup"],
        }
        seconds = {run: [] for run in runs}
        for _ in range(options.turns):
            for run, command in runs.items():
                try:
                    seconds[run].append(measure.measure(command, LIMIT, folder, environment).processor)
                except (measure.Failed, measure.TooLong) as failed:
                    sys.exit(f"bench-tables: {run}: {failed}")
    medians = {run: statistics.median(turns) for run, turns in seconds.items()}
    print(f"Processor seconds, {options.turns} turns: median [range]; {options.documents:,} documents, {options.rows:,} short rows")
    for run, turns in seconds.items():
        print(f"  {run:<24} {medians[run]:8.2f} [{min(turns):.2f} .. {max(turns):.2f}]")

    def ratio(over, under):
        of_turns = [a / b for a, b in zip(seconds[over], seconds[under], strict=True)]
        return f"{statistics.median(of_turns):.2f} [{min(of_turns):.2f} .. {max(of_turns):.2f}]"

    print("Ratios within a turn: median [range]")
    print(f"  dedup, parquet / jsonl:         {ratio('dedup, parquet', 'dedup, jsonl')} (asked: 1.3)")
    print(f"  trim, parquet / jsonl:          {ratio('trim, parquet', 'trim, jsonl')}")
    print(f"  pyarrow alone / dedup of jsonl: {ratio('pyarrow alone, parquet', 'dedup, jsonl')}")
    of_rows = options.rows / (medians["short rows, dedup"] - medians["short rows, read"])
    print(f"  short rows: {of_rows:,.0f} a processor second, without their reading")


if __name__ == "__main__":
    main()
