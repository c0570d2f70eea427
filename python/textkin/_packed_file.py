"""Files of bytes that are perhaps compressed, as their names say: gzip, zstd, bzip2 and xz."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from ._late import pa


PACKINGS = (".gz", ".zst", ".bz2", ".xz")


def packing_of(path: str) -> str:
    """The suffix of its compression, or nothing."""
    return next((packing for packing in PACKINGS if path.endswith(packing)), "")


def suffix_of(path: str | os.PathLike[str]) -> str:
    """Without that of a compression: ".csv" of "in.csv.gz"."""
    name = os.fspath(path)
    return os.path.splitext(name.removesuffix(packing_of(name)))[1]


@contextlib.contextmanager
def reading(path: str) -> Iterator[BinaryIO]:
    """The bytes that are packed in it. ValueError where they are damaged or end too early."""
    with open(path, "rb") as file:
        packing = packing_of(path)
        try:
            if packing == ".gz":
                yield cast(BinaryIO, gzip.GzipFile(fileobj=file))
            elif packing == ".bz2":
                yield cast(BinaryIO, bz2.BZ2File(file))
            elif packing == ".xz":
                yield cast(BinaryIO, lzma.LZMAFile(file))
            elif packing == ".zst":
                yield cast(BinaryIO, io.BufferedReader(pa.CompressedInputStream(pa.PythonFile(file), "zstd"), 1 << 18))
            else:
                yield file
        except EOFError as error:
            raise ValueError("cut: its compressed bytes end too early") from error
        except (lzma.LZMAError, gzip.BadGzipFile, zlib.error) as error:
            raise ValueError(f"damaged: {error}") from error


@contextlib.contextmanager
def writing(path: str) -> Iterator[BinaryIO]:
    """The file anew."""
    with open(path, "wb") as file:
        packing = packing_of(path)
        if packing == ".gz":
            with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
                yield cast(BinaryIO, packed)
        elif packing == ".bz2":
            with bz2.BZ2File(file, "wb") as packed:
                yield cast(BinaryIO, packed)
        elif packing == ".xz":
            with lzma.LZMAFile(file, "wb") as packed:
                yield cast(BinaryIO, packed)
        elif packing == ".zst":
            with pa.CompressedOutputStream(pa.PythonFile(file), "zstd") as packed:
                yield cast(BinaryIO, packed)
        else:
            yield file
