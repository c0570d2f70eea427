"""Tasks: what runs inside Spark's Python workers, batch by batch. Each depends on its rows alone, so that a task that
failed and runs again, or runs twice, changes nothing."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from .. import _commands, _textkin
from .._inputs import Input
from . import _packets

Batches = Iterator[pa.RecordBatch]

# What the engine is given at a time: enough that a run's fixed costs do not show, little beside a task's memory.
CHUNK_BYTES = 32 << 20
_CHUNK_ROWS = 1 << 17
_TIMES_BESIDE = 8
# Band records that a task holds before it keeps one a key; with what that needs, four times as much.
_MOST_RECORDS = 64 << 20

NODE = "_node"
COMPONENT = "_component"
TEXT = "_text"
ID = "_id"
KEEP = "_keep"
OLD = "_old"  # whether a document is of the side that stays
REFUSED = "_refused"  # whether a row was found to be of no use already
ID_HASH = "_id_hash"


class Settings(NamedTuple):
    words: list[str]  # options as the command line takes them
    options: dict[str, Any]  # the same, as the package takes them
    parts: int
    memory: int  # bytes a task
    fails: str = ""  # what ends the run: "all" that cannot be used, or "invalid-utf8"
    audit: int = 0  # documents that the driver draws
    most_parts: int | None = None  # none where the caller said how many
    components: str = "driver"  # who unites what is connected
    estimates: bool = False  # pairs: also what the sketches say of each
    candidates: bool = False  # pairs: also what meets in a bucket, alike or not


def _chunks(batches: Batches, memory: int, beside: int = 0) -> Iterator[pa.Table]:
    """Rows as the engine is given them at a time. `beside`: bytes that it reads again with each of them, which then hold
    several times as much."""
    most = min(max(CHUNK_BYTES, _TIMES_BESIDE * beside), max(1 << 20, memory // 8))
    most_rows = _CHUNK_ROWS * max(1, most // CHUNK_BYTES)
    held: list[pa.RecordBatch] = []
    size = rows = 0
    for batch in batches:
        # Spark cuts batches by rows; of long texts one may be more than is wanted.
        steps = max(1, -(-batch.nbytes // most))
        step = max(1, -(-batch.num_rows // steps))
        for begin in range(0, batch.num_rows, step):
            piece = batch.slice(begin, step)
            held.append(piece)
            size += piece.nbytes
            rows += piece.num_rows
            if size >= most or rows >= most_rows:
                yield pa.Table.from_batches(held)
                held, size, rows = [], 0, 0
    if held:
        yield pa.Table.from_batches(held)


def _sketched(chunk: pa.Table, settings: Settings, records: bool) -> Any:
    rows = _textkin.Rows(chunk[TEXT], None, None)
    return _textkin.sketch_rows(settings.words, rows, records, records and settings.candidates)


def sketch(settings: Settings, side: str = "") -> Callable[[Batches], Batches]:
    """ID_HASH, TEXT -> packets: band records, ids, and what there was. `side`: what its numbers begin with.

    What goes to a part does not depend on the order of the rows, nor on where chunks end: a task that is run again may
    get its rows in another order, and parts that have theirs from its first run are not asked again.
    """

    def task(batches: Batches) -> Batches:
        for given in _chunks(batches, settings.memory):
            refused = REFUSED in given.column_names
            chunk = given.filter(pc.invert(given[REFUSED])) if refused else given
            rows = _sketched(chunk, settings, True)
            yield from _packets.shared_out(_packets.RECORDS, rows.records[:, 1], rows.records, settings.parts)
            hashes = chunk[ID_HASH]
            ids = np.sort(hashes.drop_null().to_numpy().astype(np.int64).view(np.uint64))
            yield from _packets.shared_out(_packets.IDS, ids, ids, settings.parts)
            names = ("documents", "empty", "problems", "features", "input_bytes")
            numbers = {name: getattr(rows, name) for name in names} | {"refused": len(given) - len(chunk)}
            numbers |= {"null_ids": hashes.null_count, "record_bytes": rows.records.nbytes}
            yield _packets.stats({side + name: number for name, number in numbers.items()})

    return task


def link(batches: Batches) -> Batches:
    """Packets of some parts -> packets of what they connect, of hashes that several ids have, and of numbers."""
    received = _packets.Received()
    records = links = np.zeros((0, 2), dtype=np.uint64)
    for batch in batches:
        received.add(batch.column("kind").to_pylist(), batch.column("payload").to_pylist())
        if received.record_bytes > _MOST_RECORDS:
            records, links = _textkin.connect(np.concatenate([records, received.take(_packets.RECORDS)]), links)
    records, links = _textkin.connect(np.concatenate([records, received.take(_packets.RECORDS)]), links)
    yield from _packets.whole(_packets.LINKS, links)
    ids = np.sort(received.take(_packets.IDS))
    yield from _packets.whole(_packets.IDS, np.unique(ids[1:][ids[1:] == ids[:-1]]))
    stats = received.stats()
    if stats:
        yield _packets.stats(stats)


def unpack_links(batches: Batches) -> Batches:
    """Packets of links -> a row a link, src and dst."""
    for batch in batches:
        for payload in batch.column("payload"):
            links = np.frombuffer(payload.as_buffer(), dtype=np.int64).reshape(-1, 2)
            columns = [pa.array(np.ascontiguousarray(links[:, i])) for i in (0, 1)]
            yield pa.RecordBatch.from_arrays(columns, names=["src", "dst"])


def label(nodes: np.ndarray, forest: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which nodes are in the forest, and the components of those."""
    places = np.searchsorted(forest[:, 0], nodes)
    places[places == len(forest)] = 0
    known = forest[places, 0] == nodes if len(forest) else np.zeros(len(nodes), dtype=bool)
    return known, forest[places[known], 1] if len(forest) else np.zeros(0, dtype=np.uint64)


def assign(settings: Settings, forest: Any) -> Callable[[Batches], Batches]:
    """Rows with TEXT -> those that are in a component, with COMPONENT behind. `forest`: a broadcast array."""

    def task(batches: Batches) -> Batches:
        for chunk in _chunks(batches, settings.memory):
            known, components = label(_sketched(chunk, settings, False).nodes, forest.value)
            found = chunk.filter(pa.array(known)).append_column(COMPONENT, pa.array(components.view(np.int64)))
            yield from found.to_batches()

    return task


def name_nodes(settings: Settings) -> Callable[[Batches], Batches]:
    """Rows with TEXT -> those that have a node, with NODE behind, for a join with the forest by Spark."""

    def task(batches: Batches) -> Batches:
        for chunk in _chunks(batches, settings.memory):
            nodes = _sketched(chunk, settings, False).nodes
            named = chunk.append_column(NODE, pa.array(nodes.view(np.int64)))
            yield from named.filter(pa.array(nodes != 0)).to_batches()

    return task


def _whole_components(batches: Batches, memory: int) -> Iterator[pa.Table]:
    """Tables of whole components, as many as make a chunk. Rows come by component. What is more than a quarter of the
    memory lies in a scratch file, from where it is read as it is needed."""
    most = min(CHUNK_BYTES, max(1 << 20, memory // 8))
    held = _Held(memory // 4)
    last: int | None = None
    try:
        for batch in batches:
            components = batch.column(COMPONENT).to_numpy()
            begins = np.flatnonzero(components[1:] != components[:-1]) + 1
            cuts = begins.tolist()
            if last is not None and batch.num_rows and components[0] != last:
                cuts.insert(0, 0)
            begin = 0
            for cut in cuts:
                if held.size + batch.slice(begin, cut - begin).nbytes < most:
                    continue
                held.add(batch.slice(begin, cut - begin))
                begin = cut
                yield held.take()
            held.add(batch.slice(begin))
            if batch.num_rows:
                last = int(components[-1])
        if held.size:
            yield held.take()
    finally:
        held.close()


class _Held:
    """Batches in memory, or, when they are more than `most` bytes, in a scratch file that is mapped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._batches: list[pa.RecordBatch] = []
        self._writer: Any = None
        self._path: str | None = None
        self.size = 0

    def add(self, batch: pa.RecordBatch) -> None:
        if batch.num_rows == 0:
            return
        self.size += batch.nbytes
        self._batches.append(batch)
        if self.size <= self._most:
            return
        if self._writer is None:
            handle, self._path = tempfile.mkstemp(prefix="textkin-", suffix=".arrow")
            os.close(handle)
            self._writer = pa.ipc.new_file(self._path, batch.schema)
        for one in self._batches:
            self._writer.write_batch(one)
        self._batches = []

    def take(self) -> pa.Table:
        batches = self._batches
        self._batches, self.size = [], 0
        if self._writer is None:
            return pa.Table.from_batches(batches)
        for one in batches:
            self._writer.write_batch(one)
        self._writer.close()
        table = pa.ipc.open_file(pa.memory_map(self._path)).read_all()
        self.close()  # the map keeps the bytes until the table is gone
        return table

    def close(self) -> None:
        if self._path is not None:
            self._writer.close()
            os.unlink(self._path)
        self._writer = self._path = None


def _run(
    command: str, table: pa.Table, settings: Settings, against: pa.Table | None = None, **own: Any
) -> tuple[Any, dict[str, Any]]:
    columns = [name for name in (TEXT, KEEP) if name in table.column_names]
    side = Input(table.select(columns), "<rows>", TEXT, keep=own.get("keep"))
    own |= {name: settings.options[name] for name in ("threshold", "recall")} | {"text_field": TEXT}
    options = {name: value for name, value in settings.options.items() if name not in own}
    options |= {"method": "lsh", "threads": 1, "memory": settings.memory, "progress": False}
    old = None if against is None else Input(against.select([TEXT]), "<against>", TEXT)
    words = [command, *side.words, *(f"--against={word}" for word in (old.words if old else []))]
    answer = _commands._run(words, [side, old], own, options)
    return answer, json.loads(answer.stats)


def _numbers(answer: Any, stats: dict[str, Any], **more: int) -> bytes:
    """What the driver adds up."""
    steps = np.asarray(answer.similarities)
    filled = np.flatnonzero(steps)
    numbers = {name: stats[name] for name in ("exact_duplicates", "candidates", "verified", "pairs")}
    numbers |= {**more, "runs": 1, "similarities": [filled.tolist(), steps[filled].tolist()]}
    return json.dumps(numbers).encode()


def _with_numbers(columns: dict[str, Any], numbers: bytes, schema: pa.Schema) -> pa.RecordBatch:
    """The rows of a run, and behind them one with its numbers."""
    count = len(next(iter(columns.values())))
    arrays = []
    for field in schema:
        if field.name == "_numbers":
            arrays.append(pa.concat_arrays([pa.nulls(count, pa.binary()), pa.array([numbers], pa.binary())]))
        elif field.name not in columns:
            arrays.append(pa.nulls(count + 1, field.type))
        else:
            column = pc.cast(pa.array(columns[field.name]), field.type)
            arrays.append(pa.concat_arrays([column, pa.nulls(1, field.type)]))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _flat(array: Any) -> pa.Array:
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def _ids(table: pa.Table, rows: np.ndarray) -> pa.Array:
    return _flat(table[ID].take(pa.array(rows)))


def _preferred(table: pa.Table, pattern: str) -> pa.Table:
    """KEEP of the lists of names in KEEP: whether the pattern matches one of them."""
    names = pc.list_flatten(table[KEEP])
    rows = pc.list_parent_indices(table[KEEP])
    flags = np.zeros(len(table), dtype=np.uint8)
    matched = np.asarray(_textkin.preferred_rows(pattern, _textkin.Rows(names, None, None))).astype(bool)
    flags[rows.to_numpy()[matched]] = 1
    return table.set_column(table.column_names.index(KEEP), KEEP, pa.array(flags))


def _ranked(table: pa.Table, least: bool) -> pa.Table:
    """KEEP of fields in KEEP that may be a number or a text: the place of its value, numbers before texts."""
    fields = _flat(table[KEEP])
    order = "ascending" if least else "descending"

    def rank(column: pa.Array, order: str = order) -> pa.Array:
        places = pc.rank(column, sort_keys=order, null_placement="at_end", tiebreaker="dense")
        return pc.if_else(column.is_valid(), places, pa.scalar(None, pa.uint64()))

    # Of integers that are one double, by how far they lie beyond it.
    both = pc.add(pc.multiply(rank(fields.field("number")), len(table) + 1), rank(fields.field("beyond")))
    behind = pc.add(rank(fields.field("text")), len(table))
    return table.set_column(table.column_names.index(KEEP), KEEP, pc.coalesce(rank(both, "ascending"), behind))


def _with_rule(table: pa.Table, keep: str) -> tuple[pa.Table, str]:
    """A rule that the engine can follow with KEEP as a column of values."""
    if keep.startswith("prefer:"):
        return _preferred(table, keep.removeprefix("prefer:")), f"field:{KEEP}"
    if KEEP in table.column_names and pa.types.is_struct(table.schema.field(KEEP).type):
        return _ranked(table, keep.endswith(":min")), f"field:{KEEP}:min"
    return table, keep


def removed(id_type: pa.DataType, against: bool) -> pa.Schema:
    """The rows of remove()."""
    columns = [("id", id_type), ("kept", id_type), ("similarity", pa.float64()), ("reason", pa.string())]
    return pa.schema([*columns, *([("kept_in", pa.string())] if against else []), ("_numbers", pa.binary())])


def _sides(whole: pa.Table) -> tuple[pa.Table, pa.Table | None]:
    """The documents that are judged, and those that stay; None where there is no such side."""
    if OLD not in whole.column_names:
        return whole, None
    return whole.filter(pc.invert(whole[OLD])), whole.filter(whole[OLD])


def remove(settings: Settings, keep: str) -> Callable[[Batches], Batches]:
    """Rows by component, in order -> id, kept, similarity, reason of those that go, and numbers. `keep`: a rule of the
    engine's; the field of field: is KEEP, the names that prefer: may match are the lists in KEEP. Rows with OLD stay."""

    def task(batches: Batches) -> Batches:
        for whole in _whole_components(batches, settings.memory):
            judged, old = _sides(whole)
            if not len(judged):
                continue  # what is alike only to what stays is nobody's question
            table, rule = _with_rule(judged, keep)
            answer, stats = _run("dedup", table, settings, old, keep=rule)
            documents = np.asarray(answer.documents[0])
            own = len(documents)
            kept = np.asarray(answer.kept)
            gone = np.flatnonzero(kept[:own] != np.arange(own, dtype=np.uint32))
            stays = kept[gone]
            identical = np.asarray(answer.identical)[gone].astype(bool)
            columns = {
                "id": _ids(table, documents[gone]),
                "similarity": np.asarray(answer.kept_similarity)[gone],
                "reason": np.where(identical, "identical", "similar"),
            }
            if old is None:
                columns["kept"] = _ids(table, documents[stays])
                numbers = _numbers(answer, stats, removed=len(gone))
            else:
                both = pa.concat_tables([table.select([ID]), old.select([ID])])
                rows = np.concatenate([documents, len(table) + np.asarray(answer.against[0])])
                columns["kept"] = _ids(both, rows[stays])
                columns["kept_in"] = np.where(stays < own, "input", "against")
                for_old = stats["removed_for_against"]
                numbers = _numbers(answer, stats, removed=len(gone), removed_for_against=for_old)
            yield _with_numbers(columns, numbers, removed(table[ID].type, old is not None))

    return task


# Columns of a pair, and of a candidate beside those; where both are asked for they share a DataFrame.
PAIR = [("similarity", pa.float64()), *((name, pa.int64()) for name in ("shared", "size_a", "size_b"))]
ESTIMATE = [("estimate", pa.float64())]
MEETING = [("bands", pa.int64()), ("band", pa.int64()), ("bucket", pa.string())]


def compared(settings: Settings, id_type: pa.DataType) -> pa.Schema:
    """The rows of compare(). A row is a candidate where `bands` says in how many it meets, and else a pair."""
    more = (ESTIMATE if settings.estimates or settings.candidates else []) + (MEETING if settings.candidates else [])
    return pa.schema([("a", id_type), ("b", id_type), *PAIR, *more, ("_numbers", pa.binary())])


def _pair_columns(answer: Any, table: pa.Table, piece: slice, estimates: bool) -> dict[str, Any]:
    documents = np.asarray(answer.documents[0])
    columns: dict[str, Any] = {side: _ids(table, documents[np.asarray(getattr(answer, side))[piece]]) for side in "ab"}
    names = [name for name, _ in PAIR + (ESTIMATE if estimates else [])]
    return columns | {name: np.asarray(getattr(answer, name))[piece] for name in names}


def _found_candidates(path: str, table: pa.Table, schema: pa.Schema) -> Batches:
    """What the engine wrote, whose ids are rows of the table."""
    types = {"a": pa.int64(), "b": pa.int64(), **dict(MEETING + ESTIMATE + PAIR)}
    tabs = pa.csv.ParseOptions(delimiter="\t", quote_char=False)
    with pa.csv.open_csv(path, parse_options=tabs, convert_options=pa.csv.ConvertOptions(column_types=types)) as reader:
        for batch in reader:
            columns = {name: batch.column(name) for name in types}
            columns |= {side: _flat(table[ID].take(batch.column(side))) for side in "ab"}
            arrays = [columns.get(field.name, pa.nulls(len(batch), field.type)) for field in schema]
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def compare(settings: Settings) -> Callable[[Batches], Batches]:
    """Rows by component, in order -> all pairs of them, their candidates where asked for, and numbers."""

    def run(table: pa.Table, candidates: str | None) -> Batches:
        answer, stats = _run(
            "pairs", table, settings, estimates=settings.estimates or None, candidates=candidates
        )
        schema = compared(settings, table[ID].type)
        numbers = _numbers(answer, stats)
        step = 1 << 16
        for begin in range(0, max(1, len(answer.a)), step):
            columns = _pair_columns(answer, table, slice(begin, begin + step), settings.estimates)
            yield _with_numbers(columns, numbers if begin == 0 else b"{}", schema)
            answer.forget_pairs()
        if candidates is not None:
            yield from _found_candidates(candidates, table, schema)

    def task(batches: Batches) -> Batches:
        for table in _whole_components(batches, settings.memory):
            if not settings.candidates:
                yield from run(table, None)
                continue
            with tempfile.TemporaryDirectory(prefix="textkin-") as folder:
                yield from run(table, os.path.join(folder, "candidates.tsv"))

    return task
