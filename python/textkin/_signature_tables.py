"""Tables of signatures, as sketch() and Signatures.table() give them, where a file of signatures is expected."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _textkin
from ._late import np, npt, pa, pc

_TABLES = (".parquet", ".arrow", ".feather")


def packed(cells: npt.NDArray[Any], bits: int) -> npt.NDArray[np.uint32]:
    """Rows of cells as the rows of words of a file: cells side by side, `bits` bits each, filled up to whole words."""
    rows, count = cells.shape
    words = -(-count * bits // 32)
    if bits >= 8:
        small = np.ascontiguousarray(cells.astype(f"<u{bits // 8}")).view(np.uint8).reshape(rows, -1)
    else:
        each = 8 // bits
        filled = np.zeros((rows, -(-count // each) * each), np.uint8)
        filled[:, :count] = cells
        shifts = np.arange(0, 8, bits, dtype=np.uint8)
        small = np.bitwise_or.reduce(filled.reshape(rows, -1, each) << shifts, axis=2)
    whole = np.zeros((rows, 4 * words), np.uint8)
    whole[:, : small.shape[1]] = small
    return whole.view("<u4").reshape(rows, words)


def _table(source: Any) -> pa.Table | None:
    """The table that is meant; None for a file of signatures."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if not path.endswith(_TABLES):
            return None
        if path.endswith(".parquet"):
            import pyarrow.parquet

            return pyarrow.parquet.read_table(path)
        import pyarrow.feather

        return pyarrow.feather.read_table(path)
    if hasattr(source, "__arrow_c_stream__"):
        return source if isinstance(source, pa.Table) else pa.table(source)
    raise TypeError(f"signatures are a file of them, a table that sketch() made, or a file of such a table, not {type(source).__name__}")


def _options(table: pa.Table) -> dict[str, str]:
    told = (table.schema.metadata or {}).get(b"textkin")
    missing = {"id", "size", "cells"} - set(table.column_names)
    if missing:
        raise ValueError(f"a table of signatures has id, size and cells, as sketch() makes them; this one has no {', '.join(sorted(missing))}")
    if told is None:
        raise ValueError("this table does not say how its signatures were made: sketch() writes that into the schema's metadata under b'textkin', "
                         "which data frames of polars and pandas drop; keep a pyarrow Table, or a file of it")
    options: dict[str, str] = json.loads(told)
    if options.get("--stop-words") == "FILE":
        raise ValueError("a table does not hold the list of stop words that its signatures were made with; keep a file of signatures")
    return options


class Source:
    """A file of signatures: one that is there, or one of a table's rows in a folder that is not kept."""

    def __init__(self, source: Any, folder: str, name: str) -> None:
        table = _table(source)
        self.kind: pa.DataType | None = None  # of the table's ids
        if table is None:
            self.path = os.fspath(source)
            return
        self.path = os.path.join(folder, name)
        self.kind = write(table, self.path)

    def ids(self, names: pa.ChunkedArray) -> pa.ChunkedArray:
        """What a result calls rows, in the type of the table's ids."""
        return names if self.kind is None else pc.cast(names, self.kind)


def write(table: pa.Table, output: str) -> pa.DataType:
    """The file that signatures.create() would have left; the type of the ids."""
    options = _options(table)
    column = table["id"].combine_chunks()
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if not (pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        raise ValueError(f"ids of signatures are text or whole numbers, and here they are {kind}")
    if column.null_count or table["cells"].null_count or table["size"].null_count:
        raise ValueError("a row of a table of signatures has an id, a size and cells; here one is null")
    bits, count = int(options["--bits"]), int(options["--hashes"])
    flat = table["cells"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
    if len(flat) != len(table) * count:
        raise ValueError(f"a signature of this table has {count} cells, and there are {len(flat)} in {len(table)} rows")
    words = packed(flat.reshape(len(table), count), bits)
    names = pa.chunked_array([pc.cast(column, pa.large_string())])
    sizes = np.ascontiguousarray(table["size"].to_numpy(), dtype=np.uint32)
    _textkin.write_signatures(output, list(options.items()), names, sizes, words.reshape(-1), words.shape[1])
    return kind


def rows_of(names: Any, ids: pa.ChunkedArray | pa.Array) -> npt.NDArray[np.uint32]:
    """The rows that ids name."""
    asked = names if isinstance(names, (pa.Array, pa.ChunkedArray)) else pa.array(names)
    places = pc.index_in(pc.cast(asked, pa.large_string()), value_set=pc.cast(ids, pa.large_string()))
    if places.null_count:
        missing = pc.filter(asked, pc.is_null(places))[0].as_py()
        raise ValueError(f"{missing!r} is the id of no signature here")
    if isinstance(places, pa.ChunkedArray):
        places = places.combine_chunks()
    return np.ascontiguousarray(places.to_numpy(zero_copy_only=False), dtype=np.uint32)
