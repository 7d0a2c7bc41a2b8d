"""Detect words of trouble in a text that are not denied.

A word that is denied ("no bug", "errors were not found") or only part of another one ("rce" in "source") does not
count. This is a last resort, for when there is no merged list of findings; it walks the text once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DENYING = _words("""
    no not never without none nothing neither nor cannot free lacks zero absent
    isn't aren't wasn't doesn't don't didn't couldn't can't hasn't haven't isn’t aren’t wasn’t doesn’t don’t didn’t
    couldn’t can’t hasn’t haven’t
    """)
_CARRYING = _words("""
    a an any the real actual obvious apparent serious significant critical major minor other further such known clear
    evidence sign signs trace of find found see seen detect detected identify identified spot contain have has show
    exhibit present be is are been was were there or and nor from single new high medium low severity potential possible
    likely immediate additional
    """)
"""Words across which a denial extends: "found no evidence of any serious bug"."""
_LINKING = _words("is are was were has have been being found detected identified")
_AFTERWARDS = _words("not no none never nil zero absent 0")
"""Denials that follow: "bugs: none", "errors were not found"."""


def mentions_any(text: str, words: Sequence[str]) -> bool:
    """Return whether the text contains one of the words, in singular or plural, without a denial."""
    sought = {tuple(word.casefold().split()) for word in words}
    longest = max(map(len, sought), default=0)
    # A denial ends at the next stop, but not at a comma, as in "no bugs, errors or flaws".
    for part in re.split(r"[.!?;\n]", text.casefold()):
        found = [match[0] for match in _WORD.finditer(part)]
        denied, at = False, 0
        while at < len(found):
            size = next((n for n in range(longest, 0, -1) if _is_one_of(found[at : at + n], n, sought)), 0)
            if size and not denied and not _denied_after(found[at + size :]):
                return True
            if found[at] in _DENYING:
                denied = not (denied and found[at] == "free")  # "is not free of errors" does report some
            elif not size and found[at] not in _CARRYING:
                denied = False
            at += size or 1
    return False


def _denied_after(following: list[str]) -> bool:
    return next((word for word in following[:4] if word not in _LINKING), "") in _AFTERWARDS


def _is_one_of(phrase: list[str], size: int, sought: set[tuple[str, ...]]) -> bool:
    if len(phrase) < size:
        return False
    last = phrase[-1].removesuffix("'s").removesuffix("’s")
    stems = [last]
    if last.endswith("ies"):
        stems.append(last[:-3] + "y")
    if last.endswith("es"):
        stems.append(last[:-2])
    if last.endswith("s"):
        stems.append(last[:-1])
    return any((*phrase[:-1], stem) in sought for stem in stems)
