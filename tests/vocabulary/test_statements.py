"""Do tokens of several calls add up?"""

from __future__ import annotations

from moot.vocabulary.statements import Usage


def test_every_figure_of_both_is_in_the_sum() -> None:
    one = Usage(input=1, output=2, cached=4, reasoning=8, calls=16)
    other = Usage(input=32, output=64, cached=128, reasoning=256, calls=512, estimated=True)
    assert one + other == Usage(input=33, output=66, cached=132, reasoning=264, calls=528, estimated=True)
    assert one + other == other + one
    assert not (one + one).estimated
