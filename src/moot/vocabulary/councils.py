"""What is a council, as people name and save it? Members, a chair, a protocol, its options and its wording.

A council is a TOML file: data without expressions. It names models and personas; what those can do and cost is looked
up when a session opens and written into the session.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from moot.vocabulary.seats import Member, Name, Words, member_from

OptionValue = str | int | float | bool | list[str]


class Council(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roster, its offices, a protocol and its options under one name."""

    name: str = ""
    """What people call it; the file's name without `.toml`."""
    title: Name = ""
    """One line on what it is for."""
    protocol: Name = "peer-review"
    """The protocol it deliberates by."""
    members: tuple[Member | str, ...]
    """Who sits in it: model ids (`model` or `model:count`) or tables."""
    chair: Name | None = None
    """The model that writes the verdict; without one, the first configured model outside the panel."""
    stand_ins: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    """Models that take over when the holder of a role fails, in order."""
    offices: Annotated[dict[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Models that hold the protocol's other roles, e.g. `arbiter`, `adjudicator`; without one, the chair's model."""
    system: Words = ""
    """What every seat is told before everything else."""
    rubric: Name = ""
    """The rubric it judges by, where its protocol judges by one; `general` without it."""
    options: Annotated[dict[Name, OptionValue], Meta(max_length=100)] = {}
    """The protocol's options, by name."""
    wording: Annotated[dict[Name, Words], Meta(max_length=100)] = {}
    """Prompts of the protocol replaced by name; each must use the same `$names` as the one it replaces."""
    personas: Annotated[dict[Name, Words], Meta(max_length=64)] = {}
    """Personas this council brings along: name and text."""
    instead: Annotated[dict[Name, list[Name]], Meta(max_length=64)] = {}
    """Models that take a model's place, in order, when its service has no key or no longer offers it. In a file a
    member or the chair may be a list as well: the first that is available sits."""
    dated: Name = ""
    """The day on which its models were chosen, e.g. `2026-11-20`."""

    def lines(self) -> list[Member]:
        """Its members, each as a line of the list, however it was written."""
        return [member_from(each) if isinstance(each, str) else each for each in self.members]
