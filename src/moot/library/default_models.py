"""Choose models for a default council from services' lists, by a dated list of families and sizes known to do well.

Pure: takes what is known of each model, returns a choice with reasons. The list is `families.toml`. Tests:
`tests/library/test_default_models.py`.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources

from msgspec import Struct

from moot.library.shelf_lookup import refuse_unknown_within
from moot.settings.tomlfile import converted, parsed, refuse_unknown

FILE = "families.toml"
SMALL = 2_048
"""Context size in tokens below which a model can hardly read the others' answers. A larger context suffices for a
debate of five.
"""
_TOLD_APART = re.compile(r"-(?:latest|instruct|chat|it|gguf|mlx|i?q\d[\w-]*|f16|bf16|fp16|\dbit)(?=-|$)")
"""Pattern of parts of model names that some servers add and others omit."""


class Family(Struct, frozen=True, kw_only=True):
    """The models of one maker that may be chosen for a default council, as patterns of names."""

    maker: str
    """Name of the maker."""
    like: tuple[str, ...]
    """Patterns for the last part of a model's name, best first."""


class Families(Struct, frozen=True, kw_only=True):
    """A list of model families with its date, from which Moot chooses the models of a default council."""

    dated: str
    """Date of the last review."""
    made: str
    """How the list was made."""
    most_read: float
    """Price in dollars per million input tokens above which a model is not seated by default."""
    most_written: float
    """Price in dollars per million output tokens above which a model is not seated by default."""
    families: tuple[Family, ...]
    """Makers, in the order in which members are chosen."""


class ModelEligibility(Struct, frozen=True, kw_only=True):
    """Whether a model sits in the default council, and why."""

    model: str
    """Id of the model, as `endpoint/model`."""
    sits: bool
    """Whether the model has a seat, as a member or as the chair."""
    why: str
    """Reason for the decision, in a sentence."""


FEW = 3
"""Number of affordable models below which the user gets a note. A single affordable model is joined by the cheapest
others.
"""
RESERVES = 2
"""Number of further models named as replacements for a chosen model that fails."""


class ModelChoice(Struct, frozen=True, kw_only=True):
    """The models chosen for a default council, with the reason for each model considered."""

    models: tuple[str, ...]
    """Ids of the chosen models, best first, at most as many as requested."""
    notes: tuple[str, ...]
    """How the models were chosen, in sentences."""
    standings: tuple[ModelEligibility, ...] = ()
    """Every model considered, with the reason: the chosen ones first, then the others by name."""
    following: tuple[str, ...] = ()
    """Ids of the next best models, which replace a chosen model that fails."""


@cache
def families() -> Families:
    """Return the packaged list of model families."""
    text = resources.files("moot.library").joinpath(FILE).read_text(encoding="utf-8")
    return families_from(text, FILE)


def families_from(text: str, origin: str) -> Families:
    """Parse a list of model families from TOML; `origin` is its name in errors."""
    table = parsed(text, origin)
    refuse_unknown(table, Families.__struct_fields__, origin)
    refuse_unknown_within(table, Families, origin)
    return converted(table, Families, origin)


def chosen(
    candidates: Sequence[SeatCandidate], most: int, *, memory: float | None = None, pictures: bool = False
) -> ModelChoice:
    """Choose the models of a default council among those available, at most `most`, and return them with the reasons.

    Args:
        candidates: The models to choose among.
        most: Maximum number of models.
        memory: Memory of this machine in gigabytes.
        pictures: Whether only models that can see may be chosen.
    """
    known = families()
    notes: list[str] = []
    out: dict[str, str] = {}
    pool = speaking(candidates, memory, out)
    pool = settled(seeing(pool, out) if pictures else pool, notes, out)
    pool = _one_of_a_family(affordable(pool, known.most_read, known.most_written, notes, out), known, out)
    last = _last(pool, known)
    first = _in_turn([each for each in pool if each.model not in last], known)
    ranked = (*first, *_in_turn([each for each in pool if each.model in last], known))
    models = ranked[:most]
    out |= {model: behind(most) for model in ranked[most:]}
    notes += [last[model] for model in models if model in last]
    if pool and not any(_fit(each, known) or each.place is not None for each in pool):
        notes.insert(0, "None of them is of a family that Moot knows, so " + _fallback(pool) + ".")
    named = {each.model for each in pool if each.place is not None}
    sits = [ModelEligibility(model=model, sits=True, why=last.get(model) or taken(model in named)) for model in models]
    standings = (*sits, *(ModelEligibility(model=model, sits=False, why=out[model]) for model in sorted(out)))
    return ModelChoice(models=models, notes=tuple(notes), standings=standings, following=ranked[most : most + RESERVES])


def _in_turn(pool: Sequence[SeatCandidate], known: Families) -> tuple[str, ...]:
    """Return models in rounds: the best model of each maker, then the second of each, and so on."""
    lines = [_one_of_each_size(line, known) for line in _by_maker(pool, known).values()]
    rounds = max(map(len, lines), default=0)
    return tuple(line[turn].model for turn in range(rounds) for line in lines if turn < len(line))


def _by_maker(pool: Sequence[SeatCandidate], known: Families) -> dict[str, list[SeatCandidate]]:
    """Group the models by maker, each maker's best first."""
    called = {_prefix(each): _maker(each, known) for each in pool if _fit(each, known)}
    makers: dict[str, list[SeatCandidate]] = {}
    for candidate in sorted(pool, key=lambda each: _rank(each, known)):
        maker = _maker(candidate, known) if _fit(candidate, known) else called.get(_prefix(candidate))
        makers.setdefault(maker or _prefix(candidate), []).append(candidate)
    return makers


def rule(listed: int) -> str:
    """Return the sentence, shown to users, that explains how models were chosen from `listed` available ones."""
    known = families()
    return (
        f"Chosen from {listed:,} models: the newest of each maker, at most ${known.most_read:.2f} for a million tokens "
        f"read and ${known.most_written:.2f} written."
    )


def successor(model: str, offered: Iterable[str]) -> str | None:
    """Return the offered model that most likely replaces `model`, which is no longer offered; `None` if there is none.

    It is the newest model of the same family and size.
    """
    known = families()
    gone = SeatCandidate(model=model)
    maker, fit = _maker(gone, known), _fit(gone, known)
    others = [SeatCandidate(model=each) for each in offered if each != model]
    near = [each for each in others if _without_numbers(each.stem) == _without_numbers(gone.stem)]
    if not near and fit is not None:
        near = [each for each in others if _maker(each, known) == maker and _fit(each, known) == fit]
    near = [each for each in near if not OTHER_WORK.search(each.stem) and not VARIANT.search(each.model.lower())]
    return max(near, key=lambda each: (_version(each.stem), -len(each.model))).model if near else None


def same_model(name: str, offered: str) -> bool:
    """Return whether a name means a model offered under another name, such as a dated version or `latest`."""
    if name == offered:
        return True
    long, short = (offered, name) if len(offered) > len(name) else (name, offered)
    ending = long[len(short) :]
    return long.startswith(short) and (ending in ("-latest", ":latest") or SNAPSHOT.fullmatch(ending) is not None)


# --- which models are left out ----------------------------------------------------------------------------------------


def _one_of_a_family(pool: list[SeatCandidate], known: Families, out: dict[str, str]) -> list[SeatCandidate]:
    """Keep one local model of each family. If several servers offer the same model, keep it once.

    Models of one family make similar errors, and local models have to be loaded one after the other. If there is only
    one family, all its models are kept.
    """
    makers = _by_maker(pool, known)
    for line in makers.values():
        first, *others = line
        seen = {_plain(first)}
        for each in others:
            if not each.here or each.place is not None:
                continue
            if _plain(each) in seen:
                out[each.model] = f"{_twin(each, line)} is the same model on another server."
            elif len(makers) > 1 and (first.here or first.place is not None):
                out[each.model] = f"{first.model} is of the same family."
            seen.add(_plain(each))
    return [each for each in pool if each.model not in out]


def _twin(candidate: SeatCandidate, line: Sequence[SeatCandidate]) -> str:
    return next(each.model for each in line if _plain(each) == _plain(candidate))


def _plain(candidate: SeatCandidate) -> str:
    """Return a model's name without the parts that only some servers add to it."""
    return _TOLD_APART.sub("", candidate.stem.replace(":", "-").replace("_", "-"))


def behind(most: int) -> str:
    """Return the reason shown for a model that could sit but is not among the `most` chosen."""
    return f"{most} others go before it."


def taken(named: bool = False) -> str:
    """Return the reason shown for a chosen model. `named` is true if the user's own configuration lists the model."""
    return "It is named in your own row." if named else "Nothing stands against it, and it is of the first in line."


def little_room(model: str, context: int | None) -> str:
    """Return the warning shown if a chosen model has a small context (in tokens); empty for any other model."""
    if context is None or context >= SMALL:
        return ""
    return (
        f"Too few others are there: {model} reads and writes {context:,} tokens, in which what several say can be cut "
        "off, and it sits."
    )


def _last(pool: Sequence[SeatCandidate], known: Families) -> dict[str, str]:
    """Return the models to choose only as a last resort, each with the message to show then.

    These have a small context, or are dated or unpriced while other models of the same service are not.
    """
    plain = {_service(each) for each in pool if _fit(each, known) and not SNAPSHOT.search(each.stem)}
    priced = {_service(each) for each in pool if each.read is not None}
    last: dict[str, str] = {}
    for each in pool:
        if each.place is not None:
            continue
        if told := little_room(each.model, each.context):
            last[each.model] = told
        elif each.read is None and _service(each) in priced:
            last[each.model] = f"Too few others are there: nobody knows the price of {each.model}, and it sits."
        elif SNAPSHOT.search(each.stem) and _service(each) in plain:
            last[each.model] = f"Too few others are there: {each.model} is dated, and it sits."
    return last


def _service(candidate: SeatCandidate) -> str:
    return candidate.model.partition("/")[0]


# --- order of preference ----------------------------------------------------------------------------------------------


def _rank(candidate: SeatCandidate, known: Families) -> tuple[object, ...]:
    fit = _fit(candidate, known)
    newest = tuple(-number for number in (*_version(candidate.stem), *[0] * 8)[:8])
    unpriced = candidate.read is None
    named = candidate.place if candidate.place is not None else 1_000_000
    if fit is not None:
        return (named, 0, *fit, newest, unpriced, -billions(candidate.stem), len(candidate.model), candidate.model)
    size = (-(candidate.context or 0), -(candidate.since or 0), -billions(candidate.stem))
    return (named, 1, *size, newest, len(candidate.model), candidate.model)


def _fit(candidate: SeatCandidate, known: Families) -> tuple[int, int] | None:
    """Return the index of the first family that matches a model's name and of its pattern; `None` if no family does."""
    return _fit_of(candidate.stem, known.families)


@lru_cache(maxsize=4096)
def _fit_of(stem: str, known: tuple[Family, ...]) -> tuple[int, int] | None:
    plain = SNAPSHOT.sub("", stem)
    for number, family in enumerate(known):
        for place, pattern in enumerate(family.like):
            if fnmatch.fnmatchcase(plain, pattern) or fnmatch.fnmatchcase(stem, pattern):
                return number, place
    return None


def _maker(candidate: SeatCandidate, known: Families) -> str:
    fit = _fit(candidate, known)
    return known.families[fit[0]].maker if fit is not None else _prefix(candidate)


def _prefix(candidate: SeatCandidate) -> str:
    """Return what identifies an unknown model's maker: a router's prefix, or the letters at the start of the model's
    name."""
    parts = candidate.model.lower().split("/")
    if len(parts) > 2:
        return "/".join(parts[:-1])
    letters = re.match(r"[a-z]+", parts[-1])
    return letters[0] if letters else parts[-1]


def _one_of_each_size(line: list[SeatCandidate], known: Families) -> list[SeatCandidate]:
    """Order a maker's models so that a model of another size comes before an older version of the same size."""
    seen: dict[object, int] = {}
    turns: list[tuple[int, int, SeatCandidate]] = []
    for candidate in line:
        size = _fit(candidate, known) or candidate.model
        turns.append((seen.setdefault(size, 0), len(turns), candidate))
        seen[size] += 1
    return [candidate for _, _, candidate in sorted(turns, key=lambda turn: turn[:2])]


def _fallback(pool: Sequence[SeatCandidate]) -> str:
    if any(each.context for each in pool):
        return "those with the largest context sit, the newest first"
    if any(each.since for each in pool):
        return "the newest sit"
    if len({billions(each.stem) for each in pool}) > 1:
        return "the largest by their names sit"
    return "those whose names show the highest versions sit"


def _version(stem: str) -> tuple[int, ...]:
    """Return the numbers in a model's name, except sizes and dates, for comparing versions."""
    bare = SIZE.sub(" ", SNAPSHOT.sub("", stem))
    return tuple(int(number) for number in re.findall(r"\d{1,3}", bare))


def _without_numbers(stem: str) -> str:
    return re.sub(r"[-.@:]?\d+(\.\d+)?", "", SNAPSHOT.sub("", SIZE.sub("", stem)))


OTHER_WORK = re.compile(
    r"embed|whisper|tts|audio|speech|voice|image|dall-e|imagen|veo|sora|video|moderation|guard|rerank|realtime|live"
    r"|transcri|ocr|search|research|codex|coder|codestral|devstral|computer-use|robotics|-base$|davinci|babbage"
    r"|turbo-instruct|flux|diffusion|sdxl|bge-|nomic|mxbai|minilm|clip-|banana|lyria|math|prover|translat|aqa"
    r"|nemoguard|shield|safety|colbert|splade|paraphrase|(?:^|[-_/])(?:e5|gte|jina)[-_]"
)
"""Pattern of names of models for other work than answering questions: embeddings, images, sound, moderation, code
only.
"""
UNSETTLED = re.compile(r"preview|-exp\b|experimental|[-_.]alpha$|[-_.]beta$|nightly")
"""Pattern of names of models that their makers still change."""
VARIANT = re.compile(r":(free|extended|beta|nitro|floor|online|thinking|exacto)$")
"""Pattern of suffixes of a router's variants of a model, e.g. a free variant with few calls."""
SNAPSHOT = re.compile(r"[-@](\d{8}|\d{6}|\d{4}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|\d{3})$")
SIZE = re.compile(r"(?<![\w.])[ea]?(\d+(?:\.\d+)?)b(?![a-z])")
GIGABYTES_A_BILLION = 0.7
"""Gigabytes of memory per billion parameters in local engines, at four to five bits each."""
SHARE_OF_MEMORY = 0.6
"""Share of this machine's memory that a local model may use if its size is guessed from its name."""
SHARE_WHERE_KNOWN = 0.75
"""Share of this machine's memory that a local model may use if its server reports the size."""


class SeatCandidate(Struct, frozen=True, kw_only=True):
    """A model that may be chosen for a council, with its known properties. `None` means unknown."""

    model: str
    """Id of the model, as `endpoint/model`."""
    read: float | None = None
    """Price in dollars per million input tokens."""
    written: float | None = None
    """Price in dollars per million output tokens."""
    context: int | None = None
    """Context size in tokens."""
    since: int | None = None
    """When the model was first offered, in seconds since the epoch."""
    speaks: bool | None = None
    """Whether the model answers in text."""
    leaves: bool = False
    """Whether the model's service has announced when the model will be removed."""
    here: bool = False
    """Whether the model runs in this machine's memory."""
    needs: float | None = None
    """Gigabytes of memory that the model needs, if its server reports enough to compute that."""
    loaded: bool = False
    """Whether the model is loaded now."""
    unfit: str = ""
    """Why the model cannot answer at present, in a sentence; empty when nothing prevents it."""
    council: bool = False
    """Whether the candidate is a council, not a model."""
    sees: bool = False
    """Whether the model accepts pictures."""
    place: int | None = None
    """Position among the models listed in the user's configuration of the endpoint; `None` if not listed."""

    @property
    def stem(self) -> str:
        """Return the last part of the model's name, without its endpoint and vendor."""
        return VARIANT.sub("", self.model.lower()).rsplit("/", 1)[-1]


def speaking(candidates: Sequence[SeatCandidate], memory: float | None, out: dict[str, str]) -> list[SeatCandidate]:
    """Return the candidates that can answer questions. Candidates that run on this machine must fit into its memory.

    Candidates that the user's configuration lists are always returned. A candidate that is left out is added to `out`
    with the reason. `memory` is this machine's memory in gigabytes.
    """
    left: list[SeatCandidate] = []
    for each in candidates:
        against = "" if each.place is not None else each.unfit or _wordless(each) or _too_large(each, memory)
        if against:
            out[each.model] = against
        else:
            left.append(each)
    return left


def seeing(candidates: list[SeatCandidate], out: dict[str, str]) -> list[SeatCandidate]:
    """Return the models that accept pictures, or all models if none does.

    Every model not returned is added to `out`, with the reason.
    """
    left = [each for each in candidates if each.sees]
    if not left:
        return candidates
    out |= {each.model: "A picture is attached, which it cannot be shown." for each in candidates if not each.sees}
    return left


def _wordless(candidate: SeatCandidate) -> str:
    """Return why a model cannot answer questions, judged by its service's list or by its name; empty if it can."""
    if candidate.speaks is False:
        return "It does not answer in words: its service says so."
    if candidate.council:
        return "It is a council and no model: one of those sits only where it is named."
    named = OTHER_WORK.search(candidate.stem)
    return f"Its name speaks of other work than answering: {named[0].strip('-_/')!r}." if named else ""


def _too_large(candidate: SeatCandidate, memory: float | None) -> str:
    """Return why a model does not fit into this machine's memory; empty if it does or runs elsewhere."""
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
    """Return the models that will probably stay available unchanged.

    If there are none, return all models and add a sentence to `notes`. If there are some, every other model (being
    removed, a preview, a dated snapshot, a variant) is added to `out` with the reason.
    """
    plain = {each.model.lower() for each in pool}
    against = {each.model: why for each in pool if each.place is None and (why := _unsettled(each, plain))}
    stays = [each for each in pool if each.model not in against]
    if pool and not stays:
        notes.append("All that is listed is dated, retiring or still changing, so of these some sit.")
        return pool
    out |= against
    return stays


def _unsettled(candidate: SeatCandidate, others: set[str]) -> str:
    """Return why a model may not stay available unchanged; empty if nothing suggests that."""
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
    """Return the models up to these prices in dollars per million input and output tokens.

    If no model is that cheap, return the cheapest ones. If only one is, and it is not free, return the cheapest others
    as well, up to `FEW` models: several seats of one model would give similar answers. A model that is left out is
    added to `out` with the reason. If the choice needs an explanation, `notes` gets a sentence.
    """
    priced = [each for each in pool if each.read is not None and each.written is not None]
    dear = {
        each.model
        for each in priced
        if each.place is None and ((each.read or 0) > most_read or (each.written or 0) > most_written)
    }
    left = [each for each in pool if each.model not in dear]
    cheapest = sorted(priced, key=lambda each: (each.written or 0, each.read or 0))
    bounds = f"${most_read:.2f} for a million tokens read or ${most_written:.2f} written"
    if pool and not left:
        notes.append("None costs as little as that, so the cheapest sit.")
        left = cheapest[:8]
    elif len(left) == 1 and dear and left[0].read != 0:
        notes.append(f"All models but {left[0].model} cost more than {bounds}, so the cheapest of them sit too.")
        left += [each for each in cheapest if each.model in dear][: FEW - 1]
    elif left:
        if not any(each.read is not None for each in left):
            notes.append("Nobody knows their prices.")
        if dear and len(left) < FEW:
            notes.append(f"{len(dear)} of {len(pool)} models do not sit: they cost more than {bounds}.")
    stays = {each.model for each in left}
    out |= {each.model: f"It costs more than {bounds}." for each in pool if each.model not in stays}
    return left


def billions(stem: str) -> float:
    """Return how many billion parameters a model has according to its name (without endpoint and vendor); 0 if the name
    does not say."""
    return max((float(size) for size in SIZE.findall(stem.replace(":", " ").replace("-", " "))), default=0.0)
