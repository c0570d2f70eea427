"""What wheels are made of, as far as that is known in seconds; `make wheel-check` installs them where their users are."""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest

from conftest import BINARY
from reference import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import check_wheels  # noqa: E402
import notice  # noqa: E402
from processor import PROCESSORS  # noqa: E402

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WHEELS = sorted((ROOT / "build/wheels").glob("*.whl"))
WORDS_OF_ALL_SCRIPTS = """{"id":"th","text":"สวัสดีครับผมชื่อสมชายและผมอาศัยอยู่ในกรุงเทพมหานคร"}
{"id":"th2","text":"สวัสดีครับผมชื่อสมชายและผมอาศัยอยู่ในกรุงเทพมหานครครับ"}
{"id":"zh","text":"我们今天去北京参加一个很重要的会议然后回家"}
{"id":"zh2","text":"我们今天去北京参加一个很重要的会议然后回家吧"}
{"id":"full","text":"Ｔｈｅ ｒｉｖｅｒ ＲＯＳＥ ﬁve metres Straße"}
{"id":"plain","text":"the river rose five metres strasse"}
"""


def test_the_readme_of_the_index_stands_alone():
    text = (ROOT / PROJECT["project"]["readme"]).read_text()
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert all(link.startswith("https://") for link in links), "a page index has none of our files"
    glibc = re.search(r"glibc (\S+) or later", text)[1]
    assert f"manylinux_{glibc.replace('.', '_')}" in (ROOT / "NOTICE").read_text()


def test_the_version_is_that_of_the_program():
    told = subprocess.run([str(BINARY), "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    assert PROJECT["project"]["version"] == told
    least = re.fullmatch(r">=(3\.\d+)", PROJECT["project"]["requires-python"])[1]
    assert f"Programming Language :: Python :: {least}" in PROJECT["project"]["classifiers"]


@pytest.mark.parametrize(("name", "serving"), [("cp311-cp311", [(3, 11)]), ("cp312-abi3", [(3, 12), (3, 13), (3, 20)])])
def test_which_interpreters_a_wheel_serves(name, serving):
    wheel = pathlib.Path(f"textkin-0.1.0-{name}-manylinux_2_35_x86_64.whl")
    versions = [(3, 10), (3, 11), (3, 12), (3, 13), (3, 20)]
    assert [version for version in versions if check_wheels.serves(wheel, version)] == serving
    assert "manylinux_2_35_x86_64" in check_wheels.platforms(wheel), "pip would refuse the wheel itself for the bare roots"


def test_wheels_of_two_processors_lie_beside_each_other():
    ours = f"manylinux_2_35_{platform.machine()}"
    here, other = (pathlib.Path(f"textkin-0.1.0-cp311-cp311-{tag}.whl") for tag in (ours, "manylinux_2_35_riscv64"))
    assert check_wheels.lacking("bookworm", here) == ""
    assert "Ubuntu" in check_wheels.lacking("jammy", other)
    assert check_wheels.platforms(other)[0] == "manylinux_2_36_riscv64"


def test_a_module_for_arm64_has_the_headers_and_the_name_of_that_processor():
    arm64 = PROCESSORS["arm64"]
    assert f"cmake.define.Python_INCLUDE_DIR={notice.UNPACKED}/usr/include/python3.11" in arm64.settings((3, 11))
    assert arm64.surroundings((3, 11))["SETUPTOOLS_EXT_SUFFIX"] == ".cpython-311-aarch64-linux-gnu.so"
    assert not arm64.has_headers((3, 99)) and PROCESSORS["here"].has_headers((3, 99))
    assert PROCESSORS["here"].surroundings((3, 11)) == dict(os.environ)


@pytest.mark.skipif(not (shutil.which("ldd") and shutil.which("objdump")), reason="not installed: ldd, objdump")
def test_libraries_are_found_without_the_loader_too(tmp_path):
    asked = {name: file for name, file in notice.linked(BINARY).items() if not name.startswith("ld-")}
    folders = sorted({file.parent for file in asked.values()})
    found = {name: file for name, file in notice.linked_from(BINARY, folders).items() if not name.startswith("ld-")}
    assert found == asked and len(found) > 15
    with pytest.raises(SystemExit, match=r"lib.*\.so.* is in none of .*" + tmp_path.name):
        notice.linked_from(BINARY, [tmp_path])


@pytest.mark.skipif(not (shutil.which("ldd") and "libicudata" in notice.linked(BINARY)), reason="the program loads no libicudata")
@pytest.mark.skipif(not (shutil.which("icupkg") and shutil.which("cc")), reason="not installed: icupkg (icu-devtools), cc")
def test_a_part_of_icus_data_gives_the_same_answers(tmp_path):
    whole = notice.linked(BINARY)["libicudata"]
    subprocess.run([str(ROOT / "scripts/icu-subset"), str(whole), str(tmp_path)], check=True)
    (made,) = tmp_path.iterdir()
    assert made.stat().st_size < whole.stat().st_size / 3
    small = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    assert str(made) in subprocess.run(["ldd", str(BINARY)], env=small, capture_output=True, text=True).stdout
    (tmp_path / "in.jsonl").write_text(WORDS_OF_ALL_SCRIPTS)
    for charset in ("windows-1251", "shift_jis", "gb18030", "koi8-r", "iso-8859-7"):
        sentence = {"windows-1251": "Быстрая река", "koi8-r": "Быстрая река", "iso-8859-7": "το γρήγορο ποτάμι"}.get(charset, "日本の川")
        page = f'<html><head><meta charset="{charset}"></head><body><p>{sentence}</p></body></html>'
        (tmp_path / f"{charset}.html").write_bytes(page.encode(charset))

    def answers(environment):
        words = [["pairs", "in.jsonl", "--threshold", "0.1", "--shingle", "word:2", "--quiet"],
                 ["pairs", "in.jsonl", "--threshold", "0.1", "--shingle", "word:2", "--tokens", "icu", "--quiet"],
                 *(["extract", page.name] for page in sorted(tmp_path.glob("*.html")))]
        return [subprocess.run([str(BINARY), *asked], cwd=tmp_path, env=environment, capture_output=True, check=True).stdout for asked in words]

    assert answers(small) == answers(os.environ) != [b""] * 7


@pytest.mark.skipif(not (shutil.which("ldd") and "libarchive" in notice.linked(BINARY)), reason="the program loads no libarchive")
@pytest.mark.skipif(not (shutil.which("objdump") and shutil.which("cc")), reason="not installed: objdump, cc")
def test_libarchive_asks_for_no_newer_c_library_than_the_rest(tmp_path):
    subprocess.run([str(ROOT / "scripts/older-libarchive"), str(notice.linked(BINARY)["libarchive"]), str(tmp_path)], check=True)
    (made,) = tmp_path.iterdir()
    assert "arc4random_buf" not in subprocess.run(["objdump", "-T", str(made)], capture_output=True, text=True, check=True).stdout
    with zipfile.ZipFile(tmp_path / "texts.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("a.md", "b.md"):
            packed.writestr(name, " ".join(f"word{i}" for i in range(40)))
    other = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    assert str(made) in subprocess.run(["ldd", str(BINARY)], env=other, capture_output=True, text=True).stdout
    done = subprocess.run([str(BINARY), "passages", "texts.zip", "--quiet"], cwd=tmp_path, env=other, capture_output=True, text=True, check=True)
    assert [line.split("\t")[:2] for line in done.stdout.splitlines()[1:]] == [["texts.zip/a.md", "texts.zip/b.md"]]


@pytest.mark.skipif(not WHEELS, reason="no wheels in build/wheels: make wheel")
@pytest.mark.parametrize("wheel", WHEELS, ids=lambda wheel: wheel.name)
def test_a_wheel_is_whole(wheel):
    assert re.fullmatch(rf"textkin-{PROJECT['project']['version']}-(cp311-cp311|cp312-abi3)-manylinux_2_\d+_\w+\.whl", wheel.name)
    assert wheel.name.rpartition("-")[2].removesuffix(".whl") in check_wheels.platforms(wheel)
    with zipfile.ZipFile(wheel) as packed:
        names, sizes = packed.namelist(), {entry.filename: entry.file_size for entry in packed.infolist()}
        beginnings = {name: packed.open(name).read(20) for name in names}
    machines = {beginning[18:] for beginning in beginnings.values() if beginning.startswith(b"\x7fELF")}
    assert machines == {{"x86_64": b"\x3e\0", "aarch64": b"\xb7\0"}[check_wheels.processor(wheel)]}
    assert {"textkin/bin/textkin", "textkin/py.typed", "textkin/_textkin.pyi", "textkin/licences/NOTICE"} <= set(names)
    rows = {}
    for row in notice.tables()[0]:
        rows.setdefault(row["library"], set()).update(name for name, _ in notice.packages(row))
    carried = {re.match(r"([\w+]+?)(-[0-9a-f]{8})?\.so", name.rpartition("/")[2])[1]: name for name in names if "/lib" in name and ".so" in name}
    carried.pop("_textkin", None)
    assert len(carried) > 15 and carried.keys() <= rows.keys()
    assert not {"libc", "libm", "libstdc++", "libgcc_s"} & carried.keys(), "those are every Linux system's"
    for library in carried:
        assert {f"textkin/licences/{package}.txt" for package in rows[library]} & set(names), library
    assert sizes[carried["libicudata"]] < 10e6, "ICU's whole data has 31 MB"
