"""Collect all texts of a session in an `Account`, from which every export is laid out.

Everything here is plain text with hidden characters made visible; it contains text of models and users, so each export
escapes it for its own format. No number is computed here. Tested by `tests/exports/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.floor.label_replacer import named
from moot.floor.summaries import STAGE as HISTORY
from moot.floor.summaries import carried_told
from moot.protocols.files import trust_line
from moot.reading.review_copy import printable
from moot.sessions.amounts import bill, count, seconds, size
from moot.transcripts.session_record import first_words, title_from
from moot.views.contract import NOT_DETERMINED, ResultContract, contract_of, names_in_result
from moot.views.findings_in_words import BallotInWords, FindingInWords, SheetLabels, ballots_cast, found_in
from moot.views.result import part_of, standing_of
from moot.views.summary import about_of, headline_of, trust_of
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import AnswerBallot
from moot.vocabulary.findings import Standing
from moot.vocabulary.state import MoveView, SessionState
from moot.vocabulary.verdicts import Reason
from moot.vocabulary.words.endings import degraded_of, outcome_of
from moot.vocabulary.words.headings import stage_in_words
from moot.vocabulary.words.seat_names import change_in_names, in_names, told_in_names
from moot.vocabulary.words.standing import noted_in, said_in
from moot.vocabulary.words.sums import money

OUTCOMES = {
    "inconclusive": "The council withheld its verdict.",
    "failed": "The session failed before there was a verdict.",
    "stopped": "The session was stopped before there was a verdict.",
    "out_of_budget": "The session ran out of its budget before there was a verdict.",
    "running": "The session is still running; this is how it stood.",
    "waiting": "The session is waiting for a person's answer; this is how it stood.",
}
LONGEST_TITLE = 120
PARTS = {
    "spoke": "spoke",
    "failed": "failed",
    "late": "came too late",
    "asked": "asked, no answer recorded",
    "waiting": "still thinking",
    "not_asked": "not asked",
}


class Sitter(Struct, frozen=True, kw_only=True):
    """A seat (a member of the council, or an office such as the chair) as exports describe it."""

    name: str
    """Name of the seat: `answer 1` for a member; the office, such as `chair`, for any other seat."""
    seat: str
    """Id of the seat."""
    model: str
    """Model of the seat."""
    about: str
    """Persona, and whether the seat is a scripted voice or a person; may be empty."""
    part: str
    """Work of the seat in the session, as a sentence."""


class AccountStatement(Struct, frozen=True, kw_only=True):
    """A text that a seat wrote, as it appears in exports, with its author and cost."""

    name: str
    """Name of the statement's author, such as `answer 1` or `chair`."""
    model: str
    """Model of the author."""
    stage: str
    """Stage of the statement."""
    text: str
    """Text of the statement, as untrusted Markdown."""
    reasoning: str
    """The statement's reasoning, if it was shown."""
    about: str
    """Duration, tokens and price of the text, and whether it was cut."""


class Account(Struct, frozen=True, kw_only=True):
    """All texts of an exported session, ready to be laid out as Markdown or HTML."""

    title: str
    """The conversation's title, or the question when it is short, or its first words."""
    question: str
    """The question."""
    earlier: tuple[tuple[str, str], ...]
    """Earlier questions of the conversation with their results, preceded by the summary of turns that were not sent
    whole.
    """
    attachments: tuple[str, ...]
    """Files attached to the question, one line each."""
    label: str
    """Notice that scripted voices took part; empty if none did."""
    status: str
    """Outcome of the session as a key, for its colour."""
    outcome: str
    """How the session ended, in a sentence; empty if it ended in a verdict."""
    answer: str
    """The sentences that answer the question, or that say why there is no answer; the whole text if it begins with no
    such sentences.
    """
    behind: tuple[tuple[str, tuple[str, ...]], ...]
    """Evidence for the answer: certainty, reasons, dissent, and what would change it; each with a title and lines."""
    remedy: str
    """Advice on what to do, if the session ended without a result."""
    degraded: tuple[str, ...]
    """Each way in which the result is incomplete, such as a missing member."""
    verdict: str | None
    """The whole text of the verdict."""
    signed: str
    """Author of the verdict."""
    trust: str
    """Reliability of the votes on claims, in a line; empty if members did not vote on claims."""
    sitters: tuple[Sitter, ...]
    """The session's seats: members in order, then offices."""
    standing: Standing | None
    """The result of the ballots: how the answers rank, if that was computed."""
    names: dict[str, str]
    """Short name of each seat: `answer 1`, or the office."""
    models: dict[str, str]
    """Model of each seat."""
    said: tuple[str, ...]
    """The result of the ballots in sentences: who leads, with what probability, and how few ballots would change it."""
    noted: tuple[str, ...]
    """Notes on the result of the ballots: which ballots do not count, the weight of votes for one's own answer."""
    statements: tuple[AccountStatement, ...]
    """Texts that seats wrote, in the order of stages and then of seats."""
    ballots: tuple[BallotInWords, ...]
    """Ballots as text, in the order of stages and then of seats."""
    findings: tuple[FindingInWords, ...]
    """Further results that were computed from ballots or texts, as text."""
    spent: tuple[tuple[str, str], ...]
    """The session's time, tokens and price, each with its label."""
    origin: tuple[tuple[str, str], ...]
    """Origin of the text: ids, digest, version and fork, each with its label."""
    notes: tuple[str, ...]
    """Decisions that Moot made for the user, such as replacing a model."""


def account_of(state: SessionState) -> Account:
    """Return all texts of a session, ready to be laid out in an export."""
    names = {seat.id: f"answer {n}" for n, seat in enumerate(state.seats, start=1)}
    names.update((seat.id, printable(seat.id)) for seat in state.offices)
    models = {seat.id: printable(seat.model) for seat in (*state.seats, *state.offices)}
    state = told_in_names(state, names)
    long = {seat: f"{name} ({models[seat]})" for seat, name in names.items()}
    standing, contract = standing_of(state), contract_of(state)
    said = said_in(standing, long, names) if standing is not None else []
    titled = state.moves.get(event_keys.move("title", "chair"))
    question, verdict = printable(state.question.text), state.verdict
    status = outcome_of(state)
    return Account(
        title=printable(title_from(titled.text, question)) if titled and titled.text else _title(question),
        question=question,
        earlier=tuple((printable(asked), printable(answered)) for asked, answered in carried_told(state)),
        attachments=tuple(
            printable(
                f"{file.name} ({file.media_type}, {size(file.size)}, SHA-256 {file.digest[:16]}…) {file.note or ''}"
            ).rstrip()
            for file in state.question.attachments
        ),
        label=state.label,
        status=status,
        outcome=OUTCOMES.get(status, ""),
        answer=printable(contract.answer or contract.body or ""),
        behind=_behind(contract, names_in_result(state)),
        remedy=printable(state.remedy),
        degraded=tuple(_begun(in_names(printable(line), names)) for line in degraded_of(state)),
        verdict=printable(verdict.text) if verdict and verdict.text is not None else None,
        signed=_signed(state, long),
        trust=trust_line(trust_of(state)),
        sitters=_sitters(state, names),
        standing=standing if said else None,
        names=names,
        models=models,
        said=tuple(map(printable, (headline_of(state, long), *said[1:]))) if said else (),
        noted=tuple(map(printable, noted_in(standing, names))) if standing else (),
        statements=_statements(state, names, models),
        ballots=ballots_cast(state, names),
        findings=tuple(found for found in found_in(state, long) if found.kind != "standing"),
        spent=_spent(state),
        origin=_origin(state, names),
        notes=tuple(_begun(printable(note)) for note in state.notes),
    )


def _behind(contract: ResultContract, names: Mapping[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what supports the result, each with a title and lines: certainty, reasons, dissent, what would change the
    answer."""
    shown = (
        ("Confidence", (contract.confidence,) if contract.confidence else ()),
        ("Reasons", tuple(reason_in_words(each, names) for each in contract.reasons)),
        (
            "Dissent",
            (
                *filter(None, [contract.disagreement]),
                *(reason_in_words(each, names) for each in contract.dissent),
            ),
        ),
        ("What would change it", contract.would_change),
    )
    return tuple(
        (title, tuple(map(printable, lines)) or (f"{NOT_DETERMINED.capitalize()}.",)) for title, lines in shown
    )


def reason_in_words(reason: Reason, names: Mapping[str, str]) -> str:
    """Return a reason for or against an answer in one line, with the seats that gave it and the passage."""
    by = ", ".join(names.get(seat, seat) for seat in reason.by)
    passage = f": “{' '.join(reason.passage.split())}”" if reason.passage not in ("", reason.text) else ""
    return f"{' '.join(reason.text.split())} ({by}{passage})" if by else reason.text


def _title(question: str) -> str:
    """Return the title of an export. A question that is not too long is its own title."""
    line = " ".join(question.split())
    return line if line and len(line) <= LONGEST_TITLE else first_words(question)


def _begun(line: str) -> str:
    """Return a line, with its first letter in upper case if it begins with a seat's name."""
    return line[:1].upper() + line[1:]


def _signed(state: SessionState, names: dict[str, str]) -> str:
    verdict = state.verdict
    if verdict is None or verdict.text is None:
        return ""
    by = names.get(verdict.by or "", verdict.by or "")
    office = "" if by.startswith("answer ") else "the "
    line = f"{by}, verbatim" if verdict.verbatim else f"Written by {office}{by}" if by else ""
    line += " after the vote; nobody voted on it" if line and about_of(state) else ""
    return printable(line[:1].upper() + line[1:] + (" (cut at the output limit)" if verdict.truncated else ""))


def _sitters(state: SessionState, names: dict[str, str]) -> tuple[Sitter, ...]:
    sitters = []
    for seat in (*state.seats, *state.offices):
        part = part_of(state, seat)
        if part == "not_asked" and seat.id.startswith("stand-in"):
            continue
        about = [f"persona {seat.persona.name}"] if seat.persona else []
        about += ["scripted voice"] if seat.scripted else ["person"] if seat.person else []
        sitters.append(
            Sitter(
                name=names[seat.id],
                seat=printable(seat.id),
                model=printable(seat.model),
                about=printable(", ".join(about)),
                part=PARTS[part],
            )
        )
    return tuple(sitters)


def _statements(state: SessionState, names: dict[str, str], models: dict[str, str]) -> tuple[AccountStatement, ...]:
    scripted = {seat.id for seat in (*state.seats, *state.offices) if seat.scripted}
    labels = SheetLabels(state, names)
    statements = [
        AccountStatement(
            name=names.get(move.seat, printable(move.seat)),
            model=models.get(move.seat, ""),
            stage=printable(move.stage),
            text=printable(named(_words(state, move), labels.of(move.key))),
            reasoning=printable(named(move.reasoning, labels.of(move.key))),
            about=("scripted voice, " if move.seat in scripted else "") + _effort(move) + _sure(state, move),
        )
        for move in _in_order(state, list(state.moves.values()))
        if move.state == "spoke" and move.stage not in ("title", HISTORY) and not _became(state, move)
    ]
    return tuple(statements)


def _reply(state: SessionState, move: MoveView) -> AnswerBallot | None:
    """Return the answer parsed from a reply. If members do not answer in a form, return `None`."""
    cast = state.ballots.get(event_keys.ballot(event_keys.move_of(move.key)))
    return cast.ballot if cast is not None and isinstance(cast.ballot, AnswerBallot) else None


def _words(state: SessionState, move: MoveView) -> str:
    reply = _reply(state, move)
    if reply is None:
        return move.text
    return f"{reply.answer}\n\n*Reasons:* {reply.reasoning}" if reply.reasoning else reply.answer


def _sure(state: SessionState, move: MoveView) -> str:
    reply = _reply(state, move)
    return f", {reply.confidence:.0%} sure by its own account" if reply and reply.confidence is not None else ""


def _became(state: SessionState, move: MoveView) -> bool:
    """Return whether a reply is shown elsewhere in the export, as a ballot or as the verdict, and can be left out."""
    base = event_keys.move_of(move.key)
    if event_keys.ballot(base) in state.ballots:
        return not state.ballots[event_keys.ballot(base)].spoiled and _reply(state, move) is None
    if state.verdict is None or state.verdict.verbatim or state.verdict.by != move.seat:
        return False
    return move is [other for other in state.moves.values() if other.seat == move.seat and other.state == "spoke"][-1]


def _in_order(state: SessionState, moves: Sequence[MoveView]) -> list[MoveView]:
    """Return the replies ordered by stage as the stages were entered, and within a stage by seat."""
    stages = {stage: n for n, stage in enumerate(dict.fromkeys(move.stage for move in moves))}
    seats = {seat.id: n for n, seat in enumerate((*state.seats, *state.offices))}
    return sorted(moves, key=lambda move: (stages[move.stage], seats.get(move.seat, len(seats))))


def _effort(move: MoveView) -> str:
    parts = [seconds(move.total_ms)] if move.total_ms else []
    if move.usage.calls:
        parts.append(f"{'about ' if move.usage.estimated else ''}{count(move.usage.output, 'token')}")
    if move.usage.cached:
        parts.append(f"{move.usage.cached:,} of {count(move.usage.input, 'token')} read from a cache")
    parts.append(_price(move))
    if move.settled == "truncated":
        parts.append("cut at its output limit")
    return ", ".join(parts)


def _price(move: MoveView) -> str:
    if move.cost is None:
        return "price unknown"
    return f"no price told, up to {money(move.cost)} may be charged" if move.presumed else money(move.cost)


def _spent(state: SessionState) -> tuple[tuple[str, str], ...]:
    usage, about = state.usage, "about " if state.usage.estimated else ""
    tokens = f"{about}{usage.input:,} read, {usage.output:,} written"
    tokens += f" ({usage.reasoning:,} of them thinking)" if usage.reasoning else ""
    tokens += f"; {usage.cached:,} read from a cache" if usage.cached else ""
    price = bill(state.cost, state.on_top, state.cost_known)
    facts = [
        ("Time", seconds(state.t)),
        ("Calls", f"{usage.calls:,}"),
        ("Tokens", tokens),
        ("Cost", price + (f", of a budget of {money(state.cap)}" if state.cap is not None else "")),
    ]
    if state.resumed:
        facts.append(("Resumed", count(state.resumed, "time")))
    if state.orphans:
        facts.append(("Lost calls", f"{len(state.orphans)} in flight at a crash; what they cost is not known"))
    return tuple(facts)


def _origin(state: SessionState, names: dict[str, str]) -> tuple[tuple[str, str], ...]:
    facts = [
        ("Session", state.session),
        ("Protocol", state.protocol),
        ("Council", state.council),
        ("Opened", state.opened_at),
        ("Ended", state.ended_at),
        ("Conversation", state.thread or ""),
        ("Verdict digest", f"SHA-256 {state.digest}" if state.digest else ""),
        ("Rests on", ", ".join(state.verdict.rests_on) if state.verdict else ""),
        ("Moot", state.moot),
    ]
    if state.fork is not None:
        told = [change_in_names(change, names) for change in state.fork.changed]
        changed = f" ({'; '.join(told)})" if told else ""
        facts.append(("Forked from", f"{state.fork.session}, anew from {stage_in_words(state.fork.stage)}{changed}"))
    return tuple((label, printable(text)) for label, text in facts if text)
