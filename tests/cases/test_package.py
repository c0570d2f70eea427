"""The Debian package and the archive that runs where nothing is installed, made of the program that is tried here."""

import os
import pathlib
import shutil
import subprocess
import tarfile

import pytest

from conftest import BINARY
from reference import ROOT

BUILD = BINARY.parent
SHARED = {
    "share/man/man1/textkin.1.gz", "share/bash-completion/completions/textkin", "share/zsh/vendor-completions/_textkin",
    "share/fish/vendor_completions.d/textkin.fish", "share/doc/textkin/NOTICE",
}


def needs(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {' '.join(missing)} (packaging/debian-package.txt)")


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    if not (BUILD / "CPackConfig.cmake").exists():
        pytest.skip(f"{BUILD} is no build folder")
    made = tmp_path_factory.mktemp("package")
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", made, "-D", "CPACK_DEBIAN_PACKAGE_MAINTAINER=Who Builds <who@debian.org>")
    (file,) = made.glob("*.deb")
    return file


@needs("cpack", "dpkg-deb", "dpkg-shlibdeps", "fakeroot" if os.geteuid() else "true")
def test_the_package_has_the_program_and_what_belongs_to_it(package):
    listed = {line.split()[-1].removeprefix("./") for line in run("dpkg-deb", "-c", package).splitlines()}
    assert {"usr/bin/textkin", "usr/share/doc/textkin/copyright", "usr/share/doc/textkin/changelog.gz"} | {f"usr/{name}" for name in SHARED} <= listed
    depends = run("dpkg-deb", "-f", package, "Depends")
    assert "libc6" in depends and "libicu" in depends
    assert "rocksdb" in run("dpkg-deb", "-f", package, "Recommends")


@needs("cpack", "dpkg-shlibdeps", "lintian")
def test_lintian_has_one_complaint_the_address_that_a_packager_must_give(package):
    complaints = [line for line in run("lintian", "--allow-root", "--fail-on", "none", package).splitlines() if line[:1] in "EW"]
    assert [line for line in complaints if "bogus-mail-host" not in line] == []


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    made = tmp_path_factory.mktemp("portable")
    subprocess.run([ROOT / "scripts/portable", BINARY, made], check=True, capture_output=True)
    (file,) = made.glob("textkin-*-linux-*.tar.gz")
    with tarfile.open(file) as archive:
        archive.extractall(made, filter="tar") if hasattr(tarfile, "tar_filter") else archive.extractall(made)
    return made / file.name.removesuffix(".tar.gz")


@needs("patchelf", "strip", "cmake")
def test_the_archive_is_complete(tree):
    assert all((tree / name).exists() for name in SHARED)
    loaded = [line.split("=>")[-1].split()[0] for line in run("ldd", tree / "bin/textkin").splitlines() if "=>" in line]
    outside = {pathlib.Path(path).name for path in loaded if not pathlib.Path(path).resolve().is_relative_to(tree)}
    assert outside <= {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libresolv.so.2"}


@needs("patchelf", "strip", "cmake", "unshare")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root changes its root folder")
def test_it_runs_where_there_is_the_c_library_and_nothing_else(tree, tmp_path):
    for line in run("ldd", tree / "bin/textkin", "/bin/true").splitlines():
        words = [word for word in line.split() if word.startswith("/") and not word.endswith(":")]
        if words and not pathlib.Path(words[0]).resolve().is_relative_to(tree):
            target = tmp_path / words[0][1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(words[0], target)
    for name in ("libdl.so.2", "libpthread.so.0", "librt.so.1"):  # of older libraries; empty ones of newer
        for found in pathlib.Path("/lib").glob(f"*/{name}"):
            target = tmp_path / str(found)[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(found, target)
    shutil.copytree(tree, tmp_path / "textkin")
    (tmp_path / "a.jsonl").write_text('{"id":"1","text":"one two three four five six"}\n{"id":"2","text":"One two three four five six"}\n')
    (tmp_path / "tmp").mkdir()
    (tmp_path / "proc").mkdir()  # where the loader reads which folder the program is in
    inside = ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" /textkin/bin/textkin "$@"', tmp_path]
    assert run(*inside, "--version").startswith("textkin ")
    assert '"id":"1"' in run(*inside, "dedup", "/a.jsonl", "--quiet", "--exact")
    run(*inside, "index", "create", "/archive")
    run(*inside, "index", "add", "/archive", "/a.jsonl", "--quiet")
    assert run(*inside, "index", "query", "/archive", "/a.jsonl", "--quiet", "--exact").count("\n") > 2
