"""docs/errors.md says what the program says."""

import re

import reference


def test_every_reason_is_documented():
    source = (reference.ROOT / "src/input/problem.h").read_text()
    table = dict(re.findall(r'\{"([a-z0-9-]+)", "([^"]+)"\}', source))
    assert len(table) >= 8
    documented = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (.+) \|$", (reference.ROOT / "docs/errors.md").read_text(), re.M))
    assert documented == table
