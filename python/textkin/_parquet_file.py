"""Parquet, by pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


from ._late import pa, pq
from ._row_edits import ADDED, RowEdits
from ._textkin import MappedFile

_NOT_WRITTEN = ("INTERVAL", "ENUM", "BSON")  # types of Parquet that it reads as the bytes beneath
_BATCH_BYTES = 8 << 20  # of a row group, unpacked
_GROUP_BYTES = 64 << 20  # what is kept of a larger row group becomes several
_READ_AHEAD = 64 << 20  # of all columns together,
_READ_AT_ONCE = 1 << 20  # and of one at most,
_READ_LEAST = 1 << 16  # or at least


class ParquetFile:
    """A TableFile. What Parquet's footer tells of how it was written is done again: compression, version, dictionaries,
    statistics, order and page index; compression levels, bloom filters and encryption are not among that."""

    def __init__(self, path: str) -> None:
        self._path = path
        with self._open() as file:
            self.schema = file.schema_arrow
        self._known: tuple[str, pa.ChunkedArray, MappedFile | None] | None = None

    def remember(self, name: str, column: pa.ChunkedArray, mapped: MappedFile | None) -> None:
        """What was read of a column, in memory or mapped: write() does not decode it again."""
        names = self.schema.names
        by_name = len(set(names)) == len(names) and not any("." in one for one in names)  # as pyarrow takes columns
        if by_name and column.type == self.schema.field(name).type:
            self._known = name, column, mapped

    def _open(self) -> pq.ParquetFile:
        facts = pq.read_metadata(self._path)
        # Without pre_buffer, which would hold whole row groups.
        return pq.ParquetFile(
            self._path,
            metadata=facts,
            buffer_size=min(_READ_AT_ONCE, max(_READ_AHEAD // max(1, facts.num_columns), _READ_LEAST)),
            pre_buffer=False,
            page_checksum_verification=True,
        )

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        with self._open() as file:
            for group in range(file.num_row_groups):
                yield from self._batches(file, group, columns)

    def _whole_batches(self, file: pq.ParquetFile, group: int, first: int) -> Iterator[pa.RecordBatch]:
        """Of all columns; the group's first row is that one of the file."""
        if self._known is None:
            yield from self._batches(file, group, None)
            return
        name, column, mapped = self._known
        place = self.schema.get_field_index(name)
        for batch in self._batches(file, group, [other for other in self.schema.names if other != name]):
            known = column.slice(first, len(batch))
            first += len(batch)
            arrays = batch.columns
            arrays.insert(place, known.chunk(0) if known.num_chunks == 1 else known.combine_chunks())
            yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)
            if mapped is not None:
                mapped.give_back()

    def _batches(self, file: pq.ParquetFile, group: int, columns: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
        facts = file.metadata.row_group(group)
        rows = max(1, min(65536, facts.num_rows * _BATCH_BYTES // max(1, facts.total_byte_size)))
        found = 0
        for batch in file.iter_batches(rows, row_groups=[group], columns=columns, use_threads=False):
            found += len(batch)
            yield batch
        # pyarrow ends where its shortest column does.
        if found != facts.num_rows:
            raise ValueError(f"damaged: {found} rows of row group {group}, which has {facts.num_rows} by the footer")

    def write(self, target: str, edits: RowEdits) -> None:
        with self._open() as file:
            # Where a footer names no compression that there is, reading says so, and pyarrow's description of it aborts.
            for group in range(min(1, file.num_row_groups)):
                next(self._batches(file, group, None), None)
        first, schema = 0, edits.schema(self.schema)
        with self._open() as file, pq.ParquetWriter(target, schema, **self._written_as(file.metadata, schema)) as writer:
            writer.add_key_value_metadata(self._beside_schema(file.metadata))

            def write(parts: list[pa.RecordBatch]) -> None:
                rows = pa.Table.from_batches(parts, schema)
                if len(rows) > 0:
                    writer.write_table(rows, row_group_size=len(rows))

            for group in range(file.num_row_groups):
                parts: list[pa.RecordBatch] = []
                size = 0
                for batch in self._whole_batches(file, group, first):
                    parts += edits.batch(batch, first)
                    first += len(batch)
                    size += batch.nbytes
                    if size >= _GROUP_BYTES:
                        write(parts)
                        parts, size = [], 0
                write(parts)

    def _beside_schema(self, facts: pq.FileMetaData) -> dict[bytes, bytes]:
        """What of the footer's keys and values is not written with the schema: all where no Arrow schema is stored, as in
        files of Spark and DuckDB."""
        found = facts.metadata or {}
        known = {b"ARROW:schema", *(self.schema.metadata or {})} if b"ARROW:schema" in found else set()
        return {key: value for key, value in found.items() if key not in known}

    def _written_as(self, facts: pq.FileMetaData, schema: pa.Schema) -> dict[str, Any]:
        """Options by which a written file has that schema, as this one has its own."""
        groups = [facts.row_group(0)] if facts.num_row_groups else []
        columns = [group.column(i) for group in groups for i in range(group.num_columns)]
        paths = [facts.schema.column(i).path for i in range(facts.num_columns)]
        lost = [i for i in range(facts.num_columns) if facts.schema.column(i).converted_type in _NOT_WRITTEN]
        if lost:
            kind = facts.schema.column(lost[0]).converted_type
            raise ValueError(
                f"{paths[lost[0]]} is {kind}, which pyarrow does not write; leave out -o and use --removed"
            )
        with_dictionary = [c.path_in_schema for c in columns if any("DICTIONARY" in e for e in c.encodings)]
        with_statistics = [c.path_in_schema for c in columns if c.is_stats_set]
        options: dict[str, Any] = {
            "store_schema": b"ARROW:schema" in (facts.metadata or {}),
            "use_compliant_nested_type": not any(".list.item" in path for path in paths),
            "use_deprecated_int96_timestamps": any(c.physical_type == "INT96" for c in columns),
        }
        if columns:
            options |= {
                "compression": self._compressions(columns, schema),
                "use_dictionary": with_dictionary or False,
                "write_statistics": with_statistics or False,
                "sorting_columns": groups[0].sorting_columns or None,
                "write_page_index": any(c.has_column_index for c in columns),
            }
        for version in dict.fromkeys([facts.format_version, "2.6"]):
            options["version"] = version
            if self._comes_back(options, self._beside_schema(facts), schema):
                return options
        raise ValueError("its schema cannot be written again as it is; leave out -o and use --removed")

    def _compressions(self, columns: list[Any], schema: pa.Schema) -> dict[str, str]:
        """By column; one that is new is compressed as the first."""
        found = {c.path_in_schema: c.compression.replace("UNCOMPRESSED", "NONE") for c in columns}
        for field in schema.field(ADDED).type if len(schema) > len(self.schema) else ():
            found[f"{ADDED}.{field.name}"] = next(iter(found.values()))
        return found

    def _comes_back(self, options: dict[str, Any], beside: dict[bytes, bytes], schema: pa.Schema) -> bool:
        sink = pa.BufferOutputStream()
        try:
            with pq.ParquetWriter(sink, schema, **options) as writer:
                writer.add_key_value_metadata(beside)
        except (pa.ArrowException, ValueError):
            return False
        again = pq.ParquetFile(pa.BufferReader(sink.getvalue())).schema_arrow
        return bool(again.equals(schema, check_metadata=True))
