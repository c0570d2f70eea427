"""Tasks of decontaminate(): documents of a partition beside all test sets. Each document's answer depends on it and the
sets alone, so that nothing hangs on which rows stand together."""

import os
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from .. import _commands, _textkin
from .._cut_results import DecontaminateResult
from .._inputs import Input
from .._row_edits import left_of
from . import _packets, _reading, _tasks
from ._tasks import Batches, Settings
from ._test_sets import Given

# Of a row that was found one of these is not null. All begin with an underscore: beside them stand columns of rows.
LEAK, CUT, PASSAGE, FATE, MET, PACKET = "_leak", "_cut", "_passage", "_fate", "_met", "_packet"
LEFT = "_left"  # beside a record: whether its text was found to be another
SUMS = ("documents", "empty", "leaking", "kept", "removed", "cuts", "cut_words", "cut_characters", "problems", "input_bytes")


def kinds(item: pa.DataType) -> dict[str, pa.StructType]:
    """What is found, by kind. `item`: how items are called."""
    long = pa.int64()
    which = [("set", pa.string()), ("item", item)]
    place = [(name, long) for name in ("offset", "length", "words")]
    in_item = [(name, long) for name in ("item_offset", "item_length", "item_words")]
    return {
        LEAK: pa.struct([*which, ("shared", long), ("items", long)]),
        CUT: pa.struct([*place, *which, ("shared", long)]),
        PASSAGE: pa.struct([*place, *which, *in_item, ("identity", pa.float64())]),
        # Of each document that shares something; `left`: of its text, where that is another.
        FATE: pa.struct([("gone", pa.bool_()), ("left", pa.string())]),
        MET: pa.struct([("item", long)]),  # number of one
        PACKET: pa.struct([("part", pa.int32()), ("kind", pa.int8()), ("payload", pa.binary())]),
    }


def item_columns(by: str, item: pa.DataType, id: pa.DataType) -> pa.Schema:
    """What is told of a test item that leaked."""
    long = pa.int64()
    columns = [("set", pa.string()), ("item", item), ("documents", long), ("first", id), ("most", long), ("met", long)]
    if by == "ngrams":
        return pa.schema([*columns, ("ngrams", long)])
    places = [(name, long) for name in ("offset", "length", "item_offset", "item_length")]
    return pa.schema([*columns, ("words", long), ("best", id), *places, ("identity", pa.float64())])


def run(table: pa.Table, tests: Given, settings: Settings, **own: Any) -> DecontaminateResult:
    """Of rows with TEXT, which are called by their numbers, as items are."""
    side = Input(table.select([_tasks.TEXT]), "<rows>", _tasks.TEXT)
    options = settings.options | {"threads": 1, "memory": settings.memory, "progress": False}
    words = ["decontaminate", *side.words, *(f"--against={word}" for word in tests.words)]
    return DecontaminateResult(_commands._run(words, [side, tests], own, options), side, tests, _tasks.TEXT)


def _met(path: str) -> pa.Table:
    """The table of test items that leaked, as the engine wrote it; documents and items are numbers in it."""
    options = pa.csv.ConvertOptions(column_types={name: pa.int64() for name in ("item", "first", "best")})
    return pa.csv.read_csv(path, parse_options=pa.csv.ParseOptions(delimiter="\t", quote_char=False), convert_options=options)


def _as_bytes(column: pa.ChunkedArray) -> list[bytes]:
    """Of strings of Spark's, which may be no text."""
    return [one for chunk in column.chunks for one in chunk.view(pa.binary()).to_pylist()]


class _Found:
    """What one run has found of a chunk, as rows."""

    def __init__(self, chunk: pa.Table, names: list[str], sets: Any, result: DecontaminateResult) -> None:
        self._names, self._sets, self._result, self._texts = names, sets, result, chunk[_tasks.TEXT]
        self._places = chunk.select(names)
        self._kinds = kinds(sets.items.type)
        self._schema = pa.schema([*self._places.schema, *self._kinds.items()])

    def rows(self, kind: str, rows: Any, columns: dict[str, Any]) -> Batches:
        """`rows`: of the chunk, a number each; None: of none of them."""
        arrays = [pc.cast(pa.array(columns[field.name]), field.type) for field in self._kinds[kind]]
        found = pa.StructArray.from_arrays(arrays, fields=list(self._kinds[kind]))
        if not len(found):
            return
        places = None if rows is None else self._places.take(rows)
        columns = {kind: found} | ({} if places is None else {name: places[name] for name in self._names})
        whole = [columns[field.name] if field.name in columns else pa.nulls(len(found), field.type) for field in self._schema]
        yield from pa.Table.from_arrays(whole, schema=self._schema).to_batches()

    def told(self, kind: str, table: pa.Table) -> Batches:
        """Of a result's table."""
        items = table["item"].to_numpy()
        columns = {name: table[name].combine_chunks() for name in table.column_names}
        columns["item"] = self._sets.items.take(pa.array(items))
        yield from self.rows(kind, table["id"].combine_chunks(), columns)

    def fates(self) -> Batches:
        result = self._result
        spans = result._spans if result.action == "cut" else dict.fromkeys(result.leaked["id"].to_pylist())
        rows = pa.array(sorted(spans), pa.int64())
        gone = ~result.kept[rows.to_numpy()]
        left: list[str | None] = [None] * len(rows)
        if result.action == "cut":
            texts = [text.decode("utf-8", "replace") for text in _as_bytes(self._texts.take(rows))]
            left = [None if whole else left_of(text, spans[row]) for row, text, whole in zip(rows.to_pylist(), texts, gone, strict=True)]
        yield from self.rows(FATE, rows, {"gone": gone, "left": pa.array(left, pa.string())})

    def packets(self, batches: Iterator[pa.RecordBatch]) -> Batches:
        for batch in batches:
            yield from self.rows(PACKET, None, {name: batch.column(name) for name in batch.schema.names})


def _numbers(stats: dict[str, Any], of_sets: dict[str, Any]) -> dict[str, int]:
    """What the driver adds up. `of_sets`: what the sets alone give, which is counted once."""
    numbers = {name: stats[name] for name in SUMS if name in stats}
    for name in ("problems", "input_bytes"):
        numbers[name] -= of_sets[name]
    return numbers | {f"documents_{place}": one["documents"] for place, one in enumerate(stats["sets"])}


def _usable(chunk: pa.Table, settings: Settings) -> pa.Table:
    """Without texts that a run would pass over: one that meets no other is refused by the engine."""
    if settings.options.get("invalid_utf8") != "skip":
        return chunk
    refused = _textkin.read_rows(settings.words, _textkin.Rows(chunk[_tasks.TEXT], None, None))
    usable = np.ones(len(chunk), dtype=bool)
    usable[[one.row for one in refused]] = False
    return chunk.filter(pa.array(usable))


def search(settings: Settings, shared: Any, names: list[str], of_sets: dict[str, Any]) -> Callable[[Batches], Batches]:
    """Rows with ID_HASH, TEXT and the columns `names` -> what was found of them, and packets of ids and numbers. `shared`: a
    broadcast of TestSets."""

    def task(batches: Batches) -> Batches:
        tests = None
        for given in _tasks._chunks(batches, settings.memory, shared.value.texts.nbytes):
            tests = tests or Given(shared.value)
            refused = _tasks.REFUSED in given.column_names
            read = given.filter(pc.invert(given[_tasks.REFUSED])) if refused else given
            chunk = _usable(read, settings)
            with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
                path = os.path.join(folder, "leaks.tsv")
                result = run(chunk, tests, settings, leaks=path)
                met = _met(path)["item"]
            found = _Found(chunk, names, shared.value, result)
            yield from found.told(CUT, result.cuts) if result.action == "cut" else found.told(LEAK, result.leaked)
            if result.by == "passages":
                yield from found.told(PASSAGE, result.passages)
            yield from found.fates()
            yield from found.rows(MET, None, {"item": met.combine_chunks()})
            hashes = read[_tasks.ID_HASH]
            ids = np.sort(hashes.drop_null().to_numpy().astype(np.int64).view(np.uint64))
            yield from found.packets(_packets.shared_out(_packets.IDS, ids, ids, settings.parts))
            numbers = _numbers(result.stats, of_sets) | {"refused": len(given) - len(read), "null_ids": hashes.null_count}
            numbers["problems"] += len(read) - len(chunk)
            yield from found.packets(iter([_packets.stats(numbers)]))

    return task


def tell_items(settings: Settings, shared: Any, by: str) -> Callable[[Batches], Batches]:
    """All documents that share something, in order, ID and TEXT -> a row a test item that leaked. What does not fit in a
    quarter of the memory lies in a scratch file."""

    def task(batches: Batches) -> Batches:
        held = _tasks._Held(settings.memory // 4)
        try:
            for batch in batches:
                held.add(batch)
            if not held.size:
                return
            table = held.take()
        finally:
            held.close()
        with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
            path = os.path.join(folder, "leaks.tsv")
            run(table, Given(shared.value), settings, leaks=path)
            met = _met(path)
        items = met["item"].to_numpy()
        columns = {name: met[name] for name in met.column_names}
        columns |= {"set": shared.value.sets(items), "item": shared.value.items.take(pa.array(items))}
        columns |= {name: table[_tasks.ID].take(met[name]) for name in ("first", "best") if name in columns}
        schema = item_columns(by, shared.value.items.type, table.schema.field(_tasks.ID).type)
        yield from pa.table([pc.cast(columns[field.name], field.type) for field in schema], schema=schema).to_batches()

    return task


def _written(lines: list[bytes], tests: Given, settings: Settings, words: dict[str, Any]) -> list[bytes]:
    """What the command line writes for records of which something comes out."""
    with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
        given, out = (os.path.join(folder, name) for name in ("in.jsonl", "out.jsonl"))
        with open(given, "wb") as file:
            file.writelines(line + b"\n" for line in lines)
        own = words | {"output": out, "repeated_ids": "number"}
        options = settings.options | {"threads": 1, "memory": settings.memory, "progress": False}
        side = Input(given, "<rows>", words["text_field"], tables=False)
        _commands._run(["decontaminate", given, *(f"--against={word}" for word in tests.words)], [side, tests], own, options)
        with open(out, "rb") as file:
            found = [line.removesuffix(b"\n") for line in file]
    if len(found) != len(lines):
        raise ValueError(f"of {len(lines)} records {len(found)} were written; the files have changed since they were searched")
    return found


def rewrite(settings: Settings, shared: Any, words: dict[str, Any]) -> Callable[[Batches], Batches]:
    """Rows with LINE and LEFT -> LINE, those with LEFT as the command line writes them."""

    def task(batches: Batches) -> Batches:
        tests = None
        for chunk in _tasks._chunks(batches, settings.memory, shared.value.texts.nbytes):
            lines = _as_bytes(chunk[_reading.LINE])
            rows = np.flatnonzero(chunk[LEFT].to_numpy())
            if len(rows):
                tests = tests or Given(shared.value, called=True)
                for row, line in zip(rows, _written([lines[row] for row in rows], tests, settings, words), strict=True):
                    lines[row] = line
            yield pa.RecordBatch.from_arrays([pa.array(lines, pa.binary()).view(pa.string())], [_reading.LINE])

    return task
