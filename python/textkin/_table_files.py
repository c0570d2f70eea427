"""Files of tables: Parquet, Arrow IPC and CSV, read batch by batch and written again without some of their rows."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from ._arrow_file import ArrowFile
from ._csv_file import DELIMITERS, CsvFile
from ._late import pa
from ._packed_file import packing_of, suffix_of
from ._parquet_file import ParquetFile
from ._row_edits import RowEdits


class TableFile(Protocol):
    """A file of rows, opened when it is read. Errors of what it holds are ValueErrors without its name; those of the
    system OSErrors."""

    schema: pa.Schema

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Those columns of all rows in order. Memory: some batches, whatever the size of the file."""
        ...

    def write(self, target: str, edits: RowEdits) -> None:
        """A file of the rows that stay, with what becomes of them: else same format, schema, metadata, values and order."""


_FORMS: dict[str, Callable[[str], TableFile]] = {".parquet": ParquetFile, ".arrow": ArrowFile, ".arrows": ArrowFile, ".feather": ArrowFile}


def is_csv(path: str | os.PathLike[str]) -> bool:
    return suffix_of(path) in DELIMITERS


def form_of(path: str | os.PathLike[str]) -> Callable[..., TableFile] | None:
    return CsvFile if is_csv(path) else _FORMS.get(os.path.splitext(os.fspath(path))[1])


_BEGINS = (b"PAR1", b"PARE", b"ARROW1", b"FEA1", b"\xff\xff\xff\xff")


def _is_table(file: pathlib.Path, below: bool) -> bool:
    """As the program has it: below a folder a name alone makes no table of Parquet or Arrow, if the first bytes show
    that it is none."""
    form = form_of(file)
    if form is None or is_csv(file) or not below:
        return form is not None
    try:
        with file.open("rb") as opened:
            begin = opened.read(6)
    except OSError:  # whoever reads it says why
        return True
    return not begin or begin.startswith(_BEGINS)


def _files_below(folder: pathlib.Path) -> list[pathlib.Path]:
    """As the program lists them: no hidden ones and no links, in byte order."""
    found = []
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (pathlib.Path(where, name) for name in names if not name.startswith("."))
        found += [path for path in paths if path.is_file() and not path.is_symlink()]
    return sorted(found, key=lambda path: os.fsencode(path.relative_to(folder)))


# As the program has them: what hubs and people put beside data. What jobs leave there, as _SUCCESS of Spark, begins
# with "_".
_ABOUT = frozenset(
    "readme readme.md readme.txt readme.rst license license.md license.txt licence licence.txt dataset_info.json "
    "dataset_infos.json dataset_dict.json state.json croissant.json".split()
)


def is_about_data(name: str) -> bool:
    """Whether a file of that name, in a folder of data, is about them and none of them."""
    return name.startswith("_") or name.lower() in _ABOUT


def _listed(folder: pathlib.Path) -> set[str] | None:
    """The files that hold a dataset which the datasets library saved into a folder; None where it is no such folder.
    ValueError where one of them is missing: what is left is a part, and nobody would see that."""
    state = folder / "state.json"
    try:
        files = json.loads(state.read_text("utf-8"))["_data_files"]
        listed = {str(file["filename"]) for file in files}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    for name in sorted(listed):
        if not (folder / name).is_file():
            raise ValueError(f"{state} names {name}, which is not there; copy the whole folder, or name the files that there are")
    return listed


def _without_leftovers(files: list[pathlib.Path]) -> list[pathlib.Path]:
    """Beside a dataset that it saved, the datasets library keeps results of former calls (cache-*.arrow), and what an
    earlier save left is none of its rows either."""
    listed = {folder: _listed(folder) for folder in {file.parent for file in files if file.suffix == ".arrow"}}
    return [file for file in files if file.suffix != ".arrow" or file.name in (listed[file.parent] or {file.name})]


def files_of(arguments: Sequence[str]) -> dict[str, list[tuple[str, str]]] | None:
    """By argument, its files of tables and their names below it; None where the arguments are no tables.

    CSV among files that are no tables is text, as before; Parquet and Arrow among them are a ValueError.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    other = None
    for argument in arguments:
        path = pathlib.Path(argument)
        is_folder = path.is_dir()
        below = _files_below(path) if is_folder else [path]
        tables = []
        for file in below:
            if _is_table(file, is_folder):
                tables.append(file)
            elif other is None and not (is_folder and is_about_data(file.name)):
                other = str(file)
        if is_folder:
            tables = _without_leftovers(tables)
        found[argument] = [(str(file), str(file.relative_to(path)) if is_folder else path.name) for file in tables]
    all_tables = [file for files in found.values() for file, _ in files]
    if other is None:
        return found if all_tables else None
    binary = next((file for file in all_tables if not is_csv(file)), None)
    if binary is None:
        return None
    raise ValueError(f"{binary} is a table and {other} is none; name tables and other files in runs of their own")


@contextlib.contextmanager
def named(path: str) -> Iterator[None]:
    """Failures name the file, in one line."""
    try:
        yield
    except MemoryError as error:
        raise MemoryError(f"{path}: what it holds in one piece does not fit in --memory; give more") from error
    except (ValueError, pa.ArrowException, NotImplementedError) as error:
        raise ValueError(f"{path}: {_line(error)}") from error
    except OSError as error:
        if error.errno is not None:
            raise
        raise ValueError(f"{path}: damaged or cut: {_line(error)}") from error


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".")


def _facts(path: str) -> tuple[int, int, int]:
    """Who edits a file in place can give it its old time of change back, but not that of its inode."""
    facts = os.stat(path)
    return facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns


class OpenTable:
    """A file that is read now and perhaps once more, when it must be the same."""

    def __init__(self, path: str, relative: str, delimiter: str | None) -> None:
        """`delimiter`: as CsvFile takes it."""
        self.path, self.relative = path, relative
        self.facts = _facts(path)
        with named(path):
            self.table: TableFile = CsvFile(path, delimiter) if is_csv(path) else _FORMS[suffix_of(path)](path)

    def check_unchanged(self) -> None:
        if _facts(self.path) != self.facts:
            raise ValueError(f"{self.path}: changed while it was read; run again when nothing writes to it")


def check_output(output: str, tables: Sequence[OpenTable]) -> list[str]:
    """Where each table's kept rows go: `output` itself, or a file below it where it is a folder."""
    if output.endswith("/") or os.path.isdir(output):
        targets = [os.path.join(output, table.relative) for table in tables]
        for target in targets:
            if targets.count(target) > 1:
                raise ValueError(f"two inputs would become {target}; name their common folder as INPUT instead")
    elif len(tables) == 1:
        targets = [output]
        kind = suffix_of(tables[0].path)
        if form_of(output) is not form_of(tables[0].path) or (is_csv(output) and suffix_of(output) != kind):
            raise ValueError(f"{output}: kept rows stay in the format of {tables[0].path}; name a file *{kind}, or a folder (FOLDER/)")
    else:
        raise ValueError(f"{output}: {len(tables)} tables stay as many files; name a folder (FOLDER/)")
    for target in targets:
        if any(os.path.exists(target) and os.path.samefile(target, table.path) for table in tables):
            raise ValueError(f"{target} is an input and would be replaced while it is read; name another")
    return targets


def _take_rights(part: str, target: str) -> None:
    """The mode of the file that is replaced, and its owner and group where the system lets us; else what the umask leaves."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(part, 0o666 & ~mask)
        return
    with contextlib.suppress(PermissionError):
        os.chown(part, old.st_uid, old.st_gid)
    os.chmod(part, stat.S_IMODE(old.st_mode) if os.stat(part).st_gid == old.st_gid else 0o600)


@contextlib.contextmanager
def appearing(targets: Sequence[str]) -> Iterator[list[str]]:
    """Files beside those targets, to write to: when all is done they take their names, all of them, or none where
    something fails."""
    done: list[tuple[str, str]] = []
    try:
        for target in targets:
            target = os.path.realpath(target)  # a link stays one
            folder = os.path.dirname(target)
            os.makedirs(folder, exist_ok=True)
            handle, part = tempfile.mkstemp(
                prefix=f".{os.path.basename(target)}.", suffix=f".part{packing_of(target)}", dir=folder
            )
            os.close(handle)
            done.append((part, target))
        yield [part for part, _ in done]
        for part, target in done:
            _take_rights(part, target)
            os.replace(part, target)
    finally:
        for part, _ in done:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(part)


def write_tables(tables: Sequence[OpenTable], rows: Sequence[int], targets: Sequence[str], edits: RowEdits) -> None:
    """What becomes of all tables (of so many rows each) to their targets: all of them, or none where one fails."""
    with appearing(targets) as parts:
        first = 0
        for table, count, target, part in zip(tables, rows, targets, parts, strict=True):
            table.check_unchanged()
            with named(table.path):
                own = edits.of(first, first + count)
                if isinstance(table.table, ArrowFile):
                    table.table.write(part, own, table.table.writes_stream(target))
                else:
                    table.table.write(part, own)
            table.check_unchanged()
            first += count
