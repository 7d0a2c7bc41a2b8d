"""Where does a reader get what an editor wrote? Nothing before it was checked, and no struck word unmarked."""

from __future__ import annotations

import io
import re
from csv import DictReader
from dataclasses import dataclass

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from moot.cli.screen.live_view import drawn
from moot.cli.screen.streamed_words import Speaking
from moot.cli.sessions.show import show_everything
from moot.errors import CallFailed
from moot.exports.delivery.channels import Channel
from moot.exports.delivery.digest import Held, files_of, told_of
from moot.exports.delivery.feed import atom_of
from moot.exports.delivery.message import Message
from moot.exports.delivery.sending import letter_of
from moot.exports.markdown.markdown import markdown_of
from moot.exports.pages.html import html_of
from moot.exports.table import table_of
from moot.protocols.claim_vote.findings import NarrativeAudit
from moot.protocols.replies import latest
from moot.server.openai.fields import Wishes
from moot.server.openai.stream import answer_of, progress_of
from moot.sessions.results.result import result_of, summary_of
from moot.sessions.verdict_stream import Dictation
from moot.transcripts.scheduled.outbox import Delivery
from moot.vocabulary.events import Event, SeatSpeaking
from moot.vocabulary.state import SessionState, state_of
from protocols.claim_vote.claimants import Editor, form_said
from protocols.claim_vote.narrative.test_forms_told import STRUCK, doors, heard, held

UNTRUE = "The council wants a new office."
HELD = Held(schedule="s", name="Daily", question="Q?", at=0, date="1970-01-01", when="today", session="x", why="")
BROKEN = f"I would rather say it freely. {UNTRUE}"


def form(prompt: str) -> str:
    """A form with a sentence that does not follow from the votes."""
    true = {"text": "The council voted on twelve claims.", "claims": []}
    return form_said(prompt, summary=[true, {"text": UNTRUE, "claims": []}])


def free(prompt: str) -> str:
    """No form at all."""
    return BROKEN


@dataclass
class Repaired:
    """An editor that writes freely first, and then a form."""

    asked: int = 0

    def __call__(self, prompt: str) -> str:
        self.asked += 1
        return BROKEN if self.asked == 1 else form(prompt)


@dataclass
class Drafting:
    """An editor of prose: the report put together by rule, with an untrue sentence, in one draft or in both."""

    report: str
    again: bool
    asked: int = 0

    def __call__(self, prompt: str) -> str | CallFailed:
        self.asked += 1
        planted = self.asked == 1 or self.again
        return self.report.replace("\n\n", f"\n\n{UNTRUE} ", 1) if planted else self.report


async def report_by_rule() -> str:
    """What stands where no editor writes."""
    state = await held(free, options={"report": "prose"})
    assert state.verdict is not None
    return (state.verdict.text or "").partition("| claim |")[0].strip()


def everything(state: SessionState, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What a reader gets, by where, at the terminal too."""
    capsys.readouterr()
    show_everything(state)
    told = {"markdown": markdown_of(state), "html": html_of(state), "show --full": capsys.readouterr().out}
    told["csv"] = "\n".join(row["words"] for row in DictReader(io.StringIO(table_of(state))) if not row["left_out"])
    message = told_of(HELD, state, None, "").message
    told["digest"] = "\n".join([message.subject, message.text])
    told["mail"] = "\n".join(each.text for each in files_of(state) if each.name.endswith(".md"))
    told |= delivered(state, message)
    return told | {door: text for door, text in doors(state).items() if door != "votes"} if state.verdict else told


def delivered(state: SessionState, message: Message) -> dict[str, str]:
    """What goes out of a schedule's session: by feed, by mail with its files, as JSON and by ntfy."""
    written = msgspec.json.encode(message).decode()
    kept = Delivery(
        id=1,
        about=message.about,
        channel="feed",
        message=written,
        state="waiting",
        attempts=0,
        next_at=0.0,
        held_until=0.0,
        error="",
        made=0.0,
    )
    me = Channel(name="me", kind="mail", url="smtps://mail.example.org", to=("me@example.org",), sender="m@example.org")
    letter = letter_of(me, message, files_of(state))
    parts = [part.get_content() for part in letter.walk() if part.get_content_type().startswith("text/")]
    return {"atom": atom_of([kept]), "letter": "\n".join(map(str, parts)), "json": written}


def asked_by_program(state: SessionState, events: list[Event]) -> dict[str, str]:
    """What a program gets that asks the council as a model: by the OpenAI-compatible doors, and by `llm`."""
    result = result_of(state)
    sent = Dictation()
    streamed = "".join(map(sent.taken, events)) + "".join(sent.rest(result.verdict or ""))
    return {
        "openai": answer_of(result, Wishes()).text or "",
        "openai progress": progress_of(events, state),
        "openai stream and llm": streamed,
        "llm --json": msgspec.json.encode(summary_of(result)).decode(),
    }


LISTED = re.compile(r"(Struck by the audit)(?:.(?!\| claim \||<table))*", re.S)
"""The part of a report in prose that lists the sentences that were struck."""


def unstruck(text: str) -> str:
    """The text on one line, without what is marked as struck."""
    return " ".join(LISTED.sub(r"\1", STRUCK.sub("", re.sub(r"&#x27;|&quot;", "'", text))).split())


@pytest.mark.parametrize("kind", ["form", "free", "repaired", "draft", "drafts"])
async def test_an_untrue_sentence_stands_unstruck_in_no_door(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    prose = kind.startswith("draft")
    editors: dict[str, Editor] = {"form": form, "free": free, "repaired": Repaired()}
    editor = Drafting(await report_by_rule(), again=kind == "drafts") if prose else editors[kind]
    events = await heard(editor, options={"report": "prose"} if prose else {})
    state = state_of(events)
    assert any(UNTRUE in move.text for move in state.moves.values())
    assert latest(state, NarrativeAudit) is not None
    told = everything(state, capsys) | asked_by_program(state, events)
    for door, text in told.items():
        assert UNTRUE not in unstruck(text), door


@pytest.mark.parametrize("kind", ["form", "prose"])
@pytest.mark.parametrize("status", ["running", "stopped"])
@pytest.mark.parametrize("read", [False, True])
async def test_nothing_is_shown_before_it_was_checked(
    kind: str, status: str, read: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    state = await held(form if kind == "form" else free, options={"report": kind})
    cut = before_it_was_checked(state, status, read)
    assert any(UNTRUE in move.text for move in cut.moves.values())
    for door, text in everything(cut, capsys).items():
        assert UNTRUE not in text, door
        assert door in OTHERS or read or ("Being checked" in text) == (status == "running"), door


OTHERS = ("csv", "digest", "mail", "atom", "letter", "json")
"""Ways that tell of what stands alone, and so need no word for what is still to come."""


def before_it_was_checked(state: SessionState, status: str, read: bool = False) -> SessionState:
    """The session as it stood when its editor had spoken, its form read or not."""
    kept = tuple(one for one in state.findings if not isinstance(one.finding, NarrativeAudit))
    ballots = {key: view for key, view in state.ballots.items() if read or not key.startswith("narrative/")}
    return replace(state, findings=kept, ballots=ballots, verdict=None, status=status)


async def test_the_live_view_types_out_no_words_that_are_still_to_be_checked() -> None:
    state = before_it_was_checked(await held(free), "running")
    speaking = Speaking()
    for stage, shown in (("narrative", False), ("opinions", True)):
        key = next(key for key in state.moves if key.startswith(f"{stage}/"))
        seat = state.moves[key].seat
        now = replace(state, entered=(*state.entered[: state.entered.index(stage)], stage))
        speaking.hear(SeatSpeaking(session=state.session, key=key, seat=seat, attempt=1, offset=0, text=BROKEN))
        console = Console(width=160, height=60, record=True, file=io.StringIO())
        console.print(drawn(now, speaking, 160, 60))
        assert (UNTRUE in console.export_text()) == shown, stage
