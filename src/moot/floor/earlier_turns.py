"""Decide how much of a conversation is sent with its next question: all of it while it fits every reader's context.

This is decided when a session opens, from the contexts of all its readers, and recorded in its first event. Half of a
context is reserved for the answers being read and the one being written; the question and earlier turns share the
other half. The chair summarises what does not fit, older turns first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import TooLarge
from moot.floor.calls.budget import MESSAGE_TOKENS, PICTURE_TOKENS, likely_tokens
from moot.floor.embedded_texts import MEASURER
from moot.providers.provider import CallMessage
from moot.vocabulary.questions import Attachment, CarriedHistory, Turn
from moot.vocabulary.seats import Roster, Seat

BYTES = 3
"""Number of bytes of a summary that are allowed for each of its tokens."""
MOST_HISTORY = 8_000_000
"""Maximum number of bytes of earlier questions and answers with which a session can be opened."""
MOST_SUMMARY = 4_000
"""Maximum number of tokens in a summary of earlier turns."""
CUT = " […]"
LEAST = 200
"""Minimum number of bytes to which a turn's text is cut before the chair summarises it."""


class EarlierTurns(Struct, frozen=True, kw_only=True):
    """The earlier turns of a conversation that its next question may use."""

    turns: tuple[Turn, ...] = ()
    """Turns available word for word, oldest first."""
    before: int = 0
    """Number of turns before the first in `turns`. They are available only in `summary`."""
    summary: str = ""
    """Latest summary of earlier turns."""
    covers: int = 0
    """Number of turns that the summary covers, from the conversation's first; at least `before`."""
    source: str = ""
    """Id of the session in which the summary was written."""
    sizes: dict[str, int] = {}
    """Number of tokens in each attachment's text, by the text's digest."""
    last: str = ""
    """Id of the latest session in which a council answered."""
    at: int = 0
    """Index in `turns` of the turn from the session `last`."""

    @property
    def has_picture(self) -> bool:
        """Return whether one of the turns has a picture."""
        return any(file.is_picture for turn in self.turns for file in turn.attachments)


class CarriedTurns(Struct, frozen=True, kw_only=True):
    """The earlier turns of a conversation as one session sends them to its members: whole, or summarised."""

    history: tuple[Turn, ...] = ()
    """Turns that are sent whole."""
    carried: CarriedHistory | None = None
    """How the turns that are not sent whole are summarised; `None` if all are sent whole."""
    notes: tuple[str, ...] = ()
    """Notes for people about summarised turns and members that cannot read all turns."""


def carrying(earlier: EarlierTurns, roster: Roster, asked: int) -> CarriedTurns:
    """Return which earlier turns are sent whole and which are summarised, so that the members in `roster` can read them
    before a question of `asked` tokens."""
    turns = earlier.turns
    if not turns and not earlier.summary:
        return CarriedTurns()
    if (size := sum(map(_bytes, (text for turn in turns for text in (turn.question, turn.answer))))) > MOST_HISTORY:
        raise TooLarge(
            f"The conversation holds {size:,} bytes, which is more than a session can carry ({MOST_HISTORY:,}).",
            "Begin a new one, and attach what it has to know.",
        )
    weights = [weight_of(turn, earlier.sizes) for turn in turns]
    reader, room = room_for(roster, asked)
    notes = _unable(roster, asked)
    if not earlier.before and sum(weights) <= room:
        return CarriedTurns(history=turns, notes=notes)
    known = earlier.covers - earlier.before if earlier.summary else 0
    history, rest = turns[known:], weights[known:]
    before = earlier.covers if earlier.summary else 0
    kept = CarriedHistory(before=before, summary=earlier.summary, source=earlier.source)
    total = before + len(history)
    if not rest and tokens_in(earlier.summary) > room:
        kept = replace(kept, summary=cut(earlier.summary, 2 * room))  # any script has two bytes a token
        notes = (*notes, f"The summary of {total} earlier turns is cut to {2 * room:,} bytes.")
    if earlier.summary and tokens_in(kept.summary) + sum(rest) <= room:
        said = (
            f"Of {total} earlier turns {_first(before)} as a summary that the chair wrote in an earlier session; "
            f"{_others(len(rest))} whole."
        )
        return CarriedTurns(history=history, carried=kept, notes=(*notes, said))
    whole = min(_newest(rest, room // 2), max(0, len(rest) - 1))  # at least one turn makes the summary a new one
    summarised = history[: len(rest) - whole]
    kept = replace(
        kept,
        summarise=len(summarised),
        room=max(1, min(room // 4, MOST_SUMMARY)) * BYTES,
        longest=_longest(summarised, earlier, roster.office("chair")[0]),
    )
    who = f"{reader.model} reads {reader.abilities.context:,}, which" if reader is not None else "the council"
    said = (
        f"Of {total} earlier turns {_first(total - whole)} as a summary by the chair; {_others(whole)} whole. "
        f"The turns take about {tokens_in(kept.summary) + sum(rest):,} tokens; {who} leaves room for about {room:,} "
        "beside the question and the answers."
    )
    if kept.longest:
        notes = (*notes, f"The chair reads the first {kept.longest:,} bytes of each text that it summarises.")
    return CarriedTurns(history=history, carried=kept, notes=(*notes, said))


def cut(text: str, most: int) -> str:
    """Return the beginning of a text, at most `most` bytes, with a mark at the end if the text was cut. If `most` is
    0, return the whole text.
    """
    data = text.encode("utf-8", "replace")
    if not most or len(data) <= most:
        return text
    return data[: max(0, most - len(CUT.encode()))].decode("utf-8", "ignore").rstrip() + CUT


def tokens_in(text: str) -> int:
    """Estimate how many tokens a text has. The estimate is usually too high."""
    return likely_tokens((CallMessage(role="user", text=text),)) - MESSAGE_TOKENS if text else 0


def weight_of(turn: Turn, sizes: Mapping[str, int]) -> int:
    """Return how many tokens an earlier turn takes in a prompt, with its files. `sizes` has the number of tokens of
    each file's text, by the text's digest."""
    return (
        tokens_in(turn.question) + tokens_in(turn.answer) + 2 * MESSAGE_TOKENS + files_weight(turn.attachments, sizes)
    )


def files_weight(files: Iterable[Attachment], sizes: Mapping[str, int]) -> int:
    """Return how many tokens these attachments take in a prompt together. `sizes` has the number of tokens of each
    file's text, by the text's digest."""
    return sum(
        MESSAGE_TOKENS + (PICTURE_TOKENS if file.text_digest is None else sizes.get(file.text_digest, file.size))
        for file in files
    )


def room_for(roster: Roster, asked: int) -> tuple[Seat | None, int]:
    """Return the seat with the smallest context, and how many tokens of that context earlier turns may take.

    `asked` is the number of tokens of the question. A seat is ignored if the question does not fit into the first half
    of its context, unless that is so for every seat. If no seat is a model, return `None` and a very large number.
    """
    readers = _readers(roster)
    able = [seat for seat in readers if asked <= seat.abilities.context // 2]
    if not readers:
        return None, MOST_HISTORY
    reader = min(able or readers, key=lambda seat: seat.abilities.context)
    context = reader.abilities.context
    return reader, max(context // 8, context // 2 - asked)


def _readers(roster: Roster) -> list[Seat]:
    """Return the seats whose prompts contain earlier turns."""
    return [seat for seat in (*roster.seats, *roster.offices) if not seat.person and not seat.id.startswith(MEASURER)]


def _unable(roster: Roster, asked: int) -> tuple[str, ...]:
    unable = {seat.model: seat.abilities.context for seat in _readers(roster) if asked > seat.abilities.context // 2}
    return tuple(
        f"The question takes about {asked:,} tokens, more than half of what {model} reads ({context:,}); how much of "
        "the conversation goes along was not measured by it."
        for model, context in unable.items()
    )


def _newest(weights: Sequence[int], room: int) -> int:
    """Count how many turns, from the newest backwards, fit into `room` tokens."""
    kept = 0
    for weight in reversed(weights):
        room -= weight
        if room < 0:
            break
        kept += 1
    return kept


def _longest(turns: Sequence[Turn], earlier: EarlierTurns, chair: Seat) -> int:
    """Return to how many bytes each text must be cut so that all of them together fit half of the chair's context; 0 if
    none must be cut."""
    texts = [_bytes(text) for turn in turns for text in (turn.question, turn.answer)]
    texts += [
        BYTES * earlier.sizes.get(file.text_digest, file.size)
        for turn in turns
        for file in turn.attachments
        if file.text_digest is not None
    ]
    left = chair.abilities.context // 2 * BYTES - _bytes(earlier.summary)
    if sum(texts) <= left:
        return 0
    for number, size in enumerate(sorted(texts)):
        share = left // (len(texts) - number)
        if size > share:
            return max(LEAST, share)
        left -= size
    return max(LEAST, left)


def turns_in_words(first: int, last: int) -> str:
    """Return a range of turns in words, e.g. `turns 2 to 5`."""
    return f"turn {first}" if first == last else f"turns {first} to {last}"


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _first(turns: int) -> str:
    return "the first goes along" if turns == 1 else f"the first {turns} go along"


def _others(turns: int) -> str:
    return "none goes along" if not turns else "the last goes along" if turns == 1 else f"the last {turns} go along"
