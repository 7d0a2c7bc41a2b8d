"""Build the `Result` of a session: what `moot ask --json`, the API, exports and Python programs give.

An unfinished session has one too; its `outcome` is then `running` or `waiting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from moot.errors import (
    DeadlinePassed,
    MootError,
    OutOfBudget,
    QuorumLost,
    SessionOver,
    StorageFailed,
    TranscriptDiverged,
)
from moot.sessions.amounts import may_follow
from moot.views.card import card_of
from moot.views.findings_in_words import FindingInWords, found_in
from moot.vocabulary import keys
from moot.vocabulary.events import Fork
from moot.vocabulary.findings import Standing
from moot.vocabulary.questions import Attachment
from moot.vocabulary.seats import NANO, Seat, dollars
from moot.vocabulary.state import FindingView, MoveView, SessionState, Status
from moot.vocabulary.statements import Source, Usage
from moot.vocabulary.verdicts import MissingSeat, Ruling
from moot.vocabulary.words.endings import degraded_of, losses_in_words, outcome_of
from moot.vocabulary.words.headings import call_in_words
from moot.vocabulary.words.seat_names import in_names
from moot.vocabulary.words.standing import said_in
from moot.vocabulary.words.sums import money

OUTCOME_WORDS = {"out_of_budget": "out of budget", "waiting": "waiting for a person"}
"""Outcomes that are not words as they stand."""

LONGEST_ANSWER = 280
"""Characters of an answer in a line."""

Part = Literal["spoke", "failed", "late", "asked", "waiting", "not_asked"]


class SeatResult(Struct, frozen=True, kw_only=True):
    """One seat or office."""

    id: str
    """`seat-a`, …, `chair`, …"""
    model: str
    """The model that fills it."""
    state: Part
    """What became of its latest move: `asked` while a call is open, `waiting` while a person thinks, `not_asked`."""
    scripted: bool
    """True for a demo voice or a written example."""


class Reason(Struct, frozen=True, kw_only=True):
    """A reason for an answer, or against it."""

    text: str
    """The reason, in a sentence."""
    by: tuple[str, ...] = ()
    """The seats that gave it."""
    passage: str = ""
    """The words it was taken from, as one of them wrote it."""


class Result(Struct, frozen=True, kw_only=True):
    """A session as doors give it."""

    session: str
    """Its id."""
    protocol: str
    """The protocol it deliberates by."""
    outcome: Status
    """`verdict`, `inconclusive`, `failed`, `stopped`, `out_of_budget`; or `running`, `waiting`."""
    reason: str
    """Why there is no verdict, or why it is degraded; empty otherwise."""
    message: str
    """For an ending without a result: what happened."""
    remedy: str
    """For an ending without a result: what to do."""
    needs: float | None
    """For an ending for want of money: the smallest budget in dollars under which the next calls start."""
    enough: float | None
    """The same: the budget that usually suffices to the end."""
    typical: float | None
    """The same: what the whole session usually comes to; an estimate, null when some price is unknown."""
    most: float | None
    """The same: what it comes to at the most, if nothing fails."""
    cap_of: str
    """The same: which budget was too small, `session`, `call` or `day`; empty otherwise."""
    answer: str | None
    """The answer in a line, where the body is no longer than that; null otherwise."""
    confidence: float | None
    """0 to 1 where the protocol computes one."""
    reasons: tuple[Reason, ...] = ()
    """Why the answer is right, the strongest first, as far as the protocol says."""
    dissent: tuple[Reason, ...] = ()
    """What members hold against it."""
    would_change: tuple[str, ...] = ()
    """What would change the answer."""
    sources: tuple[Source, ...]
    """What was looked up, in order."""
    body: str | None
    """The whole answer as Markdown; null when there is none."""
    verdict_by: str | None
    """The seat that wrote the body."""
    verbatim: bool
    """True when nobody could write and a member's answer stands as it was given."""
    truncated: bool
    """True when the body was cut at its writer's output limit."""
    winner: str | None
    """The seat whose answer the ballots put first, where there is one."""
    standing: Standing | None
    """The latest standing that was computed."""
    said: tuple[str, ...]
    """That standing in sentences, the headline first: who put whom first; then the chance, then what a ballot could
    change."""
    findings: tuple[FindingView, ...]
    """Everything that was computed, in order."""
    ruling: Ruling | None
    """The verdict's class by rules in code, where the protocol has classes."""
    told: tuple[FindingInWords, ...]
    """The findings that stand, in words."""
    seats: tuple[SeatResult, ...]
    """Members in order, then offices."""
    models: dict[str, str]
    """The model of each of them, by its id."""
    verdict_model: str | None
    """The model that wrote the body."""
    winner_model: str | None
    """The model whose answer the ballots put first, where there is one."""
    answered: tuple[str, ...]
    """Where too few answered and it stopped: the members that did. Resume with at least as many to go on with them."""
    missing: tuple[MissingSeat, ...]
    """Whose part is not in the result, where and why."""
    usage: Usage
    """Tokens of all calls."""
    cost: float | None
    """Dollars of calls whose price is known; null when nobody knows what some call may have cost."""
    at_most: float
    """Most that may still be charged on top, in dollars: a bound for calls that failed, told no price, or were in
    flight at a crash. It is no cost, and nobody knows whether any of it will be billed."""
    may_follow: str
    """The same in words, with what it is for; empty where nothing may follow."""
    degraded: tuple[str, ...]
    """Each way in which this is less than a full result."""
    notes: tuple[str, ...]
    """What was decided for the user when it opened, and which calls were lost in a crash."""
    question: str
    """What was asked."""
    attachments: tuple[Attachment, ...]
    """Files that came with the question."""
    council: str
    """The council's name, when it had one."""
    digest: str
    """The verdict's digest; empty without one."""
    fork: Fork | None
    """Where it was branched off."""
    thread: str | None
    """Its conversation."""
    opened_at: str
    """When it was opened."""
    ended_at: str
    """When it ended; empty while it has not."""
    seconds: float
    """Running time."""
    scripted: bool
    """Whether scripted voices took part."""
    label: str | None
    """What must be said when scripted voices took part; null otherwise."""

    def __repr__(self) -> str:
        """The result in a few short lines; every field is there by its name."""
        made = f"{len(self.seats)} seats, {self.usage.calls} calls"
        spent = "cost unknown" if self.cost is None else money(round(self.cost * NANO))
        lines = [f"{self.outcome}, {self.protocol}, {made}, {spent}, {self.seconds:.1f} s"]
        if self.label:
            lines.append(self.label)
        said = self.body if self.body is not None else f"{self.reason}: {self.message}"
        lines += [f"{name}: {_cut(words)}" for name, words in (("question", self.question), ("answer", said)) if words]
        lines += [_cut(line) for line in (*self.said[:1], *by_models(self.degraded[:2], self))]
        return "\n  ".join([f"<Result {self.session[:8]}", *lines]) + ">"

    def raise_for_outcome(self) -> Result:
        """The result itself where there is an answer, or the council withholds one; else raises the `MootError` that
        the session ended with: `OutOfBudget`, `QuorumLost`, `DeadlinePassed`, `SessionOver` and so on."""
        error = failure_of(self)
        if error is None:
            return self
        causes = by_models(losses_in_words(self.missing), self)
        error.message = " ".join([error.message, *causes, f"Session {self.session}."])
        raise error

    def _repr_html_(self) -> str:
        """The result in a notebook."""
        writer = next((seat.model for seat in self.seats if seat.id == self.verdict_by), "")
        sure = f"{100 * self.confidence:.0f} % sure" if self.confidence is not None else ""
        spent = "unknown cost" if self.cost is None else money(round(self.cost * NANO))
        spent += f" charged; {self.may_follow}" if self.at_most else ""
        cached = f" ({self.usage.cached} from a cache)" if self.usage.cached else ""
        return card_of(
            over=("Moot", self.council, self.protocol, OUTCOME_WORDS.get(self.outcome, self.outcome), sure),
            question=self.question,
            warnings=([f"{self.label[:1].upper()}{self.label[1:]}."] if self.label else [])
            + list(by_models(self.degraded, self)),
            verdict=self.body,
            ending=" ".join(filter(None, (self.message or self.reason or f"It is {self.outcome}.", self.remedy))),
            facts=(
                _written_by(self.verdict_by, writer),
                self.reason if self.body is not None and self.reason not in self.degraded else "",
                f"{self.usage.calls} calls, {self.usage.input + self.usage.output} tokens{cached}, {spent}",
                f"Session {self.session}",
            ),
        )


def _written_by(seat: str | None, model: str) -> str:
    """Who wrote the answer: a member by its model, an office by what it is, too."""
    if not seat:
        return ""
    return f"By {model}" if seat.startswith("seat-") else f"By the {seat} ({model})"


def _cut(words: str, most: int = 110) -> str:
    line = " ".join(words[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def result_of(state: SessionState) -> Result:
    """The session's result, as far as it goes."""
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    verdict, short, standing = state.verdict, state.shortfall, standing_of(state)
    return Result(
        session=state.session,
        protocol=state.protocol,
        outcome=outcome_of(state),
        reason=state.reason,
        message=state.message,
        remedy=state.remedy,
        needs=dollars(short.needs) if short else None,
        enough=dollars(short.enough) if short else None,
        typical=dollars(short.typical) if short else None,
        most=dollars(short.most) if short else None,
        cap_of=short.whose if short else "",
        answer=answer_in(verdict.text) if verdict else None,
        confidence=verdict.confidence if verdict else None,
        sources=tuple(source for found in state.sources.values() for source in found.sources),
        body=verdict.text if verdict else None,
        verdict_by=verdict.by if verdict else None,
        verbatim=verdict.verbatim if verdict else False,
        truncated=verdict.truncated if verdict else False,
        winner=verdict.winner if verdict else None,
        standing=standing,
        said=tuple(said_in(standing, state.names())) if standing is not None else (),
        findings=state.findings,
        ruling=verdict.ruling if verdict else None,
        told=found_in(state),
        seats=tuple(
            SeatResult(id=seat.id, model=seat.model, state=part_of(state, seat), scripted=seat.scripted)
            for seat in (*state.seats, *state.offices)
        ),
        models=models,
        verdict_model=models.get(verdict.by or "") if verdict else None,
        winner_model=models.get(verdict.winner or "") if verdict else None,
        answered=state.answered,
        missing=state.missing,
        usage=state.usage,
        cost=dollars(state.cost) if state.cost_known else None,
        at_most=dollars(state.on_top) or 0.0,
        may_follow=may_follow(state.on_top),
        degraded=degraded_of(state),
        notes=(*state.notes, *lost_calls(state)),
        question=state.question.text,
        attachments=state.question.attachments,
        council=state.council,
        digest=state.digest,
        fork=state.fork,
        thread=state.thread,
        opened_at=state.opened_at,
        ended_at=state.ended_at,
        seconds=state.t / 1000,
        scripted=state.scripted,
        label=state.label or None,
    )


def answer_in(body: str | None) -> str | None:
    """Return a body that is itself an answer in a line."""
    line = (body or "").strip()
    return line if line and "\n" not in line and len(line) <= LONGEST_ANSWER else None


def lost_calls(state: SessionState) -> tuple[str, ...]:
    """Which calls were in flight when the session was interrupted, and what that may cost."""
    names = state.names()
    free = {seat.id for seat in (*state.seats, *state.offices) if seat.person or (seat.price and seat.price.free)}
    costly = [key for key in state.orphans if keys.who_of(key).partition("#")[0] not in free]
    calls = "; ".join(call_in_words(key, names) for key in costly)
    others = "; ".join(call_in_words(key, names) for key in state.orphans if key not in costly)
    told = []
    if calls:
        told.append(
            "In flight when the session was interrupted, so they may still be charged, and count against the budget: "
            f"{calls}."
        )
    if others:
        told.append(f"In flight when the session was interrupted, and free of charge: {others}.")
    return tuple(told)


def standing_of(state: SessionState) -> Standing | None:
    """The latest standing."""
    made = [view.finding for view in state.findings if isinstance(view.finding, Standing)]
    return made[-1] if made else None


def part_of(state: SessionState, seat: Seat) -> Part:
    """What became of a seat's latest move; repairs and the conversation's title do not count."""
    moves: list[MoveView] = [
        move
        for move in state.moves.values()
        if move.seat == seat.id and move.stage != "title" and not move.key.endswith("+repair")
    ]
    if not moves:
        return "not_asked"
    return "waiting" if seat.person and moves[-1].state == "asked" else moves[-1].state


def by_models(lines: Sequence[str], result: Result) -> tuple[str, ...]:
    """Lines about seats with their models in their place, each once, for readers who named models and no seats."""
    names = {seat.id: seat.model for seat in result.seats}
    return tuple(dict.fromkeys(in_names(line, names) for line in lines))


class Summary(Struct, frozen=True, kw_only=True):
    """What doors that speak another program's format say of a council's answer beside its words."""

    session: str
    """The session."""
    protocol: str
    """The protocol it deliberated by."""
    outcome: Status
    """How it ended."""
    winner: str | None
    """The seat whose answer the ballots put first."""
    said: tuple[str, ...]
    """What the ballots came to in sentences, the headline first: who put whom first. Empty where nothing was ranked."""
    ruling: Ruling | None
    """The answer's class by rules in code, where the protocol has classes: what was found, whatever its writer says."""
    reason: str
    """Why no answer is given, on which grounds it was found, or why it is degraded; empty otherwise."""
    degraded: tuple[str, ...]
    """Each way in which this is less than a full result."""
    missing: tuple[str, ...]
    """Seats whose part is not in it."""
    cost: float | None
    """Dollars of calls whose price is known; null when nobody knows what some call may have cost."""
    at_most: float
    """Most that may still be charged on top for calls that failed or told no price, in dollars."""
    notice: str | None
    """What must be said when scripted voices took part."""


def summary_of(result: Result) -> Summary:
    """A result in short."""
    return Summary(
        session=result.session,
        protocol=result.protocol,
        outcome=result.outcome,
        winner=result.winner,
        said=result.said,
        ruling=result.ruling,
        reason=result.reason,
        degraded=result.degraded,
        cost=result.cost,
        at_most=result.at_most,
        missing=tuple(lost.seat for lost in result.missing),
        notice=result.label,
    )


def withheld(result: Result) -> str:
    """What is said in place of a verdict that the protocol withholds."""
    return f"The council withheld a verdict: {result.reason}"


def failure_of(result: Result) -> MootError | None:
    """The error that a session without a verdict is; `None` when there is something to give."""
    if result.outcome in ("verdict", "inconclusive"):
        return None
    if result.outcome == "out_of_budget":
        figures = {"session": result.session, "cap_of": result.cap_of, "spent": result.cost, "at_most": result.at_most}
        figures |= {name: getattr(result, name) for name in ("needs", "enough", "typical", "most")}
        return OutOfBudget(result.message, result.remedy, figures=figures)
    if result.outcome == "stopped":
        return SessionOver("The session was stopped before it came to a verdict.", "Ask again, or resume it.")
    kinds: dict[str, type[MootError]] = {
        "quorum": QuorumLost,
        "deadline": DeadlinePassed,
        "storage": StorageFailed,
        "diverged": TranscriptDiverged,
    }
    return kinds.get(result.reason, MootError)(result.message, result.remedy)
