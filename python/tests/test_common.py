"""What many documents share is left out of passages(), of two sides what many of the other have: whoever asks is told so."""

import warnings

import pytest

import textkin

ITEM = "which is the largest of the planets in the solar system that we know of today"
TRAIN = [f"{ITEM} tail{row} of{row} other{row} words{row} here{row}" for row in range(230)]


def test_what_most_of_data_took_from_the_other_side_is_found():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(textkin.passages(TRAIN, against=[ITEM])) == len(TRAIN)
        assert len(textkin.passages(TRAIN, against=[ITEM], common=2)) == len(TRAIN)
        assert not textkin.decontaminate(TRAIN, [ITEM]).kept.any()


def test_a_warning_where_the_other_side_has_it_too_often():
    with pytest.warns(RuntimeWarning, match=r"runs of words stand in more than 200 documents of against .* decontaminate\(\)") as told:
        assert len(textkin.passages([ITEM], against=TRAIN)) == 0
    assert [line.filename for line in told] == [__file__]


def test_none_where_the_limit_is_the_callers_or_nothing_is_left_out():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(textkin.passages([ITEM], against=TRAIN, common=1000)) == len(TRAIN)
        assert len(textkin.passages([ITEM], against=TRAIN, common=200)) == 0
        assert len(textkin.passages([ITEM], against=TRAIN[:100])) == 100
        textkin.passages(TRAIN)
