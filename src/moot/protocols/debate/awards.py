"""Award achievements of a debate: ten rules over its findings and the numbers of earlier ones.

Each rule is one function; its docstring is the rule. Marks are those that count (adjusted ones if there are any) unless
"first" is written; all comparisons are exact. `docs/protocols/debate.md` lists them,
`tests/protocols/debate/test_awards.py` has a debate that earns each and one that just misses it. Achievements by marks
are awarded only if every mark that was asked for exists (`Debate.whole`), so that none is due to a missing one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from fractions import Fraction

from msgspec import Struct

from moot.protocols.debate.findings import Alliances, Award, AwardName, Awards, DebateFigures, Deeds, Scoreboard
from moot.protocols.debate.member_figures import CONTRARY, distances
from moot.protocols.debate.scoreboard import counts, mean_of
from moot.vocabulary.history.track_record import Career, Past

RISE = 1
"""Minimum number of points by which a mean must rise for a comeback."""
FIRM = 7
"""Minimum of every mark received for the achievement `iron-wall`."""
COOL, WARM = 4, 8
"""Highest mark that rivals give each other (`COOL`), and lowest mark that best friends give each other (`WARM`)."""
FEWEST_MARKS = 3
"""Minimum number of marks that an opinion must have received before the rules use them."""
FEWEST_COMPARED = 2
"""Minimum number of comparable marks for the achievement `contrarian`."""
FEWEST_CRITICS = 2
"""Minimum number of critics that must have marked an opinion again for the achievement `silver-tongue`."""
ROWS = (5, 10, 25, 50, 100, 250)
"""Numbers of consecutive debates, this one included, that earn the achievement `workhorse`."""
UNSEEN = 3
"""Number of debates without leading before a model can earn the achievement `dark-horse`."""


class Debate(Struct, frozen=True, kw_only=True):
    """A finished debate and the records of earlier ones: what the rules of achievements are checked against."""

    board: Scoreboard
    """The final scoreboard."""
    alliances: Alliances
    """Stances of the members towards each other."""
    deeds: Deeds
    """Every member's actions in the debate."""
    past: Past
    """Statistics of earlier debates."""

    def careers(self) -> Iterator[tuple[DebateFigures, Career]]:
        """Yield what each member did in this debate, with its model's record in earlier debates."""
        for deed in self.deeds.deeds:
            yield deed, self.past.careers.get(deed.model, Career())

    @property
    def whole(self) -> bool:
        """Return whether no mark is missing.

        Every member has to mark every other member's opinion, and to mark the two lowest opinions a second time.
        """
        seats = [deed.seat for deed in self.deeds.deeds]
        cells = {(cell.reader, cell.seat): cell for cell in self.board.cells}
        again = set(self.board.lowest)
        return all(
            (reader, seat) in cells and (seat not in again or cells[reader, seat].adjusted is not None)
            for reader in seats
            for seat in seats
            if reader != seat
        )

    def marks(self, seat: str) -> list[int]:
        """Return the marks that the opinion of this seat received."""
        return [counts(cell) for cell in self.board.cells if cell.seat == seat]

    def mark(self, reader: str, seat: str) -> int | None:
        """Return the mark that `reader` gave the opinion of `seat`; `None` if it gave none."""
        return next((counts(c) for c in self.board.cells if (c.reader, c.seat) == (reader, seat)), None)


def awards_from(board: Scoreboard, alliances: Alliances, deeds: Deeds, past: Past) -> Awards:
    """Return every achievement earned in a debate, with the members that earned it and the figures that justify it."""
    debate = Debate(board=board, alliances=alliances, deeds=deeds, past=past)
    rules = [rule for name, rule in RULES.items() if debate.whole or name not in BY_MARKS]
    return Awards(awards=tuple(award for rule in rules for award in rule(debate)))


def comeback_king(debate: Debate) -> Iterator[Award]:
    """Yield an award for the opinion whose mean rises most after its author's rebuttal.

    The rise must be at least one point. In a tie, the authors share the award.
    """
    rises = {}
    for deed in debate.deeds.deeds:
        before, after = mean_of(debate.board.cells, deed.seat, first=True), mean_of(debate.board.cells, deed.seat)
        if deed.rebutted and before is not None and after is not None and after - before >= RISE:
            rises[deed.seat] = after - before
    for seat in _greatest(rises):
        yield Award("comeback-king", (seat,), f"Its mean rose by {_figure(rises[seat])} after its rebuttal.")


def unanimous(debate: Debate) -> Iterator[Award]:
    """Yield an award for an opinion that at least three readers marked, and that every one of them marked highest."""
    for deed in debate.deeds.deeds:
        readers = [cell.reader for cell in debate.board.cells if cell.seat == deed.seat]
        if len(readers) >= FEWEST_MARKS and all(_is_favourite(debate, reader, deed.seat) for reader in readers):
            yield Award("unanimous", (deed.seat,), f"All {len(readers)} readers marked it above every other opinion.")


def contrarian(debate: Debate) -> Iterator[Award]:
    """Yield an award for the member whose first marks differ most from the mean of the others' marks.

    Only opinions that others marked as well are compared, and at least two are needed. The average difference must be
    at least two points. In a tie, the members share the award.
    """
    apart = {}
    for deed in debate.deeds.deeds:
        found = distances(debate.board.cells, deed.seat)
        if len(found) >= FEWEST_COMPARED and sum(found, Fraction()) >= CONTRARY * len(found):
            apart[deed.seat] = sum(found, Fraction()) / len(found)
    for seat in _greatest(apart):
        yield Award("contrarian", (seat,), f"Its marks lay {_figure(apart[seat])} points from the others' on average.")


def peacemaker(debate: Debate) -> Iterator[Award]:
    """Yield an award for each member that agrees with both sides of at least one rivalry and disagrees with nobody."""
    for deed in debate.deeds.deeds:
        agreed = {seat for seat, stance in deed.towards.items() if stance == "agree"}
        bridged = sum(one in agreed and other in agreed for one, other in debate.alliances.rivals)
        asked_of_all = len(deed.towards) == len(debate.deeds.deeds) - 1
        if bridged and asked_of_all and "disagree" not in deed.towards.values():
            rivalries = "a rivalry" if bridged == 1 else f"{bridged} rivalries"
            yield Award("peacemaker", (deed.seat,), f"It agrees with both sides of {rivalries} and opposes nobody.")


def iron_wall(debate: Debate) -> Iterator[Award]:
    """Yield an award for each opinion that at least three readers marked, with no mark, first or adjusted, below 7."""
    for deed in debate.deeds.deeds:
        marks = [mark for cell in debate.board.cells if cell.seat == deed.seat for mark in (cell.score, counts(cell))]
        if len(marks) >= 2 * FEWEST_MARKS and min(marks) >= FIRM:
            yield Award("iron-wall", (deed.seat,), f"None of its {len(marks) // 2} readers went below {min(marks)}.")


def silver_tongue(debate: Debate) -> Iterator[Award]:
    """Yield an award for each rebuttal after which at least two critics marked again, every one of them higher than
    before."""
    for deed in debate.deeds.deeds:
        again = [cell for cell in debate.board.cells if cell.seat == deed.seat and cell.adjusted is not None]
        if len(again) >= FEWEST_CRITICS and all((cell.adjusted or 0) > cell.score for cell in again):
            yield Award("silver-tongue", (deed.seat,), f"{_all(again)} critics raised their mark for it.")


def workhorse(debate: Debate) -> Iterator[Award]:
    """Yield an award for each model that did everything it was asked in 5, 10, 25, 50, 100 or 250 debates in a row,
    this one included."""
    seats: dict[str, list[DebateFigures]] = {}
    for deed in debate.deeds.deeds:
        seats.setdefault(deed.model, []).append(deed)
    for deed, career in debate.careers():
        row = career.full + 1
        if row in ROWS and all(each.full for each in seats[deed.model]):
            yield Award("workhorse", (deed.seat,), f"{row} debates in a row without leaving anything out.")


def dark_horse(debate: Debate) -> Iterator[Award]:
    """Yield an award for a member that leads alone, if its model took part in at least the three debates before
    without leading alone.
    """
    for deed, career in debate.careers():
        if deed.won and career.unwon >= UNSEEN:
            first = "It wins again" if career.won else "Its first win,"
            because = f"{first} after {career.unwon} debates without one."
            yield Award("dark-horse", (deed.seat,), because)


def rivalry(debate: Debate) -> Iterator[Award]:
    """Yield an award for each pair of members that disagree with each other and mark each other's opinion 4 or less."""
    for pair in debate.alliances.rivals:
        marks = _marks_between(debate, pair)
        if marks and max(marks) <= COOL:
            yield Award("rivalry", pair, f"Each opposes the other; their marks are {marks[0]} and {marks[1]}.")


def best_friends(debate: Debate) -> Iterator[Award]:
    """Yield an award for each pair of members that agree with each other and mark each other's opinion 8 or more."""
    for pair in debate.alliances.allies:
        marks = _marks_between(debate, pair)
        if marks and min(marks) >= WARM:
            yield Award(
                "best-friends", pair, f"Each sides with the other; they marked each other {marks[0]} and {marks[1]}."
            )


RULES: Mapping[AwardName, Callable[[Debate], Iterator[Award]]] = {
    "comeback-king": comeback_king,
    "unanimous": unanimous,
    "contrarian": contrarian,
    "peacemaker": peacemaker,
    "iron-wall": iron_wall,
    "silver-tongue": silver_tongue,
    "workhorse": workhorse,
    "dark-horse": dark_horse,
    "rivalry": rivalry,
    "best-friends": best_friends,
}
"""Function that checks each achievement, by name."""
BY_MARKS = frozenset(RULES) - {"peacemaker", "workhorse"}
"""Names of the achievements that depend on marks."""


def _is_favourite(debate: Debate, reader: str, seat: str) -> bool:
    others = [counts(cell) for cell in debate.board.cells if cell.reader == reader and cell.seat != seat]
    mark = debate.mark(reader, seat)
    return bool(others) and mark is not None and mark > max(others)


def _marks_between(debate: Debate, pair: tuple[str, str]) -> tuple[int, int] | None:
    first, second = debate.mark(*pair), debate.mark(pair[1], pair[0])
    return (first, second) if first is not None and second is not None else None


def _greatest(figures: Mapping[str, Fraction]) -> Sequence[str]:
    return [seat for seat, figure in figures.items() if figure == max(figures.values())]


def _all(several: Sized) -> str:
    return "Both" if len(several) == 2 else f"All {len(several)}"


def _figure(figure: Fraction) -> str:
    return f"{float(figure):.2f}".rstrip("0").rstrip(".")
