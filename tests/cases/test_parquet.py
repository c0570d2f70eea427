"""Files of tables on the command line: the Python package reads and writes them, if it is there."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXTKIN = os.environ.get("TEXTKIN", str(ROOT / "build" / "textkin"))
BUILD = pathlib.Path(TEXTKIN).resolve().parent


def interpreter():
    """One that has pyarrow: that of the build folder, or the one that is named."""
    for python in (os.environ.get("TEXTKIN_PYTHON"), str(BUILD / "venv" / "bin" / "python"), sys.executable):
        if python is None or not os.path.exists(python):
            continue
        environment = {**os.environ, "PYTHONPATH": str(BUILD / "python"), "TEXTKIN_PYTHON": python}
        if subprocess.run([python, "-c", "import pyarrow, textkin.columns"], env=environment, capture_output=True).returncode == 0:
            return python, environment
    return None


FOUND = interpreter()
needs_package = pytest.mark.skipif(FOUND is None, reason="no interpreter has the package textkin; TEXTKIN_PYTHON names one")
TEXTS = ["one two three four five six seven", "One, two three four five six seven", "nothing that is like it at all"]


def textkin(*words, cwd, environment=None):
    return subprocess.run(
        [TEXTKIN, *map(str, words)], cwd=cwd, capture_output=True, timeout=300, env=environment or FOUND[1], check=False
    )


def python(code, cwd):
    done = subprocess.run([FOUND[0], "-c", code], cwd=cwd, env=FOUND[1], capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def write(folder, name="in.parquet", texts=TEXTS):
    """The same documents as a table and as JSONL."""
    rows = [{"id": f"d{row}", "text": text} for row, text in enumerate(texts)]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    code = (
        "import json, pyarrow as pa, pyarrow.parquet as pq, pyarrow.csv as pc\n"
        "t = pa.Table.from_pylist([json.loads(line) for line in open('in.jsonl')])\n"
        "t = t.append_column('n', pa.array(range(len(t)), pa.uint16())).replace_schema_metadata({'licence': 'CC0'})\n"
    )
    writer = {".parquet": "pq.write_table(t, {!r})", ".csv": "pc.write_csv(t, {!r})"}.get(
        os.path.splitext(name)[1], "w = pa.ipc.new_file({!r}, t.schema); w.write_table(t); w.close()"
    )
    python(code + writer.format(name), folder)


@needs_package
@pytest.mark.parametrize("name", ["in.parquet", "in.arrow", "in.csv"])
def test_the_answers_are_those_of_jsonl(name, tmp_path):
    write(tmp_path, name)
    for words in (["pairs"], ["passages", "--min-length", "5"], ["pairs", "--format", "jsonl", "-t", "0.3"]):
        expected = textkin(*words, "in.jsonl", "-q", cwd=tmp_path)
        got = textkin(*words, name, "-q", cwd=tmp_path)
        assert (got.returncode, got.stdout, got.stderr) == (0, expected.stdout, b"")
    expected = textkin("pairs", "in.jsonl", "--against", "in.jsonl", "-q", cwd=tmp_path)
    assert textkin("pairs", name, f"--against={name}", "-q", cwd=tmp_path).stdout == expected.stdout
    assert textkin("pairs", "in.jsonl", "--against", name, "-q", cwd=tmp_path).stdout == expected.stdout


@needs_package
def test_dedup_writes_the_rows_that_stay(tmp_path):
    write(tmp_path)
    textkin("dedup", "in.jsonl", "-o", "kept.jsonl", "--removed", "expected.jsonl", "--keep=longest", cwd=tmp_path)
    done = textkin("dedup", "in.parquet", "-o", "out.parquet", "--removed", "r.jsonl", "--keep=longest", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"textkin: " in done.stderr
    assert (tmp_path / "r.jsonl").read_bytes() == (tmp_path / "expected.jsonl").read_bytes()
    rows = [json.loads(line)["id"] for line in (tmp_path / "kept.jsonl").read_text().splitlines()]
    shown = "import pyarrow.parquet as pq\nt = pq.read_table('out.parquet')\nprint(t['id'].to_pylist(), t.schema.metadata, t.schema.field('n').type)"
    assert python(shown, tmp_path).strip() == f"{rows} {{b'licence': b'CC0'}} uint16"
    assert textkin("dedup", "in.parquet", "--check", "-q", cwd=tmp_path).returncode == 1
    assert textkin("dedup", "out.parquet", "--check", "-q", cwd=tmp_path).returncode == 0


@needs_package
def test_what_else_a_run_writes_is_that_of_jsonl(tmp_path):
    write(tmp_path)
    outputs = ["--removed=r.jsonl", "--clusters=c.tsv", "--stats=s.json", "--report=page.html", "--problems=p.jsonl"]
    found = []
    for name, kept in (("in.jsonl", "kept.jsonl"), ("in.parquet", "kept.parquet")):
        done = textkin("dedup", name, "-o", kept, *outputs, "--audit=3", "-q", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "page.html").read_text().startswith("<!")
        stats = json.loads((tmp_path / "s.json").read_text())
        counts = {key: stats[key] for key in ("documents", "kept", "removed", "candidates", "audit")}
        found.append((counts, *((tmp_path / file).read_bytes() for file in ("r.jsonl", "c.tsv", "p.jsonl"))))
    assert found[0] == found[1]
    for words in (["plan", "--background"], ["simhash"], ["distance"], ["explain"]):
        expected = textkin(*words, "in.jsonl", "-q", cwd=tmp_path)
        got = textkin(*words, "in.parquet", "-q", cwd=tmp_path)
        assert (got.returncode, got.stdout) == (0, expected.stdout), (words, got.stderr)


@needs_package
def test_a_folder_of_shards_stays_one(tmp_path):
    (tmp_path / "in").mkdir()
    for number, text in enumerate(TEXTS):
        write(tmp_path, f"in/{number}.parquet", [text])
    refused = textkin("dedup", "in", "-o", "out/", "-q", cwd=tmp_path)
    assert refused.returncode == 2 and b"in/0.parquet row 0 and in/1.parquet row 0" in refused.stderr, refused.stderr
    done = textkin("dedup", "in", "-o", "out/", "-q", "--repeated-ids=number", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = "import pyarrow.parquet as pq\nprint([len(pq.read_table(f'out/{n}.parquet')) for n in range(3)])"
    assert python(shown, tmp_path).strip() == "[1, 0, 1]"


@needs_package
def test_failures_are_one_line_and_leave_nothing(tmp_path):
    write(tmp_path)
    whole = (tmp_path / "in.parquet").read_bytes()
    (tmp_path / "cut.parquet").write_bytes(whole[:-20])
    (tmp_path / "textkin.py").write_text("raise SystemExit('the wrong one')")
    for words, message in (
        (["dedup", "cut.parquet", "-o", "out.parquet"], "cut.parquet: "),
        (["dedup", "in.parquet"], "in.parquet: a table does not go to standard output; name a file or FOLDER/ by -o"),
        (["dedup", "in.parquet", "-o", "in.parquet"], "in.parquet is an input and would be replaced"),
        (["dedup", "in.parquet", "-o", "out.jsonl"], "out.jsonl: kept rows stay in the format of in.parquet"),
        (["dedup", "in.parquet", "-o", "no/where.parquet", "--text-field=body"], "in.parquet has no column 'body'"),
        (["pairs", "in.parquet", "--memory=64MiB"], "--memory 67108864 bytes is too little where tables are read"),
        (["pairs", "in.parquet", "--threshold=3"], "threshold 3 is not above 0"),
        (["pairs", "in.parquet", "in.jsonl"], "in.parquet is a table and in.jsonl is none"),
        (["compare", "in.parquet", "in.jsonl"], "in.parquet is a table; `textkin compare` reads text or JSONL there"),
        (["compare", "in.jsonl", "in.jsonl", "--background", "in.parquet"], "in.parquet is a table; `textkin compare`"),
        (["extract", "in.parquet"], "in.parquet is a table; `textkin extract` reads text or JSONL there"),
        (["passages", "in.parquet", "--template=in.parquet"], "in.parquet is a table; `textkin passages` reads text"),
        (["report", "in.jsonl", "-o", "r.html", "--template=in.parquet"], "in.parquet is a table; `textkin report` reads"),
        (["simhash", "in.parquet", "--of=in.parquet"], "in.parquet is a table; `textkin simhash` reads text or JSONL"),
        (["sketch", "in.parquet", "--run-dir=work"], "in.parquet is a table, of which `textkin dedup` keeps its work in --run-dir"),
        (["trim", "in.parquet"], "in.parquet: a table does not go to standard output; name a file or FOLDER/ by -o"),
        (["pairs", "in.parquet", "--delimiter=;"], "--delimiter is for tables of CSV, and no input is one"),
    ):
        done = textkin(*words, cwd=tmp_path)
        assert done.returncode == 2, (words, done.stderr)
        assert done.stderr.decode().count("\n") == 1 and message in done.stderr.decode(), (words, done.stderr)
    names = {"in.parquet", "in.jsonl", "cut.parquet", "textkin.py"}
    assert {path.name for path in tmp_path.iterdir()} == names


def fake(folder, body, name="python"):
    """An interpreter of our own making."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def refused_by(interpreter, folder, **environment):
    """The one line of a run over a table there, without the program's name."""
    (folder / "in.parquet").write_bytes(b"PAR1")
    environment = {**os.environ, "TEXTKIN_PYTHON": str(interpreter), **environment}
    done = textkin("pairs", "in.parquet", cwd=folder, environment=environment)
    line = done.stderr.decode()
    assert done.returncode == 2 and line.count("\n") == 1 and done.stdout == b"", line
    return line.removeprefix("textkin: ").rstrip()


def test_without_the_package_the_message_says_how_to_install_it(tmp_path):
    bare = fake(tmp_path, f'exec {sys.executable} -I -S "$@"')
    line = refused_by(bare, tmp_path)
    assert line.startswith(f"in.parquet: tables need the Python package, and {sys.executable} lacks it (No module named ")
    assert f"install it there with `{sys.executable} -m pip install .` in the folder of textkin's source" in line
    assert "name another interpreter by TEXTKIN_PYTHON" in line


def test_interpreters_that_are_none(tmp_path):
    line = refused_by("no-such-python", tmp_path)
    assert line.startswith("in.parquet: tables need the Python package, and no-such-python cannot be started (No such file")
    for body in ("echo something; exit 0", "exit 3", "kill -9 $$", f"exec {sys.executable} -c 'import sys; sys.exit(1)'"):
        other = fake(tmp_path, body)
        assert f"and {other} is no Python 3.11 or later; TEXTKIN_PYTHON names" in refused_by(other, tmp_path), body
    (tmp_path / "python").chmod(0o644)
    assert "cannot be started (Permission denied)" in refused_by(tmp_path / "python", tmp_path)


@needs_package
def test_interpreters_that_have_another_package(tmp_path):
    # As the program starts it: [-S -E] -c CODE VERSION TABLE MEMORY WORDS...
    older = fake(tmp_path, f'if [ "$1" = -c ]; then code=$2; shift 3; set -- -c "$code" 0.0.9 "$@"; fi; exec {FOUND[0]} "$@"')
    line = refused_by(older, tmp_path, PYTHONPATH=FOUND[1]["PYTHONPATH"])
    assert line.startswith("in.parquet: this is textkin 0.0.9, and its Python package in ") and "install the same of both" in line
    # The package without what it needs.
    poor = fake(tmp_path, f'exec {FOUND[0]} -S "$@"')
    line = refused_by(poor, tmp_path, PYTHONPATH=FOUND[1]["PYTHONPATH"])
    assert "lacks it (No module named '" in line and "pip install ." in line


@needs_package
def test_messages_name_the_shard_and_its_row(tmp_path):
    (tmp_path / "in").mkdir()
    for number, texts in enumerate([TEXTS[:2], TEXTS[2:], TEXTS]):
        write(tmp_path, f"in/{number}.parquet", texts)
    done = textkin("dedup", "in", "-o", "out/", "-q", cwd=tmp_path)
    assert done.stderr.decode().count("\n") == 1
    assert "in/0.parquet row 0 and in/1.parquet row 0" in done.stderr.decode(), done.stderr
    python(
        "import pyarrow as pa, pyarrow.parquet as pq\n"
        "pq.write_table(pa.table({'text': pa.array([b'good', b'\\xff'], pa.binary())}), 'in/3.parquet')\n"
        "pq.write_table(pa.table({'text': pa.array([1, 2])}), 'number.parquet')\n",
        tmp_path,
    )
    words = ["pairs", "in", "--repeated-ids=number", "--invalid-utf8=skip", "--problems=p.jsonl"]
    done = textkin(*words, cwd=tmp_path)
    assert done.returncode == 0 and b"in/3.parquet row 1" in done.stderr, done.stderr
    problem = json.loads((tmp_path / "p.jsonl").read_text())
    assert (problem["file"], problem["line"], problem["reason"]) == ("in/3.parquet", 2, "invalid-utf8")
    done = textkin("pairs", "number.parquet", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith(b"textkin: number.parquet: "), done.stderr


def test_csv_beside_other_files_is_text(tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("a.csv", "b.txt"):
        (tmp_path / "in" / name).write_text(TEXTS[0])
    done = textkin("pairs", "in", "-q", cwd=tmp_path, environment={**os.environ, "TEXTKIN_PYTHON": "no-such-python"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].startswith(b"a.csv\tb.txt\t1.0")
    assert b"in/a.csv stands beside files that are no tables" in textkin("pairs", "in", cwd=tmp_path).stderr
    assert b"in/a.csv has files beside it" in textkin("pairs", "in", "--delimiter=;", cwd=tmp_path).stderr
    # One that is named has rows that somebody meant: as one text it would be like nothing.
    for words in (["pairs", "in/a.csv", "in/b.txt"], ["dedup", "in/b.txt", "--against", "in/a.csv", "in/b.txt"], ["compare", "in/a.csv", "in/b.txt"]):
        done = textkin(*words, cwd=tmp_path)
        assert done.returncode == 2 and b"in/a.csv is a table of CSV, named beside files that are none" in done.stderr, done.stderr
    done = textkin("pairs", "in/a.csv", "in/a.csv", "-q", "--as=document", "--repeated-ids=number", cwd=tmp_path,
                   environment={**os.environ, "TEXTKIN_PYTHON": "no-such-python"})  # fmt: skip
    assert done.returncode == 0, done.stderr


def peak(words, cwd):
    """Exit code and greatest resident set of a run, in bytes."""
    code = (
        "import os, subprocess\n"
        f"p = subprocess.Popen({[TEXTKIN, *words]!r}, stderr=open('said', 'w'))\n"
        "_, status, used = os.wait4(p.pid, 0)\n"
        "print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024)"
    )
    return map(int, python(code, cwd).split())


@needs_package
def test_memory_is_kept(tmp_path):
    # As pandas writes by default: all rows in few row groups.
    python(
        "import pyarrow as pa, pyarrow.parquet as pq\n"
        "base = pa.array([' '.join(str(i * 7919 * j % 99991) for j in range(1000)) for i in range(400)])\n"
        "many = pa.chunked_array([base] * 160)\n"
        "table = pa.table({'text': many, 'more': many})\n"
        "pq.write_table(table, 'in.parquet', row_group_size=len(table), compression='none', use_dictionary=False)\n",
        tmp_path,
    )
    assert (tmp_path / "in.parquet").stat().st_size > 600e6
    words = ["dedup", "in.parquet", "-o", "out.parquet", "-q", "--memory=384MiB", "--method=lsh"]
    code, bytes_used = peak(words, tmp_path)
    assert code == 0, (tmp_path / "said").read_text()
    assert bytes_used < 1.1 * (384 << 20) + (64 << 20)


@needs_package
def test_what_cannot_be_kept_in_memory_is_refused(tmp_path):
    python(
        "import pyarrow as pa, pyarrow.parquet as pq\n"
        "table = pa.table({'text': pa.array(['a ' * (200 << 20), 'b'], pa.large_string())})\n"
        "pq.write_table(table, 'bomb.parquet', compression='zstd', use_dictionary=False, write_statistics=False)\n"
        "open('cell.csv', 'w').write('text\\n' + 'word ' * (20 << 20) + '\\nb\\n')\n",
        tmp_path,
    )
    assert (tmp_path / "bomb.parquet").stat().st_size < 1e6
    for name in ("bomb.parquet", "cell.csv"):
        code, bytes_used = peak(["dedup", name, "-o", f"out/{name}", "-q", "--memory=384MiB"], tmp_path)
        said = (tmp_path / "said").read_text()
        assert code == 2 and said == f"textkin: {name}: what it holds in one piece does not fit in --memory; give more\n", said
        assert bytes_used < 1.1 * (384 << 20) + (64 << 20)
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())
