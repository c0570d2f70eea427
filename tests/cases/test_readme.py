"""The example of README.md says what the program prints."""

import os
import re
import shutil
import subprocess

import reference
from conftest import BINARY


def test_the_example(textkin):
    readme = (reference.ROOT / "README.md").read_text()
    example = next(block for block in re.findall(r"```\n(.*?)```", readme, re.DOTALL) if block.startswith("$ textkin"))
    shutil.copy(reference.ROOT / "docs" / "examples" / "wire.jsonl", textkin.folder)
    path = textkin.path("bin/textkin")
    path.symlink_to(BINARY)
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", example, re.MULTILINE)
    assert len(commands) >= 3
    for command, expected in commands:
        done = subprocess.run(command, shell=True, cwd=textkin.folder, capture_output=True, text=True, check=True,
                              env={**os.environ, "PATH": f"{path.parent}:{os.environ['PATH']}"})
        assert done.stdout == expected, command


def test_the_options_it_names_exist(textkin):
    readme = (reference.ROOT / "README.md").read_text()
    helps = "".join(textkin(command, "--help").stdout.decode() for command in ("pairs", "dedup", "compare", "plan", "simhash"))
    for option in set(re.findall(r"`(--[a-z0-9-]+)", readme)):
        assert option in helps, option
