"""What many documents share is left out of passages(); whoever asks what leaked is told so."""

import warnings

import pytest

import textkin

ITEM = "which is the largest of the planets in the solar system that we know of today"
TRAIN = [f"{ITEM} tail{row} of{row} other{row} words{row} here{row}" for row in range(230)]


def test_a_warning_where_one_side_is_looked_for():
    with pytest.warns(RuntimeWarning, match=r"runs of words stand in more than 200 documents .* decontaminate\(\)") as told:
        assert len(textkin.passages(TRAIN, against=[ITEM])) == 0
    assert [line.filename for line in told] == [__file__]


def test_none_where_the_limit_is_the_callers_or_nothing_is_left_out():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(textkin.passages(TRAIN, against=[ITEM], common=1000)) == len(TRAIN)
        assert len(textkin.passages(TRAIN, against=[ITEM], common=200)) == 0
        assert len(textkin.passages(TRAIN[:100], against=[ITEM])) == 100
        textkin.passages(TRAIN)
        assert not textkin.decontaminate(TRAIN, [ITEM]).kept.any()
