"""The same answers as ever, of the package, of tables on the command line and of Spark; same_calls.py says how."""

import pytest
import same_calls
from same_bytes import cases

ANSWERS = cases.read_answers(same_calls.ANSWERS)


def check(name, came, lines=()):
    found = cases.differences(lines, came, ANSWERS[name])
    assert not found, "\n".join([f"{name}:", *found])


def test_every_call_has_an_answer():
    names = [*same_calls.CALLS, *same_calls.TABLES, *same_calls.ON_SPARK]
    assert names == list(ANSWERS), "record same_calls.tsv"


@pytest.mark.parametrize("threads", [2, 1])
@pytest.mark.parametrize("name", same_calls.CALLS)
def test_calls(name, threads, tmp_path):
    if same_calls.missing(name):
        pytest.skip(same_calls.missing(name))
    check(name, same_calls.run_call(name, tmp_path, {"threads": threads}))


@pytest.mark.parametrize("name", same_calls.TABLES)
def test_command_lines_over_tables(name, tmp_path):
    case = same_calls.TABLES[name]
    if case.missing():
        pytest.skip(case.missing())
    check(name, same_calls.run_table_case(name, tmp_path, {"--threads": "2"}), case.lines)


@pytest.mark.parametrize("name, partitions", [*((name, 3) for name in same_calls.ON_SPARK), ("spark_dedup", 1)])
def test_on_spark(spark, name, partitions, tmp_path):
    check(name, same_calls.run_on_spark(name, tmp_path, spark, partitions))
