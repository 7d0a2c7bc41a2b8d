"""Test fusion with a lying analyst, an empty member, a straggler, two members, and one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from moot.errors import BadSetting, CallFailed
from moot.exports.session_files import export
from moot.protocols.agreement import words
from moot.protocols.agreement.analysis import TOO_MANY
from moot.protocols.agreement.comparing import NO_ANALYSIS, UNREAD
from moot.protocols.agreement.findings import Analysis
from moot.protocols.fusion.deliberation import NOTHING_QUOTED, PRESETS, WITHOUT, FusionOptions
from moot.providers.provider import Call
from moot.sessions.fork import ForkChanges
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.state import SessionState
from moot.vocabulary.verdicts import Verdict
from sessions.backend import Backend, Said

SHEET = re.compile(r'<answer label="(\w+)" fence="\w+">\n(.*?)\n</answer \w+>', re.S)
SAYS = {
    "seat-a": "Cut the limit to 60 km/h. Nobody was hurt where it was tried.",
    "seat-b": "Cut the limit to 60 km/h, and paint the kerb first.",
    "seat-c": "Keep the limit. The signs cost 110 crowns each.",
    "seat-d": "Cut the limit to 60 km/h. Ask the school first.",
}
Draft = Callable[[dict[str, str]], Any]


def quoting(texts: dict[str, str], words: str) -> list[dict[str, str]]:
    return [{"source": label, "quote": words} for label, text in texts.items() if words in text]


def honest(texts: dict[str, str]) -> dict[str, Any]:
    """What there is to be found in those answers."""
    cut, keep = quoting(texts, "Cut the limit to 60 km/h"), quoting(texts, "Keep the limit.")
    sides = [{"text": "Cut it.", **each} for each in cut] + [{"text": "Keep it.", **each} for each in keep]
    kerb = quoting(texts, "paint the kerb first")
    return {
        "consensus": [{"text": "Cut the limit.", "passages": cut}] if cut else [],
        "contradictions": [{"text": "Whether to cut it.", "sides": sides}] if len(sides) > 1 else [],
        "partial_coverage": [],
        "unique_insights": [{"text": "Paint the kerb.", "passages": kerb}] if kerb else [],
        "blind_spots": ["Nobody says who measures the speed."],
    }


def lying(texts: dict[str, str]) -> dict[str, Any]:
    """Everybody is said to say what one says, and a passage is made up for whom it suits."""
    made_up = [{"source": label, "quote": "Paint the kerb red, white and blue."} for label in texts]
    others = [{"source": label, "quote": "paint the kerb first"} for label in texts]
    return {
        "consensus": [{"text": "Paint it red.", "passages": made_up}, {"text": "Paint it.", "passages": others}],
        "contradictions": [],
        "partial_coverage": [],
        "unique_insights": [{"text": f"{next(iter(texts))} alone is right.", "passages": others}],
        "blind_spots": [],
    }


def inventing(texts: dict[str, str]) -> dict[str, Any]:
    return {**lying(texts), "consensus": lying(texts)["consensus"][:1], "unique_insights": []}


class Voices:
    """What everybody says; `analyst` drafts from label and text."""

    def __init__(self, analyst: Draft | str | CallFailed = honest, says: dict[str, Said] | None = None) -> None:
        self.analyst, self.says = analyst, {**SAYS, **(says or {})}

    def __call__(self, call: Call) -> Said:
        stage = call.key.partition("/")[0]
        if stage == "analysis":
            if not callable(self.analyst):
                return self.analyst
            assert call.schema is not None
            texts = dict(SHEET.findall(call.messages[-1].text))
            mark = call.schema["properties"]["mark"]["enum"][0]
            return json.dumps({"mark": mark, **self.analyst(texts)})
        return self.says.get(call.seat.id, "It should be cut, says the chair.")


class Held:
    """A session that is over."""

    def __init__(self, state: SessionState, asked: list[str], prompts: dict[str, str]) -> None:
        self.state, self.asked, self.prompts = state, asked, prompts

    @property
    def verdict(self) -> Verdict:
        assert self.state.verdict is not None, (self.state.status, self.state.message)
        return self.state.verdict

    @property
    def analysis(self) -> Analysis:
        (found,) = (view.finding for view in self.state.findings)
        assert isinstance(found, Analysis)
        return found


async def held(voices: Voices | None = None, *, members: int = 4, council: Any = None, **options: Any) -> Held:
    async with Backend(voices or Voices()) as backend:
        session = await backend.convene("fusion", members=members, options=options, council=council or {})
        state = await backend.state(session)
        assert (await backend.runner.replay(session)).digest == state.digest
        prompts = {call.key: call.messages[-1].text for call in backend.voice.calls}
        return Held(state, backend.asked, prompts)


async def test_four_answers_take_six_calls_and_the_chair_reads_what_stands() -> None:
    it = await held()
    assert sorted(it.asked) == ["analysis/analyst", *(f"panel/{seat}" for seat in SAYS), "synthesis/chair"]
    assert [(one.text, one.holders) for one in it.analysis.consensus] == [
        ("Cut the limit.", ("seat-a", "seat-b", "seat-d"))
    ]
    assert [[side.holders for side in one.sides] for one in it.analysis.contradictions] == [
        [("seat-a", "seat-b", "seat-d"), ("seat-c",)]
    ]
    assert it.verdict.text == "It should be cut, says the chair."
    assert it.verdict.degraded == ()
    prompt = it.prompts["synthesis/chair"]
    labels = {text: label for label, text in SHEET.findall(prompt)}
    assert f"{labels[SAYS['seat-b']]}: “paint the kerb first”" in prompt
    assert "3 of 4 members" in prompt
    assert "seat-" not in prompt
    assert "Paint" not in it.prompts["analysis/analyst"], "the analyst is shown answers, not a comparison"


async def test_a_liar_is_struck_and_named_as_struck_everywhere() -> None:
    it = await held(Voices(lying))
    assert it.analysis.consensus == ()
    kept = it.analysis.unique_insights
    assert [(one.holders, one.claimed) for one in kept] == [(("seat-b",), "consensus"), (("seat-b",), kept[1].claimed)]
    struck = {one.text: one.times for one in it.analysis.struck}
    assert struck["Paint the kerb red, white and blue."] == 4
    assert "Paint it red." in struck
    assert "another answer alone is right." in kept[1].text, "labels are private to the analyst's sheet"
    prompt = it.prompts["synthesis/chair"]
    assert "Struck (consensus): “Paint it red.”: no passage" in prompt
    assert prompt.count("Paint the kerb red, white and blue.") == 1
    for form in ("md", "html"):
        told = export(it.state, [], form)
        assert "Paint it red." in told


@pytest.mark.parametrize("count", [12, 30, 200])
async def test_what_comes_after_the_items_asked_for_is_told_and_costs_no_call(count: int) -> None:
    def talkative(texts: dict[str, str]) -> dict[str, Any]:
        passages = quoting(texts, "Cut the limit to 60 km/h")
        items = [{"text": f"Cut it, reason {at}.", "passages": passages} for at in range(count)]
        return {**honest(texts), "consensus": items}

    it = await held(Voices(talkative))
    assert len([key for key in it.asked if key.startswith("analysis")]) == 1
    assert [one.text for one in it.analysis.consensus] == [f"Cut it, reason {at}." for at in range(8)]
    surplus = [one.text for one in it.analysis.struck if one.reason == TOO_MANY.format(most=8)]
    assert surplus == [f"Cut it, reason {at}." for at in range(8, count)]


async def test_an_analysis_in_which_nothing_holds_is_told_and_the_verdict_says_so() -> None:
    it = await held(Voices(inventing))
    assert not it.analysis.quoted
    assert it.verdict.reason == NOTHING_QUOTED
    assert NOTHING_QUOTED in it.verdict.degraded
    alone = await held(Voices(inventing), analysis_only=True)
    assert (alone.verdict.outcome, alone.verdict.text, alone.verdict.reason) == ("inconclusive", None, words.EMPTY)


@pytest.mark.parametrize(
    ("said", "why"),
    [("I like them all.", UNREAD), ('{"mark": "', UNREAD), (CallFailed("refused", "No."), NO_ANALYSIS)],
    ids=["words", "cut", "no"],
)
async def test_without_an_analysis_the_chair_gets_the_answers_and_the_verdict_says_that_nothing_was_compared(
    said: Said, why: str
) -> None:
    it = await held(Voices(said))
    assert (it.analysis.by, it.analysis.quoted, it.analysis.reason) == (None, False, why)
    assert it.verdict.text == "It should be cut, says the chair."
    assert it.verdict.reason == f"{why} {WITHOUT}"
    assert it.verdict.reason in it.verdict.degraded
    assert why in it.prompts["synthesis/chair"]
    assert all(text in it.prompts["synthesis/chair"] for text in SAYS.values())


async def test_the_analysis_alone_asks_no_chair() -> None:
    it = await held(analysis_only=True)
    assert "synthesis/chair" not in it.asked
    assert len(it.asked) == 5
    assert "synthesis" not in it.state.stages
    text = it.verdict.text or ""
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        f"## {title}" for title in words.TITLES.values()
    ]
    assert "- Cut the limit. (3 of 4 members)\n  - answer 1: “Cut the limit to 60 km/h”" in text
    for form in ("md", "html"):  # what the verdict says in full is no finding beside it
        told = export(it.state, [], form)
        assert "What was found" not in told, form
        assert told.count("Analysis of the answers") == 1, form
    with pytest.raises(BadSetting, match="'verdict_output' changes nothing here"):
        await held(analysis_only=True, verdict_output=500)


async def test_an_empty_member_holds_nothing_and_makes_no_consensus_easier() -> None:
    it = await held(Voices(says={"seat-a": "", "seat-d": CallFailed("error", "Gone.", error="not_found")}), quorum=2)
    assert it.analysis.panel == tuple(SAYS)
    assert set(it.analysis.unanswered) == {"seat-a", "seat-d"}
    assert it.analysis.consensus == ()
    assert {lost.seat for lost in it.verdict.missing} == {"seat-a", "seat-d"}
    assert "2 members: no answer came." in it.prompts["synthesis/chair"]


async def test_a_preset_sets_what_nobody_set_and_a_fork_may_set_it_anew() -> None:
    async with Backend(Voices()) as backend:
        session = await backend.convene("fusion", options={"preset": "budget", "max_output": 777})
        opened = (await backend.bodies(session))["opened"]
        assert isinstance(opened, SessionOpened)
        assert {name: opened.options[name] for name in PRESETS["budget"]} == {**PRESETS["budget"], "max_output": 777}
        assert {seat.max_output for seat in opened.roster.seats} == {777}
        state = await backend.state(session)
        assert [key for key in backend.asked if key.startswith("panel/")] == [
            "panel/seat-a",
            "panel/seat-b",
            "panel/seat-c",
        ]
        (found,) = (view.finding for view in state.findings)
        assert isinstance(found, Analysis)
        assert found.unasked == ("seat-d",)
        assert "One member: not asked, because the panel takes the first 3 members." in await backend.prompt(
            session, "synthesis/chair"
        )
        fork = await backend.runner.fork(session, ForkChanges(stage="panel", options={"preset": "quality"}))
        await backend.runner.ended(fork)
        again = (await backend.bodies(fork))["opened"]
        assert isinstance(again, SessionOpened)
        assert (again.options["panel"], again.options["most_items"], again.options["max_output"]) == (8, 8, 777)
        assert again.options["allowance"] == FusionOptions().allowance


@pytest.mark.parametrize(
    ("options", "says"),
    [({"panel": 9}, "panel"), ({"panel": 1}, "panel"), ({"most_items": 0}, "most_items"),
     ({"preset": "budget", "quorum": 4}, "can never be met"), ({"preset": "cheap"}, "preset")],
)  # fmt: skip
async def test_options_out_of_bounds_are_refused_by_name(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        await held(**options)
