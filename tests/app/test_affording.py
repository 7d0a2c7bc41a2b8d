"""Test that a session beyond the budget is refused before it opens, with the figures of the estimate."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.app import opened_app
from moot.errors import OutOfBudget
from moot.protocols import registry
from moot.request import Ask
from moot.settings import change_setting
from moot.transcripts.transcript import Once
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import NANO

PRICED = '[priced]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = {input = 1, output = 10}\n'
QUESTION = "Which of two databases should a shop keep its orders in?"


def council(protocol: str) -> Council:
    return Council(members=("priced/a", "priced/b", "priced/c"), chair="priced/d", protocol=protocol)


@pytest.fixture(autouse=True)
def endpoints(tmp_path: Path) -> None:
    (tmp_path / "endpoints.toml").write_text(PRICED, encoding="utf-8")


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_the_estimate_and_the_refusal_tell_one_figure_and_it_is_enough(protocol: str, tmp_path: Path) -> None:
    async with opened_app(tmp_path) as app:
        told = await app.estimate(Ask(question=QUESTION, council=council(protocol)))
        assert told.least
        below, enough = (told.least - 1) / NANO, told.least / NANO
        assert (await app.estimate(Ask(question=QUESTION, council=council(protocol), budget=below))).lacking
        with pytest.raises(OutOfBudget, match=r"Nothing was started\.") as refused:
            await app.convene(Ask(question=QUESTION, council=council(protocol), budget=below))
        assert refused.value.needs == told.least
        assert await app.register.list() == []
        assert not (await app.estimate(Ask(question=QUESTION, council=council(protocol), budget=enough))).lacking
        session = await app.convene(Ask(question=QUESTION, council=council(protocol), budget=enough))
        await app.runner.ended(session)
        (listing,) = await app.register.list()
        assert listing.state != "out_of_budget"  # it was begun; nobody answers at that address


async def test_what_is_left_for_the_day_is_held_against_it_but_no_repeated_request_is_refused(tmp_path: Path) -> None:
    change_setting(tmp_path, "day_budget", "0.001")
    async with opened_app(tmp_path) as app:
        with pytest.raises(OutOfBudget, match=r"left for today is too small") as refused:
            await app.convene(Ask(question=QUESTION, council=council("peer-review")))
        assert refused.value.whose == "day"
        assert "tomorrow" in refused.value.remedy
        assert "Today $0 was charged." in refused.value.message
        once = Once(key="a", digest="b")
        assert await app.convene(Ask(question=QUESTION, council=council("peer-review")), once=once)


async def test_a_known_answer_adds_the_grader_to_the_estimate(tmp_path: Path) -> None:
    async with opened_app(tmp_path) as app:
        plain = await app.estimate(Ask(question=QUESTION, council=council("peer-review")))
        graded = await app.estimate(
            Ask(question=QUESTION, council=council("peer-review"), known="Only if it is brief.")
        )
        assert graded.calls == plain.calls + 1
        assert (graded.most or 0) > (plain.most or 0)
