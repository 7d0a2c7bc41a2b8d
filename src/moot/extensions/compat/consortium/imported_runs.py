"""Import past runs from a database of the program llm-consortium. Each becomes a read-only session.

No model is called, and a run imported twice is the same session. Replies that were never logged are reported as
missing, prices are unknown, and the last judged round gives the verdict, as in that program.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal, TypeVar
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.cli.public import count, remark, say
from moot.errors import BadInput, MootError
from moot.exports.public import (
    MOST_ROUNDS,
    Arbitration,
    ConsensusOptions,
    GeometricAgreement,
    Placement,
    PreferenceEntry,
    RoundHeld,
    RoundReply,
    Rounds,
    geometric_confidence,
    transcript_lines,
)
from moot.extensions.compat.consortium.results import Judgement, Synthesis
from moot.extensions.compat.consortium.seats import LLM, PROTOCOL
from moot.vocabulary.public import (
    MOST_SEATS,
    BallotRead,
    Body,
    Event,
    FindingMade,
    Question,
    Roster,
    Seat,
    SeatSpoke,
    SessionOpened,
    SessionStopped,
    StageEntered,
    Usage,
    Verdict,
    VerdictReached,
    event_keys,
    packed,
    seat_ids,
)

ARBITER = "arbiter"
UNKNOWN = "unknown"
"""Value used for the model of an arbiter or an embedder that was not recorded."""
NOTE = "Imported from a database of llm-consortium, which records no prices."
CLUSTERS = "Its clusters are left out: the database does not record which answer belongs to which."
T = TypeVar("T")


class LoggedReply(Struct, frozen=True, kw_only=True):
    """A member's or the arbiter's reply in a past run, with the model, tokens and duration that the program `llm`
    logged for it.
    """

    iteration: int
    """Number of the round."""
    response_id: str = ""
    """Id of the reply in the log of `llm`."""
    model: str = ""
    """Id of the model that answered; empty if it was not logged."""
    response: str | None = None
    """Text of the reply; null if it was not logged."""
    input_tokens: int = 0
    output_tokens: int = 0
    duration_ms: int = 0


class MemberRow(LoggedReply, frozen=True, kw_only=True):
    """The database row of a member's answer, or of a reply of the arbiter."""

    role: str
    """Model of the member, or `arbiter`."""
    member_index: int = 0
    """Position of the member among the seats."""
    embedding_json: str = ""
    """The answer's embedding vector, as JSON."""
    embedding_model: str = ""
    """Model of the embedder."""


class DecisionRow(LoggedReply, frozen=True, kw_only=True):
    """The database row of an arbiter's decision on a round."""

    judged: Synthesis
    """The arbiter's decision."""
    decision_json: str = ""
    """Remaining fields of the arbiter's decision, as JSON."""


class RunRows(Struct, frozen=True, kw_only=True):
    """The database rows of one llm-consortium run, without nulls and not validated."""

    run: dict[str, Any]
    members: list[dict[str, Any]]
    decisions: list[dict[str, Any]]
    clustered: bool
    """Whether the run has clusters of answers."""


class RunImport(Struct, frozen=True, kw_only=True):
    """Outcome of importing one run from the database: the session made from it, or the reason why there is none."""

    id: str
    """The run's id in the database."""
    session: str | None = None
    """The id of the session made from the run; null if the run was left out."""
    outcome: Literal["taken", "here", "left"] = "left"
    """What happened: `taken`, imported; `here`, a session already; `left`, left out."""
    lost: tuple[str, ...] = ()
    """Parts of the run that the session lacks, or why the run was left out."""


def read_runs(connection: sqlite3.Connection) -> list[RunRows]:
    """Return the rows of every run in a database of llm-consortium, oldest first."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def rows_of(table: str) -> list[dict[str, Any]]:
        if table not in tables:
            return []
        cursor = connection.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in cursor.description]
        return [{name: value for name, value in zip(names, row, strict=True) if value is not None} for row in cursor]

    replies = {each.get("id"): each for each in rows_of("responses")}
    vectors = {each.get("response_id"): each for each in rows_of("response_embeddings")}

    def with_replies(table: str) -> dict[object, list[dict[str, Any]]]:
        by_run: dict[object, list[dict[str, Any]]] = {}
        for each in rows_of(table):
            key = each.get("response_id")
            by_run.setdefault(each.get("run_id"), []).append({**vectors.get(key, {}), **replies.get(key, {}), **each})
        return by_run

    members, decisions = with_replies("consortium_members"), with_replies("arbiter_decisions")
    clustered = {each.get("run_id") for each in rows_of("consensus_clusters")}
    runs = [(run.get("id"), run) for run in rows_of("consortium_runs")]
    return [
        RunRows(run=run, members=members.get(key, []), decisions=decisions.get(key, []), clustered=key in clustered)
        for key, run in sorted(runs, key=lambda each: str(each[1].get("created_at")))
    ]


async def import_run(
    app: Application, rows: RunRows, configs: Mapping[str, str], called: Mapping[str, str]
) -> RunImport:
    """Store one past run as a read-only session, unless it was imported before. Return the session's id and what is
    missing from it.

    Args:
        configs: The settings of each consortium of the database, as JSON.
        called: The name that each consortium has here, by its name in the database.
    """
    name = str(rows.run.get("id"))
    try:
        events, lost = transcript_from(rows, configs, called)
        taken = await app.take_in(transcript_lines(events))
    except MootError as error:
        return RunImport(id=name, lost=(str(error),))
    return RunImport(id=name, session=taken.session, outcome="taken" if taken.fresh else "here", lost=tuple(lost))


def show_runs(past: list[RunImport]) -> None:
    """Print the result of importing runs: how many are complete, and what is missing from each of the others."""
    for each in past:
        if each.outcome == "left" or (each.outcome == "taken" and each.lost):
            say(f"{'Took over' if each.outcome == 'taken' else 'Left out'} the run {each.id}.")
            for line in each.lost:
                remark(f"  - {line}", err=False)
    if past:
        taken, here = (sum(each.outcome == outcome for each in past) for outcome in ("taken", "here"))
        already = f", {here} here already" if here else ""
        say(f"{taken} of {count(len(past), 'run')} taken over{already}: see `llm consortium runs`.")


def transcript_from(
    rows: RunRows, configs: Mapping[str, str], called: Mapping[str, str]
) -> tuple[list[Event], list[str]]:
    """Return a run from the database as the events of a session, and what is missing from it; raise `BadInput` if its
    rows are invalid."""
    try:
        name = str(rows.run.get("config_name") or "")
        settings = _parsed(configs.get(name, ""), dict[str, Any]) or {}
        transcript = RunTranscript(rows)
        return transcript.events(called.get(name, name), str(settings.get("system_prompt") or "")), transcript.lost
    except MootError:
        raise
    except Exception as error:  # rows can contain anything; the other runs are still imported
        raise BadInput(f"It is not written as runs are ({type(error).__name__}: {error}).") from error


class RunTranscript:
    """Builds the events of a session from the rows of one run."""

    def __init__(self, rows: RunRows) -> None:
        self.run = run = rows.run
        members = msgspec.convert(rows.members, list[MemberRow], strict=False)
        decisions = msgspec.convert([_with_judged(row) for row in rows.decisions], list[DecisionRow], strict=False)
        self.answers = sorted((each for each in members if each.role != ARBITER), key=lambda each: each.member_index)
        self.decisions = {each.iteration: each for each in decisions}
        self.numbers = sorted({each.iteration for each in self.answers} | {*self.decisions})
        most: Counter[str] = Counter()
        for number in self.numbers:
            most |= Counter(each.role for each in self.answers if each.iteration == number)
        if most.total() > MOST_SEATS or not all(1 <= number <= MOST_ROUNDS for number in self.numbers):
            raise BadInput("It has more members or rounds than a session can have.")
        ids = seat_ids(most.total())
        self.seats = [Seat(id=seat, model=LLM + model) for seat, model in zip(ids, most.elements(), strict=True)]
        judges: list[LoggedReply] = [*decisions, *(each for each in members if each.role == ARBITER)]
        judge = next((each.model for each in judges if each.model), UNKNOWN)
        self.arbiter = Seat(id=ARBITER, model=LLM + judge)
        embedder = next((each.embedding_model or UNKNOWN for each in self.answers if each.embedding_json), "")
        self.embedder = Seat(id="embedder", model=LLM + embedder) if embedder else None
        self.options = ConsensusOptions(
            confidence_threshold=_share(float(run.get("confidence_threshold") or 0.8)),
            max_iterations=min(max(int(run.get("max_iterations") or 1), *self.numbers, 1), MOST_ROUNDS),
            strategy=str(run.get("strategy") or "default"),
            judging="rank" if run.get("judging_method") == "rank" else "default",
        )
        self.lost = [CLUSTERS] if rows.clustered else []
        self.bodies: list[tuple[str, Body]] = []
        self.rounds: list[RoundHeld] = []

    def events(self, council: str, system: str) -> list[Event]:
        name = str(self.run["id"])
        offices = (self.arbiter,) if self.embedder is None else (self.arbiter, self.embedder)
        opened = SessionOpened(
            question=Question(text=str(self.run.get("user_prompt") or "(The question was not recorded.)")),
            protocol=PROTOCOL,
            stages=tuple(f"round.{number}" for number in self.numbers),
            roster=Roster(seats=tuple(self.seats), offices=offices),
            seed=name,
            options=msgspec.to_builtins(self.options),
            council=council,
            system=system,
            door="import",
            notes=(NOTE,),
        )
        self.bodies = [(event_keys.OPENED, opened)]
        for number in self.numbers:
            self._round(number)
        self._end()
        session, at = str(uuid5(NAMESPACE_URL, f"consortium-run:{name}")), _in_utc(str(self.run.get("created_at")))
        return [
            Event(session=session, seq=seq, key=key, at=at, t=seq, kind=body.kind, version=body.version, body=body)
            for seq, (key, body) in enumerate(self.bodies, start=1)
        ]

    def _round(self, number: int) -> None:
        stage = f"round.{number}"
        self._put(event_keys.stage(stage), StageEntered(stage=stage))
        heard: dict[str, str] = {}
        vectors: dict[str, list[float]] = {}
        free = list(self.seats)
        for row in (each for each in self.answers if each.iteration == number):
            seat = next(each for each in free if each.model == LLM + row.role)
            free.remove(seat)
            if row.response is None:
                self.lost.append(f"The reply of {row.role} in round {number} was never logged.")
                continue
            heard[row.response_id] = seat.id
            self._speak(stage, seat, row, RoundReply(answer=row.response))
            if vector := _parsed(row.embedding_json, list[float]):
                vectors[seat.id] = vector
        made, seats = self.decisions.get(number), tuple(heard.values())
        geometric = self._measure(stage, vectors, made.judged.geometric_confidence if made is not None else None)
        entry = RoundHeld(number=number, selected=seats, heard=seats, kept=seats, geometric=geometric)
        if made is not None:
            entry = self._judge(stage, entry, made, heard.get(made.judged.chosen_response_id or ""))
        self.rounds.append(entry)
        finding = self._account(last=number == self.numbers[-1])
        self._put(event_keys.finding(stage, "rounds"), FindingMade(name="rounds", finding=finding))

    def _judge(self, stage: str, entry: RoundHeld, made: DecisionRow, first: str | None) -> RoundHeld:
        whole = _parsed(made.decision_json, dict[str, Any]) or {}
        entry = replace(
            entry,
            arbiter=ARBITER,
            confidence=_share(made.judged.confidence or 0.0),
            needs_iteration=whole.get("needs_iteration") is True,
            refinement_areas=tuple(made.judged.refinement_areas),
            ranking=(first,) if first is not None else (),
        )
        ballot: Judgement = Arbitration(
            synthesis=made.judged.synthesis,
            confidence=_share(made.judged.confidence or 0.0),
            analysis=str(whole.get("analysis") or ""),
            dissent=str(whole.get("dissent") or ""),
            needs_iteration=entry.needs_iteration,
            refinement_areas=entry.refinement_areas,
            ranking=(),
        )
        if self.options.judging == "rank" and first is not None:
            order = (first, *(seat for seat in entry.heard if seat != first))
            ballot = Placement(confidence=ballot.confidence, needs_iteration=False, ranking=order)
        logged = made if made.response is not None else replace(made, response=made.judged.synthesis)
        self._speak(stage, self.arbiter, logged, ballot)
        return entry

    def _account(self, *, last: bool) -> Rounds:
        best = next((entry for entry in reversed(self.rounds) if entry.arbiter), None)
        first = best.ranking[0] if best is not None and best.ranking else None
        sure = best is not None and (best.confidence or 0) >= self.options.threshold
        return Rounds(
            rounds=tuple(self.rounds),
            threshold=self.options.threshold,
            cap=self.options.max_iterations,
            best=best.number if best is not None else None,
            stopped=("confident" if sure else "cap" if best is not None else "no_arbiter") if last else "",
            why=f"llm-consortium uses the last round: {best.number}." if last and best is not None else "",
            places=(PreferenceEntry(seat=first),) if first is not None else (),
            winner=first,
        )

    def _measure(
        self, stage: str, vectors: dict[str, list[float]], recorded: float | None
    ) -> GeometricAgreement | None:
        widths = {len(row) for row in vectors.values()}
        if self.embedder is None or len(widths) != 1:
            return None
        spoke = SeatSpoke(
            seat="embedder",
            model=self.embedder.model,
            prompt="",
            text=f"{len(vectors)} texts measured in {widths.pop()} dimensions",
            settled="ok",
            vectors=packed(list(vectors.values())),
            measured=tuple(event_keys.move(stage, seat) for seat in vectors),
        )
        self._put(event_keys.move(stage, "embedder"), spoke)
        if len(vectors) < 2:
            return None
        closeness = geometric_confidence([tuple(row) for row in vectors.values()])
        return GeometricAgreement(
            confidence=_share(recorded if recorded is not None else closeness.confidence),
            baseline=closeness.baseline,
            calibrated=closeness.calibrated,
            outliers=tuple(list(vectors)[at] for at in closeness.outliers),
        )

    def _end(self) -> None:
        best = next((entry for entry in reversed(self.rounds) if entry.arbiter), None)
        if best is None:
            stopped = SessionStopped(outcome="failed", reason="error", message="The run had no answer.", remedy="")
            self._put(event_keys.stopped(1), stopped)
            return
        verdict = Verdict(
            outcome="verdict",
            text=self.decisions[best.number].judged.synthesis,
            by=ARBITER,
            reason="llm-consortium uses the last round.",
            confidence=best.confidence,
            winner=best.ranking[0] if best.ranking else None,
            degraded=tuple(dict.fromkeys(self.lost)),
            rests_on=(event_keys.move(f"round.{best.number}", ARBITER),),
        )
        digest = sha256(msgspec.json.encode(verdict)).hexdigest()
        self._put(event_keys.VERDICT, VerdictReached(verdict=verdict, digest=digest))

    def _speak(self, stage: str, seat: Seat, row: LoggedReply, ballot: RoundReply | Judgement) -> None:
        key = event_keys.move(stage, seat.id)
        spoke = SeatSpoke(
            seat=seat.id,
            model=row.model or seat.model.removeprefix(LLM),
            prompt="",
            text=row.response or "",
            settled="ok",
            usage=Usage(input=row.input_tokens, output=row.output_tokens, calls=1),
            total_ms=row.duration_ms,
            note=f"Logged there as {row.response_id}.",
        )
        self._put(key, spoke)
        self._put(event_keys.ballot(key), BallotRead(reader=seat.id, ballot=ballot, statement=key, how="words"))

    def _put(self, key: str, body: Body) -> None:
        self.bodies.append((key, body))


def _with_judged(row: dict[str, Any]) -> dict[str, Any]:
    areas = _parsed(str(row.get("refinement_areas") or ""), list[str]) or []
    return {**row, "judged": {**row, "refinement_areas": areas}}


def _parsed(text: str, kind: type[T]) -> T | None:
    """Parse JSON as the type `kind`. If the text is not JSON or has another type, return `None`."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError):
        return None


def _share(number: float) -> float:
    return min(1.0, max(0.0, number))


def _in_utc(text: str) -> str:
    """Return a time in the format of transcripts. A time without a zone is taken as UTC. For unreadable text, return
    1970-01-01."""
    try:
        at = datetime.fromisoformat(text.strip())
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
        if not 1 < at.year < 9999:  # the first and last days have no date in other zones
            raise ValueError(text)
    except (ValueError, OverflowError):
        at = datetime.fromtimestamp(0, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
