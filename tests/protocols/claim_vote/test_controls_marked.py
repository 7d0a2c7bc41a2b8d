"""Is each control claim marked as one where a session is kept whole? Nobody who counts claims or votes there may count
it: it stands in a finding or a field of its own, or in an entry that is named after controls."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from cases import slow_except
from moot.exports.export import export
from moot.exports.viewing import watched
from moot.protocols.claim_vote.findings import ControlClaims
from moot.sessions.results.gist import gist_of
from moot.sessions.results.result import result_of
from moot.vocabulary.earlier.controls import CONTROL
from protocols.claim_vote.test_controls import NAMED, Sat, plainly, sat

Place = tuple[Any, ...]
"""A value and all that it stands in: field names, and the objects that have them."""


def strings(value: Any, within: Place = ()) -> Iterator[tuple[str, Place]]:
    """Every string in a value, names of fields among them, with what it stands in."""
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield name, (*within, value)
            yield from strings(each, (*within, value, name))
    elif isinstance(value, str):
        yield value, within
    elif isinstance(value, Sequence):
        for each in value:
            yield from strings(each, within)


def marked(within: Place) -> bool:
    """Whether what stands there can be told to be of a control claim."""
    for each in within:
        if each == "controls":
            return True
        if isinstance(each, Mapping) and (
            each.get("type") == "control-claims"
            or str(each.get("seat", "")).startswith(CONTROL)
            or str(each.get("key", "")).startswith("votes/control-")
        ):
            return True
    return False


def unmarked(value: Any, texts: Sequence[str]) -> list[str]:
    """What speaks of a control claim without saying that it is one."""
    return [
        said
        for said, within in strings(value)
        if (NAMED.search(said) or any(text in said for text in texts)) and not marked(within)
    ]


def whole(done: Sat) -> Iterator[tuple[str, Any]]:
    """All doors by which a session leaves as data, whole."""
    yield "sessions show --json", json.loads(plainly(result_of(done.state)))
    yield "json", json.loads(str(export(done.state, done.events, "json")))
    for line in str(export(done.state, done.events, "jsonl")).splitlines():
        yield "jsonl", json.loads(line)
    yield "what a replay page tells at once", json.loads(plainly(gist_of(done.state)))
    for event in done.events:  # as they stand in a replay page, too
        yield "events over HTTP", json.loads(msgspec.json.encode(watched(event)))


@pytest.mark.parametrize("part", slow_except(range(100), 0))
async def test_whole_data_marks_every_control_claim(part: int) -> None:
    met: dict[str, int] = {}
    for seed in range(10 * part, 10 * part + 10):
        done = await sat(seed)
        texts = [claim.text for claim in done.found(ControlClaims).claims]
        for door, value in whole(done):
            found = unmarked(value, texts)
            assert not found, (door, found[:3])
            met[door] = met.get(door, 0) + sum(any(text in said for text in texts) for said, _ in strings(value))
    silent = {"what a replay page tells at once"}  # its title and answer, where none belongs
    assert {door for door, number in met.items() if not number} == silent, f"the search finds what is there: {met}"


def test_the_search_finds_a_control_claim_among_claims() -> None:
    claim = "A calendar week has seven days."
    assert unmarked({"claims": [{"id": "c1", "text": claim}]}, [claim]) == [claim]
    assert unmarked({"ballot": {"votes": {"control-1": {"vote": "agree"}}}}, [claim]) == ["control-1"]
    assert not unmarked({"ballot": {"controls": {"control-1": {"vote": "agree"}}}}, [claim])
