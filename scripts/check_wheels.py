"""Tries wheels as their users will meet them: the checks of a package index, every interpreter at hand in a fresh environment,
and bare roots of Debian 12 and 13, which have Python and neither compiler nor library of ours; and of Ubuntu 22.04, the oldest glibc
that a wheel asks for, where Ubuntu's keyring is (Debian 13 has it). Wheels for arm64 are tried on another processor in bare Debian
for arm64, in emulation. Called by scripts/wheels --check."""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import time

from notice import ROOT

PAGES = (ROOT / "python/README.md", ROOT / "docs/python.md")  # whose lines are run
UBUNTU_KEYRING = pathlib.Path(os.environ.get("TEXTKIN_UBUNTU_KEYRING", "/usr/share/keyrings/ubuntu-archive-keyring.gpg"))
UBUNTU = "http://archive.ubuntu.com/ubuntu"
UBUNTUS = {"jammy": (3, 11), "noble": (3, 12)}  # 22.04, the oldest glibc, and 24.04; the Python of each
ROOTS = {"bookworm": ((3, 11), []), "trixie": ((3, 13), []),  # likewise, and what mmdebstrap is told besides
         **{suite: (version, [f"--keyring={UBUNTU_KEYRING}", *(f"deb {UBUNTU} {name} main universe" for name in (suite, f"{suite}-updates"))])
            for suite, version in UBUNTUS.items()}}
# Of arm64's packages none is configured, which would run them in emulation for minutes; a root with apt has libstdc++.
UNPACKED = ["--variant=extract", "--architectures=arm64", "--include=base-files,libstdc++6"]
EMULATED = ROOT / "scripts/emulated"
COMPILERS = ("cc", "c++", "gcc", "g++", "clang")
GLIBC = range(36, 16, -1)  # minor versions that a wheel may ask for: from that of Debian 12 down
QUIET = ("-q", "--disable-pip-version-check", "--no-warn-script-location")
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


def processor(wheel):
    return re.search(r"-manylinux_2_\d+_(\w+)\.whl$", wheel.name)[1]


def platforms(wheel):
    """The tags of what the roots can install, of the wheel's processor: its own, and whichever wheels of others have."""
    return [f"manylinux_2_{minor}_{processor(wheel)}" for minor in GLIBC]


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
    here = processor(wheel) == platform.machine()
    label = f"bare {suite}" if here else f"bare {suite} for {processor(wheel)}, in emulation"
    root = folder / f"{suite}-{processor(wheel)}"
    python = f"python{version[0]}.{version[1]}"
    failed = tried(f"{label}: root", "mmdebstrap", "--quiet", *(["--variant=apt"] if here else UNPACKED), f"--include={python}-venv", suite, root, *more)
    brought = root / "tmp/brought"
    failed = failed or tried(f"{label}: what pip fetches", folder / "fetch/bin/pip", "download", *QUIET[:2], "--only-binary", ":all:", "--python-version",
                             f"{version[0]}.{version[1]}", *(f"--platform={tag}" for tag in platforms(wheel)), "-d", brought, wheel)
    failed = failed or tried(f"{label}: has no compiler", "sh", "-c", '[ -z "$(ls "$@" 2>/dev/null)" ]', "sh", *(root / "usr/bin" / name for name in COMPILERS))
    if failed:
        return True
    for page in PAGES:
        shutil.copyfile(page, brought / page.name)
    (root / "proc").mkdir(exist_ok=True)
    # Made where packages are configured, and read by pip of Debian 13, though it asks nobody.
    authorities = root / "etc/ssl/certs/ca-certificates.crt"
    if not authorities.exists():
        authorities.parent.mkdir(parents=True, exist_ok=True)
        authorities.write_text("".join(file.read_text() for file in sorted((root / "usr/share/ca-certificates").rglob("*.crt"))))
    # A program finds its libraries by /proc/self/exe.
    enter = [*([] if here else [EMULATED]), "unshare", "--net", "--pid", "--fork", f"--mount-proc={root}/proc", "chroot", root]
    failed = tried(f"{label}: environment", *enter, python, "-m", "venv", "/tmp/env")
    failed = failed or tried(f"{label}: pip install {wheel.name}", *enter, "/tmp/env/bin/pip", "install", *QUIET, "--no-index", "--find-links", "/tmp/brought",
                             f"/tmp/brought/{wheel.name}")
    return failed or check_installed(label, enter, "/tmp/env/bin", [f"/tmp/brought/{page.name}" for page in PAGES], None)


def lacking(suite, wheel):
    """Why a wheel cannot be tried in a bare root of that system here; empty where it can."""
    elsewhere = processor(wheel) != platform.machine()
    if suite in UBUNTUS and elsewhere:
        return "Ubuntu has its packages for other processors on other servers"
    if suite in UBUNTUS and not UBUNTU_KEYRING.exists():
        return f"there is no {UBUNTU_KEYRING}; the package ubuntu-keyring of Debian 13 has it"
    return subprocess.run([EMULATED, "true"], capture_output=True, text=True).stderr.strip() if elsewhere else ""


def in_roots(scratch, python, wheels):
    """How many of the bare roots failed."""
    if os.geteuid() or not shutil.which("mmdebstrap"):
        print("SKIPPED bare roots: they need root and mmdebstrap")
        return 0
    subprocess.run([python, "-m", "venv", scratch / "fetch"], check=True)
    failed = 0
    for suite, (version, more) in ROOTS.items():
        for wheel in [one for one in wheels if serves(one, version)]:
            if why := lacking(suite, wheel):
                print(f"SKIPPED bare {suite} for {processor(wheel)}: {why}")
            else:
                failed += in_root(scratch, suite, version, more, wheel)
    return failed


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
        os.environ["PIP_ROOT_USER_ACTION"] = "ignore"  # its option is unknown to pip of Ubuntu 22.04
        for version, python in interpreters.items():
            for wheel in [one for one in wheels if serves(one, version) and processor(one) == platform.machine()][:1]:
                failed.append(in_environment(scratch / f"{version[1]}", python, version, wheel))
        failed.append(in_roots(scratch, next(iter(interpreters.values())), wheels))
    return sum(failed)
