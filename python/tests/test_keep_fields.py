"""Columns that a keep rule orders by: whole numbers beyond what double tells apart, and times."""

import datetime
import decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import textkin

TEXTS = ["x y z"] * 3
DAY = datetime.date(2024, 1, 1)
TIME = datetime.datetime(2024, 1, 1, 12)
STEP = datetime.timedelta(microseconds=1)

# A column, whose second value is its greatest and whose third its least.
COLUMNS = {
    "int64": pa.array([1700000000000000000, 1700000000000000001, 1699999999999999999]),
    "uint64": pa.array([2**64 - 2, 2**64 - 1, 2**64 - 3], pa.uint64()),
    "int16": pa.array([0, 1, -1], pa.int16()),
    "bool": pa.array([None, True, False]),
    "double": pa.array([1.5, 2.5, -1]),
    "decimal": pa.array([decimal.Decimal(2**60), decimal.Decimal(2**60 + 1), decimal.Decimal(2**60 - 1)], pa.decimal128(38, 0)),
    "parts": pa.array([decimal.Decimal("1.5"), decimal.Decimal("2.5"), decimal.Decimal("-1.5")]),
    "date32": pa.array([DAY, DAY + datetime.timedelta(1), DAY - datetime.timedelta(1)]),
    "date64": pa.array([DAY, DAY + datetime.timedelta(1), DAY - datetime.timedelta(1)], pa.date64()),
    "ns": pa.array([1700000000000000000, 1700000000000000001, 1699999999999999999], pa.timestamp("ns")),
    "zone": pa.array([TIME, TIME + STEP, TIME - STEP], pa.timestamp("us", "Europe/Berlin")),
    "time": pa.array([TIME.time(), (TIME + STEP).time(), (TIME - STEP).time()]),
    "duration": pa.array([STEP, 2 * STEP, -STEP]),
    "dictionary": pa.array([5, 6, 4]).dictionary_encode(),
    "strings": pa.array(["2024-01-02", "2024-01-03", "2024-01-01"]),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_every_type_that_has_an_order(name, tmp_path):
    table = pa.table({"id": ["a", "b", "c"], "text": TEXTS, "s": COLUMNS[name]})
    assert textkin.dedup(table, keep="field:s").kept.tolist() == [False, True, False]
    assert textkin.dedup(table, keep="field:s:min").kept.tolist() == [False, False, True]
    assert textkin.dedup(pa.concat_tables([table[:1], table[1:]]), keep="field:s").kept.tolist() == [False, True, False]
    if name == "duration":
        return
    pq.write_table(table, tmp_path / "in.parquet")
    assert textkin.dedup(tmp_path / "in.parquet", keep="field:s").kept.tolist() == [False, True, False]


def test_whole_numbers_of_csv(tmp_path):
    path = tmp_path / "in.csv"
    for values in (("9007199254740992", "9007199254740993"), ("18446744073709551614", "18446744073709551615"), ("", "1"), ("1.5", "2")):
        path.write_text("id,text,s\n" + "".join(f"{i},x y z,{value}\n" for i, value in enumerate(values)))
        assert textkin.dedup(path, keep="field:s").kept.tolist() == [False, True]


def test_a_run_directory_knows_them_apart(tmp_path):
    """The second run reads other values, though their doubles are the same."""
    for value in (2**60 + 1, 2**60 + 2):
        table = pa.table({"id": ["a", "b"], "text": TEXTS[:2], "s": [2**60, value]})
        if value == 2**60 + 1:
            assert textkin.dedup(table, keep="field:s", run_dir=str(tmp_path / "run")).kept.tolist() == [False, True]
        else:
            with pytest.raises(ValueError, match="changed"):
                textkin.dedup(table, keep="field:s", run_dir=str(tmp_path / "run"))


@pytest.mark.parametrize("units", [("s", "ns"), ("ms", "us"), ("date", "us")])
def test_times_of_several_tables_are_brought_to_one_unit(tmp_path, units):
    kinds = [pa.date32() if unit == "date" else pa.timestamp(unit) for unit in units]
    for name, kind, when in zip(("1", "2"), kinds, (TIME.replace(hour=0), TIME), strict=True):
        pq.write_table(pa.table({"id": [name], "text": TEXTS[:1], "s": pa.array([when]).cast(pa.timestamp("ms")).cast(kind)}), tmp_path / f"{name}.parquet")
    assert textkin.dedup(tmp_path, keep="field:s").kept.tolist() == [False, True]
    assert textkin.dedup(tmp_path, keep="field:s:min").kept.tolist() == [True, False]


def test_times_and_numbers_do_not_compare(tmp_path):
    pq.write_table(pa.table({"text": TEXTS[:1], "s": [DAY]}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"text": TEXTS[:1], "s": [3]}), tmp_path / "2.parquet")
    with pytest.raises(ValueError, match=r"column 's' holds date32\[day\] and int64 in these tables"):
        textkin.dedup(tmp_path, keep="field:s")


def test_types_without_an_order_name_their_column():
    table = pa.table({"text": TEXTS, "s": [[1], [2], [3]]})
    with pytest.raises(ValueError, match="column 's' holds list<item: int64>; what is compared are numbers, times or strings"):
        textkin.dedup(table, keep="field:s")


def test_numbers_are_no_texts():
    with pytest.raises(ValueError, match="column 'text' holds no strings but int64"):
        textkin.dedup(pa.table({"text": [1, 2]}))
    with pytest.raises(ValueError, match="holds no strings"):
        textkin.dedup(pa.chunked_array([pa.array([1, 2])]))
