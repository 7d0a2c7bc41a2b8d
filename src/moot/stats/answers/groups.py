"""Group answers that say the same, and find the largest group; the order they came in does not matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from moot.stats.answers.matching import compare

Groups = tuple[tuple[str, ...], ...]
"""Names of answers, grouped: the largest group first, then in the order given; names inside in the order given."""


class GroupMajority(Struct, frozen=True, kw_only=True):
    """Who carries a vote among groups."""

    winners: tuple[str, ...]
    """The names in the largest group; in all of them when several are equally large."""
    votes: int
    """Size of the largest group."""
    of: int
    """Answers that were compared."""
    tied: int
    """How many groups are that large."""
    asked: int = 0
    """Who was asked for an answer, where that is more: somebody's silence makes no majority of the others."""

    @property
    def majority(self) -> bool:
        """Whether strictly more than half of those asked agree."""
        return 2 * self.votes > max(self.of, self.asked)


def group_by_code(answers: Mapping[str, str]) -> Groups:
    """Group the names whose answers are equal by code; equal numbers may differ a little from neighbour to neighbour.

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
    """Return who carries the vote among so many who were asked."""
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
    """Sort groups: the largest first, equally large ones by who comes first."""
    place = {name: at for at, name in enumerate(order)}
    inside = [tuple(sorted(group, key=place.__getitem__)) for group in groups]
    return tuple(sorted(inside, key=lambda group: (-len(group), place[group[0]])))
