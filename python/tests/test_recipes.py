"""The examples of the pages for Python, and that docs/python.md has every argument of every function."""

import doctest
import inspect
import operator
import pathlib
import re

import pytest

import textkin

DOCS = pathlib.Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["../python/README.md", "python.md", "recipes/from-datasketch.md", "recipes/index-in-python.md", "recipes/in-python.md"])
def test_examples(name, monkeypatch):
    monkeypatch.chdir(DOCS.parent)
    failed, tried = doctest.testfile(str(DOCS / name), module_relative=False)
    assert (failed, tried > 6) == (0, True)


METHODS = [
    f"{kind.__name__}.{name}"
    for kind in (textkin.Index, textkin.Writer)
    for name, method in vars(kind).items()
    if not name.startswith("_") and callable(getattr(kind, name)) and not isinstance(method, property)
]


@pytest.mark.parametrize("name", ["pairs", "dedup", "sketch", "passages", "report", "extract", "compare", "plan", "spark.decontaminate", "spark.query", "spark.index", "Index", "Indexes", "IndexLSH", *METHODS])
def test_arguments(name):
    pattern = rf"^\|.*`{re.escape(name)}\((.*?)\)`.* \|"
    if name.startswith("spark."):
        pytest.importorskip("textkin.spark")
    documented = re.search(pattern, (DOCS / "python.md").read_text(), re.MULTILINE)[1].split(", ")
    function = operator.attrgetter(name)(textkin)
    parameters = list(inspect.signature(getattr(function, "__wrapped__", function)).parameters)
    assert documented == ([one for one in parameters if one not in ("self", "cls", "options")] or [""])
