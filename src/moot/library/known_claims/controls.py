"""Read claims known to be true or false: packaged in `controls/`, and the user's in `MOOT_HOME/controls`."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from moot.errors import BadSetting
from moot.library.shelf_lookup import Drawer, LocatedEntry, ShelfEntry, packaged_in, refuse_unknown_within
from moot.settings.tomlfile import converted, refuse_unknown
from moot.vocabulary.history.track_record import KnownControl

LONGEST = 200
"""Maximum number of characters of a control claim, as of any claim."""


class ClaimsHead(Struct, frozen=True, kw_only=True):
    """The first table of a file of control claims, which describes the file."""

    title: str
    licence: str
    date: str


class WrittenControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A control claim (known to be true or false, to test voters) as written in its file."""

    text: str
    """Text of the claim."""
    holds: bool
    """Whether the claim is true."""
    source: str
    """Where to verify the claim."""
    retired: bool = False
    """Whether the claim is no longer used in votes."""


class _ControlTable(ClaimsHead, frozen=True, kw_only=True):
    claims: dict[str, WrittenControl]


class PlacedControls(LocatedEntry, frozen=True, kw_only=True):
    """The control claims of one file, with where it is stored."""

    name: str
    """Name of the file."""
    controls: tuple[KnownControl, ...]
    """The claims that are not retired."""


def controls_in(home: Path) -> tuple[KnownControl, ...]:
    """Return all control claims (known to be true or false, to test voters): packaged ones and those in this home
    folder.

    Files that cannot be read are skipped.
    """
    drawer = Drawer(
        "control", home, home / "no-project", lambda: packaged_in("known_claims/controls", _placed), _placed
    )
    return tuple(control for placed in drawer.read().good.values() for control in placed.controls)


def _placed(written: ShelfEntry) -> PlacedControls:
    where = written.origin
    refuse_unknown(written.table, _ControlTable.__struct_fields__, where)
    refuse_unknown_within(dict(written.table), _ControlTable, where)
    table = converted(written.table, _ControlTable, where)
    for key, claim in table.claims.items():
        if not 0 < len(claim.text.strip()) <= LONGEST or not claim.source.strip():
            raise BadSetting(f"{where}, {key}: `text` is empty or too long, or `source` is empty.")
    return PlacedControls(
        name=written.name,
        layer=written.layer,
        origin=where,
        controls=tuple(
            KnownControl(key=f"{written.name}/{key}", text=claim.text.strip(), holds=claim.holds)
            for key, claim in table.claims.items()
            if not claim.retired
        ),
    )
