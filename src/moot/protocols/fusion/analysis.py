"""What of a comparison can the answers be quoted for?

Every passage is held against the answer it is said to be from; an item without one that stands there is struck. Under
which heading an item stands is decided by who can be quoted for it: a consensus is what the analyst calls one and more
than half of those asked can be quoted for, with an answer or without; a unique insight is said by one; a contradiction
has two sides, each with a member and words that the
other has not. Pure; held by `tests/protocols/fusion/test_analysis.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from msgspec import UNSET

from moot.protocols.fusion.ballots import DraftContradiction, DraftItem, PanelComparison, Passage
from moot.protocols.fusion.findings import Analysis, BlindSpot, Contradiction, Group, Item, StruckItem
from moot.reading.quotations import plainly, stands_in
from moot.tally.passages import carriers_of

NOT_THERE = "does not stand in the answer it is said to be from."
NOBODY = "no passage that was given for it stands in an answer."
ONE_SIDED = "fewer than two sides of it, held by different members, can be quoted."
TOO_MANY = "came after the {most} items that were asked for under this heading."
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
        blind_spots=tuple(
            BlindSpot(text=plain(text), near=near)
            for text, near in zip(spots, carriers_of(spots, answers), strict=True)
        ),
        struck=tuple(check.struck),
        unquoted=tuple(seat for seat in answers if seat not in quoted),
        unasked=tuple(unasked),
    )


class _Check:
    """Holds drafts against the answers, and keeps what does not stand."""

    def __init__(self, answers: Mapping[str, str], most: int, asked: int, plain: Callable[[str], str]) -> None:
        self.answers, self.most, self.asked, self.plain = answers, most, asked, plain
        self.struck: list[StruckItem] = []

    def within(self, group: Group, drafts: Sequence[D]) -> list[D]:
        """Each draft once, and no more than asked for."""
        once = [draft for draft in dict.fromkeys(drafts) if text_of(draft).strip()]
        for draft in once[self.most :]:
            self.strike(group, text_of(draft), TOO_MANY.format(most=self.most))
        return once[: self.most]

    def put(self, group: Group, draft: DraftItem, placed: Mapping[Group, list[Item]]) -> None:
        """Puts an item under the heading that those who can be quoted for it bear out."""
        passages = self.passages(group, draft.passages)
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
        said: dict[str, list[Passage]] = {}
        for side in draft.sides:
            said.setdefault(" ".join(side.text.split()), []).append(Passage(source=side.source, quote=side.quote))
        sides = []
        for text, drafts in said.items():
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
        self.struck.append(StruckItem(group=group, text=self.plain(text), reason=reason))


def text_of(draft: DraftItem | DraftContradiction | str) -> str:
    """What a draft says."""
    return draft if isinstance(draft, str) else draft.text


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
