"""Type checkers: over the package, and over a program of a user's that gives every option of the command line."""

import inspect
import json
import operator
import pathlib
import re
import subprocess
import sys
import typing

import pytest

import textkin
from textkin import _options
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
# Of an index, and of what has no options but its own: the call as far as it is the same for all.
METHODS = {
    "index create": "textkin.Index.create('folder'", "index add": "index.add(['x']", "index query": "index.query(['x']", "index passages": "index.passages(['x']",
    "index report": "index.report(['x'], 'page.html'", "index remove": "index.remove('x'", "index list": "index.list(", "index verify": "index.verify(",
    "index repair": "index.repair(", "index rebuild": "index.rebuild('new'", "index audit": "index.audit(", "index plan": "index.plan(",
    "signatures merge": "textkin.signatures.merge(['f.sig'], 'g.sig'", "signatures info": "textkin.signatures.info('f.sig'",
}  # fmt: skip
# create() has fields= and open() token= and timeout=; seen_or_add() answers what --results is for, and answers=True what --answers FILE.
NOT_OF_METHODS = {"field", "token-file", "timeout", "results", "answers", "ids"}
MAPPED = {"where", "not", "checkpoint"}
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
    lines.append("index = textkin.Index.open('folder', memory='1GiB', token='x', timeout=3)")
    for command, call in METHODS.items():
        named = [(name, "{'x': 'x'}" if name in MAPPED else value_of(form, default)) for name, form, default, _ in engine[command] if name not in ELSEWHERE | NOT_OF_METHODS]
        given = [f"{argument(name)}={value}" for name, value in named]
        lines.append(call + "".join(one if call.endswith("(") and one is given[0] else f", {one}" for one in given) + ")")
    lines += [
        "made: textkin.Index = textkin.Index.create('folder', fields=['course'], token='x', timeout=3)",
        "with made.writer(memory=1 << 30) as writer:",
        "    added: int = writer.add(['x'], on_same_id='keep', checkpoint={'topic': '3'}, text='body', id=None)['added']",
        "    seen = writer.seen_or_add(['x'], 0.8)",
        "    writer.remove(['x'], where={'course': ['a', 'b']}, not_={'course': 'c'}, older_than='365d')",
        "    place: int = writer.commit()",
        "found: textkin.Found = made.query(['x'], 0.6, 0.99, top=3, as_of=2, contained='stored', answers=True)",
        "asked = textkin.Indexes(['a', pathlib.Path('b')], memory=3).query(['x'], exact=True)",
        "lsh = textkin.IndexLSH(pathlib.Path('folder'), threshold=0.5, sets=True, hashes=64)",
        "with lsh.insertion_session() as session:",
        "    session.insert('a', {'x', b'y'})",
        "keys: list[str] = lsh.query({'x'}, 0.9, top=3)",
        "sketches = textkin.sketch(['x'], 'kperm', 128, bits=8, seed=3, shingle='word:3', text=['a', 'b'], id=None)",
        "near_ones = textkin.signatures.nearest(['x'], sketches, top=3, containment=True)",
        "said = textkin.signatures.estimate(sketches, 'f.sig', of=near_ones, containment=True, confidence=0.9, universe=10)",
        "alike = textkin.signatures.pairs(sketches, sketches, 0.9, containment=True)",
        "textkin.signatures.write(sketches, pathlib.Path('f.sig'))",
        "features: int = textkin.signatures.read('f.sig').features().sum()",
        "own = textkin.MinHash()",
        "own.update_hashes([1, 2])",
        "own.update(b'x')",
        "own.update_batch(['x', b'y'])",
        "result = textkin.dedup({'a': 'x'}, text=['prompt', 'completion'], id=None, progress=print)",
        "mask: list[bool] = result.kept.tolist()",
        "cut: object = textkin.trim(['x'], words=20).apply(['x'])",
        "share: int = textkin.decontaminate(['x'], ['y'], action='flag').leaked.num_rows",
        "sketch = textkin.MinHash(num_perm=128)",
        "near: float = sketch.jaccard(sketch.copy())",
        "sketch.freeze()",
        "interval: tuple[float, float] = (sketch.jaccard(sketch).lower, sketch.jaccard(sketch).upper)",
        "line: str = f'{sketch.jaccard(sketch)}'",
        "stats: dict[str, object] = textkin.plan(0.8, documents=5)",
        "path = textkin.report([pathlib.Path('a')], 'x.html', template=['a', pathlib.Path('b')], exclude=['none'])",
    ]
    return "\n".join(lines) + "\n"


# What a type checker must find wrong: an option that the method has not, and what is misspelled.
WRONG = {
    "textkin.pairs(['x'], shingel='word:3')": "shingel",
    "textkin.Index.open('f').query(['x'], shingle='word:3')": "shingle",
    "textkin.Index.open('f').add(['x'], exact=True)": "exact",
    "textkin.Index.create('f', threads=3)": "threads",
    "textkin.Index.open('f').rebuild('g', lines=True)": "lines",
    "textkin.Index.open('f').passages(['x'], sketch='fss')": "sketch",
}
WRONG_ON_SPARK = {
    "textkin.spark.dedup(frame, threads=3)": "threads",
    "textkin.spark.pairs(frame, repeated_ids='number')": "repeated_ids",
    "textkin.spark.query(frame, 'f', shingle='word:3')": "shingle",
    "textkin.spark.dedup(frame).nothing": "nothing",
}
SPARK = ["from pyspark.sql import DataFrame", "import textkin.spark", "def given() -> DataFrame: raise NotImplementedError", "frame = given()"]


def program_on_spark():
    engine = textkin._textkin.options()
    forms = {argument(name): (form, default) for name, form, default, _ in engine["pairs"]}
    options = ", ".join(f"{name}={value_of(*forms[name])}" for name in typing.get_type_hints(_options.SparkOptions))
    texts = ", ".join(f"{name}={value_of(*forms[name])}" for name in typing.get_type_hints(_options.Texts))
    return [
        *SPARK,
        f"kept: DataFrame = textkin.spark.dedup(frame, 0.8, text='body', keep='longest', order=['day'], memory='1GiB', {options}).kept",
        f"pairs: DataFrame = textkin.spark.pairs(frame, 0.8, 0.99, estimates=True, candidates=True, partitions=3, {options}).pairs",
        "found: DataFrame = textkin.spark.query(frame, ['a', 'b'], 0.6, top=3, where={'course': 'a'}, exact=True, on_error='fail', simd='auto')",
        f"made: textkin.Indexes = textkin.spark.index(frame, 'folder', shards=3, fields=['day'], memory=3, {texts})",
    ]


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
    for name in ("removed=", "annotate=True", "template=", "shared_by=", "exclude=", "weight_unit=0.5", "bands=3", "memory='1GiB'", "where={", "purge=True", "least=0.5", "store="):
        assert name in text


def test_mypy(folder):
    pytest.importorskip("mypy")
    (folder / "mypy.ini").write_text(MYPY)
    checked("mypy", "--config-file=mypy.ini", "--no-incremental", "-p", "textkin", cwd=folder)
    checked("mypy", "--config-file=mypy.ini", "--no-incremental", "program.py", cwd=folder)
    refused("mypy", "--config-file=mypy.ini", "--no-incremental", "program.py", cwd=folder, begin=["import textkin"], wrong=WRONG)


def test_mypy_on_spark(folder):
    pytest.importorskip("mypy")
    pytest.importorskip("pyspark")
    of_spark(folder)
    # As of an installed package: what is wrong in it, by the types of PySpark, is no error of the user's.
    (folder / "mypy.ini").write_text(MYPY + "[mypy-textkin.spark.*]\nfollow_imports = silent\n")
    words = ("mypy", "--config-file=mypy.ini", "--no-incremental", "program.py")
    checked(*words, cwd=folder)
    refused(*words, cwd=folder, begin=SPARK, wrong=WRONG_ON_SPARK)


def of_spark(folder):
    (folder / "textkin" / "spark").mkdir()
    for file in (PACKAGE / "spark").glob("*.py"):
        (folder / "textkin" / "spark" / file.name).write_bytes(file.read_bytes())
    (folder / "program.py").write_text("\n".join(program_on_spark()) + "\n")


def refused(*words, cwd, begin, wrong):
    """Each of these lines, and nothing else, is found wrong."""
    (cwd / "program.py").write_text("\n".join([*begin, *wrong]) + "\n")
    done = subprocess.run([sys.executable, "-m", *words], cwd=cwd, capture_output=True, text=True, check=False, timeout=600)
    found = {int(line): text for line, text in re.findall(r"program\.py:(\d+)(?::\d+)?:? (?:- )?error:? (.*)", done.stdout)}
    assert sorted(found) == [len(begin) + 1 + i for i in range(len(wrong))], done.stdout
    for text, name in zip((found[line] for line in sorted(found)), wrong.values(), strict=True):
        assert name in text


def test_pyright(folder):
    pytest.importorskip("pyright")
    settings = {"include": ["textkin", "program.py"], "reportMissingModuleSource": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    checked("pyright", "-p", "pyrightconfig.json", "--pythonpath", sys.executable, cwd=folder)
    refused("pyright", "-p", "pyrightconfig.json", "--pythonpath", sys.executable, cwd=folder, begin=["import textkin"], wrong=WRONG)


def test_pyright_on_spark(folder):
    pytest.importorskip("pyright")
    pytest.importorskip("pyspark")
    of_spark(folder)
    (folder / "pyrightconfig.json").write_text(json.dumps({"include": ["program.py"], "reportMissingModuleSource": False}))
    words = ("pyright", "-p", "pyrightconfig.json", "--pythonpath", sys.executable)
    checked(*words, cwd=folder)
    refused(*words, cwd=folder, begin=SPARK, wrong=WRONG_ON_SPARK)
