"""Hostile inputs take no more than ten times the time of a harmless one of their size, but where they have as many more rows to write."""

import os
import random
import shutil

import pytest

import test_hostile_memory as hostile
from hostile_shapes import MEBIBYTE, SHAPES, harmless

SIZE = 16 * MEBIBYTE
MEMORY = 4096
TIMES = 10
LEAST_SECONDS = 0.2  # of the processor; less is the start of the program
# Two million passages; rows of kilobytes of ids, gigabytes in all.
MANY_ROWS = {("boilerplate", command) for command in ("passages", "report", "report table", "index passages")} | {
    ("kilobyte_ids", "signatures pairs"), ("long_ids_of_pairs", "passages of code"),
}  # fmt: skip
# A word for each two or three bytes, none twice, or all sixteen times over: several times the work, in proportion to the size.
MUCH_WORK = {"a_letter_a_word": 20, "bz2_bomb": 20, "ideographs": 30, "one_distinct_text": 20, "one_letter": 20, "one_text_again_and_again": 40, "one_word": 20, "repeated_phrases": 20}
# The same many times over, where a step that looks at all that is left would show.
SHORT = [("a_letter_a_word", "passages", TIMES), ("a_letter_a_word", "index passages", TIMES), ("one_letter", "passages", TIMES), ("huge_line", "passages", TIMES),
         ("repeated_phrases", "passages", 20), ("repeated_phrases", "report", 20), ("half_alike", "passages", TIMES), ("half_alike", "report", TIMES), ("headings", "report", TIMES)]  # fmt: skip


def seconds(folder, command, make):
    folder.mkdir()
    took = hostile.run(folder, command, make(folder, SIZE, random.Random(2)), MEMORY).seconds
    shutil.rmtree(folder)  # gigabytes, of some shapes
    return max(took, LEAST_SECONDS)


def times_of_harmless(folder, shape, command):
    of_two = command in hostile.ALL_PAIRS | {"decontaminate passages"}
    usual = seconds(folder / f"usual {command}", command, hostile.two_texts if of_two else harmless)
    return seconds(folder / f"{shape} {command}", command, SHAPES[shape]) / usual


@pytest.mark.parametrize("shape, command, times", SHORT)
def test_repetition_takes_no_longer(tmp_path, shape, command, times):
    assert times_of_harmless(tmp_path, shape, command) <= times


@pytest.mark.skipif("TEXTKIN_SOAK" not in os.environ, reason="every command on every shape, half an hour; make soak runs it")
@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_no_command_takes_far_longer(tmp_path, shape):
    longer = {}
    for command in hostile.commands_for(shape):
        times = times_of_harmless(tmp_path, shape, command)
        if times > MUCH_WORK.get(shape, TIMES) and (shape, command) not in MANY_ROWS:
            longer[command] = times
    assert not longer
