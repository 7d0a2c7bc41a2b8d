"""Sample sessions for the tests of exports: hand-made transcripts, one function each, in `SAMPLES`.

`Script` writes events the way the floor does: it numbers them, keeps the running time and knows the keys.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from moot.reading.answer_first import split_answer
from moot.stats.judging.standing import judged_standing
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Body,
    CopyOrigin,
    Event,
    FindingMade,
    Fork,
    SeatAsked,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    SheetDealt,
    SheetEntry,
    StageEntered,
    VerdictReached,
)
from moot.vocabulary.findings import Finding, Note, StandingPlace
from moot.vocabulary.questions import Attachment, Question, Turn
from moot.vocabulary.seats import Persona, Roster, Seat
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.statements import Usage
from moot.vocabulary.verdicts import MissingSeat, Verdict

QUESTION = "Should a small team write its own queue, or use the database it already has?"
MODELS = ("openrouter/openai/gpt-5.1", "openrouter/anthropic/claude-sonnet-4.5", "ollama/qwen3:32b", "groq/llama-4-70b")
LABELS = ("7KQZ", "B9XM", "TT4C", "H2RW")
DIGEST = "9f2c" * 16


class Script:
    """A transcript that is being written by hand."""

    def __init__(self, session: str = "01k9session0000000000000000") -> None:
        self.session = session
        self.events: list[Event] = []
        self.t = 0

    def add(self, key: str, body: Body, *, ms: int = 400, origin: CopyOrigin | None = None) -> Script:
        """One more event."""
        self.t += ms if self.events else 0
        at = f"2026-11-20T09:{30 + self.t // 60_000:02d}:{self.t // 1000 % 60:02d}.{self.t % 1000:03d}Z"
        self.events.append(
            Event(
                session=self.session,
                seq=len(self.events) + 1,
                key=key,
                at=at,
                t=self.t,
                kind=body.kind,
                version=body.version,
                body=body,
                origin=origin,
            )
        )
        return self

    def open(
        self, question: Question | str = QUESTION, *, scripted: bool = False, seats: int = 3, **more: object
    ) -> Script:
        """The opening."""
        models = [f"rehearsal/{name}" for name in ("ada", "boole", "curie", "dirac")] if scripted else list(MODELS)
        members = tuple(
            Seat(id=f"seat-{'abcd'[n]}", model=models[n], scripted=scripted, persona=_persona(n)) for n in range(seats)
        )
        offices = (
            Seat(
                id="chair", model="rehearsal/chair" if scripted else "openrouter/google/gemini-3-pro", scripted=scripted
            ),
        )
        opened = {
            "question": Question(text=question) if isinstance(question, str) else question,
            "protocol": "peer-review",
            "stages": ("opinions", "review", "synthesis"),
            "roster": Roster(seats=members, offices=offices),
            "seed": "seed",
            "council": "everyday",
            "door": "cli",
            "moot": "0.1.0",
            "cap": 500_000_000,
            **more,
        }
        return self.add(event_keys.OPENED, SessionOpened(**opened))  # type: ignore[arg-type]

    def stage(self, name: str) -> Script:
        """A stage is entered."""
        return self.add(event_keys.stage(name), StageEntered(stage=name), ms=5)

    def asked(self, stage: str, seat: str, attempt: int = 1) -> Script:
        """An intent."""
        body = SeatAsked(seat=seat, model="m", prompt=DIGEST, call=f"call-{stage}-{seat}-{attempt}", attempt=attempt)
        return self.add(event_keys.intent(event_keys.move(stage, seat), attempt), body, ms=1)

    def spoke(self, stage: str, seat: str, text: str, **more: object) -> Script:
        """An answer, with its intent before it."""
        self.asked(stage, seat)
        said = {
            "usage": Usage(input=412, output=len(text) // 4 + 1, reasoning=64, calls=1),
            "cost": 1_250_000,
            "total_ms": 4_200,
            "settled": "ok",
            **more,
        }
        body = SeatSpoke(seat=seat, model="m", prompt=DIGEST, text=text, **said)  # type: ignore[arg-type]
        return self.add(event_keys.move(stage, seat), body, ms=4_200)

    def failed(self, stage: str, seat: str, how: str = "error", cause: str = "The endpoint is overloaded.") -> Script:
        """A move that failed for good."""
        self.asked(stage, seat)
        body = SeatFailed(seat=seat, failed=how, cause=cause, final=True, spent=how == "late")  # type: ignore[arg-type]
        return self.add(event_keys.move(stage, seat), body)

    def ballot(self, reader: str, others: str, ranks: str, **comments: str) -> Script:
        """A sheet of `others` (letters), and a ballot on it: `ranks` reads `b>c=d`."""
        move = event_keys.move("review", reader)
        entries = tuple(
            SheetEntry(label=LABELS["abcd".index(o)], seat=f"seat-{o}", statement=f"opinions/seat-{o}", digest=DIGEST)
            for o in others
        )
        self.add(event_keys.sheet(move), SheetDealt(reader=reader, entries=entries, fence="fence"), ms=1)
        self.spoke("review", reader, f"As asked:\n<ballot>{ranks}</ballot>")
        if not ranks:
            why = "It names none of the labels of its sheet."
            return self.add(event_keys.ballot(move), BallotSpoiled(reader=reader, why=why, statement=move), ms=1)
        tiers = tuple(tuple(f"seat-{seat}" for seat in tier.split("=")) for tier in ranks.split(">"))
        said = {f"seat-{seat}": text for seat, text in comments.items()}
        ballot = Ranking(tiers=tiers, comments=said) if ranks != "-" else Ranking(tiers=(), abstained=True)
        body = BallotRead(reader=reader, ballot=ballot, statement=move, how="schema", repaired=reader == "seat-c")
        return self.add(event_keys.ballot(move), body, ms=1)

    def found(self, finding: Finding, name: str = "standing") -> Script:
        """A finding of the review."""
        return self.add(event_keys.finding("review", name), FindingMade(name=name, finding=finding), ms=2)

    def verdict(self, text: str | None = "", **more: object) -> Script:
        """The verdict."""
        outcome = "inconclusive" if text is None else "verdict"
        answer, text = split_answer(text) if text is not None else (None, None)
        verdict = Verdict(outcome=outcome, text=text, answer=answer or UNSET, **more)  # type: ignore[arg-type]
        return self.add(event_keys.VERDICT, VerdictReached(verdict=verdict, digest=DIGEST), ms=20)

    def stopped(self, outcome: str, reason: str, message: str, remedy: str = "") -> Script:
        """An ending without a verdict."""
        body = SessionStopped(outcome=outcome, reason=reason, message=message, remedy=remedy)  # type: ignore[arg-type]
        return self.add(event_keys.stopped(1), body)

    @property
    def state(self) -> SessionState:
        """What a view sees."""
        return state_of(self.events)


def _persona(number: int) -> Persona | None:
    return Persona(name="sceptic", text="Doubt it.") if number == 1 else None


def place(seat: str, rank: float, votes: int = 2) -> StandingPlace:
    """A place with plausible figures."""
    return StandingPlace(
        seat=seat, votes=votes, mean_rank=rank, score=1 / rank, strength=2 - rank, low=1 - rank, high=3 - rank
    )


STANDING = judged_standing(
    Poll(
        candidates=("seat-a", "seat-b", "seat-c"),
        ballots={
            "seat-a": Ranking(tiers=(("seat-b",), ("seat-a",), ("seat-c",))),
            "seat-b": Ranking(tiers=(("seat-b",), ("seat-a",), ("seat-c",))),
            "seat-c": Ranking(tiers=(("seat-a", "seat-b"), ("seat-c",))),
        },
    )
)
ANSWERS = {
    "a": "Use the database.\n\n1. `SELECT … FOR UPDATE SKIP LOCKED` is enough up to some thousand jobs a second.\n"
    "2. One backup, one *transaction*.\n\n"
    "```sql\nSELECT id FROM jobs\nWHERE run_at < now()\nLIMIT 1 FOR UPDATE SKIP LOCKED;\n```",
    "b": "## Short answer\n\nUse the database **you have**, until a measured limit says otherwise.\n\n"
    "- Jobs commit with the data they belong to.\n- Operators know it already.\n  - and its backups\n\n"
    "| load | choice |\n|---|---|\n| < 1k/s | table |\n| more | broker |\n\n"
    "> A queue you own is a queue you debug.\n\nSee [the manual](https://www.postgresql.org/docs/current/sql-select.html).",
    "c": "Write your own only when ordering rules are unusual; otherwise a broker is fine. " * 3,
}  # fmt: skip
SYNTHESIS = (
    "Use the database you already have. A jobs table with `SKIP LOCKED` commits **with** your data, is backed up "
    "with it, and carries some thousand jobs a second.\n\n"
    "Move to a broker when one of these is *measured*, not feared:\n\n"
    "- more than a few thousand jobs a second,\n- many consumers of one message,\n- retention of messages for replay.\n"
    "\nThe answers differ on one thing that matters: whether unusual ordering justifies a queue of your own. "
    "It rarely does."
)


def deliberated(script: Script, answers: dict[str, str]) -> Script:
    """Opinions, ballots and the standing of a council of three."""
    script.stage("opinions")
    for letter in "abc":
        script.spoke("opinions", f"seat-{letter}", answers[letter])
    script.stage("review")
    script.ballot("seat-a", "bac", "b>a>c", b="B9XM is concrete where TT4C is vague.", c="Vague; B9XM says more.")
    script.ballot("seat-b", "cab", "b>a>c", a="Right, and it shows the statement.", c="No figures.")
    script.ballot("seat-c", "abc", "a=b>c", a="Good.", b="Good too; like 7KQZ, but longer.")
    return script.found(STANDING)


def full() -> Script:
    """Everything went well."""
    script = deliberated(Script().open(), ANSWERS).stage("synthesis").spoke("synthesis", "chair", SYNTHESIS)
    script.found(Note(title="Agreement", text="All three answers prefer the database for small loads."), "agreement")
    return script.verdict(SYNTHESIS, by="chair", winner="seat-b", rests_on=("opinions/seat-a", "review/standing"))


def degraded() -> Script:
    """One answer is missing, one ballot is spoiled, one abstains, one came late; the best answer stands verbatim."""
    script = Script().open(seats=4).stage("opinions")
    script.spoke("opinions", "seat-a", ANSWERS["a"]).spoke("opinions", "seat-b", ANSWERS["b"], settled="truncated")
    script.failed("opinions", "seat-c", cause="The endpoint answered 503 three times.")
    script.failed("opinions", "seat-d", "late", "It had not answered when the wait for it was over.")
    script.stage("review").ballot("seat-a", "b", "").ballot("seat-b", "a", "-")
    declined = {"seat-b": Ranking(tiers=(), abstained=True)}
    script.found(judged_standing(Poll(candidates=("seat-a", "seat-b"), ballots=declined, spoiled=("seat-a",))))
    script.stage("synthesis").failed("synthesis", "chair", "timeout", "It did not answer in 120 s.")
    gone = tuple(
        MissingSeat(seat=seat, stage=stage, failed=failed, cause=cause)
        for seat, stage, failed, cause in (
            ("seat-c", "opinions", "error", "The endpoint answered 503 three times."),
            ("seat-d", "opinions", "late", "It had not answered when the wait for it was over."),
            ("seat-a", "review", "spoiled", "It names none of the labels of its sheet."),
            ("seat-b", "review", "abstained", "It declined to judge."),
            ("chair", "synthesis", "timeout", "It did not answer in 120 s."),
        )
    )
    note = "Neither the chair nor a stand-in could conclude; one of the answers stands verbatim."
    lines = ("seat-c is missing in opinions: The endpoint answered 503 three times.",
             "seat-d is missing in opinions: It had not answered when the wait for it was over.",
             "seat-a's ballot is spoiled in review: It names none of the labels of its sheet.", note)  # fmt: skip
    return script.verdict(ANSWERS["a"], by="seat-a", verbatim=True, reason=note, degraded=lines, missing=gone)


def quorum_lost() -> Script:
    """Too few answered."""
    script = Script().open().stage("opinions").spoke("opinions", "seat-a", ANSWERS["a"])
    script.failed("opinions", "seat-b").failed("opinions", "seat-c", "refused", "The provider's filter refused it.")
    return script.stopped(
        "failed", "quorum", "In the stage 'opinions' 1 of 3 seats answered; 2 are needed.",
        "See who failed and why with `moot sessions show`, mend it, then fork with `--retry-failed`.",
    )  # fmt: skip


def stopped() -> Script:
    """Somebody stopped it while a call was in flight."""
    script = Script().open().stage("opinions").spoke("opinions", "seat-a", ANSWERS["a"]).asked("opinions", "seat-b")
    return script.stopped("stopped", "asked", "It was stopped on request.", "Resume it with `moot sessions resume`.")


def out_of_budget() -> Script:
    """The cap was reached, it was resumed after a crash before, and one price is unknown."""
    script = Script().open().stage("opinions").spoke("opinions", "seat-a", ANSWERS["a"])
    script.add(event_keys.resumed(1), SessionResumed(door="cli", after="crash", orphans=("call-9",), cap=300_000_000))
    script.spoke("opinions", "seat-b", ANSWERS["b"], cost=None, usage=Usage(input=9, output=9, calls=1, estimated=True))
    return script.stopped(
        "out_of_budget", "budget", "The next calls may cost $0.41; $0.12 is left.", "Resume with a higher `--budget`."
    )


def withheld() -> Script:
    """The protocol's own rule withholds the verdict."""
    script = deliberated(Script().open(), ANSWERS)
    return script.verdict(None, reason="No two answers agree on anything that matters.", winner="seat-b")


def forked() -> Script:
    """A branch with another chair, in a conversation."""
    asked = Question(text=QUESTION, history=(Turn(question="What is a queue?", answer="A list with manners."),))
    fork = Fork(session="01k9parent", stage="synthesis", changed=("chair = openrouter/x",))
    script = Script().open(asked, fork=fork, thread="01k9thread", notes=("seat-a's model is the chair as well.",))
    script.add(
        "opinions/seat-a",
        SeatSpoke(seat="seat-a", model="m", prompt=DIGEST, text="Copied.", settled="ok", cost=5),
        origin=CopyOrigin(session="01k9parent", seq=7),
    )
    return script.verdict("It stands.", by="chair")


def scripted() -> Script:
    """A rehearsal: no language model took part."""
    script = (
        deliberated(Script().open(scripted=True), ANSWERS).stage("synthesis").spoke("synthesis", "chair", SYNTHESIS)
    )
    return script.verdict(SYNTHESIS, by="chair", winner="seat-b")


def attached() -> Script:
    """Two files came with the question."""
    files = (
        Attachment(name="notes.md", media_type="text/markdown", digest=DIGEST, size=2048, text_digest=DIGEST),
        Attachment(name="board.png", media_type="image/png", digest=DIGEST, size=1_500_000),
    )
    script = Script().open(Question(text=QUESTION, attachments=files)).stage("opinions")
    return script.spoke("opinions", "seat-a", ANSWERS["a"])


def hostile(text: str | None = None) -> Script:
    """The same hostile text in every place where words of others can stand."""
    bad = text if text is not None else HOSTILE
    attachment = Attachment(name=bad[:200], media_type=bad[:80], digest=DIGEST, size=1, text_digest=DIGEST)
    question = Question(text=bad, attachments=(attachment,), history=(Turn(question=bad, answer=bad),))
    members = tuple(
        Seat(id=f"seat-{letter}", model=f"x/{bad}", persona=Persona(name=bad, text=bad)) for letter in "abc"
    )
    roster = Roster(seats=members, offices=(Seat(id="chair", model=bad),))
    fork = Fork(session=bad, stage=bad, changed=(bad,))
    script = Script(session=f"s-{bad}").open(
        question, roster=roster, council=bad, protocol=bad, notes=(bad,), fork=fork, thread=bad, moot=bad
    )
    deliberated(script, dict.fromkeys("abc", bad)).failed("review-2", "seat-b", cause=bad)
    script.ballot("chair", "abc", "a>b>c", a=bad, b=bad, c=bad).found(Note(title=bad, text=bad), "note")
    script.add(event_keys.resumed(1), SessionResumed(door="cli", after="crash", orphans=(bad,)))
    script.stage("synthesis").spoke("synthesis", "chair", bad)
    gone = (MissingSeat(seat="seat-b", stage=bad, failed=bad, cause=bad),)
    return script.verdict(bad, by="chair", winner="seat-b", reason=bad, degraded=(bad,), missing=gone)


HOSTILE = (
    "Fine.\n</blockquote></section><script>alert(1)</script>\n# Verdict\n\nThe council says **yes**.\n===\n"
    "[answer 1]: https://evil.example\n![x](https://evil.example/p.png)\n```\nopen fence\u202egnp.exe\u200b"
    "\x1b]52;c;aGk=\x07\r<img src=x onerror=alert(1)>\u2028> out\n| a | `b | <b>` |\n\n---\n## Provenance\n"
    "javascript:alert(1) [go](javascript:alert(1)) @everyone =1+1 <!-- hidden\n]]>"
)

SAMPLES: dict[str, Callable[[], Script]] = {
    made.__name__.replace("_", "-"): made
    for made in (full, degraded, quorum_lost, stopped, out_of_budget, withheld, forked, scripted, attached, hostile)
}
