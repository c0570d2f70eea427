"""The house rules that can be read from the sources: who includes whom, how long a file is, what must not be used."""

import pathlib
import re

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
TARGET_INCLUDE = re.compile(r'^\s*#\s*define\s+HWY_TARGET_INCLUDE\s+"([^"]+)"', re.MULTILINE)
ROOM = re.compile(r"textkin_room\((\w+)([^)]*)\)")
# Highway 1.0.3 loses records in these types when a key is all ones.
BANNED = re.compile(r"\b(K64V64|K32V32)\b")
# A class that is defined, and what opens and closes scopes around it.
SCOPE = re.compile(
    r"\bnamespace\s*(?P<namespace>[\w:]*)\s*\{|\b(?:struct|class|enum(?:\s+(?:class|struct))?)\s+(?:\[\[\w+\]\]\s+)?(?P<type>\w+)"
    r"(?:\s+final)?(?:\s*:(?!:)[^;{]*)?\s*(?=\{)|(?P<open>\{)|(?P<close>\})"
)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<!\w)\'(?:[^\'\\\n]|\\.)+\'', re.DOTALL)
UNEXPLAINED = re.compile(r"\b(TODO|FIXME|HACK)\b(?!\(#\d+\): \S)")
# Of the standard library's functions of files those that throw where no std::error_code is given: at a name that is too
# long, at a link to itself, in a folder that is gone.
THROWS = re.compile(
    r"\b(?:fs|filesystem)::(?:exists|is_\w+|file_size|(?:symlink_)?status|(?:weakly_)?canonical|absolute|relative|proximate|equivalent"
    r"|remove(?:_all)?|rename|copy\w*|create_\w+|last_write_time|permissions|read_symlink|resize_file|space|hard_link_count"
    r"|temp_directory_path|current_path|(?:recursive_)?directory_iterator(?: \w+)?)\((?P<given>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"
    r"|(?:->|\.)(?:is_directory|is_regular_file|is_symlink|file_size|last_write_time)\((?P<entry>)\)"
)
# Its loop over a folder goes on with ++, which throws where a disk cannot read on.
STEP_THROWS = re.compile(r"\bfor \([^;:]*?: ?(?:std::)?(?:fs|filesystem)::(?:recursive_)?directory_iterator\(")
GIVEN = re.compile(r"\b(?:error|ignored)\b|^status$")
MOST_LINES = 500
MOST_ROOM_LINES = 2800
SOURCE_SUFFIXES = {".h", ".cc", ".py", ".sh"}
SOURCE_FOLDERS = ("include", "src", "cli", "python", "bench", "tests", "scripts")
# Rooms whose sub-rooms have namespaces of their names; elsewhere sub-rooms are folders with include rules.
NAMESPACES = {"engine"}
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
        if not colon or not all(part.isidentifier() for part in room.split("/")) or room.count("/") > 1:
            raise ValueError(f"{path}:{number}: expected 'room: room room' or 'room/part: ...', found '{line}'")
        table[room] = set(allowed.split())
    return table


def parts_of(room, table):
    """The sub-rooms of a room."""
    return {other for other in table if other.startswith(room + "/")}


def has_ground_floor(room, table):
    """Whether files may stand in a room beside its sub-rooms: where a sub-room's line names the room itself, what stands there
    is below all of them."""
    return any(room in table[part] for part in parts_of(room, table))


def room_of(name, table):
    """The room or sub-room of a file or header that is named from src; None where it is in none. A sub-room is a folder, or
    the files of one name: text/catalog.h and .cc are text/catalog."""
    parts = str(name).split("/")
    for room in ("/".join(parts[:2]).partition(".")[0], parts[0]):
        if len(parts) > 1 and room in table:
            return room
    return None


def is_test(path):
    """A test, or what only tests include."""
    return path.stem.endswith("_test") or path.stem.startswith("testing_")


def check_table(root, table):
    """Floors only look down, and every room of the tree is in the table."""
    for room, allowed in table.items():
        for other in sorted(allowed - table.keys()):
            yield f"layers.txt: {room} may include '{other}', which is no room"
        whole = room.partition("/")[0]
        inside = {other for other in allowed if other == whole or other.startswith(whole + "/")}
        for other in sorted(allowed - inside - table.get(whole, set())):
            if room != whole:
                yield f"layers.txt: {room} may include '{other}', {whole} may not"
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
        if parts_of(folder, table) and not has_ground_floor(folder, table):
            for path in sorted(path for path in files if room_of(path.relative_to(root / "src"), table) == folder):
                if is_test(path) and folder not in NAMESPACES:
                    continue
                yield f"{path.relative_to(root)}: it is in none of the rooms that layers.txt names in {folder}"


def check_size(root, table):
    """A room is small enough to be read in a day; tests are not counted."""
    lines = dict.fromkeys(table, 0)
    for path in (root / "src").rglob("*"):
        if path.suffix in (".h", ".cc") and not is_test(path):
            room = room_of(path.relative_to(root / "src"), table)
            if room:
                lines[room] += len(path.read_text().splitlines())
    for room, count in sorted(lines.items()):
        if count > MOST_ROOM_LINES:
            yield f"src/{room}: {count} lines; past {MOST_ROOM_LINES} cut it into folders with lines of their own in layers.txt"


def check_build(root, table):
    """CMakeLists.txt links a room with the rooms that the table allows, no more and no fewer."""
    for room, arguments in ROOM.findall((root / "CMakeLists.txt").read_text()):
        rooms = re.search(r"\bROOMS\b((?:\s+[a-z_]+)*)", arguments)
        linked = set(rooms.group(1).split()) if rooms else set()
        outside = {other for other in table.get(room, ()) if not other.startswith(room + "/")}
        if room in table and linked != outside:
            yield f"CMakeLists.txt: {room} links {sorted(linked)}, layers.txt allows {sorted(outside)}"


def check_includes(path, name, room, table):
    """The includes of one file; `room` is None for the contracts in include/textkin. A test may see its whole room."""
    whole = room.partition("/")[0] if room else None
    if is_test(path):
        room = whole
    text = path.read_text()
    found = [(match.start(), match[1], match[2]) for match in INCLUDE.finditer(text)]
    found += [(match.start(), '"', match[1]) for match in TARGET_INCLUDE.finditer(text)]
    allowed = table[room] | {room} if room else set()
    allowed |= {part for other in allowed if other != whole or is_test(path) for part in parts_of(other, table)}
    for start, quote, header in found:
        place = f"{name}:{text.count(chr(10), 0, start + 1) + 1}"
        first, slash, _ = header.partition("/")
        if room in DOORS and quote == '"' and (path.parent / header).is_file():
            continue  # a door's own folder is not on the include path
        if ".." in header.split("/") or (quote == '"' and not slash):
            yield f'{place}: "{header}": headers are named from the root, as "room/file.h"'
        elif first in table:
            if room_of(header, table) not in allowed:
                yield f"{place}: {room or 'include/textkin'} must not include {room_of(header, table)} ({header})"
        elif first == "textkin":
            continue
        elif room is None and ("." in header or "/" in header):
            yield f"{place}: the contracts include only textkin/ and the standard library, not <{header}>"


def scopes(text):
    """(place, kind, name) of every namespace, class and other brace that opens, and (place, None, None) where one closes."""
    text = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    text = re.sub(r"^\s*#.*(?:\\\n.*)*", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.MULTILINE)
    kind = None
    for match in SCOPE.finditer(text):
        if match["close"]:
            yield match.start(), None, None
        elif match["type"]:
            kind = ("type", match["type"])
        elif match["open"]:
            yield (match.start(), *(kind or ("block", "")))
            kind = None
        else:
            yield match.start(), "namespace", match["namespace"]


def defined_types(text):
    """(line, qualified name) of every class and enumeration with external linkage that a file defines."""
    around = []
    for start, kind, name in scopes(text):
        if kind is None:
            around = around[:-1]
            continue
        hidden = any(other == "block" or (other == "namespace" and not named) for other, named in around)
        around = [*around, (kind, name)]
        if kind == "type" and not hidden:
            yield text.count("\n", 0, start) + 1, "::".join(named for _, named in around)


def check_names(root):
    """No two types of one qualified name: the linker would keep one of them for both."""
    seen = {}
    for folder in ("include", "src", "cli", "python/src"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cc"):
                for line, name in defined_types(path.read_text()):
                    place = f"{path.relative_to(root)}:{line}"
                    if name in seen:
                        yield f"{place}: {name} is defined in {seen[name]} too; name one of them otherwise"
                    seen.setdefault(name, place)


def check_headers(root):
    """Every source has a header of its own name, which says what it promises: who looks for a noun looks for its file."""
    for path in sorted((root / "src").rglob("*.cc")):
        if not path.stem.endswith("_test") and not path.with_suffix(".h").is_file():
            yield f"{path.relative_to(root)}: no header of its own name; declare there what it defines"


def units_of(root):
    """{unit: units that it includes}: a unit is a header with the source of its name, named from src without the suffix."""
    units = {}
    for path in sorted((root / "src").rglob("*")):
        if path.suffix in (".h", ".cc") and not path.stem.endswith("_test"):
            own = str(path.relative_to(root / "src").with_suffix(""))
            included = units.setdefault(own, set())
            for _, header in INCLUDE.findall(path.read_text()):
                if header.endswith(".h") and header[:-2] != own and (root / "src" / header).is_file():
                    included.add(header[:-2])
    return units


def check_units(root):
    """No circle between units: what a circle hangs on is a value that wants its own header."""
    units = units_of(root)
    done = set()

    def below(unit, path):
        if unit in path:
            circle = path[path.index(unit) :]
            yield f"src/{circle[0]}: units in a circle: {' -> '.join([*circle, unit])}; give what it hangs on its own header"
        elif unit not in done:
            for other in sorted(units.get(unit, ())):
                yield from below(other, [*path, unit])
            done.add(unit)

    for unit in sorted(units):
        yield from below(unit, [])


def check_namespace(path, name, room, whole):
    """A sub-room's names are in a namespace of its name."""
    wanted = f"textkin::{room.replace('/', '::')}"
    for match in re.finditer(r"^namespace (textkin::[\w:]+) \{", path.read_text(), re.MULTILINE):
        if match[1].startswith(f"textkin::{whole}") and match[1] != wanted:
            yield f"{name}: namespace {match[1]} in {room}, whose names are in {wanted}"


def check_file(path, name):
    lines = path.read_text().splitlines()
    if len(lines) > MOST_LINES:
        yield f"{name}: {len(lines)} lines; past {MOST_LINES} look for the second noun"
    if path.name in ("house_rules.py", "test_house_rules.py"):
        return
    of_tests = is_test(path) or path.name == "scratch_directory.h"
    if path.suffix in (".h", ".cc") and name.parts[0] in ("src", "cli") and not of_tests:
        text = path.read_text()
        for match in THROWS.finditer(text):
            ends = "directory_iterator()" in match[0]
            if not ends and not GIVEN.search(match["given"] or ""):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{name}:{line}: {' '.join(match[0].split())} throws, which ends the program; give it an error, or use base/is_folder.h"
        for match in STEP_THROWS.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{name}:{line}: going on throws where a disk cannot be read, which ends the program; use increment(error)"
    for number, line in enumerate(lines, 1):
        if BANNED.search(line) and not line.lstrip().startswith(("//", "#")):
            yield f"{name}:{number}: vqsort's key-value types lose records; use base/sort.h"
        if UNEXPLAINED.search(line):
            yield f"{name}:{number}: say what is left to do and where it is tracked, as in 'TODO(#12): reason'"


def violations(root):
    """Every broken rule below `root`, one line each."""
    root = pathlib.Path(root)
    table = read_table(root / "layers.txt")
    found = [*check_table(root, table), *check_size(root, table), *check_build(root, table), *check_names(root)]
    found += [*check_headers(root), *check_units(root)]
    for path in sorted((root / "include").rglob("*.h")):
        found += check_includes(path, path.relative_to(root), None, table)
    for whole in (room for room in table if "/" not in room):
        for path in sorted((root / DOORS.get(whole, f"src/{whole}")).rglob("*")):
            if path.suffix in (".h", ".cc"):
                name = path.relative_to(root)
                room = whole if whole in DOORS else room_of(path.relative_to(root / "src"), table)
                found += check_includes(path, name, room, table)
                if room != whole and whole in NAMESPACES:
                    found += check_namespace(path, name, room, whole)
    for folder in SOURCE_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and (path.suffix in SOURCE_SUFFIXES or folder == "scripts" and path.suffix != ".pyc"):
                found += check_file(path, path.relative_to(root))
    return found
