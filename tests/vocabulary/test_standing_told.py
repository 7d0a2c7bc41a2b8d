"""Test that every sentence of a standing is true by the raw ballots, and is the same in every view.

Councils of 2 to 12 seats by what can happen to their ballots; all that is claimed is counted again from the ballots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations

import pytest

from moot.exports.pages.standing_figure import table_of
from moot.stats.judging.ballot_votes import Own
from moot.stats.judging.standing import judged_standing
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.findings import Standing
from moot.vocabulary.statements import Answers
from moot.vocabulary.words.standing import NUMBERS, fact_of, for_prompt, in_words, noted_in, said_in

Order = tuple[tuple[str, ...], ...]
SEATS = "abcdefghijkl"


class Council:
    """Seats, what became of their ballots, and what that comes to, counted anew."""

    def __init__(self, seats: int, case: str, own: Own) -> None:
        self.seats, self.own = tuple(SEATS[:seats]), own
        self.cast: dict[str, Order] = {
            seat: self._judged(seat, order) for seat, order in self._orders(case, seats).items()
        }
        self.spoiled = self.seats[-1:] if case == "one spoiled" else ()
        self.abstained = self.seats[-1:] if case == "one abstains" else ()
        self.gone = {"one missing": self.seats[-1:], "only one": self.seats[1:], "all missing": self.seats}.get(
            case, ()
        )
        for lost in (*self.spoiled, *self.abstained, *self.gone):
            del self.cast[lost]

    def _orders(self, case: str, seats: int) -> dict[str, Order]:
        plain = {seat: tuple((each,) for each in self.seats) for seat in self.seats}
        mixed = {  # the same one first, the others in an order of its own
            seat: (("a",), *((each,) for each in [*self.seats[1 + at :], *self.seats[1 : 1 + at]]))
            for at, seat in enumerate(self.seats)
        }
        swapped: Order = (("b",), ("a",), *((each,) for each in self.seats[2:]))
        own_first = {seat: ((seat,), *((each,) for each in self.seats if each != seat)) for seat in self.seats}
        tied: Order = (("a", "b"), *((each,) for each in self.seats[2:]))
        return {
            "alike": plain,
            "two to one": {seat: swapped if at % 3 == 2 else mixed[seat] for at, seat in enumerate(self.seats)},
            "split": {seat: swapped if at % 2 else plain[seat] for at, seat in enumerate(self.seats)},
            "tie": dict.fromkeys(self.seats, tied),
            "own first": own_first,
            "own decides": {**own_first, self.seats[-1]: plain["a"]},
            "shared first": {**mixed, self.seats[-1]: tied},
        }.get(case, mixed)

    def _judged(self, seat: str, order: Order) -> Order:
        if self.own != "out":
            return order
        return tuple(kept for tier in order if (kept := tuple(each for each in tier if each != seat)))

    @property
    def standing(self) -> Standing:
        ballots = {
            seat: Ranking(tiers=self.cast.get(seat, ()), abstained=seat in self.abstained)
            for seat in self.seats
            if seat not in self.spoiled and seat not in self.gone
        }
        poll = Poll(candidates=self.seats, ballots=ballots, spoiled=self.spoiled, missing=self.gone)
        return judged_standing(poll, Answers(statements=(), missing=()), own=self.own)

    def counted(self) -> dict[str, Order]:
        """Ballots that compare anything."""
        return {seat: order for seat, order in self.cast.items() if sum(map(len, order)) > 1}

    def first(self, answer: str, but: str = "") -> int:
        """Ballots that put an answer first alone."""
        return sum(order[0] == (answer,) for seat, order in self.counted().items() if seat != but)

    def level(self) -> int:
        return sum(len(order[0]) > 1 for order in self.counted().values())

    def alike(self) -> set[frozenset[str]]:
        found = set()
        for one, other in combinations(self.counted(), 2):
            shared = {s for t in self.cast[one] for s in t} & {s for t in self.cast[other] for s in t}
            kept = [[shared & set(tier) for tier in self.cast[each] if shared & set(tier)] for each in (one, other)]
            if len(shared) > 2 and kept[0] == kept[1] and len(kept[0]) > 1:
                found.add(frozenset((one, other)))
        return found


def number(word: str) -> int:
    return NUMBERS.index(word) if word in NUMBERS else int(word)


def holds(line: str, of: Council) -> bool:
    """Whether a sentence is so; raises where it is none that is known here."""
    asked, counted = len(of.seats), len(of.counted())
    if found := re.search(r" \((\d+) of (\d+) ballots counted\)\.$", line):
        line = line[: found.start()] + "."
        if (int(found[1]), int(found[2])) != (counted, asked) or counted == asked:
            return False
    if found := re.fullmatch(
        r"(?:(Both|All (\w+)(?: others)?|The one other)|(\d+) of (?:the )?(\d+)(?: others)?) puts? <(\w)> first"
        r"(?:; own vote left aside, (\d+) of (\d+))?\.", line,
    ):  # fmt: skip
        whole, many, most, of_all, answer, others, of_others = found.groups()
        judges = sum(any(answer in tier for tier in order) for order in of.counted().values())
        if whole and judges != asked - (of.own == "out"):
            return False
        said = (judges, judges) if whole else (int(most), int(of_all))
        aside = (of.first(answer, but=answer), counted - 1) == (int(others), int(of_others)) if others else True
        own_one = of.own != "out" and of.counted().get(answer, ((),))[0] == (answer,)
        named = number(many) == judges if many else whole != "Both" or asked == 2
        return said == (of.first(answer), judges) and aside and bool(others) == own_one and named
    if found := re.fullmatch(r"Only one of (\d+) ballots was counted; it puts <(\w)> first(, its .*)?\.", line):
        total, answer, own = found.groups()
        return (counted, int(total), of.first(answer)) == (1, asked, 1) and bool(own) == (answer in of.counted())
    if line == "Each put its own answer first.":
        return all(of.first(seat) == 1 and order[0] == (seat,) for seat, order in of.counted().items())
    if line == "No ballot puts one answer alone first.":
        return not any(map(of.first, of.seats))
    if found := re.fullmatch(r"Split ([\d–]+) between ([^;]*?)(?:; own votes left aside, ([\d–]+))?\.", line):
        answers = re.findall(r"<(\w)>", found[2])
        said_firsts, left = ([int(each) for each in (part or "").split("–") if each] for part in (found[1], found[3]))
        return (
            said_firsts == [of.first(each) for each in answers]
            and sum(said_firsts) == counted
            and left in ([], [of.first(each, but=each) for each in answers])
        )
    if found := re.fullmatch(
        r"(.*) were (?:each )?put first by (\d+) of (\d+)(?:; own votes left aside, ([\d–]+))?\.", line
    ):
        answers = re.findall(r"<(\w)>", found[1])
        left = [int(each) for each in (found[4] or "").split("–") if each]
        return (
            {of.first(each) for each in answers} == {int(found[2])}
            and int(found[3]) == counted
            and left in ([], [of.first(each, but=each) for each in answers])
        )
    if found := re.fullmatch(r"On (\w+) ballots? several answers share the first place.*", line):
        return number(found[1]) == of.level()
    if re.fullmatch(TURNOUT, line):
        reasons = "could not be read", "abstained", "did not come"
        told = line.replace("The other", "one").lower()
        why = {each: number(many) for each in reasons for many in re.findall(rf"(\w+) {each}", told)}
        silent = asked - counted - len(of.spoiled) - len(of.abstained)
        gone = dict(zip(reasons, (len(of.spoiled), len(of.abstained), silent), strict=True))
        if silent != len(of.gone) and "or compared no two answers" not in line:
            return False
        return why == {k: v for k, v in gone.items() if v}
    if found := re.fullmatch(r"All (\w+) voted alike.*", line):
        return number(found[1]) == counted and len(of.alike()) == counted * (counted - 1) // 2
    if found := re.fullmatch(r"Of (\d+) pairs of readers (\d+) voted alike.*", line):
        return (int(found[1]), int(found[2])) == (counted * (counted - 1) // 2, len(of.alike()))
    if line.endswith("voted alike: in one and the same order."):
        readers = re.findall(r"author of <(\w)>", line)
        return {frozenset(readers[at : at + 2]) for at in range(0, len(readers), 2)} == of.alike()
    if found := re.fullmatch(r"Counting every place on every ballot, <(\w)> comes first\.", line):
        return of.first(found[1]) < max(map(of.first, of.seats)) or len(
            [seat for seat in of.seats if of.first(seat) == of.first(found[1])]
        ) > 1 or not of.first(found[1])  # fmt: skip
    if line.startswith("One ballot is one reader's view"):
        return counted == 1
    if line.startswith("With two answers"):
        return asked == 2 and counted > 1
    if re.fullmatch(r"<\w> (?:is probably|may be) the best of these answers \(.*\), if readers share 65 % .*", line):
        return asked > 2 and counted > 1
    if found := re.fullmatch(r"(?:At least )?(\w+) different votes? would (?:change|end|make it a tie; \w+).*", line):
        return 0 < number(found[1].lower()) <= counted
    if found := re.fullmatch(r"The (?:one|(\d+)) ballots? that (?:is|are) not there could have .*", line):
        return len(of.spoiled) + len(of.gone) == int(found[1] or 1)
    if line in ("No ballot was counted.", "No ballot compares the two answers."):
        return not counted
    if line.endswith(("tie at the top.", "tie at the top by the votes of others; scores count own votes, too.")):
        return len(re.findall(r"<\w>", line)) > 1
    if found := re.fullmatch(r"(?:A reader's vote|Votes) for (?:its|the reader's) own answer counts?.*", line):
        return of.own != "out" and any(order[0] == (seat,) for seat, order in of.counted().items())
    raise AssertionError(f"No test knows what this says: {line}")


TURNOUT = r"(?:Of the others |The other )?(?:.*(?:could not be read|abstained|did not come|no two answers))\."
CASES = (
    "alike", "unanimous", "two to one", "split", "tie", "one spoiled", "one abstains", "one missing", "only one",
    "all missing", "own first", "own decides", "shared first",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("own", ["auto", "out"])
def test_each_sentence_is_so_and_is_the_same_in_every_door(case: str, own: Own) -> None:
    for seats in (2, 3, 4, 5, 12):
        of = Council(seats, case, own)
        found = of.standing
        names = {seat: f"<{seat}>" for seat in of.seats}
        lines = [*said_in(found, names), *noted_in(found, names)]
        for line in lines:
            assert holds(line, of), f"{seats} seats, {case}, {own}: {line}"
        _numbers_agree(found, names)
        _turnout_stands_second(found, names, len(of.counted()) < seats)
        told = "\n".join(lines)
        assert ("%" in told) <= (len(of.counted()) > 1 and seats > 2)
        assert fact_of(found, names) == (lines or [""])[0]


def _numbers_agree(found: Standing, names: Mapping[str, str]) -> None:
    """Every door that numbers places gives one answer one number, level ones the same."""
    if not found.rankable:
        return
    drawn = {row[1]: row[0] for row in table_of(found, names).rows}
    for told in (in_words(found, names), for_prompt(found, names)):
        rows = [row for line in told if (row := re.match(r"(\d+[.=]|–) (<\w>) — ", line))]
        plain = told == for_prompt(found, names)
        assert {row[2]: row[1].rstrip(".") for row in rows} == {
            name: at.rstrip("=") if plain else at for name, at in drawn.items()
        }
    for one, other in combinations(found.places, 2):
        if one.votes and other.votes:
            assert (drawn[names[one.seat]] == drawn[names[other.seat]]) == (
                one.score == other.score or {one.seat, other.seat} <= set(found.winners)
            )
    for at in drawn.values():
        assert at.endswith("=") == (list(drawn.values()).count(at) > 1 and at != "–")


def _turnout_stands_second(found: Standing, names: Mapping[str, str], lacking: bool) -> None:
    said = said_in(found, names)
    at = [number for number, line in enumerate(said) if re.fullmatch(TURNOUT, line)]
    if found.rankable:
        assert at == ([1 if not found.level else 2] if lacking else [])
