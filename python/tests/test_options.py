"""Every option of the command line is one of the package, or there is a reason why not."""

import inspect
import operator
import os
import pathlib
import re
import tempfile
import typing

import pyarrow as pa
import pytest

import textkin
from textkin import _options
from textkin._wording import argument, as_typed, in_python

# What Python says in another way: outputs are what the functions return, names of fields are `text` and `id`.
ELSEWHERE = {"help", "quiet", "output", "format", "text-field", "id-field"}
DOORS = {
    "pairs": _options.PairsOptions,
    "dedup": _options.DedupOptions,
    "trim": _options.TrimOptions,
    "decontaminate": _options.DecontaminateOptions,
    "passages": _options.PassagesOptions,
    "report": _options.PassagesOptions,
    "compare": _options.CompareOptions,
    "plan": _options.PlanOptions,
    "signatures create": _options.SignatureOptions,
    "signatures add": _options.AskOptions,
    "signatures nearest": _options.AskOptions,
    "signatures pairs": _options.Working,
}
# compare and plan take a run directory as a word, and refuse it; `signatures nearest --signatures` reads another file; what
# `dedup --unit` does is trim's.
REFUSED = {"dedup": {"unit", "min_words", "emptied"}, "compare": {"run_dir"}, "plan": {"run_dir"}, "signatures nearest": {"signatures", "in"}}


def listed(program, command):
    return set(re.findall(r"^  (?:-\w,)?--([a-z0-9-]+)", program(*command.split(), "--help").decode(), re.MULTILINE))


@pytest.mark.parametrize("command", DOORS)
def test_options(program, command):
    """Neither is there an option that Python lacks, nor one that only its types have."""
    function = operator.attrgetter(command.replace(" ", "."))(textkin)
    own = set(inspect.signature(function.__wrapped__).parameters)
    engine = {argument(name) for name in listed(program, command) - ELSEWHERE}
    typed = set(DOORS[command].__annotations__)
    positional = {"file", "to", "in_"}
    assert engine - own - typed - REFUSED.get(command, set()) <= positional
    assert typed - {"progress"} <= engine
    assert not typed & own


METHODS = {
    "create": _options.MakingOptions,
    "rebuild": _options.MakingOptions,
    "add": _options.AddingOptions,
    "query": _options.QueryOptions,
    "passages": _options.FoundOptions,
    "report": _options.FoundOptions,
}
# Of the object: where it is and how it is asked there; what add() and query() answer; a memory that is the index's.
OF_THE_INDEX = {"field", "token_file", "timeout", "results", "answers", "memory", "progress"}


@pytest.mark.parametrize("name", METHODS)
def test_options_of_an_index(program, name):
    method = getattr(textkin.Index, name)
    own = set(inspect.signature(method).parameters)
    engine = {argument(option) for option in listed(program, f"index {name}") - ELSEWHERE} - own - OF_THE_INDEX
    assert set(typing.get_type_hints(METHODS[name])) - OF_THE_INDEX == engine
    assert f"Unpack[{METHODS[name].__name__}]" in inspect.getsource(method)


def test_options_on_spark():
    """All that pairs() and dedup() have but for what is refused there."""
    job = pathlib.Path(textkin.__file__).parent / "spark" / "_job.py"
    refused = set(re.findall(r'"(\w+)"', re.search(r"NOT_HERE = {(.*?)}", job.read_text(), re.DOTALL)[1]))
    files = {"block_size", "exact", "memory", "pdf_program", "extract", "extract_memory", "extract_seconds", "extract_unconfined"}
    assert set(typing.get_type_hints(_options.SparkOptions)) == set(typing.get_type_hints(_options.PairsOptions)) - refused - files


def test_options_of_test_sets_on_spark():
    """All that decontaminate() has but for what is refused there: files, ids, a machine, and what is given as DataFrames."""
    job = pathlib.Path(textkin.__file__).parent / "spark" / "_job.py"
    refused = set(re.findall(r'"(\w+)"', re.search(r"NOT_HERE = {(.*?)}", job.read_text(), re.DOTALL)[1]))
    refused |= {"block_size", "memory", "pdf_program", "extract", "extract_memory", "extract_seconds", "extract_unconfined"} | {"removed", "leaks", "check"}
    assert set(typing.get_type_hints(_options.SparkDecontaminateOptions)) == set(typing.get_type_hints(_options.DecontaminateOptions)) - refused


@pytest.mark.parametrize("command", DOORS)
def test_people_see_them(command):
    """help() and IPython, which take the signature, and the text."""
    function = operator.attrgetter(command.replace(" ", "."))(textkin)
    parameters = inspect.signature(function).parameters
    shown = set(DOORS[command].__annotations__)
    assert shown <= set(parameters)
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    assert all(f"\n        {name}: " in function.__doc__ for name in shown)
    assert "--" not in function.__doc__ and "see Options" not in function.__doc__


def test_defaults_are_the_engines():
    parameters = inspect.signature(textkin.dedup).parameters
    assert parameters["shingle"].default == "word:5" and parameters["hashes"].default == 256
    assert parameters["weight_unit"].default == 1.0 and parameters["exact"].default is False
    assert parameters["memory"].default is None


def test_ipython_completes_them():
    completer = pytest.importorskip("IPython.core.completer")
    names = completer.IPCompleter(namespace={"textkin": textkin}, use_jedi=False)
    names.use_jedi = False
    text = "textkin.dedup(1, shin"
    matched = names.complete(line_buffer=text, cursor_pos=len(text))[1]
    assert "shingle=" in matched


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("give --repeated-ids number, or another --id-field", 'give repeated_ids="number", or another id='),
        ("recall 1.5 is not between 0 and 1; --exact finds all pairs", "recall 1.5 is not between 0 and 1; exact=True finds all pairs"),
        ("--memory 2 MiB is too little; 12MiB would do", "memory=2 MiB is too little; 12MiB would do"),
        ("-t 0.3 is below --least 0.5 of it", "threshold=0.3 is below least=0.5 of it"),
        ("made with --shingle word:5, this has word:3", 'made with shingle="word:5", this has word:3'),
        ("--keep 'x' is none", "keep='x' is none"),
        ("unknown option --thread; did you mean --threads? (textkin pairs --help)", "there is no option 'thread'; did you mean threads? (help(textkin.pairs))"),
        (
            "old is an index, which is asked: `textkin index query old NEW` tells what of NEW is there; `textkin index export old -o FILE` writes its documents",
            'old is an index, which is asked: Index("old").query(NEW) tells what of NEW is there; Index("old").export(output=FILE) writes its documents',
        ),
        (
            "--audit draws from files, and old is an index; `textkin index query old NEW --check` measures what it answers",
            'audit= draws from files, and old is an index; Index("old").query(NEW, check=True) measures what it answers',
        ),
        ("make it anew with `textkin index rebuild old NEW --passages 12`", "make it anew with Index.rebuild(NEW, passages=12)"),
        ("a--b and x.--memory.txt and --no-such stay", "a--b and x.--memory.txt and --no-such stay"),
    ],
)  # fmt: skip
def test_words(line, said):
    assert in_python(line) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("memory='much': a size is a number of bytes", "--memory much: a size is a number of bytes"),
        ('give repeated_ids="number", or exact=True', "give --repeated-ids number, or --exact"),
        ("no=such, x.memory=2 and /a/memory=2 stay", "no=such, x.memory=2 and /a/memory=2 stay"),
    ],
)
def test_words_of_a_command_that_python_holds(line, said):
    assert as_typed(line) == said


TEXTS = ["one text of some more words", "one text of some more words"]


def an_index():
    return textkin.Index.create(os.path.join(tempfile.mkdtemp(), "index"))


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: textkin.dedup(TEXTS, TEXTS), TypeError, "threshold= is a number, not list; a second collection is against="),
        (lambda: textkin.dedup(TEXTS, help=True), ValueError, "dedup\\(\\) has no option 'help': help\\(textkin.dedup\\)"),
        (lambda: textkin.pairs(TEXTS, output="p.tsv", format="jsonl"), ValueError, "gives its answer back"),
        (lambda: textkin.passages(TEXTS, output="p.tsv"), ValueError, "gives its answer back"),
        (lambda: textkin.pairs(TEXTS, text_field="x"), ValueError, "is text="),
        (lambda: textkin.pairs(TEXTS, hashes="many"), TypeError, "hashes= is a whole number, not the str 'many'"),
        (lambda: textkin.dedup(TEXTS, clusters=True), ValueError, "clusters=True says nothing; it takes a value \\(FILE.tsv"),
        (lambda: textkin.pairs(TEXTS, exact=1), TypeError, "exact= is True or False, not int"),
        (lambda: an_index().query(TEXTS, threshold=True), TypeError, "threshold= is a number, not bool"),
        (lambda: an_index().query(TEXTS, threshold=False), TypeError, "threshold= is a number, not bool"),
        (lambda: an_index().query(TEXTS, measure=True), ValueError, "measure=True says nothing; it takes a value"),
        (lambda: textkin.pairs(TEXTS, normalize=[]), ValueError, "normalize= is empty; give it a value, or leave it out"),
        (lambda: textkin.pairs(TEXTS, normalize=b"none"), TypeError, "normalize= is a str, not bytes"),
        (lambda: textkin.pairs(TEXTS, key=b"sixteen secret bytes"), TypeError, "^key= names a FILE that holds the secret bytes; give its path as a str or a Path, not bytes$"),
        (lambda: textkin.pairs(TEXTS, key=bytearray(b"sixteen secret")), TypeError, "^key= names a FILE .* not bytes$"),
        (lambda: textkin.pairs(TEXTS, lines=True), ValueError, "^lines= says how files are read, and has no use for data in memory; leave it out"),
        (lambda: textkin.dedup({"a": TEXTS[0]}, records=True), ValueError, "^records= says how files are read"),
        (lambda: textkin.trim(pa.table({"text": TEXTS}), as_="jsonl"), ValueError, "^as_= says how files are read"),
        (lambda: textkin.decontaminate(TEXTS, TEXTS, extract="auto"), ValueError, "^extract= says how files are read"),
        (lambda: textkin.passages(TEXTS, extract_seconds=9), ValueError, "^extract_seconds= says how files are read"),
        (lambda: textkin.passages(TEXTS, pdf_program="/usr/bin/pdftotext"), ValueError, "^pdf_program= says how files are read"),
        (lambda: textkin.compare("a b", "a c", lines=True), ValueError, "^lines= says how files are read"),
        (lambda: textkin.plan(data=TEXTS, as_="jsonl"), ValueError, "^as_= says how files are read"),
        (lambda: textkin.sketch(TEXTS, lines=True), ValueError, "^lines= says how files are read"),
        (lambda: an_index().query(TEXTS, lines=True), ValueError, "^lines= says how files are read"),
        (lambda: textkin.pairs(TEXTS, text="body"), ValueError, "^text= names a column, and has no use for texts that stand in none"),
        (lambda: textkin.trim(pa.array(TEXTS), id="number"), ValueError, "^id= names a column"),
        (lambda: textkin.dedup({"a": TEXTS[0]}, id="number"), ValueError, "^id= names a column"),
        (lambda: textkin.pairs(TEXTS, against=TEXTS, against_text="body"), ValueError, "^against_text= names a column"),
        (lambda: textkin.decontaminate(TEXTS, TEXTS, against_id="number"), ValueError, "^against_id= names a column"),
        (lambda: textkin.pairs(TEXTS, fdr=[1]), TypeError, "fdr= is a number, not list"),
        (lambda: textkin.pairs(TEXTS, against=textkin.Index.create(os.path.join(tempfile.mkdtemp(), "a"))), TypeError, "an index is asked: its query"),
        (lambda: textkin.MinHash("128"), TypeError, "number of hashes is a whole number, not '128'"),
        (lambda: textkin.MinHash().jaccard("x"), TypeError, "compared with a sketch, not with str"),
        (lambda: textkin.HyperLogLog, AttributeError, "BottomK"),
        (lambda: textkin.MinHashLSH, AttributeError, "IndexLSH"),
        (lambda: textkin.dedup(TEXTS, memory="2MiB"), MemoryError, "memory=2 MiB is too little"),
    ],
)
def test_wrong_calls(call, kind, message):
    with pytest.raises(kind, match=message) as caught:
        call()
    assert "--" not in str(caught.value) and "\n" not in str(caught.value)


def test_numbers_may_be_of_numpy_or_text():
    numpy = pytest.importorskip("numpy")
    assert textkin.pairs(TEXTS, numpy.float32(0.5), hashes=numpy.int64(128)).num_rows == 1
    assert textkin.pairs(TEXTS, numpy.float32(0.5), exact=numpy.bool_(True)).num_rows == 1
    assert textkin.pairs(TEXTS, "0.5", hashes="128").num_rows == 1
    half = numpy.float64(0.5)
    assert textkin.pairs(TEXTS, half, half, fdr=half).num_rows >= 0
    assert textkin.pairs(["a:1.5 b:2"] * 2, 1, weights="suffix", weight_unit=half).num_rows == 1
    assert textkin.compare(*TEXTS, confidence=half)["jaccard"] == 1
    assert len(an_index().query(TEXTS, half, half, exact=numpy.bool_(False))) == 0
    assert textkin.dedup(TEXTS, half, all_pairs=True).at(numpy.float32(0.75)).stats["threshold"] == 0.75


def test_what_names_columns_is_of_either_side():
    frame = pa.table({"body": TEXTS, "number": [5, 6]})
    assert textkin.pairs(frame, text="body", id="number", against=TEXTS)["a"].to_pylist() == [5, 5, 6, 6]
    assert textkin.pairs(TEXTS, text="body", against=frame).num_rows == 4
    assert textkin.pairs(TEXTS, against=frame, against_text="body", against_id="number")["b"].to_pylist() == [5, 6, 5, 6]
    assert textkin.pairs([], text="body").num_rows == 0
    assert textkin.pairs(TEXTS, as_="sets").num_rows == 1  # which says what is compared
    assert textkin.pairs({"x": TEXTS[0], "y": TEXTS[1]}, id=None)["b"].to_pylist() == [1]


def test_paths_may_be_bytes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.jsonl").write_text('{"text": "one text of some more words"}\n' * 2)
    textkin.dedup(tmp_path / "in.jsonl", stats=b"stats.json", removed=b"removed.jsonl", output=b"out.jsonl")
    textkin.pairs(TEXTS, stats=b"of pairs.json", candidates=b"candidates.tsv", clusters=os.fsencode(tmp_path / "clusters.tsv"))
    textkin.Index.create(b"index")
    assert len(textkin.Index(b"index")) == 0
    made = {"stats.json", "removed.jsonl", "out.jsonl", "of pairs.json", "candidates.tsv", "clusters.tsv", "index", "in.jsonl"}
    assert {path.name for path in tmp_path.iterdir()} == made


def test_values():
    texts = ["the cat sat on the mat today", "a cat sat on a mat today"]
    table = textkin.pairs(texts, 1, stop_words="english", shingle="word:2", normalize=["nfkc-casefold"], exact=True)
    assert len(table) == 1
    assert textkin.plan(0.7, 0.99, hashes=128)["hashes"] == 128
    alike = ["a b c d e f g h i j k", "a b c d e f g h i j z", "nothing of that"]
    both = textkin.pairs(alike, 0.3, estimates=True)
    assert both.num_rows == 1 and abs(both["estimate"][0].as_py() - both["similarity"][0].as_py()) < 0.2
    none = textkin.pairs(alike[1:], 0.9, estimates=True, fdr=0.01)
    assert none.num_rows == 0 and none.schema.names[-2:] == ["log10_p_value", "estimate"]
    looked = textkin.plan(0.6, data=["one text of some words", "another text, of other words", "a third"])
    assert looked["documents"] == 3 and looked["shingle"].startswith("word:")
    assert textkin.compare("one two three", "one two four", shingle="word:1")["jaccard"] == 0.5


def test_progress():
    seen = []
    textkin.pairs(
        [f"text {i} of some {i * i} words" for i in range(200000)], progress=lambda *about: seen.append(about)
    )
    assert seen
    stage, done, total = seen[-1]
    assert stage
    assert done <= total


def test_what_progress_raises_ends_the_run():
    def stop(*about):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        textkin.pairs([f"text {i} of some {i * i} words" for i in range(400000)], progress=stop)
    assert len(textkin.pairs(["a b c", "a b c"])) == 1
