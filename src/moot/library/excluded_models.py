"""Exclude models from a default council: other kinds of work, too large for this machine, unstable, or too expensive.

Pure: each rule returns the models it keeps, and writes the reason for every other one to `out`. Tests:
`tests/library/test_default_models.py` and `tests/convening/test_local_seating.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

OTHER_WORK = re.compile(
    r"embed|whisper|tts|audio|speech|voice|image|dall-e|imagen|veo|sora|video|moderation|guard|rerank|realtime|live"
    r"|transcri|ocr|search|research|codex|coder|codestral|devstral|computer-use|robotics|-base$|davinci|babbage"
    r"|turbo-instruct|flux|diffusion|sdxl|bge-|nomic|mxbai|minilm|clip-|banana|lyria|math|prover|translat|aqa"
    r"|nemoguard|shield|safety|colbert|splade|paraphrase|(?:^|[-_/])(?:e5|gte|jina)[-_]"
)
"""Names of models for other work than answering questions: embeddings, images, sound, moderation, code only."""
UNSETTLED = re.compile(r"preview|-exp\b|experimental|[-_.]alpha$|[-_.]beta$|nightly")
"""Names of models that their makers still change."""
VARIANT = re.compile(r":(free|extended|beta|nitro|floor|online|thinking|exacto)$")
"""Suffixes of a router's variants of a model, e.g. a free one with few calls."""
SNAPSHOT = re.compile(r"[-@](\d{8}|\d{6}|\d{4}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|\d{3})$")
SIZE = re.compile(r"(?<![\w.])[ea]?(\d+(?:\.\d+)?)b(?![a-z])")
GIGABYTES_A_BILLION = 0.7
"""Memory per billion parameters in local engines, at four to five bits each."""
SHARE_OF_MEMORY = 0.6
"""Share of this machine's memory that a local model may use if its size is guessed from its name."""
SHARE_WHERE_KNOWN = 0.75
"""The same if its server reports the size, so that no margin for a wrong guess is needed."""


class SeatCandidate(Struct, frozen=True, kw_only=True):
    """A model that could sit, and what is known of it. `None` means unknown."""

    model: str
    """`endpoint/model`."""
    read: float | None = None
    """Price in dollars per million input tokens."""
    written: float | None = None
    """Price in dollars per million output tokens."""
    context: int | None = None
    """Context size in tokens."""
    since: int | None = None
    """When it was first offered, in seconds since the epoch."""
    speaks: bool | None = None
    """Whether it answers in text."""
    leaves: bool = False
    """Whether its service has announced the day of its removal."""
    here: bool = False
    """Whether it runs in this machine's memory."""
    needs: float | None = None
    """Gigabytes of memory it needs, if its server reports enough to compute that."""
    loaded: bool = False
    """Whether it is loaded now."""
    unfit: str = ""
    """Why it cannot answer at present, in a sentence; empty when nothing prevents it."""
    council: bool = False
    """Whether it is a council, not a model."""
    sees: bool = False
    """Whether it accepts pictures."""
    place: int | None = None
    """Its position among the models named in the user's own row."""

    @property
    def stem(self) -> str:
        """Return the last part of the model's name."""
        return VARIANT.sub("", self.model.lower()).rsplit("/", 1)[-1]


def speaking(candidates: Sequence[SeatCandidate], memory: float | None, out: dict[str, str]) -> list[SeatCandidate]:
    """Exclude models that cannot answer a question here and now, except those named in the user's own row."""
    left: list[SeatCandidate] = []
    for each in candidates:
        against = "" if each.place is not None else each.unfit or _wordless(each) or _too_large(each, memory)
        if against:
            out[each.model] = against
        else:
            left.append(each)
    return left


def seeing(candidates: list[SeatCandidate], out: dict[str, str]) -> list[SeatCandidate]:
    """Exclude models that do not accept pictures, if any model does."""
    left = [each for each in candidates if each.sees]
    if not left:
        return candidates
    out |= {each.model: "A picture is attached, which it cannot be shown." for each in candidates if not each.sees}
    return left


def _wordless(candidate: SeatCandidate) -> str:
    """Return why a model answers no question, according to its service, else its name."""
    if candidate.speaks is False:
        return "It does not answer in words: its service says so."
    if candidate.council:
        return "It is a council and no model: one of those sits only where it is named."
    named = OTHER_WORK.search(candidate.stem)
    return f"Its name speaks of other work than answering: {named[0].strip('-_/')!r}." if named else ""


def _too_large(candidate: SeatCandidate, memory: float | None) -> str:
    """Return why a model does not fit in this machine's memory."""
    if not candidate.here or candidate.loaded or memory is None:
        return ""
    guessed = billions(candidate.stem) * GIGABYTES_A_BILLION + 1
    needs, room = (guessed, SHARE_OF_MEMORY) if candidate.needs is None else (candidate.needs, SHARE_WHERE_KNOWN)
    if needs <= memory * room:
        return ""
    return (
        f"It needs about {needs:.1f} GB of memory, and a model that nobody names gets at most {memory * room:.1f} of "
        f"the {memory:.1f} GB of this machine."
    )


def settled(pool: list[SeatCandidate], notes: list[str], out: dict[str, str]) -> list[SeatCandidate]:
    """Exclude models that are being removed, still change, or are a snapshot or variant, unless no other is left."""
    plain = {each.model.lower() for each in pool}
    against = {each.model: why for each in pool if each.place is None and (why := _unsettled(each, plain))}
    stays = [each for each in pool if each.model not in against]
    if pool and not stays:
        notes.append("All that is listed is dated, retiring or still changing, so of these some sit.")
        return pool
    out |= against
    return stays


def _unsettled(candidate: SeatCandidate, others: set[str]) -> str:
    """Return why a model is excluded at first."""
    if candidate.leaves:
        return "Its service has named the day on which it goes."
    if UNSETTLED.search(candidate.stem):
        return "Its maker still changes it."
    return "It is another way to the same model." if _stands_for_another(candidate.model.lower(), others) else ""


def _stands_for_another(model: str, others: set[str]) -> bool:
    if VARIANT.search(model):
        return VARIANT.sub("", model) in others or model.endswith(":free")
    plain = SNAPSHOT.sub("", model)
    return plain != model and (plain in others or f"{plain}-latest" in others)


def affordable(
    pool: list[SeatCandidate], most_read: float, most_written: float, notes: list[str], out: dict[str, str]
) -> list[SeatCandidate]:
    """Exclude models above these prices; keep the cheapest when no other is left."""
    priced = [each for each in pool if each.read is not None and each.written is not None]
    dear = {
        each.model
        for each in priced
        if each.place is None and ((each.read or 0) > most_read or (each.written or 0) > most_written)
    }
    left = [each for each in pool if each.model not in dear]
    if left or not pool:
        if left and not any(each.read is not None for each in left):
            notes.append("Nobody knows their prices.")
    else:
        notes.append("None costs as little as that, so the cheapest sit.")
        left = sorted(priced, key=lambda each: (each.written or 0, each.read or 0))[:8]
    stays = {each.model for each in left}
    out |= {each.model: _dear(most_read, most_written) for each in pool if each.model not in stays}
    return left


def _dear(read: float, written: float) -> str:
    """Return why a model's price excludes it."""
    return f"It costs more than ${read:.2f} for a million tokens read or ${written:.2f} written."


def billions(stem: str) -> float:
    """Return the billions of parameters that a name contains."""
    return max((float(size) for size in SIZE.findall(stem.replace(":", " ").replace("-", " "))), default=0.0)
