"""Build the `Result` of a session, as returned by `moot ask --json`, the API, exports and Python.

An unfinished session has one too, with `outcome` `running` or `waiting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import asdict

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
from moot.views.contract import ResultContract, contract_of
from moot.views.findings_in_words import FindingInWords, found_in
from moot.views.safe_markdown import html_from
from moot.vocabulary import event_keys
from moot.vocabulary.events import Fork
from moot.vocabulary.findings import Standing
from moot.vocabulary.questions import Attachment
from moot.vocabulary.seats import NANO, Seat, dollars
from moot.vocabulary.state import FindingView, MoveView, SessionState, Status
from moot.vocabulary.statements import Usage
from moot.vocabulary.verdicts import MissingSeat, Ruling
from moot.vocabulary.words.endings import degraded_of, losses_in_words, outcome_of
from moot.vocabulary.words.headings import call_in_words
from moot.vocabulary.words.seat_names import in_names
from moot.vocabulary.words.sums import money

OUTCOME_WORDS = {"out_of_budget": "out of budget", "waiting": "waiting for a person"}
"""Texts shown for outcomes that read differently from their names in the API."""

Part = Literal["spoke", "failed", "late", "asked", "waiting", "not_asked"]


class SeatResult(Struct, frozen=True, kw_only=True):
    """A seat of the session (a member's or an office's), with its model and state."""

    id: str
    """Id of the seat: `seat-a`, …, `chair`, …"""
    model: str
    """Model of the seat."""
    state: Part
    """State of the latest request to the seat: `asked` while a call is open, `waiting` for a person, `not_asked`, or
    how it ended.
    """
    scripted: bool
    """Whether the seat has a scripted demo voice or a written example."""


class Result(ResultContract, frozen=True, kw_only=True):
    """A session's result: the answer, how it came about, and what it cost."""

    session: str
    """Id of the session."""
    protocol: str
    """Protocol of the session."""
    outcome: Status
    """How the session ended: `verdict`, `inconclusive`, `failed`, `stopped`, `out_of_budget`; or
    `running`, `waiting`.
    """
    reason: str
    """Why there is no verdict, or why it is degraded; else empty."""
    message: str
    """If the session ended without a result: what happened."""
    remedy: str
    """If the session ended without a result: what to do."""
    needs: float | None
    """If the budget ended the session: the smallest budget in dollars under which the next calls start."""
    enough: float | None
    """If the budget ended the session: the budget in dollars that usually suffices to finish."""
    typical: float | None
    """If the budget ended the session: typical cost of the whole session in dollars, an estimate; null if a price is
    unknown.
    """
    most: float | None
    """If the budget ended the session: maximum cost of the whole session in dollars, without failures."""
    cap_of: str
    """If the budget ended the session: which budget was too small, `session`, `call` or `day`; else empty."""
    probability: float | None
    """Confidence from 0 to 1, if the protocol computes one. It is a judge's own claim."""
    verdict_by: str | None
    """The seat that wrote the verdict's text; `None` if there is none."""
    verbatim: bool
    """Whether a member's answer is used unchanged, because no writer was available."""
    truncated: bool
    """Whether the body was cut at its writer's output limit."""
    winner: str | None
    """The seat whose answer the ballots put first, if there is one."""
    standing: Standing | None
    """How the answers rank by the latest ballots; `None` if no ranking was computed."""
    findings: tuple[FindingView, ...]
    """All findings (results computed from ballots or texts), in order."""
    ruling: Ruling | None
    """The verdict's class by rules in code, if the protocol has classes."""
    told: tuple[FindingInWords, ...]
    """The findings as text for people, without those that a later one replaces."""
    seats: tuple[SeatResult, ...]
    """Members in order, then offices."""
    models: dict[str, str]
    """Model of each seat, by seat id."""
    verdict_model: str | None
    """The model that wrote the body."""
    winner_model: str | None
    """The model whose answer the ballots put first, if there is one."""
    answered: tuple[str, ...]
    """If too few members answered: the seats that did. To continue with them, resume with a quorum of this many or
    fewer.
    """
    missing: tuple[MissingSeat, ...]
    """Missing seats, with stage and reason."""
    usage: Usage
    """Tokens of all calls."""
    cost: float | None
    """Cost in dollars of calls with a known price; null if the cost of a call has no upper bound."""
    at_most: float
    """Maximum further cost in dollars: an upper bound for calls that failed, reported no price, or were in flight at a
    crash. It may never be charged."""
    may_follow: str
    """The possible further cost in words, with the reason; empty if there is none."""
    degraded: tuple[str, ...]
    """Each way in which the result is incomplete, in words."""
    notes: tuple[str, ...]
    """Decisions made for the user at opening, and calls lost in a crash."""
    question: str
    """The question that the session asked."""
    attachments: tuple[Attachment, ...]
    """Files attached to the question."""
    council: str
    """The council's name, if it has one."""
    digest: str
    """Digest of the verdict; empty if there is none."""
    fork: Fork | None
    """The session and stage from which this session was forked; `None` if it is no fork."""
    thread: str | None
    """Id of the session's conversation."""
    opened_at: str
    """When the session was opened."""
    ended_at: str
    """When the session ended; empty while it runs."""
    seconds: float
    """Running time in seconds."""
    scripted: bool
    """Whether scripted demo voices took part."""
    label: str | None
    """Required notice that scripted voices took part; null if none did."""

    def __repr__(self) -> str:
        """Return the result in a few short lines. Not all fields are shown."""
        made = f"{len(self.seats)} seats, {self.usage.calls} calls"
        spent = "cost unknown" if self.cost is None else money(round(self.cost * NANO))
        lines = [f"{self.outcome}, {self.protocol}, {made}, {spent}, {self.seconds:.1f} s"]
        if self.label:
            lines.append(self.label)
        said = self.answer if self.body is not None else f"{self.reason}: {self.answer}"
        lines += [f"{name}: {_cut(words)}" for name, words in (("question", self.question), ("answer", said)) if words]
        lines += [_cut(line) for line in (*filter(None, [self.confidence]), *by_models(self.degraded[:2], self))]
        return "\n  ".join([f"<Result {self.session[:8]}", *lines]) + ">"

    def raise_for_outcome(self) -> Result:
        """Return this result if the session ended in a verdict or as inconclusive; raise the session's error otherwise.

        Raises:
            MootError: The error the session ended with: `OutOfBudget`, `QuorumLost`, `DeadlinePassed`, `SessionOver` …

        Example:
            answer = result.raise_for_outcome().body
        """
        error = failure_of(self)
        if error is None:
            return self
        causes = by_models(losses_in_words(self.missing), self)
        error.message = " ".join([error.message, *causes, f"Session {self.session}."])
        raise error

    def _repr_html_(self) -> str:
        """Return the result as HTML for a notebook."""
        writer = next((seat.model for seat in self.seats if seat.id == self.verdict_by), "")
        sure = f"{100 * self.probability:.0f} % sure" if self.probability is not None else ""
        spent = "unknown cost" if self.cost is None else money(round(self.cost * NANO))
        spent += f" charged; {self.may_follow}" if self.at_most else ""
        cached = f" ({self.usage.cached} from a cache)" if self.usage.cached else ""
        over = ("Moot", self.council, self.protocol, OUTCOME_WORDS.get(self.outcome, self.outcome), sure)
        ending = f"**{self.message or self.reason or f'It is {self.outcome}.'}** {self.remedy}"
        warnings = [f"- {line}" for line in (*filter(None, [self.label]), *by_models(self.degraded, self))]
        facts = [
            _written_by(self.verdict_by, writer),
            self.reason if self.body is not None and self.reason not in self.degraded else "",
            f"{self.usage.calls} calls, {self.usage.input + self.usage.output} tokens{cached}, {spent}",
            f"Session {self.session}",
        ]
        parts = [" · ".join(filter(None, over)), f"*{_cut(self.question, 300)}*", "\n".join(warnings)]
        parts += [self.body if self.body is not None else ending, "\n".join(f"- {fact}" for fact in facts if fact)]
        return html_from("\n\n".join(filter(None, parts)))


def _written_by(seat: str | None, model: str) -> str:
    """Return who wrote the answer: the model of a member, or the name and the model of an office."""
    if not seat:
        return ""
    return f"By {model}" if seat.startswith("seat-") else f"By the {seat} ({model})"


def _cut(words: str, most: int = 110) -> str:
    line = " ".join(words[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def result_of(state: SessionState) -> Result:
    """Return a session's result so far, built from its state."""
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    verdict, short = state.verdict, state.shortfall
    return Result(
        **asdict(contract_of(state)),
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
        probability=verdict.confidence if verdict else None,
        verdict_by=verdict.by if verdict else None,
        verbatim=verdict.verbatim if verdict else False,
        truncated=verdict.truncated if verdict else False,
        winner=verdict.winner if verdict else None,
        standing=standing_of(state),
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
        notes=(*state.notes, *lost_calls(state), *failed_searches(state)),
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


def failed_searches(state: SessionState) -> tuple[str, ...]:
    """Return a line for each search service that failed during the session."""
    return tuple(f"Not answered by {failure}" for found in state.sources.values() for failure in found.failures)


def lost_calls(state: SessionState) -> tuple[str, ...]:
    """Return sentences on the calls that were in flight when the process ended, separately for paid and free ones."""
    names = state.names()
    free = {seat.id for seat in (*state.seats, *state.offices) if seat.person or (seat.price and seat.price.free)}
    costly = [key for key in state.orphans if event_keys.who_of(key).partition("#")[0] not in free]
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
    """Return how the session's ballots rank the answers, by the latest ranking computed; `None` if there is none."""
    made = [view.finding for view in state.findings if isinstance(view.finding, Standing)]
    return made[-1] if made else None


def part_of(state: SessionState, seat: Seat) -> Part:
    """Return the state of the last request to a seat: `not_asked`, `waiting` for a person, …

    Repairs of ballots and the conversation's title do not count.
    """
    moves: list[MoveView] = [
        move
        for move in state.moves.values()
        if move.seat == seat.id and move.stage != "title" and not move.key.endswith("+repair")
    ]
    if not moves:
        return "not_asked"
    return "waiting" if seat.person and moves[-1].state == "asked" else moves[-1].state


def by_models(lines: Sequence[str], result: Result) -> tuple[str, ...]:
    """Return lines of text with models' names in place of seat ids and without repeated lines, for users who chose
    models."""
    names = {seat.id: seat.model for seat in result.seats}
    return tuple(dict.fromkeys(in_names(line, names) for line in lines))


SUMMARY = (
    *ResultContract.__struct_fields__,
    *("session", "protocol", "outcome", "winner", "ruling", "reason", "degraded", "cost", "at_most"),
)
"""Names of the fields that `summary_of` returns."""


def summary_of(result: Result) -> dict[str, Any]:
    """Return a result's main fields as plain values, for APIs that imitate another program and return them beside the
    answer's text.

    These are the fields named in `SUMMARY`, the missing seats, and the notice required for scripted voices.
    """
    plain: dict[str, Any] = {name: to_builtins(getattr(result, name)) for name in SUMMARY}
    return {**plain, "missing": [lost.seat for lost in result.missing], "notice": result.label}


def withheld(result: Result) -> str:
    """Return the text shown in place of a verdict if the protocol gives no answer."""
    return result.answer or result.reason


def failure_of(result: Result) -> MootError | None:
    """Return the error with which a session ended, or `None` if it ended in a result."""
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
