"""A file is what its name says: an output under a name of another format is refused, or written so where that can be.

Every output of every command's help is tried: one that is new is tried with them.
"""

import gzip
import json
import re

import pytest

from samples import prose
from test_guide import COMMANDS
from test_no_loss import ONLY_AN_INDEX, everything, least_words, outputs_of, there  # noqa: F401 (a fixture)

# Names that promise what no output but those of this list is.
PROMISED = {"csv": [], "xlsx": [], "pdf": [], "docx": [], "parquet": ["FILE.sig"], "feather": ["FILE.sig"], "html": ["FILE.html"]}
SAYS = re.compile(r"its name says .*, and what is written there is .*; name a file \*\.|name a file with that suffix|name it \*\.txt")


def files_of(command):
    """{option: its word} of what is one file; what is kept of INPUT (FILE|FOLDER/) has tests of its own."""
    return {name: word for name, word in outputs_of(command).items() if word.startswith("FILE") and word != "FILE|FOLDER/"}


@pytest.mark.parametrize("command", [command for command in COMMANDS if " ".join(command) not in ONLY_AN_INDEX], ids=" ".join)
def test_no_output_has_the_name_of_another_format(there, command):  # noqa: F811
    before = everything(there)
    tried = 0
    for option, word in files_of(command).items():
        for suffix, right in PROMISED.items():
            if word in right or (suffix == "html" and command[-1] == "report" and option == "-o"):
                continue
            for name in (f"new.{suffix}", f"new.{suffix.upper()}.gz"):
                run = there(*least_words(command, (option,)), option, name, exit=2)
                last = run.errors.splitlines()[-1]
                assert f"{option} {name}: " in last and SAYS.search(last), last
                tried += 1
    assert tried or not files_of(command)
    assert everything(there) == before


RIGHT = [
    ["dedup", "--removed", "why.jsonl"], ["dedup", "--removed", "why.json"], ["dedup", "--removed", "why.ndjson.gz"], ["dedup", "--removed", "why"],
    ["dedup", "--removed", "why.log"], ["dedup", "--clusters", "c.tsv.zst"], ["dedup", "--clusters", "c.txt"], ["dedup", "--report", "page.htm"],
    ["dedup", "--stats", "s.json"], ["dedup", "-o", "kept.json"], ["pairs", "-o", "pairs"], ["pairs", "-o", "pairs.txt.gz"], ["pairs", "-o", "v1.2"],
    ["pairs", "--format", "jsonl", "-o", "pairs.dat"], ["report", "-o", "page.html.gz"], ["passages", "--format", "pan", "-o", "pan.xml"],
]  # fmt: skip


@pytest.mark.parametrize("words", RIGHT, ids=" ".join)
def test_other_names_are_as_they_were(textkin, words):
    textkin.jsonl("in.jsonl", [prose(1), prose(1)])
    textkin(words[0], "in.jsonl", *words[1:])
    assert textkin.path(words[-1]).exists()


def rows_of(path):
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", ["p.jsonl", "p.ndjson.gz", "p.json", "P.JSONL"])
@pytest.mark.parametrize("words", [["pairs"], ["passages"], ["report"], ["distance"], ["simhash"]], ids=" ".join)
def test_a_name_says_the_format_where_no_option_does(textkin, words, name):
    for file in ("a.txt", "b.txt"):
        textkin.write(file, prose(1))
    textkin(*words, "a.txt", "b.txt", "-o", name)
    textkin(*words, "a.txt", "b.txt", "--format", "jsonl", "-o", "typed.jsonl")
    assert rows_of(textkin.path(name)) == rows_of(textkin.path("typed.jsonl")) != []
    # Two that say another thing: nobody knows which is meant.
    run = textkin(*words, "a.txt", "b.txt", "--format", "tsv", "-o", "other.jsonl", exit=2)
    assert "-o other.jsonl: its name says JSON lines, and what is written there is tab separated rows; name a file *.tsv, or take --format jsonl" in run.errors
    assert not textkin.path("other.jsonl").exists()


def test_tables_and_answers_for_programs_by_their_names(textkin):
    textkin.jsonl("in.jsonl", [prose(1), prose(1)])
    textkin("report", "in.jsonl", "-o", "all.tsv")
    assert textkin.path("all.tsv").read_text().startswith("a\tb\t")
    textkin("plan", "-o", "plan.json")
    assert json.loads(textkin.path("plan.json").read_text())
    textkin("law", "error", "-o", "law.json")
    assert json.loads(textkin.path("law.json").read_text())["form"] == "error"
    # An object of many lines is no line of JSON.
    textkin("plan", "-o", "plan.jsonl", exit=2)
    run = textkin("plan", "--format", "text", "-o", "plan.json", exit=2)
    assert "name a file *.txt, or take --format json" in run.errors


def test_what_stands_beside_has_the_format_of_the_answer(textkin):
    textkin.jsonl("in.jsonl", [prose(1), prose(1)])
    run = textkin("pairs", "in.jsonl", "--candidates", "c.jsonl", exit=2)
    assert "--candidates c.jsonl: its name says JSON lines, and what is written there is tab separated rows" in run.errors
    textkin("pairs", "in.jsonl", "-o", "p.jsonl", "--candidates", "c.jsonl")
    assert rows_of(textkin.path("c.jsonl"))[0]["a"] == rows_of(textkin.path("p.jsonl"))[0]["a"]
    textkin("pairs", "in.jsonl", "-o", "p.jsonl", "--candidates", "c.tsv", exit=2)


@pytest.mark.parametrize("name", ["kept.html", "kept.pdf", "kept.xlsx", "kept.docx.gz"])
def test_kept_records_and_ids_are_no_page(textkin, name):
    textkin.jsonl("in.jsonl", [prose(1), prose(1)])
    textkin.write("a.txt", prose(1))
    assert "stay as they stand in in.jsonl" in textkin("dedup", "in.jsonl", "-o", name, exit=2).errors
    assert "a list of their ids" in textkin("dedup", "a.txt", "-o", name, exit=2).errors
    textkin("trim", "in.jsonl", "-o", name, exit=2)
    assert not textkin.path(name).exists()
