"""Arrow IPC, files and streams, by pyarrow."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from ._late import pa
from ._row_edits import RowEdits

_MAGIC = b"ARROW1"
_END_OF_STREAM = b"\xff\xff\xff\xff\0\0\0\0"
_FRAMES = {b"\x04\x22\x4d\x18": "lz4", b"\x28\xb5\x2f\xfd": "zstd"}


class ArrowFile:
    """A TableFile. A batch stays a batch; compression, dictionaries and the metadata of schema, fields and batches stay
    as they are."""

    def __init__(self, path: str) -> None:
        self._path = path
        with open(path, "rb") as file:
            self._is_file = file.read(len(_MAGIC)) == _MAGIC
            file.seek(0, os.SEEK_END)
            if not self._is_file:
                file.seek(max(0, file.tell() - len(_END_OF_STREAM)))
                if file.read() != _END_OF_STREAM:
                    raise ValueError("neither an Arrow file nor a whole Arrow stream: its end is missing")
        with self._open() as reader:
            self.schema = reader.schema

    def _open(self) -> Any:
        source = pa.OSFile(self._path)
        return pa.ipc.open_file(source) if self._is_file else pa.ipc.open_stream(source)

    def _all(self, reader: Any) -> Iterator[tuple[pa.RecordBatch, Any]]:
        if self._is_file:
            for number in range(reader.num_record_batches):
                yield reader.get_batch_with_custom_metadata(number)
        else:
            yield from reader.iter_batches_with_custom_metadata()

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        with self._open() as reader:
            for batch, _ in self._all(reader):
                batch.validate(full=True)
                yield batch.select(list(columns))

    def writes_stream(self, target: str) -> bool:
        """Whether a target is to be a stream: as this is, unless its name is that of the other. *.arrows is a stream and
        *.feather a file; *.arrow may be either, as Hugging Face writes streams, and stays what it was."""
        suffix = os.path.splitext(target)[1]
        same = suffix == os.path.splitext(self._path)[1]
        return not self._is_file if same else suffix == ".arrows"

    def write(self, target: str, edits: RowEdits, stream: bool | None = None) -> None:
        as_file = self._is_file if stream is None else not stream
        first, schema = 0, edits.schema(self.schema)
        options = pa.ipc.IpcWriteOptions(compression=self._compression(), emit_dictionary_deltas=True)
        make = pa.ipc.new_file if as_file else pa.ipc.new_stream
        with self._open() as reader, pa.OSFile(target, "wb") as sink:
            named: dict[str, Any] = {}
            if self._is_file and as_file and getattr(reader, "metadata", None):
                named["metadata"] = reader.metadata
            with make(sink, schema, options=options, **named) as writer:
                for batch, metadata in self._all(reader):
                    batch.validate(full=True)
                    for part in edits.batch(batch, first):
                        writer.write_batch(part, custom_metadata=metadata)
                    first += len(batch)
        if first != len(edits.kept):
            raise ValueError(f"damaged: {first} rows, and {len(edits.kept)} when it was read before")

    def _compression(self) -> str | None:
        """Of the first batch that has bytes: each buffer begins with its size and a frame of the codec."""
        with open(self._path, "rb") as file:
            if self._is_file:
                file.seek(8)
            for message in pa.ipc.MessageReader.open_stream(file):
                if message.type == "record batch" and message.body.size > 12:
                    return _FRAMES.get(message.body.slice(8, 4).to_pybytes())
        return None
