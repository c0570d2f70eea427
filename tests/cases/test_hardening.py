"""What compiler and linker were asked to guard, as the built program says (cmake/hardening.cmake)."""

import platform
import re
import shutil
import subprocess

import pytest

from conftest import BINARY

pytestmark = pytest.mark.skipif(not shutil.which("readelf"), reason="readelf is not installed: the package binutils")


def readelf(*arguments):
    done = subprocess.run(["readelf", "--wide", *arguments, str(BINARY)], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def not_sanitized():
    if "__asan_init" in readelf("--symbols", "--dyn-syms"):
        pytest.skip("built with a sanitizer")


def imported():
    """Names of functions that other libraries have."""
    return set(re.findall(r" UND (\w+)", readelf("--dyn-syms")))


def test_addresses_are_drawn_anew_in_each_run():
    assert re.search(r"Type:\s+DYN ", readelf("--file-header"))
    assert re.search(r"FLAGS_1.*\bPIE\b", readelf("--dynamic"))


def test_tables_of_functions_are_closed_before_main():
    assert "GNU_RELRO" in readelf("--segments")
    assert re.search(r"FLAGS_1.*\bNOW\b", readelf("--dynamic"))
    # With all bound at once, the table is within what is closed.
    assert ".got.plt" not in readelf("--sections")


def test_nothing_that_can_be_written_is_executed():
    segments = re.findall(r"^  (\w+) .* ([R ][W ][E ]) 0x", readelf("--segments"), re.MULTILINE)
    assert ("GNU_STACK", "RW ") in segments
    assert not [kind for kind, flags in segments if "W" in flags and "E" in flags]
    assert "TEXTREL" not in readelf("--dynamic")


def test_stack_and_buffers_are_watched():
    assert "__stack_chk_fail" in imported()
    assert {name for name in imported() if name.endswith("_chk")} - {"__stack_chk_fail"}


def test_no_library_is_looked_for_where_others_can_write():
    assert not re.search(r"\((RPATH|RUNPATH)\)", readelf("--dynamic"))


def test_each_of_our_objects_has_marked_places_to_jump_to():
    """Whether the program as a whole says so is up to the objects that the C library adds: Debian 12's do not."""
    archives = sorted(BINARY.parent.glob("libtextkin_*.a"))
    if not archives or platform.machine() != "x86_64":
        pytest.skip("no objects beside the program, or of another architecture")
    for archive in archives:
        notes = subprocess.run(["readelf", "--wide", "--notes", str(archive)], capture_output=True, text=True, check=True).stdout
        members = re.split(r"^File: ", notes, flags=re.MULTILINE)[1:]
        assert members
        for member in members:
            assert "x86 feature: IBT, SHSTK" in member, member.splitlines()[0]
