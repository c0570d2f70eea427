"""docs/literature: every row of the five documents is run, and prints what it says."""

import functools
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import BINARY

DOCS = pathlib.Path(__file__).parents[2] / "docs"
INDEX = (DOCS / "literature.md").read_text(encoding="utf-8")
PAGES = re.findall(r"^\| \[.*\]\((literature/.*\.md)\) \| (\d+) \|$", INDEX, re.M)


def rows():
    """(page and place, command, values) of each row; what divides cells stands as \\| within them."""
    for page, _ in PAGES:
        lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
        table = lines[lines.index("|---|---|---|---|---|") + 1 :]
        for number, line in enumerate(line for line in table if line.startswith("|")):
            cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            where, _, command, values, _ = cells
            yield pytest.param(page, command.strip("`"), re.findall(r"`([^`]+)`", values), id=f"{pathlib.Path(page).stem}-{number + 1}-{where}")


ROWS = list(rows())


def test_there_are_rows():
    assert len(PAGES) == 5 and len(ROWS) >= 290
    for page, count in PAGES:
        assert sum(row.values[0] == page for row in ROWS) == int(count), page
    for row in ROWS:
        _, command, values = row.values
        assert re.search(r"(^|; )textkin ", command) and values, row.id
    assert len(INDEX.split("## Left out, and why")[1].strip().splitlines()) - 2 <= 10


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What a command prints in a copy of the examples; rows that share one run it once."""
    folder = tmp_path_factory.mktemp("literature") / "examples"
    shutil.copytree(DOCS / "examples", folder)
    path = f"{BINARY.parent}{os.pathsep}{os.environ['PATH']}"

    @functools.cache
    def run(command):
        done = subprocess.run(["bash", "-c", command], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout

    return run


@pytest.mark.parametrize("page, command, values", ROWS)
def test_a_row(printed, page, command, values):
    words = f" {' '.join(printed(command).split())} "
    for value in values:
        assert f" {value} " in words or f" {value}," in words, (value, printed(command))
