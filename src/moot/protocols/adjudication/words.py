"""Format the findings and ballots of an adjudication as plain lines for prompts, terminal and exports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moot.protocols.adjudication.ballots import (
    AxisCalls,
    FindingLabels,
    FlipCall,
    LabelCheck,
    MergedList,
    Positions,
    Rebuttals,
    ReplyLabel,
)
from moot.protocols.adjudication.findings import (
    AdjudicatorAgreement,
    AxisFound,
    AxisScores,
    FlipFound,
    Flips,
    Labels,
    Measures,
    MergedFinding,
    RebuttalsMade,
    RepliesCompared,
    ReplyLabels,
    ReplyScore,
    ReplyScores,
    Revision,
    Revisions,
    Struck,
)
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words.headings import Heading, Names, places_of, seats_in_words
from moot.vocabulary.words.leads import MOST_REASONS, short_quote

OTHER_SCORES = "Other scores by the adjudicator could change the verdict."
GOOD = 4
"""Minimum score on an axis, of 5, that counts as a reason for an answer."""
UNSURE = "(Not counted: whether it stands hangs on a ballot nobody could read.)"

_CHANGES = {
    "none": "{} held its position",
    "cited": "{} changed its position in answer to a rebuttal",
    "uncited": "{} changed its position without a rebuttal that accounts for it",
    "unread": "It is not known whether {} changed its position, or would have",
    "untested": "Whether {} holds its position was not tested",
}
_CALLS = {
    "no_change": "no change of position",
    "cited_rebuttal": "position changed in answer to a rebuttal",
    "uncited": "position changed without one",
}
_WHYS = {
    "revised": "revised",
    "unchanged": "left as it was, word for word",
    "unchallenged": "disputed by nobody, so it stands as it was",
    "failed": "no revision came, so it stands as it was",
    "off": "no revision was asked for",
}
_STRUCK = {
    "unread": "no passage was named, so it does not count",
    "not_found": "the passage stands in nothing it wrote, so it does not count",
    "changed_sides": "it changed its position without a reason, so it does not count",
}
_AGREEMENTS = {
    "agree": "The answers agree.",
    "partial": "The answers agree in part.",
    "disagree": "The answers disagree.",
}


# --- findings -------------------------------------------------------------------------------------------------------


def rebuttals_made(made: RebuttalsMade, names: Names) -> list[str]:
    """List each rebuttal with its author and target, and the members that objected to nothing."""
    lines = [f"{_name(each.by, names)} against {_name(each.target, names)}: {each.text}" for each in made.rebuttals]
    lines += [
        f"{_name(each.by, names)} does not dispute {_name(each.target, names)}: {each.text}" for each in made.conceded
    ]
    return lines or ["No rebuttal was made."]


def revisions(found: Revisions, names: Names) -> list[str]:
    """List, for each member, whether its final answer is the first one, unchanged, or a revision."""
    return [f"{_name(each.seat, names)}: {_WHYS[each.why]}{_seen(each)}." for each in found.replies]


def flips(found: Flips, names: Names) -> list[str]:
    """List the members whose position changed, each with the rebuttal that caused it."""
    return [line for each in found.flips for line in _flip(each, names)]


def labels(found: Labels, names: Names) -> list[str]:
    """List each reply's labels with the reasons, one line per label."""
    return [line for each in found.replies for line in _labels(each, names)]


def axis_scores(found: AxisScores, names: Names) -> list[str]:
    """List each reply's scores on the rubric's axes, with the reasons below."""
    lines = []
    for seat in dict.fromkeys(each.seat for each in found.scores):
        mine = [each for each in found.scores if each.seat == seat]
        lines.append(f"{_name(seat, names)}: " + ", ".join(f"{each.axis} {_score(each.score)}" for each in mine))
        lines += [line for each in mine for line in _reasons(each)]
    return lines


def compared(found: RepliesCompared, names: Names) -> list[str]:
    """Describe the common points of the replies and their main dispute, or list the merged findings."""
    if found.by is None:
        return ["No comparison could be read."]
    lines = [*_positions(found), *_listed(found.findings, names)]
    if not found.agreement and not found.findings:
        lines.append("Nothing was found.")
    lines += [_struck(each, names) for each in found.struck or ()]
    if found.chains:
        lines.append(f"Chains of findings: {found.chains}.")
    lines += _details(found.details)
    if len(found.calls) > 1:
        lines.append("By adjudicator: " + "; ".join(f"{who}: {call}" for who, call in found.calls.items()) + ".")
    return lines


def reply_scores(found: ReplyScores, names: Names) -> list[str]:
    """List the replies from best to worst, with the parts of each score."""
    return _scored(found, names, places_of([each.seat if each.score is None else each.score for each in found.places]))


def scores_for_prompt(found: ReplyScores, names: Names) -> list[str]:
    """List the replies from best to worst for a prompt, numbered 1, 2, 3, … Ties are not marked."""
    return _scored(found, names, [f"{number}." for number in range(1, len(found.places) + 1)])


def _scored(found: ReplyScores, names: Names, numbers: Sequence[str]) -> list[str]:
    lines = [f"{number} {_place(each, names)}" for number, each in zip(numbers, found.places, strict=True)]
    return [*lines, f"Up to {found.most:g} without conviction."] if lines else ["Nothing was scored."]


def measures(found: Measures, names: Names) -> list[str]:
    """Describe which rule of the rubric applied, then list every measure."""
    if not found.rule:
        lines = ["Nothing could be ruled: no answer has a score."]
    else:
        sure = f", certainty {found.certainty}" if found.certainty else ""
        lines = [
            f"{found.verdict_class}{sure}, by rule {found.rule} of the rubric {found.rubric or 'of this session'}.",
            found.says,
        ]
        if found.withheld:
            lines.append("No verdict is written at this class.")
    values = [f"{name} {_value(value)}" for name, value in sorted(found.values.items())]
    return [*lines, f"Measured: {', '.join(values)}."]


def adjudicator_agreement(found: AdjudicatorAgreement, names: Names) -> list[str]:
    """Describe the adjudicators' agreement (alpha of scores, labels, changed positions), or that nothing was judged
    twice."""
    if not found.units and found.scores is None and found.labels is None and found.flips is None:
        return [
            f"{len(found.adjudicators)} adjudicators, but nothing was judged by two of them: "
            "how far they agree is not known."
        ]
    return [
        f"{len(found.adjudicators)} adjudicators, {found.units} scores given by at least two of them.",
        f"Krippendorff's alpha: scores {_alpha(found.scores)} (as distances {_alpha(found.scores_interval)}), "
        f"labels {_alpha(found.labels)}, changes of position {_alpha(found.flips)}.",
    ]


def compared_parts(found: RepliesCompared, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the comparison contributes to the result: findings and who reports or denies them."""
    by = (found.by,) if found.by is not None else ()
    agreed = _AGREEMENTS["agree"] if found.agreement == "agree" else ""
    most = f"Most say: {found.consensus}." if found.consensus else ""
    return ResultParts(
        reasons=(
            *([Reason(text=" ".join(filter(None, [agreed, most])), by=by)] if agreed or most else []),
            *(Reason(text=each.finding, by=each.agree) for each in found.findings if each.status != "disputed"),
        ),
        disagreement=f"The replies differ on this: {found.dispute}" if found.dispute else "",
        dissent=tuple(
            Reason(text=f"Denies: {each.finding}", by=each.disagree) for each in found.findings if each.disagree
        ),
    )


def scores_parts(found: ReplyScores, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the scores contribute to the session's result: who scored best and why, which members objected to
    that answer, and how far behind the next one is."""
    scores = {each.seat: each.score for each in found.places if each.score is not None}
    best = found.winner
    if best is None or best not in scores:
        return ResultParts(would_change=(OTHER_SCORES,))
    by = {key: event_keys.who_of(key).partition("#")[0] for key in ballots}
    scored = [(key, each) for key, each in ballots.items() if isinstance(each, AxisCalls)]
    objections = [(by[key], each.points.get(best)) for key, each in ballots.items() if isinstance(each, Rebuttals)]
    disputing = [(who, made.point) for who, made in objections if made is not None and made.disputes]
    objected = seats_in_words(who for who, _ in disputing) or ("No member" if objections else "")
    judges = len({by[key] for key, _ in scored})
    judged = f"{judges} adjudicators" if judges > 1 else "The adjudicator"
    return ResultParts(
        confidence=f"{judged} scored {{{best}}}'s answer best, {scores[best]:.1f} of {found.most:g}; no member voted.",
        disagreement=f"{objected} objected to {{{best}}}'s first draft." if objected else "",
        reasons=tuple(
            Reason(
                text=f"Gave {{{best}}}'s answer {given.score} of 5 on {axis.replace('_', ' ')}.",
                by=(by[key],),
                passage=short_quote(given.reason),
            )
            for key, each in scored
            if event_keys.who_of(key).endswith(f".{best}")
            for axis, given in each.axes.items()
            if given.reason and given.score >= GOOD
        )[:MOST_REASONS],
        dissent=tuple(
            Reason(text=f"Objected to {{{best}}}'s first draft.", by=(who,), passage=short_quote(point))
            for who, point in disputing
        ),
        would_change=tuple(
            f"{scores[best] - score:.1f} more points would bring {{{seat}}} level."
            for seat, score in scores.items()
            if seat != best
        )[:1]
        or (OTHER_SCORES,),
    )


def measures_parts(found: Measures, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what the measures contribute to the session's result: how certain the verdict's class is."""
    if not found.rule:
        return ResultParts()
    if found.certainty:
        return ResultParts(confidence=f"{found.certainty.capitalize()} certainty.")
    kind = found.verdict_class.replace("_", " ")
    return ResultParts(confidence=f"{kind[:1].upper()}{kind[1:]}: {found.says}")


# --- ballots --------------------------------------------------------------------------------------------------------


def rebuttals(ballot: Rebuttals, names: Names) -> list[str]:
    """List a member's rebuttals, one for each answer."""
    lines = []
    for target, point in ballot.points.items():
        lines.append(f"{'Against' if point.disputes else 'Nothing against'} {_name(target, names)}: {point.point}")
    return lines


def flip_call(ballot: FlipCall, names: Names) -> list[str]:
    """Describe an adjudicator's ballot on whether a member changed its position."""
    quoted = f' It answers "{ballot.words}".' if ballot.words and ballot.change == "cited_rebuttal" else ""
    return [f"{_CALLS[ballot.change].capitalize()}. {ballot.reason}{quoted}".strip()]


def reply_label(ballot: ReplyLabel, names: Names) -> list[str]:
    """Describe the label on a reply and its reason."""
    return [f"{ballot.label}: {ballot.reason}", *_details(ballot.details)]


def finding_labels(ballot: FindingLabels, names: Names) -> list[str]:
    """List each finding of a reply with the label that an adjudicator gives it."""
    lines = [f"{each.label or 'label unread'}: {each.finding} ({each.reason})" for each in ballot.findings]
    return [*(lines or ["Reports nothing."]), *_details(ballot.details)]


def label_check(ballot: LabelCheck, names: Names) -> list[str]:
    """Describe an adjudicator's second check of a label: whether the label is right, and why."""
    return [f"{'Yes' if ballot.stands else 'No'}: {ballot.reason}"]


def axis_calls(ballot: AxisCalls, names: Names) -> list[str]:
    """List an adjudicator's scores of one reply, axis by axis."""
    return [f"{axis} {each.score}: {each.reason}" for axis, each in ballot.axes.items()]


def positions(ballot: Positions, names: Names) -> list[str]:
    """Describe an adjudicator's comparison: whether the replies agree and what divides them."""
    return [*_positions(ballot), _order(ballot.order, names), *_details(ballot.details)]


def merged_list(ballot: MergedList, names: Names) -> list[str]:
    """List the findings of an adjudicator's merged list."""
    return [
        *(_listed(ballot.findings, names) or ["Nothing was found."]),
        _order(ballot.order, names),
        *_details(ballot.details),
    ]


# --- parts of lines -------------------------------------------------------------------------------------------------


def _name(seat: str, names: Names) -> str:
    return names.get(seat, seat)


def _seen(revision: Revision) -> str:
    return f", after {len(revision.saw)} rebuttal{'s' if len(revision.saw) > 1 else ''}" if revision.saw else ""


def _flip(each: FlipFound, names: Names) -> list[str]:
    line = _CHANGES[each.change].format(_name(each.seat, names))
    if each.source is not None:
        line += f" by {_name(each.source, names)}"
    if each.verified and each.words:
        line += f': "{each.words}"'
    lines = [line + "."]
    if each.reason:
        lines.append(f"  {each.reason}")
    if each.flag:
        lines.append(f"  Flagged: {each.flag}.")
    if len(set(each.calls.values())) > 1:
        lines.append(
            "  By adjudicator: " + "; ".join(f"{who}: {_CALLS[call]}" for who, call in each.calls.items()) + "."
        )
    return lines


def _labels(each: ReplyLabels, names: Names) -> list[str]:
    name = _name(each.seat, names)
    if not each.read:
        return [f"{name}: its labels could not be read."]
    unread = sum(not given.label for given in each.labels)
    sound = "not known to be faulty" if each.unread else "without fault"
    lines = [f"{name}: {'faulty' if each.flawed else sound}{'' if each.labels else ', no label'}."]
    if unread:
        lines.append(f"  {unread} of {len(each.labels)} labels could not be read.")
    for given in each.labels:
        what = f"{given.finding} — " if given.finding else ""
        unsure = f" {UNSURE}" if given.unsure is True else ""
        lines.append(f"  {given.label or 'label unread'}: {what}{given.reason}{unsure}".rstrip())
    lines += [f"  taken back, {given.label}: {given.reason}" for given in each.cleared]
    lines += [f"  {line}" for line in _details(each.details)]
    if len(each.calls) > 1:
        told = (
            f"{who}: {', '.join(label or 'unread' for label in call) or 'none'}" for who, call in each.calls.items()
        )
        lines.append(f"  By adjudicator: {'; '.join(told)}.")
    return lines


def _reasons(each: AxisFound) -> list[str]:
    if len(each.reasons) == 1:
        return [f"  {each.axis}: {reason}" for reason in each.reasons.values() if reason]
    return [f"  {each.axis}, {who} {each.given[who]}: {reason}" for who, reason in each.reasons.items()]


def _place(each: ReplyScore, names: Names) -> str:
    if each.score is None or each.base is None:
        unread = f" ({', '.join(each.missing)} could not be read)" if each.missing else ""
        return f"{_name(each.seat, names)} — no score{unread}"
    how = [f"axes {each.base:.1f}"]
    if each.penalty != 1:
        how.append(f"times {each.penalty:g} for its form")
    if each.conviction:
        how.append(f"{each.conviction:+g} conviction")
    if each.missing:
        how.append(f"unread: {', '.join(each.missing)}")
    if each.neutral:
        how.append(f"neutral for want of a reading: {', '.join(each.neutral)}")
    return f"{_name(each.seat, names)} — {each.score:.1f} ({', '.join(how)})"


def _positions(found: Positions | RepliesCompared) -> list[str]:
    return [
        *([_AGREEMENTS[found.agreement]] if found.agreement else []),
        *([f"Position of the majority: {found.consensus}."] if found.consensus else []),
        *([f"What divides them: {found.dispute}"] if found.dispute else []),
    ]


def _listed(findings: Sequence[MergedFinding], names: Names) -> list[str]:
    return [
        f"{number}. [{each.status}, {each.severity}] {each.finding}{_for_and_against(each, names)}"
        for number, each in enumerate(findings, start=1)
    ]


def _for_and_against(each: MergedFinding, names: Names) -> str:
    parts = []
    if each.agree:
        parts.append("reported by " + ", ".join(_name(seat, names) for seat in each.agree))
    if each.disagree:
        parts.append("denied by " + ", ".join(_name(seat, names) for seat in each.disagree))
    return f" ({'; '.join(parts)})" if parts else ""


def _struck(each: Struck, names: Names) -> str:
    if each.why == "unreported":
        return f"Struck, as no answer reports it: {each.finding}"
    quoted = f' ("{each.words}")' if each.words else ""
    return f"{_name(each.by, names)} is said to deny this, but {_STRUCK[each.why]}{quoted}: {each.finding}"


def _order(order: tuple[str, ...], names: Names) -> str:
    return "Strongest first: " + ", ".join(_name(seat, names) for seat in order) + "."


def _details(details: Mapping[str, str]) -> list[str]:
    return [f"{name}: {value}" for name, value in details.items() if value]


def _score(score: float | None) -> str:
    return "unread" if score is None else f"{score:g}"


def _value(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def _alpha(value: float | None) -> str:
    return "not defined, as too little differs" if value is None else f"{value:.2f}"


FINDINGS: dict[type[Any], Heading] = {
    RebuttalsMade: Heading("Rebuttals", rebuttals_made),
    Revisions: Heading("First and final answers", revisions),
    Flips: Heading("Who changed its position", flips, first=True),
    Labels: Heading("Labels of each answer", labels),
    AxisScores: Heading("Scores on each axis", axis_scores),
    RepliesCompared: Heading("The answers side by side", compared, first=True, parts=compared_parts),
    ReplyScores: Heading("Scores", scores_for_prompt, people=reply_scores, first=True, parts=scores_parts),
    Measures: Heading("Measures and the rule they met", measures, parts=measures_parts),
    AdjudicatorAgreement: Heading("How far the adjudicators agree", adjudicator_agreement, first=True),
}
"""Heading and formatter of each class of finding."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {
    Rebuttals: rebuttals,
    FlipCall: flip_call,
    ReplyLabel: reply_label,
    FindingLabels: finding_labels,
    LabelCheck: label_check,
    AxisCalls: axis_calls,
    Positions: positions,
    MergedList: merged_list,
}
"""Formatter of each class of ballot."""
