"""The frames of debates: exactly the published types in the published order, whoever fails."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import msgspec
import pytest

from cases import in_turn, slow_except
from moot.exports.session_files import events_from_jsonl
from moot.extensions.compat.spectator.frames import (
    AchievementFrame,
    AllianceFrame,
    AnyFrame,
    CompleteFrame,
    OpinionFrame,
    RebuttalFrame,
    ReviewFrame,
    RolesFrame,
    StageFrame,
)
from moot.extensions.compat.spectator.moments import ABSTAINED, moments_of
from moot.protocols.debate.findings import Awards, Scoreboard
from moot.providers.provider import Call
from moot.vocabulary.events import Event
from moot.vocabulary.state import state_of
from protocols.debate.backend import Voices, down
from sessions.backend import Backend, Said

GOLDEN = sorted((Path(__file__).parents[3] / "golden" / "transcripts").glob("*debate*.jsonl"))
WHOLE = re.compile(
    r"roles stage0 topic stage1 (?P<opinions>(?:opinion )+)stage2 (?P<reviews>(?:review )+)stage3 "
    r"(?P<rebuttals>(?:rebuttal ){0,2})(?P<again>(?:rescore ){0,2})stage4 (?P<alliances>(?:alliance )+)stage5 "
    r"synthesis (?P<achievements>(?:achievement )*)complete "
)


def types_of(frames: Iterable[AnyFrame]) -> str:
    """The types in order, as words."""
    told = [json.loads(msgspec.json.encode(frame)) for frame in frames]
    return "".join(f"{each['type']}{each['stage'] if each['type'] == 'stage' else ''} " for each in told)


def check(events: list[Event]) -> str:
    """Holds a debate's frames against the contract; returns how it ended."""
    frames, state = list(moments_of(events)), state_of(events)
    told, members = types_of(frames), len(state.seats)
    if state.verdict is None:
        assert told.endswith("error complete "), told
        begun = told.removesuffix("error complete ")
        parts = re.split(r"stage\d ", begun)[2:]
        for kind, part in zip(("opinion", "review", "rebuttal", "alliance"), parts, strict=False):
            assert set(part.split()) <= {kind, "rescore"}, told
            assert part.count(kind) <= members, told
        return state.status
    whole = WHOLE.fullmatch(told)
    assert whole is not None, told
    assert {whole[stage].count(" ") for stage in ("opinions", "reviews", "alliances")} == {members}, told
    boards = [view.finding for view in state.findings if isinstance(view.finding, Scoreboard)]
    assert whole["rebuttals"].count(" ") == len(boards[0].lowest), told
    assert whole["again"].count(" ") == sum(row.rebutted for row in boards[-1].places), told
    awards = next(view.finding for view in state.findings if isinstance(view.finding, Awards))
    assert whole["achievements"].count(" ") == len(awards.awards)
    for frame in frames:
        if isinstance(frame, ReviewFrame):
            assert list(frame.labels) == [f"Response {chr(65 + at)}" for at in range(len(frame.labels))]
            assert set(frame.scores) <= set(frame.labels)
    return state.status


@in_turn("golden", GOLDEN)
def test_golden_debates_have_the_published_frames(golden: Path) -> None:
    assert check(list(events_from_jsonl(golden.read_text(encoding="utf-8")))) == "verdict"


def failing(random: Random) -> Voices:
    """Voices of which some fail, say what cannot be read, or abstain."""
    chance = random.choice((0.0, 0.03, 0.1, 0.3))

    def says(call: Call) -> Said:
        if random.random() < chance:
            return random.choice((down(), "No.", json.dumps({"abstained": True}), ""))
        return voices.usual(call)

    scores = {f"seat-{who}": " ".join(f"{each}{random.randint(1, 10)}" for each in "abcdef") for who in "abcdef"}
    again = {f"seat-{who}": " ".join(f"{each}{random.randint(1, 10)}" for each in "abcdef") for who in "abcdef"}
    sides = {f"seat-{who}": " ".join(f"{each}{random.choice('+-0')}" for each in "abcdef") for who in "abcdef"}
    stages = ("topic", "opinions", "review", "rebuttals", "alliances", "synthesis")
    voices = Voices(scores, again=again, sides=sides, says=dict.fromkeys(stages, says))
    return voices


@pytest.mark.parametrize("debates", slow_except((30, 1000), 30))
async def test_whoever_fails_the_frames_come_in_the_published_order(debates: int) -> None:
    ends: set[str] = set()
    for number in range(debates):
        random = Random(number)
        async with Backend(failing(random)) as backend:
            options = {"propose": random.random() < 0.5, "quorum": 1}
            session = await backend.convene("debate", members=random.randint(2, 6), options=options)
            events = await backend.events(session)
        try:
            ends.add(check(events))
        except AssertionError as error:
            error.add_note(f"in debate {number}")
            raise
    assert {"verdict", "failed"} <= ends, "some must come to an end, and some must not"


async def debate(voices: Voices, **more: object) -> list[Event]:
    async with Backend(voices) as backend:
        return await backend.events(await backend.convene("debate", members=5, **more))


async def test_a_seat_that_fails_has_its_frame_and_says_why() -> None:
    says = {
        "opinions/seat-b": lambda call: down(),
        "review/seat-c": "I would rather not.",
        "alliances/seat-d": lambda call: voices.usual(call).replace('"abstained": false', '"abstained": true'),
    }
    voices = Voices({f"seat-{who}": "a9 c5 d2 e1" for who in "abcde"}, says=says)
    frames = list(moments_of(await debate(voices)))
    opinions = {each.model: each for each in frames if isinstance(each, OpinionFrame)}
    assert opinions["fake/b"].failed == "It will not answer this."
    assert opinions["fake/b"].text == ""
    assert opinions["fake/a"].failed is msgspec.UNSET
    assert opinions["fake/a"].words == 8
    reviews = {each.reviewer: each for each in frames if isinstance(each, ReviewFrame)}
    assert reviews["fake/c"].failed
    assert reviews["fake/c"].scores == {}
    sides = {each.model: each for each in frames if isinstance(each, AllianceFrame)}
    assert sides["fake/d"].failed == ABSTAINED
    assert len(opinions) == len(reviews) == len(sides) == 5


async def test_reasons_bear_no_private_labels_and_marks_stand_under_public_ones() -> None:
    events = await debate(Voices({f"seat-{who}": "a9 b8 c7 d2 e1" for who in "abcde"}))
    frames = list(moments_of(events))
    review = next(each for each in frames if isinstance(each, ReviewFrame))
    by_model = {review.labels[label]: mark for label, mark in review.scores.items()}
    assert by_model == {"fake/a": 9, "fake/b": 8, "fake/c": 7, "fake/d": 2, "fake/e": 1}
    assert all(review.reasons[label].startswith(f"{label} is worth it") for label in review.labels)
    sides = next(each for each in frames if isinstance(each, AllianceFrame))
    assert sides.neutral == list(sides.reasons)
    assert all(why.startswith("So says") and why.endswith(f"of {model}.") for model, why in sides.reasons.items())
    rebuttals = [each for each in frames if isinstance(each, RebuttalFrame)]
    assert {each.model: each.first_mean for each in rebuttals} == {"fake/d": 2.0, "fake/e": 1.0}
    assert [critic.score for critic in rebuttals[0].critics] in ([2] * 4, [1] * 4)
    complete = frames[-1]
    assert isinstance(complete, CompleteFrame)
    assert (complete.winner, complete.winners, complete.outcome) == ("fake/a", ["fake/a"], "verdict")
    assert list(complete.decides) == list(complete.scores)
    assert complete.reason == ""
    assert list(complete.scores) == ["fake/a", "fake/b", "fake/c", "fake/d", "fake/e"]


async def test_an_ending_that_was_taken_up_again_is_none() -> None:
    voices = Voices(says={f"opinions/seat-{who}": lambda call: down() for who in "bcde"})
    async with Backend(voices) as backend:
        session = await backend.convene("debate", members=5)
        stopped = types_of(moments_of(await backend.events(session)))
        assert stopped == f"roles stage0 topic stage1 {5 * 'opinion '}error complete "
        await backend.resume(session, quorum=1)
        events = await backend.events(session)
    assert check(events) == "verdict"


async def test_an_achievement_is_new_once() -> None:
    events = await debate(Voices({f"seat-{who}": "a9 b8 c7 d2 e1" for who in "abcde"}))
    fresh = [each for each in moments_of(events) if isinstance(each, AchievementFrame)]
    assert fresh
    assert all(each.first for each in fresh)
    earned = [(each.slug, model) for each in fresh for model in each.models]
    assert not any(each.first for each in moments_of(events, {}, earned) if isinstance(each, AchievementFrame))


async def test_two_seats_of_one_model_are_told_apart() -> None:
    text = GOLDEN[0].read_text(encoding="utf-8").replace("rehearsal/bo", "rehearsal/ada")
    frames = list(moments_of(events_from_jsonl(text)))
    assert isinstance(frames[0], RolesFrame)
    assert [each.id for each in frames[0].models][:2] == ["rehearsal/ada", "rehearsal/ada (2)"]
    stages = [each.stage for each in frames if isinstance(each, StageFrame)]
    assert stages == list(range(6))
