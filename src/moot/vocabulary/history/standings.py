"""What do pages tell of counted sessions? A board of models, one model, two of them, and what was earned.

Marks are what members gave each other's answers without knowing whose they were: opinions of peers, no measure of
truth.
"""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.history.pairs import ModelsMet

MOST_AWARDS = 500
"""Achievements told at once."""


class BoardModel(Struct, frozen=True, kw_only=True):
    """One model on the board."""

    id: str
    """The model, as `endpoint/model`."""
    rank_low: int
    """The best place it may have: one more than the models that are surely above it."""
    rank_high: int
    """The worst place it may have: a model is below another only where their intervals do not overlap."""
    debates: int
    """Sessions it sat in."""
    mean: float | None
    """All marks it received over their number; null where it received none."""
    low: float | None
    """Lower end of the 95 % interval of the mean: a bootstrap over sessions; null for fewer than two."""
    high: float | None
    """Its upper end."""
    adjusted: float | None
    """Its mark, were all readers equally strict: first marks only, least squares with a ridge of 1."""
    adjusted_low: float | None
    """Lower end of its 95 % interval, by the fit's standard error; null where too few marks tell."""
    adjusted_high: float | None
    """Its upper end."""
    strictness: float | None
    """How far below others it marks as a reader, by the same fit."""
    wins: int
    """Sessions in which it led alone."""
    win_rate: float
    """The share of them, 0 to 1."""
    win_low: float
    """Lower end of the 95 % interval of that share (Wilson)."""
    win_high: float
    """Its upper end."""
    by_chance: float
    """The share a blind draw among the ranked answers would give it."""
    comebacks: int
    """Rebuttals after which its mean rose."""
    rebuttals: int
    """Rebuttals that were marked again."""
    chaired: int
    """Sessions it concluded."""
    agreement: float | None
    """The share of its stances that agree; null where it took none."""
    badges: dict[str, int]
    """Achievements it earned, and how often."""
    form: list[float]
    """Its mean in the last ten sessions, the latest last."""
    cost: float | None
    """Dollars that its calls cost in a session, on average; null where no session's price is known."""
    priced: int
    """Sessions that rests on: those in which the price of each of its calls is known."""
    provisional: bool
    """Whether it sat in fewer than ten."""


class Apart(Struct, frozen=True, kw_only=True):
    """What is known of the two best."""

    one: str
    """The model with the higher mean."""
    other: str
    """The one after it."""
    more: int | None
    """About how many more sessions would tell them apart, were their means to stay; 0 where they are apart; null where
    that cannot be told."""


class Leaderboard(Struct, frozen=True, kw_only=True):
    """Models by what their peers marked."""

    protocol: str
    """Whose sessions are counted."""
    protocols: list[str]
    """Protocols whose sessions can be."""
    scripted: bool
    """Whether these are scripted voices."""
    since: str
    """The first day (UTC) that is counted; empty for all."""
    council: str
    """Whose sessions alone are counted; empty for all councils."""
    councils: list[str]
    """Councils with a name of which anything was counted."""
    least: int
    """Sessions a model must have sat in to be on it."""
    debates: int
    """Sessions that were counted."""
    others: int
    """Sessions of the other kind of voices, counted apart."""
    due: int
    """Finished sessions that are not counted yet, or cannot be."""
    models: list[BoardModel]
    """The best mean first."""
    apart: Apart | None
    """What is known of the two best; null where there are none."""


class TraitShown(Struct, frozen=True, kw_only=True):
    """What a model's numbers say of it."""

    slug: str
    """Which trait."""
    title: str
    """What people call it."""
    since: str
    """When it was first said, without a break since."""
    figure: str
    """The numbers behind it."""


class BondShown(Struct, frozen=True, kw_only=True):
    """How two models stood towards each other."""

    model: str
    """The other one."""
    met: int
    """Sessions both sat in."""
    agrees: int
    """Times it agreed with the other."""
    disagrees: int
    """Times it disagreed."""
    agreed_with: int
    """Times the other agreed with it."""
    disagreed_with: int
    """Times the other disagreed."""


class ModelProfile(BoardModel, frozen=True, kw_only=True):
    """What a model did in all counted sessions."""

    given: float | None
    """Mean of the marks it gave."""
    contrary: int
    """Marks it gave that lie at least two points from the mean of the other readers."""
    compared: int
    """Marks it gave that can be compared."""
    proposed: int
    """Topics it phrased."""
    traits: list[TraitShown]
    """What its numbers say of it."""
    bonds: list[BondShown]
    """Whom it met, those it met most first."""


class ModelSession(Struct, frozen=True, kw_only=True):
    """One session of a model."""

    session: str
    """Its id."""
    at: str
    """When it ended."""
    topic: str
    """What it was about."""
    place: int
    """Its place; 0 where it was not ranked."""
    of: int
    """Models' answers that were ranked."""
    mean: float | None
    """The mean of the marks it received."""
    first_mean: float | None
    """The mean of the first marks."""
    change: float | None
    """How far its mean moved after its rebuttal; null where it made none."""
    won: bool
    """Whether it led alone."""
    chaired: bool
    """Whether it concluded."""
    proposed: bool
    """Whether it phrased the topic."""
    rebutted: bool
    """Whether it answered its critics, and was marked again."""
    badges: list[str]
    """Achievements it earned."""


class ModelReport(Struct, frozen=True, kw_only=True):
    """One model."""

    protocol: str
    """Whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    profile: ModelProfile
    """What it did in all of them; ranks are among all models."""
    sessions: list[ModelSession]
    """The latest fifty, the latest first."""


class SharedSession(Struct, frozen=True, kw_only=True):
    """One session both sat in."""

    session: str
    """Its id."""
    at: str
    """When it ended."""
    topic: str
    """What it was about."""
    mean_a: float | None
    """What the first received on average."""
    mean_b: float | None
    """What the second did."""
    place_a: int
    """The first's place; 0 where it was not ranked."""
    place_b: int
    """The second's."""


class MarksGiven(Struct, frozen=True, kw_only=True):
    """Marks one gave the other."""

    marks: int
    """How many."""
    mean: float | None
    """Their mean."""
    usual: float | None
    """The mean of all marks it gives."""


class Stood(Struct, frozen=True, kw_only=True):
    """How one stood towards the other."""

    agree: int
    """Times it agreed."""
    disagree: int
    """Times it disagreed."""
    neutral: int
    """Times it was neutral."""


class HeadToHead(ModelsMet, frozen=True, kw_only=True):
    """Two models in the sessions both sat in."""

    protocol: str
    """Whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    mean_diff: float | None
    """The mean over sessions of the first's mean less the second's; null where they were never both marked."""
    low: float | None
    """Lower end of its 95 % interval: a bootstrap over sessions; null for fewer than two."""
    high: float | None
    """Its upper end."""
    a_gave_b: MarksGiven
    """What the first gave the second."""
    b_gave_a: MarksGiven
    """What the second gave the first."""
    a_to_b: Stood
    """How the first stood towards the second."""
    b_to_a: Stood
    """How the second stood towards the first."""
    provisional: bool
    """Whether they met fewer than ten times."""
    sessions: list[SharedSession]
    """The latest fifty, the latest first."""


class Achievement(Struct, frozen=True, kw_only=True):
    """An achievement that was earned."""

    name: str
    """Which one."""
    title: str
    """What people call it."""
    models: list[str]
    """Who earned it: one model, or two."""
    because: str
    """The figures that earned it."""
    session: str
    """In which session."""
    topic: str
    """What that was about."""
    t: int
    """Where in its replay, in milliseconds of running time."""
    at: str
    """When the session ended."""
    first: bool
    """Whether one of them earned it for the first time: it was unlocked."""
    own: list[int]
    """How often each of them earned it, in the order of their names."""
    times: int
    """How often it was earned by anybody."""
    share: float
    """The share of the sessions counted in which anybody earned it, 0 to 1."""
