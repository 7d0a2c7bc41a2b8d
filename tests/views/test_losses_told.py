"""Test that every missing seat is named in data, table, files, page and terminal: one loss of every kind at every reply
of every protocol, each reported by the product's own account of it.
"""

from __future__ import annotations

import csv
import html
import io
import re

import msgspec
import pytest

from moot.cli.screen.verdict_view import warnings
from moot.exports.session_files import export
from moot.views.result import result_of
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotRead, BallotSpoiled, SeatFailed, SeatSpoke
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.verdicts import plainly
from rig.faults.losses import CASES, Case, Loss, losses

DRAWS = 60
ONE_OF_EACH = [case for case in CASES if case.protocol in ("consensus", "adjudication") or "four" in case.name]
CLAIMS = [case for case in CASES if case.protocol == "claim-vote"]
LIGHT = ("consensus, default", "consensus, voting", "adjudication, general", "adjudication by three")
"""Of protocols with many cases; of the others all are looked at in every run."""


def _marks(case: Case) -> tuple[pytest.MarkDecorator, ...]:
    several = case.protocol in ("consensus", "adjudication")
    return (pytest.mark.slow,) if several and case.name not in LIGHT else ()


@pytest.mark.fast(2)
@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=_marks(case), id=case.name) for case in (*ONE_OF_EACH, *CLAIMS)]
)
def test_who_was_not_heard_is_named_wherever_a_result_is_read(case: Case) -> None:
    seen: set[tuple[str, str]] = set()
    for loss in losses(case, range(1), DRAWS):
        kind = (loss.key.partition("/")[0], loss.lost.way)
        if kind in seen or loss.after.verdict is None or mended(loss):
            continue
        seen.add(kind)
        check(loss)
    assert len(seen) >= 8


def mended(loss: Loss) -> bool:
    """Whether there is a whole ballot all the same."""
    said = loss.after.bodies.get(loss.key)
    read = isinstance(loss.after.bodies.get(event_keys.ballot(loss.key)), BallotRead)
    return read and not (isinstance(said, SeatSpoke) and said.settled == "truncated")


def check(loss: Loss) -> None:
    state = state_of(list(loss.after.events))
    seat = event_keys.who_of(loss.key).partition("#")[0]
    verdict = state.verdict
    assert verdict is not None
    office = not seat.startswith("seat-")
    causes = causes_of(loss)

    result = msgspec.to_builtins(result_of(state))
    told = [each["seat"] for each in result["missing"]] + re.findall(
        r"\b[a-z]+(?:-[a-z0-9]+)*\b", " ".join(result["degraded"])
    )
    assert seat in told or (result["truncated"] and result["verdict_by"] == seat), loss

    lines = warnings(state)
    name = state.names().get(seat, seat)
    assert any(name in line or seat in line or "writer's output limit" in line for line in lines), (loss, lines)

    assert in_table(state, name), loss
    for form in ("md", "html", "json"):
        text = plain(export(state, loss.after.events, form), form)
        for cause in causes:
            assert cause in text, (form, cause, loss)
        assert "less than a full result" in text.lower() or "degraded" in text or office, (form, loss)


def causes_of(loss: Loss) -> list[str]:
    """What must be read somewhere: the beginning of why."""
    bodies = [loss.after.bodies.get(key) for key in (loss.key, event_keys.ballot(loss.key))]
    causes = [body.cause for body in bodies if isinstance(body, SeatFailed)]
    causes += [body.why for body in bodies if isinstance(body, BallotSpoiled)]
    return [words for cause in causes for words in re.findall(r"[A-Za-z ]{6,}", plainly(cause))[:1]]


def in_table(state: SessionState, name: str) -> bool:
    rows = csv.DictReader(io.StringIO(export(state, (), "csv"), newline=""))
    return any(row["reader"] == name and row["measure"] in ("missing", "spoiled", "cut") for row in rows)


def plain(text: str, form: str) -> str:
    if form == "html":
        text = html.unescape(re.sub(r"<[^>]*>", "", text))
    if form == "md":
        text = re.sub(r"\\(.)", r"\1", text)
    return " ".join(text.split()) if form != "json" else text
