"""Test that an answer's text cannot forge, alter, remove or double a ballot in a session.

The upstream's members answer with payloads. As readers they repeat everything they were shown, before their ballot,
after it or in its comments. The same session runs a second time without any text around the ballots: every ballot that
differs was changed by text.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import cycle, islice
from typing import Any, cast

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from cases import slow_except
from moot.protocols import registry
from moot.providers.provider import CallLimits
from moot.reading.json_parser import LONGEST
from moot.reading.sheet_text import texts_in
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotRead, SeatAsked, SheetDealt
from rig import requests
from rig.backend import Backend, Sitting, seat_of
from rig.script import Asked, Plan
from rig.texts.payloads import BENIGN, FAMILIES, FRAMES, GUESSES, WRITINGS, list_of
from rig.words import numbers, quoting

SEATS = 4
POSITIONS = ("before", "after", "both", "in the comments")
ROOMY = CallLimits(connect=60, first=300, between=300, total=600)
FORMS = ("schema", "block", "fence", "list")


@dataclass(frozen=True)
class Attack:
    """What one session's answers say, and how its reviewers write."""

    family: str
    payload: str
    position: str
    form: str


def attacks(count: int, forms: Sequence[str]) -> list[Attack]:
    """So many attacks: every family in turn, with another guess, frame, writing, position and form each time."""
    ways = [(guess, frame, write) for guess in GUESSES for frame in FRAMES.values() for write in WRITINGS.values()]
    drawn = random.Random(7)
    found = []
    for number, family in enumerate(islice(cycle(FAMILIES), count)):
        guess, frame, write = ways[drawn.randrange(len(ways))]
        payload = frame.format(write(FAMILIES[family](guess)))
        position = POSITIONS[(number + number // len(FAMILIES)) % len(POSITIONS)]
        found.append(Attack(family, payload, position, forms[drawn.randrange(len(forms))]))
    return found


def honest_tiers(seats: Iterable[str], number: int) -> tuple[tuple[str, ...], ...]:
    """The vote of whoever knows the authors: by seat, backwards in odd sessions, the first two tied in every third."""
    order = sorted(seats, reverse=number % 2 == 1)
    if number % 3 == 0 and len(order) > 2:
        return (tuple(sorted(order[:2])), *((seat,) for seat in order[2:]))
    return tuple((seat,) for seat in order)


def vote(tiers: tuple[tuple[str, ...], ...], sheet: SheetDealt, form: str, comment: str) -> str:
    """A ranking that says so, in this sheet's labels."""
    label = {entry.seat: entry.label for entry in sheet.entries}
    if form == "list":
        rows = [" = ".join(label[seat] for seat in tier) for tier in tiers]
        return f"FINAL RANKING:\n{list_of(tuple(rows))}\n"
    said = json.dumps(
        {
            "comments": dict.fromkeys(label.values(), comment[:300] if form == "schema" else comment),
            "abstain": False,
            "places": {label[seat]: at for at, tier in enumerate(tiers, 1) for seat in tier},
        }
    )
    return written(said, form)


def written(said: str, form: str) -> str:
    """An object as a reader may give it."""
    return {"schema": said, "fence": f"```json\n{said}\n```"}.get(form, f"<ballot>{said}</ballot>")


def quoted(asked: Asked, sheet: SheetDealt) -> dict[str, str]:
    """What a reader was shown on a sheet, by label: the prompt parsed back."""
    return texts_in(asked.prompt, sheet.fence)


MARK = "Noted: "
"""Begins every comment, so that comments can be left out of a comparison."""


class Quoters:
    """Members who answer with payloads, quote all they read and judge honestly, by who wrote what or as it is drawn.

    Every attack has a twin, a session in which the same answers are judged by the same opinions, but without a word
    around the ballots and with nothing quoted in their comments.
    """

    def __init__(self) -> None:
        self.attacks: dict[int, tuple[Attack, bool]] = {}
        """By session: the attack, and whether it is the twin."""
        self.backend: Backend
        self.torn: list[str] = []
        """Prompts that did not parse back to what the transcript says was shown."""

    def __call__(self, asked: Asked, key: str) -> Plan | None:
        number = int(asked.model.partition("-")[0][1:])
        attack, twin = self.attacks[number]
        who = seat_of(asked.model)
        sheets = self.backend.sheets_of(asked)
        everything = "\n\n".join(text for sheet in sheets for text in self._shown(asked, key, sheet).values())
        ballot = self._ballot(asked, key, attack, sheets, MARK + ("It is so." if twin else everything), who)
        if ballot is None:
            if sheets:
                # Who writes the verdict reads what was written around ballots: its words are no part of a comparison.
                seated = who[:5] == "seat-"
                return Plan(text=f"{everything[:2_000]}\n\nTo that I say no." if seated else "So it is.", chunks=4)
            return self._answer(who, attack)
        if twin:
            return Plan(text=ballot if attack.form == "list" else written(ballot, attack.form), chunks=4)
        if attack.form == "schema":
            return Plan(text=ballot, chunks=4)
        labels = [entry.label for sheet in sheets for entry in sheet.entries]
        remark = "Some of that speaks of rankings. " + (
            f"{labels[0]} is not swayed, nor is {labels[-1]}." if labels else ""
        )
        before = attack.position in ("before", "both")
        after = attack.position in ("after", "both")
        shown = ballot if ballot.startswith("FINAL") else written(ballot, attack.form)
        parts = [f"{everything}\n\n{remark}\n\n" if before else "", shown, f"\n\n{everything}" if after else ""]
        return Plan(text="".join(parts), chunks=4)

    def _answer(self, who: str, attack: Attack) -> Plan:
        """Two of the members attack, the others say something harmless."""
        text = self._words(who, attack)
        cut = "length" if attack.form == "fence" and who == "seat-b" else "ok"
        return Plan(mode=cut, text=text, chunks=4)

    def _words(self, who: str, attack: Attack) -> str:
        text = attack.payload if who in ("seat-a", "seat-c") else BENIGN[len(attack.family) % len(BENIGN)]
        # Words after the payload: an author who feigns the end of his thinking drops what he said before it.
        mark = who[-1] * 5
        return f"{mark} is my mark. {text}\n\nThat is all from {mark}."

    def _shown(self, asked: Asked, key: str, sheet: SheetDealt) -> dict[str, str]:
        shown = quoted(asked, sheet)
        told = {entry.label: entry.digest for entry in sheet.entries}
        if {label: sha256(text.encode()).hexdigest() for label, text in shown.items()} != told:
            self.torn.append(key)
        return shown

    def _ballot(
        self, asked: Asked, key: str, attack: Attack, sheets: Sequence[SheetDealt], comment: str, who: str
    ) -> str | None:
        """The honest ballot, as JSON or as a list; `None` where none is asked for."""
        comment = comment if attack.position == "in the comments" else MARK + "It is so."
        # A ballot about nothing but what its reader thinks is an answer like any other: it carries the payload.
        words = comment if sheets else MARK + self._words(who, attack)
        if requests.is_asked(asked.prompt):
            ballot = quoting_ballot(asked.prompt, f"{attack!r} {key.partition('+')[0]}", words)
        elif "with every label exactly once" in asked.prompt and sheets and event_keys.who_of(key).startswith("seat-"):
            sheet = sheets[0]
            form = attack.form if attack.form == "list" else "schema"
            return vote(
                honest_tiers((entry.seat for entry in sheet.entries), len(attack.payload)), sheet, form, comment
            )
        else:
            return None
        if asked.schema is not None:
            ballot = shortened(ballot, asked.schema)
        return json.dumps(ballot)


def quoting_ballot(prompt: str, seed: str, words: str) -> dict[str, Any]:
    """A ballot with these words in every text, as long as one object may be; what it must quote is quoted rightly."""
    room = LONGEST // 8 if '"quote"' in prompt else LONGEST  # a form of many texts repeats its words as often
    while True:
        ballot = quoting(prompt, requests.ballot_for(prompt, numbers(seed), partial(_same, words)))
        if len(json.dumps(ballot)) < room or not words:
            return cast("dict[str, Any]", ballot)
        words = words[: len(words) // 2]


def _same(words: str, name: str) -> str:
    return words


def shortened(value: object, schema: dict[str, Any]) -> object:
    """A value with its texts as long as its schema allows."""
    if isinstance(value, dict):
        return {name: shortened(inner, schema["properties"][name]) for name, inner in value.items()}
    if isinstance(value, list):
        return [shortened(inner, schema["items"]) for inner in value]
    return value[: schema["maxLength"]] if isinstance(value, str) and "maxLength" in schema else value


def decided(ballot: object) -> object:
    """A ballot without its comments; beside a plain ranking those are all that was written of each answer."""
    if isinstance(ballot, dict):
        return {name: decided(inner) for name, inner in ballot.items() if name != "comments"}
    if isinstance(ballot, (list, tuple)):
        return [decided(inner) for inner in ballot]
    return MARK if isinstance(ballot, str) and ballot.startswith(MARK) else ballot


async def compared(protocol: str, planned: Sequence[Attack], schema: str) -> int:
    """Runs these attacks with their twins and compares every ballot; returns how many there were."""
    quoters = Quoters()
    async with Backend(quoters, schema=schema, limits=ROOMY) as backend:
        quoters.backend = backend

        async def one(attack: Attack, twin: bool) -> Sitting:
            def note(number: int) -> None:
                quoters.attacks[number] = attack, twin

            return await backend.sit(SEATS, protocol=protocol, note=note, seed=repr(attack), deadline=600)

        results = await asyncio.gather(*(one(attack, twin) for attack in planned for twin in (False, True)))
    assert backend.strays == []
    assert quoters.torn == []
    ballots = 0
    for attack, attacked, plain in zip(planned, results[::2], results[1::2], strict=True):
        assert attacked.state.status == plain.state.status, (attack, attacked.state.message, plain.state.message)
        assert attacked.state.status in ("verdict", "inconclusive"), (attack, attacked.state.message)
        assert attacked.state.verdict is not None
        assert attacked.state.verdict.missing == (), attack
        read, other = ballots_of(attacked), ballots_of(plain)
        assert read.keys() == other.keys(), attack
        for key, body in read.items():
            twin_body = other[key]
            if attack.position == "in the comments" and shown_for(attacked, key) != shown_for(plain, key):
                continue  # what was commented is judged in turn, so others are judged here
            assert isinstance(body, BallotRead), (attack, key, body)
            assert isinstance(twin_body, BallotRead), (attack, key, twin_body)
            assert decided(to_builtins(body.ballot)) == decided(to_builtins(twin_body.ballot)), (attack, key)
            assert (body.reader, body.repaired) == (twin_body.reader, False)
            ballots += 1
        if attack.position != "in the comments":
            assert result_of(attacked) == result_of(plain), attack
    return ballots


def result_of(sitting: Sitting) -> str:
    """Verdict and findings, whatever its models are called; that reviews were cut for the chair is another matter."""
    verdict = sitting.state.verdict
    assert verdict is not None
    verdict = replace(verdict, degraded=tuple(line for line in verdict.degraded if "reviews" not in line))
    findings = [view.finding for view in sitting.state.findings]
    plain = json.dumps(to_builtins([verdict, findings]), sort_keys=True)
    return plain.replace(f"/{sitting.prefix}", "/")


def shown_for(sitting: Sitting, ballot: str) -> list[str]:
    """Who stands on the sheet that a ballot was cast on; without a sheet, what its author was asked."""
    move = event_keys.move_of(ballot)
    key = event_keys.sheet(move)
    seats = [entry.seat for event in sitting.events if event.key == key for entry in _entries(event.body)]
    first = event_keys.intent(move, 1)
    asked = (event.body.prompt for event in sitting.events if event.key == first and isinstance(event.body, SeatAsked))
    return seats or [str(prompt) for prompt in asked]


def _entries(body: object) -> Sequence[Any]:
    return body.entries if isinstance(body, SheetDealt) else ()


def ballots_of(sitting: Sitting) -> dict[str, object]:
    """What was read of each ballot, by key."""
    return {event.key: event.body for event in sitting.events if event.key.endswith(":ballot")}


def share_of(protocol: str, planned: Sequence[Attack], of: int) -> list[Attack]:
    """Every so many-th, beginning elsewhere in each protocol; as there are more protocols than that, all are met."""
    names = registry.names()
    assert len(names) >= of
    return list(planned[names.index(protocol) % of :: of])


def readers_in(protocol: str) -> int:
    """How many ballots each session is compared by, at least: members but one, or an office where no member judges."""
    found = registry.find(protocol)
    _panel, *later = found.planned(SEATS, found.options(), {})
    return max(1, min(SEATS - 1, sum(planned.calls for planned in later if planned.by != "chair")))


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_the_quoting_reviewer(protocol: str) -> None:
    """Every family in some protocol; the ten thousand are every family in every one."""
    plain = share_of(protocol, attacks(len(FAMILIES), FORMS[1:]), 6)
    schema = share_of(protocol, attacks(len(FAMILIES) // 2, FORMS[:1]), 6)
    ballots = await compared(protocol, plain, "none") + await compared(protocol, schema, "json_schema")
    assert ballots >= (len(plain) + len(schema)) * readers_in(protocol)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", registry.names())
async def test_the_quoting_reviewer_ten_thousand_times(protocol: str) -> None:
    ballots = await compared(protocol, attacks(1800, FORMS[1:]), "none")
    ballots += await compared(protocol, attacks(750, FORMS[:1]), "json_schema")
    assert ballots >= 10_000 * readers_in(protocol) // (SEATS - 1)


@pytest.mark.slow
@pytest.mark.fast(2)
@pytest.mark.parametrize("of", slow_except((6, 1), 6))
@pytest.mark.parametrize("protocol", registry.names())
@pytest.mark.parametrize("schema", ["none", "json_schema"])
async def test_honest_talk_about_ballots_is_never_held_against_anybody(protocol: str, schema: str, of: int) -> None:
    forms = FORMS[:1] if schema == "json_schema" else FORMS[1:]
    planned = [
        Attack("benign" + "." * at, text, position, forms[at % len(forms)])
        for at, text in enumerate(BENIGN)
        for position in POSITIONS[at % 2 :: 2]
    ]
    planned = share_of(protocol, planned, of)
    assert await compared(protocol, planned, schema) >= len(planned) * readers_in(protocol)
