"""Format a ballot or finding of any protocol: by its kind's words, or as data if they are missing.

No number is computed here. `tests/protocols/packages/test_kinds.py` checks that every kind has its words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from moot.protocols import registry
from moot.protocols.installed import is_own_fault
from moot.vocabulary.ballots import Ballot, UnknownBallot, abstained
from moot.vocabulary.findings import Finding, Standing, UnknownFinding
from moot.vocabulary.words import standing as standing_words
from moot.vocabulary.words.headings import FindingSummary, Heading, Names

LONGEST = 400
"""Maximum number of characters shown of one field whose protocol is not installed. Data exports contain the whole
field.
"""


def heading_of(finding: Finding) -> Heading:
    """Return the heading under which a finding (computed result) of any protocol is shown, with the functions that
    format it."""
    return registry.heading(type(finding)) or Heading(_title(finding), _as_data)


def standing_ones(findings: Sequence[Finding]) -> list[bool]:
    """Return, for each finding of a session, whether it is current: false if a later finding of its
    class replaces it.
    """
    last = {type(finding): at for at, finding in enumerate(findings)}
    return [not heading_of(finding).replaces or last[type(finding)] == at for at, finding in enumerate(findings)]


def in_words(finding: Finding, names: Names) -> str:
    """Return a finding as text for people, with one line per fact."""
    heading = heading_of(finding)
    return "\n".join(_told(finding, names, heading.people or heading.words))


def alone_of(finding: Finding, names: Names) -> str | None:
    """Format a finding as a text that can itself be the verdict, and return it; `None` if findings of this class cannot
    be one."""
    say = heading_of(finding).alone
    with _faults_apart(finding) as trouble:
        return str(say(finding, names)) if say is not None else None
    assert trouble
    return None


def brief_of(finding: Finding) -> FindingSummary | None:
    """Return in a few words the result that a finding contains; `None` if findings of its class only give evidence."""
    say = heading_of(finding).brief
    with _faults_apart(finding) as trouble:
        found = say(finding) if say is not None else None
        return msgspec.convert(msgspec.to_builtins(found), FindingSummary) if found is not None else None
    assert trouble
    return None


def for_prompt(finding: Finding, names: Names) -> str:
    """Return a finding as text for a prompt. `names` are the labels under which the seat knows the others."""
    if isinstance(finding, Standing):
        return "\n".join(standing_words.for_prompt(finding, names))
    return "\n".join(heading_of(finding).words(finding, names))


def ordering_of(ballot: Ballot) -> dict[str, float]:
    """Return the place of each answer by a ballot, the lowest being best; empty if a package's code fails to compute
    it."""
    with _faults_apart(ballot) as trouble:
        return {str(seat): float(place) for seat, place in ballot.ordering().items()}
    assert trouble
    return {}


def ballot_in_words(ballot: Ballot, names: Names) -> list[str]:
    """Return a ballot of any protocol as lines: its decision first, then each remark."""
    if abstained(ballot):
        return ["Abstained."]
    said = registry.ballot_words(type(ballot))
    if said is None:
        return [f"{_title(ballot)}:", *_as_data(ballot, names)]
    return [*_told(ballot, names, said), *(f"Not whole: {each.says}." for each in ballot.surplus or ())]


def _told(thing: Ballot | Finding, names: Names, say: Callable[[Any, Names], Sequence[str]]) -> list[str]:
    """Return a ballot or finding as formatted lines. If a package's function for this fails, return its data and the
    error."""
    with _faults_apart(thing) as trouble:
        lines = say(thing, names)
        if isinstance(lines, str) or not all(isinstance(line, str) for line in lines):
            raise TypeError("these words are no list of lines")
        return list(lines)
    return [f"(as data: {trouble[0]})", *_as_data(thing, names)]


@contextmanager
def _faults_apart(thing: Ballot | Finding) -> Iterator[list[str]]:
    """Catch an error in another package's formatting function and append a message to the yielded list.

    Errors in a built-in protocol's functions are raised.
    """
    trouble: list[str] = []
    try:
        yield trouble
    except BaseException as error:
        base = Ballot if isinstance(thing, Ballot) else Finding
        package = registry.package_of(base, str(thing.__struct_config__.tag))
        if not package or not is_own_fault(error):
            raise
        said = f"{type(error).__name__}: {error}"[:LONGEST].rstrip(": ")
        trouble.append(f"the words that the installed protocol {package!r} has for it cannot be shown: {said}")


def _title(thing: Ballot | Finding) -> str:
    tag = str(thing.__struct_config__.tag).replace("-", " ")
    why = thing.why if isinstance(thing, UnknownBallot | UnknownFinding) else ""
    return f"{tag[:1].upper()}{tag[1:]} (as data: {why or 'its protocol is not installed'})"


def _as_data(thing: Ballot | Finding, names: Names) -> list[str]:
    """Return each field of a ballot or finding as a line, with names in place of seat ids."""
    members: dict[str, Any] = msgspec.to_builtins(thing)
    return [f"{name}: {_cut(_named(value, names))}" for name, value in members.items() if name != "type"]


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): _named(each, names) for key, each in value.items()}
    return [_named(each, names) for each in value] if isinstance(value, list) else value


def _cut(value: Any) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return said if len(said) <= LONGEST else f"{said[:LONGEST]} … ({len(said):,} characters)"
