"""docs/literature.md: every row is run, and prints what it says."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import BINARY

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "literature.md"


def rows():
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 5 and cells[2].startswith("`textkin "):
            yield cells[0], cells[2].strip("`"), re.findall(r"`([^`]+)`", cells[3])


ROWS = list(rows())


def test_there_are_rows():
    text = PAGE.read_text(encoding="utf-8")
    assert len(ROWS) >= 26 and all(values for _, _, values in ROWS)
    assert text.count("\n| where |") == 5  # a table a document
    assert len(text.split("## Left out, and why")[1].strip().splitlines()) - 2 <= 10


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("literature") / "examples"
    shutil.copytree(PAGE.parent / "examples", folder)
    return folder


@pytest.mark.parametrize("where, command, values", ROWS, ids=[f"{number}-{row[0]}" for number, row in enumerate(ROWS)])
def test_a_row(examples, where, command, values):
    path = f"{BINARY.parent}{os.pathsep}{os.environ['PATH']}"
    out = subprocess.run(command, shell=True, cwd=examples, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True).stdout
    printed = f" {' '.join(out.split())} "
    for value in values:
        assert f" {value} " in printed or f" {value}," in printed, (value, out)
