"""Find claims for testing models: the user's in `MOOT_HOME/trials`, then packaged ones in `bench/`."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from moot.errors import BadSetting
from moot.library.public import (
    Drawer,
    LocatedEntry,
    ShelfEntry,
    converted,
    packaged_in,
    refuse_unknown,
    refuse_unknown_within,
)
from moot.vocabulary.public import Fixture

USUAL = "library"
"""The default claims."""


class PlacedFixture(LocatedEntry, frozen=True, kw_only=True):
    """Claims, and where they are defined."""

    name: str
    """Their name."""
    fixture: Fixture
    """The claims."""

    @property
    def digest(self) -> str:
        """Return the digest of the claims, wherever they are defined."""
        return sha256(msgspec.json.encode(self.fixture, order="deterministic")).hexdigest()


def fixture_in(home: Path, name: str) -> PlacedFixture:
    """Return the claims of this name; the user's precede packaged ones."""
    taken = Drawer("trial", home, home / "no-project", lambda: packaged_in("bench", _fixture, __package__), _fixture)
    return taken.placed(name)


def _fixture(written: ShelfEntry) -> PlacedFixture:
    where = written.origin
    refuse_unknown(written.table, Fixture.__struct_fields__, where)
    refuse_unknown_within(dict(written.table), Fixture, where)
    fixture = converted(written.table, Fixture, where)
    number = len(fixture.claims)
    if not 2 <= number <= 30:
        raise BadSetting(f"{where} has {number} claims; 2 to 30 can be voted on.")
    for at, claim in enumerate(fixture.claims, start=1):
        for other in (claim.denies, claim.repeats):
            if not 0 <= other <= number or other == at:
                raise BadSetting(f"{where}: claim {at} speaks of a claim {other}, which is not there.")
        if not claim.text.strip() or claim.kind not in KINDS:
            raise BadSetting(f"{where}: claim {at} has no text, or a kind that is none of {', '.join(KINDS)}.")
    return PlacedFixture(name=written.name, fixture=fixture, layer=written.layer, origin=where)


KINDS = ("recommendation", "risk", "factual claim", "opportunity")
"""Names of claims in prompts to voters."""
