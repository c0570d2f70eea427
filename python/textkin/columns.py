"""The program's commands over files of tables: `textkin dedup in.parquet -o out.parquet` runs here.

The program starts main() with its version, the table that it met, its --memory in bytes and its own words, which it has
parsed and found in order. What is written, said and returned is what the program writes, says and returns.
"""

import contextlib
import sys
from collections.abc import Sequence
from typing import NamedTuple

from . import _program, _textkin
from ._clean_ups import CleanUp
from ._index import Index, is_index
from ._inputs import ID, Input, Typed, check_delimiter
from ._memory_limit import memory_limit, room_for_tables
from ._progress import Progress
from ._shown import shown
from ._signature_tables import Told, naming
from ._signature_words import places_of
from ._table_files import check_output
from ._texts import Text

_OWN = 192 << 20  # bytes of this process that are not the engine's
_LEAST = 2 * _OWN


class _Terminal(Progress):
    """Messages as the program gives them."""

    def __init__(self, quiet: bool) -> None:
        super().__init__(not quiet and sys.stderr.isatty())
        self._quiet = quiet

    def note(self, line: str) -> None:
        if not self._quiet:
            self.warn(line)

    def warn(self, line: str) -> None:
        self.clear()
        print(f"textkin: {shown(line)}", file=sys.stderr, flush=True)


def _text(fields: list[str]) -> Text:
    return fields if len(fields) > 1 else fields[0]


class _Given(NamedTuple):
    text: Text
    id: str
    against_text: Text
    against_id: str
    delimiter: str | None
    keep: str
    output: str
    check: bool
    annotate: bool
    unit: str
    action: str
    emptied: str
    quiet: bool


def _parsed(words: Sequence[str]) -> _Given:
    """What of a command is needed here, with the same defaults, as the engine understands it."""
    told = _textkin.given(list(words))

    def last(name: str, default: str) -> str:
        return told[name][-1] if name in told else default

    text, id = told.get("text-field", ["text"]), last("id-field", ID)
    return _Given(
        text=_text(text),
        id=id,
        against_text=_text(told.get("against-text-field", text)),
        against_id=last("against-id-field", id),
        delimiter=told["delimiter"][-1] if "delimiter" in told else None,
        keep=last("keep", "first"),
        output=last("output", "-"),
        check="check" in told,
        annotate="annotate" in told,
        unit=last("unit", "document"),
        action=last("action", "drop"),
        emptied=last("emptied", "keep"),
        quiet="quiet" in told,
    )


def _sides(words: Sequence[str], given: _Given, room: int, by_name: bool = True) -> list[Input]:
    """`room`: bytes of each side's tables that may be held. `by_name`: files of tables are told by their names."""
    keep = given.keep if words[0] in ("dedup", "trim") else None
    named, against, folder = _textkin.inputs(list(words))
    fields: Sequence[str] = ()
    if folder:
        while named and is_index(named[0]):  # several folders that are asked
            del named[0]
        if words[1] == "add" and is_index(folder):
            fields = Index(folder).fields

    def side(paths: Sequence[str], text: Text, id: str, keep: str | None) -> Input:
        typed = [Typed(word) for word in paths]
        return Input(typed, "", text, id or None, keep, by_name, given.delimiter, fields, room)

    sides = [side(named, given.text, given.id, keep)]
    if against:
        sides.append(side(against, given.against_text, given.against_id, None))
    check_delimiter(given.delimiter, sides)
    return sides


def _of_signatures(words: list[str], given: _Given, memory: int) -> int:
    files, by_name = _textkin.signature_files(words)
    places = contextlib.ExitStack()
    with memory_limit(memory):
        sides = _sides(words, given, 0, by_name) if _textkin.inputs(words)[0] else []
        there = places.enter_context(places_of(words, files, sides))
    terminal = _Terminal(given.quiet)
    sources = {word: parts for side in sides for word, parts in side.sources.items()}
    with places:
        try:
            with naming(there):
                _textkin.run(words, sources, Told(terminal, there), _program.path(), in_memory=False, used=_OWN, in_place=there)
        finally:
            terminal.clear()
        with memory_limit(memory):
            places.close()
    return 0


def _clean_up(command: str, given: _Given) -> CleanUp | None:
    """None for commands that take nothing out."""
    if command == "dedup" and given.unit != "document":
        command = "trim"
    if command not in ("dedup", "trim", "decontaminate"):
        return None
    return CleanUp(command, given.text, given.annotate, given.action, given.emptied == "drop")


def _run(words: list[str], given: _Given, memory: int) -> int:
    if words[0] == "signatures":
        return _of_signatures(words, given, memory)
    with memory_limit(memory):
        sides = _sides(words, given, room_for_tables(memory))
    files = sides[0].files
    cleans = _clean_up(words[0], given)
    # Where only --against is a table, the program writes what is kept itself.
    in_memory = cleans is not None and (bool(files) or given.check)
    targets = []
    if cleans is not None and files and not given.check:
        if given.output == "-":
            raise ValueError(f"{files[0].path}: a table does not go to standard output; name a file or FOLDER/ by -o")
        targets = check_output(given.output, files)
        cleans.check(files)
    terminal = _Terminal(given.quiet)
    sources = {word: parts for side in sides for word, parts in side.sources.items()}
    try:
        used = _OWN + sum(side.held for side in sides)
        answer = _textkin.run(words, sources, terminal, _program.path(), in_memory=in_memory, used=used)
    finally:
        terminal.clear()
    if cleans is None or not in_memory:
        return 0
    edits, found = cleans.of(answer, sides)
    if given.check:
        return int(found)
    with memory_limit(memory):
        sides[0].write_tables(targets, edits)
    return 0


def main(arguments: list[str]) -> int:
    """Runs a command; its exit code."""
    version, table, memory, *words = arguments
    try:
        if version != _textkin.version:
            raise ValueError(
                f"{table}: this is textkin {version}, and its Python package in {sys.executable} is"
                f" {_textkin.version}; install the same of both"
            )
        if 0 < int(memory) < _LEAST:
            raise ValueError(f"--memory {memory} bytes is too little where tables are read; {_LEAST >> 20}MiB would do")
        return _run(words, _parsed(words), int(memory))
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        line = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
    except (ValueError, MemoryError) as error:
        line = str(error)
    print(f"textkin: {shown(line)}", file=sys.stderr)
    return 2
