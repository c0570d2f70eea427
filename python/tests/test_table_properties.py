"""Tables of any schema come through a clean-up with the rows that stay as they were."""

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_tables import random_table

import textkin


def write_parquet(table, path, rng):
    codec = ["none", "snappy", "gzip", "zstd", "brotli", "lz4"][rng.integers(6)]
    options = {
        "compression": codec,
        "row_group_size": int(rng.integers(1, 30)),
        "write_page_index": bool(rng.integers(2)),
    }
    with pq.ParquetWriter(path, table.schema, **{k: v for k, v in options.items() if k != "row_group_size"}) as writer:
        if rng.integers(4):
            writer.write_table(table, row_group_size=options["row_group_size"])
        if rng.integers(3) == 0:
            writer.add_key_value_metadata({"later": "added"})


def write_ipc(make):
    def write(table, path, rng):
        options = pa.ipc.IpcWriteOptions(compression=[None, "lz4", "zstd"][rng.integers(3)])
        with make(str(path), table.schema, options=options) as writer:
            for batch in table.to_batches(max_chunksize=int(rng.integers(1, 30))):
                writer.write_batch(batch)

    return write


def write_feather(table, path, rng):
    pyarrow.feather.write_feather(table, path, compression=["uncompressed", "lz4", "zstd"][rng.integers(3)])


def read_ipc(path):
    data = path.read_bytes()
    return (pa.ipc.open_file if data[:6] == b"ARROW1" else pa.ipc.open_stream)(data).read_all()


def read_parquet(path):
    """By groups, for Arrow has no nested columns of several chunks at once."""
    with pq.ParquetFile(path) as file:
        groups = [batch for group in range(file.num_row_groups) for batch in file.iter_batches(row_groups=[group])]
        return pa.Table.from_batches(groups, file.schema_arrow)


def keys_and_values(path):
    """Of the footer, but for the schema, which is compared as such."""
    return {key: value for key, value in (pq.read_metadata(path).metadata or {}).items() if key != b"ARROW:schema"}


FORMS = {
    "parquet": (write_parquet, read_parquet),
    "arrow": (write_ipc(pa.ipc.new_file), read_ipc),
    "arrows": (write_ipc(pa.ipc.new_stream), read_ipc),
    "feather": (write_feather, read_ipc),
}


def rows_of(column, rows):
    """Some rows of a column, one by one: not every type can be taken from."""
    return [column.slice(int(row), 1) for row in rows]


@pytest.mark.parametrize("form", FORMS)
@given(seed=st.integers(0, 1 << 32), rows=st.sampled_from([0, 1, 7, 40]))
@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_stays_is_as_it_was(form, tmp_path_factory, seed, rows):
    folder = tmp_path_factory.mktemp("table")
    rng = np.random.default_rng(seed)
    write, read = FORMS[form]
    source, target = folder / f"in.{form}", folder / f"out.{form}"
    table = random_table(rng, rows, form != "parquet")
    try:
        write(table, source, rng)
        before = read(source)
    except (NotImplementedError, pa.ArrowInvalid):
        return  # the format has no place for such a type, or pyarrow's reader does not take what its writer wrote
    result = textkin.dedup(source, output=target)
    after = read(target)
    assert after.schema.equals(before.schema, check_metadata=True)
    kept = np.flatnonzero(result.kept)
    assert len(result.kept) == before.num_rows
    assert len(after) == len(kept)
    for number in range(before.num_columns):
        old, new = before.column(number), after.column(number)
        for one, other in zip(rows_of(old, kept), rows_of(new, range(len(kept))), strict=True):
            assert one.equals(other), before.schema.field(number)
    if form == "parquet":
        assert keys_and_values(target) == keys_and_values(source)
    first = target.read_bytes()
    textkin.dedup(source, output=target, threads=1, memory="1GiB")
    assert target.read_bytes() == first
