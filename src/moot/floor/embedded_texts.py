"""Build the input of an embedder: texts, cut to its context, and unrelated texts to compare them with."""

from __future__ import annotations

from collections.abc import Mapping

from moot.floor.prompts import Prompt, prompt_of_texts

MEASURER = "embedder"
"""Name of the council's office (a seat beside the members) whose model turns texts into vectors instead of
answering."""

BYTES_A_TOKEN = 3
"""Minimum number of bytes per token, on average over a text; used to cut texts to an embedder's context."""
OFFLINE = ("lexical", "minilm")
"""Names of the embedders that run on this machine."""


def prompt_to_measure(texts: Mapping[str, str], context: int) -> Prompt:
    """Build the request to an embedding model for these texts (by the key of their statement), each cut to the model's
    context, and for unrelated texts to compare them with."""
    every = [*texts.values(), *UNRELATED]
    cut = [beginning(text, BYTES_A_TOKEN * context) for text in every]
    return prompt_of_texts(cut, [*texts, *([""] * len(UNRELATED))])


def beginning(text: str, most: int) -> str:
    """Return the longest beginning of a text that has at most `most` bytes."""
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
"""Six texts on different subjects, in plain prose like answers, whose similarity is compared with that of real
answers.
"""
