"""--text-field of what is nested and of several fields, and --against-text-field: of JSON lines, arrays and objects."""

import json

import pytest

from samples import prose

LONG = prose("long", 40)


def record(name, text, **more):
    return {"id": name, "doc": {"text": text}, "messages": [{"role": "u", "content": text}, {"role": "b", "content": None}],
            "prompt": text.split(" ", 5)[0], "completion": text.split(" ", 1)[1], **more}


RECORDS = [record("a", LONG), record("b", prose("other", 40)), record("c", LONG + " end"), record("d", LONG, doc={"text": LONG})]
FIELDS = [("--text-field", "doc.text"), ("--text-field", "messages[].content"), ("--text-field", "prompt", "--text-field", "completion")]


def write(textkin, name, records):
    lines = [json.dumps(one, ensure_ascii=False) for one in records]
    if name.endswith(".jsonl"):
        textkin.write(name, "".join(line + "\n" for line in lines))
    elif name == "object.json":
        textkin.write(name, json.dumps({"data": records, "total": 3}, indent=2))
    else:
        textkin.write(name, json.dumps(records))
    return name


@pytest.mark.parametrize("name", ["in.jsonl", "in.json", "object.json"])
@pytest.mark.parametrize("fields", FIELDS, ids=" ".join)
def test_records_come_out_as_they_were(textkin, fields, name):
    write(textkin, name, RECORDS)
    # What follows a name is INPUT again.
    textkin("dedup", *fields, name, "-t", "0.7", "-o", "out.jsonl", "--removed", "removed.jsonl", "--on-error", "fail")
    assert [json.loads(line) for line in textkin.path("out.jsonl").read_text().splitlines()] == RECORDS[:2]
    assert {json.loads(line)["id"] for line in textkin.path("removed.jsonl").read_text().splitlines()} == {"c", "d"}
    if name == "in.jsonl":
        assert textkin.path("out.jsonl").read_bytes() == b"".join(textkin.path(name).read_bytes().splitlines(True)[:2])


@pytest.mark.parametrize(
    "more, fields, reason, said",
    [
        ({"doc": None}, FIELDS[0], "text-not-a-string", 'field "doc.text" is not a string'),
        ({"doc": {}}, FIELDS[0], "no-text-field", 'no field "doc.text"'),
        ({"doc": {"text": 7}}, FIELDS[0], "text-not-a-string", 'field "doc.text" is not a string'),
        ({"doc": "text"}, FIELDS[0], "text-not-a-string", 'field "doc.text" is not a string: there is no object before "text"'),
        ({"doc": [{"text": "x"}]}, FIELDS[0], "text-not-a-string", "[] stands for each of its items"),
        ({"messages": None}, FIELDS[1], "text-not-a-string", 'field "messages[].content" is not a string'),
        ({"messages": {"content": "x"}}, FIELDS[1], "text-not-a-string", "there is no array before []"),
        ({"messages": [{"content": ["x"]}]}, FIELDS[1], "text-not-a-string", "but an array"),
        ({"messages": [{"content": "x"}, 7]}, FIELDS[1], "text-not-a-string", "there is no object before"),
        ({"prompt": None, "completion": None}, FIELDS[2], "text-not-a-string", 'field "completion" is not a string'),
        ({"prompt": 7}, FIELDS[2], "text-not-a-string", 'field "prompt" is not a string'),
    ],
)
def test_what_is_no_text_is_a_problem(textkin, more, fields, reason, said):
    write(textkin, "in.jsonl", [*RECORDS, {**record("bad", LONG), **more}])
    textkin("dedup", "in.jsonl", *fields, "-o", "out.jsonl", "--problems", "problems.jsonl")
    (problem,) = [json.loads(line) for line in textkin.path("problems.jsonl").read_text().splitlines()]
    assert (problem["line"], problem["reason"]) == (5, reason) and said in problem["message"]


def test_no_field_of_several_is_there(textkin):
    textkin.write("in.jsonl", '{"prompt": "a b c"}\n{"x": "a b c"}\n{"completion": "a b c", "prompt": null}\n')
    run = textkin("dedup", "in.jsonl", *FIELDS[2], "-o", "out.jsonl")
    assert 'in.jsonl:2: none of the fields "prompt", "completion" (see --text-field); the line was skipped' in run.errors
    assert len(textkin.path("out.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize(
    "line, fields",
    [
        ('{"doc": {"text": "a", "te\\u0078t": "b"}}', FIELDS[0]),
        ('{"doc": {"text": "a"}, "doc": {"x": 1}}', FIELDS[0]),
        ('{"messages": [{"content": "a"}, {"content": "a", "content": "a"}]}', FIELDS[1]),
        ('{"prompt": "a", "completion": "b", "completion": "b"}', FIELDS[2]),
    ],
)
def test_a_key_on_the_way_that_is_there_twice(textkin, line, fields):
    textkin.write("in.jsonl", line + "\n" + json.dumps(RECORDS[0]) + "\n")
    textkin("dedup", "in.jsonl", *fields, "-o", "out.jsonl", "--problems", "problems.jsonl")
    (problem,) = [json.loads(one) for one in textkin.path("problems.jsonl").read_text().splitlines()]
    assert (problem["line"], problem["reason"]) == (1, "repeated-key")


def test_a_field_of_that_name_as_a_whole(textkin):
    write(textkin, "in.jsonl", [{"id": "a", "doc.text": LONG, "doc": {"text": "x"}}, {"id": "b", "doc": {"text": LONG}}])
    assert textkin.pairs("in.jsonl", "--text-field", "doc.text")[("a", "b")]["similarity"] == "1.0"


@pytest.mark.parametrize("fields", FIELDS, ids=" ".join)
def test_depth_and_length_are_no_matter(textkin, fields):
    deep = "[" * 200_000 + "]" * 200_000
    lines = ["{\"deep\": " + deep + ", " + json.dumps(one)[1:] for one in RECORDS]
    long = json.dumps({**record("long", LONG), "pad": "x\\" * 1_000_000})
    textkin.write("in.jsonl", "\n".join([*lines, long]) + "\n")
    textkin("dedup", "in.jsonl", *fields, "-t", "0.7", "-o", "out.jsonl", "--memory", "600MiB", "--on-error", "fail")
    assert textkin.path("out.jsonl").read_text().splitlines() == lines[:2]


@pytest.mark.parametrize("unit", [("--words", "10"), ("--unit", "line")])
def test_what_repeats_goes_out_of_the_fields(textkin, unit):
    rows = [{"id": str(number), "n": [1, {"x": "\u00e9"}], "prompt": prose(f"p{number % 3}", 15), "completion": prose(f"c{number % 4}", 15)} for number in range(8)]
    write(textkin, "in.jsonl", rows)
    textkin("trim", "in.jsonl", *FIELDS[2], *unit, "-o", "out.jsonl")
    seen = set()
    for row, line in zip(rows, textkin.path("out.jsonl").read_text().splitlines(), strict=True):
        left = {name: "" if row[name] in seen else row[name] for name in ("prompt", "completion")}
        seen |= {row["prompt"], row["completion"]}
        assert json.loads(line) == {**row, **left}


def test_what_is_leaked_is_cut_out_of_the_fields(textkin):
    rows = [{"id": "a", "messages": [{"content": "so " + prose("test", 20)}, {"content": None}, {"content": "yes"}]}, {"id": "b", "messages": []}]
    write(textkin, "in.jsonl", rows)
    textkin.jsonl("tests.jsonl", [{"id": "t", "question": prose("test", 20)}])
    textkin("decontaminate", "in.jsonl", "--text-field", "messages[].content", "--against", "tests.jsonl", "--against-text-field", "question",
            "--action", "cut", "--margin", "0", "-o", "out.jsonl")
    rows[0]["messages"][0]["content"] = "so "
    assert [json.loads(line) for line in textkin.path("out.jsonl").read_text().splitlines()] == rows


def test_a_text_that_is_named_twice_cannot_be_cut(textkin):
    write(textkin, "in.jsonl", [{"id": "a", "text": prose("x", 40)}, {"id": "b", "text": prose("x", 40)}])
    twice = ("--text-field", "text", "--text-field", "text")
    assert textkin.pairs("in.jsonl", *twice)[("a", "b")]["similarity"] == "1.0"
    run = textkin("trim", "in.jsonl", *twice, "--words", "10", "-o", "out.jsonl", exit=2)
    assert "two of --text-field name the same text, of which nothing can be cut then; name it once" in run.errors
    assert not textkin.path("out.jsonl").exists()


def test_work_of_other_fields_is_not_taken_up(textkin):
    write(textkin, "in.jsonl", RECORDS)
    textkin("dedup", "in.jsonl", *FIELDS[2], "-o", "out.jsonl", "--run-dir", "run")
    textkin("dedup", "in.jsonl", *FIELDS[2], "-o", "out.jsonl", "--run-dir", "run")
    run = textkin("dedup", "in.jsonl", "--text-field", "prompt", "-o", "out.jsonl", "--run-dir", "run", exit=2)
    assert "run was made with --text-field completion, this run has none" in run.errors
    textkin("sketch", "in.jsonl", *FIELDS[2], "--run-dir", "staged")
    textkin("join", "--run-dir", "staged")
    textkin("cluster", "--run-dir", "staged", "-o", "staged.jsonl")
    assert textkin.path("staged.jsonl").read_bytes() == textkin.path("out.jsonl").read_bytes()


OTHER = ("--against", "old.jsonl", "--against-text-field", "q.text", "--against-text-field", "a", "--against-id-field", "key")


@pytest.fixture
def two_sides(textkin):
    textkin.jsonl("new.jsonl", [{"id": "n1", "body": LONG}, {"id": "n2", "body": prose("new", 40)}])
    first, rest = LONG.split(" ", 1)
    textkin.jsonl("old.jsonl", [{"id": "no", "key": "o1", "q": {"text": first}, "a": rest}, {"key": "o2", "q": None, "a": prose("old", 40)}])
    textkin.jsonl("plain.jsonl", [{"id": "o1", "body": f"{first}\n{rest}"}, {"id": "o2", "body": prose("old", 40)}])
    return textkin


@pytest.mark.parametrize("command", [("pairs",), ("passages",), ("distance",), ("simhash", "--distance", "3")], ids=" ".join)
def test_the_other_side_has_fields_of_its_own(two_sides, command):
    words = (command[0], "new.jsonl", "--text-field", "body", *command[1:])
    found = two_sides(*words, *OTHER).stdout
    assert found == two_sides(*words, "--against", "plain.jsonl").stdout
    assert b"n1\to1\t" in found


def test_the_other_side_of_clean_ups(two_sides):
    for command in (("dedup",), ("decontaminate",), ("decontaminate", "--by", "passages")):
        made = []
        for other in (OTHER, ("--against", "plain.jsonl")):
            two_sides(*command, "new.jsonl", "--text-field", "body", *other, "-o", "out.jsonl", "--removed", "removed.jsonl", "--run-dir", f"run {len(made)} {command}")
            rows = [json.loads(line) for line in two_sides.path("removed.jsonl").read_text().splitlines()]
            made.append((two_sides.path("out.jsonl").read_text(), [{name: row[name] for name in row if name != "set"} for row in rows]))
        assert made[0] == made[1] and len(made[0][0].splitlines()) == 1 and "o1" in made[0][1][0].values()


def test_the_other_side_is_not_there(two_sides):
    for option in ("--against-text-field", "--against-id-field"):
        run = two_sides("pairs", "new.jsonl", "--text-field", "body", option, "x", exit=2)
        assert f"{option} has no use without --against; leave it out" in run.errors
    run = two_sides("pairs", "new.jsonl", "--text-field", "body", "--against", "old.jsonl", "--against-text-field", "", exit=2)
    assert "--against-text-field '' is empty" in run.errors
