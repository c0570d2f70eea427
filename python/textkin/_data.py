"""What `data` may be: paths, something with an Arrow stream, or texts, records and tables one by one."""

from __future__ import annotations

import contextlib
import glob
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ._late import pa
from ._remote import is_address
from ._warnings import warn

_KINDS = "give a table, a list of texts, a mapping of ids to texts, or paths"
_LONGEST_SHOWN = 80
_LONGEST_NAME = 255


def _line(error: Exception) -> str:
    return ", ".join(" ".join(str(part).split()) for part in error.args).rstrip(".")


def _place_of(text: str, data: Any) -> str:
    """Where a str stands in what people have."""
    if isinstance(data, Mapping):
        if text in data:
            return f"id {list(data).index(text)}"
        columns = list(data.items())
    elif hasattr(data, "columns"):
        columns = [(name, data[name]) for name in data.columns]
    else:
        columns = [(None, data)]
    for name, column in columns:
        for row, value in enumerate(column if isinstance(column, Iterable) else ()):
            fields = value.items() if isinstance(value, Mapping) else [(name, value)]
            for field, one in fields:
                if isinstance(one, str) and one == text:
                    return f"row {row}" + ("" if field is None else f", column {field!r}")
    return "a row"


@contextlib.contextmanager
def told(data: Any = None) -> Iterator[None]:
    """Failures of making columns of what people have, in one line and as Python's own kinds."""
    try:
        yield
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start : error.end])
        raise ValueError(
            f"{_place_of(error.object, data)}: half of a surrogate pair ({half}), which is no text; repair it, as by"
            ' text.encode("utf-8", "replace").decode()'
        ) from None
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        line = _line(error)
        kind = TypeError if isinstance(error, pa.ArrowTypeError) else ValueError
        raise kind(f"the data is no table with one type and one length of its columns: {line}") from None


def library_of(data: object) -> str:
    """Of which library something is: a class that is made of one of pandas or polars is theirs."""
    roots = [kind.__module__.split(".")[0].lstrip("_") for kind in type(data).__mro__]
    return next((root for root in roots if root in ("pandas", "polars")), roots[0])


def is_text(item: object) -> bool:
    return item is None or isinstance(item, str | bytes | bytearray | memoryview)


def _files(name: str) -> Sequence[str]:
    """The files that a str names: one, or those that match it."""
    if not name or name.startswith("<") or is_address(name) or os.path.exists(name):
        return [name]
    found = sorted(glob.glob(name, recursive=True)) if glob.has_magic(name) else []
    if not found:
        shown = name if len(name) <= _LONGEST_SHOWN else name[:_LONGEST_SHOWN] + "..."
        raise FileNotFoundError(
            f"{shown}: cannot be opened: no such file or directory; check the path (a text goes in a list)"
        )
    return found


def _warn_of_names(texts: Sequence[object]) -> None:
    """Of texts that are names of files: whoever gives these means the files."""
    for text in texts:
        if not isinstance(text, str) or not 0 < len(text) <= _LONGEST_NAME or not os.path.isfile(text):
            return
    if texts:
        warn("every text is the name of a file; a list of str is texts, and paths are given as pathlib.Path")


def refuse_shared_stream(given: Iterable[object]) -> None:
    """ValueError where one stream is given twice: the second time nothing would be left of it."""
    streams = [id(one) for one in given if isinstance(one, Iterator)]
    if len(set(streams)) < len(streams):
        raise ValueError("one stream is given twice, and is read once; make a list, or a table, of it before")


def settled(data: Any) -> Any:
    """`data` that can be looked at more than once, or TypeError where it cannot be texts at all."""
    if isinstance(data, str | os.PathLike | Mapping) or _arrow(data) is not None or _dataset(data):
        return data
    if isinstance(data, bytes | bytearray | memoryview):
        raise TypeError("data is one text as bytes; put it in a list")
    if isinstance(data, set | frozenset):
        raise TypeError("a set has no order, by which results could name its texts; give a list")
    if type(data).__name__ in ("Index", "Indexes") and hasattr(data, "query"):
        raise TypeError(
            "an index is asked: its query(NEW) tells what of NEW is there, its add(NEW, unless_similar=0.8) adds what is not"
        )
    if isinstance(data, io.IOBase):
        raise TypeError("data is an open file; give its path, or a list of its lines")
    if type(data).__name__ == "DuckDBPyConnection":
        raise TypeError("a connection of DuckDB is no table; give the relation that con.sql(...) returns")
    if type(data).__module__ == "pyarrow._dataset":
        raise TypeError("a dataset of pyarrow has no rows yet; give its path, or what its to_table() returns")
    if type(data).__name__ == "LazyFrame":
        raise TypeError("a LazyFrame has no rows yet; give what its collect() returns")
    if not isinstance(data, Iterable) or getattr(data, "ndim", 1) == 0:
        raise TypeError(f"data is of type {type(data).__name__}; {_KINDS}")
    texts = data if isinstance(data, Sequence) else list(data)
    _warn_of_names(texts)
    return texts


def paths(data: Any) -> Sequence[str | os.PathLike[str]] | None:
    """Those that settled data is; None where it is none."""
    if isinstance(data, str):
        return _files(data)
    if isinstance(data, os.PathLike):
        return [data]
    if not isinstance(data, Sequence) or not data or not isinstance(data[0], os.PathLike):
        return None
    if not all(isinstance(item, os.PathLike) for item in data):
        raise TypeError("data has both paths and texts; give every path as a pathlib.Path, and texts as another data")
    return data


def _dataset(data: Any) -> bool:
    """Whether this is of Hugging Face's datasets."""
    if type(data).__name__ in ("DatasetDict", "IterableDatasetDict"):
        raise ValueError(f"this holds several datasets; give one of {', '.join(data)}")
    return hasattr(data, "with_format") and hasattr(data, "features")


def _arrow(data: Any) -> Any:
    """Something with an Arrow stream, or None."""
    if hasattr(data, "__arrow_c_stream__"):
        return data
    if hasattr(data, "__arrow_c_array__"):
        array = pa.array(data)
        return (
            pa.table(pa.RecordBatch.from_struct_array(array))
            if pa.types.is_struct(array.type)
            else pa.chunked_array([array])
        )
    if library_of(data) == "pandas":  # before 2.2, and what has no stream of its own
        return (
            pa.Table.from_pandas(data, preserve_index=False)
            if hasattr(data, "columns")
            else pa.chunked_array([pa.array(data)])
        )
    return None


def _is_column(stream: Any) -> bool:
    if isinstance(stream, pa.ChunkedArray | pa.Array):
        return True
    return type(stream).__name__ == "Series"


def column(data: Any) -> Any:
    """A column of texts that settled data is, or None."""
    stream = None if _dataset(data) else _arrow(data)
    return stream if stream is not None and _is_column(stream) else None


def is_table(data: Any) -> bool:
    """Whether it has rows and columns as it is, and not only records or texts."""
    if _dataset(data):
        return True
    stream = _arrow(data)
    return stream is not None and not _is_column(stream)


def _narrowed(data: Any, wanted: Sequence[str]) -> Any:
    """Of a frame of pandas the columns that are looked at: all would be made Arrow's, which has no type for some. An index
    of a name that is wanted is one of them; of one that counts rows Arrow's tables have only how it counts."""
    if library_of(data) != "pandas" or not hasattr(data, "columns"):
        return data
    if type(data.index).__name__ == "RangeIndex" and data.index.name in wanted and data.index.name not in data.columns:
        data = data.reset_index()
    return data[[name for name in dict.fromkeys(wanted) if name in data.columns]]


def _chosen(stream: Any, wanted: Sequence[str]) -> pa.Table:
    """Those columns of a stream; the others are let go batch by batch."""
    if isinstance(stream, pa.Table):
        return stream.select([name for name in wanted if name in stream.column_names])
    reader = _reader(stream)
    names = [name for name in wanted if name in reader.schema.names]
    schema = pa.schema([reader.schema.field(name) for name in names])
    return pa.Table.from_batches([batch.select(names) for batch in _batches(reader)], schema)


def _reader(stream: Any) -> pa.RecordBatchReader:
    """A reader itself raises what its generator does; through the interface of C that becomes Arrow's words for it."""
    return stream if isinstance(stream, pa.RecordBatchReader) else pa.RecordBatchReader.from_stream(stream)


def _batches(reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
    """RuntimeError where a producer of batches fails: nothing is wrong with the data then that told() could tell."""
    while True:
        try:
            batch = reader.read_next_batch()
        except StopIteration:
            return
        except pa.ArrowException as error:
            raise RuntimeError(f"the data could not be read to its end: {_line(error)}") from error
        yield batch


def _of_dataset(data: Any, wanted: Sequence[str]) -> pa.Table:
    """In the order of its rows, which need not be that of its file."""
    if not hasattr(data, "__len__"):
        return pa.concat_tables(_chosen(batch, wanted) for batch in data.with_format("arrow").iter(batch_size=1000))
    names = [name for name in wanted if name in data.column_names]
    return _chosen(data.with_format("arrow", columns=names)[:] if names else data.with_format("arrow")[:0], wanted)


def names(data: Any) -> list[str]:
    """The columns of what may be a table; none where they are not told."""
    if isinstance(data, Sequence):
        data = data[0] if len(data) else ()
    for name in ("column_names", "columns"):
        found = getattr(data, name, None)
        if found is not None and not callable(found):
            return [str(column) for column in found]
    if isinstance(data, Mapping):
        return [str(name) for name in data]
    schema = getattr(data, "schema", None)
    return [str(name) for name in getattr(schema, "names", ())]


def table(data: Any, wanted: Sequence[str], texts: int = 1) -> pa.Table | None:
    """Those of `wanted` columns that settled data has, of which the first are of texts; None where it is no table."""
    if _dataset(data):
        return _of_dataset(data, wanted)
    stream = _arrow(_narrowed(data, wanted))
    if stream is not None:
        return _chosen(stream, wanted)
    if isinstance(data, Mapping):
        whole = next((data[name] for name in wanted[:texts] if name in data), None)
        return None if is_text(whole) else pa.table({name: data[name] for name in wanted if name in data})
    first = data[0] if len(data) else None
    if isinstance(first, Mapping):  # records
        names = [name for name in wanted if any(name in record for record in data)]
        return pa.table({name: [record.get(name) for record in data] for name in names})
    held = parts(data)
    return None if held is None else pa.concat_tables(_chosen(_arrow(part), wanted) for part in held)


def parts(data: Any) -> Sequence[Any] | None:
    """The batches or tables that a list holds, one behind the other; None where it holds none."""
    first = data[0] if isinstance(data, list | tuple) and data else None
    return None if is_text(first) or isinstance(first, Mapping) or _arrow(first) is None else data


def table_of(data: Any) -> pa.Table:
    """All of a table. TypeError where it is none."""
    with told():
        return _table_of(data)


def _table_of(data: Any) -> pa.Table:
    if _dataset(data):
        whole = data.with_format("arrow")
        return whole[:] if hasattr(data, "__len__") else pa.concat_tables(whole.iter(batch_size=1000))
    stream = _arrow(data)
    if stream is not None and not _is_column(stream):
        if isinstance(stream, pa.Table):
            return stream
        reader = _reader(stream)
        return pa.Table.from_batches(list(_batches(reader)), reader.schema)
    if isinstance(data, Mapping) and not any(is_text(column) for column in data.values()):
        return pa.table(dict(data))
    if isinstance(data, Sequence) and data and isinstance(data[0], Mapping):
        return pa.Table.from_pylist(list(data))
    if (held := parts(data)) is not None:
        return pa.concat_tables(_table_of(part) for part in held)
    raise TypeError(f"{type(data).__name__} is no table with columns")
