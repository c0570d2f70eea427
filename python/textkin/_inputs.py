"""Data of every kind as an input of the engine: rows in memory, or paths."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _data
from ._ids import holds_strings, names_of_ids
from ._late import np, pa, pc
from ._row_edits import RowEdits
from ._remote import Fetched, is_address, shown
from ._table_files import OpenTable, is_csv, named, write_tables
from ._table_inputs import TableInputs, Wanted, is_binary, is_string, same_units, table_inputs
from ._textkin import MappedFile, Rows
from ._texts import Text, columns_of, missing, names_of, solid, text_column
from ._warnings import warn

TEXT = "text"


class _Usual(str):
    """A name that is taken where it is there; one that a caller gives must be."""


# Of `id`: the column "id" where there is one, else row numbers. None: row numbers.
ID: str = _Usual("id")


def _number(column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    """The numbers of a column: integers of 64 bits as such, which are compared exactly. None: it has none."""
    kind = column.type
    if pa.types.is_decimal(kind):
        for whole in (pa.int64(), pa.uint64()):
            with contextlib.suppress(pa.ArrowInvalid):  # a part of one, or a larger one
                return pc.cast(column, whole)
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return pc.cast(column, pa.float64())
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        return pc.cast(column, pa.uint64() if pa.types.is_unsigned_integer(kind) else pa.int64())
    return None


def _values(column: pa.ChunkedArray, name: str, orders: bool) -> pa.ChunkedArray:
    """What the engine compares. `orders`: values of a keep rule, for which times will do."""
    kind = column.type
    if pa.types.is_dictionary(kind) and not is_string(kind.value_type):
        return _values(pc.cast(column, kind.value_type), name, orders)
    numbers = _number(column)
    if numbers is not None:
        return numbers
    if orders and (pa.types.is_temporal(kind) and not pa.types.is_interval(kind)):
        small = pa.types.is_date32(kind) or pa.types.is_time32(kind)
        return pc.cast(pc.cast(column, pa.int32()) if small else column, pa.int64())
    if is_string(kind) or pa.types.is_dictionary(kind) or pa.types.is_null(kind) or is_binary(kind):
        return column
    what = "numbers, times or strings" if orders else "numbers or strings"
    raise ValueError(f"column {name!r} holds {kind}; what is compared are {what}: name another column, or cast it")


def _field(keep: str | None) -> str | None:
    """The column that a keep rule looks at."""
    if keep is not None and not isinstance(keep, str):
        raise TypeError(f"keep= is a rule, as \"longest\", not {type(keep).__name__}")
    if keep is None or not keep.startswith("field:"):
        return None
    name = keep.removeprefix("field:")
    return name[:-4] if name.endswith((":max", ":min")) else name


def check_delimiter(delimiter: str | None, sides: Sequence["Input"]) -> None:
    if delimiter is not None and not any(is_csv(file.path) for side in sides for file in side.files):
        raise ValueError("--delimiter is for tables of CSV, and no input is one")


# How files are read; of as_ "sets" says what documents are compared by, in memory too.
_OF_FILES = {"as_": ("suffix", "sets"), "lines": (), "records": (), "extract": ("none",), "extract_memory": (), "extract_seconds": (),
             "extract_unconfined": (), "pdf_program": ()}


def check_reading(options: Mapping[str, Any], sides: Sequence["Input"]) -> None:
    """ValueError for options of files where nothing is one, and for --delimiter without a table of CSV."""
    check_delimiter(options.get("delimiter"), sides)
    if not all(side.in_memory and side.tables is None for side in sides):
        return
    for name, harmless in _OF_FILES.items():
        if options.get(name) and options[name] not in harmless:
            raise ValueError(f"{name}= says how files are read, and has no use for data in memory; leave it out")


def check_fields(text: Text | None, id: str | None, sides: Sequence["Input"], of: str = "") -> None:
    """ValueError where a text or an id is named, and none of the sides has columns or fields. `of`: begins the arguments' names."""
    if any(side.has_columns for side in sides):
        return
    for name, given in (("text", None if text == TEXT else text), ("id", None if id is ID else id)):
        if given is not None:
            raise ValueError(f"{of}{name}= names a column, and has no use for texts that stand in none; leave it out")


def check_something_there(against: "Input", of_each: bool = False) -> None:
    """A RuntimeWarning where nothing is there to be found: a mistake before this that looks like a good answer. `of_each`:
    of each table or test set of it."""
    empty = [name for parts in against.sources.values() for name, rows in parts if len(rows) == 0]
    if against.in_memory and against.length == 0:
        warn("against= has no rows, so nothing is found in it")
    elif of_each and empty:
        warn(f"{', '.join(empty)} of against= has no rows, so nothing is found in it")


def _missing(names: pa.ChunkedArray) -> np.ndarray:
    """The rows whose names are null or empty."""
    if names.null_count == 0 and not pc.any(pc.equal(pc.binary_length(names), 0)).as_py():
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(pc.fill_null(pc.equal(pc.binary_length(names), 0), True).to_numpy())


def _ids(data: Mapping[Any, Any]) -> pa.Array:
    for row, name in enumerate(data):
        if name is None or name in ("", b""):
            raise ValueError(f"id {row} of the mapping is {name!r}, which names no text; give it another")
    try:
        return pa.array(list(data))
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        kinds = sorted({type(name).__name__ for name in data})
        raise TypeError(f"the ids of a mapping are of one type, and these are of {', '.join(kinds)}") from None


def word_of(path: str | os.PathLike[str]) -> str:
    """A path among the words of a command line, where none is an option or stands for data in memory."""
    word = os.fsdecode(path)
    return "./" + word if word.startswith(("-", "<")) and not isinstance(path, Typed) else word


class Typed(os.PathLike[str]):
    """A path as it stands among the words of a command line."""

    def __init__(self, word: str) -> None:
        self._word = word

    def __fspath__(self) -> str:
        return self._word


class Input:
    """One side of a run: its words on the command line, its rows in memory, and its documents' ids in results."""

    def __init__(
        self,
        data: Any,
        name: str,
        text: Text = TEXT,
        id: str | None = ID,
        keep: str | None = None,
        tables: bool = True,
        delimiter: str | None = None,
        fields: Sequence[str] = (),
        room: int = 0,
    ) -> None:
        """`tables`: files of tables are read as such. `delimiter`: of CSV; see Wanted. `fields`: columns that are read
        beside each text, in place of that of a keep rule. `room`: see table_inputs()."""
        names_of(text)
        if id is not None and not isinstance(id, str):
            raise TypeError(f"id= is the name of a column, or None for row numbers, not {type(id).__name__}")
        if id == "":
            raise ValueError("id= is an empty str; name a column, or give None for row numbers")
        looked_at = tuple(fields) or tuple(filter(None, [_field(keep)]))
        self._orders = not fields
        self.words: list[str] = []
        self.sources: dict[str, list[tuple[str, Rows]]] = {}  # by word, what stands there, by the names of its parts
        self.in_memory = False
        self.has_columns = True  # or fields, or may have them
        self.missing_ids = 0  # rows of tables that had none
        self.tables: TableInputs | None = None
        self._ids: Any = None  # a column, or none
        self._fetched: list[Fetched] = []
        with _data.told():
            data = _data.settled(data)
        paths = _data.paths(data)
        if paths is not None:
            self._fetched = [Fetched(str(path)) for path in paths if is_address(path)]
            copies = iter(self._fetched)
            for path in [one for path in paths for one in (next(copies).paths if is_address(path) else [path])]:
                self.words.append(word_of(path))
            if tables:
                own, usual = (None, ID) if id is ID else (id, None)
                self._read_tables(Wanted(text, own, usual, looked_at, delimiter, self._orders), room)
            return
        self.in_memory = True
        self.words = [name]
        with _data.told(data):
            rows = self._rows(data, name, text, id, keep, looked_at)
        self.sources[name] = [(name, rows)]
        self.length = len(rows)

    def _read_tables(self, wanted: Wanted, room: int) -> None:
        found = table_inputs(self.words, wanted, room)
        if found is None:
            return
        same_units([table for tables in found.by_argument.values() for table in tables], wanted)
        ids = []
        for argument, tables in found.by_argument.items():
            self.sources[argument] = []
            for table in tables:
                with named(table.file.path):
                    own = wanted.id or wanted.default_id
                    rows = self._table_rows(
                        table.columns, table.file.path, TEXT, "id", wanted.values, found.mapped, called=wanted.fields, id_called=own
                    )
                self.sources[argument].append((table.file.path, rows))
                ids.append(self._ids)
        if len({column.type for column in ids}) > 1:
            ids = [pc.cast(column, pa.large_string()) for column in ids]
        self._ids = pa.chunked_array([chunk for column in ids for chunk in column.chunks], ids[0].type)
        self.tables = found
        self.in_memory = True
        self.length = sum(table.rows for table in found.all)

    def check_ids(self, what: str) -> None:
        """ValueError where documents in memory have no ids of their own, by which they could be known later."""
        if self._ids is None:
            raise ValueError(f"documents of {what} have ids; give a table with the column {ID!r}, or a mapping of ids to texts")
        if self.missing_ids:
            raise ValueError(f"{self.missing_ids} {'row has' if self.missing_ids == 1 else 'rows have'} no id; give each its own")

    @property
    def files(self) -> list[OpenTable]:
        return [table.file for table in self.tables.all] if self.tables else []

    @property
    def held(self) -> int:
        """Bytes of its files of tables that are in memory."""
        return self.tables.held if self.tables else 0

    @property
    def names(self) -> list[str]:
        """Its words, and of tables each file's name."""
        return [name for parts in self.sources.values() for name, _ in parts] if self.in_memory else self.words

    def write_tables(self, targets: list[str], edits: RowEdits) -> None:
        """What becomes of its tables, to the files that check_output() gave."""
        write_tables(self.files, [table.rows for table in self.tables.all] if self.tables else [], targets, edits)

    def _rows(self, data: Any, place: str, text: Text, id: str | None, keep: str | None, fields: Sequence[str]) -> Rows:
        column = _data.column(data)
        if column is None:
            texts = columns_of(text)
            wanted: list[str] = list(dict.fromkeys([*texts, *([] if id is None else [id]), *fields]))
            table = _data.table(data, wanted, len(texts))
            if table is not None:
                return self._table_rows(table, place, text, id, fields, there=_data.names(data))
        self.has_columns = column is None and len(data) == 0  # of nothing it is not known
        if fields and keep is not None:
            raise ValueError(f"keep {keep!r} looks at a column, and the data is no table")
        if column is not None:
            return Rows(column, None, None)
        if isinstance(data, Mapping) and id is not None:
            self._ids = _ids(data)
            return Rows(tuple(data.values()), names_of_ids(pa.chunked_array([self._ids]), ID), None)
        return Rows(tuple(data.values() if isinstance(data, Mapping) else data), None, None)

    def _named(self, ids: pa.ChunkedArray, place: str, called: str) -> pa.ChunkedArray:
        """Ids as messages and files call them. A row without one is called PLACE:ROW, rows counted from 0, as a record of
        JSON lines is; ValueError where ids are no strings, of which that would be none."""
        names = names_of_ids(ids, called)
        flat = pc.cast(names, names.type.value_type) if pa.types.is_dictionary(names.type) else names
        missing = _missing(flat)
        if len(missing) == 0:
            return names
        self.missing_ids += len(missing)
        if not holds_strings(ids.type) and not pa.types.is_null(ids.type):
            raise ValueError(
                f"row {missing[0]} has no id in column {called!r}; give each row its own, name another column by id=, or take"
                " row numbers by id=None"
            )
        mask = np.zeros(len(flat), dtype=bool)
        mask[missing] = True
        whole = pc.cast(flat, pa.large_string()).combine_chunks()
        given = pa.array([f"{place}:{row}" for row in missing.tolist()], pa.large_string())
        self._ids = pa.chunked_array([pc.replace_with_mask(whole, pa.array(mask), given)])
        return self._ids

    def _table_rows(
        self,
        table: pa.Table,
        place: str,
        text: Text,
        id: str | None,
        fields: Sequence[str],
        mapped: MappedFile | None = None,
        there: Sequence[str] = (),
        called: Sequence[str] = (),
        id_called: str | None = None,
    ) -> Rows:
        """`place`: what the table is called. `called`, `id_called`: the names of `fields` and of the id for messages, where
        they are others."""
        for name in [*([] if id is None or id is ID else [id]), *fields]:
            if name not in table.column_names:
                raise missing(name, there)
        ids = None
        if id in table.column_names:
            self._ids = solid(table[id])
            ids = self._named(self._ids, place, str(id_called or id))
        values = [_values(table[field], name, self._orders) for field, name in zip(fields, called or fields, strict=True)]
        return Rows(text_column(table, text, there), ids, values, mapped)

    def ids_of_rows(self) -> pa.ChunkedArray:
        """Of each row in memory; its number where there are none."""
        ids = pa.array(np.arange(self.length)) if self._ids is None else self._ids
        return ids if isinstance(ids, pa.ChunkedArray) else pa.chunked_array([ids])

    def ids_called(self, names: pa.ChunkedArray) -> pa.ChunkedArray:
        """The ids of documents that the engine called by these names, in their own type; row numbers where there are none."""
        if self._ids is None:
            return pc.cast(names, pa.int64()) if self.in_memory else names
        own = self._ids if isinstance(self._ids, pa.ChunkedArray) else pa.chunked_array([self._ids])
        called = pc.cast(names_of_ids(own, ID), pa.string())
        places = pc.index_in(names.cast(pa.string()), value_set=called.combine_chunks())
        return names if places.null_count else own.take(places)  # repeated ids were numbered

    def ids(self, columns: tuple[np.ndarray, np.ndarray, np.ndarray], documents: np.ndarray) -> pa.Array:
        """The ids of documents by their numbers within this side: of a table as it has them, else as the program names
        them; row numbers where there are none. `columns`: what the answer says of this side."""
        rows, id_bytes, id_ends = columns
        if len(id_ends) > 1:
            buffers = [None, pa.py_buffer(id_ends), pa.py_buffer(id_bytes)]
            names = pa.LargeStringArray.from_buffers(len(id_ends) - 1, buffers[1], buffers[2])
            return self.by_address(names.take(pa.array(documents)))
        if not self.in_memory:
            return pa.array([], pa.large_string())
        taken = pa.array(rows[documents].astype(np.int64))
        if self._ids is None:
            return taken
        found = self._ids.take(taken)
        return self.by_address(found.combine_chunks() if isinstance(found, pa.ChunkedArray) else found)

    def by_address(self, names: pa.Array) -> pa.Array:
        """Names of files that were fetched, as they were given."""
        if not self._fetched or not is_string(names.type):
            return names
        called = [name and shown(name) for name in names.to_pylist()]
        return pa.array(called, names.type)
