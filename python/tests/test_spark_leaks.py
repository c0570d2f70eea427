"""decontaminate() on Spark: the answers of one machine, however the rows are spread and whatever they are read from."""

import json
import random
import subprocess
import sys

import pyarrow as pa
import pytest
from on_spark import BINARY, generated, job, lines_of, words
from samples import edited, prose

import textkin.spark
import textkin.spark.__main__
from textkin.spark import _leak_tasks, _leaks, _tasks, _test_sets

ITEMS = [(f"q/{number}", prose(f"question {number}", 14 + number % 30)) for number in range(40)]
ITEMS += [("twin", ITEMS[3][1]), ("short", "three short words"), ("none", None)]


def collection(count=700):
    """Texts of which some hold items, whole, in part, edited, several at once; one is a short item, some have no text."""
    rows = []
    for place, (id, text) in enumerate(generated(count, seed=17)):
        one, other = (ITEMS[place * step % 40][1] for step in (1, 7))
        held = {0: one.upper(), 1: f"{one} {words(90, 500, place)} {other}", 2: edited(one, [4, 9]), 3: one.partition(" ")[2]}
        parts = [text, held.get(place % 12, ""), words(40, 3000, place)] if place % 5 else [text]
        rows.append((id, " ".join(filter(None, parts)), place))
    rows += [("three", "Three short – words!", count), ("empty", "", count + 1), ("null", None, count + 2)]
    return rows


ROWS = collection()
TABLE = pa.table({"id": [row[0] for row in ROWS], "text": [row[1] for row in ROWS], "place": [row[2] for row in ROWS]})


def frame(spark, partitions):
    rows = list(ROWS)
    random.Random(partitions).shuffle(rows)
    return spark.createDataFrame(rows, "id string, text string, place long").repartition(partitions)


def sorted_rows(data):
    rows = [row.asDict(recursive=True) for row in data.collect()] if hasattr(data, "collect") else data.to_pylist()
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


OF_A_MACHINE = {"version", "seconds", "peak_memory_bytes", "threads"}


def check(found, expected, leaks):
    """A result beside one machine's. `leaks`: the table of its option."""
    assert sorted_rows(found.kept) == sorted_rows(expected.apply(TABLE))
    of_documents = "cuts" if expected.action == "cut" else "leaked"
    assert sorted_rows(getattr(found, of_documents)) == sorted_rows(getattr(expected, of_documents))
    if expected.by == "passages":
        assert sorted_rows(found.passages) == sorted_rows(expected.passages)
    assert {name: found.stats[name] for name in expected.stats if name not in OF_A_MACHINE} == {
        name: value for name, value in expected.stats.items() if name not in OF_A_MACHINE
    }
    assert [{name: str(value) for name, value in row.asDict().items()} for row in found.leaks.collect()] == leaks


def read_tsv(path):
    names, *rows = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(names, row, strict=True)) for row in rows]


OPTIONS = [
    {"action": "drop"},
    {"action": "flag", "shingle": "word:8"},
    {"action": "cut", "margin": 3},
    {"action": "drop", "by": "passages"},
    {"action": "flag", "by": "passages", "guarantee": 8, "min_length": 60},
    {"action": "cut", "by": "passages", "margin": 0, "sensitivity": "short"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(map(str, options.values())))
def test_answers_are_those_of_one_machine(spark, tmp_path, options):
    tests = pa.table({"id": [item[0] for item in ITEMS], "text": [item[1] for item in ITEMS]})
    expected = textkin.decontaminate(TABLE, tests, leaks=tmp_path / "leaks.tsv", **options)
    assert 60 < expected.stats["leaking"] < 300 and 20 < expected.stats["sets"][0]["leaked"] < 43
    leaks = read_tsv(tmp_path / "leaks.tsv")
    for partitions in (1, 3, 17):
        data = frame(spark, partitions)
        found = textkin.spark.decontaminate(data, tests, order="place", partitions=partitions, **options)
        check(found, expected, leaks)
        found.unpersist()


@pytest.mark.parametrize("options", [{"action": "flag"}, {"action": "cut", "by": "passages"}], ids=lambda options: options["action"])
def test_each_frame_is_a_test_set(spark, tmp_path, options):
    """DataFrames and what is in memory beside each other; ids stand in several, and one set has no item."""
    first = pa.table({"id": range(20), "text": [text for _, text in ITEMS[:20]]})
    others = pa.table({"id": range(3, 23), "text": pa.array([text and text.encode() for _, text in ITEMS[23:]], pa.binary())})
    named = pa.table({"id": [id for id, _ in ITEMS[15:23]], "text": pa.array([text for _, text in ITEMS[15:23]], pa.large_string())})
    asked = spark.createDataFrame(first.to_pandas()).repartition(3)
    for here, there in (
        ({"a": first, "b": others}, {"a": asked, "b": others}),
        ([others, first.slice(0, 0), first], [others, first.slice(0, 0), asked]),
        ({"a": first, "n": named, "m": dict(ITEMS[23:])}, {"a": asked, "n": named, "m": dict(ITEMS[23:])}),
    ):
        expected = textkin.decontaminate(TABLE, here, leaks=tmp_path / "leaks.tsv", **options)
        assert sum(one["leaked"] > 0 for one in expected.stats["sets"]) > 1
        leaks = [{**row, "item": row["item"].partition("#")[0]} for row in read_tsv(tmp_path / "leaks.tsv")]
        check(textkin.spark.decontaminate(frame(spark, 3), there, order="place", **options), expected, leaks)


def test_items_may_have_other_names(spark, folder, monkeypatch):
    tests = pa.table({"item": [item[0] for item in ITEMS], "question": [item[1] for item in ITEMS]})
    on_spark = spark.createDataFrame(tests.to_pandas(), "item string, question string").repartition(3)
    wanted = sorted_rows(textkin.decontaminate(TABLE, tests, against_text="question", against_id="item").leaked)
    for given in (tests, on_spark, {"a": on_spark}):
        found = textkin.spark.decontaminate(frame(spark, 3), given, order="place", against_text="question", against_id="item")
        told = sorted_rows(found.leaked)
        assert [row["id"] for row in told] == [row["id"] for row in wanted] != []
    with pytest.raises(ValueError, match="no column 'id'; it has item, question"):
        textkin.spark.decontaminate(frame(spark, 3), on_spark, against_text="question")
    for path in sorted((folder / "tests").iterdir()):
        records = [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]
        path.write_text("".join(json.dumps({"question": row["text"], "item": row.get("id", "last")}) + "\n" for row in records))
    names = ("--against-text-field", "question", "--against-id-field", "item")
    removed, _ = by_the_command_line(folder, *names)
    job(monkeypatch, "decontaminate", folder / "in", "--against", folder / "tests", *names, "-o", folder / "out", "--removed", folder / "gone", "--stats", folder / "s")
    told = sorted_rows(spark.read.parquet(str(folder / "gone")))
    assert told == sorted_rows(pa.Table.from_pylist([{name: row[name] for name in told[0]} for row in removed]))


def test_chunks_of_a_task_do_not_show(spark, monkeypatch):
    class Shared:
        value = _test_sets.read(None, dict(ITEMS), "text", "id", _leaks.settings_of("cut", 2, "64MiB", {}))

    rows = pa.table({_tasks.ID_HASH: pa.array(range(len(ROWS))), _tasks.ID: TABLE["id"], _tasks.TEXT: TABLE["text"]})
    settings = _leaks.settings_of("cut", 2, "64MiB", {"by": "passages"})
    task = _leak_tasks.search(settings, Shared, [_tasks.ID], {"problems": 0, "input_bytes": 0})

    def found():
        batches = list(task(iter(rows.to_batches(max_chunksize=50))))
        told = pa.Table.from_batches(batches)
        packets = told.filter(told[_leak_tasks.PACKET].is_valid())
        return len(packets), sorted_rows(told.filter(told[_leak_tasks.PACKET].is_null()).drop_columns(_leak_tasks.MET))

    whole = found()
    monkeypatch.setattr(_tasks, "CHUNK_BYTES", 50_000)
    monkeypatch.setattr(_tasks, "_TIMES_BESIDE", 0)
    pieces = found()
    assert pieces[0] > 5 * whole[0]
    # Of each chunk there are the items that it met, which are nothing here.
    assert [row for row in pieces[1] if row[_tasks.ID]] == [row for row in whole[1] if row[_tasks.ID]] != []


@pytest.fixture
def folder(tmp_path):
    """Records of many forms, and test sets of which an id stands in both; a few lines of each hold nothing."""
    (tmp_path / "in").mkdir()
    (tmp_path / "tests").mkdir()
    for number, name in enumerate(("a b.jsonl", "é.jsonl")):
        with open(tmp_path / "in" / name, "w", encoding="utf-8") as out:
            for id, text, place in ROWS[number::2]:
                if text is None:
                    continue
                record = {"id": id, "n": place, "text": text + " ü\t\"" * (place % 3 == 0), "more": [1.50, {}]}
                if place % 7 == 0:
                    del record["id"]
                out.write(json.dumps(record, ensure_ascii=place % 2 == 0) + ("\r\n" if place % 4 == 0 else "\n"))
                if place % 100 < 2:
                    out.write('{"id": "broken", "text": \n' if place % 2 else "\n")
    with open(tmp_path / "tests" / "b.jsonl", "w") as out:
        out.writelines(json.dumps({"id": str(place), "text": text}) + "\n" for place, (_, text) in enumerate(ITEMS[20:40]))
    with open(tmp_path / "tests" / "a.jsonl", "w") as out:
        out.writelines(json.dumps({"id": str(place), "text": text}) + "\n" for place, (_, text) in enumerate(ITEMS[:25]))
        out.write('nothing\n{"text": "an item without an id, of so many words that it might leak, which it does not do here"}\n')
    return tmp_path


def by_the_command_line(folder, *more):
    files = ("-o", "out.jsonl", "--removed", "removed.jsonl", "--leaks", "leaks.tsv", "--stats", "stats.json", "--problems", "problems.jsonl")
    command = [BINARY, "decontaminate", "in", "--against", "tests", *files, *more, "--quiet"]
    subprocess.run(list(map(str, command)), cwd=folder, check=True, timeout=60, stderr=subprocess.DEVNULL)
    removed = [json.loads(line) for line in (folder / "removed.jsonl").read_text().splitlines()]
    return removed, json.loads((folder / "stats.json").read_text())


@pytest.mark.parametrize("words", [(), ("--action", "flag"), ("--action", "cut", "--margin", 1), ("--by", "passages", "--action", "cut")], ids=str)
def test_files_are_those_of_the_command_line(spark, folder, monkeypatch, words):
    removed, stats = by_the_command_line(folder, *words)
    assert stats["problems"] == 9 and len(removed) > 50
    spark.conf.set("spark.sql.files.maxPartitionBytes", "150000")
    own = [word for name in ("removed", "leaks", "stats", "problems") for word in (f"--{name}", folder / f"on-spark-{name}")]
    job(monkeypatch, "decontaminate", folder / "in", "--against", folder / "tests", "-o", folder / "out", *own, *words)
    spark.conf.unset("spark.sql.files.maxPartitionBytes")
    lines = [line for part in (folder / "out").glob("part-*") for line in part.read_bytes().splitlines(True)]
    assert sorted(lines) == sorted((folder / "out.jsonl").read_bytes().splitlines(True))
    told = [row.asDict() for row in spark.read.parquet(str(folder / "on-spark-removed")).collect()]
    told = sorted_rows(pa.Table.from_pylist(told))
    assert told == sorted_rows(pa.Table.from_pylist([{name: row[name] for name in told[0]} for row in removed]))
    leaks = [{name: str(value) for name, value in row.asDict().items()} for row in spark.read.parquet(str(folder / "on-spark-leaks")).collect()]
    assert leaks == read_tsv(folder / "leaks.tsv") and {row["set"] for row in leaks} == {"a.jsonl", "b.jsonl"}
    assert any(row["item"].endswith("#2") for row in leaks)
    on_spark = json.loads((folder / "on-spark-stats").read_text())
    ours = {name: on_spark[name] for name in stats if name not in OF_A_MACHINE | {"input_bytes"}}
    assert ours == {name: value for name, value in stats.items() if name in ours}
    problems = (folder / "on-spark-problems").read_text().splitlines()
    assert problems == (folder / "problems.jsonl").read_text().splitlines() and "a.jsonl" in problems[0]


def test_parquet_and_texts(spark, folder, monkeypatch):
    """Parquet keeps its columns, and says in one more what a row shares; of texts the names of those that stay are written."""
    documents = frame(spark, 2).where("text is not null").withColumnRenamed("text", "body")
    documents.write.parquet(str(folder / "in.parquet"))
    items = spark.createDataFrame([(id, text) for id, text in ITEMS if text], "id string, body string")
    items.repartition(1).write.parquet(str(folder / "tests.parquet"))
    words = ("decontaminate", folder / "in.parquet", "--against", folder / "tests.parquet", "--text", "body", "--stats", folder / "s")
    job(monkeypatch, *words, "--action", "flag", "-o", folder / "out.parquet", "--partitions", 3)
    found = spark.read.parquet(str(folder / "out.parquet"))
    expected = textkin.decontaminate(TABLE, dict(ITEMS), action="flag").apply(TABLE)
    assert found.columns == ["id", "body", "place", "textkin"]
    marks = {row["id"]: row["textkin"] for row in expected.to_pylist() if row["text"] is not None}
    assert {row.id: row.textkin and row.textkin.asDict() for row in found.collect()} == marks
    job(monkeypatch, *words, "--action", "cut", "-o", folder / "cut.parquet")
    left = {row["id"]: row["text"] for row in textkin.decontaminate(TABLE, dict(ITEMS), action="cut").apply(TABLE).to_pylist()}
    del left["null"]
    assert {row.id: row.body for row in spark.read.parquet(str(folder / "cut.parquet")).collect()} == left

    (folder / "texts").mkdir()
    for number, (_, text, _) in enumerate(ROWS[:30]):
        (folder / "texts" / f"{number}.txt").write_text(text + " ")
    kept = textkin.decontaminate([row[1] for row in ROWS[:30]], dict(ITEMS)).kept
    job(monkeypatch, "decontaminate", folder / "texts", "--against", folder / "tests", "-o", folder / "names", "--stats", folder / "s")
    assert lines_of(folder / "names") == sorted(f"{number}.txt" for number in range(30) if kept[number])


def test_items_come_in_their_order(spark):
    """Of items that share as much the first is told; a DataFrame has the order of its ids."""
    text = prose("one", 20)
    rows = spark.createDataFrame([(7, text), (8, prose("two", 20))], "id long, text string")
    tests = spark.createDataFrame([(100, None), (31, text), (4, text)], "id int, text string").repartition(3)
    found = textkin.spark.decontaminate(rows, tests)
    assert [row.asDict() for row in found.leaked.collect()] == [{"id": 7, "set": "<against>", "item": 4, "shared": 8, "items": 2}]
    assert found.leaked.schema["item"].dataType.simpleString() == "int"
    assert [(row.item, row.first) for row in found.leaks.collect()] == [(4, 7), (31, 7)]
    assert repr(found) == "DecontaminateResult(documents=2, leaking=1, kept=1)"
    by_order = textkin.spark.decontaminate(rows, {"z": text, "a": text})
    assert [row.item for row in by_order.leaked.collect()] == ["z"]
    assert [row.item for row in textkin.spark.decontaminate(rows, [None, text]).leaked.collect()] == [1]
    nothing = textkin.spark.decontaminate(rows.where("id = 8"), tests)
    assert nothing.leaked.count() == nothing.leaks.count() == 0 and nothing.kept.count() == 1
    assert textkin.spark.decontaminate(rows.where("id = 9"), tests).stats["documents"] == 0


def test_ids_must_differ(spark):
    text = prose("one", 20)
    for rows, said in (([("a", text), ("b", "x"), ("a", "y")], "^id 'a' stands 2 times in column 'id'; ids must differ$"), ([(None, text), ("b", "x")], "^1 rows have no id")):
        with pytest.raises(ValueError, match=said):
            textkin.spark.decontaminate(spark.createDataFrame(rows, "id string, text string").repartition(3), [text])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"action": "burn"}, 'action="burn" is none of drop, flag, cut'),
        ({"leaks": "x.tsv"}, "^option 'leaks' has no meaning for decontaminate on Spark; leave it out$"),
        ({"threads": 2}, "^option 'threads' has no meaning"),
        ({"by": "passages", "shingle": "word:3"}, "shingle"),
        ({"shingle": "char:5", "action": "cut"}, "shingle"),
        ({"text": "body"}, "^the DataFrame has no column 'body'; it has id, text, textkin$"),
        ({"action": "flag"}, "^the DataFrame has a column 'textkin' already"),
        ({"order": "when"}, "^the DataFrame has no column 'when'"),
        ({"against": []}, "^against has no test item"),
        ({"against": {"<a>": pa.table({"text": ["one text"]})}}, "is none that tells one; give each its own$"),
        ({"against": pa.table({"body": ["one text"]})}, "^the table has no column 'text'; name the one that there is, of 'body'$"),
    ],
)
def test_what_cannot_be(spark, options, said):
    rows = spark.createDataFrame([("a", "one text", 1)], "id string, text string, textkin int")
    with pytest.raises(ValueError, match=said):
        textkin.spark.decontaminate(rows, **{"against": ["one text"]} | options)


def test_what_cannot_be_is_said_in_a_line(spark, folder, monkeypatch, capsys):
    def fails(*words, code=2):
        monkeypatch.setattr(sys, "argv", ["textkin.spark", *map(str, words)])
        capsys.readouterr()
        try:
            assert textkin.spark.__main__.main() == code
        except SystemExit as ended:
            assert ended.code == code
        return capsys.readouterr().err.splitlines()[-1].partition(": ")[2]

    (folder / "empty.jsonl").write_text("\n")
    (folder / "texts.txt").write_text("one")
    (folder / "broken.jsonl").write_text("one\ntwo\n")
    data, tests, out = ("decontaminate", folder / "in"), ("--against", folder / "tests"), ("-o", folder / "out")
    cases = [
        ("error: decontaminate takes the test sets by --against", (*data, *out)),
        ("error: --threshold is for dedup and pairs", (*data, *tests, *out, "-t", "0.5")),
        ("error: --seed is for dedup and pairs", (*data, *tests, *out, "--seed", 3)),
        ("error: --margin is for decontaminate", ("dedup", folder / "in", *out, "--margin", 0)),
        ("error: --keep is for dedup", ("pairs", folder / "in", *out, "--keep", "last")),
        ("is both INPUT and --against", (*data, "--against", folder / "in", *out)),
        ("no test item is there", (*data, "--against", folder / "empty.jsonl", *out)),
        ("no document could be read, so nothing was done; the first problem was: " + f"{folder}/broken.jsonl:1: not", ("decontaminate", folder / "broken.jsonl", *tests, *out)),
        ("so nothing was done; the first problem was: " + f"{folder}/broken.jsonl:1: not", (*data, "--against", folder / "broken.jsonl", *out)),
        ("are of several formats", (*data, "--against", folder / "empty.jsonl", folder / "texts.txt", *out)),
        ("--action cut is of records of JSON lines or Parquet", ("decontaminate", folder / "texts.txt", *tests, *out, "--action", "cut")),
        ("--stop-words has no use for passages", (*data, *tests, *out, "--by", "passages", "--stop-words", "english")),
        ("a.jsonl:26: not valid JSON", (*data, *tests, *out, "--on-error", "fail")),
        ("named for two outputs", (*data, *tests, *out, "--leaks", folder / "out")),
    ]
    said = {part: fails(*words) for part, words in cases}
    assert not {part: message for part, message in said.items() if part not in message}
    assert not (folder / "out").exists()


def test_bytes_that_are_no_text(spark, tmp_path, monkeypatch):
    """In a task of which nothing else is left, too."""
    item = prose("one", 20)
    rows = [(1, item.encode()), (2, b"\xff\xfe " + item.encode() + b" tail"), (3, b"fine"), (4, None), (5, b"\xff")]
    data = spark.createDataFrame(rows, "id int, text binary").repartition(5)
    left = textkin.spark.decontaminate(data, [item], action="cut", margin=0)
    table = pa.table({"id": [row[0] for row in rows], "text": pa.array([row[1] for row in rows], pa.binary())})
    expected = textkin.decontaminate(table, [item], action="cut", margin=0)
    assert sorted_rows(left.cuts) == sorted_rows(expected.cuts) != []
    found = {row.id: row.text for row in left.kept.collect()}
    assert found == {2: "�� tail".encode(), 3: b"fine", 4: None, 5: b"\xff"}
    skipped = textkin.spark.decontaminate(data, [item], invalid_utf8="skip")
    assert sorted(row.id for row in skipped.kept.collect()) == [3, 4]
    assert [(row.id, row.reason) for row in skipped.problems.collect()] == [(2, "invalid-utf8"), (5, "invalid-utf8")]
    assert (skipped.stats["documents"], skipped.stats["problems"], skipped.stats["leaking"]) == (3, 2, 1)
    with pytest.raises(ValueError, match="^row 2: invalid UTF-8; repair or remove it$"):
        textkin.spark.decontaminate(data, [item], invalid_utf8="fail")

    lines = [b'{"id": "%d", "text": "%s"}\n' % (id, text or b"") for id, text in rows]
    (tmp_path / "in.jsonl").write_bytes(b"".join(lines))
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.jsonl").write_text(json.dumps({"text": item}) + "\n")
    for action, more in (("drop", ()), ("cut", ("--margin", 0)), ("flag", ("--invalid-utf8", "skip"))):
        command = [BINARY, "decontaminate", "in.jsonl", "--against", "tests", "--action", action, *more, "-o", "out.jsonl", "--quiet"]
        subprocess.run(list(map(str, command)), cwd=tmp_path, check=True, timeout=60, stderr=subprocess.DEVNULL)
        out = tmp_path / action
        job(monkeypatch, "decontaminate", tmp_path / "in.jsonl", "--against", tmp_path / "tests", "--action", action, *more, "-o", out, "--stats", tmp_path / "s")
        written = [line for part in out.glob("part-*") for line in part.read_bytes().splitlines(True)]
        assert sorted(written) == sorted((tmp_path / "out.jsonl").read_bytes().splitlines(True)) != []


STREAM = """
import resource, random
import pyarrow as pa
from textkin.spark import _leak_tasks, _leaks, _tasks, _test_sets

draw, words = random.Random(1), [f"w{i}" for i in range(5000)]
settings = _leaks.settings_of("cut", 2, 64 << 20, {})
items = {f"q{i}": " ".join(draw.choices(words, k=80)) for i in range(2000)}
texts = [" ".join(draw.choices(words, k=350)) for _ in range(500)]
texts += [f"{texts[i]} {items[f'q{i}']}" for i in range(10)]
class Shared:
    value = _test_sets.read(None, items, "text", "id", settings)
def rows(batches):
    for begin in range(0, 1000 * batches, 1000):
        numbers = range(begin, begin + 1000)
        columns = [pa.array(numbers), pa.array(map(str, numbers)), pa.array(texts[number % 510] for number in numbers)]
        yield pa.record_batch(columns, [_tasks.ID_HASH, _tasks.ID, _tasks.TEXT])
task = _leak_tasks.search(settings, Shared, [_tasks.ID], {"problems": 0, "input_bytes": 0})
list(task(rows(1)))
before, cuts = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0
for batch in task(rows(150)):
    cuts += len(batch) - batch.column(_leak_tasks.CUT).null_count
print(cuts, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


def test_rows_stream_by():
    """300 MB of texts under 64 MiB."""
    done = subprocess.run([sys.executable, "-c", STREAM], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    cuts, peak = map(int, done.stdout.split())
    assert cuts == sum(number % 510 >= 500 for number in range(150_000)) and peak < 150, f"{peak} MiB"
