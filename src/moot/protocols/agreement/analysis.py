"""Check a comparison of answers: keep the items whose passages occur in the answers they quote.

Every passage is checked against the answer it names; an item without a matching one is struck. The heading of an item
depends on who can be quoted for it: a consensus is what the analyst calls one and more than half of those asked, with
an answer or without, can be quoted for; a unique insight is quoted from one; a contradiction has two sides, each with a
member and words that the other has not. Items in the same words, ignoring case and punctuation, are merged with all
their passages. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.agreement.ballots import (
    AnswerPassage,
    DraftContradiction,
    DraftItem,
    DraftSentence,
    PanelComparison,
    SupportedComparison,
)
from moot.protocols.agreement.findings import AgreementItem, Analysis, BlindSpot, Contradiction, Group, StruckItem
from moot.reading.quotations import plainly, stands_in
from moot.vocabulary.verdicts import SupportedSentence, SupportingPassage

NOT_THERE = "does not stand in the answer it is said to be from."
NOBODY = "no passage that was given for it stands in an answer."
ONE_SIDED = "fewer than two sides of it, held by different members, can be quoted."
TOO_MANY = "came after the {most} items that were asked for under this heading."
REPEATED = "is written under {heading} already."
GROUPS: tuple[Group, ...] = ("consensus", "partial_coverage", "unique_insights")
"""Headings of items for which members can be quoted, the strongest first."""
D = TypeVar("D", DraftItem, DraftContradiction, str)
_AROUND = "\"'`.!?,;: "


def is_quoted(quote: str, answer: str) -> bool:
    """Return whether the answer contains the quoted passage word for word. A very short passage must be the whole
    answer."""
    return stands_in(quote, answer) or (bool(_bare(quote)) and _bare(quote) == _bare(answer))


def analysed(
    drafted: PanelComparison,
    answers: Mapping[str, str],
    *,
    by: str,
    most: int,
    panel: Sequence[str],
    unasked: Sequence[str] = (),
    answer: str = "",
    plain: Callable[[str], str] = str,
) -> Analysis:
    """Check an analyst's comparison of answers, and return it without the items whose passages occur in no answer.

    Each other item is placed under the heading that it belongs to, with its verified passages.

    Args:
        answers: The panel's answers by seat, in seat order, whole and as shown to the analyst.
        by: The analyst's seat.
        most: Maximum number of items under a heading.
        panel: The seats that were asked.
        unasked: Members that are not on the panel.
        answer: The council's own answer, if its sentences are compared as well.
        plain: Removes private labels from the analyst's own words.
    """
    check = _Check(answers, most, len(panel), plain)
    check.gather(drafted)
    placed: dict[Group, list[AgreementItem]] = {group: [] for group in GROUPS}
    for group in GROUPS:
        for draft in check.within(group, getattr(drafted, group)):
            check.put(group, draft, placed)
    contradictions = [
        found
        for draft in check.within("contradictions", drafted.contradictions)
        if (found := check.contradiction(draft)) is not None
    ]
    spots = check.within("blind_spots", drafted.blind_spots)
    draft = drafted.sentences if isinstance(drafted, SupportedComparison) else ()
    quoted = {seat for items in placed.values() for item in items for seat in item.holders}
    quoted |= {seat for one in contradictions for side in one.sides for seat in side.holders}
    return Analysis(
        by=by,
        panel=tuple(panel),
        unanswered=tuple(seat for seat in panel if seat not in answers),
        consensus=tuple(placed["consensus"]),
        contradictions=tuple(contradictions),
        partial_coverage=tuple(placed["partial_coverage"]),
        unique_insights=tuple(placed["unique_insights"]),
        blind_spots=tuple(BlindSpot(text=plain(text)) for text in spots),
        struck=check.struck,
        unquoted=tuple(seat for seat in answers if seat not in quoted),
        unasked=tuple(unasked),
        sentences=supported(answer, draft, answers) if answer else UNSET,
    )


def supported(
    answer: str, drafts: Sequence[DraftSentence], answers: Mapping[str, str]
) -> tuple[SupportedSentence, ...]:
    """Split the council's answer into pieces: sentences that the analyst copied, and the text between them.

    A copied sentence has the members' passages that support it. The text between has no passages. An analyst's sentence
    that the answer does not contain is left out.
    """
    pieces: list[SupportedSentence] = []
    at = 0
    for draft in drafts:
        text = draft.text.strip()
        found = answer.find(text, at) if text else -1
        if found < 0:
            continue
        if between := answer[at:found].strip():
            pieces.append(SupportedSentence(text=between))
        by = tuple(
            SupportingPassage(seat=each.source, passage=each.quote)
            for seat in answers
            for each in dict.fromkeys(draft.passages)
            if each.source == seat and is_quoted(each.quote, answers[seat])
        )
        pieces.append(SupportedSentence(text=text, by=by))
        at = found + len(text)
    if rest := answer[at:].strip():
        pieces.append(SupportedSentence(text=rest))
    return tuple(pieces)


class _Check:
    """Checks the items of an analyst's comparison against the answers, and collects those that do not count."""

    def __init__(self, answers: Mapping[str, str], most: int, asked: int, plain: Callable[[str], str]) -> None:
        self.answers, self.most, self.asked, self.plain = answers, most, asked, plain
        self.written: dict[str, tuple[Group, list[AnswerPassage]]] = {}
        self._struck: Counter[tuple[Group, str, str]] = Counter()

    def gather(self, drafted: PanelComparison) -> None:
        """Record the heading under which each item occurs first, and all passages given for it under any heading."""
        for group in GROUPS:
            for draft in _once(getattr(drafted, group))[: self.most]:
                self.written.setdefault(same_words(draft.text), (group, []))[1].extend(draft.passages)

    def within(self, group: Group, drafts: Sequence[D]) -> list[D]:
        """Return the items under a heading without repetitions, at most `most` of them.

        The items beyond that number are recorded as left out.
        """
        once = _once(drafts)
        for draft in once[self.most :]:
            self.strike(group, text_of(draft), TOO_MANY.format(most=self.most))
        return once[: self.most]

    def put(self, group: Group, draft: DraftItem, placed: Mapping[Group, list[AgreementItem]]) -> None:
        """Add an item under the heading that fits the number of answers from which valid passages are quoted."""
        first, given = self.written[same_words(draft.text)]
        if first != group:
            self.strike(group, draft.text, REPEATED.format(heading=first.replace("_", " ")))
            return
        passages = self.passages(group, given)
        if not passages:
            self.strike(group, draft.text, NOBODY)
            return
        holders = self.holders(passages)
        place = self.place(group, len(holders))
        claimed = UNSET if place == group else group
        placed[place].append(
            AgreementItem(text=self.plain(draft.text), passages=passages, holders=holders, claimed=claimed)
        )

    def place(self, group: Group, holders: int) -> Group:
        """Return the heading for a claim that `holders` answers make.

        It is `consensus` only if the analyst chose that heading and most of the answers make the claim.
        """
        if group == "consensus" and holders >= 2 and 2 * holders > self.asked:
            return "consensus"
        return "partial_coverage" if holders > 1 else "unique_insights"

    def contradiction(self, draft: DraftContradiction) -> Contradiction | None:
        """Return a contradiction with those sides that have a valid passage; `None` unless two sides quote different
        answers."""
        said: dict[str, tuple[str, list[AnswerPassage]]] = {}
        for side in draft.sides:
            _, given = said.setdefault(same_words(side.text), (" ".join(side.text.split()), []))
            given.append(AnswerPassage(source=side.source, quote=side.quote))
        sides = []
        for text, drafts in said.values():
            if passages := self.passages("contradictions", drafts):
                sides.append(AgreementItem(text=self.plain(text), passages=passages, holders=self.holders(passages)))
            else:
                self.strike("contradictions", text, NOBODY)
        if not _differ(sides):
            self.strike("contradictions", draft.text, ONE_SIDED)
            return None
        return Contradiction(text=self.plain(draft.text), sides=tuple(sides))

    def passages(self, group: Group, drafts: Sequence[AnswerPassage]) -> tuple[AnswerPassage, ...]:
        """Return those passages that occur in the answers they are quoted from, each once, in seat order."""
        found = []
        for passage in dict.fromkeys(drafts):
            if is_quoted(passage.quote, self.answers.get(passage.source, "")):
                found.append(passage)
            else:
                self.strike(group, passage.quote, NOT_THERE)
        order = list(self.answers)
        return tuple(sorted(found, key=lambda passage: order.index(passage.source)))

    def holders(self, passages: Sequence[AnswerPassage]) -> tuple[str, ...]:
        """Return the seats of the answers that these passages are from."""
        sources = {passage.source for passage in passages}
        return tuple(seat for seat in self.answers if seat in sources)

    def strike(self, group: Group, text: str, reason: str) -> None:
        """Record that an item does not count, with the reason."""
        self._struck[group, self.plain(text), reason] += 1

    @property
    def struck(self) -> tuple[StruckItem, ...]:
        """Return the items that do not count, each with how often it was struck."""
        return tuple(
            StruckItem(group=group, text=text, reason=reason, times=times if times > 1 else UNSET)
            for (group, text, reason), times in self._struck.items()
        )


def text_of(draft: DraftItem | DraftContradiction | str) -> str:
    """Return the text of an item as the analyst wrote it."""
    return draft if isinstance(draft, str) else draft.text


def _once(drafts: Sequence[D]) -> list[D]:
    """Return the items that have a text, without repetitions.

    Items are the same if their texts differ only in case and punctuation. The sides or passages of equal items are
    merged.
    """
    found: dict[str, D] = {}
    for draft in drafts:
        if text_of(draft).strip():
            name = same_words(text_of(draft))
            found[name] = _joined(found[name], draft) if name in found else draft
    return list(found.values())


def _joined(one: D, other: D) -> D:
    """Merge two items with the same text: the sides of contradictions, or the passages of claims."""
    if isinstance(one, DraftContradiction) and isinstance(other, DraftContradiction):
        return replace(one, sides=(*one.sides, *other.sides))
    if isinstance(one, DraftItem) and isinstance(other, DraftItem):
        return replace(one, passages=(*one.passages, *other.passages))
    return one


def same_words(text: str) -> str:
    """Return a text normalised for comparison, without differences in case, white space and surrounding punctuation."""
    return _bare(text).casefold() or text.strip()


def _differ(sides: Sequence[AgreementItem]) -> bool:
    """Return whether at least two of the sides differ.

    Two sides differ if each has an answer and a passage that the other does not have.
    """
    return any(
        set(one.holders) - set(other.holders)
        and set(other.holders) - set(one.holders)
        and _quoted(one) - _quoted(other)
        and _quoted(other) - _quoted(one)
        for one, other in combinations(sides, 2)
    )


def _quoted(side: AgreementItem) -> set[str]:
    return {_bare(passage.quote) for passage in side.passages}


def _bare(text: str) -> str:
    return plainly(text).strip(_AROUND)
