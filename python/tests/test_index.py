"""textkin.Index: what the command line says of the same folder, and what `pairs --against` says of the same documents."""

import inspect
import json
import multiprocessing
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import textkin
from conftest import PROGRAM, tsv
from index_texts import changed, family, text
from textkin._options import Options


def numbered(texts, prefix="d"):
    return pa.table({"id": [f"{prefix}{i}" for i in range(len(texts))], "text": texts})


@pytest.fixture
def index(tmp_path):
    return textkin.Index.create(tmp_path / "idx")


def rows(table):
    return table.select(["id", "text"]).to_pylist()


@pytest.mark.parametrize("seed", range(3))
def test_rows_are_those_of_the_command_line_and_of_pairs(index, program, seed):
    """Whatever became of the documents on the way; the rows by keys are among all, in the same order."""
    draw = random.Random(seed)
    texts = family(draw, 250)
    alive = {}
    for step in range(6):
        with index.writer() as writer:
            for _ in range(draw.randrange(1, 4)):
                batch = {f"d{draw.randrange(200)}": draw.choice(texts) for _ in range(draw.choice((1, 7, 60)))}
                writer.add(batch)
                for id, one in batch.items():
                    if alive.get(id) != one:
                        alive.pop(id, None)
                        alive[id] = one
            gone = [*draw.sample(sorted(alive), len(alive) // 5), "nobody"]
            alive = {id: one for id, one in alive.items() if id not in gone}
            counts = {"removed": len(gone) - 1, "unknown": 1, "purged": 0, "sequence": step, "documents": len(alive)}
            assert writer.remove(gone) == counts
    assert index.list()["id"].to_pylist() == list(alive) and len(index) == len(alive)
    assert index.sequence == 6
    asked = numbered([changed(draw, draw.choice(texts), draw.randrange(6)) for _ in range(60)], "q")
    program.jsonl("asked.jsonl", [(row["id"], row["text"]) for row in asked.to_pylist()])
    for threshold in (0.5, 0.6, 0.8, 0.9):
        every = textkin.pairs(asked, threshold, against=alive, exact=True)
        exact = index.query(asked, threshold, exact=True)
        assert exact.table.equals(every.cast(exact.table.schema)) and exact.recall == 1 and exact.sequence == 6
        found = index.query(asked, threshold)
        assert tsv(found.table) == program("index", "query", "idx", "asked.jsonl", "-t", threshold)
        mine, all_of_them = found.to_pylist(), every.to_pylist()
        assert mine == [row for row in all_of_them if row in mine] and 0.95 <= found.recall <= 1
        assert len(mine) >= 0.95 * len(all_of_them)
    index.verify(deep=True)


@pytest.mark.parametrize("form", ["table", "frame", "batches", "mapping", "records", "path", "parquet"])
def test_everything_that_is_read(index, program, form):
    documents = [(f"d{i}", f"text number {i} has some words of its own, {i * i} of them") for i in range(30)]
    table = pa.table({"id": [id for id, _ in documents], "text": [one for _, one in documents]})
    pyarrow.parquet.write_table(table, program.folder / "a.parquet")
    data = {
        "table": lambda: table,
        "frame": table.to_pandas,
        "batches": lambda: table.to_batches(7),
        "mapping": lambda: dict(documents),
        "records": table.to_pylist,
        "path": lambda: program.jsonl("a.jsonl", documents),
        "parquet": lambda: program.folder / "a.parquet",
    }[form]
    assert index.add(data())["added"] == 30
    with index.writer() as writer:
        assert writer.add(data())["unchanged"] == 30
    assert index.sequence == 1 and "d7" in index and "d30" not in index and 7 not in index
    found = index.query(data(), 1)
    assert found["a"].to_pylist() == found["b"].to_pylist() == [id for id, _ in documents]
    assert rows(index.get(["d7", "d3"])) == [{"id": f"d{i}", "text": documents[i][1]} for i in (7, 3)]


def test_nothing_counts_before_the_end_of_a_block(index):
    """Others see none of it and then all; its own calls see what was done before."""
    others = textkin.Index.open(index.path)
    with index.writer() as writer:
        writer.add({"a": "one two three four five six seven"}, checkpoint={"topic": "7"})
        assert writer.add({"a": "one two three four five six seven"})["unchanged"] == 1
        assert writer.add({"b": "other words, and many more of them here"})["documents"] == 2
        assert writer.remove("a")["documents"] == 1
        assert others.refresh() == 0 and len(others) == 0 and others.query({"q": "one two three four five six seven"}).num_rows == 0
        with pytest.raises(OSError, match="this process has a writer of the index"):
            others.writer()
    assert (len(index), index.sequence, index.checkpoints()) == (1, 1, {"topic": "7"})
    assert len(others) == 0, "an index stays at its sequence until it is told"
    assert others.refresh() == 1 and others.list()["id"].to_pylist() == ["b"]


def test_an_exception_takes_all_of_a_block_back(index):
    index.add({"a": "one two three four five six seven"}, checkpoint={"topic": "1"})
    with pytest.raises(RuntimeError), index.writer() as writer:
        writer.add({"b": "a text that is not to stay", "a": "another"}, checkpoint={"topic": "2"})
        writer.remove(["a"])
        raise RuntimeError
    with pytest.raises(ValueError, match="an earlier call of this writer failed"), index.writer() as writer:
        writer.add({"b": "a text that is not to stay"})
        with pytest.raises(ValueError, match="the id a is in the index with another text"):
            writer.add({"c": "and this one", "a": "another"}, on_same_id="refuse")
    assert index.refresh() == 1 and index.checkpoints() == {"topic": "1"}
    assert rows(index.get("a")) == [{"id": "a", "text": "one two three four five six seven"}]
    index.verify()
    with pytest.raises(ValueError, match="this writer is closed"):
        writer.add({"b": "x"})


def test_seen_or_add(index):
    draw = random.Random(3)
    base = [text(draw, 120) for _ in range(20)]
    with index.writer() as writer:
        first = writer.seen_or_add({f"a{i}": one for i, one in enumerate(base)}, 0.8)
        assert first["status"].to_pylist() == ["new"] * 20 and first["partner"].null_count == 20
        # What is not committed yet is seen too, and of twins in one call one is new.
        twins = {"b0": base[0], "b1": changed(draw, base[1], 1), "x": text(draw, 120)} | {"y": "z " * 90, "y2": "z " * 90}
        second = writer.seen_or_add(twins, 0.8)
    assert second["status"].to_pylist() == ["seen", "seen", "new", "new", "seen"]
    assert second["partner"].to_pylist() == ["a0", "a1", None, None, "y"]
    assert second["similarity"].to_pylist()[0] == 1 and 0.8 <= second["similarity"].to_pylist()[1] < 1
    with index.writer() as writer:
        writer.add({"later": text(draw, 100)})
        # Looked for only now: what the block has added, what it has committed, and what was there.
        again = writer.seen_or_add({"c": base[7], "later": "another", "d": changed(draw, twins["x"], 1)}, 0.8)
        assert again["status"].to_pylist() == ["seen", "replaced", "seen"]
        writer.commit()
        assert writer.seen_or_add({"e": "another"}, 0.8)["partner"].to_pylist() == ["later"]
    assert index.sequence == 2 and len(index) == 23, "what changed nothing is no commit"
    assert index.add({"f": base[3], "g": text(draw, 80)}, unless_similar=0.8)["seen"] == 1
    with pytest.raises(ValueError, match="unless_similar=0.3"), index.writer() as writer:
        writer.seen_or_add({"h": "x"}, 0.3)


def test_fields(tmp_path):
    index = textkin.Index.create(tmp_path / "idx", fields=["course"], least=0.4, shingle="word:2")
    same = "the same words in each of these documents"
    table = pa.table({"id": ["1", "2", "3"], "text": [same] * 3, "course": ["a", "b", "b"]})
    with index.writer() as writer:
        writer.add(table)
        assert writer.remove(where={"course": "a"})["removed"] == 1, "of what is not committed yet too"
        writer.add(table)
    assert index.fields == ["course"]
    ask = {"q": same}
    assert index.query(ask, where={"course": "b"})["b"].to_pylist() == ["2", "3"]
    assert index.query(ask, not_={"course": "b"})["b"].to_pylist() == ["1"]
    assert index.query(ask, not_={"course": ["a", "b"]}).num_rows == 0
    assert index.list(where={"course": "a"})["id"].to_pylist() == ["1"]
    assert index.get("2").to_pylist() == [{"id": "2", "text": same, "course": "b"}]
    with pytest.raises(ValueError, match="no field year"):
        index.query(ask, where={"year": 2026})
    with pytest.raises(ValueError, match="no column 'course'"):
        index.add(pa.table({"id": ["4"], "text": [same]}))
    assert index.remove(where={"course": "b"}, purge=True)["purged"] >= 2 and len(index) == 1


@pytest.mark.parametrize("form", ["memory", "jsonl", "csv"])
def test_several_fields(tmp_path, form):
    index = textkin.Index.create(tmp_path / "idx", fields=["course", "year"], shingle="word:2")
    same = "the same words in each of these documents"
    table = pa.table({"year": [2025, 2026, 2026], "id": ["1", "2", "3"], "course": ["a", "b", None], "text": [same] * 3})
    if form == "jsonl":
        (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    if form == "csv":
        pyarrow.csv.write_csv(table, tmp_path / "in.csv")
    index.add(table if form == "memory" else tmp_path / f"in.{form}")
    assert index.query({"q": same}, where={"course": "b", "year": 2026})["b"].to_pylist() == ["2"]
    assert index.query({"q": same}, where={"year": 2026.0}, not_={"course": "b"})["b"].to_pylist() == ["3"]
    assert index.get("1").to_pylist() == [{"id": "1", "text": same, "course": "a", "year": "2025"}]
    with pytest.raises(TypeError, match="not with bool"):
        index.query({"q": same}, where={"year": True})


def test_tables_on_the_command_line(program, tmp_path, monkeypatch):
    """With the fields of the index; and several folders before them."""
    monkeypatch.setenv("TEXTKIN_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(os.path.dirname(textkin.__file__)))
    for i, name in enumerate(("one", "two")):
        index = textkin.Index.create(tmp_path / name, fields=["course", "year"], shingle="word:2")
        table = pa.table({"id": [f"{i}"], "text": ["the same words in each of these"], "year": [2025 + i], "course": ["a"]})
        pyarrow.parquet.write_table(table, tmp_path / f"{name}.parquet")
        program("index", "add", "--checkpoint=file=1", name, f"{name}.parquet")
        assert index.refresh() == 1
        assert index.query(table, where={"course": "a", "year": 2025 + i})["b"].to_pylist() == [f"{i}"]
    lines = program("index", "query", "one", "two", "one.parquet", "--where", "year=2026").decode().splitlines()
    assert [line.split("\t")[:3] for line in lines[1:]] == [["0", "1", "1.0"]]


def test_as_of_top_and_answers(index):
    draw = random.Random(4)
    base = text(draw, 300)
    for i in range(8):
        index.add({f"d{i}": changed(draw, base, 3 * i)})
    ask = {"q": base}
    every = index.query(ask, 0.5, exact=True).to_pylist()
    assert index.query(ask, 0.5, top=3).to_pylist() == every[:3] and len(every) > 5
    then = index.query(ask, 0.5, as_of=2)
    assert then["b"].to_pylist() == ["d0", "d1"] and then.sequence == 2
    found = index.query({**ask, "none": "nothing of the kind"}, 0.5, answers=True)
    assert found.answers["id"].to_pylist() == ["q", "none"] and found.answers["found"].to_pylist() == [len(found), 0]
    assert found.recall == min(found.answers["recall"].to_pylist()) and found.stats["command"] == "index query"
    assert pa.table(found).equals(found.table) and found.num_rows == len(found) == len(every)


def test_passages_are_those_of_the_documents_that_are_there(tmp_path):
    """As if all that the index has had been read again; and the page of them."""
    draw = random.Random(5)
    shared = [" ".join(draw.choices([f"w{i}" for i in range(900)], k=40)) for _ in range(6)]
    old = {f"o{i}": f"{text(draw, 40)} {draw.choice(shared)} {text(draw, 40)}" for i in range(30)}
    new = {f"n{i}": f"{text(draw, 30)} {shared[i]} {text(draw, 30)}" for i in range(6)}
    index = textkin.Index.create(tmp_path / "idx", fields=["course"])
    index.add(pa.table({"id": list(old), "text": list(old.values()), "course": ["a", "b"] * 15}))
    index.remove(["o3", "o4"])
    alive = {id: one for id, one in old.items() if id not in ("o3", "o4")}
    found = index.passages(new)
    expected = textkin.passages(new, against=alive)
    assert found.num_rows > 6 and found.to_pydict() == expected.to_pydict()
    of_a = {id: one for number, (id, one) in enumerate(old.items()) if number % 2 == 0 and id in alive}
    assert index.passages(new, where={"course": "a"}).to_pydict() == textkin.passages(new, against=of_a).to_pydict()
    assert set(index.passages(new, as_of=1)["b"].to_pylist()) >= set(found["b"].to_pylist())
    stats = index.report(new, tmp_path / "page.html")
    assert stats["passages"] == found.num_rows and "<html" in (tmp_path / "page.html").read_text()
    two = textkin.Indexes([index.path, textkin.Index.create(tmp_path / "other").path])
    assert two.passages(new).to_pydict() == found.to_pydict()
    without = textkin.Index.create(tmp_path / "without", passages="none")
    with pytest.raises(ValueError, match="rebuild"):
        without.passages(new)


def test_sets_answer_as_texts_do(tmp_path):
    draw = random.Random(5)
    texts = family(draw, 120)
    asked = numbered([changed(draw, one, 2) for one in texts[::6]], "q")
    answers = []
    for store in ("text", "sets"):
        made = textkin.Index.create(tmp_path / store, store=store)
        with made.writer() as writer:
            writer.add(numbered(texts))
        answers.append(made.query(asked, threshold=0.6))
    assert answers[0].to_pylist() == answers[1].to_pylist() != []
    with pytest.raises(ValueError, match="keeps no texts"):
        made.passages(asked)


def test_it_is_kept(index, tmp_path):
    draw = random.Random(5)
    texts = family(draw, 200)
    index.add(numbered(texts))
    copy = index.snapshot(tmp_path / "copy")
    index.remove([f"d{i}" for i in range(100)])
    index.merge()
    assert index.stats()["segments"] == 1 and len(copy) == 200 and len(index) == 100
    assert index.repair() == 0 and index.repair(all=True) == 200
    index.export(tmp_path / "all.jsonl")
    again = textkin.Index.create(tmp_path / "again")
    assert again.add(tmp_path / "all.jsonl")["added"] == 100
    asked = numbered(texts[:50], "q")
    assert again.query(asked, 0.5, exact=True).equals(index.query(asked, 0.5, exact=True).table)
    index.verify(deep=True)
    index.merge()
    for segment in (tmp_path / "idx" / "segments").iterdir():
        content = bytearray(segment.read_bytes())
        content[len(content) // 3 : len(content) // 2] = bytes(len(content) // 2 - len(content) // 3)
        segment.write_bytes(content)
    with pytest.raises(ValueError, match="damaged"):
        textkin.Index(tmp_path / "idx").verify(deep=True)
    assert textkin.Index(tmp_path / "idx").repair() > 0


def test_it_is_measured_and_rebuilt(index, tmp_path):
    draw = random.Random(6)
    texts = family(draw, 200)
    index.add(numbered(texts[:100]), added_at="2026-01-31")
    with index.writer() as writer:
        writer.add(numbered(texts[100:], "e"), added_at=datetime(2026, 3, 1, tzinfo=UTC))
    with pytest.raises(ValueError, match="no time zone"):
        index.add({"x": "y"}, added_at=datetime(2026, 3, 1))
    audit = index.audit(50, threshold=0.6)
    assert audit["drawn"] == 50 and 0.9 < audit["recall"] <= 1, audit
    plan = index.plan(recall=0.9)
    assert plan["threshold"].to_pylist()[0] == 0.5 and plan["rows"].to_pylist()[-1] == 8
    checked = index.query(numbered(texts[:20], "q"), 0.6, check=True).stats["audit"]
    assert checked["documents"] == 20 and checked["found"] == checked["neighbours"] > 20
    other = index.rebuild(tmp_path / "other", shingle="word:3", least=0.3, passages="none")
    assert len(other) == 200 and ["--shingle", "word:3"] in other.stats()["options"]
    assert "d3" in other.query({"q": texts[3]}, 0.3)["b"].to_pylist()
    with index.writer() as writer:
        assert writer.remove(older_than="2026-02-01")["removed"] == 100
    assert index.remove(older_than=datetime(2026, 4, 1, tzinfo=UTC))["removed"] == 100 and len(index) == 0


def test_a_reader_stays_at_its_sequence(index, program):
    """Whatever a writer in another process does meanwhile: add, merge, purge."""
    index.add({f"d{i}": f"text number {i} is here with all of its words" for i in range(50)})
    before = index.query({"q": "text number 7 is here with all of its words"}, 0.5)
    program.jsonl("more.jsonl", [(f"e{i}", "text number 7 is here with all of its words") for i in range(3000)])
    program("index", "add", "idx", "more.jsonl")
    for words in (["remove", "idx", "d7", "--purge"], ["merge", "idx"]):
        subprocess.run([PROGRAM, "index", *words], cwd=program.folder, check=True, capture_output=True, timeout=300)
    assert index.query({"q": "text number 7 is here with all of its words"}, 0.5).table.equals(before.table)
    assert len(index.get("d7")) == 1 and "d7" in index
    assert index.refresh() == 3 and "d7" not in index and len(index) == 3049


def ask_in_child(index):
    return index.query({"q": "one two three four five six seven"}, 0.5)["b"].to_pylist(), index.sequence


def add_in_child(index):
    index.add({"child": "eight nine ten eleven twelve thirteen"})
    return len(index)


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_other_processes(index, way):
    """An Index goes there as its path; after fork() too, whatever the parent has open."""
    index.add({"a": "one two three four five six seven"})
    assert pickle.loads(pickle.dumps(index)).path == index.path
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(ask_in_child, [index] * 4, 1) == [(["a"], 1)] * 4
        assert pool.apply_async(add_in_child, [index]).get(60) == 2
    assert index.refresh() == 2


def test_fork_while_a_writer_is_open(index):
    """The child has no part in it: what is closed there is the child's copy, and the lock goes with the parent."""
    with index.writer() as writer:
        writer.add({"a": "one two three four five six seven"})
        child = os.fork()
        if child == 0:
            try:
                writer.add({"b": "x"})
            except ValueError:
                signal.pause()
            os._exit(1)
        writer.add({"c": "eight nine ten eleven"})
    index.add({"d": "the lock is free, though the child lives"})
    os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert index.list()["id"].to_pylist() == ["a", "c", "d"]
    with pytest.raises(TypeError, match="pickle the Index"):
        pickle.dumps(writer)


def test_threads(index):
    """Questions from many threads while one writes, from when its files change on: each answer is of one sequence."""
    words = "one two three four five six seven eight"
    failed, done = [], threading.Event()

    def ask():
        while not done.is_set():
            try:
                reader = textkin.Index(index.path)
                found = reader.query({"q": words}, 0.5)
                texts = reader.get(reader.list()["id"].to_pylist()) if len(reader) else []
                if not len(found) == len(texts) == found.sequence * 3:
                    failed.append((len(found), len(texts), found.sequence))
            except Exception as error:
                failed.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for i in range(25):
        with index.writer() as writer:
            for j in range(3):
                writer.add({f"{i}-{j}": words})
    done.set()
    for thread in threads:
        thread.join()
    assert failed == [] and len(index) == 75


def test_what_does_not_fit_is_refused(index):
    """A block is one step, so it must fit in memory; an add in batches takes any number."""
    lines = [" ".join(str(i * j) for j in range(300)) for i in range(9000)]
    with pytest.raises(MemoryError, match="commit more often"), index.writer(memory="64MiB") as writer:
        writer.add(numbered(lines))
    assert index.refresh() == 0
    with index.writer(memory="64MiB") as writer:
        for begin in range(0, 2000, 500):
            writer.add(numbered(lines[begin : begin + 500], f"{begin}-"))
            writer.commit()
    assert len(index) == 2000
    assert index.add(numbered(lines), memory="64MiB")["added"] == 9000


def test_containment_both_ways(index):
    """As `pairs` has it, and with both sides exchanged; low thresholds too."""
    draw = random.Random(8)
    sources = {f"s{i}": text(draw, draw.choice((12, 40, 120))) for i in range(60)}
    essays = {f"e{i}": " ".join((text(draw, 90), one, text(draw, 90))) for i, one in enumerate(sources.values())}
    index.add(sources)
    found = index.query(essays, 0.9, measure="containment", contained="stored")
    assert [(row["a"][1:], row["similarity"]) for row in found.table.to_pylist()] == [(str(i), 1.0) for i in range(60)]
    turned = textkin.pairs(sources, 0.9, against=essays, measure="containment", exact=True)
    columns = [found.table[name].to_pylist() for name in ("b", "a", "shared", "size_b", "size_a")]
    assert columns == [turned[name].to_pylist() for name in ("a", "b", "shared", "size_a", "size_b")]
    asked = dict(list(essays.items())[:20])
    low = index.query(asked, 0.1, exact=True)
    assert low.num_rows > 5 and index.query(asked, 0.1).num_rows >= 0.9 * low.num_rows
    assert index.query(asked, 0.1).stats["method"] == "runs"


def test_what_is_refused_says_what_to_do(index, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"textkin\.Index\.create"):
        textkin.Index.open(tmp_path / "none")
    with pytest.raises(ValueError, match="exists already"):
        textkin.Index.create(index.path)
    with pytest.raises(ValueError, match="documents of an index have ids"):
        index.add(["a text without an id"])
    with pytest.raises(ValueError, match="1 row has no id"):
        index.add(pa.table({"id": ["a", None], "text": ["x", "y"]}))
    with pytest.raises(KeyError, match="has the id nobody"):
        index.get("nobody")
    bands = textkin.Index.create(tmp_path / "bands", passages="none")
    with pytest.raises(ValueError, match="least="):
        bands.query({"q": "x"}, 0.2)
    with pytest.raises(ValueError, match="passages=12"):
        bands.query({"q": "x"}, measure="containment")
    with pytest.raises(ValueError, match="contained= has no use"):
        index.query({"q": "x"}, contained="stored")
    with pytest.raises(ValueError, match="without ="):
        index.add({"a": "x"}, checkpoint={"a=b": "1"})
    with pytest.raises(TypeError, match="give a str"):
        index.add({"a": "x"}, checkpoint={"a": 1})
    assert index.sequence == 0 and index.get([]).num_rows == 0 and index.remove([])["removed"] == 0


KILLED = """
import sys, textkin
index = textkin.Index(sys.argv[1])
with index.writer() as writer:
    writer.add({f"d{i}": f"text {i} with words" for i in range(500)})
    print("added", flush=True)
    sys.stdin.read()
"""


def test_a_killed_block_leaves_nothing(index):
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(textkin.__file__))}
    child = subprocess.Popen([sys.executable, "-c", KILLED, index.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert child.stdout.readline() == b"added\n"
    child.kill()
    child.wait()
    assert index.refresh() == 0 and index.add({"a": "x"})["documents"] == 1
    index.verify(deep=True)


def test_an_index_of_cells_says_estimates(tmp_path, program):
    """The columns of the command line; without rows too."""
    draw = random.Random(5)
    texts = [text(draw, 200) for _ in range(30)]
    index = textkin.Index.create(tmp_path / "cells", store="none")
    index.add(numbered(texts))
    asked = numbered([changed(draw, one, 3) for one in texts], "q")
    found = index.query(asked, threshold=0.6, top=1)
    assert found.table.column_names == ["a", "b", "similarity", "lower", "upper", "shared", "size_a", "size_b"]
    assert found["b"].to_pylist() == [f"d{i}" for i in range(30)] and 0.95 <= found.recall < 1
    assert all(row["lower"] <= row["similarity"] <= row["upper"] for row in found.table.to_pylist())
    assert sum(row["lower"] < row["upper"] for row in found.table.to_pylist()) > 20
    assert index.query({"q": "nothing of it is there"}).table.column_names == found.table.column_names
    with pytest.raises(ValueError, match="keeps nothing that exact=True could read"):
        index.query(asked, exact=True)


# Results are what the functions return; conditions and checkpoints are mappings; the sides have names of their own. What a
# server is told once is told to Index.open().
ELSEWHERE = {"help", "output", "format", "text-field", "id-field", "quiet", "results", "not", "ids", "field", "repeated-ids", "run-dir", "token-file", "timeout"}


@pytest.mark.parametrize("form", ["create", "add", "query", "remove", "get", "list", "stats", "verify", "repair", "export", "snapshot", "merge", "audit", "plan", "rebuild", "passages", "report"])
def test_every_option_of_the_command_line(program, form):
    listed = set(re.findall(r"^  (?:-\w,)?--([a-z0-9-]+)", program("index", form, "--help").decode(), re.MULTILINE))
    function = inspect.signature(getattr(textkin.Index, form)).parameters
    own = set(function) | ({x.rstrip("_") for x in Options.__annotations__} if "options" in function else set())
    assert {name for name in listed - ELSEWHERE if name.replace("-", "_") not in own} == set()
