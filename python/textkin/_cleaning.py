"""The commands that take something out of documents: trim, decontaminate."""

from __future__ import annotations

import os
from typing import Any, Unpack

from . import _cut_results, _data
from ._commands import _AGAINST, _DATA, Fields, _fields, _reads_tables, _run, refuse_standard_output
from ._clean_ups import CleanUp
from ._doors import door
from ._inputs import ID, TEXT, Input, check_fields, check_reading, check_something_there
from ._memory_limit import room_for_tables
from ._options import DecontaminateOptions, TrimOptions
from ._table_files import check_output
from ._test_sets import TestSets, check_names, sets_of
from ._texts import Text


def _targets(output: str | os.PathLike[str] | None, side: Input, text: Text, command: str, action: str = "drop") -> list[str]:
    """Where the tables of a side go; nowhere where they are none, or nothing is written."""
    if output is None:
        return []
    refuse_standard_output(output)
    if side.tables:
        targets = check_output(os.fspath(output), side.files)
        CleanUp(command, text, action=action).check(side.files)  # which refuses several columns
        return targets
    if side.in_memory:
        raise ValueError("rows in memory are no records to copy to a file; take what apply() gives")
    return []


@door(TrimOptions, "trim")
def trim(
    data: Any,
    *,
    text: Text = TEXT,
    id: str | None = ID,
    keep: str = "first",
    output: str | os.PathLike[str] | None = None,
    **options: Unpack[TrimOptions],
) -> _cut_results.TrimResult:
    """What repeats in documents: passages of `words` words or more, or whole lines, paragraphs, sentences, that stood before.

    A piece goes if and only if its words stand, whole and in a row, in what stays of the texts before it, or before it in
    its own; so each that goes is equal, word by word, to one that stays.

    Args:
        data, text, id: as for pairs().
        keep: whose text leads: "first", "last", "longest", "shortest", "field:NAME", "field:NAME:min" (a column of the
            table) or "prefer:PATTERN".
        output: of paths: where the documents with what is left are also written, a file or a folder with "/" at its end. Of
            tables all rows with every column, type and metadata; shards stay shards.
        options: see Options.

    Returns:
        A TrimResult: apply(data) for the data with what is left of its texts, cuts (a table), emptied and kept (masks),
        stats.

    Raises: as pairs().
    """
    room = room_for_tables(options.get("memory"))
    side = Input(data, _DATA, text, id, keep, _reads_tables(options), options.get("delimiter"), room=room)
    check_fields(text, id, [side])
    check_reading(options, [side])
    targets = _targets(output, side, text, "trim")
    answer = _run(["trim", *side.words], [side], {"keep": keep, "output": output} | _fields(text, id), options)
    result = _cut_results.TrimResult(answer, side, text, options.get("emptied") == "drop")
    if targets and not options.get("check"):
        side.write_tables(targets, result.edits())
    return result


@door(DecontaminateOptions, "decontaminate")
def decontaminate(
    data: Any,
    against: Any,
    *,
    text: Text = TEXT,
    id: str | None = ID,
    against_text: Text | None = None,
    against_id: str | None = ID,
    action: str = "drop",
    margin: int | None = None,
    output: str | os.PathLike[str] | None = None,
    **options: Unpack[DecontaminateOptions],
) -> _cut_results.DecontaminateResult:
    """Which documents share a run of 13 words (see shingle) with an item of test sets: found exactly, spelling by spelling,
    however common it is; or, with by="passages", a passage, edited ones too, as passages() finds them.

    Args:
        data, text, id: as for pairs().
        against: the test items, of the same kinds as `data`. A mapping of names to frames, or a list of frames, is so many
            test sets, called by their names or places from 0; of paths each file is one.
        against_text, against_id: their text and id, where they are called otherwise than those of `data`.
        action: what becomes of such a document: "drop", "flag", or "cut": what it shares is taken out of it.
        margin: with "cut": words that go too on either side; None: 30.
        output: of paths: where the documents that come out are also written, a file or a folder with "/" at its end. Of
            tables the rows with every column, type and metadata; with "flag" a column `textkin` at their end.
        options: see Options.

    Returns:
        A DecontaminateResult: apply(data) for the data as it comes out, kept (a mask), leaked or, with "cut", cuts, and
        with by="passages" passages (tables), stats (with a row a test set). An item shorter than a run is found only
        where a document is that text and no more; stats counts them.

    Raises: as pairs().
    """
    tables, delimiter = _reads_tables(options), options.get("delimiter")
    room = room_for_tables(options.get("memory"))
    side = Input(data, _DATA, text, id, None, tables, delimiter, room=room)
    fields = Fields(text, id, against_text, against_id)
    sets = sets_of(against)
    _data.refuse_shared_stream([data, *(sets.values() if sets else [against])])
    check_names(sets or {}, side)
    tests = TestSets(sets, *fields.of_against) if sets else Input(against, _AGAINST, *fields.of_against, None, tables, delimiter, room=room)
    fields.check(side, tests)
    check_reading(options, [side, tests])
    check_something_there(tests, of_each=True)
    targets = _targets(output, side, text, "decontaminate", action=action)
    words = ["decontaminate", *side.words, *(f"--against={word}" for word in tests.words)]
    own: dict[str, Any] = {"action": action, "margin": margin, "output": output} | fields.words()
    result = _cut_results.DecontaminateResult(_run(words, [side, tests], own, options), side, tests, text)
    if targets and not options.get("check"):
        side.write_tables(targets, result.edits())
    return result
