"""What is said of alarms and pairs, and which alarms has somebody seen?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal

from msgspec.structs import replace

from moot.tally.upkeep.pairs import VoterPair
from moot.transcripts.scheduled.alarm_notes import AlarmNote
from moot.vocabulary.earlier.upkeep import UpkeepAlarm, UpkeepPair

Kind = Literal["controls", "silent", "unfit", "pair", "drift"]


def alarm_of(kind: Kind, about: str, says: str) -> UpkeepAlarm:
    """An alarm that nobody has seen."""
    return UpkeepAlarm(key=f"{kind}:{about}", about=about, kind=kind, says=says)


def upkeep_pair(pair: VoterPair, models: Mapping[str, str]) -> UpkeepPair:
    """Add the names of the models."""
    return UpkeepPair(
        a=pair.a,
        b=pair.b,
        models=(models.get(pair.a, pair.a), models.get(pair.b, pair.b)),
        sessions=pair.sessions,
        claims=pair.claims,
        same=pair.same,
        others=pair.others,
        copied=pair.copied,
        says=pair.says,
    )


def alike_in_words(pair: UpkeepPair) -> str:
    """Describe a pair that is reported, without a reason."""
    one, other = pair.models
    return (
        f"{one} and {other} cast the same vote on {pair.same:.0%} of {pair.claims} claims; all other pairs on "
        f"{pair.others or 0.0:.0%}. Their skill does not explain it: about {pair.copied or 0.0:.0%} of their votes "
        "look copied."
    )


def noted_on(alarms: Sequence[UpkeepAlarm], notes: Mapping[str, AlarmNote], now: float) -> list[UpkeepAlarm]:
    """The alarms with what somebody said to each."""
    found = []
    for alarm in alarms:
        note = notes.get(alarm.key)
        if note is not None and note.until is None:
            alarm = replace(alarm, seen="acknowledged")
        elif note is not None and note.until is not None and note.until > now:
            until = datetime.fromtimestamp(note.until, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            alarm = replace(alarm, seen="snoozed", until=until)
        found.append(alarm)
    return found


def ended_of(notes: Mapping[str, AlarmNote], alarms: Collection[UpkeepAlarm], now: float) -> list[str]:
    """Notes that mean nothing any more: their alarm has ended, so that it tells again when it comes back, or the
    snooze is over."""
    there = {alarm.key for alarm in alarms}
    return [key for key, note in notes.items() if key not in there or (note.until is not None and note.until <= now)]
