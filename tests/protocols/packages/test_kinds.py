"""Test that kinds of ballots and findings are open: joined from protocols, and readable when one is gone."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moot.errors import Conflict, ProtocolWrong, StoreDamaged
from moot.exports.event_views import as_shared
from moot.protocols import installed, registry
from moot.protocols.kinds import JOINED, OURS, RESERVED, Kinds
from moot.protocols.words import ballot_in_words, heading_of, in_words
from moot.reading.forms.form import FormKind
from moot.transcripts.upcasts import body_from
from moot.vocabulary.ballots import Ballot, Ranking, UnknownBallot
from moot.vocabulary.events import BallotRead, Event, FindingMade
from moot.vocabulary.findings import Finding, UnknownFinding
from moot.vocabulary.words.headings import Heading
from rig.ballots import FINDINGS, KINDS

GONE = (
    '{"name":"poll","finding":{"type":"jury-poll","for":2,"votes":{"seat-a":"guilty"},"__init__":[1.5,null],'
    '"a b":"words"},"rests_on":["poll/seat-a"]}'
)
CAST = (
    '{"reader":"seat-a","ballot":{"type":"charge","on":"seat-b","self":true},"statement":"poll/seat-a","how":"schema",'
    '"repaired":false}'
)


class Vote(Ballot, frozen=True, kw_only=True, tag="jury-vote"):
    vote: str = ""


class Count(Finding, frozen=True, kw_only=True, tag="jury-count"):
    votes: int = 0


def said(thing: Any, names: Any) -> list[str]:
    return ["said"]


def test_every_kind_is_read_said_and_headed_and_has_a_tag_of_its_own() -> None:
    assert set(JOINED.words) == set(KINDS)
    assert len(KINDS) > 15
    assert len(FINDINGS) > 20
    for base, kinds in ((Ballot, KINDS), (Finding, FINDINGS)):
        tags = [each.__struct_config__.tag for each in kinds]
        assert len(set(tags)) == len(tags)
        assert all(issubclass(each, base) for each in kinds)


def test_a_kind_nobody_brings_opens_as_data_and_is_written_as_it_was() -> None:
    found, cast = body_from("FindingMade", 1, GONE), body_from("BallotRead", 1, CAST)
    assert isinstance(found, FindingMade)
    assert isinstance(found.finding, UnknownFinding)
    assert isinstance(cast, BallotRead)
    assert isinstance(cast.ballot, UnknownBallot)
    assert msgspec.json.encode(found).decode() == GONE
    assert msgspec.json.encode(cast).decode() == CAST


def test_what_nobody_brings_is_told_as_data_with_its_seats_named() -> None:
    found, cast = body_from("FindingMade", 1, GONE), body_from("BallotRead", 1, CAST)
    assert isinstance(found, FindingMade)
    assert isinstance(cast, BallotRead)
    names = {"seat-a": "answer 1", "seat-b": "answer 2"}
    assert heading_of(found.finding).title == "Jury poll (as data: its protocol is not installed)"
    assert in_words(found.finding, names).split("\n") == [
        "for: 2",
        'votes: {"answer 1": "guilty"}',
        "__init__: [1.5, null]",
        "a b: words",
    ]
    assert ballot_in_words(cast.ballot, names)[1:] == ["on: answer 2", "self: true"]


def test_a_share_without_prompts_shows_no_words_of_what_nobody_brings() -> None:
    body = body_from("FindingMade", 1, GONE)
    event = Event(session="s", seq=9, key="poll", at="2026", t=0, kind="FindingMade", version=1, body=body)
    shown = msgspec.json.encode(as_shared(event, prompts=False, earlier=False)).decode()
    assert "guilty" not in shown
    assert "words" not in shown
    assert '"for":2' in shown
    assert "guilty" in msgspec.json.encode(as_shared(event, prompts=True, earlier=False)).decode()


DEEP = '{"type":"deep","in":' + "[" * 200_000 + "]" * 200_000 + "}"

WIDE = '{"type":"wide"' + "".join(f',"m{number}":0' for number in range(100_000)) + "}"


@pytest.mark.parametrize("finding", ['{"votes":1}', '{"type":7}', "[]", '"words"', "null", DEEP, WIDE])
def test_what_has_no_tag_or_no_bounds_is_damage(finding: str) -> None:
    with pytest.raises(StoreDamaged):
        body_from("FindingMade", 1, f'{{"name":"poll","finding":{finding}}}')


def test_the_tags_that_are_kept_for_ours_are_those_they_declare() -> None:
    declared = {
        (base, str(each.__struct_config__.tag)): name
        for name in [*registry.OURS, *registry.UNOFFERED]
        for found in [registry.find(name)]
        for base, kinds in ((Ballot, [form.ballot for form in found.ballots]), (Finding, found.findings))
        for each in kinds
    }
    assert declared == RESERVED
    assert set(OURS) <= {*registry.OURS, *registry.UNOFFERED}


@pytest.mark.parametrize(("base", "tag"), [(Ballot, "opinion-scores"), (Finding, "scoreboard"), (Finding, "tiers")])
def test_no_package_takes_a_tag_of_ours_though_it_is_loaded_first(base: type[Any], tag: str) -> None:
    kinds = Kinds()
    theirs = msgspec.defstruct("Theirs", [], bases=(base,), tag=tag)
    owner = RESERVED[base, tag]
    ballots, words = ((FormKind(theirs, {}),), {theirs: said}) if base is Ballot else ((), {})
    findings = {} if base is Ballot else {theirs: Heading("Theirs", said)}
    with pytest.raises(ProtocolWrong, match=f"'{tag}', which the protocol '{owner}' has"):
        kinds.join("jury", ballots, words, findings)
    found = registry.find(owner)
    kinds.join(owner, found.ballots, found.words, found.findings)
    assert (base, tag) in kinds.decoders


def test_a_protocol_is_refused_whole_where_it_brings_a_kind_badly() -> None:
    kinds = Kinds()
    vote = FormKind(Vote, {})
    heading = Heading("Count", said)
    other = msgspec.defstruct("Other", [], bases=(Ballot,), tag="ranking")
    again = msgspec.defstruct("Again", [], bases=(Finding,), tag="jury-count")
    with pytest.raises(ProtocolWrong, match="without words for it"):
        kinds.join("jury", (vote,), {}, {})
    with pytest.raises(ProtocolWrong, match="without a way to read it"):
        kinds.join("jury", (), {Vote: said}, {})
    with pytest.raises(ProtocolWrong, match="'ranking', which every protocol has"):
        kinds.join("jury", (FormKind(other, {}),), {other: said}, {})
    with pytest.raises(ProtocolWrong, match="no finding with a tag"):
        kinds.join("jury", (), {}, {Ranking: heading})  # type: ignore[dict-item]
    assert Vote not in kinds.ballots
    assert Count not in kinds.findings
    kinds.join("jury", (vote,), {Vote: said}, {Count: heading})
    with pytest.raises(ProtocolWrong, match="the protocol 'jury' has"):
        kinds.join("another", (), {}, {again: heading})
    assert kinds.findings[Count] is heading


NOW = """
from moot.protocols.public import Ballot, Finding, FormKind, Heading, Floor, Options, Verdict, TextField, protocol

class Poll(Finding, frozen=True, kw_only=True, tag="jury-poll"):
    votes_for: int

class Charge(Ballot, frozen=True, kw_only=True, tag="charge"):
    about: str

    def __post_init__(self):
        if self.about == "that":
            raise SystemExit(3)

@protocol(name="jury-now", title="t", stages=("one",), ballots=(FormKind(Charge, {"about": TextField()}),),
          words={Charge: lambda ballot, names: ["x"]}, findings={Poll: Heading("Poll", lambda found, names: ["x"])})
async def now(floor: Floor, options: Options) -> Verdict:
    return await floor.withhold("nothing")
"""


def test_what_a_newer_version_of_a_package_cannot_read_is_told_as_data_with_the_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "jury_now.py").write_text(NOW)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "JOINED", Kinds())
    monkeypatch.setattr(registry, "_asked_all", False)
    monkeypatch.setattr(
        installed, "entry_points", lambda group: [EntryPoint("jury-now", "jury_now:now", registry.GROUP)]
    )
    found, cast = body_from("FindingMade", 1, GONE), body_from("BallotRead", 1, CAST)
    assert isinstance(found, FindingMade)
    assert isinstance(cast, BallotRead)
    assert msgspec.json.encode(found).decode() == GONE
    assert msgspec.json.encode(cast).decode() == CAST
    title = heading_of(found.finding).title
    why = "Object missing required field `votes_for`"
    assert title == f"Jury poll (as data: the installed protocol 'jury-now' cannot read it: {why})"
    assert in_words(found.finding, {}).startswith("for: 2\n")
    assert "'jury-now' cannot read it: Object missing required field `about`" in ballot_in_words(cast.ballot, {})[0]
    quits = body_from("BallotRead", 1, CAST.replace('"on":"seat-b","self":true', '"about":"that"'))
    assert isinstance(quits, BallotRead)
    assert "'jury-now' cannot read it: 3" in ballot_in_words(quits.ballot, {})[0]
    event = Event(session="s", seq=9, key="poll", at="2026", t=0, kind="FindingMade", version=1, body=found)
    with pytest.raises(Conflict, match=r"another version of the protocol 'jury-now'.*'poll'.*votes_for"):
        registry.held_by("jury-now", [event])
    with pytest.raises(StoreDamaged):  # one of our own that cannot be read is no other version of a package
        body_from("FindingMade", 1, '{"name":"s","finding":{"type":"standing","places":3,"winner":null}}')
