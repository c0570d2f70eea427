"""Examples in documents: what stands behind `$ ` is run beside the files of docs/examples, and prints what follows it."""

import os
import re
import shutil
import subprocess
import sys

import reference
from conftest import BINARY

sys.path.insert(0, str(reference.ROOT / "scripts"))
from page_commands import commands  # noqa: E402

EXAMPLES = reference.ROOT / "docs" / "examples"


def run(textkin, text):
    """Runs the examples of a page in order, in one folder; how many there were."""
    shutil.copytree(EXAMPLES, textkin.folder, dirs_exist_ok=True)
    program = textkin.path("bin/textkin")
    program.symlink_to(BINARY)
    found = commands(text)
    for command, expected in found:
        done = subprocess.run(command, shell=True, cwd=textkin.folder, capture_output=True, text=True, check=True,
                              env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"})
        printed = re.sub(r"unicode-1\d\.\d", "unicode-15.0", done.stdout)  # that of the system
        assert printed == expected, command
    return len(found)
