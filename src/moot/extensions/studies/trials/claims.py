"""Find claims for calibrating councils and for testing models: the user's, then packaged ones.

Claims for calibration are in `MOOT_HOME/calibrations` or the project's file, claims for tests in `MOOT_HOME/trials`.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from moot.errors import BadSetting
from moot.extensions.studies.trials.results import CalibrationClaim, Fixture
from moot.library.public import (
    PROJECT_FILE,
    ClaimsHead,
    Drawer,
    LocatedEntry,
    ShelfEntry,
    converted,
    packaged_in,
    refuse_unknown,
    refuse_unknown_within,
)
from moot.vocabulary.public import CalibrationStatement, Expected

USUAL, TESTED = "general", "library"
"""Names of the default claims for calibration and for testing models."""
KINDS = ("recommendation", "risk", "factual claim", "opportunity")
"""Names of claims in prompts to voters."""
MOST = 200
"""Maximum number of claims in one corpus."""
LONGEST = 300
"""Maximum number of characters in a claim."""
OTHER_SIDE: dict[Expected, Expected] = {
    "settled-true": "settled-false",
    "settled-false": "settled-true",
    "contested": "contested",
    "open": "open",
}
"""Expected class of a claim's negation, by the class of the claim."""


class _Table(ClaimsHead, frozen=True, kw_only=True):
    claims: dict[str, CalibrationClaim]


class PlacedCorpus(LocatedEntry, frozen=True, kw_only=True):
    """Claims known to be settled, contested or open, for calibrating councils, with the place of their file."""

    name: str
    """Name of the set of claims."""
    title: str
    """A short title."""
    claims: dict[str, CalibrationClaim]
    """The claims, by name."""

    @property
    def digest(self) -> str:
        """Return a digest of the claims' content, independent of where their file is."""
        return sha256(msgspec.json.encode(self.claims, order="deterministic")).hexdigest()

    def parts(self, most: int) -> list[list[CalibrationStatement]]:
        """Divide all claims and their negations into parts of at most `most` statements. They are mixed in an order
        given by a digest, and no part has both a claim and its negation.
        """
        number = -(-2 * len(self.claims) // most)
        ordered = sorted(self.claims, key=lambda name: sha256(f"{self.digest}{name}".encode()).hexdigest())
        by_class = sorted(ordered, key=lambda name: self.claims[name].expected)  # stable, so shuffled within a class
        parts: list[list[CalibrationStatement]] = [[] for _ in range(max(2, number))]
        half = len(parts) // 2
        for at, name in enumerate(by_class):
            parts[at % len(parts)].append(_statement(name, self.claims[name], denied=False))
            parts[(at + half) % len(parts)].append(_statement(name, self.claims[name], denied=True))
        return parts


def corpus_in(home: Path, name: str, project: Path | None = None) -> PlacedCorpus:
    """Return the claims of this name for calibrating councils. The project's claims take precedence over the user's,
    and these over packaged ones.
    """
    drawer = Drawer(
        "calibration",
        home,
        project or Path(PROJECT_FILE),
        lambda: packaged_in("calibration", _placed, __package__),
        _placed,
    )
    return drawer.placed(name)


def _statement(name: str, claim: CalibrationClaim, *, denied: bool) -> CalibrationStatement:
    words = claim.negation if denied else claim.text
    return CalibrationStatement(
        claim=name,
        denied=denied,
        expected=OTHER_SIDE[claim.expected] if denied else claim.expected,
        text=f"{words.strip()}\n({claim.kind})",
    )


def _placed(written: ShelfEntry) -> PlacedCorpus:
    where = written.origin
    refuse_unknown(written.table, _Table.__struct_fields__, where)
    refuse_unknown_within(dict(written.table), _Table, where)
    table = converted(written.table, _Table, where)
    if not 2 <= len(table.claims) <= MOST:
        raise BadSetting(f"{where} has {len(table.claims)} claims; 2 to {MOST} can be voted on.")
    for name, claim in table.claims.items():
        for words in (claim.text.strip(), claim.negation.strip()):
            if not 0 < len(words) <= LONGEST:
                raise BadSetting(f"{where}, {name}: a claim, or its negation, is empty or too long.")
        if claim.text.strip() == claim.negation.strip() or claim.kind not in KINDS or not claim.source.strip():
            raise BadSetting(
                f"{where}, {name}: the negation says the same, `source` is empty, or `kind` is none of "
                f"{', '.join(KINDS)}."
            )
    return PlacedCorpus(name=written.name, title=table.title, claims=table.claims, layer=written.layer, origin=where)


class PlacedFixture(LocatedEntry, frozen=True, kw_only=True):
    """Claims for testing models, with the place of their file."""

    name: str
    """Name of the set of claims."""
    fixture: Fixture
    """The claims."""

    @property
    def digest(self) -> str:
        """Return a digest of the claims' content, independent of where their file is."""
        return sha256(msgspec.json.encode(self.fixture, order="deterministic")).hexdigest()


def fixture_in(home: Path, name: str) -> PlacedFixture:
    """Return the claims of this name for testing models. The user's claims take precedence over packaged ones."""
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
        if not 0 <= claim.denies <= number or claim.denies == at:
            raise BadSetting(f"{where}: claim {at} speaks of a claim {claim.denies}, which is not there.")
        if not claim.text.strip() or claim.kind not in KINDS:
            raise BadSetting(f"{where}: claim {at} has no text, or a kind that is none of {', '.join(KINDS)}.")
    return PlacedFixture(name=written.name, fixture=fixture, layer=written.layer, origin=where)
