"""Files on Spark: ids that are names, and the order of documents, are those of the command line."""

import gzip
import json
import lzma
import os
import subprocess

import pytest
from on_spark import BINARY, job, lines_of
from textkin.spark import _names, _paths

NAMES = [
    "a b.txt",
    "a!.txt",
    "a%20b.txt",
    "a+b.txt",
    "a'b.txt",
    "a;#&.txt",
    "é.txt",
    "b/a.txt",
    "b.txt",
    "b-/a.txt",
    "x=1/deep/er.txt",
    "Z.txt",
]
TEXT = "the same nine words stand in each of these files\n"


@pytest.fixture
def folder(tmp_path):
    for name in NAMES:
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT)
    (tmp_path / "in" / "b" / "packed.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
    return tmp_path


def by_the_command_line(folder, arguments):
    """The ids of alike files, as they are read."""
    words = [BINARY, "dedup", *arguments, "-o", folder / "kept", "--removed", folder / "removed.jsonl", "--quiet"]
    subprocess.run(list(map(str, words)), check=True, timeout=60, cwd=folder)
    rows = [json.loads(line) for line in (folder / "removed.jsonl").read_text().splitlines()]
    return [rows[0]["kept"], *(row["id"] for row in rows)]


@pytest.mark.parametrize(
    "arguments",
    (
        ["{}/in"],
        ["{}/in/"],
        ["{}/in/b.txt", "{}/in/b", "{}/in/a!.txt"],
        ["{}/in/b", "{}/in/b-", "{}/in/a b.txt", "{}/in/x=1/"],
        ["{}/in/a b.txt", "{}/in/a!.txt", "{}/in/a+b.txt", "{}/in/b/a.txt"],
        ["{}/in/b-", "{}/in/b.txt", "{}/in/b/a.txt"],
        ["{}/./in/b", "{}/./in/b-"],
    ),
)
def test_names_and_their_order(spark, folder, arguments):
    arguments = [argument.format(folder) for argument in arguments]
    files = _paths.Texts(spark, arguments)
    found = [row[files.id] for row in files.data.orderBy(*files.order).collect()]
    assert found == by_the_command_line(folder, arguments)


def test_a_pattern_names_what_a_shell_would(spark, folder):
    files = _paths.Texts(spark, [f"{folder}/in/*.txt"])
    found = [row[files.id] for row in files.data.orderBy(*files.order).collect()]
    assert found == sorted((f"{folder}/in/{name}" for name in NAMES if "/" not in name), key=os.fsencode)


def test_arguments_of_a_shell_are_one_expression(spark):
    arguments = [f"hdfs://name/in/{i:04}.jsonl" for i in range(3000)]
    assert _names._folder_of_all(arguments) == "hdfs://name/in/"
    assert _names._folder_of_all(["2019/a", "2020/b"]) == ""
    for apart in (
        ["b", "a"],
        ["a", "a.b"],
        ["a/../b", "c"],
        ["a", "b*"],
        ["s3a://a/x", "s3a://b/x"],
        ["a", "s3a://b/x"],
    ):
        assert _names._folder_of_all(apart) is None
    assert len(_names.roots(spark, [f"/in/{i:04}.jsonl" for i in range(3000)])) == 1


def test_the_first_of_the_arguments_stays(spark, tmp_path, monkeypatch):
    inputs = []
    for name in ("z", "a b", "a!"):
        inputs.append(tmp_path / f"{name}.jsonl.gz")
        inputs[-1].write_bytes(
            gzip.compress("".join(f'{{"id":"{name}{i}","text":"{TEXT[:-1]}"}}\n' for i in "21").encode())
        )
    job(monkeypatch, "dedup", *inputs, "-o", tmp_path / "kept", "--partitions", 2)
    assert [json.loads(line)["id"] for line in lines_of(tmp_path / "kept")] == ["z2"]


def test_what_spark_cannot_unpack_is_refused(spark, tmp_path):
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(TEXT.encode()))
    files = _paths.Texts(spark, [str(tmp_path)])
    with pytest.raises(Exception, match="a.txt.xz: Spark does not unpack xz"):
        files.data.collect()
