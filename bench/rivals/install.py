"""Puts the rivals into Python environments below a scratch folder, each with the version that its file names."""

import shutil
import subprocess
import sys

PYTHONS = ("/usr/bin/python3", "python3", "python3.14", "python3.13", "python3.12", "python3.11")


class Missing(Exception):
    """It cannot be installed here; the text says what is missing."""


def environments(rivals):
    """{name of an environment: the packages that share it}"""
    found = {}
    for rival in rivals:
        if rival.package:
            found.setdefault(rival.package.environment, {})[rival.package.name] = rival.package
    return {name: list(packages.values()) for name, packages in found.items()}


def install(name, packages, folder):
    """The Python of an environment that has exactly these packages. What is there from an earlier run is taken."""
    for package in packages:
        for program in package.programs:
            if not shutil.which(program):
                raise Missing(f"needs {program} on PATH")
    wanted = sorted({package.requirement for package in packages}.union(*(package.with_it for package in packages)))
    place = folder / f"env-{name}"
    python, stamp = place / "bin" / "python", place / "installed.txt"
    if stamp.exists() and stamp.read_text().split() == wanted:
        return python
    base = python_since(max(package.python for package in packages))
    shutil.rmtree(place, ignore_errors=True)
    for command in ([base, "-m", "venv", place], [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted]):
        made = subprocess.run([*map(str, command)], capture_output=True, text=True)
        if made.returncode != 0:
            said = (made.stdout + made.stderr).strip().splitlines()
            raise Missing(f"could not be installed: {said[-1] if said else 'no word'}")
    stamp.write_text("\n".join(wanted) + "\n")
    return python


def python_since(version):
    """A Python on this machine that is not older."""
    test = f"import sys; sys.exit(sys.version_info < {version})"
    for python in PYTHONS:
        path = shutil.which(python)
        if path and subprocess.run([path, "-c", test], stderr=subprocess.DEVNULL).returncode == 0:
            return path
    raise Missing(f"needs Python {'.'.join(map(str, version))} or later on PATH; here is {sys.version.split()[0]}")
