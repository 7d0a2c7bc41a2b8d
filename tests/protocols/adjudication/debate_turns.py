"""Turns of a debate in which somebody changed its mind, with a known truth: does its change answer a rebuttal it saw?

Each turn takes a topic that councils are asked about, a few objections that were made, and a final answer. A true
one takes up an objection: quoted, shortened, in other words, or without any words quoted. An invented one cites, or
rests on, what nobody said, on the same topic and with the topic's words.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, convert

from moot.protocols.adjudication.ballots import FlipCall
from moot.protocols.adjudication.findings import RebuttalMade
from moot.protocols.adjudication.flips import Texts


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """A topic."""

    half: str
    """`seen` or `held`."""
    first: str
    """An answer."""
    said: tuple[tuple[str, str], ...]
    """Objections, each in two ways."""
    invented: tuple[str, ...]
    """What nobody objects."""


class Turn(Struct, frozen=True):
    """One turn."""

    call: FlipCall
    """What an adjudicator called it."""
    saw: tuple[RebuttalMade, ...]
    """What was objected."""
    texts: Texts
    """What was said before and after."""
    true: bool
    """Whether the change answers one of the objections."""
    how: str
    """How it was made."""


TOPICS = tuple(
    convert(each, Topic) for each in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["topic"]
)
LEADS = ("", "I change my position. ", "Having read the objections, I revise this. ", "On this point I give way. ")
ASIDES = (
    "The {} and the {} have been on the agenda for a long while.", "Nobody here has yet looked into {} or {} in "
    "any depth.",
    "What matters more than {} and {} is what people will accept.", "We should hear an expert on {} and on {}.",
)  # fmt: skip
"""Sentences into which any words fit."""
TRUE = ("quoted", "a part quoted", "shortened", "in other words", "met unquoted", "met and misquoted")
FALSE = (
    "invented", "invented and rested on", "unquoted", "words of the topic", "a scrap", "two words shared",
    "two words quoted",
    "words here and there",
)  # fmt: skip


def shortened(sentence: str, chance: random.Random) -> str:
    """A sentence without some of its words."""
    words = sentence.split()
    out = set(chance.sample(range(1, len(words) - 1), max(1, len(words) // 5)))
    return " ".join(word for at, word in enumerate(words) if at not in out)


def at_length(objection: str, chance: random.Random) -> str:
    """An objection as it is made, sometimes with its beginning again."""
    return objection if chance.random() < 0.5 else f"{objection} {objection.split(',')[0]}, I say."


def turns(seed: str, many: int, half: str) -> Iterator[Turn]:
    """So many turns, half of them true."""
    chance = random.Random(seed)
    topics = [each for each in TOPICS if each.half == half]
    for number in range(many):
        topic = chance.choice(topics)
        order = chance.sample(range(len(topic.said)), len(topic.said))
        here, away = order[: chance.randint(1, 3)], order[3:]
        saw = tuple(
            RebuttalMade(id=f"rebuttal-{at:02}", by=f"seat-{at}", target="seat-a", statement="s", text=text)
            for at, text in enumerate((at_length(topic.said[each][0], chance) for each in here), 1)
        )
        told, again = topic.said[chance.choice(here)]
        made_up = chance.choice((*topic.invented, *(topic.said[each][0] for each in away)))
        other = chance.choice(topic.invented)
        long_ones = sorted({word.strip(".,;") for word in told.split() if len(word.strip(".,;")) > 5})
        one, two, three = chance.sample(long_ones, 3)
        both = chance.choice(ASIDES).format(one, two)
        of_topic = " ".join(chance.sample([word for word in f"{topic.first} {other}".split() if len(word) > 3], 5))
        scrap = " ".join(told.split()[:2]) if chance.random() < 0.5 else chance.choice(topic.first.split())
        apart = " ".join(aside.format(word, "that") for aside, word in zip(ASIDES, (one, two, three), strict=False))
        how = chance.choice(TRUE if number % 2 else FALSE)
        words, new = {
            "quoted": (told, other),
            "a part quoted": (" ".join(told.split()[: max(6, len(told.split()) // 2)]), other),
            "shortened": (shortened(told, chance), other),
            "in other words": (again, other),
            "met unquoted": ("", again),
            "met and misquoted": (other, again),
            "invented": (made_up, other),
            "invented and rested on": (made_up, made_up),
            "unquoted": ("", made_up),
            "words of the topic": (of_topic, other),
            "a scrap": (scrap, made_up),
            "two words shared": (other, f"{made_up} {both}"),
            "two words quoted": (both, made_up),
            "words here and there": ("", f"{apart} {other}"),
        }[how]  # fmt: skip
        new = (
            " ".join([*chance.sample(topic.invented, chance.randint(0, 2)), new])
            if how not in ("a part quoted",)
            else new
        )
        call = FlipCall(change="cited_rebuttal", source=f"rebuttal-{chance.randint(1, 3):02}", words=words, reason="r")
        final = f"{topic.first if chance.random() < 0.3 else ''} {chance.choice(LEADS)}{new}".strip()
        yield Turn(call, saw, Texts(topic.first, final), how in TRUE, how)
