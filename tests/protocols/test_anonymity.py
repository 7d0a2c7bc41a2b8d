"""Test that no prompt reveals who wrote what. Names, vendors, personas, seats, costs and ids are canaries: each is a
unique word that may occur only where the question or a peer's own text has it. Orders and labels are drawn afresh for
every reader, after the answers, independent of seats.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cases import slow_except
from moot.floor.earlier_turns import EarlierTurns
from moot.protocols import registry
from moot.protocols.prompt_template import PromptTemplate
from moot.providers.directory import Directory
from moot.providers.endpoints import WIRES, Wire
from moot.providers.provider import Call
from moot.reading.review_copy import folded
from moot.reading.sheet_text import reviews_in, texts_in
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.events import Event, SeatAsked, SeatSpoke, SessionOpened, SheetDealt
from moot.vocabulary.questions import Turn
from moot.vocabulary.seats import Member
from rig.voices import scribe
from rig.words import numbers

HEADS = ["zor", "qux", "bly", "fen", "gra", "hos", "jup", "kel", "mur", "nox", "pil", "ryz"]
TAILS = ["vak", "mund", "tesh", "lorn", "bick", "dray", "fost", "gwen", "hume", "jast"]
MOST = 12


def coined(kind: str, number: int) -> str:
    """A word nobody else uses, e.g. `Zortesvakvendor`."""
    draw = numbers(f"{kind}{number}")
    return HEADS[number % 12].capitalize() + TAILS[next(draw) % 10] + TAILS[next(draw) % 10] + kind


VENDORS = [coined("vendor", number).lower() for number in range(MOST + 1)]
MODELS = [f"{coined('org', number)}/{coined('model', number)}-9B-Instruct" for number in range(MOST + 1)]
PERSONAS = {coined("persona", number).lower(): f"You like short answers, style {number}." for number in range(4)}
COUNCIL = "Plimsollcouncil"
IDS = [f"{vendor}/{model}" for vendor, model in zip(VENDORS, MODELS, strict=True)]


@dataclass
class Record:
    """One session, the calls it made, and the names nobody may read."""

    events: list[Event]
    calls: list[Call]
    names: list[str]
    prompts: int = field(init=False, default=0)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home whose endpoints have telling names and answer without a network."""
    monkeypatch.setitem(WIRES, "scribe", Wire(opens="rig.voices.scribe:open_scribe"))  # type: ignore[arg-type]
    found = Directory(tmp_path, {})
    for vendor in VENDORS:
        found.endpoints.add(vendor, {"wire": "scribe", "title": f"{vendor.upper()} Incorporated", "price": "free"})
    scribe.SAYS.append(introduced)
    yield tmp_path
    scribe.SAYS.clear()
    scribe.CALLS.clear()


def introduced(call: Call) -> str | None:
    """Answers say who wrote them: that is a peer's own text, and allowed."""
    if call.schema is not None or "<answer label=" in call.messages[-1].text or not call.seat.id.startswith("seat-"):
        return None
    return f"I am {call.seat.model}, at your service. " + " ".join(f"word{next(numbers(call.key))}" for _ in range(9))


async def sat(
    home: Path, plans: Sequence[tuple[int, str]], protocol: str, *, shift: int = 0, **options: OptionValue
) -> list[Record]:
    """Runs a session for each (members, seed); `shift` seats other models in the same places."""
    directory, transcript = Directory(home, {}), MemoryTranscript()
    runner = Runner(transcript, directory, RunnerRules(door="python", most_sessions=10_000))
    gate = asyncio.Semaphore(20)

    async def one(members: int, seed: str) -> Record:
        models = [IDS[(number + shift) % MOST] for number in range(members)]
        personas = list(PERSONAS)
        council = Council(
            name=COUNCIL,
            members=tuple(
                Member(model=model, persona=personas[at % 5] if at % 5 < 4 else None) for at, model in enumerate(models)
            ),
            chair=IDS[MOST],
            protocol=protocol,
            personas=PERSONAS,
        )
        turns = (Turn(question="What is an arch?", answer="A curve of stones."),) if members % 2 else ()
        asked = SessionOpening(
            ask=Ask(question=f"How strong is bridge {seed}?", council=council, seed=seed, options=options),
            earlier=EarlierTurns(turns=turns),
        )
        async with gate:
            session = await runner.convene(asked)
            await runner.ended(session)
        events = await transcript.read(session)
        asked_for = {event.body.call for event in events if isinstance(event.body, SeatAsked)}
        calls = [
            by_id[call] for call in asked_for if call in (by_id := {call.id: call for call in scribe.CALLS[-2000:]})
        ]
        names = [*VENDORS, *PERSONAS, COUNCIL, session, *asked_for, "Incorporated", seed if len(seed) > 8 else session]
        for model in MODELS:
            org, _, name = model.partition("/")
            names += [model, org, name, name.partition("-")[0]]
        return Record(events, calls, names)

    records = list(await asyncio.gather(*(one(members, seed) for members, seed in plans)))
    await runner.close()
    await directory.close()
    return records


SEATS_OF_FOUR = ("seat-a", "seat-b", "seat-c", "seat-d")
FIGURES = (str(scribe.TOKENS), str(scribe.TOKENS + 1), str(scribe.BILL), "0.913742551", "generation-")
QUOTED = re.compile("“([^”]{1,500})”")
SEAT = re.compile(r"(?<![\w-])(?:seat-[a-z]{1,2}|stand-in-\d)(?![\w-])")


def told(record: Record) -> list[str]:
    """What its prompts give away, outside of the question and of peers' texts."""
    found: list[str] = []
    opened = record.events[0].body
    assert isinstance(opened, SessionOpened)
    sheets = [event.body for event in record.events if isinstance(event.body, SheetDealt)]
    words = re.compile(r"(?i)(?<!\w)(?:" + "|".join(map(re.escape, record.names)) + r")(?!\w)")
    for call in record.calls:
        own = [call.seat.persona.text] if call.seat.persona else []
        # What a seat has said itself is no secret to it.
        own += [e.body.text for e in record.events if isinstance(e.body, SeatSpoke) and e.body.seat == call.seat.id]
        for message in call.messages:
            text, shown = message.text, []
            for sheet in sheets:
                if sheet.fence in text:
                    reviews = [review for _, review in reviews_in(text, sheet.fence)]
                    for peer in (*texts_in(text, sheet.fence).values(), *reviews):
                        text = text.replace(peer, "")
                        shown.append(peer)
            # A passage quoted of a text that stands in the same prompt tells nothing more than that text.
            text = QUOTED.sub(lambda quote: "" if any(quote[1] in peer for peer in shown) else quote[0], text)  # noqa: B023
            for allowed in (opened.question.text, *own):
                text = text.replace(allowed, "")
            found += [f"{call.key}: {match.group()}" for match in (*words.finditer(text), *SEAT.finditer(text))]
            found += [f"{call.key}: {figure}" for figure in FIGURES if figure in text]
        record.prompts += 1
    return found


def scaffold(call: Call, record: Record, protocol: str) -> tuple[str, int, str] | None:
    """A prompt of question, texts and ballot alone, without any of them: stage, number of texts, and the rest."""
    text = call.messages[-1].text
    if not any(_is_of(text, wording) for wording in registry.find(protocol).wordings().values()):
        return None
    for sheet in dealt(record).values():
        if sheet.fence in text and sheet.reader.startswith("seat-"):
            opened = record.events[0].body
            assert isinstance(opened, SessionOpened)
            for peer in texts_in(text, sheet.fence).values():
                text = text.replace(peer, "TEXT")
            for entry in sheet.entries:
                text = text.replace(entry.label, "LABEL")
            text = text.replace(sheet.fence, "FENCE").replace(opened.question.text, "QUESTION")
            return event_keys.stage_of(call.key), len(sheet.entries), text
    return None


def _is_of(text: str, wording: PromptTemplate) -> bool:
    """Whether a prompt is this wording, and whether nothing of the session's own goes into it but texts on a sheet."""
    pieces = re.split(r"\$[a-z_]+", wording.text)
    at = 0
    for piece in pieces:
        at = text.find(piece, at)
        if at < 0:
            return False
    return wording.uses <= {"question", "answers", "ballot"} and "answers" in wording.uses


async def scanned(home: Path, protocol: str, wanted: int, at_once: int = 60) -> None:
    """Renders at least so many prompts, and scans them."""
    prompts, sessions, found = 0, 0, []
    left: dict[tuple[str, int], set[str]] = {}
    while prompts < wanted:
        plans = [(2 + number % 8, f"{number}") for number in range(sessions, sessions + at_once)]
        sessions += len(plans)
        assert sessions <= wanted, "next to nothing is asked"
        for record in await sat(home, plans, protocol):
            assert isinstance(record.events[0].body, SessionOpened)
            assert record.events[-1].kind == "VerdictReached"
            found += told(record)
            for bones in filter(None, (scaffold(call, record, protocol) for call in record.calls)):
                left.setdefault(bones[:2], set()).add(bones[2])
            prompts += record.prompts
        scribe.CALLS.clear()
    assert found == []
    # What is left of a review prompt is the same for everybody: nothing of speed, price, size or name can be in it.
    assert len(left) >= 7 or not left
    assert all(len(texts) == 1 for texts in left.values())


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_no_prompt_names_anybody(home: Path, protocol: str) -> None:
    await scanned(home, protocol, 150, 24)  # councils of each size from two to nine, three times over


@pytest.mark.slow
@pytest.mark.parametrize("protocol", registry.names())
async def test_ten_thousand_prompts_name_nobody(home: Path, protocol: str) -> None:
    await scanned(home, protocol, 10_000)


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_the_scan_finds_names_where_they_are_shown(home: Path, protocol: str) -> None:
    (record,) = await sat(home, [(4, "shown")], protocol, show_names=True)
    assert any("instruct" in find.lower() for find in told(record))


def dealt(record: Record) -> dict[str, SheetDealt]:
    """Its members' sheets, by key."""
    return {event.key: event.body for event in record.events if isinstance(event.body, SheetDealt)}


@pytest.mark.fast(2)
@pytest.mark.parametrize("sessions", slow_except((24, 200), 24))
@pytest.mark.parametrize("protocol", registry.names())
async def test_orders_and_labels_do_not_know_who_sits_where(home: Path, protocol: str, sessions: int) -> None:
    plans = [(5, f"who {seed}") for seed in range(max(3, sessions // 10))]
    as_seated, exchanged = await sat(home, plans, protocol), await sat(home, plans, protocol, shift=4)
    for one, other in zip(as_seated, exchanged, strict=True):
        before = {key: [(entry.seat, entry.label) for entry in sheet.entries] for key, sheet in dealt(one).items()}
        after = {key: [(entry.seat, entry.label) for entry in sheet.entries] for key, sheet in dealt(other).items()}
        # What is dealt may follow from what was said before, which is another thing each time.
        alike = [key for key in before if {s for s, _ in before[key]} == {s for s, _ in after.get(key, ())}]
        assert len(alike) >= min(5, len(before))
        assert [before[key] for key in alike] == [after[key] for key in alike]
    # Nor does an office's order, one that is read by one reader alone, favour a seat.
    first = Counter[str]()
    for record in await sat(home, [(4, f"chair {seed}") for seed in range(sessions)], protocol):
        for sheet in list(dealt(record).values())[::-1]:
            if not sheet.reader.startswith("seat-") and {e.seat for e in sheet.entries} == set(SEATS_OF_FOUR):
                first[sheet.entries[0].seat] += 1
                break  # one of a session: its sheets may be dealt in one order
    share = first.total() / 4
    assert first.total() >= sessions * 3 // 4 or not first
    # An order that never changes puts one seat first in all of them, three times its share; five deviations are less.
    assert all(abs(first[seat] - share) < 5 * share**0.5 for seat in SEATS_OF_FOUR if first), first


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", registry.names())
async def test_labels_are_fresh_absent_and_drawn_after_the_answers(home: Path, protocol: str) -> None:
    labels, sheets = Counter[str](), 0
    for record in await sat(home, [(6, f"labels {seed}") for seed in range(20)], protocol):
        by_key = {event.key: event for event in record.events}
        opened = record.events[0].body
        assert isinstance(opened, SessionOpened)
        for event in record.events:
            if not isinstance(event.body, SheetDealt):
                continue
            sheets += 1
            labels.update(entry.label for entry in event.body.entries)
            for entry in event.body.entries:
                spoken = by_key.get(entry.statement) or by_key[entry.statement.partition("#")[0]]
                assert spoken.seq < event.seq
                if not isinstance(spoken.body, SeatSpoke):
                    continue  # what was computed of statements
                for label in (*(other.label for other in event.body.entries), event.body.fence):
                    assert folded(label) not in folded(spoken.body.text)
                    assert folded(label) not in folded(opened.question.text)
            stage = event_keys.stage_of(event.body.entries[0].statement)
            if stage == event_keys.stage_of(event.key):
                continue
            settled = [
                e.seq
                for e in record.events
                if event_keys.stage_of(e.key) == stage and e.key == event_keys.move_of(e.key)
            ]
            assert max(settled) < event.seq  # nothing of that stage came after a label was drawn
    # There are half a million labels: hardly any is drawn twice.
    twice = labels.total() ** 2 / 1_000_000
    assert sum(count - 1 for count in labels.values()) <= 2 + 3 * twice, labels.most_common(5)
    assert sheets >= 20
