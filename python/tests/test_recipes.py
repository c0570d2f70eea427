"""The examples of the pages for Python, and that docs/python.md has every argument of every function."""

import doctest
import inspect
import pathlib
import re

import pytest

import textkin

DOCS = pathlib.Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["python.md", "recipes/from-datasketch.md"])
def test_examples(name):
    failed, tried = doctest.testfile(str(DOCS / name), module_relative=False)
    assert (failed, tried > 10) == (0, True)


@pytest.mark.parametrize("name", ["pairs", "dedup", "passages", "report", "extract", "compare", "plan"])
def test_arguments(name):
    documented = re.search(rf"^\| `{name}\((.*?)\)` \|", (DOCS / "python.md").read_text(), re.MULTILINE)[1].split(", ")
    parameters = list(inspect.signature(getattr(textkin, name)).parameters)
    assert documented == [parameter for parameter in parameters if parameter != "options"]
