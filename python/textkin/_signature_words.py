"""`textkin signatures` of the command line where tables of signatures are named in place of files of them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from . import _signature_tables
from ._inputs import Input


def places_of(words: Sequence[str], files: Sequence[str], sides: Sequence[Input]) -> contextlib.AbstractContextManager[dict[str, str]]:
    """What the engine is to read and to write in the place of tables. `files`: those of signatures that the words name,
    what is written last; `sides`: the documents, where there are any."""
    form = words[1]
    if form == "create":
        return _signature_tables.in_place(files[-1], sides[0].ids_called)
    if form == "add":
        return _signature_tables.added_to(files[0])
    if form == "merge":
        return _signature_tables.merged(files[:-1], files[-1])
    return _signature_tables.read_from([file for file in files if file])
