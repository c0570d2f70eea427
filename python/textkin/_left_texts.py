"""What a caller has with other texts in one column, as the same kind of thing: frames, datasets, tables, lists."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from . import _data
from ._arrow_file import ArrowFile
from ._late import np, pa
from ._row_edits import large
from ._table_files import OpenTable
from ._texts import Text

Texts = list[str | bytes | None]


def column_named(text: Text) -> str:
    """The one column that `text` names. TypeError where it names several."""
    if isinstance(text, str):
        return text
    raise TypeError(f"apply() writes one column of texts, and these are of {list(text)!r}; take the places in .cuts")


def check_column(text: Text, tables: Sequence[OpenTable]) -> None:
    """ValueError where what is left of texts cannot be written into these tables."""
    for table in tables:
        schema = table.table.schema
        if not isinstance(text, str) or text not in schema.names:
            raise ValueError(f"{table.path} has no one column {text!r} that could be written with what is left of texts; name a column as text=")
        if isinstance(table.table, ArrowFile) and pa.types.is_dictionary(schema.field(text).type):
            raise ValueError(f"{table.path}: {text!r} holds words of a dictionary, and what is left of texts are others; store it as strings, or as Parquet")


def texts_of(data: Any, name: str) -> Texts:
    """The texts of settled data, a row each."""
    column = _data.column(data)
    if column is None:
        table = _data.table(data, [name])
        if table is not None:
            if name not in table.column_names:
                raise ValueError(f"there is no column {name!r} in this to write texts to; take the places in .cuts")
            column = table[name]
        else:
            column = list(data.values()) if isinstance(data, Mapping) else list(data)
    return list(column) if isinstance(column, list) else _listed(column)


def _listed(column: Any) -> list[Any]:
    for way in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, way):
            return list(getattr(column, way)())
    return list(column)


def _as_column(texts: Texts, kind: Any) -> Any:
    """Of the type that the column had; of a dictionary whose indices are too small for what is left, with larger ones."""
    if not pa.types.is_dictionary(kind):
        return pa.chunked_array([pa.array(texts, large(kind))]).cast(kind)
    words = pa.array(texts, large(kind.value_type)).cast(kind.value_type).dictionary_encode()
    try:
        return pa.chunked_array([words.cast(kind)])
    except pa.ArrowInvalid:
        return pa.chunked_array([words])


def _words(known: list[Any], texts: Texts) -> list[Any]:
    """Of a column of categories: those that it had, and what is left of others."""
    return list(dict.fromkeys([*known, *(text for text in texts if text is not None)]))


def _in_table(table: Any, name: str, texts: Texts) -> Any:
    place = table.schema.get_field_index(name)
    column = _as_column(texts, table.schema.field(place).type)
    field = table.schema.field(place).with_type(column.type)
    if isinstance(table, pa.RecordBatch):
        return table.set_column(place, field, column.combine_chunks())
    return table.set_column(place, field, column)


def _in_dataset(data: Any, name: str, texts: Texts) -> Any:
    """Rows are mapped as they are stored: formatted as frames they would come out with the one column alone."""
    mapped = data.with_format(None).map(lambda _, row: {name: texts[row]}, with_indices=True)
    if not hasattr(data, "format"):  # a stream, which has no public word for it
        return mapped.with_format(getattr(getattr(data, "_formatting", None), "format_type", None))
    form = data.format
    shown = None if set(form["columns"]) == set(data.column_names) else form["columns"]
    return mapped.with_format(form["type"], shown, form["output_all_columns"], **form["format_kwargs"])


def _of_library(data: Any, name: str, texts: Texts) -> Any:
    """None where it is no frame, dataset or relation of a library."""
    root = _data.library_of(data)
    if hasattr(data, "with_format") and hasattr(data, "features"):  # of Hugging Face
        return _in_dataset(data, name, texts)
    if root == "polars":
        polars = importlib.import_module("polars")
        own = data[name] if hasattr(data, "columns") else data
        kind = own.dtype
        if kind == polars.Enum:
            kind = polars.Enum(_words(kind.categories.to_list(), texts))
        elif kind not in (polars.Binary, polars.Categorical):
            kind = polars.String
        column = polars.Series(own.name, texts, dtype=kind)
        return column if own is data else data.with_columns(column)
    if root == "pandas":
        pandas = importlib.import_module("pandas")
        own = data if not hasattr(data, "columns") else data[name]
        kind = own.dtype
        if isinstance(kind, pandas.CategoricalDtype):
            kind = pandas.CategoricalDtype(_words(list(kind.categories), texts), kind.ordered)
        column = pandas.Series(texts, index=own.index, name=own.name, dtype=kind)
        return column if own is data else data.assign(**{name: column})
    if type(data).__name__ == "DuckDBPyRelation":
        duckdb = importlib.import_module("duckdb")
        return duckdb.from_arrow(_in_table(pa.table(data), name, texts))
    return None


def with_texts(data: Any, name: str, texts: Texts) -> Any:
    """Settled data with those texts, a row each, in its column `name`, or in place of the texts that it is."""
    found = _of_library(data, name, texts)
    if found is not None:
        return found
    if (parts := _data.parts(data)) is not None:
        left = iter(texts)
        return type(data)(with_texts(part, name, list(itertools.islice(left, len(part)))) for part in parts)
    if isinstance(data, pa.ChunkedArray):
        return _as_column(texts, data.type)
    if isinstance(data, pa.Array):
        return _as_column(texts, data.type).combine_chunks()
    if isinstance(data, pa.RecordBatch | pa.Table):
        return _in_table(data, name, texts)
    if isinstance(data, np.ndarray):
        return np.array(texts, dtype=data.dtype)
    if hasattr(data, "__arrow_c_stream__"):
        return _in_table(pa.table(data), name, texts)
    if isinstance(data, Mapping):
        if name in data and not _data.is_text(data[name]):
            return {**data, name: with_texts(data[name], name, texts)}
        return dict(zip(data, texts, strict=True))
    if isinstance(data, Sequence) and data and isinstance(data[0], Mapping):
        return [{**row, name: text} if name in row else row for row, text in zip(data, texts, strict=True)]
    if isinstance(data, Sequence) and (not data or _data.is_text(data[0])):
        return tuple(texts) if isinstance(data, tuple) else list(texts)
    raise TypeError(f"{type(data).__name__} has no rows whose texts could be written; take the places in .cuts")
