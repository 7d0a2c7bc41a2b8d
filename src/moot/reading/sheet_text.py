"""Render anonymous sheets: draw labels, fences and reading orders; and put other outside text into a prompt.

Labels and fences occur in no text on the sheet, and each reader reads in another order: over the readers every answer
takes every position equally often and, with `balanced_orders`, follows every other one equally often too. All of it
is true by construction, for any texts: `tests/reading/test_sheet_text.py`.

Outside text that is no answer (web pages, claims, an earlier draft) is put between marks that occur in none of it;
hidden characters are made visible and the tokens of chat templates broken, as in answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from moot.reading.review_copy import DIGITS, LABEL_LENGTH, LEAST_ALLOWANCE, LETTERS, folded, review_copy
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Source

FENCE_LENGTH = 8
MOST_DRAWS = 200
"""Number of draws of a word that occurs in no text, after which the word gets a letter longer."""


def labels_for(number: int, texts: Sequence[str], lot: Lot) -> tuple[str, ...]:
    """Return `number` different labels for texts, drawn at random.

    A label has a digit and a letter, and occurs in none of the texts.
    """
    searched = _searched(texts)
    labels: list[str] = []
    length = LABEL_LENGTH
    while len(labels) < number:
        label = _absent_word(searched, lot, length, labels)
        labels.append(label)
        length = len(label)
    return tuple(labels)


def fence_for(texts: Sequence[str], lot: Lot) -> str:
    """Return a word of letters, drawn at random, that occurs in none of the texts.

    The word marks where each text begins and ends.
    """
    return _absent_word(_searched(texts), lot, FENCE_LENGTH, (), letters_only=True)


_folded = lru_cache(maxsize=64)(folded)
"""Cached version of `folded`, because every reader of a stage is shown the same texts."""


def _searched(texts: Sequence[str]) -> str:
    """Return the folded texts joined by a character that no label or fence contains, so that all can be searched at
    once."""
    return "\0".join(map(_folded, texts))


def _absent_word(searched: str, lot: Lot, length: int, taken: Sequence[str], letters_only: bool = False) -> str:
    draws = 0
    letters = LETTERS if letters_only else DIGITS + LETTERS
    while True:
        if draws == MOST_DRAWS:
            draws, length = 0, length + 1
        draws += 1
        word = "".join(lot.picks(letters, length))
        mixed = not word.isalpha() and not word.isdigit()
        if mixed != letters_only and word not in taken and folded(word) not in searched:
            return word


def sheet_text(entries: Sequence[tuple[str, str]], fence: str) -> str:
    """Return the texts for a prompt, each unchanged under its label and between marks made with the word `fence`."""
    return "\n\n".join(
        f'<answer label="{label}" fence="{fence}">\n{text}\n</answer {fence}>' for label, text in entries
    )


def reviews_text(entries: Sequence[tuple[str, str]], fence: str) -> str:
    """Return reviews for a prompt, each under the label of the answer it is on and between marks made with the word
    `fence`."""
    return "\n\n".join(f'<review of="{label}" fence="{fence}">\n{text}\n</review {fence}>' for label, text in entries)


def texts_in(prompt: str, fence: str) -> dict[str, str]:
    """Return the texts in a prompt that `sheet_text` made, by label."""
    return dict(_between(prompt, fence, "answer", "label"))


def reviews_in(prompt: str, fence: str) -> list[tuple[str, str]]:
    """Return each review in a prompt that `reviews_text` made, with the label of the answer it is on."""
    return _between(prompt, fence, "review", "of")


def _between(prompt: str, fence: str, tag: str, name: str) -> list[tuple[str, str]]:
    found = re.finditer(rf'<{tag} {name}="([^"\n]*)" fence="{fence}">\n(.*?)\n</{tag} {fence}>', prompt, re.DOTALL)
    return [(match[1], match[2]) for match in found]


def cyclic_orders(ids: Sequence[str], lot: Lot, others: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return, for each reader, the order in which the reader is shown the answers.

    The answers are placed on a circle at random. An author is shown the answers that follow the author's own. Each of
    the `others` is shown the whole circle, and these readers begin at different answers where possible. On most sheets,
    an answer therefore follows the same other answer.
    """
    circle = lot.shuffle(ids)
    turned = {id_: tuple(circle[at + 1 :] + circle[:at]) for at, id_ in enumerate(circle)}
    orders = {id_: turned[id_] for id_ in ids}
    if others and circle:
        first = lot.number(len(circle))
        for step, reader in enumerate(others):
            at = (first + step) % len(circle)
            orders[reader] = tuple(circle[at:] + circle[:at])
    return orders


def balanced_orders(
    ids: Sequence[str], lot: Lot, readers: Sequence[str], *, own: bool = False
) -> dict[str, tuple[str, ...]]:
    """Return, for each reader, the order in which the reader is shown the answers. Positions and neighbours are
    balanced.

    Without `own`, an author is not shown the author's own answer. If every author reads, each answer has each position
    equally often, and each ordered pair of neighbours occurs about equally often. The order is random.
    """
    circle = lot.shuffle(ids)
    at = {id_: place for place, id_ in enumerate(circle)}
    orders: dict[str, tuple[str, ...]] = {}
    if not own:
        steps = _steps(len(circle), whole=False)
        for id_ in ids:
            orders[id_] = tuple(circle[(at[id_] + step) % len(circle)] for step in steps)
    rest = [reader for reader in readers if reader not in orders]
    if rest and circle:
        steps = _steps(len(circle), whole=True)
        # These readers get every answer. Their rows are drawn, so that a position reveals nothing about the author.
        rows = lot.shuffle(range(len(circle)))
        for number, reader in enumerate(rest):
            row = rows[number % len(rows)]
            orders[reader] = tuple(circle[(row + step) % len(circle)] for step in steps)
    return {reader: orders[reader] for reader in readers if reader in orders}


LONGEST_SEARCHED = 31
"""Maximum number of answers for which a balanced order is searched if no rule gives one. For more answers, the search
would take too long.
"""


@cache
def _steps(number: int, *, whole: bool) -> tuple[int, ...]:
    """Return 0 to `number` - 1 in an order in which all differences of neighbours, modulo `number`, are distinct.

    Without `whole`, 0 is left out. If there is no such order, as for an odd `number` with `whole`, the result is a near
    solution.
    """
    # Rotations of such an order contain every ordered pair of neighbours equally often. For an even number, a rule
    # gives the order 0, 1, -1, 2, -2, … (Williams 1949). For an odd number, the order is searched for. With `whole` and
    # an odd number, none exists: one difference occurs twice. In the rotations, n pairs then occur twice, and n never.
    zigzag = tuple((at + 1) // 2 * (1 if at % 2 else -1) % number for at in range(number))[0 if whole else 1 :]
    if number % 2 == 0 or not 3 < number <= LONGEST_SEARCHED:
        return zigzag
    amounts = [step for size in range(number // 2, 0, -1) for step in (number - size, size)]

    def found(row: tuple[int, ...], left: frozenset[int], met: frozenset[int], twice: int) -> tuple[int, ...] | None:
        if not left:
            return row
        for step in amounts:
            after = (row[-1] + step) % number
            if after not in left or (step in met and not twice):
                continue
            longer = found((*row, after), left - {after}, met | {step}, twice - (step in met))
            if longer is not None:
                return longer
        return None

    first = 0 if whole else 1
    return found((first,), frozenset(range(first + 1, number)), frozenset(), int(whole)) or zigzag


def relabelled(text: str, names: Mapping[str, str]) -> str:
    """Return a text with the labels in it, where they are whole words, replaced by these names."""
    if not names:
        return text
    labels = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, names))})(?![^\W_])")
    return labels.sub(lambda found: names[found.group()], text)


def fenced(title: str, text: str, lot: Lot, allowance: int = 40_000) -> str:
    """Return the text, cut to `allowance` characters, between marks that do not occur in it. This is for a prompt."""
    shown = review_copy(text, max(LEAST_ALLOWANCE, allowance)).text
    fence = fence_for([shown, text], lot)
    return f'<{title} fence="{fence}">\n{shown}\n</{title} {fence}>'


def brief_of(sources: Sequence[Source]) -> str:
    """Return sources as text for a prompt, one numbered paragraph each: title, searcher and date, URL, excerpt."""
    return "\n\n".join(
        "\n".join(
            part
            for part in (f"[{source.number}] {source.title}", provenance_of(source), source.url, source.excerpt)
            if part
        )
        for source in sources
    )


def provenance_of(source: Source) -> str:
    """Return which searcher found a source, and the source's date. If the date is missing, the result says so."""
    return f"({f'found by {source.searcher}, ' if source.searcher else ''}{source.date or 'undated'})"
