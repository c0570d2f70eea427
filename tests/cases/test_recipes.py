"""The examples of docs/recipes print what the pages say."""

import os
import re
import shutil
import subprocess

import pytest

import reference
from conftest import BINARY

PAGES = ["association-rules.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples(textkin, page):
    text = (reference.ROOT / "docs" / "recipes" / page).read_text()
    for example in (reference.ROOT / "docs" / "examples").iterdir():
        shutil.copy(example, textkin.folder)
    path = textkin.path("bin/textkin")
    path.symlink_to(BINARY)
    blocks = [block for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) if block.startswith("$ ")]
    commands = [found for block in blocks for found in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]
    assert commands
    for command, expected in commands:
        done = subprocess.run(command, shell=True, cwd=textkin.folder, capture_output=True, text=True, check=True,
                              env={**os.environ, "PATH": f"{path.parent}:{os.environ['PATH']}"})
        assert done.stdout == expected, command
