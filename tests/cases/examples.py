"""Examples in documents: what stands behind `$ ` is run beside the files of docs/examples, and prints what follows it."""

import os
import re
import shutil
import subprocess

import reference
from conftest import BINARY

EXAMPLES = reference.ROOT / "docs" / "examples"


def commands(text):
    """(command, what it prints) of every block of a page that begins with `$ `."""
    blocks = [block for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) if block.startswith("$ ")]
    return [found for block in blocks for found in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]


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
