"""Test the judge of agreement of selective councils on 200 labelled pairs of answers, with judges of known error rates.

`answer_pairs.jsonl` has 100 pairs that say the same (in other words, another order, another length) and 100 that do not
(another conclusion, other numbers, a missing warning, a refusal, a hedge). Two answers agree only if a judge says so in
both orders: a judge that errs in a share e of ballots, each order by itself, calls e² of different pairs the same and
(1 - e)² of equal ones.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from moot.protocols.floor_interface import Floor, SeatPrompt
from moot.protocols.protocol import Options, protocol
from moot.protocols.selective import KINDS, PairComparison, compare_pair
from moot.providers.provider import Call
from moot.vocabulary.findings import Note
from moot.vocabulary.verdicts import Verdict
from rig.grading import SHEET
from sessions.backend import Backend, enrolled

FILE = Path(__file__).parent / "answer_pairs.jsonl"
Pair = dict[str, str]
PAIRS: list[Pair] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
ORDERS = ("agreement", "agreement-reversed")
AGREES: dict[str, object] = {
    "recommendation": "same", "only_one": "none", "conflict": "none", "declined": False, "why": ""
}  # fmt: skip
TRUE: dict[str, dict[str, object]] = {
    "conclusion": {"recommendation": "different"},
    "numbers": {"conflict": "some"},
    "missing-warning": {"only_one": "some"},
    "refusal": {"declined": True},
    "hedged": {"recommendation": "unsure"},
}
"""What a right ballot says of a pair of each kind."""
WRONG = [*TRUE.values(), {"only_one": "unsure"}, {"conflict": "unsure"}]
"""What a wrong ballot says of a pair that says the same; of another pair it says that the two agree."""


@protocol(name="pair", title="Two answers are compared", stages=("opinions",))
async def pair(floor: Floor, options: Options) -> Verdict:
    """Two members answer, and a judge compares the answers as in a selective council."""
    async with floor.stage("opinions"):
        said = await floor.ask_each([SeatPrompt(seat=seat, prompt=floor.question) for seat in floor.seats[:2]])
        found = await compare_pair(floor, said.statements)
        floor.record(Note(title="agreed" if found.agreed else "differ", text=found.why))
        return await floor.adopt(said.statements[0].text, by=floor.seats[0], key=said.statements[0].key)


def ballot_on(one: Pair, number: int, *, errs: bool) -> dict[str, object]:
    """A judge's ballot on a pair: the right one, or a wrong one."""
    if one["label"] == "same":
        return AGREES | (WRONG[number % len(WRONG)] if errs else {})
    return AGREES | ({} if errs else TRUE[one["kind"]])


async def agreed(one: Pair, ballots: dict[str, dict[str, object]]) -> bool:
    """Whether a session with these two answers and these ballots, by order, finds that the answers agree."""

    shown = list[tuple[str, list[str]]]()

    def say(call: Call) -> str:
        about = call.key.partition("#")[2]
        if not about:
            return one["a"] if call.seat.id == "seat-a" else one["b"]
        shown.append((about, [text for _, text in SHEET.findall(call.messages[-1].text)]))
        assert call.schema is not None
        mark = call.schema["properties"].get("mark")
        return json.dumps({**({"mark": mark["enum"][0]} if mark else {}), **ballots[about]})

    async with Backend(say) as backend:
        session = await backend.convene(enrolled(pair), members=3, question=one["question"])
        state = await backend.state(session)
        assert backend.asked[2:] == [f"opinions/chair#{about}" for about in ORDERS]
    assert dict(shown) == dict(zip(ORDERS, ([one["a"], one["b"]], [one["b"], one["a"]]), strict=True))
    read = {view.key: view.ballot for view in state.ballots.values()}
    assert len(read) == len(ORDERS)
    assert all(isinstance(ballot, PairComparison) for ballot in read.values())
    (note,) = (view.finding for view in state.findings if isinstance(view.finding, Note))
    return note.title == "agreed"


def test_the_pairs_are_what_they_are_said_to_be() -> None:
    assert Counter(each["label"] for each in PAIRS) == {"same": 100, "different": 100}
    assert len({frozenset((each["a"], each["b"])) for each in PAIRS}) == len({each["id"] for each in PAIRS}) == 200
    assert {each["kind"] for each in PAIRS if each["label"] == "different"} == TRUE.keys()
    assert Counter(each["language"] for each in PAIRS).keys() == {"en", "de", "es"}
    assert KINDS[0].ballot is PairComparison


@pytest.mark.parametrize("errors", [(False, False), (True, False), (False, True), (True, True)])
async def test_one_order_that_finds_a_difference_is_enough(enrolling: None, errors: tuple[bool, bool]) -> None:
    """The outcome of each combination of errors, for one pair of every kind; from them the rates follow."""
    for number, one in enumerate({each["kind"]: each for each in PAIRS}.values()):
        ballots = {about: ballot_on(one, number, errs=errs) for about, errs in zip(ORDERS, errors, strict=True)}
        expected = not any(errors) if one["label"] == "same" else all(errors)
        assert await agreed(one, ballots) is expected, one


@pytest.mark.parametrize("rate", [Fraction(0), Fraction(1, 10), Fraction(1, 5)])
async def test_false_agreement_is_what_two_independent_errors_give(enrolling: None, rate: Fraction) -> None:
    draws = Random(f"pairs {rate}")
    found, implied = Counter[str](), Counter[str]()
    for number, one in enumerate(PAIRS):
        errs = {about: draws.random() < rate for about in ORDERS}
        ballots = {about: ballot_on(one, number, errs=errs[about]) for about in ORDERS}
        right = not any(errs.values()) if one["label"] == "same" else all(errs.values())
        implied[one["label"]] += right
        found[one["label"]] += await agreed(one, ballots)
    assert found == implied
    false, true = rate * rate, (1 - rate) * (1 - rate)
    for label, expected in (("different", false), ("same", true)):
        spread = float(100 * expected * (1 - expected)) ** 0.5
        assert abs(found[label] - float(100 * expected)) <= 3 * spread, (label, found[label])
