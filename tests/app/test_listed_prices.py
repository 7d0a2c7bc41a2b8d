"""Test that a fresh process knows every seat's price, whichever command or API asks first.

The price is in a service's list; each door is the first thing a fresh process does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from moot.app import Application, opened_app
from moot.request import Ask
from moot.sessions.fork import ForkChanges
from moot.sessions.opening import SessionOpening
from moot.settings import change_setting
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.seats import Seat
from rig.upstream import Upstream

QUESTION = "Which of two databases should a shop keep its orders in?"
LISTED = {"prompt": "0.000001", "completion": "0.000002"}
PANEL = Council(members=("lab/alpha", "lab/beta", "lab/gamma"), chair="lab/alpha", protocol="adjudication",
                offices={"adjudicator": "lab/delta"})  # fmt: skip

Seats = tuple[Seat, ...]
Door = Callable[[Application, str], Awaitable[Seats]]


async def estimated(app: Application, session: str) -> Seats:
    return (await app.estimate(Ask(question=QUESTION, council=PANEL, budget=1.0))).seats


async def convened(app: Application, session: str) -> Seats:
    return await seats_of(app, await app.convene(Ask(question=QUESTION, council=PANEL, budget=1.0)))


async def without_a_judge(app: Application, session: str) -> Seats:
    """Who judges is taken from the bench."""
    council = Council(members=("lab/alpha", "lab/beta", "lab/gamma"), protocol="adjudication")
    return (await app.estimate(Ask(question=QUESTION, council=council, budget=1.0))).seats


async def by_the_runner(app: Application, session: str) -> Seats:
    asked = SessionOpening(
        ask=Ask(question=QUESTION, council=Council(members=("other/zeta",), chair="other/zeta", protocol="reply"))
    )
    return await seats_of(app, await app.runner.convene(asked))


def forked(changes: ForkChanges, *, ahead: bool = False) -> Door:
    async def door(app: Application, session: str) -> Seats:
        if ahead:
            return (await app.estimate_again(session, changes)).estimate.seats
        return await seats_of(app, await app.runner.fork(session, changes))

    return door


REJUDGED = ForkChanges(stage="adjudication", offices={"adjudicator": ["other/zeta"]}, cap=10**9)
DOORS: dict[str, Door] = {
    "an estimate": estimated,
    "a question": convened,
    "who judges is chosen": without_a_judge,
    "a session of the runner's own": by_the_runner,
    "a fork's estimate": forked(REJUDGED, ahead=True),
    "a fork": forked(REJUDGED),
    "a fork with another member": forked(ForkChanges(members={"seat-a": "other/zeta"}, cap=10**9)),
    "a fork with another chair": forked(ForkChanges(question="Another one?", chair="other/zeta", cap=10**9)),
    "a fork with other stand-ins": forked(ForkChanges(question="Yet another?", stand_ins=("other/zeta",), cap=10**9)),
}


async def seats_of(app: Application, session: str) -> Seats:
    opened = (await app.transcript.read(session))[0].body
    assert isinstance(opened, SessionOpened)
    await app.runner.ended(session)
    return (*opened.roster.seats, *opened.roster.offices)


async def test_who_judges_is_no_model_of_a_server_that_is_not_there(tmp_path: Path) -> None:
    async with Upstream() as lab:
        rows = f'[a]\nurl = "{lab.refused_url}"\nprivate = true\nmodels = ["gpt-5"]\n'
        rows += f'[lab]\nurl = "{lab.url}"\nprivate = true\n'
        (tmp_path / "endpoints.toml").write_text(rows, encoding="utf-8")
        async with opened_app(tmp_path) as app:
            assert app.seats.bench()[0] == "a/gpt-5", "the best by name is not there"
            seats = await without_a_judge(app, "")
    assert [seat.model for seat in seats if seat.id == "adjudicator"] == ["lab/delta"]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("door", DOORS)
async def test_every_seat_has_the_price_its_service_lists(door: str, strict: bool, tmp_path: Path) -> None:
    change_setting(tmp_path, "strict_prices", "true" if strict else "false")
    names = ("alpha", "beta", "gamma", "delta")
    async with (
        Upstream(listing=[{"id": name, "pricing": LISTED} for name in names]) as lab,
        Upstream(listing=[{"id": "zeta", "pricing": LISTED}]) as other,
    ):
        rows = [f'[{name}]\nurl = "{up.url}"\nprivate = true\n' for name, up in (("lab", lab), ("other", other))]
        (tmp_path / "endpoints.toml").write_text("\n".join(rows), encoding="utf-8")
        async with opened_app(tmp_path) as app:
            session = await app.convene(Ask(question=QUESTION, council=PANEL))
            await app.runner.ended(session)
        async with opened_app(tmp_path) as fresh:
            seats = await DOORS[door](fresh, session)
    asked = [seat for seat in seats if not seat.scripted]
    told = {seat.model: seat.price.source if seat.price is not None else "unknown" for seat in asked}
    assert ("other/zeta" in told) == (door not in ("an estimate", "a question", "who judges is chosen"))
    assert set(told.values()) == {"listed"}, told
