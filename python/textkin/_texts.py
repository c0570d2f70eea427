"""Which text of a row is compared: a column, several of them, or what is nested in one.

A text is named by a column ("text"), a field of structs in it ("doc.text"), what is in each item of its lists
("messages[].content"), or several of these (["prompt", "completion"]): then by all of them, each on lines of its own.
A column that has such a name as a whole is that column. Of JSON lines the engine finds the same (src/input/json).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ._late import np, pa, pc

Text = str | Sequence[str]

_STEP = re.compile(r"\.|(?=\[\])")
_BETWEEN = "\n"  # of what is joined: it ends a word everywhere


def names_of(text: Text) -> list[str]:
    names = [text] if isinstance(text, str) else list(text) if isinstance(text, Sequence) else []
    if not names or not all(isinstance(name, str) and name for name in names):
        raise TypeError(f"text= is the name of a column, or a list of such names, not {text!r}")
    return names


def _head(name: str) -> str:
    return _STEP.split(name, maxsplit=1)[0]


def columns_of(text: Text, there: Sequence[str] | None = None) -> list[str]:
    """The columns that it stands in, of those that are there; None: all that it may stand in."""
    found = []
    for name in names_of(text):
        if there is None:
            found += [name, _head(name)]
        else:
            found.append(name if name in there else _head(name))
    return list(dict.fromkeys(found))


def listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names[:8])) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def missing(name: str, there: Sequence[str]) -> ValueError:
    of = f", of {listed(there)}" if there else ""
    return ValueError(f"the table has no column {name!r}; name the one that there is{of}")


def _check_strings(kind: pa.DataType, name: str) -> None:
    """ValueError for a column that holds no texts."""
    own = kind.storage_type if isinstance(kind, pa.BaseExtensionType) else kind
    own = own.value_type if pa.types.is_dictionary(own) else own
    if pa.types.is_primitive(own) or pa.types.is_decimal(own) or pa.types.is_nested(own):
        inside = ", or a field in it" if pa.types.is_nested(own) else ""
        raise ValueError(f"column {name!r} holds no strings but {kind}; name the column that does{inside}, or cast it")


def solid_type(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(kind):
        values = solid_type(kind.value_type)
        return kind if values == kind.value_type else pa.dictionary(kind.index_type, values, kind.ordered)
    if pa.types.is_string_view(kind):
        return pa.large_string()
    return pa.large_binary() if pa.types.is_binary_view(kind) else kind


def solid(column: Any) -> Any:
    """An array or column without views, in which frames of polars hand over strings: pyarrow 26 takes no rows of those."""
    kind = solid_type(column.type)
    return column if kind == column.type else pc.cast(column, kind)


def _strings(column: pa.Array, name: str) -> pa.Array:
    column = solid(column)
    kind = column.type
    if pa.types.is_dictionary(kind):
        column, kind = column.dictionary_decode(), kind.value_type
    if pa.types.is_null(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return pc.cast(column, pa.large_string())
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        try:
            return pc.cast(column, pa.large_string())
        except pa.ArrowInvalid:
            raise ValueError(f"{name!r} has bytes that are no UTF-8, which cannot be joined; name it alone") from None
    raise ValueError(f"{name!r} holds no strings but {kind}; name the field that does")


def _inside(column: pa.Array, steps: Sequence[str], name: str) -> pa.Array:
    """The strings of what `steps` name within a column, one a row; null where there is nothing."""
    if not steps:
        return _strings(column, name)
    kind, step = column.type, steps[0]
    if step == "[]":
        if not (pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)):
            raise ValueError(f"{name!r}: there is no list but {kind}; leave out []")
        items = _inside(column.flatten(), steps[1:], name)
        lengths = pc.fill_null(pc.list_value_length(column), 0).to_numpy(zero_copy_only=False)
        ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        lists = pa.LargeListArray.from_arrays(pa.array(ends), pc.fill_null(items, ""))
        joined = pc.binary_join(lists, pa.scalar(_BETWEEN, pa.large_string()))
        return pc.if_else(pc.is_null(column), pa.scalar(None, pa.large_string()), joined)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        raise ValueError(f"{name!r}: there are lists before {step!r}; [] stands for each item, as messages[].content")
    if not pa.types.is_struct(kind):
        raise ValueError(f"{name!r}: there is no struct before {step!r} but {kind}")
    fields = [kind.field(place).name for place in range(kind.num_fields)]
    if step not in fields:
        raise ValueError(f"{name!r}: there is no field {step!r}; name one of {listed(fields)}")
    return _inside(pc.struct_field(column, fields.index(step)), steps[1:], name)


def _named(table: pa.Table, name: str, there: Sequence[str]) -> pa.ChunkedArray:
    steps = [step for step in _STEP.split(name) if step]
    steps = [part for step in steps for part in (["[]", step[2:]] if step.startswith("[]") else [step]) if part]
    if not steps or steps[0] not in table.column_names:
        raise missing(name, there or table.column_names)
    chunks = [_inside(chunk, steps[1:], name) for chunk in table[steps[0]].chunks]
    return pa.chunked_array(chunks, pa.large_string())


def text_column(table: pa.Table, text: Text, there: Sequence[str] = ()) -> pa.ChunkedArray:
    """The text of each row. A single column is not copied. `there`: the columns to choose from, for messages, where the
    table has only some of them."""
    names = names_of(text)
    if len(names) == 1 and names[0] in table.column_names:
        _check_strings(table[names[0]].type, names[0])
        return table[names[0]]
    parts = []
    for name in names:
        if name in table.column_names:
            chunks = [_strings(chunk, name) for chunk in table[name].chunks]
            parts.append(pa.chunked_array(chunks, pa.large_string()))
        else:
            parts.append(_named(table, name, there))
    between = pa.scalar(_BETWEEN, pa.large_string())
    joined = parts[0]
    for part in parts[1:]:  # null_handling="skip" of pyarrow 26 loses rows in which all are null
        joined = pc.coalesce(pc.binary_join_element_wise(joined, part, between), joined, part)
    return joined if isinstance(joined, pa.ChunkedArray) else pa.chunked_array([joined])
