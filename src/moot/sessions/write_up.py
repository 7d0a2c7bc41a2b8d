"""Have a model write one answer from selected points, as a session of its own with only a chair.

The points are sent as a file, so that they are distinct from the question and the instructions. Tests:
`tests/server/api/test_writing_up.py`.
"""

from __future__ import annotations

from moot.attachments.documents import document_from
from moot.errors import BadInput
from moot.protocols import registry
from moot.request import Ask
from moot.vocabulary.councils import Council
from moot.vocabulary.seats import checked_model

POINTS = "points.md"
"""Name of the attached file that contains the points."""


async def writing_up(session: str, question: str, points: str, chair: str, budget: float | None) -> Ask:
    """Build the request for a session in which the model `chair` writes an answer to a session's question from points
    that a person picked."""
    if not points.strip():
        raise BadInput("There are no points to write from.", "Pick some, or write them.")
    model = checked_model(chair)
    if model == "person":
        raise BadInput("A person needs nobody to ask: the text is there to be edited.", "Name a model.")
    return Ask(
        question=question.strip(),  # alone: lists and titles show it
        council=Council(members=(model,), chair=model, protocol=registry.REPLY, system=WRITE.strip()),
        documents=(await document_from(POINTS, points.encode("utf-8", "replace"), "text/markdown"),),
        budget=budget,
        notes=(f"One model writes from points that were picked by hand in session {session[:8]}; nobody judges it.",),
    )


WRITE = """
Answer the question from the points in the attached file alone, which somebody picked from several answers. Keep what
they say, and add nothing they do not say. Where two of them disagree, say so. Write plain prose that reads as one text.
"""
