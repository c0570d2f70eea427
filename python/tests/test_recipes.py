"""The examples of the recipes for Python."""

import doctest
import pathlib

import pytest

RECIPES = pathlib.Path(__file__).parents[2] / "docs" / "recipes"


@pytest.mark.parametrize("name", ["from-datasketch.md"])
def test_examples(name):
    failed, tried = doctest.testfile(str(RECIPES / name), module_relative=False)
    assert (failed, tried > 10) == (0, True)
