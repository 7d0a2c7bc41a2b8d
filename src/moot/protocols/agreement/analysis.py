"""What of a comparison can the answers be quoted for?

Every passage is held against the answer it is said to be from; an item without one that stands there is struck. Under
which heading an item stands is decided by who can be quoted for it: a consensus is what the analyst calls one and more
than half of those asked can be quoted for, with an answer or without; a unique insight is said by one; a contradiction
has two sides, each with a member and words that the other has not. What is written several times in the same words,
whatever their case and marks, stands once, with every passage that was given for it. Pure; held by
`tests/protocols/agreement/test_analysis.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.agreement.ballots import DraftContradiction, DraftItem, PanelComparison, Passage
from moot.protocols.agreement.findings import Analysis, BlindSpot, Contradiction, Group, Item, StruckItem
from moot.reading.quotations import plainly, stands_in

NOT_THERE = "does not stand in the answer it is said to be from."
NOBODY = "no passage that was given for it stands in an answer."
ONE_SIDED = "fewer than two sides of it, held by different members, can be quoted."
TOO_MANY = "came after the {most} items that were asked for under this heading."
REPEATED = "is written under {heading} already."
GROUPS: tuple[Group, ...] = ("consensus", "partial_coverage", "unique_insights")
"""Headings of items with holders, the strongest first."""
D = TypeVar("D", DraftItem, DraftContradiction, str)
_AROUND = "\"'`.!?,;: "


def is_quoted(quote: str, answer: str) -> bool:
    """Whether a passage stands word for word in an answer; one that is too short to point at anything is its whole."""
    return stands_in(quote, answer) or (bool(_bare(quote)) and _bare(quote) == _bare(answer))


def analysed(
    drafted: PanelComparison,
    answers: Mapping[str, str],
    *,
    by: str,
    most: int,
    panel: Sequence[str],
    unasked: Sequence[str] = (),
    plain: Callable[[str], str] = str,
) -> Analysis:
    """What stands of a comparison. `answers` are the panel's by seat, in seat order, whole and as the analyst was shown
    them; `panel` is who was asked; `plain` takes private labels out of the analyst's own words."""
    check = _Check(answers, most, len(panel), plain)
    check.gather(drafted)
    placed: dict[Group, list[Item]] = {group: [] for group in GROUPS}
    for group in GROUPS:
        for draft in check.within(group, getattr(drafted, group)):
            check.put(group, draft, placed)
    contradictions = [
        found
        for draft in check.within("contradictions", drafted.contradictions)
        if (found := check.contradiction(draft)) is not None
    ]
    spots = check.within("blind_spots", drafted.blind_spots)
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
    )


class _Check:
    """Holds drafts against the answers, and keeps what does not stand."""

    def __init__(self, answers: Mapping[str, str], most: int, asked: int, plain: Callable[[str], str]) -> None:
        self.answers, self.most, self.asked, self.plain = answers, most, asked, plain
        self.written: dict[str, tuple[Group, list[Passage]]] = {}
        self._struck: Counter[tuple[Group, str, str]] = Counter()

    def gather(self, drafted: PanelComparison) -> None:
        """Where each item is written first, with the passages that are given for it anywhere."""
        for group in GROUPS:
            for draft in _once(getattr(drafted, group))[: self.most]:
                self.written.setdefault(same_words(draft.text), (group, []))[1].extend(draft.passages)

    def within(self, group: Group, drafts: Sequence[D]) -> list[D]:
        """Each draft once, and no more than asked for."""
        once = _once(drafts)
        for draft in once[self.most :]:
            self.strike(group, text_of(draft), TOO_MANY.format(most=self.most))
        return once[: self.most]

    def put(self, group: Group, draft: DraftItem, placed: Mapping[Group, list[Item]]) -> None:
        """Puts an item under the heading that those who can be quoted for it bear out."""
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
        placed[place].append(Item(text=self.plain(draft.text), passages=passages, holders=holders, claimed=claimed))

    def place(self, group: Group, holders: int) -> Group:
        """The heading for so many holders; nothing becomes a consensus that the analyst did not call one."""
        if group == "consensus" and holders >= 2 and 2 * holders > self.asked:
            return "consensus"
        return "partial_coverage" if holders > 1 else "unique_insights"

    def contradiction(self, draft: DraftContradiction) -> Contradiction | None:
        """One with the sides that can be quoted, where there are two that are not held by the same members."""
        said: dict[str, tuple[str, list[Passage]]] = {}
        for side in draft.sides:
            _, given = said.setdefault(same_words(side.text), (" ".join(side.text.split()), []))
            given.append(Passage(source=side.source, quote=side.quote))
        sides = []
        for text, drafts in said.values():
            if passages := self.passages("contradictions", drafts):
                sides.append(Item(text=self.plain(text), passages=passages, holders=self.holders(passages)))
            else:
                self.strike("contradictions", text, NOBODY)
        if not _differ(sides):
            self.strike("contradictions", draft.text, ONE_SIDED)
            return None
        return Contradiction(text=self.plain(draft.text), sides=tuple(sides))

    def passages(self, group: Group, drafts: Sequence[Passage]) -> tuple[Passage, ...]:
        """Those that stand where they are said to stand, each once, in seat order."""
        found = []
        for passage in dict.fromkeys(drafts):
            if is_quoted(passage.quote, self.answers.get(passage.source, "")):
                found.append(passage)
            else:
                self.strike(group, passage.quote, NOT_THERE)
        order = list(self.answers)
        return tuple(sorted(found, key=lambda passage: order.index(passage.source)))

    def holders(self, passages: Sequence[Passage]) -> tuple[str, ...]:
        """Whose answers they are from."""
        sources = {passage.source for passage in passages}
        return tuple(seat for seat in self.answers if seat in sources)

    def strike(self, group: Group, text: str, reason: str) -> None:
        """Keeps what does not stand, and why."""
        self._struck[group, self.plain(text), reason] += 1

    @property
    def struck(self) -> tuple[StruckItem, ...]:
        """What does not stand, each once."""
        return tuple(
            StruckItem(group=group, text=text, reason=reason, times=times if times > 1 else UNSET)
            for (group, text, reason), times in self._struck.items()
        )


def text_of(draft: DraftItem | DraftContradiction | str) -> str:
    """What a draft says."""
    return draft if isinstance(draft, str) else draft.text


def _once(drafts: Sequence[D]) -> list[D]:
    """The drafts that say anything, each once, whatever the case and the marks of its words; what is given for a
    contradiction in several places is taken together."""
    found: dict[str, D] = {}
    for draft in drafts:
        if text_of(draft).strip():
            name = same_words(text_of(draft))
            found[name] = _joined(found[name], draft) if name in found else draft
    return list(found.values())


def _joined(one: D, other: D) -> D:
    """One draft with what is given for both."""
    if isinstance(one, DraftContradiction) and isinstance(other, DraftContradiction):
        return replace(one, sides=(*one.sides, *other.sides))
    if isinstance(one, DraftItem) and isinstance(other, DraftItem):
        return replace(one, passages=(*one.passages, *other.passages))
    return one


def same_words(text: str) -> str:
    """What two texts have in common that say the same in another spelling."""
    return _bare(text).casefold() or text.strip()


def _differ(sides: Sequence[Item]) -> bool:
    """Whether two sides each have a holder that the other has not, and words that the other has not."""
    return any(
        set(one.holders) - set(other.holders)
        and set(other.holders) - set(one.holders)
        and _quoted(one) - _quoted(other)
        and _quoted(other) - _quoted(one)
        for one, other in combinations(sides, 2)
    )


def _quoted(side: Item) -> set[str]:
    return {_bare(passage.quote) for passage in side.passages}


def _bare(text: str) -> str:
    return plainly(text).strip(_AROUND)
