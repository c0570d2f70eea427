"""The experiments: every page is there and complete, and the harness runs."""

import os
import re
import subprocess
import sys

import pytest

import reference
from conftest import BINARY

HERE = reference.ROOT / "bench" / "experiments"
PAGES = reference.ROOT / "docs" / "experiments"
NAMES = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in ("run", "lab"))


def test_every_experiment_has_its_page_and_every_page_its_experiment():
    assert sorted(path.stem for path in PAGES.glob("*.md") if path.stem != "README") == NAMES
    index = (PAGES / "README.md").read_text()
    assert all(f"({name}.md)" in index for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_page_says_what_is_claimed_and_found(name):
    text = (PAGES / f"{name}.md").read_text()
    for part in ("**The document says:**", "**Here:**", "**What we find:**", "**Verdict:**"):
        assert text.count(part) == 1
    linked = re.findall(r"\]\(([^)]+)\)", text)
    assert any(link.endswith(".tsv") for link in linked) and any(link.endswith(".svg") for link in linked)
    for link in linked:
        assert (PAGES / link).exists(), link
    for table in (link for link in linked if link.endswith(".tsv")):
        rows = [line.split("\t") for line in (PAGES / table).read_text().splitlines()]
        assert len(rows) > 1 and len({len(row) for row in rows}) == 1, table


def test_the_harness_makes_the_same_bytes(tmp_path):
    pytest.importorskip("matplotlib", reason="python3-matplotlib is not installed: packaging/debian-experiments.txt")
    for out in ("a", "b"):
        subprocess.run([sys.executable, HERE / "run.py", "--textkin", BINARY, "--build", BINARY.parent, "--quick", "--out",
                        tmp_path / out, "s_curve"], check=True, stdout=subprocess.DEVNULL)
    made = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert {"README.md", "s_curve.md", "s_curve.svg", "s_curve.tsv"} <= set(made)
    for name in made:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_the_command_of_the_page_on_the_gospels_gives_its_number(textkin):
    page = (PAGES / "gospels.md").read_text()
    command, number = re.search(r"`textkin (compare [^`]*)` prints the exact similarity, (0\.\d+)", page).groups()
    if not (reference.DATA / "gospels").exists():
        pytest.skip(f"no gospels in {reference.DATA}: TEXTKIN_DATA names another folder")
    os.symlink(reference.DATA / "gospels", textkin.folder / "gospels")
    words = [str(textkin.folder / "gospels" / word) if word.endswith(".txt") else word for word in command.split()]
    answer = textkin(*words, "--format", "json").json()
    assert f"{answer['jaccard']:.4f}" == number
    rows = [line.split("\t") for line in (PAGES / "gospels.tsv").read_text().splitlines()]
    (row,) = [row for row in rows if row[:2] == ["matthew", "john"]]
    assert f"{answer['jaccard']:.6g}" == row[rows[0].index("jaccard")]


def test_the_page_on_the_s_curve_blames_nobody_for_a_digit():
    page = (PAGES / "s_curve.md").read_text()
    assert "digit wrong" not in page and "the trace come out, to the last digit" in page
