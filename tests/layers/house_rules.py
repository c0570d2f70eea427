"""The house rules that can be read from the sources: who includes whom, how long a file is, what must not be used."""

import pathlib
import re

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
TARGET_INCLUDE = re.compile(r'^\s*#\s*define\s+HWY_TARGET_INCLUDE\s+"([^"]+)"', re.MULTILINE)
ROOM = re.compile(r"textkin_room\((\w+)([^)]*)\)")
# Highway 1.0.3 loses records in these types when a key is all ones.
BANNED = re.compile(r"\b(K64V64|K32V32)\b")
UNEXPLAINED = re.compile(r"\b(TODO|FIXME|HACK)\b(?!\(#\d+\): \S)")
MOST_LINES = 500
SOURCE_SUFFIXES = {".h", ".cc", ".py", ".sh"}
SOURCE_FOLDERS = ("include", "src", "cli", "python", "bench", "tests", "scripts")
# Where a door's sources are; a room's are in src.
DOORS = {"cli": "cli", "python": "python/src"}


def read_table(path):
    """layers.txt -> {room: set of rooms it may include}."""
    table = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        room, colon, allowed = line.partition(":")
        if not colon or not room.isidentifier():
            raise ValueError(f"{path}:{number}: expected 'room: room room', found '{line}'")
        table[room] = set(allowed.split())
    return table


def check_table(root, table):
    """Floors only look down, and every room of the tree is in the table."""
    for room, allowed in table.items():
        for other in sorted(allowed - table.keys()):
            yield f"layers.txt: {room} may include '{other}', which is no room"
    reached = {}

    def below(room, path):
        if room in path:
            raise RecursionError(" -> ".join([*path[path.index(room) :], room]))
        if room not in reached:
            for other in table.get(room, ()):
                below(other, [*path, room])
            reached[room] = True

    try:
        for room in table:
            below(room, [])
    except RecursionError as circle:
        yield f"layers.txt: rooms in a circle: {circle}"
    for folder in sorted(path.name for path in (root / "src").iterdir() if path.is_dir()):
        files = [path for path in (root / "src" / folder).rglob("*") if path.suffix in (".h", ".cc")]
        if files and folder not in table:
            yield f"src/{folder}: a room that layers.txt does not name"


def check_build(root, table):
    """CMakeLists.txt links a room with the rooms that the table allows, no more and no fewer."""
    for room, arguments in ROOM.findall((root / "CMakeLists.txt").read_text()):
        rooms = re.search(r"\bROOMS\b((?:\s+[a-z_]+)*)", arguments)
        linked = set(rooms.group(1).split()) if rooms else set()
        if room in table and linked != table[room]:
            yield f"CMakeLists.txt: {room} links {sorted(linked)}, layers.txt allows {sorted(table[room])}"


def check_includes(path, name, room, table):
    """The includes of one file; `room` is None for the contracts in include/textkin."""
    text = path.read_text()
    found = [(match.start(), match[1], match[2]) for match in INCLUDE.finditer(text)]
    found += [(match.start(), '"', match[1]) for match in TARGET_INCLUDE.finditer(text)]
    allowed = table[room] | {room, "textkin"} if room else {"textkin"}
    for start, quote, header in found:
        place = f"{name}:{text.count(chr(10), 0, start + 1) + 1}"
        first, slash, _ = header.partition("/")
        if room in DOORS and quote == '"' and (path.parent / header).is_file():
            continue  # a door's own folder is not on the include path
        if ".." in header.split("/") or (quote == '"' and not slash):
            yield f'{place}: "{header}": headers are named from the root, as "room/file.h"'
        elif first in table or first == "textkin":
            if first not in allowed:
                yield f"{place}: {room or 'include/textkin'} must not include {first} ({header})"
        elif room is None and ("." in header or "/" in header):
            yield f"{place}: the contracts include only textkin/ and the standard library, not <{header}>"


def check_file(path, name):
    lines = path.read_text().splitlines()
    if len(lines) > MOST_LINES:
        yield f"{name}: {len(lines)} lines; past {MOST_LINES} look for the second noun"
    if path.name in ("house_rules.py", "test_house_rules.py"):
        return
    for number, line in enumerate(lines, 1):
        if BANNED.search(line) and not line.lstrip().startswith(("//", "#")):
            yield f"{name}:{number}: vqsort's key-value types lose records; use base/sort.h"
        if UNEXPLAINED.search(line):
            yield f"{name}:{number}: say what is left to do and where it is tracked, as in 'TODO(#12): reason'"


def violations(root):
    """Every broken rule below `root`, one line each."""
    root = pathlib.Path(root)
    table = read_table(root / "layers.txt")
    found = [*check_table(root, table), *check_build(root, table)]
    for path in sorted((root / "include").rglob("*.h")):
        found += check_includes(path, path.relative_to(root), None, table)
    for room in table:
        for path in sorted((root / DOORS.get(room, f"src/{room}")).rglob("*")):
            if path.suffix in (".h", ".cc"):
                found += check_includes(path, path.relative_to(root), room, table)
    for folder in SOURCE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and (path.suffix in SOURCE_SUFFIXES or folder == "scripts"):
                found += check_file(path, path.relative_to(root))
    return found
