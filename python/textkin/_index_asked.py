"""Asked: one index, or several that are asked as one."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Unpack

from . import _index_words as words
from . import _results
from ._commands import _fields, _run
from ._doors import worded_methods
from ._index_words import Conditions
from ._inputs import ID, TEXT, Input
from ._late import pa
from ._options import FoundOptions, QueryOptions
from ._results import Found
from ._textkin import Answer
from ._texts import Text

_ANSWERS = {
    "id": "large_string",
    "sequence": "uint64",
    "found": "uint64",
    "recall": "double",
    **dict.fromkeys(("rows", "candidates", "verified", "skipped_as_common"), "uint64"),
}


@worded_methods
class Asked:
    """What is asked: folders of indexes that are open."""

    _memory: int | str | None

    def _opened(self) -> list[Any]:
        """One sequence of each folder, as the engine holds it."""
        raise NotImplementedError

    def _folders(self) -> list[str]:
        raise NotImplementedError

    def _sequence(self, opened: list[Any]) -> int:
        raise NotImplementedError

    def _as_of(self, asked: int | None) -> int | None:
        """As of which sequence is asked; None: as it was opened."""
        return asked

    def _ask(
        self,
        command: list[str],
        own: Mapping[str, Any],
        options: Mapping[str, Any],
        inputs: list[Any] | None = None,
        opened: list[Any] | None = None,
    ) -> Answer:
        shared = dict(options)
        if inputs and self._memory is not None:
            shared.setdefault("memory", self._memory)
        return _run(["index", *command], inputs or [], own, shared, opened or self._opened())

    def query(
        self,
        data: Any,
        threshold: float = 0.8,
        recall: float | None = None,
        *,
        top: int | None = None,
        where: Conditions | None = None,
        not_: Conditions | None = None,
        as_of: int | None = None,
        measure: str = "jaccard",
        contained: str | None = None,
        answers: bool = False,
        check: bool = False,
        text: Text = TEXT,
        id: str | None = ID,
        **options: Unpack[QueryOptions],
    ) -> Found:
        """The documents that are alike to each of `data`, each verified on its stored text: the rows of
        textkin.pairs(data, against=...) all that the index has.

        Args:
            data, text, id: as for textkin.pairs().
            threshold: least similarity. Below the index's `least` runs of words are looked up, where it keeps passages;
                `exact=True` reads every text.
            recall: least probability that a document at the threshold is found; None: the index's.
            top: only so many of each answer, the most alike first.
            where: only documents of which this holds: {"course": "b"}, by the index's fields; all must hold.
            not_: only documents of which this does not hold: {"author": "anna"}; of several values none.
            as_of: the answer that was given at that sequence.
            measure: as for textkin.pairs(); "containment" and "overlap" are found by runs of words, as low thresholds are.
            contained: of "containment", what is to lie in the other: "input" (each of `data`, as where nothing is said) or
                "stored" (the documents of the index).
            answers: also a row a question that says how sure its answer is.
            check: also compares every question with every text; the `audit` of `stats` says how many of the documents that
                the answers are about they have.
            options: those of input and running, and exact; see Options.

        Returns:
            A Found: a table [rows] by the positions of `data`, then in the order of adding; with `top` the most alike
            first. Columns: a (as pairs()), b (ids in the index, large_string), similarity, shared, size_a, size_b; of
            an index with store="none" also lower and upper: similarity and shared are estimates of a similarity that
            lies between the two with the probability `recall`, and is known where they are equal.

        Raises: as textkin.pairs().
        """
        side = words.question(data, text, id, options)
        command = ["query", *words.conditions("where", where), *words.conditions("not", not_), *self._folders(), *side.words]
        own = {"threshold": threshold, "recall": recall, "top": top, "measure": measure, "contained": contained, "check": check} | _fields(text, id)
        own["as_of"] = self._as_of(as_of)
        opened = self._opened()
        sequence = self._sequence(opened) if as_of is None else as_of
        given: list[Answer] = []
        sure = None
        if answers:
            own["format"] = "jsonl"
            sure = words.rows(
                lambda path: given.append(self._ask(command, {**own, "answers": path}, options, [side], opened)), _ANSWERS
            )
        else:
            given.append(self._ask(command, own, options, [side], opened))
        return Found(_results.found_table(given[0], side), json.loads(given[0].stats), sequence, sure)

    def passages(
        self,
        data: Any,
        *,
        where: Conditions | None = None,
        not_: Conditions | None = None,
        as_of: int | None = None,
        max_gap: int | None = None,
        min_length: int | None = None,
        common: int | None = None,
        shared_by: int | None = None,
        template: words.Path | None = None,
        exclude: str | None = None,
        text: Text = TEXT,
        id: str | None = ID,
        **options: Unpack[FoundOptions],
    ) -> pa.Table:
        """The passages of each of `data` that stand in documents of the index: the rows of textkin.passages(data,
        against=...) all that it has. Every run of so many words as the index was created with is found, unless it is
        common.

        Args:
            data, text, id: as for textkin.pairs().
            where, not_, as_of: as for query().
            max_gap, min_length, common, options: as for textkin.passages().
            shared_by, template, exclude: what is no passage of anybody: what so many documents have, what stands in that
                file or folder, and kinds of text, as "quotations,references".

        Returns: the table of textkin.passages(); b: ids in the index, large_string.

        Raises: as textkin.passages(); ValueError where the index was created with passages="none".
        """
        own: dict[str, Any] = {"max_gap": max_gap, "min_length": min_length, "common": common, "as_of": self._as_of(as_of)}
        own |= {"shared_by": shared_by, "template": template, "exclude": exclude} | _fields(text, id)
        side, answer = self._ask_passages("passages", data, (text, id), where, not_, own, options)
        return _results.passages_table(answer, side, None, True)

    def report(
        self,
        data: Any,
        output: words.Path,
        *,
        where: Conditions | None = None,
        not_: Conditions | None = None,
        as_of: int | None = None,
        max_gap: int | None = None,
        min_length: int | None = None,
        common: int | None = None,
        shared_by: int | None = None,
        template: words.Path | None = None,
        exclude: str | None = None,
        within: bool = False,
        marks: Any = None,
        pseudonyms: bool = False,
        text: Text = TEXT,
        id: str | None = ID,
        **options: Unpack[FoundOptions],
    ) -> dict[str, Any]:
        """Those passages as one HTML file for a person who decides; see textkin.report().

        Args:
            output: the file, *.html.
            within: `data` is compared with each other too.
            marks, pseudonyms: as for textkin.report(); all else as for passages().

        Returns: what the run did, in numbers; of a server, which makes the page, {}.
        """
        own: dict[str, Any] = {"max_gap": max_gap, "min_length": min_length, "common": common, "as_of": self._as_of(as_of)}
        own |= {"shared_by": shared_by, "template": template, "exclude": exclude} | _fields(text, id)
        own |= {"output": os.fspath(output), "within": within, "marks": marks, "pseudonyms": pseudonyms}
        _, answer = self._ask_passages("report", data, (text, id), where, not_, own, options)
        stats: dict[str, Any] = json.loads(answer.stats or "{}")
        return stats

    def _ask_passages(
        self,
        command: str,
        data: Any,
        named: tuple[Text, str | None],
        where: Conditions | None,
        not_: Conditions | None,
        own: Mapping[str, Any],
        options: Mapping[str, Any],
    ) -> tuple[Input, Answer]:
        side = words.question(data, *named, options)
        line = [command, *words.conditions("where", where), *words.conditions("not", not_), *self._folders(), *side.words]
        return side, self._ask(line, own, options, [side])
