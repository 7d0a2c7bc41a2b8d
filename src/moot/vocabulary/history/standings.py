"""Reports of counted sessions: the leaderboard, a model, two models compared, and achievements.

Marks are what members gave each other's answers without knowing the authors: opinions of peers, not a measure of truth.
"""

from __future__ import annotations

from msgspec import Struct


class ModelsMet(Struct, frozen=True, kw_only=True):
    """How many sessions two models had in common, and how often each was placed higher."""

    a: str
    """The first model."""
    b: str
    """The second model."""
    met: int
    """Sessions with both."""
    wins_a: int
    """Sessions in which the first was placed higher."""
    wins_b: int
    """Sessions in which the second was."""
    ties: int
    """Sessions in which they tied."""


MOST_AWARDS = 500
"""Maximum number of achievements per response."""


class BoardModel(Struct, frozen=True, kw_only=True):
    """One model on the leaderboard."""

    id: str
    """The model, as `endpoint/model`."""
    rank_low: int
    """Best possible place of the model: one more than the number of models surely above it."""
    rank_high: int
    """Worst possible place of the model: a model is below another only if their intervals do not overlap."""
    debates: int
    """Number of sessions in which the model was a member."""
    mean: float | None
    """Mean of all marks that the model received; null if it received none."""
    low: float | None
    """Lower end of the mean's 95 % interval, by a bootstrap over sessions; null for fewer than two."""
    high: float | None
    """Upper end of the mean's 95 % interval."""
    adjusted: float | None
    """Mean mark of the model if all readers were equally strict: first marks only, least squares with a ridge of 1."""
    adjusted_low: float | None
    """Lower end of the adjusted mark's 95 % interval, by the fit's standard error; null with too few marks."""
    adjusted_high: float | None
    """Upper end of the adjusted mark's 95 % interval."""
    strictness: float | None
    """How far below other readers it marks, by the same fit."""
    wins: int
    """Number of sessions in which the model was first alone."""
    win_rate: float
    """Share of these, 0 to 1."""
    win_low: float
    """Lower end of that share's 95 % Wilson interval."""
    win_high: float
    """Upper end of the 95 % interval of the share of wins."""
    by_chance: float
    """The share expected from a random draw among the ranked answers."""
    comebacks: int
    """Number of rebuttals after which the model's mean rose."""
    rebuttals: int
    """Rebuttals that were marked again."""
    chaired: int
    """Number of sessions that the model chaired."""
    agreement: float | None
    """Share of the model's stances that agree; null without stances."""
    badges: dict[str, int]
    """How often the model earned each achievement, by name of the achievement."""
    form: list[float]
    """Mean mark of the model in each of the last ten sessions, the latest last."""
    cost: float | None
    """Mean cost of the model's calls per session, in dollars; null when no session's price is known."""
    priced: int
    """Sessions behind that mean: those with a known price for every call."""
    provisional: bool
    """Whether the model took part in fewer than ten sessions."""


class Apart(Struct, frozen=True, kw_only=True):
    """Whether the two models ranked highest differ by more than chance, and how many more sessions would show it."""

    one: str
    """The model with the higher mean."""
    other: str
    """The model in the next place."""
    more: int | None
    """Estimated number of further sessions that would separate them if their means stay; 0 if separated; null if there
    is no estimate."""


class Leaderboard(Struct, frozen=True, kw_only=True):
    """Models ranked by the marks of their peers."""

    protocol: str
    """The protocol whose sessions are counted."""
    protocols: list[str]
    """Protocols with counted sessions."""
    scripted: bool
    """Whether these are scripted voices."""
    since: str
    """The first day (UTC) counted; empty for all."""
    council: str
    """The only council counted; empty for all."""
    councils: list[str]
    """Named councils with counted sessions."""
    least: int
    """Minimum number of sessions for a model to be listed."""
    debates: int
    """Number of sessions counted."""
    others: int
    """Number of sessions of the other kind of voices, counted separately."""
    due: int
    """Finished sessions that are not counted yet or cannot be."""
    models: list[BoardModel]
    """The best mean first."""
    apart: Apart | None
    """Separation of the two best models; null if there are none."""


class TraitShown(Struct, frozen=True, kw_only=True):
    """A trait shown in a model's profile, with the figures that justify it."""

    slug: str
    """Short name of the trait, for programs."""
    title: str
    """Title of the trait."""
    since: str
    """Start of the current period in which it applies."""
    figure: str
    """The figures from which the trait was computed."""


class BondShown(Struct, frozen=True, kw_only=True):
    """How often a model agreed and disagreed with another model, and that model with it."""

    model: str
    """The other model."""
    met: int
    """Sessions with both."""
    agrees: int
    """How often the model agreed with the other model."""
    disagrees: int
    """How often the model disagreed with the other model."""
    agreed_with: int
    """Times the other agreed with it."""
    disagreed_with: int
    """Times the other disagreed."""


class ModelProfile(BoardModel, frozen=True, kw_only=True):
    """One model's figures over all sessions in the statistics."""

    given: float | None
    """Mean of the marks that the model gave."""
    contrary: int
    """Number of the model's marks that were at least two points from the mean of the other readers."""
    compared: int
    """Number of the model's marks that can be compared with other readers' marks."""
    proposed: int
    """Number of topics that the model proposed."""
    traits: list[TraitShown]
    """Traits of the model."""
    bonds: list[BondShown]
    """The models that this model met, the most frequent first."""


class ModelSession(Struct, frozen=True, kw_only=True):
    """One model's result in one session."""

    session: str
    """Id of the session."""
    at: str
    """When the session ended."""
    topic: str
    """What the session was about."""
    place: int
    """Place of the model; 0 if not ranked."""
    of: int
    """Number of ranked answers by models."""
    mean: float | None
    """Mean of the marks that the model received."""
    first_mean: float | None
    """Mean of the first marks."""
    change: float | None
    """Change of the model's mean mark after its rebuttal; null without a rebuttal."""
    won: bool
    """Whether the model was first alone."""
    chaired: bool
    """Whether the model was the chair."""
    proposed: bool
    """Whether the model proposed the topic."""
    rebutted: bool
    """Whether the model answered its critics and was marked again."""
    badges: list[str]
    """Achievements that the model earned."""


class ModelReport(Struct, frozen=True, kw_only=True):
    """One model's figures and sessions."""

    protocol: str
    """The protocol whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    profile: ModelProfile
    """The model's figures over all sessions; ranks are among all models."""
    sessions: list[ModelSession]
    """The latest fifty, the latest first."""


class SharedSession(Struct, frozen=True, kw_only=True):
    """One session in which both compared models took part."""

    session: str
    """Id of the session."""
    at: str
    """When the session ended."""
    topic: str
    """What the session was about."""
    mean_a: float | None
    """Mean of the marks the first received."""
    mean_b: float | None
    """Mean of the marks the second received."""
    place_a: int
    """The first's place; 0 if not ranked."""
    place_b: int
    """The second's place; 0 if not ranked."""


class MarksGiven(Struct, frozen=True, kw_only=True):
    """Mean mark that one model gave another model's answers, beside the mean of all marks it gives."""

    marks: int
    """Number of marks."""
    mean: float | None
    """Their mean."""
    usual: float | None
    """The mean of all marks it gives."""


class Stood(Struct, frozen=True, kw_only=True):
    """How often one model agreed and disagreed with another in debates."""

    agree: int
    """Number of agreements."""
    disagree: int
    """Number of disagreements."""
    neutral: int
    """Number of neutral stances."""


class HeadToHead(ModelsMet, frozen=True, kw_only=True):
    """Comparison of two models over the sessions in which both sat."""

    protocol: str
    """The protocol whose sessions are counted."""
    scripted: bool
    """Whether these are scripted voices."""
    mean_diff: float | None
    """Mean over sessions of the first's mean minus the second's; null if no session has marks for both."""
    low: float | None
    """Lower end of the difference's 95 % interval, by a bootstrap over sessions; null for fewer than two."""
    high: float | None
    """Upper end of the difference's 95 % interval."""
    a_gave_b: MarksGiven
    """Marks the first gave the second."""
    b_gave_a: MarksGiven
    """Marks the second gave the first."""
    a_to_b: Stood
    """Stances of the first towards the second."""
    b_to_a: Stood
    """Stances of the second towards the first."""
    provisional: bool
    """Whether they met fewer than ten times."""
    sessions: list[SharedSession]
    """The latest fifty, the latest first."""


class AchievementGrounds(Struct, frozen=True, kw_only=True):
    """Which models earned an achievement, when, and by which figures."""

    models: list[str]
    """The one or two models that earned it."""
    because: str
    """The figures for which the achievement was given."""
    at: str
    """When the achievement was earned."""
    first: bool
    """Whether one of the models earned the achievement for the first time."""


class Achievement(AchievementGrounds, frozen=True, kw_only=True):
    """An achievement that models earned in a session, with its reason and how common it is."""

    name: str
    """Short name of the achievement."""
    title: str
    """Title of the achievement."""
    session: str
    """Session in which the achievement was earned."""
    topic: str
    """The session's topic."""
    t: int
    """Time of the achievement in the replay, in milliseconds of running time."""
    own: list[int]
    """How often each model has earned it, in the order of `models`."""
    times: int
    """How often the achievement was earned in total."""
    share: float
    """Share of counted sessions in which it was earned, 0 to 1."""
