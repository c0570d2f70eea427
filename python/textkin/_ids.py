"""Ids: what a document is called in messages, files and an index, by the value that its user has for it.

The rule holds for each value by itself, whether it stands in a column, in a mapping or alone: so one value names one document.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date
from numbers import Integral, Real
from typing import Any

from ._late import pa, pc
from ._table_inputs import is_string


def holds_strings(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return is_string(kind)


def _of_bytes(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.hex()


def _each(column: pa.ChunkedArray, name: str, called: Callable[[bytes], str]) -> pa.ChunkedArray:
    """ValueError where two values would be called alike."""
    values: dict[str, bytes] = {}
    names = []
    for value in column.to_pylist():
        names.append(value and called(value))
        if value and values.setdefault(names[-1], value) != value:
            raise ValueError(f"ids {values[names[-1]]!r} and {value!r} in column {name!r} would both be called {names[-1]}; give one another")
    return pa.chunked_array([pa.array(names, pa.large_string())])


def names_of_ids(column: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """Of a column `name` what each id is called: UUIDs, and bytes that are no text, by their hexadecimal digits."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        stored = pa.chunked_array([chunk.storage for chunk in column.chunks], kind.storage_type)
        return _each(stored, name, bytes.hex) if kind.extension_name == "arrow.uuid" else names_of_ids(stored, name)
    if holds_strings(kind):
        return column
    try:
        return pc.cast(column, pa.large_string())
    except pa.ArrowInvalid:
        return _each(column, name, _of_bytes)
    except pa.ArrowNotImplementedError:
        raise ValueError(
            f"column {name!r} holds {kind}, which names no row; name another by id=, or take row numbers by id=None"
        ) from None


def name_of(id: Any) -> str:
    """The same of one value. TypeError for what names no document."""
    if isinstance(id, str):
        return str(id)
    if isinstance(id, bytes):
        return _of_bytes(id)
    if isinstance(id, uuid.UUID):
        return id.hex
    if isinstance(id, Integral) and not isinstance(id, bool):
        return str(int(id))
    if isinstance(id, Real | date) and id == id:
        return str(names_of_ids(pa.chunked_array([pa.array([id])]), "id")[0])
    raise TypeError(f"an id is a str, a number, bytes or a UUID, not {id!r}"[:200])
