"""Build the input of an embedder: texts, cut to its context, and unrelated texts to compare them with.

It is used by the floor, and for a map of a finished session, whose answers an embedder of this machine may measure
offline and free of charge.
"""

from __future__ import annotations

from collections.abc import Mapping

from moot.errors import BadInput
from moot.floor.prompts import Prompt, prompt_of_texts
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.provider import Call
from moot.vocabulary.seats import Seat
from moot.vocabulary.vectors import Vectors, vectors_from

MEASURER = "embedder"
"""The office whose seat measures texts instead of answering."""

BYTES_A_TOKEN = 3
"""Fewest bytes of a token, on average over a text; an embedder's context is given in tokens."""
OFFLINE = ("lexical", "minilm")
"""Wires that measure on this machine."""


def prompt_to_measure(texts: Mapping[str, str], context: int) -> Prompt:
    """Build the prompt of an embedder with this context: texts by the key of their statement, and the unrelated
    ones."""
    every = [*texts.values(), *UNRELATED]
    cut = [beginning(text, BYTES_A_TOKEN * context) for text in every]
    return prompt_of_texts(cut, [*texts, *([""] * len(UNRELATED))])


async def measured_here(directory: Directory, model: str, texts: Mapping[str, str]) -> Vectors:
    """Measure texts outside of any session, by an embedder of this machine."""
    if directory.endpoint_of(model).wire not in OFFLINE:
        raise BadInput(
            f"{model} is not of this machine, and outside of a session nothing is paid or sent.",
            f"Use lexical/words, or minilm/NAME; or seat it in a council with `--role embedder={model}`.",
        )
    prompt = prompt_to_measure(texts, directory.abilities_of(model).context)
    reply = await hear(
        directory.provider_for(model),
        Call(
            id="map",
            key="map/embedder",
            seat=Seat(id="embedder", model=model),
            messages=prompt.messages,
            texts=prompt.texts,
            max_output=0,
        ),
    )
    if not reply.vectors:
        raise BadInput(f"{model} could not measure them: {reply.cause}", "lexical/words is always there.")
    return vectors_from(reply.vectors, prompt.measured, model, "")


def beginning(text: str, most: int) -> str:
    """Return the longest beginning of a text with at most so many bytes."""
    raw = text.encode("utf-8", "replace")
    return text if len(raw) <= most else raw[:most].decode("utf-8", "ignore")


UNRELATED = (
    "A sourdough starter wants flour and water once a day. Keep it near the stove in winter, and bake when it has "
    "doubled within four hours; a sour smell is right, a pink streak means it must be thrown away.",
    "The offside rule is judged at the moment the ball is played. An attacker level with the last defender but one is "
    "onside, and nobody can be offside from a throw-in, a goal kick or a corner.",
    "Glaciers move because ice deforms under its own weight and slides where water lies beneath it. Most lose more in "
    "summer than they gain in winter, so their tongues have withdrawn up the valleys.",
    "Copyright in a photograph belongs at first to the person who took it. A contract may pass the use of it on, for a "
    "time or for good, and quoting it in a review is allowed in many countries.",
    "To change a bicycle tyre, let out the air, lift one edge over the rim with two levers, pull the tube out, and "
    "feel along the inside for the thorn before the new tube goes in.",
    "The quartet was written in the autumn of an unhappy year. Its slow movement returns three times to one falling "
    "phrase in the viola, each time a little shorter, until only two notes of it are left.",
)
"""Six texts on six subjects, in plain prose, like answers."""
