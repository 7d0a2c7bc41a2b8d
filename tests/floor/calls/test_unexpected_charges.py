"""Test that a charge from a model priced at zero corrects the price of later calls."""

from __future__ import annotations

import random

import pytest

from moot.floor.calls.unexpected_charges import bound_by
from moot.providers.models.prices import LOCAL, cost_of
from moot.sessions.runner import RunnerRules
from moot.vocabulary.events import SeatAsked
from moot.vocabulary.seats import Price
from moot.vocabulary.statements import Usage
from sessions.backend import Backend, Phones, ranked


@pytest.mark.parametrize("seed", range(20))
def test_a_bound_is_never_below_a_price_by_the_token(seed: int) -> None:
    chance = random.Random(seed)
    price = Price(input=chance.randint(1, 20_000), output=chance.randint(1, 90_000))
    bound = None
    for _ in range(6):
        usage = Usage(input=chance.randint(1, 9_000), output=chance.randint(1, 2_000), calls=1)
        bound = bound_by(bound, usage, cost_of(usage, price))
        assert bound.input >= price.input
        assert bound.output >= price.output


class _AtHome(Phones):
    """Models of which nobody tells a price, at a local address."""

    def __init__(self, voice: object, charged: list[str]) -> None:
        super().__init__(voice)  # type: ignore[arg-type]
        self._charged = charged

    def price_of(self, model_id: str, *, whole: bool = False) -> Price | None:
        return LOCAL

    def charged(self, endpoint: str) -> None:
        self._charged.append(endpoint)


async def _held(bill: int, cap: int | None) -> tuple[list[SeatAsked], list[str], int, str]:
    charged: list[str] = []
    async with Backend(ranked, rules=RunnerRules(door="python")) as backend:
        backend.voice.cost = lambda call: bill
        backend.runner._directory = _AtHome(backend.voice, charged)
        session = await backend.convene("peer-review", cap=cap)
        asked = [body for body in (await backend.bodies(session)).values() if isinstance(body, SeatAsked)]
        state = await backend.state(session)
        return asked, charged, state.cost, state.status


async def test_calls_after_a_bill_set_money_aside() -> None:
    asked, charged, _, _ = await _held(bill=1_000, cap=10**12)
    first, later = asked[:4], asked[4:]
    assert [each.reserved for each in first] == [0, 0, 0, 0]
    assert later
    assert all(each.reserved for each in later)
    assert set(charged) == {"fake"}


async def test_a_budget_holds_from_the_first_bill_on() -> None:
    asked, _, cost, status = await _held(bill=50_000_000, cap=300_000_000)
    assert cost == 4 * 50_000_000, "nothing was begun after the first wave told what it costs"
    assert len(asked) == 4
    assert status == "out_of_budget"
