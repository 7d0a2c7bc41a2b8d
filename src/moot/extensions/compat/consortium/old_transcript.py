"""Write a run of a database of llm-consortium as the events of a session.

Members whose reply was never logged are missing, prices are unknown, and the last round's answer is the verdict, as in
that program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import msgspec
from msgspec import Struct

from moot.errors import BadInput
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
from moot.extensions.compat.consortium.old_database import DatabaseRow
from moot.extensions.compat.consortium.seats import PROTOCOL
from moot.vocabulary.public import (
    MOST_SEATS,
    BallotRead,
    Body,
    Event,
    FindingMade,
    Question,
    Roster,
    Seat,
    SeatAsked,
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
"""The model of an arbiter that was not recorded."""
TAKEN_OVER = "It was taken over from another program's database; only what is written there is told."


class OldRun(Struct, frozen=True, kw_only=True):
    """One run, as a transcript."""

    id: str
    """Its id in the database."""
    session: str
    """The session's id here."""
    created: str
    """When it began."""
    lines: str
    """The transcript, one event a line."""
    lost: tuple[str, ...]
    """What is missing from it."""


class TranscriptWriter:
    """A writer of one run's transcript."""

    def __init__(
        self,
        run: dict[str, Any],
        members: Sequence[dict[str, Any]],
        decisions: Sequence[dict[str, Any]],
        words: Mapping[str, dict[str, Any]],
        measured: Mapping[str, dict[str, Any]],
        configs: Mapping[str, DatabaseRow],
        called: Mapping[str, str],
    ) -> None:
        self.run, self.words, self.measured = run, words, measured
        self.members = [each for each in members if each["role"] != ARBITER]
        self.arbiters = {int(each["iteration"]): each for each in members if each["role"] == ARBITER}
        self.decisions = {int(each["iteration"]): each for each in decisions}
        name = str(run.get("config_name") or "")
        self.council = called.get(name, name)
        self.system = _system(configs.get(name))
        self.session = str(uuid5(NAMESPACE_URL, f"consortium-run:{run['id']}"))
        self.at = _in_utc(run.get("created_at"))
        self.events: list[Event] = []
        self.lost: list[str] = []
        self.rounds: list[RoundHeld] = []

    def told(self) -> OldRun:
        self._open()
        for number in sorted({int(each["iteration"]) for each in self.members} | set(self.decisions)):
            self._round(number)
        self._end()
        return OldRun(
            id=str(self.run["id"]),
            session=self.session,
            created=self.at,
            lines=transcript_lines(self.events),
            lost=tuple(dict.fromkeys(self.lost)),
        )

    def _open(self) -> None:
        numbers = sorted({int(each["iteration"]) for each in self.members} | set(self.decisions))
        most: dict[str, int] = {}
        for number in numbers:
            for model, count in _counted(each["role"] for each in self.members if int(each["iteration"]) == number):
                most[model] = max(most.get(model, 0), count)
        models = [model for model, count in most.items() for _ in range(count)]
        if len(models) > MOST_SEATS or (numbers and not 1 <= numbers[0] <= numbers[-1] <= MOST_ROUNDS):
            raise BadInput("It has more members or rounds than a session can have.")
        self.seats = tuple(
            Seat(id=seat, model=f"llm/{model}") for seat, model in zip(seat_ids(len(models)), models, strict=True)
        )
        logged = [self.words.get(str(each["response_id"])) for each in self.arbiters.values()]
        judge = next((str(each["model"]) for each in logged if each and each.get("model")), UNKNOWN)
        embedder = next(
            (str(each.get("embedding_model")) for each in self._vectors() if each.get("embedding_model")), ""
        )
        offices = [Seat(id=ARBITER, model=f"llm/{judge}")]
        offices += [Seat(id="embedder", model=f"llm/{embedder}")] if embedder else []
        cap = max(int(self.run.get("max_iterations") or 1), numbers[-1] if numbers else 1, 1)
        options = ConsensusOptions(
            confidence_threshold=min(1.0, max(0.0, float(self.run.get("confidence_threshold") or 0.8))),
            max_iterations=min(cap, MOST_ROUNDS),
            strategy=str(self.run.get("strategy") or "default"),
            judging="rank" if self.run.get("judging_method") == "rank" else "default",
        )
        self.threshold, self.cap = options.threshold, options.max_iterations
        self._put(
            event_keys.OPENED,
            SessionOpened(
                question=Question(text=str(self.run.get("user_prompt") or "(The question was not written down.)")),
                protocol=PROTOCOL,
                stages=tuple(f"round.{number}" for number in numbers),
                roster=Roster(seats=self.seats, offices=tuple(offices)),
                seed=str(self.run["id"]),
                options=msgspec.to_builtins(options),
                council=self.council,
                system=self.system,
                door="import",
                notes=(TAKEN_OVER,),
            ),
        )

    def _round(self, number: int) -> None:
        stage = f"round.{number}"
        self._put(event_keys.stage(stage), StageEntered(stage=stage))
        heard: dict[str, str] = {}
        free = list(self.seats)
        rows = sorted(
            (each for each in self.members if int(each["iteration"]) == number),
            key=lambda each: int(each["member_index"] or 0),
        )
        for row in rows:
            seat = next((each for each in free if each.model == f"llm/{row['role']}"), None)
            if seat is None:
                continue
            free.remove(seat)
            text = self._said(seat, stage, str(row["response_id"]))
            if text is None:
                self.lost.append(f"What {row['role']} said in round {number} was never logged.")
                continue
            heard[str(row["response_id"])] = seat.id
            reply = RoundReply(answer=text)
            key = event_keys.move(stage, seat.id)
            self._put(event_keys.ballot(key), BallotRead(reader=seat.id, ballot=reply, statement=key, how="words"))
        geometric = self._measured(stage, heard, self.decisions.get(number))
        self._judged(number, stage, heard, geometric)

    def _judged(self, number: int, stage: str, heard: Mapping[str, str], geometric: GeometricAgreement | None) -> None:
        made, row = self.decisions.get(number), self.arbiters.get(number)
        seats = tuple(heard.values())
        held = RoundHeld(number=number, selected=seats, heard=seats, kept=seats, geometric=geometric)
        if made is not None:
            response = str((row or made).get("response_id") or "")
            judge = next(each for each in self.events[0].body.roster.offices if each.id == ARBITER)  # type: ignore[union-attr]
            synthesis = str(made.get("synthesis") or "")
            whole = _json(made.get("decision_json"), dict)
            sure = min(1.0, max(0.0, float(made.get("confidence") or 0.0)))
            areas = tuple(str(each) for each in _json(made.get("refinement_areas"), list))
            first = heard.get(str(made.get("chosen_response_id") or ""))
            order = (first, *(seat for seat in seats if seat != first)) if first is not None else ()
            key = event_keys.move(stage, ARBITER)
            if self._said(judge, stage, response, synthesis) is not None:
                ballot: Arbitration | Placement = Arbitration(
                    synthesis=synthesis,
                    confidence=sure,
                    analysis=str(whole.get("analysis") or ""),
                    dissent=str(whole.get("dissent") or ""),
                    needs_iteration=whole.get("needs_iteration") is True,
                    refinement_areas=areas,
                    ranking=(),
                )
                if self.run.get("judging_method") == "rank" and order:
                    ballot = Placement(confidence=sure, needs_iteration=False, ranking=order)
                self._put(event_keys.ballot(key), BallotRead(reader=ARBITER, ballot=ballot, statement=key, how="words"))
            held = msgspec.structs.replace(
                held,
                arbiter=ARBITER,
                confidence=sure,
                needs_iteration=whole.get("needs_iteration") is True,
                refinement_areas=areas,
                ranking=(first,) if first is not None else (),
            )
        self.rounds.append(held)
        last = number == max([*self.decisions, *(int(each["iteration"]) for each in self.members)])
        name = event_keys.finding(stage, "rounds")
        self._put(name, FindingMade(name="rounds", finding=self._account(last)))

    def _account(self, last: bool) -> Rounds:
        judged = [held for held in self.rounds if held.arbiter]
        best = judged[-1] if judged else None
        sure = best is not None and (best.confidence or 0) >= self.threshold
        first = best.ranking[0] if best is not None and best.ranking else None
        return Rounds(
            rounds=tuple(self.rounds),
            threshold=self.threshold,
            cap=self.cap,
            best=best.number if best is not None else None,
            stopped=("confident" if sure else "cap" if best is not None else "no_arbiter") if last else "",
            why=f"Round {best.number} stands, the last one, as it did there." if last and best is not None else "",
            places=(PreferenceEntry(seat=first),) if first is not None else (),
            winner=first,
        )

    def _measured(
        self, stage: str, heard: Mapping[str, str], made: Mapping[str, Any] | None
    ) -> GeometricAgreement | None:
        rows = {
            seat: _json(self.measured[response]["embedding_json"], list)
            for response, seat in heard.items()
            if response in self.measured
        }
        vectors = {seat: [float(number) for number in row] for seat, row in rows.items() if row}
        widths = {len(row) for row in vectors.values()}
        if not vectors or len(widths) != 1 or not any(seat.id == "embedder" for seat in self._offices()):
            return None
        embedder = next(seat for seat in self._offices() if seat.id == "embedder")
        key = event_keys.move(stage, "embedder")
        self._asked(key, embedder)
        self._put(
            key,
            SeatSpoke(
                seat="embedder",
                model=embedder.model,
                prompt=_digest(key),
                text=f"{len(vectors)} texts measured in {widths.pop()} dimensions",
                settled="ok",
                vectors=packed(list(vectors.values())),
                measured=tuple(event_keys.move(stage, seat) for seat in vectors),
            ),
        )
        if len(vectors) < 2:
            return None
        told = geometric_confidence([tuple(row) for row in vectors.values()])
        seats = list(vectors)
        stated = made.get("geometric_confidence") if made is not None else None
        return GeometricAgreement(
            confidence=float(stated) if stated is not None else told.confidence,
            baseline=told.baseline,
            calibrated=told.calibrated,
            outliers=tuple(seats[at] for at in told.outliers),
        )

    def _end(self) -> None:
        last = next((held for held in reversed(self.rounds) if held.arbiter), None)
        made = self.decisions.get(last.number) if last is not None else None
        if last is None or made is None:
            self._put(
                event_keys.stopped(1),
                SessionStopped(outcome="failed", reason="error", message="The run came to no answer there.", remedy=""),
            )
            return
        verdict = Verdict(
            outcome="verdict",
            text=str(made.get("synthesis") or ""),
            by=ARBITER,
            reason="The last round stands, as it did there.",
            confidence=last.confidence,
            winner=last.ranking[0] if last.ranking else None,
            degraded=tuple(dict.fromkeys(self.lost)),
            rests_on=(event_keys.move(f"round.{last.number}", ARBITER),),
        )
        self._put(
            event_keys.VERDICT, VerdictReached(verdict=verdict, digest=sha256(msgspec.json.encode(verdict)).hexdigest())
        )

    def _said(self, seat: Seat, stage: str, response: str, otherwise: str | None = None) -> str | None:
        row = self.words.get(response, {})
        text = row.get("response") if row.get("response") is not None else otherwise
        if text is None:
            return None
        key = event_keys.move(stage, seat.id)
        self._asked(key, seat)
        sent, said = row.get("input_tokens"), row.get("output_tokens")
        self._put(
            key,
            SeatSpoke(
                seat=seat.id,
                model=str(row.get("model") or seat.model.removeprefix("llm/")),
                prompt=_digest(str(row.get("prompt") or "")),
                text=str(text),
                settled="ok",
                usage=Usage(input=int(sent or 0), output=int(said or 0), calls=1),
                total_ms=int(row.get("duration_ms") or 0),
                note=f"Logged there as {response}.",
            ),
        )
        return str(text)

    def _asked(self, key: str, seat: Seat) -> None:
        call = _digest(f"{self.session}/{key}")[:32]
        self._put(f"{key}~1", SeatAsked(seat=seat.id, model=seat.model, prompt=_digest(key), call=call))

    def _vectors(self) -> list[dict[str, Any]]:
        ids = [str(each["response_id"]) for each in self.members]
        return [self.measured[each] for each in ids if each in self.measured]

    def _offices(self) -> tuple[Seat, ...]:
        body = self.events[0].body
        assert isinstance(body, SessionOpened)
        return body.roster.offices

    def _put(self, key: str, body: Body) -> None:
        seq = len(self.events) + 1
        self.events.append(
            Event(
                session=self.session,
                seq=seq,
                key=key,
                at=self.at,
                t=seq,
                kind=body.kind,
                version=body.version,
                body=body,
            )
        )


def _counted(models: Any) -> list[tuple[str, int]]:
    found: dict[str, int] = {}
    for model in models:
        found[model] = found.get(model, 0) + 1
    return list(found.items())


def _json(text: object, kind: type[Any]) -> Any:
    try:
        found = json.loads(text) if isinstance(text, str) and text else kind()
    except (ValueError, RecursionError):
        return kind()
    return found if isinstance(found, kind) else kind()


def _system(row: DatabaseRow | None) -> str:
    data = _json(row.config, dict) if row is not None else {}
    return str(data.get("system_prompt") or "")


def _in_utc(text: object) -> str:
    """Return a time in the form of transcripts; in the database it is UTC without a zone."""
    found = re.match(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?$", str(text or "").strip())
    if found is None:
        return "1970-01-01T00:00:00.000Z"
    at = datetime.fromisoformat(
        f"{found[1]}T{found[2]}{(found[3] or '.0').ljust(7, '0')}{(found[4] or '+00:00').replace('Z', '+00:00')}"
    )
    if not 1 < at.year < 9999:
        return "1970-01-01T00:00:00.000Z"  # another zone's first and last days lie outside of what is counted
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
