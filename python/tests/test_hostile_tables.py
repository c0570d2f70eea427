"""Files of tables that were cut, hurt or made to mislead: each is refused by its name, or read as it stands; no crash,
nothing half-written."""

import struct

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import textkin

ROWS = 300


def table():
    rng = np.random.default_rng(3)
    texts = [" ".join(f"w{row - row % 2}x{i}" for i in range(40)) for row in range(ROWS)]
    more = [[int(x) for x in rng.integers(0, 9, row % 4)] for row in range(ROWS)]
    columns = {"id": [f"d{row}" for row in range(ROWS)], "text": texts, "more": more, "score": rng.random(ROWS)}
    return pa.table(columns | {"kind": pa.array(["a", "b", None] * (ROWS // 3)).dictionary_encode()})


def parquet(path, checksums):
    pq.write_table(table(), path, row_group_size=97, data_page_size=2000, compression="zstd",
                   write_page_checksum=checksums, write_page_index=True)  # fmt: skip


def arrow(path, make):
    with make(str(path), table().schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_table(table(), max_chunksize=97)


FORMS = {
    "checked.parquet": lambda path: parquet(path, True),
    "plain.parquet": lambda path: parquet(path, False),
    "file.arrow": lambda path: arrow(path, pa.ipc.new_file),
    "stream.arrows": lambda path: arrow(path, pa.ipc.new_stream),
}


def tried(path, data, target):
    """Whether the file with these bytes was refused; a refusal is one line with its name, and leaves nothing."""
    path.write_bytes(data)
    target.unlink(missing_ok=True)
    try:
        result = textkin.dedup(path, output=target, repeated_ids="number")
    except (ValueError, MemoryError) as error:
        assert path.name in str(error), str(error)
        assert "\n" not in str(error)
        assert sorted(file.name for file in path.parent.iterdir()) == [path.name]
        return True
    kept = pq.ParquetFile(target).metadata.num_rows if path.suffix == ".parquet" else read(target)
    assert kept == result.kept.sum()
    return False


def read(path):
    data = path.read_bytes()
    return len((pa.ipc.open_file if data[:6] == b"ARROW1" else pa.ipc.open_stream)(data).read_all())


@pytest.mark.parametrize("name", FORMS)
def test_cut_files_are_refused(name, tmp_path):
    path, target = tmp_path / name, tmp_path / f"out.{name.split('.')[1]}"
    FORMS[name](path)
    whole = path.read_bytes()
    assert not tried(path, whole, target)
    for size in {*range(0, len(whole), len(whole) // 40), *range(len(whole) - 12, len(whole))}:
        assert tried(path, whole[:size], target), size


@pytest.mark.parametrize("name", FORMS)
def test_hurt_files_are_refused_or_read(name, tmp_path):
    path, target = tmp_path / name, tmp_path / f"out.{name.split('.')[1]}"
    FORMS[name](path)
    whole = path.read_bytes()
    rng = np.random.default_rng(5)
    refused = 0
    places = [*np.linspace(0, len(whole) - 1, 50).astype(int), *rng.integers(0, len(whole), 20)]
    for place in places:
        hurt = bytearray(whole)
        hurt[place] ^= int(rng.integers(1, 256))
        refused += tried(path, bytes(hurt), target)
    assert refused > (0.5 if name.startswith("checked") else 0.1) * len(places)


@pytest.mark.parametrize("name", ["checked.parquet", "plain.parquet"])
def test_footers_that_mislead(name, tmp_path):
    path, target = tmp_path / name, tmp_path / "out.parquet"
    FORMS[name](path)
    whole = path.read_bytes()
    (length,) = struct.unpack("<i", whole[-8:-4])
    for lie in (0, 1, length - 1, length + 1, len(whole), len(whole) - 8, 0x7FFFFFFF, -1):
        assert tried(path, whole[:-8] + struct.pack("<i", lie) + whole[-4:], target), lie
    rng = np.random.default_rng(7)
    for place in rng.integers(len(whole) - 8 - length, len(whole) - 8, 80):
        hurt = bytearray(whole)
        hurt[place] = int(rng.choice([0, 0x7F, 0xFF, hurt[place] ^ 1, hurt[place] ^ 0x80]))
        tried(path, bytes(hurt), target)


def test_a_group_that_ends_early_is_refused(tmp_path):
    """Fewer rows than the footer of another file promises: the bytes of one under the footer of the other."""
    short, long = tmp_path / "short.parquet", tmp_path / "long.parquet"
    for path, rows in ((short, 90), (long, 100)):
        pq.write_table(table().slice(0, rows), path, compression="none", use_dictionary=False)
    one, other = short.read_bytes(), long.read_bytes()
    long.unlink()
    (length,) = struct.unpack("<i", other[-8:-4])
    assert tried(short, one[: len(other) - 8 - length].ljust(len(other) - 8 - length, b"\0") + other[-8 - length :],
                 tmp_path / "out.parquet")  # fmt: skip
