"""NOTICE names all that is linked, compiled in or carried; the bill of materials says the same of one program (SPDX 2.3)."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import BINARY
from reference import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import notice  # noqa: E402

on_debian = pytest.mark.skipif(not (shutil.which("ldd") and shutil.which("dpkg-query")), reason="no Debian: ldd and dpkg are asked")
LIBRARIES, HEADERS, DATA = notice.tables()
# What an expression of licences is made of; those of NOTICE, spelled as in the SPDX list 3.23.
KNOWN = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "GPL-2.0-only", "GPL-2.0-or-later", "GPL-3.0-or-later", "GCC-exception-3.1",
    "LGPL-2.1-or-later", "LGPL-3.0-or-later", "LicenseRef-public-domain", "MIT", "MPL-1.1", "NOASSERTION", "Unicode-3.0", "Unicode-DFS-2016", "Zlib",
    "bzip2-1.0.6",
}
# Of packaging/debian.txt: sections of packages that programs are made of.
OF_PROGRAMS = ("# libraries of the engine", "# library of the command line")


def packages_of_programs():
    """Of each line the names, one for each Debian."""
    names, wanted = [], False
    for line in (ROOT / "packaging" / "debian.txt").read_text().splitlines():
        if line.startswith("#"):
            wanted = line in OF_PROGRAMS
        elif line and wanted:
            names.append(line.split("|"))
    return names


@on_debian
def test_every_library_is_named_with_its_package():
    files = notice.linked(BINARY)
    rows = notice.by_library(LIBRARIES)
    assert len(files) > 20 and files.keys() <= rows.keys()
    for name, file in files.items():
        owner = subprocess.run(["dpkg-query", "-S", str(file)], capture_output=True, text=True)
        if owner.returncode:  # dpkg knows it by the name before /lib became a link
            owner = subprocess.run(["dpkg-query", "-S", str(file).removeprefix("/usr")], capture_output=True, text=True)
        assert owner.stdout.partition(":")[0] == notice.installed(rows[name]), f"{file}: {owner.stdout or owner.stderr}"


@on_debian
def test_every_package_that_is_built_with_is_named():
    headers = {name for row in HEADERS for name, _ in notice.packages(row)}
    sources = {notice.query(notice.installed(row), "source:Package") for row in LIBRARIES if notice.installed(row)}
    packages = packages_of_programs()
    assert len(packages) > 15
    for names in packages:
        here = [name for name in names if notice.query(name, "Version")]
        source = notice.query(here[0], "source:Package") if here else None
        assert set(names) <= headers or source is None or source in sources, f"{names} is in no table of NOTICE"


def test_licences_and_files_are_what_they_are_called():
    for row in [*LIBRARIES, *HEADERS, *DATA]:
        assert set(re.split(r" (?:AND|OR|WITH) ", row["licence"])) <= KNOWN, row
    for row in DATA:
        assert (ROOT / row["file"]).exists(), row


# Of one library two versions, with another licence each.
TWO_ROWS = [
    {"library": "one", "debian package": "libone (>= 5.6)", "licence": "0BSD"},
    {"library": "one", "debian package": "libone", "licence": "MIT"},
    {"library": "two", "debian package": "libtwo1|libtwo1t64", "licence": "Zlib"},
]


@pytest.mark.skipif(not shutil.which("dpkg"), reason="no Debian: dpkg compares versions")
@pytest.mark.parametrize("there, licence, package", [
    ({"libone": "5.8.1-1", "libtwo1": "1"}, "0BSD", "libtwo1"),
    ({"libone": "5.4.1-0.2", "libtwo1t64": "1"}, "MIT", "libtwo1t64"),
    ({}, "0BSD", None),
])
def test_the_row_of_a_library_is_that_of_what_is_installed(there, licence, package, monkeypatch):
    monkeypatch.setattr(notice, "query", lambda name, field: there.get(name))
    rows = notice.by_library(TWO_ROWS)
    assert rows["one"]["licence"] == licence
    assert notice.installed(rows["two"]) == package


@on_debian
def test_the_bill_of_materials(tmp_path):
    made = tmp_path / "bill.json"
    subprocess.run([str(ROOT / "scripts" / "sbom"), str(BINARY), str(made)], check=True)
    again = tmp_path / "again.json"
    subprocess.run([str(ROOT / "scripts" / "sbom"), str(BINARY), str(again)], check=True)
    assert made.read_bytes() == again.read_bytes()
    bill = json.loads(made.read_text())
    check_spdx(bill)
    files = notice.linked(BINARY)
    whole, *packages = bill["packages"]
    assert whole["checksums"][0]["checksumValue"] == hashlib.sha256(BINARY.read_bytes()).hexdigest()
    by_name = {entry["name"]: entry for entry in packages}
    for name, file in files.items():
        entry = by_name[name]
        assert entry["checksums"] == [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(file.read_bytes()).hexdigest()}]
        assert entry["versionInfo"] and entry["supplier"] == "Organization: Debian"
        assert {"spdxElementId": whole["SPDXID"], "relationshipType": "DYNAMIC_LINK", "relatedSpdxElement": entry["SPDXID"]} in bill["relationships"]
    assert {row["library"] for row in HEADERS if row["debian package"]} <= by_name.keys()


def check_spdx(bill):
    """What SPDX 2.3 demands of a document, a package and a relationship."""
    assert bill["spdxVersion"] == "SPDX-2.3" and bill["dataLicense"] == "CC0-1.0" and bill["SPDXID"] == "SPDXRef-DOCUMENT" and bill["name"]
    assert re.fullmatch(r"https?://[^#\s]+", bill["documentNamespace"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bill["creationInfo"]["created"])
    assert all(re.match(r"(Tool|Organization|Person): \S", creator) for creator in bill["creationInfo"]["creators"])
    names = [entry["SPDXID"] for entry in bill["packages"]]
    assert len(set(names)) == len(names)
    extracted = {entry["licenseId"] for entry in bill["hasExtractedLicensingInfos"]}
    for entry in bill["packages"]:
        assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", entry["SPDXID"]) and entry["name"] and entry["downloadLocation"]
        assert entry["filesAnalyzed"] is False and entry["licenseConcluded"] and entry["copyrightText"]
        assert entry["supplier"] == "NOASSERTION" or re.match(r"(Organization|Person): \S", entry["supplier"])
        parts = set(re.split(r" (?:AND|OR|WITH) ", entry["licenseDeclared"]))
        assert parts <= KNOWN and {part for part in parts if part.startswith("LicenseRef-")} <= extracted
    known = {*names, "SPDXRef-DOCUMENT"}
    kinds = {"DESCRIBES", "DYNAMIC_LINK", "STATIC_LINK"}
    for relation in bill["relationships"]:
        assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= known and relation["relationshipType"] in kinds
    assert sum(relation["relationshipType"] == "DESCRIBES" for relation in bill["relationships"]) == 1


@on_debian
def test_a_wheel_carries_the_texts(tmp_path):
    subprocess.run([str(ROOT / "scripts" / "licences"), str(BINARY), str(tmp_path / "licences")], check=True)
    made = {path.name for path in (tmp_path / "licences").iterdir()}
    assert {"NOTICE", "LICENSE"} <= made
    rows = notice.by_library(LIBRARIES)
    for name in notice.linked(BINARY):
        package = notice.installed(rows[name])
        if pathlib.Path("/usr/share/doc", package, "copyright").exists():
            assert f"{package}.txt" in made
