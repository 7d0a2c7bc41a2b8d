"""Apply a rubric's rules to measures: the first rule whose bounds all hold gives the class of verdict.

Rules are data (`vocabulary/rubrics.py`); no class is named here. The reason includes the rule's number, so that readers
can check it against the recorded measures. If a result could not be parsed and no rule uses the number of such losses,
a rule that depends on it decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from moot.errors import ProtocolWrong
from moot.vocabulary.measures import Unread, unread_of
from moot.vocabulary.rubrics import Certainty, Level, MeasureBound, Rubric, VerdictRule
from moot.vocabulary.verdicts import Ruling

LEVELS: tuple[Level, ...] = ("high", "moderate", "low")
# Linear: fixed opening, one character class, fixed end.
_HOLE = re.compile(r"\{([a-z0-9_]+)\}")


class RuleResult(Ruling, frozen=True, kw_only=True):
    """Verdict class and certainty according to a rubric's rules, with the reason."""

    says: str
    """The reason as a sentence."""
    withheld: bool
    """Whether the rules withhold the verdict's text."""


def ruled_from(rubric: Rubric, measures: Mapping[str, float | str]) -> RuleResult:
    """Apply a rubric's rules to a session's measures. Return the verdict class, certainty and reason of the first that
    fits.

    If results that could not be parsed leave open whether a rule applies, the verdict is withheld as inconclusive.
    """
    lost, untested = _unasked(rubric, measures)
    for number, rule in enumerate(rubric.rules, start=1):
        hangs = _hangs(rule.when, measures, lost)
        if hangs is not None and not rule.withheld:
            return _undecided(number, rule, hangs)
        if hangs is None and holds(rule.when, measures):
            sure = _certainty(rule, measures, lost)
            level = sure.level
            if level == "high" and _bounds_any(rubric, number, untested):
                level = "moderate"
            return RuleResult(
                verdict_class=rule.verdict,
                certainty=level,
                basis=filled(sure.basis or rule.basis, measures),
                says=filled(rule.says, measures),
                rule=number,
                withheld=rule.withheld or sure.withheld,
            )
    raise ProtocolWrong(f"The rubric {rubric.name!r} has no last rule without bounds.")


def _unasked(rubric: Rubric, measures: Mapping[str, float | str]) -> tuple[tuple[Unread, ...], tuple[Unread, ...]]:
    """Return the incomplete kinds of results that the rubric's rules do not handle: kinds with lost results, and kinds
    with untested ones.
    """
    bounded = _bounded(rubric)
    unasked = tuple(each for each in unread_of(rubric, measures) if not bounded & set(each.asked_by))
    return tuple(each for each in unasked if each.lost), tuple(each for each in unasked if each.untested)


def _bounded(rubric: Rubric) -> set[str]:
    names = {name for rule in rubric.rules for name in rule.when}
    return names | {name for each in _certainties(rubric) for name in each.when}


def _certainties(rubric: Rubric) -> list[Certainty]:
    return [each for rule in rubric.rules if not isinstance(rule.certainty, str) for each in rule.certainty]


def measures_named(rubric: Rubric) -> set[str]:
    """Return the measures that a rubric's rules use in bounds or sentences."""
    texts = [text for rule in rubric.rules for text in (rule.says, rule.basis)]
    texts += [each.basis for each in _certainties(rubric)]
    return _bounded(rubric).union(*map(_HOLE.findall, texts))


def _hangs(
    when: Mapping[str, MeasureBound], measures: Mapping[str, float | str], lost: tuple[Unread, ...]
) -> str | None:
    """Return the name of a measure that leaves open whether all bounds in `when` hold; `None` if it is certain."""
    hanging = None
    for name, bound in when.items():
        given = measures.get(name)
        kind = next((each for each in lost if each.moves(name)), None)
        if kind is None:
            met = {given is not None and meets(given, bound)}
        elif given is None or isinstance(given, str):
            met = {True, False}
        else:
            met = {meets(value, bound) for value in kind.values(name, given, bound)}
        if met == {False}:
            return None
        hanging = name if len(met) > 1 else hanging
    return hanging


def _undecided(number: int, rule: VerdictRule, name: str) -> RuleResult:
    return RuleResult(
        verdict_class="inconclusive",
        certainty="low",
        basis=f"unread_{name}",
        says=f"Whether rule {number} ({rule.verdict}) holds hangs on `{name}`, of which not everything could be read, "
        "and this rubric does not say what follows then.",
        rule=number,
        withheld=True,
    )


def _bounds_any(rubric: Rubric, number: int, kinds: tuple[Unread, ...]) -> bool:
    """Return whether any of the rubric's first `number` rules limits a measure that these kinds of results make
    uncertain."""
    rules = rubric.rules[:number]
    names = {name for rule in rules for name in rule.when}
    last = rules[-1].certainty
    names |= set() if isinstance(last, str) else {name for each in last for name in each.when}
    return any(each.moves(name) for each in kinds for name in names)


def holds(when: Mapping[str, MeasureBound], measures: Mapping[str, float | str]) -> bool:
    """Return whether the measures meet all bounds in `when`. A measure that is absent meets no bound."""
    return all(name in measures and meets(measures[name], bound) for name, bound in when.items())


def meets(value: float | str, bound: MeasureBound) -> bool:
    """Return whether a value of a measure meets a bound. A text meets only a bound whose `exactly` equals it."""
    if isinstance(value, str):
        return value == bound.exactly and bound.at_least is bound.at_most is bound.below is None
    return (
        (bound.at_least is None or value >= bound.at_least)
        and (bound.at_most is None or value <= bound.at_most)
        and (bound.below is None or value < bound.below)
        and (bound.exactly is None or value == bound.exactly)
    )


def filled(text: str, measures: Mapping[str, float | str]) -> str:
    """Return the text with every `{measure}` replaced by its value."""
    return _HOLE.sub(lambda hole: _shown(measures.get(hole[1], "?")), text)


def _certainty(rule: VerdictRule, measures: Mapping[str, float | str], lost: tuple[Unread, ...]) -> Certainty:
    """Return a rule's first certainty whose bounds hold.

    If missing results leave open whether some bounds hold, return the lowest of the certainties that may apply.
    """
    if isinstance(rule.certainty, str):
        return Certainty(level=rule.certainty)
    perhaps: list[Certainty] = []
    for each in rule.certainty:
        if _hangs(each.when, measures, lost) is not None:
            perhaps.append(each)
        elif holds(each.when, measures):
            perhaps.append(each)
            break
    found = max(perhaps, key=lambda each: (each.withheld, LEVELS.index(each.level)), default=None)
    if found is None:
        raise ProtocolWrong(f"The rule for {rule.verdict!r} has no last certainty without bounds.")
    return found


def _shown(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"
