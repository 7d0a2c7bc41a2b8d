"""Who sits when nobody chose? A rule over what services list, with a dated list of families and sizes known to do well.

Pure: what is known of each model comes in, a choice and the reasons for it go out. The list is `families.toml`. Held by
`tests/library/test_families.py`.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources

from msgspec import Struct

from moot.library.strict import refuse_unknown_within
from moot.settings.tomlfile import converted, parsed, refuse_unknown

FILE = "families.toml"
OTHER_WORK = re.compile(
    r"embed|whisper|tts|audio|speech|voice|image|dall-e|imagen|veo|sora|video|moderation|guard|rerank|realtime|live"
    r"|transcri|ocr|search|research|codex|coder|codestral|devstral|computer-use|robotics|-base$|davinci|babbage"
    r"|turbo-instruct|flux|diffusion|sdxl|bge-|nomic|mxbai|minilm|clip-|banana|lyria|math|prover|translat|aqa"
    r"|nemoguard|shield|safety"
)
"""Names of models that do other work than answering a question: vectors, pictures, sound, moderation, code alone."""
UNSETTLED = re.compile(r"preview|-exp\b|experimental|[-_.]alpha$|[-_.]beta$|nightly")
"""Names of models that their makers still change."""
VARIANT = re.compile(r":(free|extended|beta|nitro|floor|online|thinking|exacto)$")
"""Endings by which a router offers a model in another way: for nothing and seldom, say."""
SNAPSHOT = re.compile(r"[-@](\d{8}|\d{6}|\d{4}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|\d{3})$")
SIZE = re.compile(r"(?<![\w.])[ea]?(\d+(?:\.\d+)?)b(?![a-z])")
GIGABYTES_A_BILLION = 0.7
"""Memory of a billion parameters as local engines hold them, at four to five bits each."""
SHARE_OF_MEMORY = 0.6
"""Of this machine's memory, what a model on it may take."""


class Family(Struct, frozen=True, kw_only=True):
    """The models of one maker that are worth a seat."""

    maker: str
    """Who makes them."""
    like: tuple[str, ...]
    """Patterns over the last part of a model's name, best first."""


class Families(Struct, frozen=True, kw_only=True):
    """The list."""

    dated: str
    """When it was last gone through."""
    made: str
    """How."""
    most_read: float
    """Dollars a million tokens read above which a model does not sit unasked."""
    most_written: float
    """Dollars a million tokens written above which it does not."""
    families: tuple[Family, ...]
    """Makers, in the order in which they are asked for a member."""


class Candidate(Struct, frozen=True, kw_only=True):
    """A model that could sit, and what is known of it. `None` is what nobody says."""

    model: str
    """`endpoint/model`."""
    read: float | None = None
    """Dollars a million tokens read."""
    written: float | None = None
    """Dollars a million tokens written."""
    context: int | None = None
    """Tokens it takes in one call."""
    since: int | None = None
    """Since when it is offered, in seconds of the epoch."""
    speaks: bool | None = None
    """Whether it answers in words."""
    leaves: bool = False
    """Whether its service has named the day on which it goes."""
    here: bool = False
    """Whether it runs on this machine, in its memory."""
    place: int | None = None
    """Its place among the models that the user's own row names."""

    @property
    def stem(self) -> str:
        """The last part of its name."""
        return VARIANT.sub("", self.model.lower()).rsplit("/", 1)[-1]


class Choice(Struct, frozen=True, kw_only=True):
    """Who was chosen, and why."""

    models: tuple[str, ...]
    """Models, best first, as many as were asked for or fewer."""
    notes: tuple[str, ...]
    """The rule as it was applied, in sentences."""


@cache
def families() -> Families:
    """The list that comes with Moot."""
    text = resources.files("moot.library").joinpath(FILE).read_text(encoding="utf-8")
    return families_from(text, FILE)


def families_from(text: str, origin: str) -> Families:
    """A list read strictly."""
    table = parsed(text, origin)
    refuse_unknown(table, Families.__struct_fields__, origin)
    refuse_unknown_within(table, Families, origin)
    return converted(table, Families, origin)


def chosen(candidates: Sequence[Candidate], most: int, *, memory: float | None = None) -> Choice:
    """At most so many of them; `memory` is this machine's, in gigabytes."""
    known = families()
    notes: list[str] = []
    pool = _settled(_speaking(candidates, memory), notes)
    pool = _affordable(pool, known, notes)
    last = _last(pool, known)
    first = _in_turn([each for each in pool if each.model not in last], known)
    models = (*first, *_in_turn([each for each in pool if each.model in last], known))[:most]
    notes += [last[model] for model in models if model in last]
    if pool and not any(_fit(each, known) or each.place is not None for each in pool):
        notes.insert(0, "None of them is of a family that Moot knows, so " + _fallback(pool) + ".")
    return Choice(models=models, notes=tuple(notes))


def _in_turn(pool: Sequence[Candidate], known: Families) -> tuple[str, ...]:
    """One of each maker, then the next of each."""
    called = {_prefix(each): _maker(each, known) for each in pool if _fit(each, known)}
    makers: dict[str, list[Candidate]] = {}
    for candidate in sorted(pool, key=lambda each: _rank(each, known)):
        maker = _maker(candidate, known) if _fit(candidate, known) else called.get(_prefix(candidate))
        makers.setdefault(maker or _prefix(candidate), []).append(candidate)
    lines = [_one_of_each_size(line, known) for line in makers.values()]
    rounds = max(map(len, lines), default=0)
    return tuple(line[turn].model for turn in range(rounds) for line in lines if turn < len(line))


def rule(listed: int) -> str:
    """The rule in words, over so many models."""
    known = families()
    return (
        f"Chosen from {listed:,} models by Moot's list of families of {known.dated}: different makers first, the "
        f"newest of each, at most ${known.most_read:.2f} for a million tokens read and ${known.most_written:.2f} "
        "written; no embedding, image, audio, moderation, dated or retiring models."
    )


def successor(model: str, offered: Iterable[str]) -> str | None:
    """What most likely took a model's place among those offered: the newest of its family and size; none if no name is
    near enough to say so."""
    known = families()
    gone = Candidate(model=model)
    maker, fit = _maker(gone, known), _fit(gone, known)
    others = [Candidate(model=each) for each in offered if each != model]
    near = [
        each for each in others
        if _without_numbers(each.stem) == _without_numbers(gone.stem)
    ]  # fmt: skip
    if not near and fit is not None:
        near = [each for each in others if _maker(each, known) == maker and _fit(each, known) == fit]
    near = [each for each in near if not OTHER_WORK.search(each.stem) and not VARIANT.search(each.model.lower())]
    return max(near, key=lambda each: (_version(each.stem), -len(each.model))).model if near else None


def same_model(name: str, offered: str) -> bool:
    """Whether a name means what is offered under another: a snapshot by its date, or what is newest of it."""
    if name == offered:
        return True
    long, short = (offered, name) if len(offered) > len(name) else (name, offered)
    ending = long[len(short) :]
    return long.startswith(short) and (ending in ("-latest", ":latest") or SNAPSHOT.fullmatch(ending) is not None)


# --- who is not asked -------------------------------------------------------------------------------------------------


def _speaking(candidates: Sequence[Candidate], memory: float | None) -> list[Candidate]:
    return [
        each for each in candidates
        if each.place is not None
        or not (each.speaks is False or OTHER_WORK.search(each.stem) or (each.here and _too_large(each, memory)))
    ]  # fmt: skip


def _too_large(candidate: Candidate, memory: float | None) -> bool:
    return memory is not None and _billions(candidate.stem) * GIGABYTES_A_BILLION + 1 > memory * SHARE_OF_MEMORY


def _settled(pool: list[Candidate], notes: list[str]) -> list[Candidate]:
    """Without what leaves, changes, or is another's snapshot or variant; those are taken when nothing else is there."""
    plain = {each.model.lower() for each in pool}
    stays = [
        each for each in pool
        if each.place is not None
        or not (each.leaves or UNSETTLED.search(each.stem) or _stands_for_another(each.model.lower(), plain))
    ]  # fmt: skip
    if pool and not stays:
        notes.append("All that is listed is dated, retiring or still changing, so of these some sit.")
    return stays or pool


def _stands_for_another(model: str, others: set[str]) -> bool:
    if VARIANT.search(model):
        return VARIANT.sub("", model) in others or model.endswith(":free")
    plain = SNAPSHOT.sub("", model)
    return plain != model and (plain in others or f"{plain}-latest" in others)


def _affordable(pool: list[Candidate], known: Families, notes: list[str]) -> list[Candidate]:
    priced = [each for each in pool if each.read is not None and each.written is not None]
    dear = {
        each.model for each in priced
        if each.place is None and ((each.read or 0) > known.most_read or (each.written or 0) > known.most_written)
    }  # fmt: skip
    left = [each for each in pool if each.model not in dear]
    if left or not pool:
        if left and not any(each.read is not None for each in left):
            notes.append("Nobody knows their prices.")
        return left
    notes.append("None costs as little as that, so the cheapest sit.")
    return sorted(priced, key=lambda each: (each.written or 0, each.read or 0))[:8]


def _last(pool: Sequence[Candidate], known: Families) -> dict[str, str]:
    """Who sits only where nobody else is left, and what is said then: beside others of the same service with a plain
    name or a known price, what is dated or of unknown price keeps no bound of the rule."""
    plain = {_service(each) for each in pool if _fit(each, known) and not SNAPSHOT.search(each.stem)}
    priced = {_service(each) for each in pool if each.read is not None}
    last: dict[str, str] = {}
    for each in pool:
        if each.place is not None:
            continue
        if each.read is None and _service(each) in priced:
            last[each.model] = f"Too few others are there: nobody knows the price of {each.model}, and it sits."
        elif SNAPSHOT.search(each.stem) and _service(each) in plain:
            last[each.model] = f"Too few others are there: {each.model} is dated, and it sits."
    return last


def _service(candidate: Candidate) -> str:
    return candidate.model.partition("/")[0]


# --- who goes first ---------------------------------------------------------------------------------------------------


def _rank(candidate: Candidate, known: Families) -> tuple[object, ...]:
    fit = _fit(candidate, known)
    newest = tuple(-number for number in (*_version(candidate.stem), *[0] * 8)[:8])
    unpriced = candidate.read is None
    named = candidate.place if candidate.place is not None else 1_000_000
    if fit is not None:
        return (named, 0, *fit, newest, unpriced, -_billions(candidate.stem), len(candidate.model), candidate.model)
    size = (-(candidate.context or 0), -(candidate.since or 0), -_billions(candidate.stem))
    return (named, 1, *size, newest, len(candidate.model), candidate.model)


def _fit(candidate: Candidate, known: Families) -> tuple[int, int] | None:
    """The family and the pattern in it that its name fits first."""
    return _fit_of(candidate.stem, known.families)


@lru_cache(maxsize=4096)
def _fit_of(stem: str, known: tuple[Family, ...]) -> tuple[int, int] | None:
    plain = SNAPSHOT.sub("", stem)
    for number, family in enumerate(known):
        for place, pattern in enumerate(family.like):
            if fnmatch.fnmatchcase(plain, pattern) or fnmatch.fnmatchcase(stem, pattern):
                return number, place
    return None


def _maker(candidate: Candidate, known: Families) -> str:
    fit = _fit(candidate, known)
    return known.families[fit[0]].maker if fit is not None else _prefix(candidate)


def _prefix(candidate: Candidate) -> str:
    """What a name begins with: a router's word for the maker, else the letters of the model itself."""
    parts = candidate.model.lower().split("/")
    if len(parts) > 2:
        return "/".join(parts[:-1])
    letters = re.match(r"[a-z]+", parts[-1])
    return letters[0] if letters else parts[-1]


def _one_of_each_size(line: list[Candidate], known: Families) -> list[Candidate]:
    """A maker's models so that the next is another size before it is an older version."""
    seen: dict[object, int] = {}
    turns: list[tuple[int, int, Candidate]] = []
    for candidate in line:
        size = _fit(candidate, known) or candidate.model
        turns.append((seen.setdefault(size, 0), len(turns), candidate))
        seen[size] += 1
    return [candidate for _, _, candidate in sorted(turns, key=lambda turn: turn[:2])]


def _fallback(pool: Sequence[Candidate]) -> str:
    if any(each.context for each in pool):
        return "those with the largest context sit, the newest first"
    if any(each.since for each in pool):
        return "the newest sit"
    if len({_billions(each.stem) for each in pool}) > 1:
        return "the largest by their names sit"
    return "those whose names show the highest versions sit"


def _version(stem: str) -> tuple[int, ...]:
    """The numbers in a name, but for sizes and dates."""
    bare = SIZE.sub(" ", SNAPSHOT.sub("", stem))
    return tuple(int(number) for number in re.findall(r"\d{1,3}", bare))


def _without_numbers(stem: str) -> str:
    return re.sub(r"[-.@:]?\d+(\.\d+)?", "", SNAPSHOT.sub("", SIZE.sub("", stem)))


def _billions(stem: str) -> float:
    return max((float(size) for size in SIZE.findall(stem.replace(":", " ").replace("-", " "))), default=0.0)
