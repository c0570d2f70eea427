"""Type checkers: over the package, and over a program of a user's that gives every option of the command line."""

import inspect
import json
import operator
import pathlib
import re
import subprocess
import sys

import pytest

import textkin
from textkin._wording import argument

PACKAGE = pathlib.Path(textkin.__file__).parent
# pyarrow has no types; the native module's are made by nanobind, which says dict where it means some dict.
MYPY = """[mypy]
strict = True
[mypy-pyarrow.*]
ignore_missing_imports = True
[mypy-fsspec.*]
ignore_missing_imports = True
[mypy-textkin._textkin]
disallow_any_generics = False
[mypy-IPython.*]
ignore_missing_imports = True
follow_imports = skip
"""
DOORS = "pairs dedup trim decontaminate passages report compare plan signatures.create signatures.add signatures.nearest signatures.pairs".split()
# Said in another way in Python, or refused there; see test_options.py.
ELSEWHERE = {"help", "quiet", "output", "format", "text-field", "id-field", "signatures", "in", "to"}
NOT_OF = {door: {"run_dir"} for door in ("compare", "plan", "passages", "report")} | {"dedup": {"unit", "min_words", "emptied"}}
CALLS = {
    "pairs": "['x']", "dedup": "['x']", "trim": "['x']", "decontaminate": "['x'], ['y']", "passages": "['x']", "report": "['x'], 'page.html'", "compare": "'x', 'y'", "plan": "0.8",
    "signatures.create": "['x'], 'f.sig'", "signatures.add": "['x'], 'f.sig'", "signatures.nearest": "['x'], 'f.sig'",
    "signatures.pairs": "'f.sig'",
}  # fmt: skip
# What stands for a value on the command line, and a value of it.
NUMBERS = {"N", "K", "B", "R", "W", "ROWS"}
FRACTIONS = {"T", "P", "Q", "U", "Q=0.05"}


def value_of(form, default):
    """A value of an option, by how its help calls it: what a user would write."""
    if not form:
        return "True"
    if form in FRACTIONS or re.fullmatch(r"[0-9]+\.[0-9]+", default):
        return "0.5"
    if form in NUMBERS or re.fullmatch(r"[0-9]+", default):
        return "3"
    if form == "SIZE":
        return "'1GiB'"
    return "'x'"


def program():
    engine = textkin._textkin.options()
    lines = ["import pathlib", "import textkin"]
    for door in DOORS:
        function = operator.attrgetter(door)(textkin)
        positional = set(list(inspect.signature(function.__wrapped__).parameters)[: CALLS[door].count(",") + 1])
        given = []
        for name, form, default, _ in engine[door.replace(".", " ")]:
            if name in ELSEWHERE or argument(name) in positional | NOT_OF.get(door, set()):
                continue
            given.append(f"{argument(name)}={value_of(form, default)}")
        lines.append(f"textkin.{door}({CALLS[door]}, {', '.join(given)})")
    lines += [
        "result = textkin.dedup({'a': 'x'}, text=['prompt', 'completion'], id=None, progress=print)",
        "mask: list[bool] = result.kept.tolist()",
        "cut: object = textkin.trim(['x'], words=20).apply(['x'])",
        "share: int = textkin.decontaminate(['x'], ['y'], action='flag').leaked.num_rows",
        "sketch = textkin.MinHash(num_perm=128)",
        "near: float = sketch.jaccard(sketch.copy())",
        "sketch.freeze()",
        "stats: dict[str, object] = textkin.plan(0.8, documents=5)",
        "path = textkin.report([pathlib.Path('a')], 'x.html', template=['a', pathlib.Path('b')], exclude=['none'])",
    ]
    return "\n".join(lines) + "\n"


def checked(*words, cwd):
    done = subprocess.run([sys.executable, "-m", *words], cwd=cwd, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.fixture
def folder(tmp_path):
    """The package by itself, and the program beside it."""
    (tmp_path / "textkin").mkdir()
    for file in [*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi"), PACKAGE / "py.typed"]:
        (tmp_path / "textkin" / file.name).write_bytes(file.read_bytes())
    (tmp_path / "program.py").write_text(program())
    return tmp_path


def test_every_option_is_in_the_program():
    text = program()
    for name in ("removed=", "annotate=True", "template=", "shared_by=", "exclude=", "weight_unit=0.5", "bands=3", "memory='1GiB'"):
        assert name in text


def test_mypy(folder):
    pytest.importorskip("mypy")
    (folder / "mypy.ini").write_text(MYPY)
    checked("mypy", "--config-file=mypy.ini", "--no-incremental", "-p", "textkin", cwd=folder)
    checked("mypy", "--config-file=mypy.ini", "--no-incremental", "program.py", cwd=folder)
    (folder / "program.py").write_text("import textkin\ntextkin.pairs(['x'], shingel='word:3')\n")
    with pytest.raises(AssertionError, match="shingel"):
        checked("mypy", "--config-file=mypy.ini", "--no-incremental", "program.py", cwd=folder)


def test_pyright(folder):
    pytest.importorskip("pyright")
    settings = {"include": ["textkin", "program.py"], "reportMissingModuleSource": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    checked("pyright", "-p", "pyrightconfig.json", "--pythonpath", sys.executable, cwd=folder)
