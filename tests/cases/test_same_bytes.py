"""The same bytes as ever: every command line of same_bytes/commands.txt gives what same_bytes/answers.tsv has recorded,
with any number of threads, and with and without SIMD.

A change that is meant to change an answer records it anew, with scripts/same-bytes --record, and says so."""

import pytest

from conftest import BINARY
from same_bytes import cases

CASES = cases.read_cases()
ANSWERS = cases.read_answers()


def test_every_case_has_an_answer():
    assert list(CASES) == list(ANSWERS), "run scripts/same-bytes --record"


WAYS = {"2-threads": {"--threads": "2"}, "1-thread-scalar": {"--threads": "1", "--simd": "scalar"}}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_same_bytes(name, way, textkin):
    case = CASES[name]
    if case.missing():
        pytest.skip(case.missing())
    came = cases.run(case, BINARY, textkin.folder, WAYS[way])
    found = cases.differences(case.lines, came, ANSWERS[name])
    assert not found, "\n".join([f"{name}, {way}:", *found])
