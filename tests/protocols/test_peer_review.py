"""When do readers judge their own answer?"""

from __future__ import annotations

import pytest

from moot.protocols.peer_review import PeerReviewOptions


@pytest.mark.parametrize(
    ("options", "judged"),
    [
        (PeerReviewOptions(), "auto"),
        (PeerReviewOptions(own="in"), "in"),
        (PeerReviewOptions(own="out"), "out"),
        (PeerReviewOptions(show_names=True), "out"),  # names tell a reader which answer is its own
        (PeerReviewOptions(show_names=True, own="in"), "in"),  # it was asked for
        (PeerReviewOptions(rule="median"), "out"),
        (PeerReviewOptions(rule="median", own="in"), "out"),
    ],
)
def test_own_answers_are_judged_where_nothing_tells_which_they_are(options: PeerReviewOptions, judged: str) -> None:
    assert options.judged == judged
