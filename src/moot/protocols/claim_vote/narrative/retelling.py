"""Is a claim told in other words still the same claim?

What carries a claim besides its nouns is held fixed: whether it denies, how many it speaks of, whether it is certain,
in which direction something goes, what comes before what, its figures and their order, and its conditions. A short
label (`the circuit breaker`) tells nothing and is let pass; a retelling may leave out no condition of what it tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from moot.protocols.claim_vote.findings import Claim, Tier
from moot.protocols.claim_vote.narrative.relating import (
    DOUBTED,
    carried_by,
    other_modals,
    related_otherwise,
)
from moot.protocols.claim_vote.narrative.text import NAMED
from moot.protocols.claim_vote.narrative.words import (
    MAYBE,
    NUMBER_WORDS,
    OF_THE_VOTE,
    SURELY,
    VOTE_WORDS,
    root,
)
from moot.tally.lexicon import NEGATIONS, negations_in, opposed, word_set, words_of

RETOLD = 0.5
"""A clause retells a claim when it has this share of the claim's carrying words; with fewer it is a label."""

QUANTITIES: Mapping[str, frozenset[str]] = {
    "all": word_set("all every each entire whole always everyone everybody everywhere any fully completely entirely"),
    "most": word_set("most mostly majority largely generally usually predominantly"),
    "some": word_set("some several few sometimes partly partially certain occasionally various"),
    "only": word_set("only solely exclusively just merely alone"),
    "both": word_set("both"),
    "either": word_set("either"),
    "about": word_set("about roughly nearly almost approximately around"),
    "half": word_set("half"),
    "third": word_set("third"),
    "quarter": word_set("quarter"),
    "once": word_set("once"),
    "twice": word_set("twice double doubled"),
}
"""How many or how much: a clause may have none that the claim lacks where the claim has another."""
RIVALS = (("all", "most", "some"), ("only", "all"), ("both", "either"), ("half", "most", "all", "third", "quarter"),
          ("once", "twice"))  # fmt: skip
"""Of one group, a claim's quantity may not become another."""
BOUNDS: Mapping[str, tuple[str, ...]] = {
    "at most": (
        "at most", "up to", "no more than", "not more than", "maximum", "max", "or less", "or fewer", "no longer than",
        "not exceed", "cap of", "limit of", "limited to", "capped at", "within", "not above", "ceiling of",
    ),
    "at least": ("at least", "no fewer than", "no less than", "minimum", "or more", "not less than", "not below"),
    "above": ("above", "more than", "over", "exceeding", "exceed", "exceeds", "beyond", "greater than", "higher than"),
    "below": ("below", "under", "less than", "fewer than", "lower than", "shorter than"),
}  # fmt: skip
"""How a figure is bounded; `no more than` is looked for before `more than`."""
UP = word_set(
    """increase increases increased increasing rise rises rose risen rising raise raises raised raising grow grows grew
    grown growing higher gain gains gained more expand expands expanded expanding double doubles doubled faster
    improve improves improved improving strengthen strengthens larger bigger longer earlier sooner"""
)
DOWN = word_set(
    """decrease decreases decreased decreasing fall falls fell fallen falling drop drops dropped dropping lower lowers
    lowered lowering reduce reduces reduced reducing cut cuts cutting shrink shrinks shrank shrinking less fewer
    decline declines declined declining loss halve halves halved slower worsen worsens worsened worsening weaken
    weakens smaller shorter later"""
)
TURNS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (UP, DOWN),
    (word_set("before until till prior ahead"), word_set("after since once following afterwards")),
    (word_set("on enable enables enabled enabling"), word_set("off disable disables disabled disabling")),
    (word_set("with including include includes"), word_set("without excluding exclude excludes")),
    (word_set("in into inside inward"), word_set("out outside outward")),
    (word_set("allow allows allowed allowing permit permits"), word_set("ban bans banned banning forbid forbids")),
    (word_set("start starts begin begins open opens opened"), word_set("stop stops end ends close closes closed")),
    (word_set("keep keeps keeping kept retain"), word_set("remove removes removing drop drops delete")),
    (word_set("require requires required requiring"), word_set("allow allows allowed permit optional waive")),
    (word_set("first"), word_set("last")),
    (word_set("public"), word_set("private")),
    (word_set("buy buys buying"), word_set("sell sells selling build builds building")),
    (word_set("hire hires hiring"), word_set("fire fires firing dismiss")),
    (word_set("above over"), word_set("below under")),
    (word_set("safe safer"), word_set("unsafe dangerous")),
    (word_set("cheap cheaper"), word_set("expensive dearer")),
    (word_set("minimum least"), word_set("maximum most")),
    (word_set("import imports"), word_set("export exports")),
    (word_set("internal"), word_set("external")),
    (word_set("accept accepts"), word_set("refuse refuses")),
    (word_set("early"), word_set("late")),
    (word_set("win wins"), word_set("lose loses")),
    (word_set("help helps"), word_set("harm harms hurt hurts")),
)
"""A word of one side in the claim may not become one of the other."""
CONDITIONS = word_set(
    """only unless except until provided before after if when while without behind once whenever through within"""
)
"""What stands behind one of these limits what stands before it."""
LIMITED = word_set(
    """limit limits limited limiting bound bounds bounded cap caps capped conditional conditionally condition conditions
    restricted restriction restrictions partial"""
)
"""Says that there is a limit without saying which; enough in a label."""
LEFT_OUT = word_set("out exempt exempts exempted except excluded exclude excludes excluding spare spares spared")
"""Denies what a claim denies with `not`: `leave the buses out of it`."""
HEDGES = word_set("may might perhaps possibly potentially probably conceivably")
UNTRUE = word_set("untrue false wrong not isn't doesn't cannot never")
IS = word_set("is was are were does do did isn't wasn't doesn't don't cannot can't")
TIERS = word_set("accepted approved contested rejected high medium endorsed agreed carried adopted supported")
PAUSE, HALT = re.compile(r"[,;()]"), re.compile(r"[,;:()]")
"""Where what is said after a claim ends, and where what is said before it begins."""
WITHIN = 20
"""Words before a claim in which its last four are found, negations that speak of the vote taken out."""
WHOLE = re.compile(r"\d+(?:[.,]\d+)*")


def changes_in(clause: str, of: Claim, tier: Tier | None, *, label: bool) -> Iterator[str]:
    """What is another in the clause than in the claim; `label` asks for no condition to be repeated."""
    claim = of.text
    words, (others, carried) = plain_words(words_of(clause)), _read(claim)
    told = carried_by(words)
    shared = carried & told
    if len(shared) < 2:
        return
    yield from related_otherwise(clause, words, of)
    if len(shared) < RETOLD * len(carried) and len(shared) < RETOLD * len(told):
        return
    close = len(shared) >= RETOLD * len(carried)
    ours = set(words)
    pair = opposed(others, [word for word in words if word not in VOTE_WORDS]) or _turned(others, words)
    if pair:
        yield f"says “{pair[0]}”, not “{pair[1]}”"
    denied = negations_in(words) > 0 or (negations_in(others) > 0 and bool(LEFT_OUT & ours))
    fits = (tier == "REJECTED" and denied) or (label and "claim" in ours)  # `it would not build it` is to reject it
    if close and denied != (negations_in(others) > 0) and "whether" not in ours and not fits:
        yield "is negated where it is not, or the reverse"
    yield from _quantities(words, others)
    yield from _figures(clause, claim)
    if close:
        yield from _certainty(words, others)
        yield from other_modals(words, of)
    if not label:
        yield from _conditions(words, others, close=close)


@lru_cache(maxsize=1_024)
def _read(claim: str) -> tuple[list[str], set[str]]:
    """A claim's words, and the stems of those that say what it is about; neither is changed."""
    words = words_of(claim)
    return words, carried_by(words)


def plain_words(words: Sequence[str]) -> list[str]:
    """Without negations that speak of the vote: `did not accept`, `no agreement`."""
    kept = []
    for at, word in enumerate(words):
        if (word in NEGATIONS or word.endswith("n't")) and any(near in OF_THE_VOTE for near in words[at + 1 : at + 4]):
            continue
        kept.append("-" if word == "against" else word)
    return kept


def turned_round(marked: str) -> bool:
    """Whether the editor's own words deny a claim that is given in its own: before it, or by calling it untrue."""
    parts = NAMED.split(marked)  # text, id, words, text, id, words, …
    texts, verbatim = parts[::3], parts[2::3]
    behind: list[list[str]] = []
    after: list[str] = []
    for text in reversed(texts[1:]):
        pieces = PAUSE.split(text, 1)
        after = [*words_of(pieces[0]), *(after if len(pieces) == 1 else ())][:4]
        behind.append(after)
    before: list[str] = []
    for text, own, after in zip(texts, verbatim, reversed(behind), strict=False):
        pieces = HALT.split(text)
        before = [*(before if len(pieces) == 1 else ()), *words_of(pieces[-1])][-WITHIN:]
        near = plain_words(before)[-4:] if own else ()
        if own and (negations_in(near) or (IS & set(after[:1]) and UNTRUE & set(after) and not TIERS & set(after))):
            return True
    return False


def _turned(others: Sequence[str], words: Sequence[str]) -> tuple[str, str] | None:
    left, right = set(others), set(words)
    for one, other in TURNS:
        for here, there in ((one, other), (other, one)):
            was, now = left & here, (right & there) - left
            if was and now and not left & there and not right & here:
                return min(was), min(now)
    return None


def _quantities(words: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    ours, theirs = set(_unbounded(words)), set(_unbounded(others))
    said = {name: ours & those for name, those in QUANTITIES.items() if ours & those}
    had = {name for name, those in QUANTITIES.items() if theirs & those}
    for group in RIVALS:
        there = had & set(group)
        new = [name for name in group if name in said and name not in had]
        if there and new:
            was = min(theirs & QUANTITIES[min(there)])
            yield f"says “{was}”, not “{min(said[new[0]])}”"
            return
    ours_bound, theirs_bound = _bounds(words), _bounds(others)
    for one, other in (("at most", "at least"), ("above", "below"), ("at most", "above"), ("at least", "below")):
        for was_bound, now_bound in ((one, other), (other, one)):
            if was_bound in theirs_bound and now_bound in ours_bound - theirs_bound and was_bound not in ours_bound:
                yield f"says “{was_bound}”, not “{now_bound}”"
                return


def _unbounded(words: Sequence[str]) -> list[str]:
    """Without `at most` and `at least`, which bound a figure and count nothing."""
    return [word for before, word in pairwise(("", *words)) if not (before == "at" and word in ("most", "least"))]


def _bounds(words: Sequence[str], *, figured: bool = False) -> set[str]:
    """How figures are bounded; `figured` asks for a figure behind it, since `over` is also a place."""
    joined = f" {' '.join(words)} "
    found = set()
    for name, phrases in BOUNDS.items():
        for phrase in phrases:
            if f" {phrase} " in joined:
                behind = joined.partition(f" {phrase} ")[2].split()[:3]
                if not figured or any(word[0].isdigit() or word in NUMBER_WORDS for word in behind):
                    found.add(name)
                joined = joined.replace(f" {phrase} ", " . ")
    return found


def _figures(clause: str, claim: str) -> Iterator[str]:
    """Figures of the claim that the clause repeats stand in the claim's order."""
    had = WHOLE.findall(claim)
    place = {figure: at for at, figure in enumerate(had)}
    said = [place[figure] for figure in WHOLE.findall(clause) if figure in place]
    if len(place) == len(had) and len(set(said)) == len(said) and said != sorted(said):
        yield f"has the figures {', '.join(had)} in this order"


def _certainty(words: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    ours, theirs = set(words), set(others)
    carried = carried_by(others)
    maybe = MAYBE & theirs
    if maybe and (SURELY & ours) - theirs and not (MAYBE | {"whether", "if", "hope"}) & ours:
        yield f"says “{min(maybe)}”, not for certain"
    elif maybe and not DOUBTED & ours:
        verb = next((after for before, after in pairwise(others) if before in maybe), "")
        if any(_bends(verb, word) and word not in theirs for word in words) or any(
            after == verb and root(before) in carried and before != "to" for before, after in pairwise(words)
        ):
            yield f"says “{min(maybe)}”, not for certain"
    if not maybe:
        for before, after in pairwise(words):
            if after in (*HEDGES, "could") and (root(before) in carried or after in HEDGES):
                yield f"is put as “{after}”, which the claim does not say"
                return


def _bends(verb: str, word: str) -> bool:
    """Whether the word is the verb as it is said of what is so: `prevents`, `prevented`."""
    if len(verb) < 3:
        return False
    base = verb.removesuffix("e")
    return word in (
        f"{verb}s",
        f"{verb}es",
        f"{base}ed",
        f"{verb.removesuffix('y')}ies",
        f"{verb.removesuffix('y')}ied",
    )


def _conditions(words: Sequence[str], others: Sequence[str], *, close: bool) -> Iterator[str]:
    """What limits the claim and is left out of what is retold."""
    ours = set(words)
    told = carried_by(words)
    if LIMITED & ours:
        return
    kept = _bounds(words)
    for name in sorted(_bounds(others, figured=True) - kept):
        figures = {word for word in others if word[0].isdigit() or word in NUMBER_WORDS}
        same = {word for word in words if word[0].isdigit() or word in NUMBER_WORDS} & figures
        if same or (close and not figures):
            yield f"says “{name}”, which is left out"
            return
    for name in ("only", "all"):
        here = [word for word in others if word in QUANTITIES[name]]
        if here and name == "only" and not QUANTITIES["only"] & ours and not {"unless", "until"} & ours:
            tail = carried_by(others[others.index(here[0]) + 1 :])
            if close or len(tail & told) >= 2:
                yield f"says “{here[0]}”, which is left out"
                return
    yield from _limits(others, ours, told, close=close)


def _limits(others: Sequence[str], ours: set[str], told: set[str], *, close: bool) -> Iterator[str]:
    """A limiting word of the claim that is left out, with what stands behind it, where what stands before it is told.

    Where each stem stands first and last tells of every limit what is before and behind it, without counting anew.
    """
    stems = [next(iter(carried_by((word,))), "") for word in others]
    first = {stem: at for at, stem in reversed(list(enumerate(stems))) if stem}
    last = {stem: at for at, stem in enumerate(stems) if stem}
    final = max(last.values(), default=-1)
    final_told = max((at for stem, at in last.items() if stem in told), default=-1)
    newest_told = max((at for stem, at in first.items() if stem in told), default=-1)
    head = head_told = 0  # how many stems stand before, and how many of them are told
    for at, (word, stem) in enumerate(zip(others, stems, strict=True)):
        if word in CONDITIONS and at and word not in ours:
            # what is told behind the limit and not before it, though it may be the limit itself said again
            new = newest_told > at or (stem in told and first[stem] == at < last[stem])
            if head >= 2 and head_told > 0.6 * head and final > at and not new:
                yield f"says “{' '.join(others[at : at + 4])}…”, which is left out"
                return
            if word in ("only", "unless", "until", "except", "before") and close and final_told > at:
                yield f"says “{word}”, which is left out"
                return
        if stem and first[stem] == at:
            head += 1
            head_told += stem in told
