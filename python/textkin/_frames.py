"""Some rows of what a caller has, as the same kind of thing: frames, datasets, tables, relations, lists."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ._data import is_text, library_of, parts, table_of
from ._kept_rows import kept_rows
from ._late import np, npt, pa


def _of_reader(reader: Any, mask: npt.NDArray[np.bool_]) -> Any:
    """The rows of a stream that was not read yet, batch by batch; it fails where it has another number of them."""

    def batches() -> Iterator[pa.RecordBatch]:
        begin = 0
        for batch in reader:
            _check_more(begin + len(batch), mask)
            yield from kept_rows(batch, mask[begin : begin + len(batch)])
            begin += len(batch)
        _check(begin, mask, _ONCE)

    return pa.RecordBatchReader.from_batches(reader.schema, batches())


def _of_arrow(data: Any, mask: npt.NDArray[np.bool_]) -> Any:
    """Of a table, batch or column of Arrow, which has no filter for views of strings."""
    try:
        return data.filter(pa.array(mask))
    except NotImplementedError:
        edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]))).reshape(-1, 2)
        parts = [data.slice(begin, end - begin) for begin, end in edges.tolist()] or [data.slice(0, 0)]
    if isinstance(data, pa.Table):
        return pa.concat_tables(parts)
    if isinstance(data, pa.RecordBatch):
        return pa.concat_batches(parts)
    if isinstance(data, pa.Array):
        return pa.concat_arrays(parts)
    return pa.chunked_array([chunk for part in parts for chunk in part.chunks], data.type)


_ONCE = ", of a stream one that was not read yet"


def _check(rows: int | None, mask: npt.NDArray[np.bool_], besides: str = "") -> None:
    if rows is not None and rows != len(mask):
        raise ValueError(f"this has {rows} rows, and the result is of {len(mask)}; give the data that the result is of{besides}")


def _check_more(rows: int, mask: npt.NDArray[np.bool_]) -> None:
    """Of a stream, as far as it was read."""
    if rows > len(mask):
        raise ValueError(f"this has more than {len(mask)} rows, which the result is of; give the data that the result is of")


def _rows(data: Any) -> int | None:
    """None: it is not known without reading."""
    if type(data).__name__ == "DuckDBPyRelation":
        return int(data.shape[0])
    try:
        return len(data)
    except TypeError:
        return None


def _of_frame(data: Any, mask: npt.NDArray[np.bool_]) -> Any:
    """None where it is no frame, dataset or relation of a library."""
    root = library_of(data)
    if hasattr(data, "with_format") and hasattr(data, "features"):  # of Hugging Face
        if hasattr(data, "select"):
            return data.select(np.flatnonzero(mask))

        def stays(_: object, row: int) -> bool:
            _check_more(row + 1, mask)
            return bool(mask[row])

        return data.filter(stays, with_indices=True)
    if root == "polars":
        polars = importlib.import_module("polars")
        return data.filter(polars.Series(values=mask))
    if root == "pandas":
        return data[mask]
    if type(data).__name__ == "DuckDBPyRelation":
        duckdb = importlib.import_module("duckdb")
        return duckdb.from_arrow(_of_arrow(pa.table(data), mask))
    return None


def rows_of(data: Any, mask: npt.NDArray[np.bool_]) -> Any:
    """Those rows of `data` where `mask` (bool [rows]) is true, as what `data` is: of a relation of DuckDB a relation of its
    default connection, of what only has an Arrow stream a pyarrow Table. ValueError for another number of rows: of a stream when
    it is read to its end, of one of Hugging Face for more rows only. TypeError for what has none."""
    if isinstance(data, str | bytes):
        raise TypeError(f"{type(data).__name__} has no rows; of paths dedup() writes what stays to output=")
    if (held := parts(data)) is not None:
        whole = [table_of(part) if _rows(part) is None else part for part in held]
        ends = np.cumsum([_rows(part) or 0 for part in whole])
        _check(int(ends[-1]), mask)
        return type(data)(rows_of(part, own) for part, own in zip(whole, np.split(mask, ends[:-1]), strict=True))
    columns = isinstance(data, Mapping) and any(not is_text(one) for one in data.values())
    if columns:
        for column in data.values():
            _check(_rows(column), mask)
        return {name: rows_of(column, mask) for name, column in data.items()}
    _check(_rows(data), mask)
    found = _of_frame(data, mask)
    if found is not None:
        return found
    given: Any = data
    if isinstance(data, pa.Table | pa.RecordBatch | pa.Array | pa.ChunkedArray):
        return _of_arrow(given, mask)
    if isinstance(data, pa.RecordBatchReader):
        return _of_reader(data, mask)
    if isinstance(data, np.ndarray):
        return data[mask]
    if hasattr(data, "__arrow_c_stream__"):
        return _of_arrow(pa.table(data), mask)
    if isinstance(data, Mapping):
        return dict(itertools.compress(data.items(), mask))
    if isinstance(data, Iterable) and _rows(data) is None:
        given = list(data)
        if parts(given) is None:
            _check(len(given), mask, _ONCE)
        return rows_of(given, mask)
    if isinstance(data, Iterable):
        kept = list(itertools.compress(data, mask))
        return tuple(kept) if isinstance(data, tuple) else kept
    raise TypeError(f"{type(data).__name__} has no rows; of paths dedup() writes what stays to output=")
