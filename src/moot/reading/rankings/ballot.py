"""Ask for a `Ranking` and parse it: best to worst, ties allowed, with a few words on each answer.

A ranking is read from the form (the whole reply, or a JSON object in a block), or from the numbered list below
`FINAL RANKING:` (`listed.py`). Everything else is not read.

Every instance of the form's schema is a valid ballot: any places make tiers. An abstention names the sheet's labels
like every other ballot, because labels are the difference between a ballot and a quotation: a reader that merely
repeats a text with "abstain" does not abstain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Template
from typing import Any

from msgspec.structs import replace

from moot.reading.ballot_kind import BallotKind, FromWords, Unreadable, label_troubles
from moot.reading.forms.shapes import closed
from moot.reading.rankings.listed import parse_list
from moot.reading.review_copy import folded, looks_like_a_label, review_copy
from moot.vocabulary.ballots import Ballot, Ranking

MOST_FIELDS = 40
LONGEST_COMMENT = 8_000
"""Maximum number of stored characters of a comment. The form has no bound, because reviews differ in length and
services refuse forms that bound a text.
"""


class RankingKind(BallotKind):
    ballot = Ranking
    header = "final ranking"

    @property
    def deciding(self) -> frozenset[str]:
        return frozenset(("places", "abstain"))

    def form(self, labels: Sequence[str]) -> dict[str, Any]:
        comment = {"type": "string"}
        place = {"type": "integer", "enum": list(range(1, len(labels) + 1))}
        return closed(
            {
                "comments": closed(dict.fromkeys(labels, comment)),
                "abstain": {"type": "boolean"},
                "places": closed(dict.fromkeys(labels, place)),
            }
        )

    def request(self, labels: Sequence[str]) -> str:
        return Template(REQUEST).substitute(self._example(labels))

    def mending(self, labels: Sequence[str], why: str) -> str:
        return Template(MENDING).substitute(self._example(labels), why=why)

    def _example(self, labels: Sequence[str]) -> dict[str, str]:
        return {
            "comments": ", ".join(f'"{label}": "…"' for label in labels),
            "places": ", ".join(f'"{label}": place' for label in labels),
            "number": str(len(labels)),
        }

    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ranking | Unreadable:
        if len(members) > MOST_FIELDS:
            return Unreadable("the object has too many fields")
        given = {folded(name): value for name, value in members.items()}
        if len(given) < len(members):
            return Unreadable("one field is given twice")
        comments = _by_label(given.get("comments"), labels)
        if comments is None:
            return Unreadable("there are two comments on one label, or far too many")
        if given.get("abstain") not in (None, True, False, "true", "false"):
            return Unreadable("`abstain` is neither true nor false")
        abstained = given.get("abstain") in (True, "true")
        if given.get("places"):
            tiers = _by_place(given["places"], len(labels))
        elif abstained:
            tiers = [[label] for label in comments]
        else:
            return Unreadable("there are no `places`")
        if isinstance(tiers, Unreadable):
            return tiers
        named = [_label(word, labels) for tier in tiers for word in tier]
        unknown = [folded(word) for tier in tiers for word in tier if not _label(word, labels)]
        # The reason is shown to the model and recorded: it repeats labels, never other text of the reply.
        if trouble := label_troubles(named, list(labels), [word for word in unknown if looks_like_a_label(word)]):
            return Unreadable(trouble)
        if unknown:
            return Unreadable("something other than a label of this sheet has a place")
        return Ranking(
            tiers=() if abstained else _by_seat([[_label(word, labels) for word in tier] for tier in tiers], labels),
            comments={labels[label]: words for label, words in comments.items() if words},
            abstained=abstained,
        )

    def with_review(self, ballot: Ballot, prose: str, labels: Mapping[str, str]) -> Ballot:
        assert isinstance(ballot, Ranking)
        said = {labels[label]: words for label, words in reviews_in(prose, list(labels)).items()}
        for seat, words in ballot.comments.items():
            if words not in (before := said.get(seat, "")):
                said[seat] = review_copy(f"{before}\n\n{words}", LONGEST_COMMENT).text if before else words
        return replace(ballot, comments=said)

    def from_words(self, words: str, labels: Mapping[str, str]) -> FromWords:
        listed = parse_list(words, {folded(label): label for label in labels})
        if not listed.labels:
            # A header without a list is this reader's own if the first words under it name an answer of this sheet.
            opening = folded(listed.opening)
            ours = not listed.unknown and any(folded(label) in opening for label in labels)
            return FromWords(ours, Unreadable(listed.trouble or "no list of labels follows the header"))
        trouble = label_troubles(listed.labels, list(labels), listed.unknown) or listed.trouble
        if trouble:
            return FromWords(True, Unreadable(trouble))
        tiers = () if listed.abstained else _by_seat(listed.tiers, labels)
        return FromWords(True, Ranking(tiers=tiers, abstained=listed.abstained))


def _label(word: str, labels: Mapping[str, str]) -> str:
    """Return the label of this sheet that a word stands for; empty if the word is no label."""
    bare = folded(word[:40]).strip(_WRAPPING)
    for title in ("response", "answer"):
        bare = bare.removeprefix(title).strip(_WRAPPING)
    return next((label for label in labels if folded(label) == bare), "")


def _by_label(comments: object, labels: Mapping[str, str]) -> dict[str, str] | None:
    """Return the comments on this sheet's answers, by label; `None` if there are too many, or two on one answer."""
    if isinstance(comments, dict) and len(comments) > 4 * len(labels) + 4:
        return None
    found: dict[str, str] = {}
    for word, said in comments.items() if isinstance(comments, dict) else ():
        label = _label(word, labels)
        if label in found:
            return None
        if label:
            found[label] = review_copy(said, LONGEST_COMMENT).text if isinstance(said, str) else ""
    return found


def reviews_in(prose: str, labels: Sequence[str]) -> dict[str, str]:
    """Return the part of a written review on each label. A part ends at the next line that begins with a label.

    No judged text contains a label, so the reader wrote any line that begins with one.
    """
    found: dict[str, list[str]] = {}
    named = {folded(label): label for label in labels}
    now = ""
    for line in prose.splitlines():
        opening = _OPENING.match(line[:200])
        label = named.get(folded(opening["label"])) if opening is not None else None
        if opening is not None and label is not None:
            now, line = label, line[opening.end() :]
        if now:
            found.setdefault(now, []).append(line)
    texts = {label: "\n".join(lines).strip() for label, lines in found.items()}
    return {label: review_copy(text, LONGEST_COMMENT).text for label, text in texts.items() if text}


def _by_seat(tiers: Sequence[Sequence[str]], labels: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the tiers with seats in place of labels. Tied seats are sorted by id."""
    return tuple(tuple(sorted(labels[label] for label in tier)) for tier in tiers)


def _by_place(places: object, number: int) -> list[list[str]] | Unreadable:
    """Return the tiers described by an object of labels and places. Words that are not labels are kept."""
    if not isinstance(places, dict):
        return Unreadable("`places` is not an object of labels and numbers")
    if len(places) > 2 * number:
        return Unreadable("there are more places than answers")
    tiers: dict[int, list[str]] = {}
    for word, value in places.items():
        place = int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 3 else value
        if type(place) is not int or not 1 <= place <= number:
            return Unreadable(f"a place is not a whole number from 1 to {number}")
        tiers.setdefault(place, []).append(word)
    return [tiers[place] for place in sorted(tiers)]


# Linear: matched at the beginning of a line of at most 200 characters, with every repetition bounded.
_OPENING = re.compile(
    r"[\s>#*_•–-]{0,12}(?:\d{1,2}[.)]\s{1,4})?[\s*_`\"'\[(]{0,6}(?i:(?:response|answer|label)\s{1,3})?[*_`\"'\[(]{0,4}"
    r"(?P<label>[0-9A-Za-z]{1,12})(?![0-9A-Za-z])[*_`\"'\])]{0,6}"
    r"(?!\s{0,4}(?:[=>,&]|and\b|vs\b))\s{0,4}[:.–—-]{0,2}[*_`]{0,4}\s{0,4}"
)
_WRAPPING = " \t\n*_`\"'“”‘’«»[](){}<>:."

REQUEST = """\
Write what is good and what is bad about each of the $number answers under `comments`, as long as it takes. End with \
your ballot, with every label exactly once:

<ballot>{"comments": {$comments}, "abstain": false, "places": {$places}}</ballot>

Each place is a whole number: 1 is best, equal numbers are ties. Set "abstain" to true if you cannot judge. Only the \
last ballot counts. If you cannot write JSON, give each answer a paragraph that begins with its label and a colon, and \
end instead with the line

FINAL RANKING:

and a numbered list of the labels below it, best first, ties as `2. LABEL = LABEL`; to abstain, write \
`FINAL RANKING: ABSTAIN` above the list."""

MENDING = """\
Your ballot could not be read: $why. Write it again and nothing else, with every label exactly once; each place is a \
whole number from 1 (best) to $number, equal numbers are ties:

<ballot>{"comments": {$comments}, "abstain": false, "places": {$places}}</ballot>"""

for _wording, _names in (
    (REQUEST, {"number", "comments", "places"}),
    (MENDING, {"number", "comments", "places", "why"}),
):
    if set(Template(_wording).get_identifiers()) != _names:
        raise ValueError("a prompt of `ranking_ballot` has a name too many or too few")
