"""datasketch's, rensa's and datatrove's own tests, through adapters: what came of each is what outcomes.tsv says."""

import csv
import pathlib
import subprocess
import sys

import pytest

import textkin

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_TO_BE_HAD = 77  # no pip, or no checkout: the runner says which


@pytest.mark.parametrize("name", ["datasketch", "rensa", "datatrove"])
def test_what_is_ours_passes(name):
    package = pathlib.Path(textkin.__file__).parents[1]
    words = [sys.executable, ROOT / "scripts" / "rivals-own-tests", f"--package={package}", name]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode == NOT_TO_BE_HAD:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_other_outcome_has_a_reason():
    with open(pathlib.Path(__file__).parent / "adapters" / "outcomes.tsv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) > 200
    for row in rows:
        assert row["outcome"] in ("passed", "failed", "skipped", "left out")
        assert (row["outcome"] == "passed") == (row["reason"] == "") and not row["reason"].startswith("?"), row
