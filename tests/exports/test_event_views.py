"""Test which fields of events a share shows: a unique word in every field, and a table of when it may appear."""

from __future__ import annotations

import itertools
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from moot.exports.event_views import LEFT_OUT, as_shared
from moot.protocols import registry
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.events import KINDS, Event, SeatFailed, SeatSpoke, SessionOpened
from moot.vocabulary.findings import Finding
from rig.ballots import FINDINGS
from rig.ballots import KINDS as BALLOTS

PROMPTS, EARLIER, NEVER, OWN = "prompts", "earlier", "never", "own"
"""When a field's words are shown: with prompts, with earlier turns, or by no share. All others every share shows."""

TABLE: dict[str, str] = {
    "SessionOpened.question.history[].question": EARLIER,
    "SessionOpened.question.history[].answer": EARLIER,
    "SessionOpened.question.history[].attachments[].name": EARLIER,
    "SessionOpened.question.history[].attachments[].media_type": EARLIER,
    "SessionOpened.question.history[].attachments[].digest": EARLIER,
    "SessionOpened.question.history[].attachments[].text_digest": EARLIER,
    "SessionOpened.question.history[].attachments[].note": EARLIER,
    "SessionOpened.question.carried.summary": EARLIER,
    "SessionOpened.question.carried.source": EARLIER,
    "SessionOpened.thread": EARLIER,
    "SessionOpened.known": PROMPTS,
    "ToolAnswered.text": PROMPTS,
    "ToolAnswered.sources[].excerpt": PROMPTS,
    "SeatSpoke.sources[].excerpt": PROMPTS,
    "ToolsRequested.sources[].excerpt": PROMPTS,
    "SessionOpened.system": PROMPTS,
    "SessionOpened.wording{}": PROMPTS,
    "SessionOpened.wording{key}": PROMPTS,
    "SessionOpened.options{}": PROMPTS,  # of a protocol nobody knows; see below for the known ones
    "SessionOpened.options{}[]": PROMPTS,
    "SessionOpened.options{key}": PROMPTS,
    "SessionOpened.roster.seats[].system": PROMPTS,
    "SessionOpened.roster.seats[].persona.text": PROMPTS,
    "SessionOpened.roster.offices[].system": PROMPTS,
    "SessionOpened.roster.offices[].persona.text": PROMPTS,
    "SessionOpened.rubric.axes[].asks": PROMPTS,
    "SessionOpened.rubric.axes[].one": PROMPTS,
    "SessionOpened.rubric.axes[].three": PROMPTS,
    "SessionOpened.rubric.axes[].five": PROMPTS,
    "SessionOpened.rubric.axes[].note": PROMPTS,
    "SessionOpened.rubric.labelling.asks": PROMPTS,
    "SessionOpened.rubric.labelling.labels[].meaning": PROMPTS,
    "SessionOpened.rubric.labelling.labels[].recheck": PROMPTS,
    "SessionOpened.rubric.labelling.details[].asks": PROMPTS,
    "SessionOpened.rubric.comparison.asks": PROMPTS,
    "SessionOpened.rubric.details[].asks": PROMPTS,
    **{f"SessionOpened.rubric.wording.{stage}": PROMPTS for stage in
       ("answer", "rebuttal", "refinement", "flip", "axes", "consensus", "verdict")},
    "SessionOpened.past.controls[].key": OWN,
    "SessionOpened.past.controls[].text": OWN,
    "SeatSpoke.reasoning": PROMPTS,
    "SeatSpoke.vectors": NEVER,
    "BallotRead.ballot<claim-votes>.controls{key}": OWN,
    "BallotRead.ballot<claim-votes>.controls{}.reason": OWN,
    "FindingMade.finding<control-claims>.claims[].of": OWN,
    "FindingMade.finding<control-claims>.claims[].text": OWN,
    "FindingMade.finding<parts>.parts{}": PROMPTS,
}  # fmt: skip


KINDS_OF = {Ballot: typing.Union[tuple(BALLOTS)], Finding: typing.Union[tuple(FINDINGS)]}  # noqa: UP007
"""What may stand for an open kind: everything that the protocols here bring."""


def fields_of(kind: Any, path: str, seen: tuple[type, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every way to a text inside a type: its path, as the table writes it."""
    kind = KINDS_OF.get(kind, kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind is str:
        yield path, None
    elif origin in (typing.Union, types.UnionType):
        structs = [each for each in args if isinstance(each, type) and issubclass(each, Struct)]
        for each in args:
            tag = each.__struct_config__.tag if each in structs else None
            yield from fields_of(each, f"{path}<{tag}>" if tag is not None else path, seen)
    elif origin is tuple:
        for each in {*args} - {Ellipsis}:
            yield from fields_of(each, f"{path}[]", seen)
    elif origin is list:
        yield from fields_of(args[0], f"{path}[]", seen)
    elif origin in (dict, Mapping):
        yield from fields_of(args[1], f"{path}{{}}", seen)
        yield from fields_of(args[0], f"{path}{{key}}", seen)
    elif isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen:
        hints = typing.get_type_hints(kind)
        for field in msgspec.structs.fields(kind):
            yield from fields_of(hints[field.name], f"{path}.{field.name}", (*seen, kind))


def value_of(kind: Any, path: str, wants: str | None = None) -> Any:
    """A value of a type in which every text names its path; `wants` says which member of a union to take."""
    kind = KINDS_OF.get(kind, kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind is str:
        return f"«{path}»"
    if origin is typing.Literal:
        return args[0]
    if kind in (int, float, bool):
        return kind(1)
    if origin in (typing.Union, types.UnionType):
        for each in args:
            tag = each.__struct_config__.tag if isinstance(each, type) and issubclass(each, Struct) else None
            if tag is not None and f"{path}<{tag}>" == (wants or "")[: len(path) + len(tag) + 2]:
                return value_of(each, f"{path}<{tag}>", wants)
        first = next(each for each in args if each not in (type(None), msgspec.UnsetType))
        first = str if str in args else first
        if (wants or "").startswith(f"{path}[]"):
            first = next(each for each in args if typing.get_origin(each) in (list, tuple))
        tag = first.__struct_config__.tag if isinstance(first, type) and issubclass(first, Struct) else None
        return value_of(first, f"{path}<{tag}>" if tag is not None else path, wants)
    if origin is tuple:
        inner = [each for each in args if each is not Ellipsis]
        return tuple(value_of(each, f"{path}[]", wants) for each in inner)
    if origin is list:
        return [value_of(args[0], f"{path}[]", wants)]
    if origin in (dict, Mapping):
        return {value_of(args[0], f"{path}{{key}}", wants): value_of(args[1], f"{path}{{}}", wants)}
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = typing.get_type_hints(kind)
        named = [field.name for field in msgspec.structs.fields(kind)]
        return kind(**{name: value_of(hints[name], f"{path}.{name}", wants) for name in named})
    raise AssertionError((kind, path))


PATHS = {name: sorted({path for path, _ in fields_of(kind, name)}) for name, kind in KINDS.items()}


def event_of(name: str, path: str, key: str = "opinions/seat-a") -> Event:
    body = value_of(KINDS[name], name, path)
    return Event(session="s", seq=1, key=key, at="2026", t=0, kind=name, version=1, body=body)


def encoded(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def test_the_table_names_fields_that_are_there() -> None:
    known = {path for paths in PATHS.values() for path in paths}
    assert TABLE.keys() - known == set()
    assert len(known) > 250


@pytest.mark.parametrize("name", KINDS)
def test_every_field_is_shown_as_the_table_says(name: str) -> None:
    for path in PATHS[name]:
        event = event_of(name, path)
        word = f"«{path}»"
        assert word in encoded(event), f"{path} holds no word of its own"
        for prompts, earlier in itertools.product((False, True), repeat=2):
            when = TABLE.get(path)
            may = when is None or (when == PROMPTS and prompts) or (when == EARLIER and earlier)
            if when == NEVER:
                continue  # viewers get no event but through `watched`: `test_frames.py`
            told = encoded(as_shared(event, prompts=prompts, earlier=earlier))
            assert (word in told) is may, (path, prompts, earlier)


def test_a_new_field_needs_a_decision() -> None:
    """What every share shows is written down in `viewing_shown.txt`: a field that is in neither list fails here."""
    every = {path for paths in PATHS.values() for path in paths} - TABLE.keys()
    listed = set((Path(__file__).with_name("viewing_shown.txt")).read_text().split("\n")) - {""}
    assert every - listed == set(), "decide whether a share shows these, and write them into the list or the table"
    assert listed - every == set(), "no such field any more"


@pytest.mark.parametrize("protocol", registry.names())
def test_every_option_that_is_put_to_seats_is_left_out_with_the_prompts(protocol: str) -> None:
    kind = registry.find(protocol).options
    hints = typing.get_type_hints(kind)
    words = {
        field.name
        for field in msgspec.structs.fields(kind)
        if any(path for path, _ in fields_of(hints[field.name], field.name))
    }
    harmless = {"language", "reasoning", "strategy", "query", "searchers", "calibrated"}
    assert words - harmless == kind.told, "an option that holds words is told to seats, or is known to be harmless"
    opened = msgspec.structs.replace(
        value_of(SessionOpened, "SessionOpened"), protocol=protocol, options=dict.fromkeys(words, "«told»")
    )
    event = msgspec.structs.replace(event_of("SessionOpened", ""), body=opened)
    for prompts in (False, True):
        shown = as_shared(event, prompts=prompts, earlier=False).body
        assert isinstance(shown, SessionOpened)
        assert shown.options.keys() == (words if prompts else words - kind.told)


def test_of_a_protocol_that_is_gone_no_option_with_words_is_shown() -> None:
    opened = value_of(SessionOpened, "SessionOpened")
    opened = msgspec.structs.replace(opened, protocol="gone", options={"a": "words", "b": ["words"], "c": 3, "d": None})
    event = msgspec.structs.replace(event_of("SessionOpened", ""), body=opened)
    shown = as_shared(event, prompts=False, earlier=True).body
    assert isinstance(shown, SessionOpened)
    assert shown.options == {"c": 3, "d": None}


def test_the_summary_of_earlier_turns_is_one_of_them() -> None:
    for key in ("history/chair", "history/chair~1!", "history/chair:late", "history/chair+repair"):
        spoke, failed = event_of("SeatSpoke", "", key), event_of("SeatFailed", "", key)
        for prompts in (False, True):
            told = as_shared(spoke, prompts=prompts, earlier=False).body
            assert isinstance(told, SeatSpoke)
            assert (told.text, told.reasoning, told.marks) == (LEFT_OUT, "", ())
            lost = as_shared(failed, prompts=prompts, earlier=False).body
            assert isinstance(lost, SeatFailed)
            assert lost.partial == ""
            assert "«SeatSpoke.text»" in encoded(as_shared(spoke, prompts=prompts, earlier=True))
    assert "«SeatSpoke.text»" in encoded(as_shared(event_of("SeatSpoke", ""), prompts=False, earlier=False))
