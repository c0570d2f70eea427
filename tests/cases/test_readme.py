"""The examples of README.md print what it says, and it stays short."""

import examples
import reference

README = (reference.ROOT / "README.md").read_text()


def test_the_examples(textkin):
    assert examples.run(textkin, README) >= 6


def test_it_is_a_screen_and_not_a_manual():
    lines = README.splitlines()
    assert len(lines) <= 130
    assert [line for line in lines if len(line) > 120] == []
