"""How are texts laid before a reader who must not know whose they are?

Labels and fences occur in no text on the sheet, and each reader reads in another order: `cyclic_orders` turns one drawn
circle, so that over the readers every answer takes every position equally often. Both hold by construction, whatever
the texts say: `tests/reading/test_sheets.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from moot.reading.lettering import DIGITS, LABEL_LENGTH, LETTERS, folded
from moot.vocabulary.lots import Lot

FENCE_LENGTH = 8
MOST_DRAWS = 200
"""Draws of one length. Texts that hold this many of them hold nearly all there are; then words grow by a letter."""


def labels_for(number: int, texts: Sequence[str], lot: Lot) -> tuple[str, ...]:
    """Distinct labels, each with a digit and a letter, that occur in none of the texts in any spelling."""
    searched = _searched(texts)
    labels: list[str] = []
    length = LABEL_LENGTH
    while len(labels) < number:
        label = _absent_word(searched, lot, length, labels)
        labels.append(label)
        length = len(label)
    return tuple(labels)


def fence_for(texts: Sequence[str], lot: Lot) -> str:
    """A word of letters that occurs in none of the texts. Labels have a digit, so no fence holds one."""
    return _absent_word(_searched(texts), lot, FENCE_LENGTH, (), letters_only=True)


def _searched(texts: Sequence[str]) -> str:
    """All texts as one; no drawn word holds what stands between them."""
    return folded("\n".join(texts))


def _absent_word(searched: str, lot: Lot, length: int, taken: Sequence[str], letters_only: bool = False) -> str:
    draws = 0
    letters = LETTERS if letters_only else DIGITS + LETTERS
    while True:
        if draws == MOST_DRAWS:
            draws, length = 0, length + 1
        draws += 1
        word = "".join([lot.pick(letters) for _ in range(length)])
        mixed = not word.isalpha() and not word.isdigit()
        if mixed != letters_only and word not in taken and folded(word) not in searched:
            return word


def sheet_text(entries: Sequence[tuple[str, str]], fence: str) -> str:
    """Label and text, one after another, each text verbatim between its fences."""
    return "\n\n".join(
        f'<answer label="{label}" fence="{fence}">\n{text}\n</answer {fence}>' for label, text in entries
    )


def reviews_text(entries: Sequence[tuple[str, str]], fence: str) -> str:
    """What was written of the answer under each label, one after another, each verbatim between its fences."""
    return "\n\n".join(f'<review of="{label}" fence="{fence}">\n{text}\n</review {fence}>' for label, text in entries)


def texts_in(prompt: str, fence: str) -> dict[str, str]:
    """The texts of a rendered prompt by label: what `sheet_text` put in."""
    return dict(_between(prompt, fence, "answer", "label"))


def reviews_in(prompt: str, fence: str) -> list[tuple[str, str]]:
    """Label and review, one after another: what `reviews_text` put in."""
    return _between(prompt, fence, "review", "of")


def _between(prompt: str, fence: str, tag: str, name: str) -> list[tuple[str, str]]:
    found = re.finditer(rf'<{tag} {name}="([^"\n]*)" fence="{fence}">\n(.*?)\n</{tag} {fence}>', prompt, re.DOTALL)
    return [(match[1], match[2]) for match in found]


def cyclic_orders(ids: Sequence[str], lot: Lot, others: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
    """For each author the answers that follow its own on a drawn circle; for each other reader the whole circle, from
    starts that are spread as evenly as they can be."""
    circle = lot.shuffle(ids)
    turned = {id_: tuple(circle[at + 1 :] + circle[:at]) for at, id_ in enumerate(circle)}
    orders = {id_: turned[id_] for id_ in ids}
    if others and circle:
        first = lot.number(len(circle))
        for step, reader in enumerate(others):
            at = (first + step) % len(circle)
            orders[reader] = tuple(circle[at:] + circle[:at])
    return orders


def relabelled(text: str, names: Mapping[str, str]) -> str:
    """A text with the labels that stand in it as words replaced."""
    if not names:
        return text
    labels = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, names))})(?![^\W_])")
    return labels.sub(lambda found: names[found.group()], text)
