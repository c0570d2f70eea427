"""A name that the system cannot look at is an error with a line: a link that leads to itself, and a name that is too long."""

import pytest

LONG = "x" * 300
FORMS = (
    ("dedup", "in.jsonl", "-o", "{}"), ("dedup", "in.jsonl", "-o", "out.jsonl", "--run-dir", "{}"), ("dedup", "{}"), ("trim", "in.jsonl", "-o", "{}"),
    ("decontaminate", "in.jsonl", "--against", "test.jsonl", "-o", "{}"), ("passages", "{}"), ("report", "in.jsonl", "-o", "{}"), ("sketch", "in.jsonl", "--run-dir", "{}"),
    ("index", "create", "{}"), ("index", "add", "{}", "in.jsonl"), ("index", "query", "{}", "in.jsonl"), ("index", "remove", "{}", "a"), ("index", "merge", "{}"),
    ("index", "snapshot", "{}", "copy"), ("index", "stats", "{}"), ("serve", "{}"), ("serve", "--indexes", "{}"),
)


@pytest.mark.parametrize("name", ["loop", LONG], ids=["loop", "long"])
@pytest.mark.parametrize("form", FORMS, ids=[" ".join(form) for form in FORMS])
def test_a_name_that_cannot_be_looked_at(textkin, form, name):
    textkin.jsonl("in.jsonl", [{"id": "a", "text": "some words of a text here"}, {"id": "b", "text": "some other words of a text"}])
    textkin.jsonl("test.jsonl", [{"id": "t", "text": "a question"}])
    (textkin.folder / "loop").symlink_to("loop")
    said = textkin(*(word.format(name) for word in form), exit=2).errors
    assert name in said and "textkin: " in said.splitlines()[-1], said
