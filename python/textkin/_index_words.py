"""What the functions of an index have in common: their words on the command line, and answers that come as lines."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from numbers import Integral
from typing import Any

from ._commands import _DATA, _reads_tables
from ._inputs import Input, check_fields, check_reading
from ._late import pa
from ._texts import Text, names_of

Path = str | os.PathLike[str]
Value = str | int | float
# Conditions on fields: {"course": "b"}; where several values are given, each is a condition of its own.
Conditions = Mapping[str, Value | Sequence[Value]]


def _word(value: Value) -> str:
    """A field's value as the index keeps it."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TypeError(f"a field is compared with a str or a number, not with {type(value).__name__}")
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def conditions(option: str, given: Conditions | None) -> list[str]:
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{option + '_' * (option == 'not')}= is a mapping of fields to values, as {{'course': 'b'}}, not {type(given).__name__}")
    words = []
    for name, value in (given or {}).items():
        values = [value] if isinstance(value, str) or not isinstance(value, Sequence) else value
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


def ids_of(given: str | Iterable[str]) -> list[str]:
    """Ids behind `--`, so that one may begin with a hyphen."""
    ids = [given] if isinstance(given, str) else [str(id) for id in given]
    return ["--", *ids] if ids else []


def removed_ids(given: str | Iterable[str] | None, conditions: bool) -> list[str]:
    """Of remove(): none given beside conditions is none; else an empty list of them is no error."""
    return [] if given is None and conditions else ["--ids=/dev/null", *ids_of(() if given is None else given)]


def names_a_document(id: object) -> bool:
    """Whether it may be an id as get() takes it: a str, or a number that a table had for it."""
    return isinstance(id, str | Integral) and not isinstance(id, bool)


def question(data: Any, text: Text, id: str | None, options: Mapping[str, Any]) -> Input:
    side = Input(data, _DATA, text, id, None, _reads_tables(options), options.get("delimiter"))
    check_fields(text, id, [side])
    check_reading(options, [side])
    return side


def documents(data: Any, text: Text, id: str | None, fields: Sequence[str], options: Mapping[str, Any]) -> Input:
    """Data that is added: with ids, and with the index's fields where it has columns."""
    if isinstance(data, Mapping) and all(isinstance(data.get(name), str | bytes | None) for name in names_of(text)):
        fields = ()  # it maps ids to texts
    side = Input(data, _DATA, text, id, None, _reads_tables(options), options.get("delimiter"), fields)
    if not isinstance(data, Mapping):  # of one, text= says whether it has columns
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
