"""Format a standing: first the votes, then the probability and its assumption, then what a ballot could change.

`said_of` writes the sentences when a standing is computed, with seats in braces; they are stored with it, and every
interface shows the same ones. No number is computed here, and none has more digits than justified: probabilities are in
steps of 5 %. Tests: `tests/vocabulary/test_standing_words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from moot.vocabulary.findings import Standing, StandingPlace
from moot.vocabulary.history.track_record import SHARED_ERRORS
from moot.vocabulary.words.headings import joined, seats_in_words

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
STEP = 5
"""Step to which a shown probability is rounded, in per cent, because only a few ballots support it."""
FEW_PAIRS = 3
"""Maximum number of pairs of readers listed by name. If there are more, only their number is shown."""
TIE = "One more vote could decide the tie."
READER = "reader:"
"""Prefix of a seat in braces for a reader, because seats are otherwise shown as answers."""
_BRACED = re.compile(r"\{(?:" + READER + r")?([^{}]*)\}")


def filled(line: str, names: Mapping[str, str]) -> str:
    """Return a sentence with each seat id in braces replaced by its name, and a capital first letter unless it begins
    with the id of a model."""
    said = with_names(line, names)
    return said[:1].upper() + said[1:] if line.startswith("{") and "/" not in said.partition(" ")[0] else said


def with_names(line: str, names: Mapping[str, str]) -> str:
    """Return a sentence with each seat id in braces replaced by its name, as it is written."""
    return _BRACED.sub(lambda found: f"{_author(found[0])}{names.get(found[1], found[1])}", line)


def _author(braced: str) -> str:
    return "the author of " if braced.startswith(f"{{{READER}") else ""


def in_words(standing: Standing, names: Mapping[str, str]) -> list[str]:
    """Return a ranking of answers as lines for people: its sentences, the answers from best to worst, remarks."""
    if not standing.rankable:
        return said_in(standing, names)
    rows = [
        f"{at} {names.get(place.seat, place.seat)} — {_figures(standing, place)}"
        for at, place in zip(shared_of(standing), standing.places, strict=True)
    ]
    return [*said_in(standing, names), *rows, *noted_in(standing, names)]


def numbers_of(standing: Standing) -> list[str]:
    """Return the place of each answer in a ranking, for prompts: tied answers have the same place (`1.`, `1.`, `3.`),
    an answer that no ballot ranks has `–`."""
    numbers: list[str] = []
    before: tuple[object, ...] | None = None
    for number, place in enumerate(standing.places, start=1):
        if place.seat in standing.winners:
            level: tuple[object, ...] = ("first",)
        else:
            level = (place.score,)
        numbers.append("–" if not place.votes else numbers[-1] if level == before and numbers else f"{number}.")
        before = level if place.votes else None
    return numbers


def shared_of(standing: Standing) -> list[str]:
    """Return the place of each answer in a ranking, for people, with ties marked, as `2=`. Prompts use `numbers_of`
    instead."""
    numbers = numbers_of(standing)
    return [at.replace(".", "=") if numbers.count(at) > 1 else at for at in numbers]


def said_in(standing: Standing, names: Mapping[str, str], further: Mapping[str, str] | None = None) -> list[str]:
    """Return the sentences that describe a ranking, with names in place of seats. The headline is the first sentence.

    Args:
        further: Seat names to use in the sentences after the headline; `names` if not given.
    """
    return [filled(line, names if not at else further or names) for at, line in enumerate(standing.says)]


def noted_in(standing: Standing, names: Mapping[str, str]) -> list[str]:
    """Return the remarks on a ranking: ballots that do not count, the weight of members' votes for themselves, readers
    that voted alike."""
    return [filled(line, names) for line in standing.notes]


def fact_of(standing: Standing, names: Mapping[str, str]) -> str:
    """Return the headline of a ranking as a sentence: which answer was put first, and by how many ballots."""
    if standing.winner is not None and not _leads_by_firsts(standing):
        return filled(_leads(standing), names)
    return next(iter(said_in(standing, names)), "")


def support_of(standing: Standing) -> str:
    """Return how many members ranked the winner's answer first, with seats in braces."""
    place = next((place for place in standing.places if place.seat == standing.winner), None)
    asked, counted = _asked(standing), standing.counted
    if not standing.rankable or not standing.says:
        return standing.reason
    if counted == 1 < asked or (place is None and _leads_by_firsts(standing)):
        return standing.says[0]
    told = _support(standing, place) if place else f"The vote is tied between {seats_in_words(standing.winners)}"
    return f"{told}." if counted == asked else f"{told} ({counted} of {asked} ballots counted)."


def _leads_by_firsts(standing: Standing) -> bool:
    """Return whether the winners are exactly the answers that most ballots put first."""
    most = max(map(_firsts, standing.places), default=0)
    first = {place.seat for place in standing.places if _firsts(place) == most}
    return first == {*standing.winners, *filter(None, [standing.winner])} or standing.counted <= 1


def _support(standing: Standing, place: StandingPlace) -> str:
    first, others = _firsts(place), standing.own_weight is UNSET
    of = place.votes if others else standing.counted
    told = f"{first} of {of} {'other ' if others else ''}{'member' if of == 1 else 'members'}"
    told += f" ranked {_seat(place)}'s answer first"
    if place.first_by_itself:
        told += f" ({place.first_by_others} of {of - 1} without its own vote)"
    rival = max((each for each in standing.places if each is not place), key=_firsts, default=None)
    if rival is None or _firsts(rival) < first:
        return told
    return f"{told}, {_firsts(rival)} ranked {_seat(rival)}'s; counting every place, {_seat(place)}'s leads"


def for_prompt(standing: Standing, labels: Mapping[str, str]) -> list[str]:
    """Return a ranking as lines for the model that writes the council's answer, without remarks on readers."""
    if not standing.rankable:
        return [standing.reason]
    rows = [
        f"{at} {labels.get(place.seat, place.seat)} — {_figures(standing, place)}"
        for at, place in zip(numbers_of(standing), standing.places, strict=True)
    ]
    return [*rows, *said_in(standing, labels)]


def said_of(standing: Standing) -> Standing:
    """Return the ranking with its field `says` filled: sentences that describe the ranking, to be stored with it."""
    if not standing.rankable:
        # if no ballot counts, the list of losses reports that, with names
        return replace(standing, says=(standing.reason,) if standing.reason and standing.counted else (), notes=())
    lines = [_fact(standing), _level(standing), _turnout(standing), _leads(standing)]
    if standing.counted == 1:
        reason = standing.reason if standing.winner else ""
        lines += [reason, "One ballot is one reader's view: nothing is to be told of how sure it is."]
    elif len(standing.places) > 2:
        lines += [
            _chance(standing),
            changes_of(standing) if standing.k_replaced else standing.reason if standing.winner else "",
        ]
    else:
        lines += [standing.reason if standing.winner else "", "With two answers the ballots say that much and no more."]
    notes = filter(None, (_own(standing), _alike(standing)))
    return replace(standing, says=tuple(filter(None, lines)), notes=tuple(notes))


def chance_in_words(standing: Standing, place: StandingPlace) -> str:
    """Return the probability that an answer is the best, as `about 65 %`, `over 95 %`, `at least 45 %`; empty if there
    is none, or if missing ballots could have changed the winner.
    """
    if place.chance is UNSET or (_lost(standing) and not standing.k_replaced):
        return ""
    if place.chance > 1 - STEP / 100:
        return f"over {100 - STEP} %"
    if place.chance < STEP / 100:
        return f"under {STEP} %"
    if _lost(standing):
        return f"at least {STEP * int(100 * place.chance / STEP)} %"
    return f"about {_rounded(place.chance)} %"


def _rounded(chance: float) -> int:
    return STEP * round(100 * chance / STEP)


def is_even_or_more(chance: float | UnsetType) -> bool:
    """Return whether a probability is shown as 50 % or more, after rounding."""
    return chance is not UNSET and _rounded(chance) >= 50


def percent(share: float) -> str:
    """Format a share as a percentage: `83 %`."""
    return f"{100 * share:.0f} %"


def score_in_words(standing: Standing, place: StandingPlace) -> str:
    """Return the share of the other answers that readers put below this answer, as `83 %`.

    If too few ballots rank the answer for an average, return how many did, as `judged by 2 of 4`.

    If a reader is known to favour its own answer, this preference is subtracted. A share can then be less than `0 %` or
    more than `100 %`. Such a share is shown as `0 %` or `100 %`.
    """
    could = _judges(standing)
    if place.votes < 2 or 2 * place.votes <= could:
        return f"judged by {place.votes} of {could}"
    return percent(min(1.0, max(0.0, place.score or 0.0)))


def firsts_in_words(standing: Standing, place: StandingPlace) -> str:
    """Return how many ballots put an answer alone in first place, of those that rank it: `3 of 4`."""
    return f"{_firsts(place)} of {place.votes}"


def _judges(standing: Standing) -> int:
    """Return the number of ballots that each answer should get. If votes for oneself have no weight, that is one fewer:
    members are not shown their own answer."""
    return _asked(standing) - (standing.own_weight is UNSET)


def _figures(standing: Standing, place: StandingPlace) -> str:
    score = score_in_words(standing, place)
    told = f"above {score} of the others on average" if score.endswith("%") else score
    return f"put first by {firsts_in_words(standing, place)}, {told}"


def _fact(standing: Standing) -> str:
    """Return the headline of a ranking: who was put first by how many ballots, and how many were not counted. If a
    ballot is missing, it does not say "unanimous"."""
    asked, most = _asked(standing), max(map(_firsts, standing.places), default=0)
    first = [place for place in standing.places if _firsts(place) == most]
    if standing.counted == 1 < asked:
        return _only_one(asked, first[0] if most else None)
    told = _put_first(standing, first, most).removesuffix(".")
    return f"{told}." if standing.counted == asked else f"{told} ({standing.counted} of {asked} ballots counted)."


def _put_first(standing: Standing, first: Sequence[StandingPlace], most: int) -> str:
    counted = standing.counted
    whole = most * len(first) == counted
    if not most:
        return "No ballot puts one answer alone first."
    if len(first) == 1:
        return _one_first(standing, first[0], most)
    names = [_seat(place) for place in first]
    if whole and most == 1 and all(place.first_by_itself for place in first):
        return "Each put its own answer first."
    aside = ""
    if any(place.first_by_itself for place in first):
        aside = f"; own votes left aside, {_dashed(place.first_by_others or 0 for place in first)}"
    if whole:
        return f"Split {_dashed(most for _ in first)} between {joined(names)}{aside}."
    each = "each " if len(first) == 2 else ""
    return f"{joined(names)} were {each}put first by {most} of {counted}{aside}."


def _only_one(asked: int, first: StandingPlace | None) -> str:
    """Return the headline of a ranking for which only one of several requested ballots was counted."""
    puts = f"it puts {_seat(first)} first" if first else "it puts no answer alone first"
    own = ", its reader's own answer" if first and first.first_by_itself else ""
    return f"Only one of {asked} ballots was counted; {puts}{own}."


def _one_first(standing: Standing, place: StandingPlace, most: int) -> str:
    asked, counted = _asked(standing), standing.counted
    if standing.own_weight is UNSET:  # own answers were not shown: all other readers could have put it first
        judges = place.votes
        who = f"All {_number(judges)} others" if most == judges == asked - 1 else f"{most} of the {judges} others"
        return f"{who if judges > 1 else 'The one other'} put{'s' if judges == 1 else ''} {_seat(place)} first."
    who = f"{most} of {counted}" if most < asked else "Both" if asked == 2 else f"All {_number(asked)}"
    aside = f"; own vote left aside, {place.first_by_others} of {counted - 1}" if place.first_by_itself else ""
    return f"{who} put {_seat(place)} first{aside}."


def _leads(standing: Standing) -> str:
    """Return who is first, if the headline does not include it."""
    most = max(map(_firsts, standing.places))
    first = [place.seat for place in standing.places if _firsts(place) == most]
    if standing.winner is None:
        told = f"{joined([f'{{{seat}}}' for seat in standing.winners])} tie at the top"
        if most and not {*first} & {*standing.winners}:
            told = f"Counting every place on every ballot, {told}"
        scores = {place.score for place in standing.places if place.seat in standing.winners}
        return f"{told} by the votes of others; scores count own votes, too." if len(scores) > 1 else f"{told}."
    if most and first == [standing.winner]:
        return ""
    return f"Counting every place on every ballot, {{{standing.winner}}} comes first."


def _chance(standing: Standing) -> str:
    place = next((place for place in standing.places if place.seat == standing.winner), None)
    told = chance_in_words(standing, place) if place is not None and standing.k_replaced else ""
    if not told:
        return ""
    if standing.one_model is not UNSET:
        return (
            f"All readers are one model, {standing.one_model}: what one of them gets wrong the others are likely to, "
            "so how often they agree does not tell how likely they are to be right."
        )
    likely = "is probably" if place is not None and is_even_or_more(place.chance) else "may be"
    whatever = ", whatever the missing ballots say" if _lost(standing) else ""
    clear = " The lead is clear: answers of equal worth get such ballots in 1 % of councils at most."
    return (
        f"{{{standing.winner}}} {likely} the best of these answers ({told}{whatever}), if readers share "
        f"{standing.shared_errors or SHARED_ERRORS} % of their errors.{clear if standing.clear is True else ''}"
    )


def changes_of(standing: Standing) -> str:
    """Return a sentence on how few votes would change the winner; empty if that is unknown."""
    if standing.winner is None:
        return TIE if standing.rankable and standing.winners else ""
    if len(standing.places) < 2 or not standing.rankable:
        return ""
    return votes_to_change(standing.k_replaced, standing.k_another, exact=standing.k_exact)


def votes_to_change(tie: int, another: int | UnsetType | None = UNSET, *, exact: bool = True) -> str:
    """Describe how few different votes would change who is first.

    Args:
        tie: Votes that would have to differ for the winner not to be first alone; 0 if a missing ballot could do it.
        another: Votes for another answer to be first alone; `None` if only all votes together do it.
    """
    if not tie:
        return "A missing ballot could change the winner."
    least = "" if exact else "At least "
    votes = f"{_number(tie) if least else _number(tie).capitalize()} different {'vote' if tie == 1 else 'votes'}"
    if another is UNSET:
        return f"{least}{votes} would end the winner's lead."
    if another == tie:
        return f"{least}{votes} would change the winner."
    further = f"{_number(another)} would change the winner" if another else "only all of them would change the winner"
    return f"{least}{votes} would make it a tie; {further}."


def _level(standing: Standing) -> str:
    if not standing.level:
        return ""
    told = f"On {_ballots(standing.level)} several answers share the first place"
    return f"{told}: such a ballot puts none of them first alone."


def _turnout(standing: Standing) -> str:
    """Return a sentence on whose ballots were not counted; empty if all were."""
    asked = _asked(standing)
    if standing.counted == asked:
        return ""
    gone = _lost(standing) - len(standing.spoiled)
    # if members do not judge their own, a sole ballot received may be uncounted: the standing does not show which
    whole = standing.own_weight is not UNSET
    why = [
        f"{_number(number)} {said}"
        for number, said in (
            (len(standing.spoiled), "could not be read"),
            (len(standing.abstained), "abstained"),
            (gone, "did not come" if whole else "did not come or compared no two answers"),
        )
        if number
    ]
    if standing.counted == 1:  # the headline has the numbers
        return f"Of the others {joined(why)}." if asked > 2 else f"The other {why[0].removeprefix('one ')}."
    told = joined(why)
    return f"{told[:1].upper()}{told[1:]}."


def _own(standing: Standing) -> str:
    """Return a sentence on how much members' votes for their own answer count; empty if none was cast."""
    weights = standing.own_weight
    if weights is UNSET:
        return ""
    cast = sorted({round(weights[place.seat], 1) for place in standing.places if place.first_by_itself})
    if not cast or cast == [1.0]:
        return ""
    told = f"{cast[0]:g}" if len(cast) == 1 else f"{cast[0]:g} to {cast[-1]:g}"
    if cast == [0.0]:
        return "Votes for the reader's own answer count nothing."
    return f"A reader's vote for its own answer counts {told} of another's."


def _alike(standing: Standing) -> str:
    """Return a sentence on which readers voted alike.

    Voting alike is no fault, as good readers agree, but it leaves open how many of the votes are independent.
    """
    pairs = standing.alike
    if pairs is UNSET or not pairs:
        return ""
    every = standing.counted * (standing.counted - 1) // 2
    if len(pairs) == every and standing.counted > 2:
        return f"All {_number(standing.counted)} voted alike: in one and the same order."
    if len(pairs) > FEW_PAIRS:
        return f"Of {every} pairs of readers {len(pairs)} voted alike: in one and the same order."
    told = [joined([f"{{{READER}{one}}}", f"{{{READER}{other}}}"]) for one, other in pairs]
    return f"{'; '.join(told)} voted alike: in one and the same order."


def _firsts(place: StandingPlace) -> int:
    return (place.first_by_others or 0) + int(place.first_by_itself is True)


def _asked(standing: Standing) -> int:
    if standing.asked is not UNSET:
        return standing.asked
    return standing.counted + len(standing.spoiled) + len(standing.abstained)


def _seat(place: StandingPlace) -> str:
    return f"{{{place.seat}}}"


def _lost(standing: Standing) -> int:
    """Return the number of ballots requested but missing, without abstentions."""
    return _asked(standing) - standing.counted - len(standing.abstained)


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _ballots(number: int) -> str:
    return f"{_number(number)} {'ballot' if number == 1 else 'ballots'}"


def _dashed(numbers: Iterable[int]) -> str:
    return "–".join(map(str, numbers))
