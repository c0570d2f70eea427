"""Texts of files of tables are held in memory where no --memory is given, or lie in a scratch file: what is written is the
same, byte for byte, and Parquet's texts are decoded once."""

import pathlib
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import textkin
from textkin import _cleaning, _commands, _memory_limit, _parquet_file
from textkin._parquet_file import ParquetFile

RANDOM = random.Random(9)
WORDS = [f"w{number}" for number in range(3000)]
REPEATED = " ".join(RANDOM.choices(WORDS, k=90))


def texts(count):
    found = [" ".join(RANDOM.choices(WORDS, k=60)) for _ in range(count)]
    for row in range(3, count, 7):
        found[row] = found[row - 3]
    for row in range(5, count, 11):
        found[row] = f"{found[row]} {REPEATED}"
    found[1], found[2] = None, ""
    return found


KINDS = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
KEPT_AS = {"held": None, "scratch": 1, "given": 0}  # bytes of room, as if; None: what there is


def written(path, target, job, room, monkeypatch):
    with monkeypatch.context() as patched:
        for module in (_commands, _cleaning):
            if room is not None:
                patched.setattr(module, "room_for_tables", lambda memory: room)
        getattr(textkin, job)(path, output=target, progress=False)
    return target


@pytest.mark.parametrize("job", ["dedup", "trim"])
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_is_written_is_the_same(kind, job, tmp_path, monkeypatch):
    strings = pa.array(texts(500), pa.string())
    column = strings.dictionary_encode() if pa.types.is_dictionary(kind) else strings.cast(kind)
    numbers = pa.array(range(500), pa.int32())
    columns = {"n": numbers, "text": column, "more": pa.array([{"a": [row % 9]} for row in range(500)])}
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table(columns).replace_schema_metadata({"licence": "CC0"}), source, row_group_size=120)
    files = {
        name: written(source, tmp_path / f"{name}.parquet", job, room, monkeypatch).read_bytes() for name, room in KEPT_AS.items()
    }
    assert files["held"] == files["scratch"] == files["given"]
    stays = pq.read_table(tmp_path / "held.parquet")
    assert stays.schema.equals(pq.read_schema(source), check_metadata=True)
    assert 0 < len(stays) < 500 or job == "trim"
    whole = {number: text for number, text in zip(range(500), strings.to_pylist(), strict=True)}
    same = sum(whole[number] == text for number, text in zip(stays["n"].to_pylist(), stays["text"].to_pylist(), strict=True))
    assert same == len(stays) if job == "dedup" else 300 < same < 500


@pytest.mark.parametrize("columns", [["text"], ["text", "n"], ["a.b", "text", "a"], ["n", "text", "a.b"]], ids="-".join)
def test_columns_of_any_name_beside_it(columns, tmp_path, monkeypatch):
    rows = {name: pa.array([f"{name}{row}" for row in range(200)]) for name in columns} | {"text": pa.array(texts(200))}
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({name: rows[name] for name in columns}), source)
    files = [written(source, tmp_path / f"{name}.parquet", "dedup", room, monkeypatch) for name, room in KEPT_AS.items()]
    assert len({path.read_bytes() for path in files}) == 1
    kept = textkin.dedup(source, progress=False).kept
    assert pq.read_table(files[0]).equals(pq.read_table(source).filter(pa.array(kept)))


def test_a_side_leaves_memory_within_a_later_shard(tmp_path, monkeypatch):
    folder = tmp_path / "in"
    folder.mkdir()
    for shard in range(3):
        pq.write_table(pa.table({"n": range(200), "text": texts(200)}), folder / f"{shard}.parquet", row_group_size=50)
    size = pq.read_table(folder / "0.parquet", columns=["text"]).nbytes
    outputs = {}
    for name, room in (KEPT_AS | {"second": size * 3 // 2}).items():
        target = tmp_path / name
        target.mkdir()
        written(folder, f"{target}/", "dedup", room, monkeypatch)
        outputs[name] = [(target / f"{shard}.parquet").read_bytes() for shard in range(3)]
    assert outputs["held"] == outputs["scratch"] == outputs["second"] == outputs["given"]


def test_groups_are_cut_at_the_same_rows(tmp_path, monkeypatch):
    """A group above a size becomes several; a smaller one here than 64 MiB."""
    monkeypatch.setattr(_parquet_file, "_GROUP_BYTES", 1 << 18)
    monkeypatch.setattr(_parquet_file, "_BATCH_BYTES", 1 << 15)
    rows = texts(3000)
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"n": range(len(rows)), "text": rows}), source, use_dictionary=False)
    files = [written(source, tmp_path / f"{name}.parquet", "dedup", room, monkeypatch) for name, room in KEPT_AS.items()]
    assert pq.read_metadata(files[0]).num_row_groups > 1
    assert len({path.read_bytes() for path in files}) == 1


@pytest.mark.parametrize("name", KEPT_AS)
def test_texts_are_decoded_once_where_no_memory_is_given(name, tmp_path, monkeypatch):
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"n": range(200), "text": texts(200)}), source)
    asked = []
    batches = ParquetFile._batches

    def watched(self, file, group, columns):
        asked.append(columns)
        return batches(self, file, group, columns)

    monkeypatch.setattr(ParquetFile, "_batches", watched)
    written(source, tmp_path / "out.parquet", "dedup", KEPT_AS[name], monkeypatch)
    # The texts; a look at all columns before anything is written; and what is written.
    assert asked == [["text"], None, None if name == "given" else ["n"]]


def test_memory_that_is_given_is_the_engines():
    assert _memory_limit.room_for_tables("1GiB") == _memory_limit.room_for_tables(1 << 30) == 0
    assert _memory_limit.room_for_tables(None) == _memory_limit.room_for_tables(0) > 0


def test_memory_that_is_given_holds_no_texts(tmp_path, monkeypatch):
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": texts(100)}), source)
    seen = []
    inner = _commands.Input

    def watched(*given, **named):
        seen.append(inner(*given, **named))
        return seen[-1]

    monkeypatch.setattr(_commands, "Input", watched)
    textkin.dedup(pathlib.Path(source), memory="512MiB", progress=False)
    textkin.dedup(pathlib.Path(source), progress=False)
    assert [side.held > 0 for side in seen] == [False, True]
