"""Draw a run's embedded answers as points on one HTML page, for `llm consortium visualize`."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from moot.errors import BadInput
from moot.exports.public import page, printable, section, table
from moot.extensions.compat.consortium.results import MemberResponse, RunResult

SIZE, EDGE = 560, 40
COLOURS = ("#2f5d8a", "#b0413e", "#3d7a4a", "#8a5a9e", "#a8731a", "#4a4a4a")
CAUTION = (
    "Near points are answers with similar wording; distance says nothing about which is right. With fewer than ten "
    "answers, do not read groups into it. The plane shows {share:.0%} of the differences between the answers."
)


def plane(vectors: Sequence[Sequence[float]]) -> tuple[list[tuple[float, float]], float]:
    """Project vectors to points in a plane: along the two directions of largest variance (PCA), after each vector is
    scaled to unit length.

    Returns:
        A point for each vector, scaled so that the largest coordinate is 1, and the share of the variance shown.
    """
    import numpy as np  # slow to load, and only drawing needs it

    rows = np.array(vectors, dtype=float)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    left, sizes, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    places = np.zeros((len(rows), 2))
    places[:, : min(2, len(sizes))] = (left * sizes)[:, :2]
    largest, whole = float(np.abs(places).max()), float((sizes**2).sum())
    points = places / largest if largest > 1e-9 else places
    return [(float(x), float(y)) for x, y in points], float((sizes[:2] ** 2).sum()) / whole if whole > 1e-18 else 1.0


def picture(answers: Sequence[tuple[int, MemberResponse]]) -> tuple[str, float]:
    """Draw answers as points in an SVG picture, coloured by round and numbered as in the table. Return the SVG and the
    share of the vectors' variance it shows.
    """
    points, share = plane([each.embedding or () for _, each in answers])
    marks = []
    for number, ((held, _), (x, y)) in enumerate(zip(answers, points, strict=True), start=1):
        across, down = (EDGE + (1 + way) / 2 * (SIZE - 2 * EDGE) for way in (x, -y))
        colour = COLOURS[(held - 1) % len(COLOURS)]
        marks.append(
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="7" fill="{colour}"/>'
            f'<text x="{across + 10:.1f}" y="{down + 4:.1f}" font-size="12" fill="currentColor">{number}</text>'
        )
    label = f"{len(answers)} answers as points"
    return f'<svg viewBox="0 0 {SIZE} {SIZE}" role="img" aria-label="{label}">{"".join(marks)}</svg>', share


def map_page(result: RunResult) -> str:
    """Return the HTML page that draws a run's answers as points.

    Raises:
        BadInput: No two answers of the run have vectors.
    """
    answers = [(held.iteration, each) for held in result.iterations for each in held.model_responses if each.embedding]
    if len(answers) < 2:
        raise BadInput(
            "This run has no embeddings of its answers.",
            "Run the consortium with `--embedding-backend`; its answers are then measured as they arrive.",
        )
    drawn, share = picture(answers)
    rows = [
        f'<tr><td class="num">{number}</td><td class="num">{held}</td><td>{escape(printable(each.model))}</td>'
        f"<td>{escape(printable(str(each.response or '')))}</td></tr>"
        for number, (held, each) in enumerate(answers, start=1)
    ]
    asked = escape(printable(result.original_prompt))
    listed = table("Answers by number", ("number", "round", "model", "answer"), rows, (0, 1))
    return page(
        "Map of answers",
        f"<header><h1>Map of answers</h1><p>{asked}</p></header>",
        [section("map", "Map", f"<p>{CAUTION.format(share=share)}</p>{drawn}"), section("answers", "Answers", listed)],
        "Colours are rounds.",
    )
