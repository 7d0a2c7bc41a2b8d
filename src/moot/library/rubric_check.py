"""Check a rubric: find errors, and rules that could decide without evidence, because replies could not be parsed or
were not tested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from math import isfinite

from moot.extension_points import installed_measures
from moot.vocabulary.measures import AGREEMENT, Measure, measures_of
from moot.vocabulary.rubrics import Detail, MeasureBound, Rubric, VerdictRule

MOST_AXES, MOST_LABELS, MOST_RULES, MOST_WORDS = 16, 40, 60, 100
"""Maximum numbers of axes, labels, rules and words in a rubric. Every axis costs a call for every reply; the other
limits bound prompts.
"""
MOST_CHARACTERS = 60_000
"""Maximum number of characters of a rubric's texts together. They are part of prompts."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_HOLE = re.compile(r"\{([a-z0-9_]*)\}")

When = Mapping[str, MeasureBound]


def faults_in(rubric: Rubric) -> list[str]:
    """Return the errors that make a rubric unusable, as sentences; empty if there are none."""
    return [*_axis_faults(rubric), *_label_faults(rubric), *_comparison_faults(rubric), *_rule_faults(rubric)]


def blind_parts(rubric: Rubric) -> list[str]:
    """Return a warning, as a sentence, for each rule of a rubric that could decide a session without evidence.

    Such a rule can apply even if none of the judges' replies that it depends on could be read.
    """
    blind = []
    unread = [at for at, rule in enumerate(rubric.rules) if rule.withheld and _only(rule.when, "compared", 0)]
    for at, rule in enumerate(rubric.rules[: unread[0] if unread else None]):
        if not (rule.withheld or "agreement" in rule.when or _meets_one(rule.when, "compared")):
            blind.append(
                f"Rule {at + 1} ({rule.verdict}) can decide where nobody's comparison could be read. Put a rule before "
                "it with `when.compared.is = 0` and `withheld = true`."
            )
            break
    for at, rule in enumerate(rubric.rules, start=1):
        levels = () if isinstance(rule.certainty, str) else rule.certainty
        for when in ({}, *(each.when for each in levels)):
            both = {**rule.when, **when}
            names = [name for name in ("flips", "uncited", "cited") if name in both and _meets(0, both[name])]
            if names and not rule.withheld and not both.keys() & {"unread_flips", "unaccounted", "untested"}:
                blind.append(
                    f"Rule {at} ({rule.verdict}) holds by `{names[0]}` where nobody looked for a change of sides. "
                    "Add a bound on `unread_flips`."
                )
                break
    return blind


def _only(when: When, name: str, value: float) -> bool:
    return when.keys() == {name} and _meets(value, when[name])


def _meets_one(when: When, name: str) -> bool:
    return name in when and not _meets(0, when[name])


def _axis_faults(rubric: Rubric) -> Iterator[str]:
    if not 1 <= len(rubric.axes) <= MOST_AXES:
        yield f"There are {len(rubric.axes)} axes; a rubric has 1 to {MOST_AXES}."
    yield from _names("axis", [axis.name for axis in rubric.axes])
    for axis in rubric.axes:
        if not 0 < axis.weight <= 100:
            yield f"The axis {axis.name!r} has the weight {axis.weight:g}; it must lie above 0, up to 100."
        for field in ("asks", "one", "three", "five"):
            if not getattr(axis, field):
                yield f"The axis {axis.name!r} has an empty `{field}`."
    if not 0 < rubric.penalty <= 1:
        yield f"`penalty` is {rubric.penalty:g}; it must lie above 0, up to 1."
    if rubric.form == "any" and rubric.penalty != 1:
        yield 'There is a `penalty` but no form to break: set `form = "one_sentence"`.'
    if rubric.neutral is not None and not 1 <= rubric.neutral <= 5:
        yield f"`neutral` is {rubric.neutral:g}; scores lie between 1 and 5."
    for name in ("held", "cited", "uncited"):
        if not -100 <= getattr(rubric.conviction, name) <= 100:
            yield f"`conviction.{name}` must lie between -100 and 100."
    if sum(map(len, _texts(rubric))) > MOST_CHARACTERS:
        yield f"Its texts have more than {MOST_CHARACTERS:,} characters together."


def _label_faults(rubric: Rubric) -> Iterator[str]:
    family = rubric.labelling
    yield from _names("label", [label.name for label in family.labels])
    yield from _names("label family", [family.name])
    if not 1 <= len(family.labels) <= MOST_LABELS:
        yield f"There are {len(family.labels)} labels; a rubric has 1 to {MOST_LABELS}."
    if "none" in [label.name for label in family.labels]:
        yield "`none` is no label; set `labelling.none = true` instead."
    for group in rubric.groups():
        if not _NAME.fullmatch(group):
            yield f"The group {group!r} needs a name of small letters, digits and underscores."
    if not 0 < family.flawed_from <= 1:
        yield f"`labelling.flawed_from` is {family.flawed_from:g}; it must lie above 0, up to 1."
    for label in family.labels:
        if not label.meaning:
            yield f"The label {label.name!r} has an empty `meaning`."
        if label.form and rubric.form == "any":
            yield f"The label {label.name!r} is about form, but the rubric asks for none."
        if family.of == "findings" and (label.recheck or label.form or label.echo):
            yield f"The label {label.name!r} is given to findings; `recheck`, `form` and `echo` are for whole replies."
    yield from _detail_faults("labelling.details", family.details)
    yield from _detail_faults("details", rubric.details)


def _detail_faults(where: str, details: Sequence[Detail]) -> Iterator[str]:
    yield from _names(f"{where} entry", [detail.name for detail in details])
    for detail in details:
        yield from _listed(f"{where}, {detail.name!r}: `choices`", detail.choices)
        if detail.kind == "choice" and len(detail.choices) < 2:
            yield f"{where}: {detail.name!r} is a choice and needs at least two `choices`."
        if detail.kind != "choice" and detail.choices:
            yield f'{where}: {detail.name!r} has `choices`; set `kind = "choice"`.'


def _comparison_faults(rubric: Rubric) -> Iterator[str]:
    comparison = rubric.comparison
    if not comparison.asks:
        yield "`comparison.asks` is empty."
    for field in ("severities", "minor", "mentions", "unsettled"):
        yield from _listed(f"`comparison.{field}`", getattr(comparison, field))
    if comparison.of == "positions":
        for field in ("severities", "minor", "gravest", "chains", "mentions"):
            if getattr(comparison, field):
                yield f"`comparison.{field}` is for findings; this comparison is of positions."
        yield from _names("comparison entry", [comparison.agreement, comparison.dispute])
        return
    if comparison.unsettled:
        yield "`comparison.unsettled` is for positions; this comparison is of findings."
    if not comparison.severities:
        yield "A comparison of findings needs `severities`."
    for name in [*comparison.minor, comparison.gravest]:
        if name and name not in comparison.severities:
            yield f"{name!r} is not among the severities {', '.join(comparison.severities)}."


def every_measure(rubric: Rubric) -> dict[str, Measure]:
    """Return all measures (figures computed from a session) that a rubric's rules can limit, by name: Moot's own, then
    those of installed packages."""
    added = installed_measures()
    return {name: Measure(name, each.unit, each.says, True) for name, each in added.items()} | measures_of(rubric)


def _rule_faults(rubric: Rubric) -> Iterator[str]:
    known = every_measure(rubric)
    if not 1 <= len(rubric.rules) <= MOST_RULES:
        yield f"There are {len(rubric.rules)} rules; a rubric has 1 to {MOST_RULES}."
        return
    for number, rule in enumerate(rubric.rules, start=1):
        where = f"Rule {number} ({rule.verdict})"
        last = number == len(rubric.rules)
        if last and rule.when:
            yield f"{where} is the last one and must have no bounds: some measures would meet no rule."
        if not last and not rule.when:
            yield f"{where} has no bounds, so no rule after it can ever decide."
        if not _NAME.fullmatch(rule.verdict):
            yield f"{where} needs a class of small letters, digits and underscores."
        yield from _bound_faults(where, rule.when, known)
        yield from _certainty_faults(where, rule, known)
        bases = [] if isinstance(rule.certainty, str) else [each.basis for each in rule.certainty]
        for text in (rule.basis, rule.says, *bases):
            for hole in _HOLE.findall(text):
                if hole not in known:
                    yield _unknown(where, hole, known)
        if not rule.basis or not rule.says:
            yield f"{where} needs a `basis` and a sentence in `says`."


def _certainty_faults(where: str, rule: VerdictRule, known: Mapping[str, Measure]) -> Iterator[str]:
    if isinstance(rule.certainty, str):
        return
    if not rule.certainty:
        yield f"{where} has no certainty."
    for place, sure in enumerate(rule.certainty, start=1):
        last = place == len(rule.certainty)
        if last and sure.when:
            yield f"{where}: the last certainty must have no bounds."
        if not last and not sure.when:
            yield f"{where}: the certainty {sure.level!r} has no bounds, so none after it can ever be reached."
        yield from _bound_faults(where, sure.when, known)


def _bound_faults(where: str, when: When, known: Mapping[str, Measure]) -> Iterator[str]:
    for name, bound in when.items():
        measure = known.get(name)
        if measure is None:
            yield _unknown(where, name, known)
            continue
        numbers = [bound.at_least, bound.at_most, bound.below, bound.exactly]
        if any(isinstance(number, float) and not isfinite(number) for number in numbers):
            yield f"{where}: `{name}` needs a bound that is a finite number."
        elif bound == MeasureBound():
            yield f"{where}: `{name}` has no bound; use `at_least`, `at_most`, `below` or `is`."
        elif measure.unit == "word":
            if bound != MeasureBound(exactly=bound.exactly) or bound.exactly not in AGREEMENT:
                yield f"{where}: `{name}` is a word; use `is` with one of {', '.join(AGREEMENT)}."
        elif isinstance(bound.exactly, str):
            yield f"{where}: `{name}` is a number; {bound.exactly!r} is none."
        elif not any(_meets(value, bound) for value in _values(measure, [bound])):
            yield f"{where}: `{name}` can never be so."


def _unknown(where: str, name: str, known: Mapping[str, Measure]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f" Did you mean `{near[0]}`?" if near else " `moot councils rubrics measures` lists them."
    return f"{where}: there is no measure `{name}`.{hint}"


def _names(what: str, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if not _NAME.fullmatch(name):
            yield f"The {what} {name!r} needs a name of small letters, digits and underscores."
    for name in {name for name in names if names.count(name) > 1}:
        yield f"There are two called {name!r}."


def _listed(where: str, words: Sequence[str]) -> Iterator[str]:
    if len(words) > MOST_WORDS or any(not word or len(word) > MOST_WORDS for word in words):
        yield f"{where}: at most {MOST_WORDS} entries of 1 to {MOST_WORDS} characters."
    elif len(set(words)) < len(words):
        yield f"{where} names something twice."


def _texts(rubric: Rubric) -> Iterator[str]:
    yield from (rubric.labelling.asks, rubric.comparison.asks)
    yield from (getattr(rubric.wording, field) for field in rubric.wording.__struct_fields__)
    for axis in rubric.axes:
        yield from (axis.asks, axis.one, axis.three, axis.five, axis.note)
    for label in rubric.labelling.labels:
        yield from (label.meaning, label.recheck)
    yield from (detail.asks for detail in (*rubric.labelling.details, *rubric.details))


def _values(measure: Measure, bounds: Sequence[MeasureBound]) -> list[float | str]:
    if measure.unit == "word":
        return list(AGREEMENT)
    if measure.unit == "flag":
        return [0, 1]
    given = [number for bound in bounds for number in (bound.at_least, bound.at_most, bound.below, bound.exactly)]
    edges = sorted({number for number in given if isinstance(number, int | float)})
    if measure.unit == "count":
        whole = {max(0, int(edge) + step) for edge in edges for step in (-1, 0, 1)}
        return sorted({0, *whole})
    if not edges:
        return [0]
    between = [(low + high) / 2 for low, high in pairwise(edges)]
    return sorted({edges[0] - 1, *edges, *between, edges[-1] + 1})


def _meets(value: float | str, bound: MeasureBound) -> bool:
    if isinstance(value, str):
        return value == bound.exactly
    return (
        (bound.at_least is None or value >= bound.at_least)
        and (bound.at_most is None or value <= bound.at_most)
        and (bound.below is None or value < bound.below)
        and (bound.exactly is None or value == bound.exactly)
    )
