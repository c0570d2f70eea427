"""The examples of pages: what stands behind `$ ` in a block, and what it prints. Read by tests/cases/examples.py and scripts/check-packages."""

import re


def commands(text):
    """(command, what it prints) of every block of a page that begins with `$ `."""
    blocks = [block for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) if block.startswith("$ ")]
    return [found for block in blocks for found in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]
