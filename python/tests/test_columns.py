"""Files of tables: the answers are those of the same rows elsewhere, and what stays comes through as it was."""

import datetime
import decimal
import json
import os
import resource
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import textkin
import textkin.columns
from textkin._table_files import OpenTable

ROWS = 900


def texts(rows=ROWS):
    """Every third is its neighbour again, with one word changed."""
    found = []
    for row in range(rows):
        words = [f"w{(row - row % 3 * (row % 3 == 1)) * 7919 % 5003}x{i}" for i in range(40)]
        if row % 3 == 1:
            words[-1] = "changed"
        found.append(" ".join(words))
    return found


def holes(values, every=5):
    return [None if row % every == 2 else value for row, value in enumerate(values)]


def every_type():
    """A table with a column of each type that Parquet keeps, nulls in all, and metadata of table and fields."""
    n = range(ROWS)
    zone = datetime.timezone.utc
    when = [datetime.datetime(2020, 1, 1, tzinfo=zone) + datetime.timedelta(seconds=row) for row in n]
    columns = {
        "id": (pa.string(), [f"d{row}" for row in n]),
        "text": (pa.large_string(), texts()),
        "int8": (pa.int8(), holes([row % 100 for row in n])),
        "uint32": (pa.uint32(), holes([row + (1 << 31) for row in n])),
        "int64": (pa.int64(), holes(list(n))),
        "float16": (pa.float16(), holes([np.float16(row / 8) for row in n])),
        "double": (pa.float64(), holes([row / 7 for row in n])),
        "flag": (pa.bool_(), holes([row % 2 == 0 for row in n])),
        "decimal": (pa.decimal128(20, 3), holes([decimal.Decimal(row) / 8 for row in n])),
        "wide": (pa.decimal256(50, 2), holes([decimal.Decimal(row) / 4 for row in n])),
        "date": (pa.date32(), holes([when[0].date() + datetime.timedelta(days=row) for row in n])),
        "time": (pa.time64("us"), holes([datetime.time(1, 2, row % 60) for row in n])),
        "when": (pa.timestamp("us", tz="Europe/Athens"), holes(when)),
        "nanos": (pa.timestamp("ns"), holes([row * 1001 for row in n])),
        "span": (pa.duration("ms"), holes([datetime.timedelta(milliseconds=row) for row in n])),
        "binary": (pa.binary(), holes([bytes([row % 256, 0]) for row in n])),
        "large_binary": (pa.large_binary(), holes([bytes(row % 9) for row in n])),
        "fixed": (pa.binary(4), holes([row.to_bytes(4, "big") for row in n])),
        "word": (pa.dictionary(pa.int16(), pa.string()), holes([f"word {row % 7}" for row in n])),
        "list": (pa.list_(pa.int32()), holes([[row, None] * (row % 3) for row in n])),
        "large_list": (pa.large_list(pa.string()), holes([["x"] * (row % 4) for row in n])),
        "three": (pa.list_(pa.float32(), 3), holes([[row, 1, 2] for row in n])),
        "struct": (
            pa.struct([("a", pa.int32()), ("b", pa.list_(pa.string()))]),
            holes([{"a": row, "b": ["y", None]} for row in n]),
        ),
        "map": (pa.map_(pa.string(), pa.int64()), holes([[("k", row)] for row in n])),
        "nothing": (pa.null(), [None] * ROWS),
    }
    fields = [pa.field(name, kind, metadata={"note": f"of {name}"}) for name, (kind, _) in columns.items()]
    schema = pa.schema(fields, metadata={"huggingface": '{"info": 1}', "licence": "CC0"})
    arrays = [pa.array(values, kind) for kind, values in columns.values()]
    return pa.table(arrays, schema=schema)


def kept_by_hand(table):
    return table.filter(pa.array(textkin.dedup(table).kept))


PARQUET = {
    "default": {},
    "zstd": {"compression": "zstd", "row_group_size": 100},
    "mixed": {"compression": {"text": "gzip", "id": "none"}, "use_dictionary": ["word"], "write_statistics": False},
    "foreign": {"store_schema": False},
    "old lists": {"use_compliant_nested_type": False, "version": "2.4", "write_page_index": True},
}


@pytest.mark.parametrize("options", PARQUET.values(), ids=PARQUET.keys())
def test_parquet_comes_through(options, tmp_path):
    table = every_type()
    if options.get("version") == "2.4":
        table = table.drop_columns(["nanos"])
    if options.get("store_schema") is False:
        table = table.drop_columns(["span"])
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table, source, **options)
    result = textkin.dedup(source, output=target)
    assert 0 < len(result.removed) < ROWS
    before, after = pq.ParquetFile(source), pq.ParquetFile(target)
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    assert (after.metadata.metadata or {}).keys() == (before.metadata.metadata or {}).keys()
    expected = pq.read_table(source)
    assert pq.read_table(target).equals(expected.filter(pa.array(result.kept)), check_metadata=True)
    assert (result.kept == textkin.dedup(table).kept).all()
    assert after.num_row_groups == before.num_row_groups
    for column in range(before.metadata.num_columns):
        old, new = (file.metadata.row_group(0).column(column) for file in (before, after))
        assert (old.compression, old.is_stats_set) == (new.compression, new.is_stats_set)
        assert old.has_column_index == new.has_column_index
        assert old.encodings == new.encodings
    assert after.metadata.format_version == before.metadata.format_version


@pytest.mark.parametrize("stored", [True, False])
def test_keys_of_the_footer_come_through(stored, tmp_path):
    """As Spark and DuckDB write them, which store no Arrow schema."""
    table = every_type().select(["id", "text", "list", "struct", "when"]).replace_schema_metadata(None)
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    with pq.ParquetWriter(source, table.schema, store_schema=stored) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"org.apache.spark.version": "4.0.1", "writer.model.name": "é"})
    result = textkin.dedup(source, output=target)
    before, after = pq.ParquetFile(source), pq.ParquetFile(target)
    assert after.schema_arrow.equals(before.schema_arrow, check_metadata=True)
    for key in (b"org.apache.spark.version", b"writer.model.name"):
        assert after.metadata.metadata[key] == before.metadata.metadata[key]
    assert (b"ARROW:schema" in after.metadata.metadata) == stored
    assert pq.read_table(target).equals(pq.read_table(source).filter(pa.array(result.kept)), check_metadata=True)


@pytest.mark.parametrize("compression", [None, "lz4", "zstd"])
@pytest.mark.parametrize("make", [pa.ipc.new_file, pa.ipc.new_stream])
def test_arrow_comes_through(make, compression, tmp_path):
    table = every_type().append_column("view", pa.array(holes(texts()), pa.string_view()))
    table = table.append_column("run", pa.array([row // 100 for row in range(ROWS)]).dictionary_encode())
    source, target = tmp_path / "in.arrow", tmp_path / "out.arrow"
    with make(source, table.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        for number, batch in enumerate(table.to_batches(max_chunksize=250)):
            writer.write_batch(batch, custom_metadata={"number": str(number)})
    result = textkin.dedup(source, output=target)
    read = pa.ipc.open_file if make is pa.ipc.new_file else pa.ipc.open_stream
    before, after = read(source.read_bytes()), read(target.read_bytes())
    assert after.schema.equals(before.schema, check_metadata=True)
    got = after.read_all()
    kept = np.flatnonzero(result.kept).tolist()
    rows = table.to_pylist()
    assert got.to_pylist() == [rows[row] for row in kept]
    for frame in (b"\x04\x22\x4d\x18", b"\x28\xb5\x2f\xfd"):
        assert (frame in source.read_bytes()) == (frame in target.read_bytes())
    if make is pa.ipc.new_stream:
        again = pa.ipc.open_stream(target.read_bytes())
        assert again.read_next_batch_with_custom_metadata()[1][b"number"] == b"0"


CSV = (
    b'\xef\xbb\xbfid,"the\ntext",rank\r\n'
    b'a,"one two three four five, six\r\nseven ""eight""",1\r\n'
    b'b,"one two three four five six\nseven eight",20\n'
    b"\n"
    b'c,"nothing\r\n\r\nlike it",3\r\n'
    b'"d",one two three four five six seven eight,9'
)


def test_csv_rows_keep_their_bytes(tmp_path):
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(CSV)
    result = textkin.dedup(source, text="the\ntext", output=target)
    assert result.ids.to_pylist() == ["a", "b", "c", "d"]
    assert result.kept.tolist() == [True, False, True, False]
    lines = CSV.split(b"b,")
    assert target.read_bytes() == lines[0] + b'\nc,"nothing\r\n\r\nlike it",3\r\n'
    result = textkin.dedup(source, text="the\ntext", keep="field:rank:max", output=target)
    assert result.kept.tolist() == [False, True, True, False]


def test_csv_is_read_as_another_reader_reads_it(tmp_path):
    table = pa.table({"id": [f"d{row}" for row in range(ROWS)], "text": [t.replace(" ", ',"\n', 3) for t in texts()]})
    pyarrow.csv.write_csv(table, tmp_path / "in.csv")
    result = textkin.dedup(tmp_path / "in.csv", output=tmp_path / "out.csv")
    options = pyarrow.csv.ParseOptions(newlines_in_values=True)
    assert pyarrow.csv.read_csv(tmp_path / "out.csv", parse_options=options).equals(kept_by_hand(table))
    assert result.removed.equals(textkin.dedup(table).removed.cast(result.removed.schema))


def test_the_same_pairs_and_passages_as_of_a_table(tmp_path):
    table = every_type()
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=77)
    assert textkin.pairs(tmp_path / "in.parquet").equals(textkin.pairs(table))
    assert textkin.passages(tmp_path / "in.parquet").equals(textkin.passages(table))
    numbered = table.set_column(0, "number", table["int64"].fill_null(0))
    pq.write_table(numbered, tmp_path / "numbered.parquet", row_group_size=77)
    assert textkin.pairs(tmp_path / "numbered.parquet", id="number", repeated_ids="number").num_rows > 100
    against = textkin.pairs(tmp_path / "in.parquet", against=tmp_path / "in.parquet")
    assert against.num_rows == textkin.pairs(table, against=table).num_rows


def test_shards_stay_shards(tmp_path):
    table = every_type()
    expected = textkin.dedup(table)
    os.makedirs(tmp_path / "in" / "below")
    for name, begin, end in (("a.parquet", 0, 301), ("below/b.parquet", 301, 302), ("c.parquet", 302, ROWS)):
        pq.write_table(table.slice(begin, end - begin), tmp_path / "in" / name)
    result = textkin.dedup(tmp_path / "in", output=f"{tmp_path}/out/")
    assert (result.kept == expected.kept).all()
    assert result.removed.equals(expected.removed)
    names = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.parquet"))
    assert names == ["a.parquet", "below/b.parquet", "c.parquet"]
    got = pa.concat_tables(pq.read_table(tmp_path / "out" / name) for name in names)
    assert got.equals(table.filter(pa.array(expected.kept)))
    files = [tmp_path / "in" / name for name in names]
    several = textkin.dedup(files, output=f"{tmp_path}/again/")
    assert (several.kept == expected.kept).all()


def test_there_may_be_more_shards_than_open_files(tmp_path):
    table = every_type().select(["id", "text"])
    (tmp_path / "in").mkdir()
    for number in range(90):
        pq.write_table(table.slice(number * 10, 10), tmp_path / "in" / f"{number:02}.parquet")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")) + 30, before[1]))
    try:
        result = textkin.dedup(tmp_path / "in", output=f"{tmp_path}/out/")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert (result.kept == textkin.dedup(table).kept).all()
    assert len(os.listdir(tmp_path / "out")) == 90


def test_without_ids_rows_are_called_by_file_and_number(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": ["a b c d e f", None, "A b c d e f", ""]}), path)
    result = textkin.dedup(path)
    assert result.ids.to_pylist() == [f"{path}:{row}" for row in range(4)]
    assert result.kept.tolist() == [True, True, False, True]


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows"])
def test_cut_and_damaged_files_are_named_and_nothing_is_written(suffix, tmp_path):
    table = every_type()
    path, target = tmp_path / f"in.{suffix}", tmp_path / "out" / f"out.{suffix}"
    if suffix == "parquet":
        pq.write_table(table, path, write_page_checksum=True)
    else:
        with (pa.ipc.new_file if suffix == "arrow" else pa.ipc.new_stream)(path, table.schema) as writer:
            writer.write_table(table)
    whole = path.read_bytes()
    for size in [0, 3, 7, 100, len(whole) // 2, len(whole) - 9, len(whole) - 1]:
        path.write_bytes(whole[:size])
        with pytest.raises(ValueError, match=f"in.{suffix}") as caught:
            textkin.dedup(path, output=target)
        assert "\n" not in str(caught.value)
    if suffix == "parquet":
        rng = np.random.default_rng(1)
        for place in rng.integers(4, len(whole) * 9 // 10, 40):
            hurt = bytearray(whole)
            hurt[place] ^= 0xFF
            path.write_bytes(bytes(hurt))
            with pytest.raises(ValueError, match="in.parquet"):
                textkin.dedup(path, output=target)
    assert not target.exists()
    assert [p.name for p in tmp_path.rglob("*") if p.is_file()] == [path.name]


def test_refusals(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(every_type(), path)
    with pytest.raises(ValueError, match=r"in.parquet has no column 'body'"):
        textkin.pairs(path, text="body")
    with pytest.raises(ValueError, match="would be replaced"):
        textkin.dedup(path, output=path)
    with pytest.raises(ValueError, match=r"name a file \*.parquet"):
        textkin.dedup(path, output=tmp_path / "out.csv")
    with pytest.raises(ValueError, match="what is written to output="):
        textkin.dedup(path, annotate=True)
    assert len(textkin.dedup(path, output=tmp_path / "out.parquet", check=True).removed) > 0
    assert not (tmp_path / "out.parquet").exists()
    with pytest.raises(FileNotFoundError):
        textkin.dedup(tmp_path / "nowhere.parquet")
    (tmp_path / "note.txt").write_text("x")
    with pytest.raises(ValueError, match="is a table and"):
        textkin.pairs(tmp_path)
    (tmp_path / "bad.csv").write_text('id,text\n1,"open\n')
    with pytest.raises(ValueError, match=r"bad.csv: line \d: not valid CSV"):
        textkin.pairs(tmp_path / "bad.csv")
    (tmp_path / "bad.csv").write_text("id,text\n1,a\n2,b,c\n")
    with pytest.raises(ValueError, match="bad.csv: line 3: a row of 3 fields, and the first has 2"):
        textkin.pairs(tmp_path / "bad.csv")


def test_no_two_outputs_are_one_and_none_is_an_input(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(every_type(), path)
    (tmp_path / "link").symlink_to(tmp_path)
    before = path.read_bytes()
    for output, more in (
        (tmp_path / "x.parquet", {"report": tmp_path / "link/x.parquet"}),
        (tmp_path / "x.parquet", {"stats": tmp_path / "x.parquet"}),
        (tmp_path / "y.parquet", {"report": path}),
        (None, {"report": tmp_path / "r", "stats": f"{tmp_path}/./r"}),
        (None, {"stats": tmp_path / "link/in.parquet"}),
    ):
        with pytest.raises(ValueError, match="are the same; name a file for each|which would be replaced"):
            textkin.dedup(path, output=output, **more)
    lines = tmp_path / "in.jsonl"
    lines.write_text('{"id": "1", "text": "one"}\n')
    with pytest.raises(ValueError, match="would be replaced"):
        textkin.report([lines], lines)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.jsonl", "in.parquet", "link"]
    assert path.read_bytes() == before


def test_what_is_written_keeps_its_mode_and_its_link(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(every_type(), path)
    (tmp_path / "real.parquet").write_bytes(b"old")
    (tmp_path / "real.parquet").chmod(0o640)
    (tmp_path / "link.parquet").symlink_to("real.parquet")
    textkin.dedup(path, output=tmp_path / "link.parquet")
    assert (tmp_path / "link.parquet").is_symlink()
    assert pq.read_table(tmp_path / "real.parquet").num_rows > 0
    assert (tmp_path / "real.parquet").stat().st_mode & 0o777 == 0o640


def test_a_table_that_is_edited_in_place_is_not_copied(tmp_path):
    path = tmp_path / "in.parquet"
    pq.write_table(every_type(), path)
    facts = path.stat()

    def edit(*_):
        path.write_bytes(path.read_bytes())
        os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))

    table = OpenTable(str(path), path.name, None)
    edit()
    with pytest.raises(ValueError, match="changed while it was read"):
        table.check_unchanged()


def test_little_memory_changes_nothing(tmp_path):
    table = pa.table({"text": texts(30000), "n": range(30000)})
    path = tmp_path / "in.parquet"
    pq.write_table(table, path)
    whole = textkin.dedup(path, method="lsh", output=tmp_path / "whole.parquet")
    little = textkin.dedup(path, method="lsh", memory="40MiB", threads=2, output=tmp_path / "little.parquet")
    assert (whole.kept == little.kept).all()
    assert (tmp_path / "whole.parquet").read_bytes() == (tmp_path / "little.parquet").read_bytes()


def test_new_rows_against_old_ones(tmp_path):
    new = pa.table({"id": ["a", "b", "c"], "text": [*texts(4)[:1] * 2, "something else about some other matter"], "n": [1, 2, 3]})
    old = pa.table({"id": [10, 11], "text": [texts(9)[8], texts(4)[0]]})
    pq.write_table(new, tmp_path / "new.parquet")
    pq.write_table(old, tmp_path / "old.parquet")
    (tmp_path / "old.jsonl").write_text("".join(json.dumps(row) + "\n" for row in old.to_pylist()))
    for first in (new, tmp_path / "new.parquet"):
        for second in (old, tmp_path / "old.parquet", tmp_path / "old.jsonl"):
            result = textkin.dedup(first, against=second, keep="field:n")  # the field is of what may go alone
            assert result.kept.tolist() == [False, False, True] and result.ids.to_pylist() == ["a", "b", "c"]
            rows = [tuple(row.values()) for row in result.removed.to_pylist()]
            assert rows == [("a", "11", 1.0, "identical", "against"), ("b", "11", 1.0, "identical", "against")]
            assert result.clusters["cluster"].to_pylist() == ["11"] * 3
            assert (result.stats["documents"], result.stats["against_documents"]) == (3, 2)
    textkin.dedup(tmp_path / "new.parquet", against=old, output=tmp_path / "kept.parquet")
    assert pq.read_table(tmp_path / "kept.parquet").to_pylist() == new.to_pylist()[2:]
    # Of new rows alone, without `against`'s column.
    within = textkin.dedup(new, against=["nobody wrote this before it was written here"]).removed
    assert within.select(["id", "kept", "kept_in"]).to_pylist() == [{"id": "b", "kept": "a", "kept_in": "input"}]
    with pytest.raises(ValueError, match="is INPUT and against= too"):
        textkin.dedup(tmp_path / "new.parquet", against=tmp_path / "new.parquet")
    with pytest.raises(ValueError, match="would be replaced"):
        textkin.dedup(tmp_path / "new.parquet", against=tmp_path / "old.parquet", output=tmp_path / "old.parquet")


def test_the_program_takes_tables_on_either_side(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, row in (("new", {"id": "a", "text": texts(1)[0]}), ("old", {"id": "z", "text": texts(1)[0]})):
        pq.write_table(pa.Table.from_pylist([row, {"id": row["id"] * 2, "text": f"what {name} alone says of this"}]), f"{name}.parquet")
        with open(f"{name}.jsonl", "w") as out:
            out.writelines(json.dumps(row) + "\n" for row in pq.read_table(f"{name}.parquet").to_pylist())

    def main(*words):
        table = next(word for word in words if word.endswith(".parquet"))
        return textkin.columns.main([textkin.__version__, table, "0", "dedup", *words, "-q"])

    assert main("new.parquet", "--against", "old.jsonl", "-o", "kept.parquet") == 0
    assert pq.read_table("kept.parquet")["id"].to_pylist() == ["aa"]
    assert main("new.jsonl", "--against", "old.parquet", "-o", "kept.jsonl") == 0
    with open("kept.jsonl") as kept:
        assert [json.loads(line)["id"] for line in kept] == ["aa"]
    assert main("new.jsonl", "--against", "old.parquet", "--check") == 1
    assert main("new.parquet", "--against", "old.parquet", "-o", "old.parquet") == 2


def test_every_spelling_of_an_option_is_that_of_other_files(program, monkeypatch):
    """A flag with its value, values that begin with a hyphen, short names in one word."""
    monkeypatch.setenv("TEXTKIN_PYTHON", sys.executable)
    rows = [{"-id": name, "-t": text} for name, text in (("a", "one two three four five six"), ("b", "one two three four five six"), ("c", "x y z"))]
    pq.write_table(pa.Table.from_pylist(rows), program.folder / "in.parquet")
    (program.folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for words, kept, marked in (
        (["--annotate=true", "-oout"], 3, True),
        (["--annotate=false", "--check=false", "--output", "out"], 2, False),
        (["-qo", "out", "--annotate"], 3, True),
    ):
        for suffix in ("jsonl", "parquet"):
            spelled = [f"{word}.{suffix}" if word.endswith("out") else word for word in words]
            program("dedup", f"in.{suffix}", "--text-field", "-t", "--id-field", "-id", *spelled)
        table = pq.read_table(program.folder / "out.parquet")
        lines = [json.loads(line) for line in (program.folder / "out.jsonl").read_text().splitlines()]
        assert len(table) == len(lines) == kept
        assert ("textkin" in table.column_names) == ("textkin" in lines[0]) == marked
