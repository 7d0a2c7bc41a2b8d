"""Check texts by code: count sentences, and detect words of trouble that are not denied.

A full stop after an abbreviation, an initial, a list number or inside a figure ends no sentence; every paragraph and
list item is at least one, so that a form of one sentence cannot be met by leaving the full stops out. A word of trouble
that is denied ("no bug", "errors were not found") or only part of another one ("rce" in "source") does not count; it is
used only if there is no merged list of findings. Both walk the text once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ABBREVIATED = _words("""
    a.k.a a.m abt al approx art arts assn ave b.c bros ca c.e cf ch cl co col corp dept dr e.g ed eds eq est et etc ex
    fig figs ft gen gov hon i.e ibid inc incl jr lt ltd max messrs min misc mr mrs ms mt n.b no nos op p.m par paras pp
    prof pt reg rep rev sec secs sen sgt sr st u.k u.n u.s u.s.a v vol vols vs viz yr yrs
    bzw ca d.h evtl ggf inkl nr s.o u.a usw z.b
    """)
"""Words written with a full stop; those with inner stops are listed without the last one."""
_ONLY_BEFORE_NUMBERS = frozenset(
    {"no", "nos", "art", "ch", "fig", "figs", "sec", "secs", "min", "max", "col", "ex", "p"}
)
"""Abbreviations that are also words: their stop is ignored only before a number."""
_NEVER_LAST = _words("""
    a.k.a abt approx ca cf dr e.g ed eds fig figs gen gov hon i.e messrs mr mrs ms mt n.b prof pt rep rev sen sgt st viz
    vs v bzw d.h evtl ggf inkl nr u.a z.b
    """)
"""Abbreviations that are always followed by something."""
_STARTERS = _words("""
    a although and another as at because but by despite even finally first for given hence here how however i if in
    instead it its moreover no nor on once one only our second she he since so some still such that the their then there
    therefore these they this those though thus to under unless we what when where which while who why with without yet
    you your
    """)
"""Words which, capitalised after an abbreviation ("the U.S. It …"), begin a new sentence."""
_CLOSERS = "\"'”’»)]}*_`"
_WIDE_ENDS = "。！？"
_ENDS = ".!?…؟।" + _WIDE_ENDS
_ITEM = re.compile(r"(?:[-*+•–]|\(?(?:[0-9]{1,3}|[a-z])[.)])\s+|#{1,6}\s+|>\s*")
_OPENING = re.compile(r"[\s\"'“‘«(\[{*_`]*")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def sentences_in(text: str) -> int:
    """Count the sentences of a text."""
    return sum(_in_block(block) for block in _blocks(text))


def keeps_form(text: str, form: str) -> bool:
    """Return whether a reply has the form its rubric asks for."""
    return form != "one_sentence" or sentences_in(text) <= 1


def _blocks(text: str) -> list[str]:
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        stripped = line.strip()
        item = _ITEM.match(stripped)
        if not stripped or item:
            blocks.append([])
        if item:
            stripped = stripped[item.end() :]
        if stripped:
            blocks[-1].append(stripped)
    return [" ".join(block) for block in blocks if block]


def _in_block(text: str) -> int:
    count, after, at = 0, 0, 0
    while at < len(text):
        if text[at] not in _ENDS:
            at += 1
            continue
        first = at
        while at < len(text) and (text[at] in _ENDS or text[at] in _CLOSERS):
            at += 1
        if _ends(text, first, at):
            count += any(character.isalnum() for character in text[after:at])
            after = at
    return count + any(character.isalnum() for character in text[after:])


def _ends(text: str, stop: int, after: int) -> bool:
    """Return whether the stop at `stop`, with what closes up to `after`, ends a sentence."""
    if after == len(text) or text[stop] in _WIDE_ENDS:
        return True
    if not text[after].isspace():
        return False
    opens = _OPENING.match(text, after)
    opening = text[opens.end() : opens.end() + 24] if opens else ""
    if not opening:
        return True
    run = text[stop:after].rstrip(_CLOSERS)
    if run in ("...", "…"):
        return not opening[0].islower()
    if run != ".":
        return not (opening[0].islower() and after - stop > len(run))  # `"Why?" he asked`
    word = _word_before(text, stop)
    if not word:
        return True
    lowered = word.casefold()
    if lowered in _ONLY_BEFORE_NUMBERS:
        return not opening[0].isdigit()
    initials = len(word) == 1 and word.isalpha() and word.isupper() and word != "I"
    if lowered in _ABBREVIATED or "." in word or initials:
        match = _WORD.match(opening)
        following = match[0] if match else ""
        may_be_last = lowered not in _NEVER_LAST and (len(following) > 1 or not initials)
        return may_be_last and following[:1].isupper() and following.casefold() in _STARTERS
    return True


def _word_before(text: str, stop: int) -> str:
    start = stop
    while start and stop - start < 24 and (text[start - 1].isalnum() or text[start - 1] == "."):
        start -= 1
    return text[start:stop].lstrip(".")


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
