"""What the engine says, in Python's words: `--repeated-ids number` is repeated_ids="number" here."""

import functools
import re

from . import _textkin
from ._remote import shown

# What functions have arguments of other names for.
_RENAMED = {"text-field": "text", "id-field": "id", "as": "as_", "not": "not_"}
_RENAMED |= {"against-text-field": "against_text", "against-id-field": "against_id"}
_SHORT = {"-o": "--output", "-t": "--threshold"}
_NUMBER = r"[0-9][0-9.eE+]*(?:[KMGTP]i?B)?(?![\w.]*\w)"
_UNKNOWN = re.compile(r"unknown option --([\w-]+)")
_COMMAND = re.compile(r"\(textkin ((?:[a-z]+ ?)+) --help\)")
_REBUILD = re.compile(r"`textkin index rebuild \S+ NEW([^`]*)`")
_ASKED = re.compile(r"`textkin index (query|add|export) (\S+)((?: NEW)?)([^`]*)`")
_NO_VALUE = re.compile(r"--([\w-]+): 1 required (\S+) missing")
_NONE_OF = re.compile(r"--([\w-]+): (.*) not in \{([^}]*)\}")
_OUT_OF = re.compile(r"--([\w-]+): Value (\S+) not in range (\S+) to (\S+)")
_NOT_ABOVE = re.compile(r"--([\w-]+): Value (\S+) is not above 0")
_NO_NUMBER = re.compile(r"Could not convert: --([\w-]+) = (\S+)")
_OTHER_FORMAT = re.compile(r", or take --format \w+")  # of what a function gives back it chooses none
_SIGNATURES = re.compile(r"with textkin signatures (\w+)")
_ALONE = re.compile(r"with textkin (simhash)\b")  # what only the command line has
_FIELD = re.compile(r"`index create --field (\S+)`")
_NAME = re.compile(
    rf"(?<![\w/.-])(?P<name>--[a-z][a-z0-9-]*|-[ot](?![\w-]))"
    rf"(?:(?:=| = |: | )(?P<quoted>'[^']*')|(?:=| )(?P<number>{_NUMBER})|(?P<joint>=| )(?P<word>[\w:./*\[\]|-]+)|(?P<colon>(?=[:.;,?])))?"
)

_ARGUMENT = re.compile(r"(?<![\w/.-])(?P<name>[a-z]+(?:_[a-z]+)*_?)=(?P<value>'[^']*'|\"[^\"]*\"|[\w.:|*]*\w)")


@functools.cache
def engine_options() -> dict[str, list[tuple[str, str, str, str]]]:
    """Of each command its options: name, what stands for a value ("" of a flag), default, help."""
    return _textkin.options()


@functools.cache
def _known() -> dict[str, tuple[str, frozenset[str]]]:
    """Of each option of any command: what stands for its value, and the words that are values of it."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for options in engine_options().values():
        for name, value, _, _ in options:
            words = frozenset(value.split("|")) if "|" in value else frozenset()
            found.setdefault(name, (value, words))
    return found


def argument(name: str) -> str:
    """Of an option's name without its dashes."""
    return _RENAMED.get(name, name.replace("-", "_"))


def _path(command: str) -> str:
    """Of a command its function or method."""
    return command.strip().replace(" ", ".").replace("index.", "Index.")


def _said(found: re.Match[str]) -> str:
    name = _SHORT.get(found["name"], found["name"])[2:]
    known = _known().get(name)
    called = argument(name)
    if known is None or name == "help":
        return found[0]
    if found["quoted"] or found["number"]:
        return f"{called}={found['quoted'] or found['number']}"
    if found["colon"] is not None and known[0]:
        return called
    if not known[0]:  # a flag
        return f"{called}=True" + (f"{found['joint']}{found['word']}" if found["word"] else "")
    word = found["word"]
    if word and (found["joint"] == "=" or word.isupper()):
        return f"{called}={word}"
    told = found.string[found.end() :].startswith((" is no ", " is an "))  # of the value
    if word and (word in known[1] or told or ":" in word or "." in word[:-1]):
        value = word.rstrip(":")
        return f'{called}="{value}"{word[len(value) :]}'
    return f"{called}=" + (f" {word}" if word else "")


def _asked(found: re.Match[str]) -> str:
    """Of a command to an index its method; options are still to be said."""
    given = [part for part in (found[3].strip(), found[4].strip().replace(" -", ", -")) if part]
    return f'Index("{found[2]}").{found[1]}({", ".join(given)})'


def _out_of(found: re.Match[str]) -> str:
    return f"{argument(found[1])}={found[2]} is not from {float(found[3]):g} to {found[4]}"


def in_python(line: str) -> str:
    """A message of the command line, by the names that arguments have in Python. What is no option stays as it is."""
    line = _SIGNATURES.sub(r"with textkin.signatures.\1()", shown(line))
    line = _OTHER_FORMAT.sub("", line)
    line = _ALONE.sub(r"by the command `textkin \1`", line)
    line = _ASKED.sub(_asked, line)
    if "-" not in line:
        return line
    line = _NONE_OF.sub(lambda found: f'{argument(found[1])}="{found[2]}" is none of {found[3].replace(",", ", ")}', line)
    line = _OUT_OF.sub(_out_of, line)
    line = _NOT_ABOVE.sub(lambda found: f"{argument(found[1])}={found[2]} is not above 0", line)
    line = _NO_NUMBER.sub(lambda found: f"{argument(found[1])}={found[2]} is no number that it takes", line)
    line = _UNKNOWN.sub(lambda found: f"there is no option {argument(found[1])!r}", line)
    line = _NO_VALUE.sub(lambda found: f"{argument(found[1])}=True says nothing; it takes a value ({found[2]})", line)
    line = _COMMAND.sub(lambda found: f"(help(textkin.{_path(found[1])}))", line)
    line = _FIELD.sub(r'Index.create(PATH, fields=["\1"])', line.replace(" (textkin --help)", ""))
    line = _REBUILD.sub(lambda found: "Index.rebuild(NEW" + found[1].replace(" --", ", --") + ")", line)
    # Twice, since a word behind an option may be another option.
    return _NAME.sub(_said, _NAME.sub(_said, line))


def as_typed(line: str) -> str:
    """The other way round, for commands that are written in Python: memory='much' is `--memory much` to who typed it."""

    def typed(found: re.Match[str]) -> str:
        option = {held: name for name, held in _RENAMED.items()}.get(found["name"], found["name"].replace("_", "-"))
        if option not in _known():
            return found[0]
        return f"--{option}" + ("" if found["value"] == "True" else f" {found['value'].strip(chr(39) + chr(34))}")

    return _ARGUMENT.sub(typed, line)
