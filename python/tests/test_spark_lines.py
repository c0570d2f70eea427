"""The job over paths: documents, ids, what cannot be used, and messages are those of the command line."""

import json
import subprocess

import pytest
from on_spark import BINARY, generated, job


def command_line(folder, *words):
    """Runs it in `folder`; its messages."""
    command = [BINARY, *words, "--method", "lsh"]
    done = subprocess.run(list(map(str, command)), cwd=folder, stderr=subprocess.PIPE, timeout=60, check=True)
    return done.stderr.decode().splitlines()


ODD = (
    b'{"id": "broken", "text": \n',
    b"[1, 2]\n",
    b'"text"\n',
    b'{"id": "x1"}\n',
    b'{"id": "x2", "text": 7}\n',
    b'{"id": "x3", "text": null}\n',
    b'{"id": [1], "text": "one two"}\n',
    b"\n",
    b" \t\r\n",
    b'{"id": 12.50, "text": "a number for a name"}\n',
    b'{"text": "no name"}\n',
    b'{"id": null, "text": "no name either"}\r\n',
    b'{"id": "bad", "text": "bytes \xff\xfe that are no text"}\n',
    b'{"id": "half", "text": "half \\ud800 of a pair"}\n',
    b'{"text": "twice", "id": "t", "text": "twice as a key"}\n',
)


def write_folder(folder):
    """Files whose names need care, records of many forms; fields that a rule may look at are numbers, texts, or no."""
    documents = generated(260, seed=11)
    for number, name in enumerate(("a b.jsonl", "sub/100%+1.jsonl", "é.jsonl")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as out:
            for place, (id, text) in enumerate(documents[number::3]):
                record = {
                    "id": f"{number}-{id}",
                    "text": text,
                    "n": (place % 5, str(place % 7), None, place / 4)[place % 4],
                }
                if place % 9 == 0:
                    del record["id"]
                out.write(json.dumps(record).encode() + b"\n")
                if place < len(ODD):
                    out.write(
                        ODD[place].replace(b'"id": "', b'"id": "%d' % number).replace(b"12.5", b"12.5%d" % number)
                    )


@pytest.mark.parametrize("rule, kept", [("field:n", "b"), ("field:n:min", "a")])
def test_integers_beyond_a_double_are_told_apart(spark, tmp_path, monkeypatch, rule, kept):
    values = {"a": 2**60, "b": 2**60 + 2, "c": 2**60 + 1, "d": '"text"'}
    lines = ['{"id": "%s", "text": "one two three four", "n": %s}\n' % one for one in values.items()]
    (tmp_path / "in.jsonl").write_text("".join(lines))
    job(monkeypatch, "dedup", tmp_path / "in.jsonl", "--keep", rule, "--format", "jsonl", "-o", tmp_path / "kept")
    (found,) = (line for part in (tmp_path / "kept").glob("part-*") for line in part.read_text().splitlines())
    assert json.loads(found)["id"] == kept


@pytest.mark.parametrize("keep", ["field:n:min", "prefer:sub"])
def test_lines_are_read_as_the_command_line_reads_them(spark, tmp_path, monkeypatch, capsys, keep):
    write_folder(tmp_path / "in")
    words = ("dedup", tmp_path / "in", "--keep", keep, "--shingle", "word:3")
    more = ("--as", "jsonl", "--removed", "removed.jsonl", "--problems", "problems.jsonl", "--stats", "stats.json")
    messages = command_line(tmp_path, *words, *more, "-o", "kept.jsonl", "--repeated-ids", "number")
    stats = json.loads((tmp_path / "stats.json").read_text())
    removed = [json.loads(line) for line in (tmp_path / "removed.jsonl").read_text().splitlines()]
    assert stats["problems"] > 15 and len(removed) > 10

    # Files are cut into many pieces, which must not show.
    spark.conf.set("spark.sql.files.maxPartitionBytes", "50000")
    more = ("--format", "jsonl", "--problems", tmp_path / "p.jsonl", "--stats", tmp_path / "s.json", "--partitions", 3)
    job(monkeypatch, *words, *more, "-o", tmp_path / "kept", "--removed", tmp_path / "gone")
    spark.conf.unset("spark.sql.files.maxPartitionBytes")
    lines = [line for part in (tmp_path / "kept").glob("part-*") for line in part.read_bytes().splitlines(True)]
    assert sorted(lines) == sorted((tmp_path / "kept.jsonl").read_bytes().splitlines(True))
    found = {
        (row.id, row.kept, row.similarity, row.reason) for row in spark.read.parquet(str(tmp_path / "gone")).collect()
    }
    assert found == {(row["id"], row["kept"], row["similarity"], row["reason"]) for row in removed}
    assert (tmp_path / "p.jsonl").read_text() == (tmp_path / "problems.jsonl").read_text()
    on_spark = json.loads((tmp_path / "s.json").read_text())
    counts = (
        "documents",
        "empty",
        "problems",
        "exact_duplicates",
        "candidates",
        "verified",
        "pairs",
        "kept",
        "removed",
    )
    assert {name: on_spark[name] for name in counts} == {name: stats[name] for name in counts}
    warned = [line for line in capsys.readouterr().err.splitlines() if line.startswith("textkin: ")]
    expected = [line for line in messages if "skipped" in line]
    assert warned[:10] == expected[:10]
    assert warned[-1] == f"textkin: {stats['problems']} documents could not be used"
