"""Options of many values take every word up to the next option; none of their words becomes INPUT in silence."""

import re
import subprocess

import pytest

from conftest import BINARY
from samples import prose

COMMANDS = ["pairs", "dedup", "passages", "report", "compare", "distance", "simhash", "rules", "plan", "explain"]
MORE = {  # what stands before and behind the option
    "report": (["new"], ["--format", "tsv", "-o", "-"]),
    "pairs": (["new"], ["-t", "0.05", "--exact"]),
    "dedup": (["new"], ["--removed", "-", "-t", "0.05", "--exact", "-o", "/dev/null"]),
    "distance": (["new"], []),
    "simhash": (["new"], ["--distance", "40"]),
    "passages": (["new"], []),
    "compare": (["new/1.txt", "old/1.txt"], []),
    "plan": ([], ["-t", "0.5"]),
    "explain": (["new"], ["--offset", "1"]),
}
PAGE = (["new"], ["-o", "-"])
OWN = {"--marks": PAGE, "--permutation": (["new"], ["--estimator", "simhash", "--bits", "2"])}
VALUES = {"--against": ["old", "older"], "--template": ["old/1.txt", "older/1.txt"], "--background": ["old", "older"],
          "--exclude": ["quotations", "common"], "--multipliers": ["2", "3"], "--permutation": ["2", "1"], "--marks": ["ann.csv", "ben.csv"]}


def options_of_many_values(command):
    if not BINARY.exists():
        return []
    text = subprocess.run([BINARY, command, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (--[\w-]+) [^ ]+ \.\.\.", text, re.MULTILINE)


CASES = [(command, option) for command in COMMANDS for option in options_of_many_values(command)]


def test_they_are_known():
    assert {option for _, option in CASES} == set(VALUES)
    assert {command for command, option in CASES if option == "--against"} == {"pairs", "dedup", "passages", "report",
                                                                                "distance", "simhash"}


@pytest.fixture
def folders(textkin):
    for number, folder in enumerate(("new", "old", "older")):
        for text in (1, 2):
            textkin.write(f"{folder}/{text}.txt", f"{prose(text)} {prose(10 * number + text)}")
    for name in VALUES["--marks"]:
        textkin.write(name, "a,b\n")
    return textkin


@pytest.mark.parametrize("command, option", CASES)
def test_all_words_up_to_the_next_option(folders, command, option):
    before, behind = OWN.get(option) or MORE[command]
    values = VALUES[option]
    apart = folders(command, *before, *[f"{option}={value}" for value in values], *behind, "-q")
    assert folders(command, *before, option, *values, *behind, "-q").stdout == apart.stdout
    assert folders(command, *before, option, values[0], option, values[1], *behind, "-q").stdout == apart.stdout
    if behind:
        assert folders(command, *before, *behind, "-q", option, *values).stdout == apart.stdout
    if before:
        assert folders(command, *behind, "-q", option, *values, "--", *before).stdout == apart.stdout


def test_marks_are_refused_where_no_page_is_made(folders):
    errors = folders("report", "new", "--format", "tsv", "-o", "-", "--marks", "ann.csv", exit=2).errors
    assert "--marks are shown on a page" in errors and len(errors.splitlines()) == 1


def test_the_second_folder_is_not_compared_as_a_hand_in(folders):
    rows = folders("passages", "new", "--against", "old", "older", "-q").table()
    assert {row["a"].split("/")[0] for row in rows} == {"1.txt", "2.txt"}
    assert {row["b"].split("/")[0] for row in rows} == {"old", "older"}


@pytest.mark.parametrize("command, option", [case for case in CASES if case[1] not in ("--multipliers", "--permutation")])
def test_words_that_are_left_for_no_input_are_named(folders, command, option):
    before, behind = OWN.get(option) or MORE[command]
    if not before or command == "simhash" or option == "--exclude":
        return
    errors = folders(command, *behind, option, *VALUES[option], exit=2).errors
    assert "required" in errors and f"{option} took {' and '.join(VALUES[option])}" in errors


def test_a_value_may_look_like_an_option_behind_an_option_of_one_value(folders):
    folders("passages", "new", "-q", "-o", "--against", "--against", "old")
    assert folders.path("--against").exists()


def test_none_given(folders):
    for behind in ([], ["-q"]):
        assert "--against: At least 1 required" in folders("pairs", "new", "--against", *behind, exit=2).errors
