"""What the functions of an index have in common: their words on the command line, and answers that come as lines."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from numbers import Integral, Real
from typing import Any

from . import _data
from ._commands import _DATA, _reads_tables
from ._ids import name_of, names_of_ids
from ._inputs import ID, Input, check_fields, check_reading
from ._late import pa
from ._texts import Text, solid

Path = str | os.PathLike[str]
Value = str | int | float
# Conditions on fields: {"course": "b"}; where several values are given, each is a condition of its own.
Conditions = Mapping[str, Value | Sequence[Value]]


_ALL_APART, _BEYOND_INTEGERS = 1 << 53, 1 << 64


def _word(value: Value) -> str:
    """A field's value as the index keeps it: an integer of 64 bits as such, any other number as the shortest that is that double."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"a field is compared with a str or a number, not with {type(value).__name__}")
    least = 0 if isinstance(value, Integral) else _ALL_APART
    if least <= abs(value) < _BEYOND_INTEGERS:
        return str(int(value))
    return repr(float(value)).removesuffix(".0")


def conditions(option: str, given: Conditions | None) -> list[str]:
    """ValueError for one without a value, which would hold for everything."""
    called = option + "_" * (option == "not")
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{called}= is a mapping of fields to values, as {{'course': 'b'}}, not {type(given).__name__}")
    words = []
    for name, value in (given or {}).items():
        if not isinstance(name, str) or "=" in name:
            raise ValueError(f"{called}= is of fields, and the index keeps no field {name!r}")
        values: Sequence[Any] = value if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray | memoryview) else [value]
        if not values:
            raise ValueError(f"{called}= has no value for {name!r}; give it one, or leave {name!r} out")
        words += [f"--{option}={name}={_word(one)}" for one in values]
    return words


def checkpoints(given: Mapping[str, str] | None) -> list[str]:
    words = []
    for name, value in (given or {}).items():
        if not name or "=" in name:
            raise ValueError(f"{name!r} cannot be the name of a checkpoint; take one without =")
        if not isinstance(value, str):
            raise TypeError(f"checkpoint {name!r} is of type {type(value).__name__}; give a str")
        words.append(f"--checkpoint={name}={value}")
    return words


def time_of(given: str | datetime | None) -> str | None:
    """A time as the command line takes it."""
    if not isinstance(given, datetime):
        return given
    if given.tzinfo is None:
        raise ValueError(f"{given} is in no time zone; give it one, as datetime.now(UTC) has")
    return given.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ids_of(given: Any) -> list[str]:
    """Ids behind `--`, so that one may begin with a hyphen."""
    if isinstance(given, bytes | bytearray | memoryview | Mapping) or not isinstance(given, Iterable) or _data.is_table(given):
        raise TypeError(f"ids are a str, or a list or column of ids, not {type(given).__name__}")
    column = None if isinstance(given, str) else _data.column(given)
    if column is not None:
        whole = pa.chunked_array(column if hasattr(column, "__arrow_c_stream__") else [column])
        ids: list[Any] = names_of_ids(solid(whole), ID).to_pylist()
    else:
        ids = [name_of(id) for id in ([given] if isinstance(given, str) else given)]
    if None in ids:
        raise TypeError(f"id {ids.index(None)} is null, which names no document")
    return ["--", *ids] if ids else []


def removed_ids(given: str | Iterable[str] | None, conditions: bool) -> list[str]:
    """Of remove(): none given beside conditions is none; else an empty list of them is no error."""
    return [] if given is None and conditions else ["--ids=/dev/null", *ids_of(() if given is None else given)]


def name_or_none(id: object) -> str | None:
    """What a document with this id is called; None where it can be nobody's."""
    try:
        return name_of(id)
    except TypeError:
        return None


def seen_from(threshold: Any) -> Any:
    """The least similarity of what was seen; without one, or from 0, it would not be said what that is."""
    if threshold is None or float(threshold) == 0:
        raise (TypeError if threshold is None else ValueError)(f"threshold= of what was seen is from the index's least= to 1, not {threshold}")
    return threshold


def question(data: Any, text: Text, id: str | None, options: Mapping[str, Any]) -> Input:
    side = Input(data, _DATA, text, id, None, _reads_tables(options), options.get("delimiter"))
    check_fields(text, id, [side])
    check_reading(options, [side])
    return side


def documents(data: Any, text: Text, id: str | None, fields: Sequence[str], options: Mapping[str, Any]) -> Input:
    """Data that is added: with ids, and with the index's fields where it has columns."""
    side = Input(data, _DATA, text, id, None, _reads_tables(options), options.get("delimiter"), fields)
    check_fields(text, id, [side])
    check_reading(options, [side])
    if side.in_memory:
        side.check_ids("an index")
    return side


def schema_of(kinds: Mapping[str, str]) -> pa.Schema:
    return pa.schema({name: pa.type_for_alias(kind) for name, kind in kinds.items()})


def rows(run: Callable[[str], object], kinds: Mapping[str, str]) -> pa.Table:
    """What `run` writes to a file of JSONL, as a table of columns of those names and types."""
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        path = os.path.join(folder, "rows.jsonl")
        run(path)
        with open(path, encoding="utf-8", errors="replace", newline="\n") as lines:
            records = [json.loads(line) for line in lines]
    schema = schema_of(kinds)
    columns = [pa.array([record.get(field.name) for record in records], field.type) for field in schema]
    return pa.table(columns, schema=schema)
