"""What is a council, as people name and save it? Members, a chair, a protocol, its options and its wording.

A council is a TOML file: data without expressions. It names models and personas; what those can do and cost is looked
up when a session opens and written into the session.
"""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.seats import Member, member_from

OptionValue = str | int | float | bool | list[str]


class Council(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roster, its offices, a protocol and its options under one name."""

    name: str = ""
    """What people call it; the file's name without `.toml`."""
    title: str = ""
    """One line on what it is for."""
    protocol: str = "peer-review"
    """The protocol it deliberates by."""
    members: tuple[Member | str, ...]
    """Who sits in it: model ids (`model` or `model:count`) or tables."""
    chair: str | None = None
    """The model that writes the verdict; without one, the first configured model outside the panel."""
    stand_ins: tuple[str, ...] = ()
    """Models that take over when the holder of an office fails, in order."""
    offices: dict[str, str | list[str]] = {}
    """Models that hold the protocol's other offices, e.g. `arbiter`, `adjudicator`; without one, the chair's model."""
    system: str = ""
    """What every seat is told before everything else."""
    rubric: str = ""
    """The rubric it judges by, where its protocol judges by one; `general` without it."""
    options: dict[str, OptionValue] = {}
    """The protocol's options, by name."""
    wording: dict[str, str] = {}
    """Prompts of the protocol replaced by name; each must use the same `$names` as the one it replaces."""
    personas: dict[str, str] = {}
    """Personas this council brings along: name and text."""
    instead: dict[str, list[str]] = {}
    """Models that take a model's place, in order, when its service has no key or no longer offers it. In a file a
    member or the chair may be a list as well: the first that is available sits."""
    dated: str = ""
    """The day on which its models were chosen, e.g. `2026-11-20`."""

    def lines(self) -> list[Member]:
        """Its members, each as a line of the list, however it was written."""
        return [member_from(each) if isinstance(each, str) else each for each in self.members]
