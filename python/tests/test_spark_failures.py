"""What fails and is done again changes no answer, and nothing is counted twice: tasks, files of a shuffle. (Slow tasks are
done twice only on other hosts than theirs, so one machine cannot show that.)"""

import os
import pathlib
import signal
import sys

import pytest
from on_spark import Corpus, check_stats, generated, removed_on_spark, start

import textkin.spark
from pyspark import TaskContext, cloudpickle
from textkin.spark import _tasks

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests
SOAK = pytest.mark.skipif(not os.environ.get("TEXTKIN_SOAK"), reason="long; TEXTKIN_SOAK=1 runs it")


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def spark(scratch):
    """Two cores where a task may fail, other than in Spark's usual local mode."""
    session = start("local[2,4]", **{"spark.local.dir": str(scratch)})
    yield session
    session.stop()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A corpus, what the command line removes of it, and its statistics."""
    corpus = Corpus(tmp_path_factory.mktemp("corpus"), generated(800, seed=21))
    return corpus, *corpus.dedup()


def check(result, corpus):
    _, removed, stats = corpus
    check_stats(result.stats, stats)
    assert removed_on_spark(result) == removed
    assert result.stats["removed"] == len(removed)
    assert result.kept.count() == stats["documents"] - len(removed)
    result.unpersist()


def attempts(folder, stage, task, fails):
    """The task, of which each run leaves a file, and a third of the first runs fail when they have sent something."""

    def run(batches):
        part = TaskContext.get().partitionId()
        first = not os.path.exists(f"{folder}/{stage}-{part}-0")
        number = 0 if first else TaskContext.get().attemptNumber() or 1
        with open(f"{folder}/{stage}-{part}-{number}", "w"):
            pass
        for batch in task(batches):
            yield batch
            if first and part % 3 == 0:
                fails()

    return run


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def broken():
    raise OSError("no space left on device")


@pytest.mark.parametrize("fails", (killed, pytest.param(broken, marks=SOAK)))
def test_tasks_that_fail_after_they_have_sent_something(spark, corpus, tmp_path, monkeypatch, fails):
    for stage in ("sketch", "assign", "remove"):
        make = getattr(_tasks, stage)

        def made(*words, stage=stage, make=make):
            return attempts(str(tmp_path), stage, make(*words), fails)

        monkeypatch.setattr(_tasks, stage, made)
    monkeypatch.setattr(_tasks, "link", attempts(str(tmp_path), "link", _tasks.link, fails))
    monkeypatch.setattr(_tasks, "_CHUNK_ROWS", 50)
    check(textkin.spark.dedup(corpus[0].frame(spark, 6), order="place", partitions=6), corpus)
    for stage in ("sketch", "link", "assign", "remove"):
        assert list(tmp_path.glob(f"{stage}-*-1")), f"no task of {stage} was tried again"


@SOAK
def test_lost_files_of_a_shuffle_are_made_again(spark, scratch, corpus, tmp_path, monkeypatch):
    found = []

    def deleted():
        found.extend(path for path in pathlib.Path(str(scratch)).rglob("shuffle_*.data"))
        for path in found:
            path.unlink(missing_ok=True)

    # In the driver, between the job's stages, and before its answer is read: all that was shuffled is lost.
    for name in ("find_components", "by_component", "add_up"):
        whole = getattr(textkin.spark._job._Job, name)

        def after(*words, whole=whole, **more):
            result = whole(*words, **more)
            deleted()
            return result

        monkeypatch.setattr(textkin.spark._job._Job, name, after)
    result = textkin.spark.dedup(corpus[0].frame(spark, 6), order="place", partitions=6)
    result._found.unpersist(blocking=True)
    check(result, corpus)
    assert found


def test_files_of_a_shuffle_that_go_while_they_are_read(spark, scratch, corpus, tmp_path, monkeypatch):
    folder = str(scratch)

    def losing(task, mark):
        def run(batches):
            if not os.path.exists(mark):
                with open(mark, "w"):
                    pass
                for path in pathlib.Path(folder).rglob("shuffle_*.data"):
                    path.unlink(missing_ok=True)
            yield from task(batches)

        return run

    monkeypatch.setattr(_tasks, "link", losing(_tasks.link, str(tmp_path / "link")))
    make = _tasks.remove
    monkeypatch.setattr(_tasks, "remove", lambda *words: losing(make(*words), str(tmp_path / "remove")))
    check(textkin.spark.dedup(corpus[0].frame(spark, 6), order="place", partitions=6), corpus)
    assert (tmp_path / "link").exists() and (tmp_path / "remove").exists()


SMALL = {"advisoryPartitionSizeInBytes": "2k", "coalescePartitions.minPartitionSize": "1k"}


@pytest.mark.parametrize("settings", ({"enabled": "false"}, pytest.param(SMALL, marks=SOAK)))
def test_partitions_that_spark_makes_by_itself(spark, corpus, settings):
    for name, value in settings.items():
        spark.conf.set(f"spark.sql.adaptive.{name}", value)
    try:
        check(textkin.spark.dedup(corpus[0].frame(spark, 6), order="place"), corpus)
    finally:
        for name in settings:
            spark.conf.unset(f"spark.sql.adaptive.{name}")
