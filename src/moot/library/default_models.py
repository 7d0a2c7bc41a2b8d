"""Who sits when nobody chose? A rule over what services list, with a dated list of families and sizes known to do well.

Pure: what is known of each model comes in, a choice and the reasons for it go out. The list is `families.toml`. Held by
`tests/library/test_default_models.py`.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources

from msgspec import Struct

from moot.library.excluded_models import (
    OTHER_WORK,
    SIZE,
    SNAPSHOT,
    VARIANT,
    SeatCandidate,
    affordable,
    billions,
    seeing,
    settled,
    speaking,
)
from moot.library.strict_toml import refuse_unknown_within
from moot.settings.tomlfile import converted, parsed, refuse_unknown

FILE = "families.toml"
SMALL = 2_048
"""Tokens below which a model can hardly hold what others said; from there on nobody is lost in a debate of five."""
_TOLD_APART = re.compile(r"-(?:latest|instruct|chat|it|gguf|mlx|i?q\d[\w-]*|f16|bf16|fp16|\dbit)(?=-|$)")
"""What one server adds to a model's name and another does not."""


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


class ModelEligibility(Struct, frozen=True, kw_only=True):
    """Whether a model sits where nobody is named, and why: said in these words wherever it is said."""

    model: str
    """`endpoint/model`."""
    sits: bool
    """Whether it would sit, as a member or in the chair."""
    why: str
    """Why, in a sentence."""


RESERVES = 2
"""Models that are named beyond those that were asked for."""


class ModelChoice(Struct, frozen=True, kw_only=True):
    """Who was chosen, and why."""

    models: tuple[str, ...]
    """Models, best first, as many as were asked for or fewer."""
    notes: tuple[str, ...]
    """The rule as it was applied, in sentences."""
    standings: tuple[ModelEligibility, ...] = ()
    """Each candidate: those who were chosen first, then the others by name."""
    following: tuple[str, ...] = ()
    """The next in line, who take over where one of those fails."""


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


def chosen(
    candidates: Sequence[SeatCandidate], most: int, *, memory: float | None = None, pictures: bool = False
) -> ModelChoice:
    """At most so many of them; `memory` is this machine's, in gigabytes. With `pictures`, those that can see."""
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
    """One of each maker, then the next of each."""
    lines = [_one_of_each_size(line, known) for line in _by_maker(pool, known).values()]
    rounds = max(map(len, lines), default=0)
    return tuple(line[turn].model for turn in range(rounds) for line in lines if turn < len(line))


def _by_maker(pool: Sequence[SeatCandidate], known: Families) -> dict[str, list[SeatCandidate]]:
    """Makers with their models, best first."""
    called = {_prefix(each): _maker(each, known) for each in pool if _fit(each, known)}
    makers: dict[str, list[SeatCandidate]] = {}
    for candidate in sorted(pool, key=lambda each: _rank(each, known)):
        maker = _maker(candidate, known) if _fit(candidate, known) else called.get(_prefix(candidate))
        makers.setdefault(maker or _prefix(candidate), []).append(candidate)
    return makers


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
    gone = SeatCandidate(model=model)
    maker, fit = _maker(gone, known), _fit(gone, known)
    others = [SeatCandidate(model=each) for each in offered if each != model]
    near = [each for each in others if _without_numbers(each.stem) == _without_numbers(gone.stem)]
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


def _one_of_a_family(pool: list[SeatCandidate], known: Families, out: dict[str, str]) -> list[SeatCandidate]:
    """Of what runs on this machine one of each family, where there are several families, and each model once however
    many servers have it: what is alike errs alike, and every model has to be loaded in its turn."""
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
    """What a model is called on every server that has it."""
    return _TOLD_APART.sub("", candidate.stem.replace(":", "-").replace("_", "-"))


def behind(most: int) -> str:
    """Why a model that could sit does not."""
    return f"{most} others go before it."


def taken(named: bool = False) -> str:
    """Why a model sits."""
    return "It is named in your own row." if named else "Nothing stands against it, and it is of the first in line."


def little_room(model: str, context: int | None) -> str:
    """What is said of a model that sits although it can hardly hold what others said; nothing of any other."""
    if context is None or context >= SMALL:
        return ""
    return (
        f"Too few others are there: {model} reads and writes {context:,} tokens, in which what several say can be cut "
        "off, and it sits."
    )


def _last(pool: Sequence[SeatCandidate], known: Families) -> dict[str, str]:
    """Who sits only where nobody else is left, and what is said then: beside others of the same service with a plain
    name or a known price, what is dated or of unknown price keeps no bound of the rule."""
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


# --- who goes first ---------------------------------------------------------------------------------------------------


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


def _maker(candidate: SeatCandidate, known: Families) -> str:
    fit = _fit(candidate, known)
    return known.families[fit[0]].maker if fit is not None else _prefix(candidate)


def _prefix(candidate: SeatCandidate) -> str:
    """What a name begins with: a router's word for the maker, else the letters of the model itself."""
    parts = candidate.model.lower().split("/")
    if len(parts) > 2:
        return "/".join(parts[:-1])
    letters = re.match(r"[a-z]+", parts[-1])
    return letters[0] if letters else parts[-1]


def _one_of_each_size(line: list[SeatCandidate], known: Families) -> list[SeatCandidate]:
    """A maker's models so that the next is another size before it is an older version."""
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
    """The numbers in a name, but for sizes and dates."""
    bare = SIZE.sub(" ", SNAPSHOT.sub("", stem))
    return tuple(int(number) for number in re.findall(r"\d{1,3}", bare))


def _without_numbers(stem: str) -> str:
    return re.sub(r"[-.@:]?\d+(\.\d+)?", "", SNAPSHOT.sub("", SIZE.sub("", stem)))
