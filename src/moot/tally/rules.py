"""Which class of verdict do the measures give? The first of the rubric's rules whose bounds all hold.

Rules are data (`vocabulary/rubrics.py`); nothing here knows any class by name. The reason names the rule by its number,
so that anybody can follow it from the measures recorded beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from moot.errors import ProtocolWrong
from moot.vocabulary.rubrics import Bound, Certainty, Level, Rubric, VerdictRule

# Linear: a fixed opening, one character class, a fixed end.
_HOLE = re.compile(r"\{([a-z0-9_]+)\}")


class Ruled(Struct, frozen=True, kw_only=True):
    """What the rules came to."""

    verdict: str
    """The class of verdict."""
    certainty: Level
    """How sure it is."""
    basis: str
    """A short code of the reason, with its numbers."""
    says: str
    """The reason as a sentence."""
    rule: int
    """Which rule decided, from 1."""
    withheld: bool
    """Whether no verdict text is warranted."""


def ruled_from(rubric: Rubric, measures: Mapping[str, float | str]) -> Ruled:
    """The class, its certainty and the reason."""
    for number, rule in enumerate(rubric.rules, start=1):
        if holds(rule.when, measures):
            sure = _certainty(rule, measures)
            return Ruled(
                verdict=rule.verdict,
                certainty=sure.level,
                basis=filled(sure.basis or rule.basis, measures),
                says=filled(rule.says, measures),
                rule=number,
                withheld=rule.withheld or sure.withheld,
            )
    raise ProtocolWrong(f"The rubric {rubric.name!r} has no last rule without bounds.")


def holds(when: Mapping[str, Bound], measures: Mapping[str, float | str]) -> bool:
    """Whether every bound holds; one on an absent measure does not."""
    return all(name in measures and meets(measures[name], bound) for name, bound in when.items())


def meets(value: float | str, bound: Bound) -> bool:
    """Whether one value meets one bound. A word meets only the bound that names it."""
    if isinstance(value, str):
        return value == bound.exactly and bound.at_least is bound.at_most is bound.below is None
    return (
        (bound.at_least is None or value >= bound.at_least)
        and (bound.at_most is None or value <= bound.at_most)
        and (bound.below is None or value < bound.below)
        and (bound.exactly is None or value == bound.exactly)
    )


def filled(text: str, measures: Mapping[str, float | str]) -> str:
    """The text with every `{measure}` replaced by its value."""
    return _HOLE.sub(lambda hole: _shown(measures.get(hole[1], "?")), text)


def _certainty(rule: VerdictRule, measures: Mapping[str, float | str]) -> Certainty:
    if isinstance(rule.certainty, str):
        return Certainty(level=rule.certainty)
    found = next((each for each in rule.certainty if holds(each.when, measures)), None)
    if found is None:
        raise ProtocolWrong(f"The rule for {rule.verdict!r} has no last certainty without bounds.")
    return found


def _shown(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"
