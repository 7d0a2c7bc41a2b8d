"""Compare short answers by code (equal text, choice letter, or number with unit), and find the largest group.

No language is interpreted: `compare` returns `None` for everything else, and a grader decides (`protocols/grading/`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import combinations

from msgspec import Struct

TOLERANCE = Decimal("1e-6")
"""Maximum relative difference of equal numbers."""
APART = Decimal("0.01")
"""Minimum relative difference of different numbers; anything between may be rounded, and a grader decides."""

_LINE = re.compile(r"[#>*_`\s|-]*FINAL[ _]ANSWER[*_`]*\s?[:：](.+)", re.IGNORECASE)
_FENCE = re.compile(r"`{3,}|~{3,}")
_LATEX = re.compile(r"\$+([^$]+)\$+|\\\((.+)\\\)|\\(?:boxed|fbox|text|textbf|mathrm|mathbf)\s?\{(.+)\}")
_LETTER = re.compile(r"[(\[]?([A-Za-z])(?:[)\]]\.?|[.:])?(?:(?<=[).\]:])\s+(.+)|\s+[–—-]\s+(.+))?", re.DOTALL)
_ANOTHER = re.compile(r"(?<!\w)[A-Za-z](?:[)\].:](?!\w)|\Z)")
_NUMBER = re.compile(r"([-+]?\d{1,15}(?:\.\d{1,15})?)\s?([^\d\s.,;:/][^\d.,;:/]{0,20})?")
_TWO_WAYS = re.compile(r"[-+]?[1-9]\d{0,2}\.\d{3}")
"""Pattern of numbers such as `1.250`, which is 1250 with a point between thousands, and 1.25 elsewhere."""
MOST_WRAPPED = 4
"""Maximum nesting depth of marks that are removed around an answer."""
_BEFORE, _AFTER = " \t*_`\"'“”«»", " \t*_`\"'“”«».。!|"
"""Markdown emphasis and quotation marks removed before an answer, and after it, where closing punctuation is removed
as well.
"""


def final_line(text: str) -> str:
    """Return X if the last line of a text is `FINAL ANSWER: X`, in any case and with Markdown around it.

    Args:
        text: A whole reply.

    Returns:
        X without emphasis, LaTeX delimiters and closing punctuation; an empty string if there is no such line.

    Example:
        >>> final_line("It cannot be A.\\n\\n**FINAL ANSWER:** B.")
        'B'
    """
    before, _, last = text.rstrip().rpartition("\n")
    if _FENCE.fullmatch(last.strip()):
        last = before.rstrip().rpartition("\n")[2]
    found = _LINE.fullmatch(last)
    return _bare(found[1]) if found else ""


def stated(text: str) -> str:
    """Return the answer in a last line `FINAL ANSWER: X`, normalised for comparison.

    If there is no such line, the whole text is the answer. The result is in lower case with single spaces. Marks around
    the answer are removed, and marks inside it are not.

    Example:
        >>> stated("So it is Paris.\\nFINAL ANSWER: **Paris**")
        'paris'
    """
    return " ".join(unicodedata.normalize("NFKC", final_line(text) or _bare(text)).casefold().split())


def choice_in(text: str) -> str:
    """Return the letter that a text chooses, in lower case; empty if it chooses none, or several.

    The choice is in its `FINAL ANSWER` line, or the text is nothing but a choice. A plain `yes` or `no` is a choice,
    too.

    Example:
        >>> choice_in("(B) Paris"), choice_in("FINAL ANSWER: No."), choice_in("Bordeaux"), choice_in("A) or B)")
        ('b', 'no', '', '')
    """
    if (whole := stated(text)) in ("yes", "no"):
        return whole
    said = final_line(text) or _bare(text)
    found = _LETTER.fullmatch(said)
    rest = (found and (found[2] or found[3])) or ""
    return found[1].lower() if found and "\n" not in rest and not _ANOTHER.search(rest) else ""


def compare(one: str, other: str) -> bool | None:
    """Return whether two answers are equal, if code can decide it.

    Returns:
        `True` for equal texts, letters or numbers, `False` for different letters and for clearly different numbers of
        one unit, `None` for everything else.

    Example:
        >>> compare("B", "FINAL ANSWER: (b)"), compare("42 km", "43 km"), compare("Paris", "The capital of France")
        (True, False, None)
    """
    number, other_number = _number(one), _number(other)
    if number is not None and other_number is not None:
        (a, unit), (b, other_unit) = number, other_number
        apart = abs(a - b) / max(abs(a), abs(b), TOLERANCE)
        return None if unit != other_unit else True if apart <= TOLERANCE else False if apart > APART else None
    if (first := stated(one)) == stated(other):
        return True if first else None
    choice, other_choice = choice_in(one), choice_in(other)
    alike = bool(choice and other_choice) and (len(choice) == 1) == (len(other_choice) == 1)
    return choice == other_choice if alike else None


def names_choice(answer: str, choices: Sequence[str]) -> bool:
    """Return whether an answer to a closed question is one of the choices, or a number if that is asked for."""
    if tuple(choices) == ("number",):
        return _number(answer) is not None
    return stated(answer) in map(stated, choices)


def same_choice(one: str, other: str, choices: Sequence[str]) -> bool | None:
    """Return whether two answers to a closed question are the same, if code can decide it.

    Args:
        one: An answer.
        other: Another one.
        choices: The answers to choose from, or `number`.

    Example:
        >>> same_choice("FINAL ANSWER: SQLite", "sqlite", ("Postgres", "SQLite")), same_choice("4", "5", ("number",))
        (True, False)
    """
    stated_in = {stated(choice): choice for choice in choices}
    chosen = [stated_in.get(stated(answer)) for answer in (one, other)]
    return chosen[0] == chosen[1] if all(chosen) else compare(one, other)


def _number(text: str) -> tuple[Decimal, str] | None:
    """Parse a number with its unit; `None` for other text. Units keep their case, so `Mb` and `MB` are two units."""
    found = _NUMBER.fullmatch(" ".join((final_line(text) or _bare(text)).replace("\u2212", "-").split()))
    if found is None or _TWO_WAYS.fullmatch(found[1]):
        return None
    return Decimal(found[1]), found[2] or ""


def _bare(answer: str) -> str:
    for _ in range(MOST_WRAPPED):
        answer = answer.lstrip(_BEFORE).rstrip(_AFTER)
        wrapped = _LATEX.fullmatch(answer)
        if wrapped is None:
            break
        answer = wrapped[1] or wrapped[2] or wrapped[3]
    return answer


Groups = tuple[tuple[str, ...], ...]
"""Names of those who answered, grouped by equal answers: the largest group first, then in the given order."""


class GroupMajority(Struct, frozen=True, kw_only=True):
    """The largest group of equal answers (all largest ones on a tie), with its size and the number of answers
    compared."""

    winners: tuple[str, ...]
    """The names in the largest group, or in all largest groups on a tie."""
    votes: int
    """Size of the largest group."""
    of: int
    """Number of answers compared."""
    tied: int
    """Number of groups that share the largest size."""
    asked: int = 0
    """Number of members asked. If it is larger than `of`, missing answers count against a majority."""

    @property
    def majority(self) -> bool:
        """Return whether more than half of the members asked gave the most frequent answer."""
        return 2 * self.votes > max(self.of, self.asked)


def group_by_code(answers: Mapping[str, str], choices: Sequence[str] = ()) -> Groups:
    """Group the names of those whose answers are equal, the largest group first.

    Numbers are equal if they differ from the group's first one by no more than a tolerance.

    Args:
        answers: The answers by name.
        choices: The answers to choose from, if the question is closed.

    Example:
        >>> group_by_code({"ada": "B", "bo": "(c)", "cy": "FINAL ANSWER: **B**"})
        (('ada', 'cy'), ('bo',))
    """
    found: list[list[str]] = []
    for name, answer in answers.items():
        same = next((group for group in found if same_choice(answers[group[0]], answer, choices)), None)
        if same is None:
            found.append([name])
        else:
            same.append(name)
    return in_order(found, list(answers))


def agreed_by(groups: Groups, asked: int = 0) -> GroupMajority:
    """Return the largest group of equal answers, or all largest groups on a tie, with the number of votes.

    Args:
        groups: Names by group, the largest first.
        asked: Number of members asked. If it is larger than the number of answers, a majority needs more than half of
            `asked`; 0 counts only members that answered.
    """
    most = max((len(group) for group in groups), default=0)
    largest = [group for group in groups if len(group) == most]
    return GroupMajority(
        winners=tuple(name for group in largest for name in group),
        votes=most,
        of=sum(len(group) for group in groups),
        tied=len(largest),
        asked=asked,
    )


def is_decided(
    groups: Groups, answers: Mapping[str, str], left: int, *, choices: Sequence[str] = (), majority: bool = False
) -> bool:
    """Return whether the largest group of equal answers will stay the largest, whatever answers are still to come.

    Args:
        groups: Names by group, the largest first.
        answers: The answers by name.
        left: Maximum number of answers still to come.
        choices: The answers to choose from.
        majority: Whether the largest group must have more than half of all answers.

    Returns:
        `False` also if code cannot tell two groups apart.
    """
    several = combinations((answers[group[0]] for group in groups), 2)
    if any(same_choice(one, other, choices) is None for one, other in several):
        return False
    first, second, *_ = (*map(len, groups), 0, 0)
    return 2 * first > len(answers) + left if majority else first > second + left


def in_order(groups: Iterable[Sequence[str]], order: Sequence[str]) -> Groups:
    """Return the groups sorted by size, the largest first.

    Groups of equal size are sorted by the place of their first name in `order`.
    """
    place = {name: at for at, name in enumerate(order)}
    inside = [tuple(sorted(group, key=place.__getitem__)) for group in groups]
    return tuple(sorted(inside, key=lambda group: (-len(group), place[group[0]])))
