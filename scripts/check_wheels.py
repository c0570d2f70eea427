"""Tries wheels as their users will meet them: the checks of a package index, every interpreter at hand in a fresh environment,
and bare roots of Debian 12 and 13, which have Python and neither compiler nor library of ours; and of Ubuntu 22.04, the oldest glibc
that a wheel asks for, where Ubuntu's keyring is (Debian 13 has it). Called by scripts/wheels --check."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from notice import ROOT

PAGES = (ROOT / "python/README.md", ROOT / "docs/python.md")  # whose lines are run
UBUNTU_KEYRING = pathlib.Path(os.environ.get("TEXTKIN_UBUNTU_KEYRING", "/usr/share/keyrings/ubuntu-archive-keyring.gpg"))
UBUNTU = "http://archive.ubuntu.com/ubuntu"
ROOTS = {"bookworm": ((3, 11), []), "trixie": ((3, 13), []),  # the Python of each, and what mmdebstrap is told besides
         "jammy": ((3, 11), [f"--keyring={UBUNTU_KEYRING}", *(f"deb {UBUNTU} {suite} main universe" for suite in ("jammy", "jammy-updates"))])}
GLIBC = range(36, 16, -1)  # minor versions that a wheel may ask for: from that of Debian 12 down
QUIET = ("-q", "--disable-pip-version-check", "--no-warn-script-location", "--root-user-action=ignore")
TOLD = "W002,W009,W010"  # two packages under one licence; the folder of libraries beside the package, which is auditwheel's
LINES = "import sys, doctest; sys.exit(sum(doctest.testfile(p, module_relative=False).failed for p in sys.argv[1:]))"


def tried(what, *words, **more):
    """Runs a check, prints its line with the seconds that it took, and gives whether it failed."""
    begun = time.monotonic()
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    print(f"{'ok    ' if done.returncode == 0 else 'FAILED'} {what} ({time.monotonic() - begun:.1f} s)", flush=True)
    if done.returncode:
        print(done.stdout[-4000:])
    return done.returncode != 0


def serves(wheel, version):
    """Whether a wheel is for that CPython, by its name."""
    tag, abi = re.search(r"-(cp\d+)-(\w+)-", wheel.name).groups()
    least = (3, int(tag[3:]))
    return version == least or (abi == "abi3" and version > least)


def platforms(wheel):
    """The tags of what the roots can install, of the wheel's processor: its own, and whichever wheels of others have."""
    processor = re.search(r"-manylinux_2_\d+_(\w+)\.whl$", wheel.name)[1]
    return [f"manylinux_2_{minor}_{processor}" for minor in GLIBC]


def in_environment(folder, python, version, wheel):
    """A fresh environment of one interpreter: install, the pages' lines, the command."""
    label = f"CPython {version[0]}.{version[1]}"
    failed = tried(f"{label}: environment", python, "-m", "venv", folder)
    failed = failed or tried(f"{label}: pip install {wheel.name}", folder / "bin/pip", "install", *QUIET, wheel)
    return failed or check_installed(label, [], folder / "bin", [str(page) for page in PAGES], ROOT)


def check_installed(label, before, programs, pages, where):
    clean = {name: value for name, value in os.environ.items() if name not in ("LD_LIBRARY_PATH", "PYTHONPATH", "TEXTKIN")}
    failed = tried(f"{label}: textkin --version", *before, f"{programs}/textkin", "--version", env=clean, cwd=where)
    failed = tried(f"{label}: import textkin", *before, f"{programs}/python", "-c", "import textkin", env=clean, cwd=where) or failed
    return tried(f"{label}: the lines of {' and '.join(page.rpartition('/')[2] for page in pages)}", *before, f"{programs}/python", "-c", LINES, *pages,
                 env=clean, cwd=where) or failed


def in_root(folder, suite, version, more, wheel):
    """The same in a root folder of a system that was made for it, from wheels that are fetched here: there is no network in it."""
    label = f"bare {suite}"
    root = folder / suite
    python = f"python{version[0]}.{version[1]}"
    failed = tried(f"{label}: root", "mmdebstrap", "--quiet", "--variant=apt", f"--include={python}-venv", suite, root, *more)
    brought = root / "tmp/brought"
    failed = failed or tried(f"{label}: what pip fetches", folder / "fetch/bin/pip", "download", *QUIET[:2], "--only-binary", ":all:", "--python-version",
                             f"{version[0]}.{version[1]}", *(f"--platform={tag}" for tag in platforms(wheel)), "-d", brought, wheel)
    if failed:
        return True
    for page in PAGES:
        shutil.copyfile(page, brought / page.name)
    enter = ["unshare", "--net", "--pid", "--fork", f"--mount-proc={root}/proc", "chroot", root]  # a program finds its libraries by /proc/self/exe
    failed = tried(f"{label}: has no compiler", *enter, "sh", "-c", "! command -v cc gcc c++ clang")
    failed = tried(f"{label}: pip install {wheel.name}", *enter, "sh", "-c", f"{python} -m venv /tmp/env && /tmp/env/bin/pip install -q --no-index "
                   "--find-links /tmp/brought textkin") or failed
    return check_installed(label, enter, "/tmp/env/bin", [f"/tmp/brought/{page.name}" for page in PAGES], None) or failed


def check(wheels, interpreters, tools):
    """How many checks failed; what cannot be tried here is said."""
    if not wheels:
        print("FAILED there is no wheel; scripts/wheels FOLDER builds them")
        return 1
    failed = [tried("twine check --strict", tools / "twine", "check", "--strict", *wheels),
              tried("check-wheel-contents", tools / "check-wheel-contents", "--ignore", TOLD, *wheels)]
    failed += [tried(f"abi3audit {wheel.name}", tools / "abi3audit", "--strict", wheel) for wheel in wheels if "-abi3-" in wheel.name]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for version, python in interpreters.items():
            for wheel in [one for one in wheels if serves(one, version)][:1]:
                failed.append(in_environment(scratch / f"{version[1]}", python, version, wheel))
        if os.geteuid() or not shutil.which("mmdebstrap"):
            print("SKIPPED bare roots: they need root and mmdebstrap")
            return sum(failed)
        subprocess.run([next(iter(interpreters.values())), "-m", "venv", scratch / "fetch"], check=True)
        for suite, (version, more) in ROOTS.items():
            if suite == "jammy" and not UBUNTU_KEYRING.exists():
                print(f"SKIPPED bare jammy: there is no {UBUNTU_KEYRING}; the package ubuntu-keyring of Debian 13 has it")
                continue
            for wheel in [one for one in wheels if serves(one, version)][:1]:
                failed.append(in_root(scratch, suite, version, more, wheel))
    return sum(failed)
