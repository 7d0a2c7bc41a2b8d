"""Group equal answers and find the largest group, independently of their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from moot.stats.answers.matching import compare

Groups = tuple[tuple[str, ...], ...]
"""Names of answers by group: the largest group first, then in the given order."""


class GroupMajority(Struct, frozen=True, kw_only=True):
    """Result of a vote among groups of answers."""

    winners: tuple[str, ...]
    """The names in the largest group, or in all largest groups on a tie."""
    votes: int
    """Size of the largest group."""
    of: int
    """Number of answers compared."""
    tied: int
    """Number of groups of that size."""
    asked: int = 0
    """Number of members asked, if larger: missing answers count against a majority."""

    @property
    def majority(self) -> bool:
        """Return whether strictly more than half of those asked agree."""
        return 2 * self.votes > max(self.of, self.asked)


def group_by_code(answers: Mapping[str, str]) -> Groups:
    """Group names with equal answers; numbers are equal within a tolerance to their neighbour.

    Example:
        >>> group_by_code({"ada": "B", "bo": "(c)", "cy": "FINAL ANSWER: **B**"})
        (('ada', 'cy'), ('bo',))
    """
    found: list[list[str]] = []
    for name, answer in answers.items():
        same = next((group for group in found if compare(answers[group[0]], answer)), None)
        if same is None:
            found.append([name])
        else:
            same.append(name)
    return in_order(found, list(answers))


def agreed_by(groups: Groups, asked: int = 0) -> GroupMajority:
    """Return the result of the vote.

    Args:
        groups: Names by group, the largest first.
        asked: Number of members asked.
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


def in_order(groups: Iterable[Sequence[str]], order: Sequence[str]) -> Groups:
    """Sort groups: the largest first, equal sizes by their first name in `order`."""
    place = {name: at for at, name in enumerate(order)}
    inside = [tuple(sorted(group, key=place.__getitem__)) for group in groups]
    return tuple(sorted(inside, key=lambda group: (-len(group), place[group[0]])))
