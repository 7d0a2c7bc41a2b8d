from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from moot.protocols.debate.findings import DebateFigures, Deeds
from moot.protocols.debate.rotation import drawn_from, share_of
from moot.vocabulary.history.track_record import PARTS, Past, Turns, holders
from moot.vocabulary.seeded_draws import Lot
from protocols.debate.debates import Recorded, past_from


def debate(
    models: list[str], recorded: list[Recorded], number: int, *, proposes: bool = True
) -> tuple[str, str | None]:
    """Draws the roles of one more debate from the record, and adds it to the record."""
    names = dict(zip([f"seat-{i}" for i in range(len(models))], holders(models), strict=True))
    past = past_from(recorded, set(models))
    chair, proposer = drawn_from(names, past.turns, Lot(str(number), "roles"), proposes=proposes)
    share = share_of(len(models))
    deeds = tuple(
        DebateFigures(
            seat=seat,
            model=model,
            holder=names[seat],
            share=share,
            chaired=seat == chair,
            proposed=seat == proposer,
        )
        for seat, model in zip(names, models, strict=True)
    )
    recorded.append(Recorded(deeds=Deeds(deeds=deeds, proposals=proposes)))
    return chair, proposer


@pytest.mark.parametrize("models", [["m/a", "m/b", "m/c", "m/d", "m/e"], ["m/a", "m/a", "m/b"], ["m/x"] * 4])
def test_the_same_council_takes_turns_evenly(models: list[str]) -> None:
    recorded: list[Recorded] = []
    chaired: Counter[str] = Counter({f"seat-{i}": 0 for i in range(len(models))})
    proposed: Counter[str] = Counter(chaired)
    both = 0
    for number in range(50):
        chair, proposer = debate(models, recorded, number)
        chaired[chair] += 1
        proposed[proposer or ""] += 1
        both += chair == proposer
        assert max(chaired.values()) - min(chaired.values()) <= 1
        assert max(proposed.values()) - min(proposed.values()) <= 1
    assert both <= 10


def test_a_debate_with_a_given_topic_counts_no_proposal() -> None:
    recorded: list[Recorded] = []
    for number in range(10):
        assert debate(["m/a", "m/b"], recorded, number, proposes=False)[1] is None
    past = past_from(recorded, {"m/a", "m/b"})
    assert {turn.proposal_due for turn in past.turns.values()} == {0}
    assert {turn.chaired for turn in past.turns.values()} == {5}


def test_changing_rosters_stay_near_their_share() -> None:
    """Whoever comes and goes: nobody is ever further from its due share than two turns, in a thousand debates."""
    chance = Random(3)
    models = [f"m/{letter}" for letter in "abcdefgh"]
    turns = {model: Turns() for model in models}
    furthest = 0.0
    for number in range(1_000):
        present = chance.sample(models, chance.randint(2, 6))
        chair, proposer = drawn_from(
            {model: model for model in present}, turns, Lot(str(number), "roles"), proposes=True
        )
        share = share_of(len(present))
        for model in present:
            turn = turns[model]
            turns[model] = Turns(
                chaired=turn.chaired + (model == chair),
                chair_due=turn.chair_due + share,
                proposed=turn.proposed + (model == proposer),
                proposal_due=turn.proposal_due + share,
            )
        for turn in turns.values():
            furthest = max(
                furthest,
                abs(turn.chair_due / PARTS - turn.chaired),
                abs(turn.proposal_due / PARTS - turn.proposed),
            )
    assert furthest <= 2, furthest


def test_ties_go_by_lot_and_the_lot_alone() -> None:
    candidates = {seat: seat for seat in "abcde"}
    drawn = [drawn_from(candidates, {}, Lot(str(number), "roles"), proposes=True) for number in range(300)]
    assert all(min(Counter(role).values()) > 30 for role in zip(*drawn, strict=True))
    assert all(chair != proposer for chair, proposer in drawn)
    assert drawn[4] == drawn_from(candidates, {}, Lot("4", "roles"), proposes=True)


def test_one_holds_both_only_when_both_are_its_turn_alone() -> None:
    behind = {"a": Turns(chair_due=PARTS, proposal_due=PARTS)}
    drawn = drawn_from({s: s for s in "abc"}, behind, Lot("x", "roles"), proposes=True)
    assert drawn == ("a", "a")
    alone = drawn_from({"a": "a"}, {}, Lot("x", "roles"), proposes=True)
    assert alone == ("a", "a")
    with pytest.raises(ValueError, match="candidate"):
        drawn_from({}, {}, Lot("x", "roles"), proposes=False)


def test_two_seats_of_one_model_are_two_holders() -> None:
    assert holders(["m/a", "m/b", "m/a", "m/a"]) == ("m/a", "m/b", "m/a (2)", "m/a (3)")
    turns = {"m/a": Turns(chaired=1), "m/a (2)": Turns(), "m/b": Turns()}
    past = past_from(
        [Recorded(deeds=Deeds(deeds=tuple(DebateFigures(seat=h, model=h.partition(" ")[0], holder=h) for h in turns)))],
        {"m/a"},
    )
    assert set(past.turns) == {"m/a", "m/a (2)"}
    assert Past().turns == {}
