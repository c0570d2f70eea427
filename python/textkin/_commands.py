"""The commands: pairs, dedup, passages, report, extract, compare, plan."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Unpack

from . import _data, _options, _program, _results, _textkin
from ._clean_ups import CleanUp
from ._doors import door, reworded, worded
from ._inputs import ID, TEXT, Input, check_fields, check_reading, check_something_there
from ._late import pa
from ._options import CompareOptions, DedupOptions, PairsOptions, PassagesOptions, PlanOptions
from ._memory_limit import room_for_tables
from ._progress import Progress
from ._signature_tables import Told, naming
from ._table_files import check_output
from ._texts import Text, names_of
from ._warnings import warn

_DATA = "<data>"
_AGAINST = "<against>"


def _run(
    words: list[str],
    inputs: list[Input | None],
    own: Mapping[str, Any],
    shared: Mapping[str, Any],
    held: Sequence[Any] = (),
    in_place: Mapping[str, str] = MappingProxyType({}),
) -> _textkin.Answer:
    """`in_place`: files that stand in the place of tables of signatures that are named."""
    options = {**own, **shared}
    progress = Progress(options.pop("progress", None))
    sides = [side for side in inputs if side is not None]
    sources = {word: parts for side in sides for word, parts in side.sources.items()}
    said = Told(progress, in_place) if in_place else progress
    names = words.index("--") if "--" in words else len(words)  # behind it an option would be one of them
    all_words = words[:names] + _options.words(options) + words[names:]
    try:
        with naming(in_place):
            return _textkin.run(all_words, sources, said, _program.path(), held=list(held), in_place=dict(in_place))
    finally:
        progress.clear()


def _reads_tables(options: Mapping[str, Any]) -> bool:
    """Whether files of tables are read as such: they are not where the caller says how files are read."""
    return options.get("as_", "suffix") == "suffix" and not options.get("lines") and not options.get("records")


class Fields(NamedTuple):
    """Where the texts and ids of both sides are."""

    text: Text
    id: str | None
    against_text: Text | None = None  # as `text`
    against_id: str | None = ID  # as `id`

    @property
    def of_against(self) -> tuple[Text, str | None]:
        return self.text if self.against_text is None else self.against_text, self.id if self.against_id is ID else self.against_id

    def check(self, data: Input, against: Input | None) -> None:
        """ValueError for what names a column of what has none. What is said of `data` holds for `against` where that says nothing."""
        if against is None:
            return check_fields(self.text, self.id, [data])
        check_fields(self.text, self.id, [data, *([against] if self.against_text is None else [])])
        check_fields(self.against_text or TEXT, self.against_id, [against], "against_")

    def words(self) -> dict[str, Any]:
        """Of records; of tables the columns are taken out before."""
        told = _fields(self.text, self.id)
        if self.against_text is not None:
            told["against_text_field"] = names_of(self.against_text)
        if self.against_id is not ID:
            told["against_id_field"] = self.against_id or ""
        return told


def _sides(
    data: Any, against: Any, fields: Fields, options: Mapping[str, Any], keep: str | None = None
) -> tuple[Input, Input | None, list[str]]:
    """Both sides of a search, and the words that name them."""
    _data.refuse_shared_stream([data, against])
    tables = _reads_tables(options)
    delimiter = options.get("delimiter")
    room = room_for_tables(options.get("memory"))
    first = Input(data, _DATA, fields.text, fields.id, keep, tables, delimiter, room=room)
    second = None
    if against is not None:
        text, id = fields.of_against
        second = Input(against, _AGAINST, text, id, None, tables, delimiter, room=room)
        check_something_there(second)
    fields.check(first, second)
    check_reading(options, [side for side in (first, second) if side is not None])
    return first, second, first.words + [f"--against={word}" for word in (second.words if second else [])]


def refuse_standard_output(output: str | os.PathLike[str] | None) -> None:
    """ValueError where what a function gives back is to be written there too."""
    if output is not None and os.fsdecode(output) == "-":
        raise ValueError('output="-" is standard output, where nothing is written from here; name a file, one called so as "./-"')


def _fields(text: Text, id: str | None) -> dict[str, Any]:
    """Of one side."""
    return {"text_field": names_of(text), "id_field": None if id is ID else id or ""}


@door(PairsOptions, "pairs")
def pairs(
    data: Any,
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    text: Text = TEXT,
    id: str | None = ID,
    against: Any = None,
    against_text: Text | None = None,
    against_id: str | None = ID,
    measure: str = "jaccard",
    fdr: float | None = None,
    fdr_method: str | None = None,
    universe: int | None = None,
    estimates: bool = False,
    candidates: str | os.PathLike[str] | None = None,
    clusters: str | os.PathLike[str] | None = None,
    linkage: str | None = None,
    **options: Unpack[PairsOptions],
) -> pa.Table:
    """All pairs of documents at or above a similarity, each verified on the exact sets of shingles.

    Args:
        data: a table (anything with an Arrow stream), batches or records of one, a column or list of texts, a mapping of
            ids to texts, or paths: a str (a file, a folder, or what matches "*.jsonl"), a Path, or a list of Path. A
            list of str is texts. A row without a text (null or empty) is in no pair. Files of tables (*.parquet,
            *.arrow, *.arrows, *.feather, *.csv), and folders of them, are read batch by batch.
        threshold: least similarity, above 0 and at most 1; with measure "overlap" a number of shingles.
        recall: least probability that a pair exactly at the threshold is found, below 1; None: 0.95. `exact=True` finds
            all.
        text: the column, or field of JSONL, also what is nested in one ("doc.text", "messages[].content"); or several, whose
            texts stand on lines of their own (["prompt", "completion"]).
        id: the column, or field; "id" is taken where there is one, else row numbers name documents. None: row numbers. Ids
            must differ (see repeated_ids); they may be bytes, as UUIDs.
        against: a second collection; then only pairs of a document of `data` (a) with one of it (b).
        against_text, against_id: its text and id, where they are called otherwise than those of `data`.
        measure: "jaccard", "dice", "cosine", "containment" or "overlap".
        fdr, fdr_method, universe: only pairs more alike than chance, at this false discovery rate.
        estimates: also a column of what the sketches say of each pair, beside its exact similarity.
        candidates: a file for every pair that meets in a bucket of a band, alike or not, with both values.
        clusters: a file for the clusters of the pairs, by chains of pairs or, with linkage "complete", of documents that are
            all alike: what belongs together, never what could go.
        options: see Options.

    Returns:
        A table [pairs] by the positions of a, then b; a is before b in the input. Columns: a, b (ids in the type of the
        id column, row numbers from 0 as int64, or names of files), similarity (double), shared, size_a, size_b (uint32:
        shingles in both, in a, in b); under fdr log10_p_value; with estimates estimate (double). What the run did is JSON in the schema's metadata,
        under b"textkin".

    Raises:
        ValueError: a wrong option or value, repeated ids, damaged input. FileNotFoundError, OSError: a path.
        MemoryError: more than `memory` allows. The message says what would do.

    Source: Broder 1997; candidates from fast similarity sketching (Dahlgaard, Knudsen, Thorup 2017) in bands, or from
    an exact prefix join (Bayardo, Ma, Srikant 2007).
    """
    fields = Fields(text, id, against_text, against_id)
    first, second, words = _sides(data, against, fields, options)
    own: dict[str, Any] = {"threshold": threshold, "recall": recall, "measure": measure, "fdr": fdr, "universe": universe}
    own |= {"fdr_method": fdr_method, "estimates": estimates or None} | fields.words()
    files = {"candidates": candidates, "clusters": clusters}
    own |= {name: None if path is None else os.fspath(path) for name, path in files.items()} | {"linkage": linkage}
    answer = _run(["pairs", *words], [first, second], own, options)
    return _results.pairs_table(answer, first, second, fdr is not None, estimates)


def _old_side(against: Any) -> tuple[Any, list[Any]]:
    """What stays, as data; and of an index that is open what holds it, so that it answers as of its sequence."""
    if not hasattr(against, "_folders"):
        return against, []
    folders = against._folders()
    if any("://" in folder for folder in folders):
        raise ValueError("this index is behind a server: its query(NEW) tells what of NEW is there; dedup() asks folders")
    return [pathlib.Path(folder) for folder in folders], against._opened()


@door(DedupOptions, "dedup")
def dedup(
    data: Any,
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    text: Text = TEXT,
    id: str | None = ID,
    against: Any = None,
    against_text: Text | None = None,
    against_id: str | None = ID,
    keep: str = "first",
    output: str | os.PathLike[str] | None = None,
    report: str | os.PathLike[str] | None = None,
    **options: Unpack[DedupOptions],
) -> _results.DedupResult:
    """Which documents stay when copies go.

    Args:
        data, threshold, recall, text, id: as for pairs().
        against: documents that stay, of the same kinds as `data`: what of `data` is similar to one of them goes too. They
            are only read, and never compared with each other. Or an Index, Indexes, or the path of an index: it is asked as
            of its sequence, says what documents are compared by, and what goes for one of its documents goes for the most
            similar.
        against_text, against_id: as for pairs().
        keep: which of alike documents of `data` stays: "first", "last", "longest", "shortest", "field:NAME", "field:NAME:min" (a
            column of the table) or "prefer:PATTERN".
        output: of paths: where the kept records are also written byte for byte, a file or a folder with "/" at its end.
            Of tables the kept rows, with every column, type and metadata; shards stay shards.
        report: where the clean-up is also written as one HTML file: what goes, beside what stays.
        options: see Options.

    Returns:
        A DedupResult: kept (a mask for the rows), apply(data) for those that stay, labels (cluster ids), removed and
        clusters (tables), ids, stats; with all_pairs=True at(0.9), the same at a higher threshold without another run.

    Raises: as pairs().
    """
    fields = Fields(text, id, against_text, against_id)
    named, held = _old_side(against)
    side, old, words = _sides(data, named, fields, options, keep)
    own: dict[str, Any] = {"threshold": threshold, "recall": recall, "keep": keep, "report": report}
    own |= fields.words() | {"output": output}  # of tables it is only checked there
    refuse_standard_output(output)
    targets = None
    annotate = bool(options.get("annotate"))
    if annotate and side.in_memory and output is None:
        raise ValueError("annotate=True adds a field to what is written to output=; of rows in memory take result.annotate(data)")
    if side.tables and output is not None:
        targets = check_output(os.fspath(output), side.files)
        CleanUp("dedup", annotate=annotate).check(side.files)
    elif side.in_memory and output is not None:
        raise ValueError("output= is of files that are read; of rows in memory write what result.apply(data) gives")
    result = _results.DedupResult(_run(["dedup", *words], [side, old], own, options, held), side, old)
    if targets is not None and not options.get("check"):
        side.write_tables(targets, result.edits(annotate))
    return result


def _warn_of_common(stats: Mapping[str, Any]) -> None:
    """What most documents of the other side have may be what whoever compares with it looks for."""
    if left := stats.get("common_fingerprints"):
        warn(
            f"{left} runs of words stand in more than {stats['common']} documents of against and were not looked for;"
            " common=N sets another limit, and decontaminate() has none"
        )


@door(PassagesOptions, "passages")
def passages(
    data: Any,
    *,
    text: Text = TEXT,
    id: str | None = ID,
    against: Any = None,
    against_text: Text | None = None,
    against_id: str | None = ID,
    sensitivity: str | None = None,
    guarantee: int | None = None,
    max_gap: int | None = None,
    min_length: int | None = None,
    common: int | None = None,
    **options: Unpack[PassagesOptions],
) -> pa.Table:
    """Passages that documents share: copied, quoted, edited.

    Args:
        data, text, id, against, against_text, against_id: as for pairs().
        sensitivity: "strict", "normal" or "short": how long what is found must be; sets guarantee and min_length where
            they are None.
        guarantee: words; every run of so many that two documents share is in a passage, unless it is common.
        max_gap, min_length: characters; passages nearer than that are one, shorter ones are left out.
        common: documents, with `against` of that side, in which a run of words may stand before it is what everybody
            writes; None: 200, of programs 1,000, and with `against` a RuntimeWarning says how many runs that left out.
        options: see Options.

    Returns:
        A table [passages]: a, b (as pairs()), a_offset, a_length, b_offset, b_length (code points of the original
        texts, from 0), a_words, b_words, identity (the share of the longer side's words that are the
        same on the other side, one to one, double).

    Raises: as pairs().

    Source: fingerprints by winnowing (Schleimer, Wilkerson, Aiken 2003).
    """
    fields = Fields(text, id, against_text, against_id)
    first, second, words = _sides(data, against, fields, options)
    own: dict[str, Any] = {
        "sensitivity": sensitivity,
        "guarantee": guarantee,
        "max_gap": max_gap,
        "min_length": min_length,
        "common": common,
    } | fields.words()
    answer = _run(["passages", *words], [first, second], own, options)
    if second is not None and common is None:
        _warn_of_common(json.loads(answer.stats))
    return _results.passages_table(answer, first, second)


@door(PassagesOptions, "report")
def report(
    data: Any,
    output: str | os.PathLike[str],
    *,
    text: Text = TEXT,
    id: str | None = ID,
    against: Any = None,
    against_text: Text | None = None,
    against_id: str | None = ID,
    sensitivity: str | None = None,
    guarantee: int | None = None,
    max_gap: int | None = None,
    min_length: int | None = None,
    common: int | None = None,
    only_against: bool = False,
    marks: Any = None,
    pseudonyms: bool = False,
    **options: Unpack[PassagesOptions],
) -> dict[str, Any]:
    """The passages that documents share as one HTML file for a person who decides: pairs by their longest passage, both
    texts side by side; it asks for nothing from any network.

    Args:
        data, text, id, sensitivity, guarantee, max_gap, min_length, common: as for passages().
        against: a second collection; documents of `data` are compared with each other and with these.
        against_text, against_id: as for pairs().
        output: the file, *.html.
        only_against: with `against`, documents of `data` are compared with those alone, not with each other too.
        marks: a file of marks of an earlier page, or several: a copy saved with marks, or its table.
        pseudonyms: documents are called by their numbers.
        options: see Options.

    Returns: what the run did, in numbers. Raises: as pairs().
    """
    fields = Fields(text, id, against_text, against_id)
    first, second, words = _sides(data, against, fields, options)
    own: dict[str, Any] = {"guarantee": guarantee, "max_gap": max_gap, "min_length": min_length, "common": common}
    own |= {"sensitivity": sensitivity}
    own |= {"output": output, "only_against": only_against, "marks": marks, "pseudonyms": pseudonyms} | fields.words()
    said: dict[str, Any] = json.loads(_run(["report", *words], [first, second], own, options).stats)
    return said


@worded
def extract(
    path: str | os.PathLike[str],
    *,
    memory: int | str | None = None,
    seconds: int | None = None,
    unconfined: str | None = None,
    pdf_program: str | os.PathLike[str] | None = None,
) -> str:
    """The text of a docx, odt, HTML, Markdown or PDF file, or of a text in any charset, as passages() and report()
    compare it: a_offset and b_offset of passages() count its characters.

    Args:
        path: the file; other people's files are read by a process of its own, which can do nothing else and has limits:
        memory: of that process, and of the text that is held here, in bytes or as "1GiB"; None: 1 GiB.
        seconds: None: 60.
        unconfined: "fail" where the kernel cannot confine that process; None: "warn".
        pdf_program: the pdftotext that reads PDFs, by its full path; None: the system's.

    Raises: ValueError: no text can be taken out of the file. Else as pairs(). What was noted goes to the logger
    `textkin` or is a RuntimeWarning.
    """
    words = ["extract", *Input(path, _DATA, tables=False).words]
    own = {"extract_memory": memory, "extract_seconds": seconds, "extract_unconfined": unconfined, "pdf_program": pdf_program}
    try:
        return _run(words, [], own, {}).text
    except (ValueError, MemoryError) as error:
        raise type(error)(str(reworded(error)).replace("extract_", "")) from None


@door(CompareOptions, "compare")
def compare(
    a: str | os.PathLike[str],
    b: str | os.PathLike[str],
    *,
    confidence: float | None = None,
    bits: int | None = None,
    universe: int | None = None,
    background: Any = None,
    **options: Unpack[CompareOptions],
) -> dict[str, Any]:
    """Everything about one pair: exact and sketched similarity, containment both ways, intervals, chance.

    Args:
        a, b: two texts (str), or two files (Path).
        confidence: of the sketch's interval, above 0 and below 1; None: 0.95.
        bits: also estimate from so many bits of each hash, 1 to 16 (Li, König 2010).
        universe: shingles that chance draws from.
        background: a collection, as `data` of pairs(): how alike are random pairs of it?
        options: see Options.

    Returns: what the command `textkin compare` says as JSON. Raises: as pairs().
    """
    inputs = [Input([given] if isinstance(given, str) else given, f"<{name}>") for given, name in ((a, "a"), (b, "b"))]
    for given in inputs:
        if given.files:
            raise ValueError(f"{given.files[0].path} is a table; compare takes two documents")
    crowd = None if background is None else Input(background, "<background>")
    check_reading(options, [*inputs, *([] if crowd is None else [crowd])])
    own = {"confidence": confidence, "bits": bits, "universe": universe, "format": "json"}
    words = ["compare", *inputs[0].words, *inputs[1].words]
    words += [f"--background={name}" for name in (crowd.names if crowd else [])]
    said: dict[str, Any] = json.loads(_run(words, [*inputs, crowd], own, options).json)
    return said


@door(PlanOptions, "plan")
def plan(
    threshold: float = 0.8,
    recall: float | None = None,
    *,
    documents: int | None = None,
    background: Any = None,
    data: Any = None,
    **options: Unpack[PlanOptions],
) -> dict[str, Any]:
    """Bands and rows for a threshold and a recall, what they will find and what they cost; or what suits the texts of
    `data`: a shingle, a plan for them, and the command.

    Args:
        threshold, recall: as for pairs().
        documents: how many there will be, for the number of expected candidates.
        background: a sample of the collection, as `data` of pairs(), for the same.
        data: texts to look at, as for pairs(), instead of a background.
        options: see Options.

    Returns: what the command `textkin plan` says as JSON. Raises: as pairs().
    """
    crowd = None if background is None else Input(background, "<background>")
    texts = None if data is None else Input(data, _DATA)
    check_reading(options, [side for side in (crowd, texts) if side is not None])
    words = ["plan", *(texts.words if texts else [])] + [f"--background={word}" for word in (crowd.words if crowd else [])]
    own = {"threshold": threshold, "recall": recall, "documents": documents, "format": "json"}
    said: dict[str, Any] = json.loads(_run(words, [texts, crowd], own, options).json)
    return said
