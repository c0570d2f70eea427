"""The job over paths on a real HDFS and a real S3: answers are those of the command line on the same files.

`make test-storage` fetches the servers and runs this; without them it is skipped.
"""

import gzip
import json
import os
import signal
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from on_spark import BINARY, check_stats, generated, job, lines_of, start

import storage_servers
from pyspark import cloudpickle
from textkin.spark import _tasks

if not storage_servers.fetched():
    pytest.skip("no HDFS and no S3 to test with; make test-storage fetches them", allow_module_level=True)

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests


@pytest.fixture(scope="module")
def hdfs(tmp_path_factory):
    server = storage_servers.Hdfs(tmp_path_factory.mktemp("hdfs"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def s3(tmp_path_factory):
    server = storage_servers.S3(tmp_path_factory.mktemp("s3"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def session(hdfs, s3):
    session = start("local[2]", **hdfs.settings(), **s3.settings())
    yield session
    session.stop()


@pytest.fixture(params=("hdfs", "s3a"))
def store(request, session, hdfs, s3, tmp_path):
    """A folder there for this test alone."""
    server = hdfs if request.param == "hdfs" else s3
    return Store(server.of(session), f"{server.url}/{tmp_path.name}", tmp_path)


class Store:
    def __init__(self, server, url, folder):
        self.server, self.url, self.folder = server, url, folder

    def put(self, name):
        self.server.put(self.folder / name, f"{self.folder.name}/{name}")
        return f"{self.url}/{name}"

    def get(self, name):
        local = self.folder / "from-there" / name
        local.parent.mkdir(exist_ok=True)
        self.server.get(f"{self.folder.name}/{name}", local)
        assert (local / "_SUCCESS").exists()
        return local


def command_line(folder, *words):
    subprocess.run(list(map(str, [BINARY, *words, "--method", "lsh", "--quiet"])), check=True, timeout=120, cwd=folder)


def records(documents):
    return "".join(f'{{"text": {json.dumps(text)}, "id" : "{id}", "n": 1.50}}\n' for id, text in documents)


def rows_of(folder, columns):
    return sorted(tuple(row[name] for name in columns) for row in pq.read_table(folder).to_pylist())


def lines_in(path):
    return sorted(path.read_text(encoding="utf-8").splitlines())


REMOVED = ("id", "kept", "similarity", "reason")


def removed_in(path):
    return sorted(tuple(json.loads(line)[name] for name in REMOVED) for line in path.read_text().splitlines())


def test_json_lines_in_folders_packed_and_not(store, tmp_path, monkeypatch):
    documents = generated(900, seed=15)
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "b b.jsonl").write_text(records(documents[:300]), encoding="utf-8")
    (tmp_path / "in" / "b!.jsonl.gz").write_bytes(gzip.compress(records(documents[300:600]).encode()))
    (tmp_path / "in" / "deep" / "a.jsonl").write_text(records(documents[600:]), encoding="utf-8")
    command_line(tmp_path, "dedup", "in", "-o", "kept", "--removed", "removed.jsonl")
    there = store.put("in")
    outputs = ("-o", f"{store.url}/kept", "--removed", f"{store.url}/removed", "--stats", tmp_path / "s.json")
    job(monkeypatch, "dedup", there, "--format", "jsonl", *outputs, "--partitions", 3)
    assert lines_of(store.get("kept")) == lines_in(tmp_path / "kept")
    assert rows_of(store.get("removed"), REMOVED) == removed_in(tmp_path / "removed.jsonl") != []


def test_pairs_of_a_pattern(store, tmp_path, monkeypatch):
    documents = generated(600, seed=16)
    names = ("2020.jsonl", "2021.jsonl", "other.jsonl")
    (tmp_path / "in").mkdir()
    for i, name in enumerate(names):
        (tmp_path / "in" / name).write_text(records(documents[i * 200 : i * 200 + 200]), encoding="utf-8")
    command_line(tmp_path, "pairs", *(f"in/{name}" for name in names[:2]), "-o", "pairs.jsonl", "--format", "jsonl")
    store.put("in")
    job(monkeypatch, "pairs", f"{store.url}/in/20*.jsonl", "-o", f"{store.url}/pairs", "--stats", tmp_path / "s.json")
    columns = ("a", "b", "similarity", "shared", "size_a", "size_b")
    rows = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text().splitlines()]
    assert rows_of(store.get("pairs"), columns) == sorted(tuple(row[name] for name in columns) for row in rows) != []


def test_texts_have_the_names_of_the_command_line(store, tmp_path, monkeypatch):
    names = []
    # Spark's readers pass over files of no byte.
    for place, (_, text) in enumerate(row for row in generated(80, seed=17) if row[1]):
        names.append(f"{('', 'b b', 'c/d+e')[place % 3]}/{place} é%20.txt".lstrip("/"))
        path = tmp_path / "in" / names[-1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    command_line(tmp_path, "dedup", "in", "-o", "kept", "--removed", "removed.jsonl")
    there = store.put("in")
    outputs = ("-o", f"{store.url}/kept", "--removed", f"{store.url}/removed", "--stats", tmp_path / "s.json")
    job(monkeypatch, "dedup", there, "--format", "text", *outputs)
    removed = removed_in(tmp_path / "removed.jsonl")
    assert rows_of(store.get("removed"), REMOVED) == removed != []
    assert lines_of(store.get("kept")) == sorted(set(names) - {row[0] for row in removed})


def test_columns_of_parquet_stay(store, tmp_path, monkeypatch):
    documents = generated(600, seed=18)
    (tmp_path / "in").mkdir()
    for i in range(3):
        part = documents[i * 200 : i * 200 + 200]
        columns = {"id": [id for id, _ in part], "n": [[k] for k in range(200)], "text": [text for _, text in part]}
        pq.write_table(pa.table(columns), tmp_path / "in" / f"{i}.parquet", row_group_size=70)
    (tmp_path / "in.jsonl").write_text(records(documents), encoding="utf-8")
    command_line(tmp_path, "dedup", "in.jsonl", "-o", "kept.jsonl")
    there = store.put("in")
    job(monkeypatch, "dedup", there, "--format", "parquet", "-o", f"{store.url}/kept", "--stats", tmp_path / "s.json")
    place = {id: k for k, (id, _) in enumerate(documents)}
    kept = [json.loads(line)["id"] for line in (tmp_path / "kept.jsonl").read_text().splitlines()]
    expected = sorted((id, [place[id] % 200], documents[place[id]][1]) for id in kept)
    assert rows_of(store.get("kept"), ("id", "n", "text")) == expected


def killing(task, mark, find):
    """The task; the first that has sent something kills another process."""

    def run(batches):
        for batch in task(batches):
            yield batch
            try:
                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            os.kill(find(), signal.SIGKILL)

    return run


def own_executor():
    """The process that started the one that started this Python worker."""
    with open(f"/proc/{os.getppid()}/stat") as stat:
        return int(stat.read().rpartition(")")[2].split()[1])


# Behind all others, since its session is another.
def test_a_data_node_and_an_executor_die_in_the_middle(session, hdfs, tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    documents = generated(5000, seed=19)
    for name, part in (("a", documents[:2500]), ("b", documents[2500:])):
        (tmp_path / "in" / f"{name}.jsonl").write_text(records(part), encoding="utf-8")
    assert sum(path.stat().st_size for path in (tmp_path / "in").iterdir()) > 3 << 20, "too few blocks"
    command_line(tmp_path, "dedup", "in", "-o", "kept", "--removed", "removed.jsonl", "--stats", "c.json")
    session.stop()
    in_small_pieces = {"spark.sql.files.maxPartitionBytes": "300k", "spark.executor.memory": "512m"}
    cluster = start("local-cluster[2,1,1024]", **hdfs.settings(), **in_small_pieces)
    try:
        there = Store(hdfs.of(cluster), f"{hdfs.url}/{tmp_path.name}", tmp_path)
        sketch, remove, data_node = _tasks.sketch, _tasks.remove, hdfs.leave_a_data_node()

        def read(*words):
            return killing(sketch(*words), str(tmp_path / "data-node"), lambda: data_node)

        def resolve(*words):
            return killing(remove(*words), str(tmp_path / "executor"), own_executor)

        monkeypatch.setattr(_tasks, "sketch", read)
        monkeypatch.setattr(_tasks, "remove", resolve)
        outputs = ("-o", f"{there.url}/kept", "--removed", f"{there.url}/removed", "--stats", tmp_path / "s.json")
        job(monkeypatch, "dedup", there.put("in"), "--format", "jsonl", *outputs, "--partitions", 6)
        assert (tmp_path / "data-node").exists() and (tmp_path / "executor").exists()
        assert lines_of(there.get("kept")) == lines_in(tmp_path / "kept")
        assert rows_of(there.get("removed"), REMOVED) == removed_in(tmp_path / "removed.jsonl") != []
        check_stats(*(json.loads((tmp_path / name).read_text()) for name in ("s.json", "c.json")))
    finally:
        cluster.stop()
