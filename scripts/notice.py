"""What the file NOTICE says, and what a program is linked with: read by scripts/sbom, scripts/licences and the test of both."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNPACKED = ROOT / "build-arm64/root"  # the libraries of what is cross-built (scripts/arm64)


def tables(notice=ROOT / "NOTICE"):
    """The tables of NOTICE, in their order: a list of rows each, {column: cell}."""
    found, columns = [], None
    for line in notice.read_text().splitlines():
        cells = [cell.strip() for cell in line.split(" | ")]
        if len(cells) < 4:
            columns = None
        elif columns is None:
            columns = [cell.lower() for cell in cells]
            found.append([])
        else:
            found[-1].append(dict(zip(columns, cells, strict=True)))
    return found


def linked(program):
    """{name without version: file} of every shared library that the loader would take for a program, by itself or by another."""
    if machine(program) != machine(sys.executable):
        return linked_from(program, sorted(UNPACKED.glob("usr/lib/*-linux-gnu*")) + sorted(UNPACKED.glob("lib/*-linux-gnu*")))
    done = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=True)
    libraries = {}
    for line in done.stdout.splitlines():
        match = re.match(r"\s*(?:\S+ => )?(/\S+) \(", line)
        if match:
            file = pathlib.Path(match[1])
            libraries[file.name.partition(".so")[0]] = file.resolve()
        elif "not found" in line:
            raise SystemExit(f"{program}: {line.strip()}")
    return libraries


def machine(program):
    """What an ELF file says of the processor that it is for."""
    with open(program, "rb") as file:
        return file.read(20)[18:]


def linked_from(program, folders):
    """The same, of libraries in folders: of what this machine has no loader for, which could be asked."""
    libraries, unread = {}, [pathlib.Path(program)]
    while unread:
        asking = unread.pop()
        headers = subprocess.run(["objdump", "-p", str(asking)], capture_output=True, text=True, check=True).stdout
        for name in re.findall(r"^ +NEEDED +(\S+)", headers, re.MULTILINE):
            if name.partition(".so")[0] in libraries:
                continue
            found = [folder / name for folder in folders if (folder / name).exists()]
            if not found:
                raise SystemExit(f"{program}: {name} of {asking.name} is in none of {', '.join(map(str, folders))}")
            libraries[name.partition(".so")[0]] = found[0].resolve()
            unread.append(found[0])
    return libraries


def packages(row):
    """The names of a row's Debian package, one for each Debian, and from which version on it is meant, or nothing."""
    cells = filter(None, row["debian package"].split("|"))
    return [re.fullmatch(r"([^ ]+)(?: \(>= (\S+)\))?", cell).groups() for cell in cells]


def installed(row):
    """The name of a row's Debian package on this system; None where it has none of them."""
    for name, least in packages(row):
        version = (query(name, "Version") or "").rpartition("+really")[2]  # 5.6.1+really5.4.5 is 5.4.5
        later = ["dpkg", "--compare-versions", version, "ge", least or ""]
        if version and (not least or subprocess.run(later).returncode == 0):
            return name
    return None


def by_library(rows):
    """{library: row}: of several rows of a library the first whose package is installed, or the first."""
    found = {}
    for row in rows:
        if row["library"] not in found or (not installed(found[row["library"]]) and installed(row)):
            found[row["library"]] = row
    return found


def query(package, field):
    """What dpkg says of an installed package; None where it is not installed."""
    done = subprocess.run(["dpkg-query", "-W", "-f", "${" + field + "}\n", package], capture_output=True, text=True)
    return done.stdout.splitlines()[0] if done.returncode == 0 and done.stdout.strip() else None
