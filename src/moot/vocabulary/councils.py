"""Council file: members, chair, protocol, options and wording.

A council is a TOML file: data without expressions. It names models and personas; their abilities and prices are looked
up when a session opens and stored in the session.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from moot.vocabulary.seats import Member, Name, Words, member_from

OptionValue = str | int | float | bool | list[str]


class Council(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A council as its file defines it: members, chair and other roles, protocol, options and prompts."""

    name: str = ""
    """The council's name: the file's name without `.toml`."""
    title: Name = ""
    """Description of the council in one line."""
    protocol: Name = "peer-review"
    """Name of the council's protocol."""
    members: tuple[Member | str, ...]
    """Members of the council: model ids (`model` or `model:count`) or tables."""
    chair: Name | None = None
    """Model that writes the verdict; without one, the first configured model that is not a member."""
    stand_ins: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    """Models that take over when the holder of a role fails, in order."""
    offices: Annotated[dict[Name, Name | list[Name]], Meta(max_length=16)] = {}
    """Models that hold the protocol's other roles, e.g. `arbiter`, `adjudicator`; without one, the chair's model."""
    system: Words = ""
    """System prompt of every seat."""
    rubric: Name = ""
    """The rubric by which the council judges, if its protocol uses one; `general` by default."""
    options: Annotated[dict[Name, OptionValue], Meta(max_length=100)] = {}
    """Values of the protocol's options, by name."""
    tools: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    """Tools that the council's members may call when they answer the question, such as `search` and `fetch`."""
    wording: Annotated[dict[Name, Words], Meta(max_length=100)] = {}
    """New texts for prompts of the protocol, by the prompt's name. Each must use the same `$names` as the original."""
    personas: Annotated[dict[Name, Words], Meta(max_length=64)] = {}
    """Texts of this council's personas, by name."""
    instead: Annotated[dict[Name, list[Name]], Meta(max_length=64)] = {}
    """Replacements for each model, in order, used if its endpoint has no key or no longer offers it. In a file, a
    member or the chair may be a list as well: the first available model is used.
    """
    dated: Name = ""
    """Day on which the council's models were chosen, e.g. `2026-11-20`."""

    def lines(self) -> list[Member]:
        """Return the council's members as `Member` values (model, count, settings), whichever form the file uses."""
        return [member_from(each) if isinstance(each, str) else each for each in self.members]
