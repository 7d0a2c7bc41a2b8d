"""How is a ballot or a finding said in words, whichever protocol it is of? As its kind declares; data as it is.

No number is computed here. `tests/protocols/packages/test_kinds.py` holds that every kind has its words.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from moot.protocols import registry
from moot.vocabulary.ballots import Ballot, abstained
from moot.vocabulary.findings import Finding, Standing
from moot.vocabulary.words import standing as standing_words
from moot.vocabulary.words.headings import Heading, Names

LONGEST = 400
"""Characters shown of one member of something whose protocol is not installed; exports as data hold all of it."""


def heading_of(finding: Finding) -> Heading:
    """How one finding is shown."""
    return registry.heading(type(finding)) or Heading(_title(finding), _as_data)


def standing_ones(findings: Sequence[Finding]) -> list[bool]:
    """Of each finding, whether it stands: no later one of its class says all that it does."""
    last = {type(finding): at for at, finding in enumerate(findings)}
    return [not heading_of(finding).replaces or last[type(finding)] == at for at, finding in enumerate(findings)]


def in_words(finding: Finding, names: Names) -> str:
    """The whole finding for people, one line a fact."""
    heading = heading_of(finding)
    return "\n".join((heading.people or heading.words)(finding, names))


def for_prompt(finding: Finding, names: Names) -> str:
    """The same for a seat that goes on from it; `names` are the labels it was dealt."""
    if isinstance(finding, Standing):
        return "\n".join(standing_words.for_prompt(finding, names))
    return "\n".join(heading_of(finding).words(finding, names))


def ballot_in_words(ballot: Ballot, names: Names) -> list[str]:
    """The whole ballot: what it decides in the first line, each remark in a line of its own."""
    if abstained(ballot):
        return ["Abstained."]
    said = registry.ballot_words(type(ballot))
    if said is None:
        return [f"{_title(ballot)}:", *_as_data(ballot, names)]
    return [*said(ballot, names), *(f"Not whole: {each.says}." for each in ballot.surplus or ())]


def _title(thing: Ballot | Finding) -> str:
    tag = str(thing.__struct_config__.tag).replace("-", " ")
    return f"{tag[:1].upper()}{tag[1:]} (as data: its protocol is not installed)"


def _as_data(thing: Ballot | Finding, names: Names) -> list[str]:
    """Each member in a line, with the seats in it named."""
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
