"""Test sets of decontaminate(): several frames, each a set of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import _data
from ._inputs import Input
from ._late import np, pa, pc
from ._texts import Text


def _is_frame(data: Any) -> bool:
    """A table, frame, dataset or relation; batches, records and columns are parts of one."""
    return not isinstance(data, pa.RecordBatch | pa.Array | str | bytes | Mapping | Sequence) and _data.is_table(data)


def _is_set(data: Any) -> bool:
    """What is one under a name: also a mapping, of ids to texts or of columns, which is no column itself."""
    return isinstance(data, Mapping) or _is_frame(data)


def sets_of(against: Any) -> dict[str, Any] | None:
    """Several sets, by their names; None where it is one, or paths. Sets of a list are called by their places, from 0."""
    if isinstance(against, Mapping):
        named = {str(name): data for name, data in against.items()}
    elif isinstance(against, list | tuple):
        named = {str(place): data for place, data in enumerate(against)}
        if not all(map(_is_frame, against)):
            return None
    else:
        return None
    if not named or not any(map(_is_set, named.values())):
        return None
    for name, data in named.items():
        if not _is_set(data):
            raise TypeError(f"against= has test sets by their names, and {name!r} is of type {type(data).__name__}; give a frame for each")
        if not name or name == "-" or name.startswith("<") or len(named) != len(against):
            raise ValueError(f"against= has test sets by their names, and {name!r} is none that tells one; give each its own")
    return named


def check_names(sets: Mapping[str, Any], data: Input) -> None:
    """ValueError where a set is called as what stands for `data`: the engine knows both by these names."""
    for name in sets:
        if name in data.words or name in data.names:
            raise ValueError(f"{name!r} is a test set of against= and is data too; call the set otherwise")


class TestSets(Input):
    """Sets in memory as one side of a run, whose documents are called by the ids in their sets."""

    def __init__(self, sets: Mapping[str, Any], text: Text, id: str | None) -> None:
        parts = [Input(data, name, text, id) for name, data in sets.items()]
        self.words = list(sets)
        self.sources = {name: rows for part in parts for name, rows in part.sources.items()}
        self.in_memory = True
        self.has_columns = any(part.has_columns for part in parts)
        self.missing_ids = sum(part.missing_ids for part in parts)
        self.tables = None
        self._fetched = []
        self.length = sum(part.length for part in parts)
        columns = [part.ids_of_rows() for part in parts]
        if len({column.type for column in columns}) > 1:
            columns = [pc.cast(column, pa.large_string()) for column in columns]
        self._ids = pa.chunked_array([chunk for column in columns for chunk in column.chunks], columns[0].type)
