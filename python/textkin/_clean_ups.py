"""Commands that take something out of a collection, over files of tables: what they write and how they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ._cut_results import DecontaminateResult, TrimResult
from ._inputs import Input
from ._left_texts import check_column
from ._results import DedupResult
from ._row_edits import RowEdits, check_unmarked
from ._table_files import OpenTable
from ._textkin import Answer
from ._texts import Text


class CleanUp(NamedTuple):
    """One, as it was asked for."""

    command: str  # "dedup", "trim" or "decontaminate"
    text: Text = "text"  # the column, or several
    annotate: bool = False
    action: str = "drop"
    drops_emptied: bool = False

    def check(self, tables: Sequence[OpenTable]) -> None:
        """ValueError where it cannot be written, before any work."""
        if self.command == "trim" or self.action == "cut":
            check_column(self.text, tables)
        if self.annotate or self.action == "flag":
            for table in tables:
                check_unmarked(table.table.schema.names, table.path)

    def of(self, answer: Answer, sides: Sequence[Input]) -> tuple[RowEdits, bool]:
        """What becomes of the rows of the first side; and whether anything is found that was looked for."""
        if self.command == "trim":
            trimmed = TrimResult(answer, sides[0], self.text, self.drops_emptied)
            return trimmed.edits(), len(trimmed.cuts) > 0
        if self.command == "decontaminate":
            leaks = DecontaminateResult(answer, sides[0], sides[1], self.text)
            return leaks.edits(), leaks.stats["leaking"] > 0
        result = DedupResult(answer, *sides)
        return result.edits(self.annotate), not result.kept.all()
