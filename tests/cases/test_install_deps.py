"""Which packages scripts/install-deps takes for installed; dpkg and apt are stubs here, and nothing is installed."""

import os
import subprocess

import pytest

from reference import ROOT


@pytest.mark.parametrize(("wanted", "installed", "missing"), [
    ("g++", "git gdb", "g++"),  # a plus stands for itself
    ("g++", "g++", ""),
    ("libboost1.81-dev|libboost-dev", "libboost-dev", ""),
    ("libboost1.81-dev|libboost-dev", "libboost1x81-dev", "libboost1.81-dev|libboost-dev"),
])
def test_names_are_looked_up_as_they_stand(wanted, installed, missing, tmp_path):
    stubs = {"dpkg-query": "".join(f"echo installed {name}\n" for name in installed.split()), "apt-get": "", "apt-cache": "", "id": "echo 0\n"}
    for name, lines in stubs.items():
        (tmp_path / name).write_text("#!/bin/sh\n" + lines)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "list.txt").write_text(wanted + "\n")
    done = subprocess.run([str(ROOT / "scripts/install-deps"), str(tmp_path / "list.txt")], capture_output=True, text=True,
                          env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}, check=True)
    assert done.stderr == (f"install-deps: installing {missing}\n" if missing else "")
