"""Do scripted voices answer the very point, hold or give up a view for a reason, and quote word for word?"""

from __future__ import annotations

import json
import re

import pytest

from moot.protocols import registry
from moot.protocols.adjudication.ballots import FlipCall, Rebuttals
from moot.protocols.adjudication.flips import Texts
from moot.protocols.claim_vote.ballots import ClaimDrafts
from moot.providers.provider import Call, Message, Text
from moot.reading.outcomes import ReadBallot
from moot.reading.sheets import sheet_text
from moot.rehearsal.code.flaws import flaws_in
from moot.rehearsal.judging import sentences
from moot.rehearsal.provider import RehearsalProvider
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.seats import Abilities, Seat
from rig import ballots as ballot_reader

VOICES = ["ada", "bo", "cyn", "dov", "eli", "fay", "gus", "hana"]
QUESTION = "Should we move our API from REST to GraphQL?"
LABELS = {"K7QM": "seat-b", "B3CD": "seat-c", "X9TZ": "seat-d"}
SEEDS = [f"seed {number}" for number in range(12)]
FENCED = f"<question>\n{QUESTION}\n</question>"


async def said(voice: str, prompt: str, *, schema: object = None, seed: str = "s", system: str = "") -> str:
    seat = Seat(id="seat-a", model=f"rehearsal/{voice}", abilities=Abilities(schema="json_schema"))
    messages = [Message(role="user", text=prompt)]
    if system:
        messages.insert(0, Message(role="system", text=system))
    call = Call(
        id="1", key="stage/seat-a", seat=seat, messages=tuple(messages), max_output=50_000,
        schema=schema, seed=seed,  # type: ignore[arg-type]
    )  # fmt: skip
    return "".join(
        [piece.text async for piece in RehearsalProvider(0, registry.plays).stream(call) if isinstance(piece, Text)]
    )


async def cast(voice: str, kind: type[Ballot], prompt: str, labels: dict[str, str], seed: str = "s") -> Ballot:
    schema = ballot_reader.form_of(kind, list(labels))
    ballot = await said(voice, prompt, schema=schema, seed=seed)
    read = ballot_reader.read_ballot(kind, ballot, labels)
    assert isinstance(read, ReadBallot), read
    return read.ballot


def refinement(own: str, objections: dict[str, str]) -> str:
    return (
        f"You answered the question below.\n\n{FENCED}\n\nYour answer:\n<yours>\n{own}\n</yours>\n\n"
        f"Their objections:\n\n{sheet_text(list(objections.items()), 'QWRTZPSD')}\n\n"
        "Where an objection is wrong, hold to what you said. Write only your final answer."
    )


def quoted_in(text: str) -> list[str]:
    return [quote.rstrip(" …") for quote in re.findall(r"“([^”]{12,})”", text)]


@pytest.mark.parametrize("voice", VOICES)
async def test_a_rebuttal_answers_a_sentence_that_stands_in_the_text(voice):
    answers = {label: await said(one, QUESTION) for label, one in zip(LABELS, ("ada", "cyn", "dov"), strict=True)}
    prompt = f"{FENCED}\n\nThe others' answers:\n\n{sheet_text(list(answers.items()), 'QWRTZPSD')}"
    ballot = await cast(voice, Rebuttals, prompt, LABELS)
    assert isinstance(ballot, Rebuttals)
    for label, seat in LABELS.items():
        plain = " ".join(answers[label].replace("**", "").split())
        for quote in quoted_in(ballot.points[seat].point):
            assert quote in plain
    assert any(quoted_in(point.point) for point in ballot.points.values())
    assert any(point.disputes for point in ballot.points.values())


async def test_views_are_held_and_given_up_and_the_adjudicator_can_tell():
    calls = []
    for voice in VOICES:
        own = await said(voice, QUESTION)
        for seed in SEEDS:
            point = "Nobody has counted what REST costs this team in an ordinary week."
            objections = {"K7QM": f"“It will be fine” is a hope. {point}", "B3CD": "I dispute the order of the steps."}
            final = await said(voice, refinement(own, objections), seed=seed)
            assert not re.search(r"K7QM|B3CD|objection|rebuttal", final)
            texts = Texts(own, final)
            shown = (
                f"{FENCED}\n\nThe first answer:\n\n{sheet_text([('Z2Z2', texts.first)], 'MNBVCXYL')}\n\n"
                f"The final answer:\n\n{sheet_text([('Y3Y3', texts.final)], 'LKJHGFDS')}\n\n"
                f"The objections it was shown in between:\n\n{sheet_text(list(objections.items()), 'QWRTZPSD')}"
            )
            flip = await cast("hana", FlipCall, shown, {"K7QM": "rebuttal-01", "B3CD": "rebuttal-02"}, seed)
            assert isinstance(flip, FlipCall)
            calls.append((voice, flip.change))
            if flip.change == "cited_rebuttal":
                words = flip.words.rstrip(".").lower()
                assert words in " ".join(objections["K7QM" if flip.source == "rebuttal-01" else "B3CD"].lower().split())
                assert words in " ".join(final.lower().split())
            elif flip.change == "no_change":
                assert final.startswith(own.rstrip()[:200])
    changes = [change for _, change in calls]
    assert {"no_change", "cited_rebuttal", "uncited"} == set(changes)
    held = {voice: sum(one == voice and change == "no_change" for one, change in calls) for voice in VOICES}
    assert held["gus"] > held["fay"], "the stubborn hold more often than the gentle"


@pytest.mark.parametrize("voice", VOICES)
async def test_one_sentence_is_one(voice):
    system = "Choose one side. Answer in exactly one sentence that names the side and the mechanism."
    for question in (QUESTION, "Postgres or MongoDB?", "Why do projects run late?"):
        for seed in SEEDS[:4]:
            words = await said(voice, question, seed=seed, system=system)
            assert len(re.findall(r"[.!?](?:\s|$)", words)) == 1, words
            assert 30 < len(words) < 400


@pytest.mark.parametrize("voice", VOICES)
async def test_a_review_of_code_names_line_and_fix_and_skill_tells(voice):
    code = "def add(item, into=[]):\n    try:\n        log = open('log')\n    except:\n        into.append(item)\n"
    prompt = f"Review this.\n\n```python\n{code}```"
    known = flaws_in(prompt)
    assert {flaw.kind for flaw in known} == {"mutable-default", "unclosed-file", "bare-except"}
    words = await said(voice, prompt)
    found = [flaw for flaw in known if f"line {flaw.line}" in words]
    assert found
    for flaw in found:
        assert flaw.told.fix in words
        assert flaw.told.name in words


async def test_skilled_voices_see_more():
    lines = [f"def f{number}(x=[], y={{}}):\n    return x is {number}" for number in range(6)]
    prompt = "Review this.\n\n```python\n" + "\n\n".join(lines) + "\n```"
    known = {flaw.line for flaw in flaws_in(prompt)}

    async def seen(voice: str) -> int:
        return len([line for line in known if f"line {line}" in await said(voice, prompt)])

    assert await seen("hana") > await seen("fay")


async def test_claims_rest_on_words_that_stand_in_the_opinions():
    asked = "Write 400 to 600 words of connected prose."
    opinions = {
        label: await said(one, f"{FENCED}\n\n{asked}") for label, one in zip(LABELS, ("ada", "cyn", "dov"), strict=True)
    }
    assert all(380 <= len(text.split()) <= 620 for text in opinions.values())
    prompt = f"{FENCED}\n\nThe opinions:\n\n{sheet_text(list(opinions.items()), 'QWRTZPSD')}\n\nWrite 8 to 15 claims."
    by_seat = {seat: opinions[label] for label, seat in LABELS.items()}
    for voice in ("hana", "gus"):
        drafts = await cast(voice, ClaimDrafts, prompt, LABELS)
        assert isinstance(drafts, ClaimDrafts)
        assert 8 <= len(drafts.claims) <= 15
        assert any(claim.kind == "risk" for claim in drafts.claims)
        assert {span.source for claim in drafts.claims for span in claim.spans} == set(by_seat)
        for claim in drafts.claims:
            assert all(span.quote in by_seat[span.source] for span in claim.spans)


async def test_sources_are_named_by_number_and_quoted():
    sources = (
        '<sources fence="MNBVCXYL">\n[1] A field report\nhttps://example.org/1\nTeams that moved saw fewer calls.\n\n'
        "[2] A warning\nhttps://example.org/2\nCaching was lost in most cases.\n</sources MNBVCXYL>"
    )
    words = await said("ada", f"{FENCED}\n\n{sources}\n\nWrite 400 to 600 words of connected prose.")
    assert "“Teams that moved saw fewer calls” [1]" in words
    assert "[2]" in words
    assert "[3]" not in words


async def test_a_reply_to_critics_takes_up_what_they_miss():
    critics = {"K7QM": "4 of 10. It never says what could go wrong.", "B3CD": "5 of 10. It avoids deciding."}
    prompt = (
        f"Your opinion was scored lowest.\n\n{FENCED}\n\nThis is what its readers say about it:\n\n"
        f"{sheet_text(list(critics.items()), 'QWRTZPSD')}\n\nAnswer your critics in at most 200 words."
    )
    words = await said("bo", prompt)
    assert "“never says what could go wrong”" in words
    assert "“avoids deciding”" in words
    assert len(words.split()) <= 200
    assert len(sentences(words)) >= 2


async def test_a_topic_is_one_line_about_the_question():
    words = await said("dov", f"{FENCED}\n\nPhrase the topic of the debate: one sentence. Write only that sentence.")
    assert "GraphQL" in words
    assert "\n" not in words
    assert len(words.split()) <= 30


async def test_the_same_schema_in_another_order_is_the_same_task():
    form = ballot_reader.form_of(Rebuttals, list(LABELS))
    sheet = sheet_text([(label, "Go slowly, because the way back is narrow.") for label in LABELS], "QWRTZPSD")
    ballot = json.loads(await said("ada", f"{FENCED}\n\n{sheet}", schema=form))
    assert set(ballot["points"]) == set(LABELS)


async def test_threats_follow_from_the_parts_of_the_system():
    system = "Report threats to the system: each with its way in and a guard."
    described = (
        "Webhooks arrive over HTTPS. Tokens lie in Postgres. Support staff use an admin panel. Redis holds jobs."
    )
    words = await said("hana", described, system=system)
    assert "Forged webhooks" in words
    assert "build server" not in words
    assert "Forged webhooks" not in await said("hana", described)
    assert "Forged webhooks" not in await said("hana", QUESTION, system=system)
