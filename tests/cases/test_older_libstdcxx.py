"""scripts/older_libstdcxx.py: programs that were linked with g++ 12 ask for no newer libstdc++ than that of g++ 11, or it says why not."""

import shutil
import subprocess
import sys

import pytest

from reference import ROOT

SCRIPT = ROOT / "scripts/older_libstdcxx.py"
WAITS = """
#include <condition_variable>
#include <cstdio>
#include <thread>
int main() {
  std::mutex mutex;
  std::condition_variable told;
  bool ready = false;
  std::thread other([&] { { std::lock_guard lock(mutex); ready = true; } told.notify_one(); });
  std::unique_lock lock(mutex);
  while (!ready) told.wait(lock);
  other.join();
  std::puts("woken");
}
"""

pytestmark = pytest.mark.skipif(not (shutil.which("g++") and shutil.which("objdump")), reason="needs g++ and objdump")


def compiled(folder, source, *options):
    (folder / "waits.cc").write_text(source)
    subprocess.run(["g++", "-std=c++20", "-O0", "-pthread", *options, "waits.cc", "-o", "waits"], cwd=folder, check=True)
    return folder / "waits"


def versions(program):
    told = subprocess.run(["objdump", "-T", program], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1]: line.split("(")[1].split(")")[0] for line in told.splitlines() if "GLIBCXX_" in line}


def mend(*files):
    return subprocess.run([sys.executable, SCRIPT, *files], capture_output=True, text=True)


def test_what_waits_is_bound_to_the_older_version(tmp_path):
    program = compiled(tmp_path, WAITS)
    before = versions(program)
    if "GLIBCXX_3.4.30" not in before.values():
        pytest.skip("this g++ is not of 12 or later")
    assert mend(program).returncode == 0
    after = versions(program)
    (changed,) = [name for name in before if before[name] != after[name]]
    assert "condition_variable4wait" in changed and after[changed] == "GLIBCXX_3.4.11" and before.keys() == after.keys()
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout == "woken\n"
    bytes_of = program.read_bytes()
    assert mend(program).returncode == 0 and program.read_bytes() == bytes_of


def test_what_has_no_older_version_is_refused_and_stays(tmp_path):
    program = compiled(tmp_path, "#include <vector>\n" + WAITS.replace("int main() {", "int main(int n, char**) { std::vector<int> v(1); std::printf(\"%d\", v[n - 1]);"), "-D_GLIBCXX_ASSERTIONS")
    if versions(program).get("_ZSt21__glibcxx_assert_failPKciS0_S0_") != "GLIBCXX_3.4.30":
        pytest.skip("this g++ is not of 12")
    before = program.read_bytes()
    run = mend(program)
    assert run.returncode == 1 and f"{program} asks for _ZSt21__glibcxx_assert_fail" in run.stderr and len(run.stderr.splitlines()) == 1
    assert program.read_bytes() == before


@pytest.mark.parametrize("bytes_of", [b"", b"#!/bin/sh\n", b"\x7fELF\x01\x01" + bytes(100), b"\x7fELF\x02\x01" + bytes(20)], ids=["empty", "script", "32 bits", "cut"])
def test_what_is_no_such_file_is_one_line(tmp_path, bytes_of):
    (tmp_path / "other").write_bytes(bytes_of)
    run = mend(tmp_path / "other")
    assert run.returncode == 1 and run.stderr.startswith(f"older_libstdcxx: {tmp_path}/other ") and len(run.stderr.splitlines()) == 1


def test_the_program_itself(textkin):
    from conftest import BINARY

    shutil.copy(BINARY, textkin.path("copy"))
    assert mend(textkin.path("copy")).returncode == 0
    assert "GLIBCXX_3.4.30" not in versions(textkin.path("copy")).values()
    textkin.jsonl("a.jsonl", [{"id": "a", "text": "one two three"}])
    run = subprocess.run([textkin.path("copy"), "dedup", "a.jsonl", "--threads", "4"], cwd=textkin.folder, capture_output=True)
    assert run.returncode == 0 and run.stdout == textkin.path("a.jsonl").read_bytes()
