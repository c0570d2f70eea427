"""Thousands of small files into a folder: they wait for the disk together, and each is whole or not there."""

import os
import resource
import subprocess

import conftest
import pytest

LIBRARY = conftest.BINARY.parent / "libtextkin_faults.so"
FILES = 300  # more than wait at once


@pytest.fixture
def texts(textkin):
    """By name; each text stands twice, in two folders, packed or not."""
    out = {}
    for i in range(FILES):
        for folder in "ab":
            out[f"{folder}/{i}.txt"] = f"the quick brown fox number {i} jumps over {i + 1} lazy dogs and {i * 7} cats"
    for name, text in out.items():
        textkin.path("in/" + name).parent.mkdir(parents=True, exist_ok=True)
        textkin.write("in/" + name, text)
    return out


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("output", [["-o", "out/"], ["--copy-to", "out"]])
def test_kept_files_are_whole_and_all_there(textkin, texts, output):
    textkin("dedup", "in", *output)
    assert files_of(textkin.path("out")) == {name: text for name, text in texts.items() if name.startswith("a/")}


def test_what_nothing_is_cut_of_is_all_there_too(textkin, texts):
    textkin("trim", "in", "-o", "out/")
    assert files_of(textkin.path("out")) == texts


def run(textkin, *arguments, **more):
    return subprocess.run([conftest.BINARY, *arguments], cwd=textkin.folder, capture_output=True, text=True, timeout=120, **more)


@pytest.mark.skipif(not LIBRARY.exists(), reason=f"{LIBRARY.name} is built beside the program")
@pytest.mark.parametrize(
    "fault",
    "fsync:1 fsync:140 fsync:299 rename:1 rename:129 rename:300 space:9000 thread:1 thread:4 thread:20 nameless:0".split(),
)
def test_what_the_system_refuses_leaves_whole_files_only(textkin, texts, fault):
    done = run(textkin, "dedup", "in", "-o", "out/", env={**os.environ, "LD_PRELOAD": str(LIBRARY), "TEXTKIN_FAULT": fault})
    there = files_of(textkin.path("out"))
    assert all(texts[name] == text for name, text in there.items())  # and so nothing hidden
    if done.returncode == 0:
        assert fault.startswith(("thread", "nameless")) and len(there) == FILES
    else:
        assert done.returncode == 2 and not fault.startswith("nameless") and len(there) < FILES
        assert "thread" in done.stderr if fault.startswith("thread") else "out/a/" in done.stderr, done.stderr
        textkin("dedup", "in", "-o", "out/")
        assert len(files_of(textkin.path("out"))) == FILES


def test_few_files_may_be_open(textkin, texts):
    done = run(textkin, "dedup", "in", "-o", "out/", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
    assert done.returncode == 0, done.stderr
    assert len(files_of(textkin.path("out"))) == FILES
