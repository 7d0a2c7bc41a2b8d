"""Format a comparison and an analysis for prompts and people, and as a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from msgspec import UNSET

from moot.protocols.agreement.ballots import (
    AnswerPassage,
    DraftContradiction,
    DraftItem,
    PanelComparison,
    SupportedComparison,
)
from moot.protocols.agreement.findings import AgreementItem, Analysis, Contradiction, Group, StruckItem
from moot.reading.answer_first import unformatted
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words.headings import FindingSummary, Heading, Names, counted, joined, seats_in_words
from moot.vocabulary.words.leads import MOST_REASONS, number

TITLES: dict[Group, str] = {
    "consensus": "Consensus",
    "contradictions": "Contradictions",
    "partial_coverage": "Partial coverage",
    "unique_insights": "Unique insights",
    "blind_spots": "Blind spots",
}
NOBODY_VOTED = "Nobody voted: whoever writes from the same answers could answer otherwise."
EMPTY = "Nothing the analyst wrote can be quoted from an answer."
BLIND = "nothing can be quoted for what is not there, so this is the analyst's word alone"


def comparison_in_words(ballot: PanelComparison, names: Names) -> list[str]:
    """Return an analyst's ballot as lines: the number of items under each heading, then each item."""
    counted = [(group, getattr(ballot, group)) for group in TITLES]
    lines = [", ".join(f"{TITLES[group].lower()}: {len(items)}" for group, items in counted if items) or "Nothing."]
    lines[0] = f"{lines[0][:1].upper()}{lines[0][1:]}"
    for group, items in counted:
        for item in items:
            lines.append(f"{TITLES[group]}: {_line(_drafted(item, names))}")
    return lines


def _drafted(item: DraftItem | DraftContradiction | str, names: Names) -> str:
    if isinstance(item, DraftContradiction):
        sides = (f"{side.text} [{names.get(side.source, side.source)}: “{side.quote}”]" for side in item.sides)
        return f"{item.text} — {'; '.join(sides)}"
    return item if isinstance(item, str) else f"{item.text} [{quotes(item.passages, names)}]"


def analysis_in_words(finding: Analysis, names: Names) -> list[str]:
    """Return an analysis as lines: every item under its heading, then what was left out and who is not quoted."""
    lines = [finding.reason] if finding.reason else []
    for group, title in TITLES.items():
        for item in getattr(finding, group):
            lines.append(f"{title}: {_line(_said(item, finding, names))}")
    return [*lines, *beside(finding, names)]


def in_short(finding: Analysis) -> FindingSummary:
    """Return how many points the answers share and on how many they contradict each other, as a short summary."""
    if finding.by is None or not finding.quoted:
        return FindingSummary(seal="Not compared", firmness="narrow")
    shared, against = len(finding.consensus), len(finding.contradictions)
    points = f"{shared} {'point' if shared == 1 else 'points'} in common"
    if not against:
        return FindingSummary(seal=f"{points[:1].upper()}{points[1:]}", facts=("no contradiction was found",))
    seal = "1 contradiction" if against == 1 else f"{against} contradictions"
    return FindingSummary(seal=seal, firmness="narrow", facts=(points,))


UNSUPPORTED = "No passage of a member's answer was found for it."


def analysis_parts(finding: Analysis, ballots: Mapping[str, Ballot]) -> ResultParts:
    """Return what an analysis contributes to the result: shared points, the other side of contradictions, and the
    members behind each sentence of the council's answer."""
    sentences = finding.sentences if finding.sentences is not UNSET else ()
    behind = {each.seat for sentence in sentences for each in sentence.by}
    shared = [*finding.consensus, *(item for item in finding.partial_coverage if len(item.holders) > 1)]
    disputed = len(finding.contradictions)
    voted = finding.by is None or any(not isinstance(ballot, PanelComparison) for ballot in ballots.values())
    opposed = seats_in_words(seat for one in finding.contradictions for side in one.sides for seat in side.holders)
    if sentences:
        answers = len(finding.panel) - len(finding.unanswered)
        sure = f"{len(behind)} of {counted(answers, 'answer')} support it." if behind else UNSUPPORTED
        sure += f" On {counted(disputed, 'point')} the members contradict each other." if disputed else ""
    elif finding.by is not None:
        points = f"{number(len(shared))} {'point' if len(shared) == 1 else 'points'}"
        against = number(disputed) if disputed else "none"
        sure = (
            f"{'' if voted else 'Nobody voted. '}The answers agree on {points} and contradict each other on {against}."
        )
    else:
        sure = ""
    changes = [f"Settling this could change it: {one.text}" for one in finding.contradictions]
    return ResultParts(
        confidence=sure,
        disagreement=f"{opposed} contradict each other." if opposed else "No contradiction was found." if sure else "",
        reasons=tuple(_reason(item, item.text) for item in shared[:MOST_REASONS]),
        dissent=tuple(reason for one in finding.contradictions for reason in _sides(one, behind)),
        would_change=tuple(changes or ([] if voted else [NOBODY_VOTED])),
        sentences=sentences,
    )


def _sides(one: Contradiction, behind: Set[str]) -> list[Reason]:
    """Return the sides of a contradiction as reasons against the council's answer.

    A side that a seat in `behind` takes is left out. If this leaves no side, return all sides. The first reason begins
    with the point in dispute. The others name the members that they contradict.
    """
    first, *others = [side for side in one.sides if not behind & {*side.holders}] or one.sides
    lead = one.text if one.text.endswith(("?", ".", "!", ":")) else f"{one.text}:"
    against = joined([f"{{{seat}}}" for seat in first.holders])
    return [
        _reason(first, f"{lead} {first.text}"),
        *(_reason(side, f"Against {against}: {side.text}") for side in others),
    ]


def _reason(item: AgreementItem, text: str) -> Reason:
    return Reason(text=text, by=item.holders, passage=item.passages[0].quote)


def _said(item: Any, finding: Analysis, names: Names) -> str:
    """Return one item of an analysis as a line of text."""
    if isinstance(item, Contradiction):
        sides = "; ".join(f"{side.text} [{held(side, finding, names)}]" for side in item.sides)
        return f"{item.text} — {sides}"
    if isinstance(item, AgreementItem):
        return f"{item.text} [{held(item, finding, names)}]{moved(item)}"
    return f"{item.text} ({BLIND})"


def held(item: AgreementItem, finding: Analysis, names: Names) -> str:
    """Return how many answers make a claim, in words, with the passages quoted from them."""
    return f"{_share(item, finding)}: {quotes(item.passages, names)}"


def _share(item: AgreementItem, finding: Analysis) -> str:
    return f"{len(item.holders)} of {len(finding.panel)} members"


def quotes(passages: Sequence[AnswerPassage], names: Names) -> str:
    """Return passages as text, each after the name of the answer it is from."""
    return "; ".join(f"{names.get(each.source, each.source)}: “{each.quote}”" for each in passages)


def moved(item: AgreementItem) -> str:
    """Return a note if an item is under another heading than the one that the analyst chose.

    If the heading is the analyst's, return an empty text.
    """
    if not isinstance(item.claimed, str):
        return ""
    return f" (the analyst put this under {TITLES[item.claimed].lower()}; the passages do not bear that out)"


def beside(finding: Analysis, names: Names) -> list[str]:
    """List what an analysis leaves out: items that do not count, answers not quoted, and members not on the panel."""
    lines = [EMPTY] if finding.by is not None and not finding.quoted else []
    lines += dict.fromkeys(struck_in_words(one) for one in finding.struck)
    if finding.by is not None:
        lines += [f"No item quotes {names.get(seat, seat)}." for seat in finding.unquoted]
    return lines + _absent(finding, names)


def _absent(finding: Analysis, names: Names) -> list[str]:
    """Describe the members without an answer by name, or by number in a prompt, where they have no label."""
    lines = []
    small = f"the panel takes the first {len(finding.panel)} members"
    for seats, why in ((finding.unanswered, "no answer came"), (finding.unasked, f"not asked, because {small}")):
        known = [names[seat] for seat in seats if seat in names]
        lines += [f"{who}: {why}." for who in known]
        unknown = len(seats) - len(known)
        if unknown:
            lines.append(f"{'One member' if unknown == 1 else f'{unknown} members'}: {why}.")
    return lines


def struck_in_words(one: StruckItem) -> str:
    """Return a line about an item that does not count: its heading, its text and the reason."""
    often = f", {one.times} times" if isinstance(one.times, int) else ""
    return f"Struck ({TITLES[one.group].lower()}{often}): “{_line(one.text)}”: {one.reason}"


def as_verdict(finding: Analysis, names: Names) -> str:
    """Return the analysis as a Markdown text that can be the council's answer, with members as `answer 1` and so on."""
    blocks = []
    for group, title in TITLES.items():
        items: Sequence[Any] = getattr(finding, group)
        blocks.append("\n".join([f"## {title}", "", *(_listed(items, finding, names) or ["Nothing."])]))
    told = beside(finding, names)
    if told:
        blocks.append("\n".join(["## Left out", "", *(f"- {unformatted(line)}" for line in told)]))
    return "\n\n".join(blocks)


def _listed(items: Sequence[Any], finding: Analysis, names: Names, deep: str = "") -> list[str]:
    """Return items as a list, each with its passages below it."""
    lines = []
    for item in items:
        if isinstance(item, Contradiction):
            lines += [f"- {unformatted(item.text)}", *_listed(item.sides, finding, names, "  ")]
        elif isinstance(item, AgreementItem):
            lines.append(f"{deep}- {unformatted(item.text)} ({_share(item, finding)}){moved(item)}")
            for each in item.passages:
                lines.append(f"{deep}  - {names.get(each.source, each.source)}: “{unformatted(each.quote)}”")
        else:
            lines.append(f"- {unformatted(item.text)} ({BLIND})")
    return lines


def _line(text: str) -> str:
    """Return the text in one line, so that a quotation cannot imitate a line of the format."""
    return " ".join(text.split())


FINDINGS: dict[type[Any], Heading] = {
    Analysis: Heading(
        "Analysis of the answers", analysis_in_words, first=True, brief=in_short, alone=as_verdict, parts=analysis_parts
    ),
}
"""Heading and formatter of an analysis."""

BALLOTS: dict[type[Any], Callable[[Any, Names], list[str]]] = {
    PanelComparison: comparison_in_words,
    SupportedComparison: comparison_in_words,
}
"""Formatter of an analyst's ballot."""
