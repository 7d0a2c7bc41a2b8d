"""Which words may be shown of a stage whose words are checked before they stand? None until then; afterwards all, with
those marked that do not stand. Where it cannot be told which these are, none are shown.

Transcripts, and exports as data, hold what was said as it was said. Held by
`tests/protocols/claim_vote/narrative/test_doors.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from moot.protocols import registry
from moot.vocabulary import keys
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.findings import Finding
from moot.vocabulary.state import SessionState

WAITS = "(Being checked: it is shown once it has been held against the votes.)"
NEVER = "(Left out: the session ended before it was checked.)"
NOTHING = "(Left out: nothing of it stands, or it cannot be told what does.)"
SENTENCE_ENDS = re.compile(r"(?<=[.!?])[\"'”’»)\]*_]*\s+")
ROUND = re.compile(r"\.\d+$")


def is_checked(state: SessionState, stage: str) -> bool:
    """Whether what is said in a stage is checked before it stands."""
    if not registry.is_installed(state.protocol):
        return False
    name = ROUND.sub("", stage)
    return any(each.name == name and each.checked for each in registry.find(state.protocol).stages)


def shown_words(state: SessionState, key: str, text: str) -> str:
    """What may be shown of the words of a move: all of them, where nobody checks them."""
    if not text or not is_checked(state, keys.stage_of(key)):
        return text
    if unchecked := unchecked_words(state):
        return unchecked
    read = state.ballots.get(keys.ballot(keys.move_of(key)))
    checks = _checks(state)
    if read is not None and read.ballot is not None:
        return ""  # a form's words stand in the report, and what was struck of them in the audit
    if read is not None or not checks:
        return NOTHING
    about = keys.who_of(key).partition("#")[2]
    return _marked(text, lambda words: any(finding.leaves_out(words, about) for finding in checks))


def unchecked_words(state: SessionState) -> str:
    """What stands for words that nobody has checked yet; empty once the session has a verdict."""
    if state.verdict is not None:
        return ""
    return WAITS if state.status in ("running", "waiting") else NEVER


def left_out(state: SessionState, ballot: Ballot, words: str, about: str) -> bool:
    """Whether words of a ballot that are checked do not stand: a finding says so, or none says anything."""
    checks = _checks(state)
    return ballot.checked and (not checks or any(finding.leaves_out(words, about) for finding in checks))


def _checks(state: SessionState) -> list[Finding]:
    """The findings that say which words stand."""
    return [one.finding for one in state.findings if type(one.finding).leaves_out is not Finding.leaves_out]


def _marked(text: str, gone: Callable[[str], bool]) -> str:
    if gone(""):
        return NOTHING
    if not gone(text):
        return text
    lines, left = [], []
    for line in text.splitlines():
        parts = []
        start = 0
        for end in [*(found.end() for found in SENTENCE_ENDS.finditer(line)), len(line)]:
            sentence, start = line[start:end], end
            struck = bool(sentence.strip()) and gone(sentence)
            parts.append(f"Struck: “{sentence.strip()}” " if struck else sentence)
            left += [] if struck else [sentence]
        lines.append("".join(parts).rstrip())
    return NOTHING if gone("\n".join(left)) else "\n".join(lines)
