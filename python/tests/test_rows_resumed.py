"""Run directories of rows: files of tables on the command line, and frames in Python. A run that was stopped at any call goes on,
and ends in the bytes of one that was not; other rows are refused."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import textkin
from conftest import PROGRAM
from samples import edited, prose

LIBRARY = pathlib.Path(PROGRAM).parent / "libtextkin_faults.so"
SOAK = os.environ.get("TEXTKIN_SOAK") == "1"
needs_library = pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
TESTS = [prose(f"item {i}", 60) for i in range(10)]


def texts():
    draw = random.Random(61)
    found = []
    for i in range(400):
        text = f"{prose(i, draw.randrange(30, 60))} {draw.choice(TESTS) if draw.random() < 0.3 else ''} {prose(-i, 20)}"
        found += [text, edited(text, [draw.randrange(30)])] if draw.random() < 0.4 else [text]
    return found


TABLE = pa.table({"n": [i * 31 % 97 for i in range(len(texts()))], "id": [f"d{i}" for i in range(len(texts()))], "text": texts()})
LSH = ("--method", "lsh", "--threshold", "0.7")
JOBS = {
    "dedup": ["dedup", "in.{}", "-o", "out.{}", "--removed", "why.jsonl", *LSH],
    "dedup by a column": ["dedup", "in.{}", "-o", "out.{}", "--removed", "why.jsonl", "--keep", "field:n", *LSH],
    "annotate": ["dedup", "in.{}", "-o", "out.{}", "--removed", "why.jsonl", "--annotate", *LSH],
    "trim": ["trim", "in.{}", "-o", "out.{}", "--removed", "why.jsonl", "--words", "30"],
    "pairs": ["pairs", "in.{}", "-o", "why.jsonl", "--format", "jsonl", *LSH],
    "decontaminate": ["decontaminate", "in.{}", "--against", "tests.{}", "-o", "out.{}", "--removed", "why.jsonl"],
    "passages": ["decontaminate", "in.{}", "--against", "tests.{}", "--by", "passages", "--action", "cut", "-o", "out.{}", "--removed", "why.jsonl"],
}


def write(folder, kind, table=TABLE, **how):
    items = pa.table({"id": [f"q{i}" for i in range(len(TESTS))], "text": TESTS})
    for name, rows in (("in", table), ("tests", items)):
        if kind == "parquet":
            pyarrow.parquet.write_table(rows, folder / f"{name}.parquet", **how)
        elif kind == "csv":
            pyarrow.csv.write_csv(rows, folder / f"{name}.csv")
        else:
            with pa.ipc.new_file(folder / f"{name}.arrow", rows.schema) as out:
                out.write_table(rows)


def run(folder, words, **environment):
    for path in [*folder.glob("out.*"), folder / "why.jsonl"]:
        path.unlink(missing_ok=True)
    environment = {**os.environ, "TEXTKIN_PYTHON": sys.executable, "PYTHONPATH": str(pathlib.Path(textkin.__file__).parents[1]), **environment}
    return subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=300, env=environment, check=False)


def answer(folder):
    return {path.name: path.read_bytes() for path in [*folder.glob("out.*"), folder / "why.jsonl"]}


@pytest.mark.parametrize("kind", ["parquet", "arrow", "csv"])
@pytest.mark.parametrize("job", JOBS)
def test_work_of_tables_is_taken_up(tmp_path, job, kind):
    write(tmp_path, kind)
    words = [word.format(kind) for word in JOBS[job]]
    done = run(tmp_path, words)
    assert done.returncode == 0, done.stderr
    expected = answer(tmp_path)
    assert expected["why.jsonl"].count(b"\n") > 50
    for said in (False, True):
        done = run(tmp_path, [*words, "--run-dir", "run"])
        assert done.returncode == 0 and ("going on in run" in done.stderr) == said, done.stderr
        assert answer(tmp_path) == expected


@needs_library
@pytest.mark.parametrize("job, kind", [("dedup", "parquet"), ("dedup by a column", "csv"), ("trim", "parquet"), ("passages", "arrow")])
def test_killed_at_any_call(tmp_path, job, kind):
    write(tmp_path, kind)
    words = [word.format(kind) for word in JOBS[job]]
    assert run(tmp_path, words).returncode == 0
    expected = answer(tmp_path)
    kept = [*words, "--run-dir", "run", "--block-size", "4KiB"]
    done = run(tmp_path, kept, LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT_COUNT=str(tmp_path / "count"))
    assert done.returncode == 0, done.stderr
    calls = json.loads((tmp_path / "count").read_text())["calls"]
    killed, taken_up = 0, 0
    for point in sorted(random.Random(62).sample(range(1, calls + 1), min(60 if SOAK else 8, calls))):
        shutil.rmtree(tmp_path / "run", ignore_errors=True)
        done = run(tmp_path, kept, LD_PRELOAD=str(LIBRARY), TEXTKIN_FAULT=f"kill:{point}")
        assert done.returncode == -signal.SIGKILL or (done.returncode == 0 and point > 0.8 * calls), done.stderr
        killed += done.returncode != 0
        for name, whole in answer_that_is_there(tmp_path).items():
            assert whole == expected[name]
        done = run(tmp_path, kept)
        assert done.returncode == 0, done.stderr
        assert answer(tmp_path) == expected
        taken_up += "going on in run" in done.stderr
    assert killed > 4  # of them some behind the first file that is kept
    assert taken_up > 0


def answer_that_is_there(folder):
    return {path.name: path.read_bytes() for path in [*folder.glob("out.*"), *folder.glob("why.jsonl")]}


@pytest.mark.parametrize("job", ["dedup by a column", "trim", "decontaminate"])
def test_other_rows_are_refused(tmp_path, job):
    write(tmp_path, "parquet")
    words = [*(word.format("parquet") for word in JOBS[job]), "--run-dir", "run"]
    assert run(tmp_path, words).returncode == 0
    expected = answer(tmp_path)
    # The same rows, written otherwise.
    write(tmp_path, "parquet", row_group_size=50, compression="zstd")
    done = run(tmp_path, words)
    assert done.returncode == 0 and "going on in run" in done.stderr, done.stderr
    assert answer(tmp_path)["why.jsonl"] == expected["why.jsonl"]
    column = "n" if "column" in job else "text"
    values = TABLE[column].to_pylist()
    values[7] = values[8]
    write(tmp_path, "parquet", TABLE.set_column(TABLE.schema.get_field_index(column), column, [values]))
    done = run(tmp_path, words)
    assert done.returncode == 2 and "in.parquet has changed since the run directory run was made" in done.stderr, done.stderr
    write(tmp_path, "parquet", TABLE.rename_columns(["n", "other", "text"]))
    assert "in.parquet has changed" in run(tmp_path, words).stderr


def test_frames_in_memory(tmp_path):
    for call in (
        lambda data, **more: textkin.dedup(data, 0.7, method="lsh", **more).removed,
        lambda data, **more: textkin.pairs(data, 0.7, method="lsh", **more),
        lambda data, **more: textkin.trim(data, words=30, **more).cuts,
        lambda data, **more: textkin.decontaminate(data, TESTS, by="passages", **more).passages,
    ):
        expected = call(TABLE)
        assert len(expected) > 50
        for _ in range(2):
            assert call(TABLE, run_dir=tmp_path / "run").equals(expected)
        assert any((tmp_path / "run").glob("pairs-*"))
        with pytest.raises(ValueError, match="has changed since the run directory"):
            call(TABLE.slice(1), run_dir=tmp_path / "run")
        shutil.rmtree(tmp_path / "run")


def test_stages_take_no_tables(tmp_path):
    write(tmp_path, "parquet")
    done = run(tmp_path, ["sketch", "in.parquet", "--run-dir", "run"])
    assert done.returncode == 2 and "in.parquet is a table, of which `textkin dedup` keeps its work in --run-dir" in done.stderr
    assert run(tmp_path, [*(word.format("parquet") for word in JOBS["dedup"]), "--run-dir", "run"]).returncode == 0
    done = run(tmp_path, ["cluster", "--run-dir", "run", "-o", "again.parquet"])
    assert done.returncode == 2 and "is a table" in done.stderr, done.stderr
