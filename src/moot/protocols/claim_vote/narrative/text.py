"""How is a narrative laid out: its sections, and the blocks of text in them?

A block is a paragraph, an item of a list or a line that begins one; every block knows where in the text it stands, so
that a sentence of it can be struck alone.
"""

from __future__ import annotations

import re

from msgspec import Struct

from moot.protocols.claim_vote.narrative.sections import SECTIONS

HEADING = re.compile(r"[#*_\s]*(?:\d{1,2}[.)]\s*)?[*_\s]*([^*_#:]+?)[*_\s:]*#*")
LONGEST_HEADING = 120
"""A longer line is no heading; this also keeps the search for one quick."""
ITEM = re.compile(r" {0,6}(?:[-*+]|\d{1,2}[.)]) +")
RULE = re.compile(r"[\s\-=_*]*$")
SECTION_NAMES = {name.lower(): name for name in SECTIONS}


class Block(Struct, frozen=True):
    """A piece of text."""

    section: str
    """Under which of the six headings; empty before the first, and under every other."""
    start: int
    """Where it begins, behind the mark of its item."""
    end: int
    """Where it ends."""


class Laid(Struct, frozen=True):
    """A narrative's parts."""

    blocks: tuple[Block, ...]
    """In order. A heading that is none of the six is a block like any other."""
    ends: dict[str, int]
    """Where each of the six sections ends that it has."""


def laid_out(narrative: str) -> Laid:
    """The narrative's blocks in the order they stand."""
    blocks: list[Block] = []
    ends: dict[str, int] = {}
    section, at, fresh = "", 0, True
    for line in narrative.split("\n"):
        start, end = at, at + len(line)
        at = end + 1
        # A name that a paragraph goes on with is a word of it: readers see `[claim-01] Rejected` in one line.
        name = heading(line) if fresh or line.startswith("#") else None
        if name is not None or line.startswith("#"):
            section, fresh = name or "", True
            if name is not None:
                ends[name] = end
                continue
        elif RULE.match(line):
            fresh = True
            continue
        item = ITEM.match(line)
        if fresh or item is not None:
            blocks.append(Block(section, start + (item.end() if item is not None else 0), end))
            fresh = line.startswith("#")
        else:
            last = blocks[-1]
            blocks[-1] = Block(last.section, last.start, end)
        if section:
            ends[section] = end
    return Laid(tuple(blocks), ends)


def heading(line: str) -> str | None:
    """Which of the six sections a line opens, if any."""
    matched = HEADING.fullmatch(line.strip()) if len(line) <= LONGEST_HEADING else None
    return SECTION_NAMES.get(matched[1].strip().lower()) if matched is not None else None
