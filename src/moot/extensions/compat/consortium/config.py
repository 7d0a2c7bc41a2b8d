"""Convert a consortium's settings to a consensus council and back.

`council_from` makes the council and checks everything that can be checked before a model is called; `config_of` reads
the settings from a council. A setting without a place in a council raises an error or a warning; none is dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

import moot.app
from moot.errors import BadInput, BadSetting, UnknownName
from moot.exports.public import ConsensusOptions, Options
from moot.exports.public import consensus_strategies as strategies
from moot.extensions.compat.consortium.seats import PROTOCOL, LlmNames, counted, resolved, shown, spelled
from moot.vocabulary.public import Council, OptionValue

ParamValue: TypeAlias = OptionValue
ANYONE = 1
"""Number of answers required if no quorum is given. An arbiter can work with one answer, and the result shows how many
there were.
"""
GENERAL = (
    "confidence_threshold",
    "max_iterations",
    "min_iterations",
    "strategy",
    "judging",
    "context",
    "strategy_params",
)
"""Names of options of a consensus that belong to no strategy."""
OF_STRATEGIES = tuple(
    name for name in ConsensusOptions.__struct_fields__ if name not in GENERAL and name not in Options.__struct_fields__
)
"""Names of options of a consensus that are settings of a strategy."""
WITHOUT_EFFECT = {
    "use_centroid_synthesis": "the arbiter reads the answers themselves, not the one nearest the centre",
    "similarity_threshold": "a model says which answers agree",
    "answer_length": "a model reads the whole answers",
}
"""Settings that have an effect in the published program but none here, each with the reason."""
BACKENDS = {
    "openai": ("openai", "text-embedding-3-small"),
    "sentence-transformers": ("minilm", "all-MiniLM-L6-v2"),
    "chutes": ("chutes-embeddings", "Qwen/Qwen3-Embedding-8B-TEE"),
    "lexical": ("lexical", "words"),
}
"""Endpoint and model of each embedding backend."""
ALSO_CALLED = {("chutes", "qwen3-embedding-8b"): "Qwen/Qwen3-Embedding-8B-TEE"}
"""Full name of an embedding model, by backend and short name."""


class ConsortiumConfig(Struct, frozen=True, kw_only=True):
    """Settings of a consortium: several models that answer in rounds, and an arbiter that judges each round."""

    models: dict[str, int]
    """Model ids, and the number of instances of each: `model` or `model:count`."""
    system_prompt: str | None = None
    """System prompt of every seat."""
    confidence_threshold: float = 0.8
    """Confidence at which the rounds may end: 0 to 1, or a percentage; 0.8 unless set."""
    max_iterations: int = 3
    """Maximum number of rounds; 3 unless set."""
    minimum_iterations: int = 1
    """Minimum number of rounds; 1 unless set."""
    arbiter: str | None = None
    """Model that judges; by default, the model of the first member."""
    judging_method: str = "default"
    """How the arbiter judges: `default` writes a synthesis, `rank` ranks the answers, `pick-one` picks one."""
    strategy: str = "default"
    """Name of the strategy, which selects the members to ask and the answers to keep; `strategies` lists all."""
    strategy_params: dict[str, ParamValue] | None = None
    """Values of the strategy's own settings."""
    embedding_backend: str | None = None
    """Service that turns answers into vectors: `openai`, `sentence-transformers`, `chutes`, `lexical`, or any endpoint.
    """
    embedding_model: str | None = None
    """Embedding model of that service."""
    embedding_cache_enabled: bool = True
    """Accepted without effect, because each answer is embedded once and its vector is stored in the transcript."""
    manual_context: bool = False
    """Whether members see a single prompt with everything instead of a conversation."""
    category: str | None = None
    """Kind of question for which the consortium is meant, in a word."""
    expected_agreement: float | None = None
    """Expected agreement, stored for evaluations. A session does not use it."""
    status: str | None = None
    """Status, stored for evaluations. A session does not use it."""
    created_at: str | None = None
    """When the consortium's file was last written."""

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ConsortiumConfig:
        """Return the settings from a JSON object, as `to_dict` writes it. Unknown keys are ignored."""
        known = {name: value for name, value in data.items() if name in cls.__struct_fields__}
        try:
            return msgspec.convert(known, cls, strict=False)
        except msgspec.ValidationError as error:
            raise BadSetting(f"These settings of a consortium cannot be taken: {error}.") from None


class CouncilDraft(Struct, frozen=True, kw_only=True):
    """A council that was made from a consortium's settings and is not saved yet, with warnings to show."""

    council: Council
    """The council made from the settings."""
    warnings: tuple[str, ...]
    """Warnings to show before the council is asked."""


def council_from(
    config: ConsortiumConfig,
    name: str,
    names: LlmNames,
    endpoints: Collection[str],
    *,
    title: str = "",
    quorum: int | None = None,
) -> CouncilDraft:
    """Return the consortium's settings as a council; raise if no session of it could ever be opened.

    Without a quorum, one answer is enough.
    """
    warnings: list[str] = []

    def known(model: str) -> str:
        found = resolved(model.strip(), names, endpoints)
        if found.warning:
            warnings.append(found.warning)
        if name and shown(found.model) == name:
            raise BadInput(f"The consortium {name!r} cannot sit in itself.", "Seat a model instead.")
        return found.model

    if not config.models:
        raise BadInput("A consortium needs members.", "Name them with `-m MODEL` or `-m MODEL:COUNT`.")
    members: dict[str, int] = {}
    for model, count in counted(config.models).items():
        found = known(model)
        members[found] = members.get(found, 0) + count
    offices: dict[str, str | list[str]] = {}
    if config.arbiter is not None:
        offices["arbiter"] = known(config.arbiter)
        if offices["arbiter"] in members:
            warnings.append(
                f"The arbiter {config.arbiter} is also a member: it judges blind, yet may prefer what is like its own."
            )
    elif model := next((each for each in members if each != "person"), ""):
        # an arbiter is never chosen without being named
        offices["arbiter"] = model
        warnings.append(
            f"No arbiter was named, so the member {shown(model)} judges: blind, yet it may prefer what is like its own."
        )
    if sum(members.values()) == 1:
        warnings.append("There is a single member, so no answer is compared with another.")
    embedder = _embedder(config)
    if embedder:
        offices["embedder"] = embedder
    strategy = strategies.find(config.strategy.strip().lower())
    if strategy.measures and not embedder:
        warnings.append(
            "No embedder was named, so answers are clustered by likeness of words, not of meaning; name one with "
            "`--embedding-backend`."
        )
    council = Council(
        name=name,
        title=title or config.category or "",
        protocol=PROTOCOL,
        members=tuple(spelled(model, count) for model, count in members.items()),
        offices=offices,
        chair=_first(offices.get("arbiter")) or None,
        system=(config.system_prompt or "").strip(),
        options={**_options(config, warnings), "quorum": quorum or ANYONE},
    )
    moot.app.options_from(moot.app.find_protocol(PROTOCOL), council.options, name or "the consortium")
    return CouncilDraft(council=council, warnings=tuple(dict.fromkeys(warnings)))


def config_of(council: Council, created: str | None = None) -> ConsortiumConfig:
    """Convert a consensus council to a consortium's settings, under the names that llm-consortium uses. `created` is
    when the council was saved.
    """
    options = council.options
    models: dict[str, int] = {}
    for member in council.lines():
        models[shown(member.model)] = models.get(shown(member.model), 0) + member.count
    taken = options_in(options, council.name)
    params: dict[str, ParamValue] = {key: value for key, value in options.items() if key in OF_STRATEGIES}
    params.update(taken.params)
    endpoint, _, embedder = _first(council.offices.get("embedder")).partition("/")
    backend = next((name for name, (row, _) in BACKENDS.items() if row == endpoint), endpoint)
    arbiter = _first(council.offices.get("arbiter"))
    return ConsortiumConfig(
        models=models,
        system_prompt=council.system or None,
        confidence_threshold=taken.threshold,
        max_iterations=taken.max_iterations,
        minimum_iterations=taken.min_iterations,
        arbiter=shown(arbiter) if arbiter else None,
        judging_method=judging_of(taken),
        strategy=taken.strategy,
        strategy_params=params,
        embedding_backend=backend or None,
        embedding_model=next((short for (_, short), full in ALSO_CALLED.items() if full == embedder), embedder) or None,
        manual_context=taken.context == "manual",
        category=council.title or None,
        created_at=created,
    )


def options_in(given: Mapping[str, Any], where: str) -> ConsensusOptions:
    """Convert a stored table of options to `ConsensusOptions`. Unknown options are left out. Values are converted, but
    not checked against the limits that apply today.

    `where` names the owner of the options in the error message.
    """
    known = {
        name: value for name, value in given.items() if name in ConsensusOptions.__struct_fields__ and value is not None
    }
    try:
        return msgspec.convert(known, ConsensusOptions, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(f"The options of {where or 'the consortium'} cannot be read: {error}.") from None


def judging_of(options: ConsensusOptions) -> str:
    """Return the judging method that applies: `default`, `rank` or `pick-one`. If the strategy requires a method,
    return that one; otherwise return the configured one."""
    try:
        return options.judges
    except UnknownName:
        return options.judging


def threshold_from(value: float) -> float:
    """Return a confidence threshold between 0 and 1. A value above 1 is read as a percentage."""
    if not 0 <= value <= 100:
        raise BadInput(
            f"A confidence threshold of {value:g} makes no sense.",
            "It lies between 0 and 1, or is a percentage up to 100.",
        )
    return value / 100 if value > 1 else value


def params_from(pairs: Collection[str]) -> dict[str, ParamValue]:
    """Parse `KEY=VALUE` settings: a bare key is true, a key given more than once is a list of its values."""
    found: dict[str, ParamValue] = {}
    for pair in pairs:
        key, equals, text = (part.strip() for part in pair.partition("="))
        key = key.replace("-", "_")
        if not key:
            raise BadInput(f"The strategy setting {pair!r} has no name.", "Write `--strategy-param KEY=VALUE`.")
        value: ParamValue = text if equals else True
        before = found.get(key)
        if before is None:
            found[key] = value
        else:
            found[key] = [*(before if isinstance(before, list) else [str(before)]), str(value)]
    return found


def _options(config: ConsortiumConfig, warnings: list[str]) -> dict[str, OptionValue]:
    judging, strategy = config.judging_method.strip().lower(), config.strategy.strip().lower()
    if strategies.find(strategy).ranks and judging != "rank":
        judging = "rank"
    found: dict[str, OptionValue] = {
        "confidence_threshold": threshold_from(config.confidence_threshold),
        "max_iterations": config.max_iterations,
        "min_iterations": config.minimum_iterations,
        "strategy": strategy,
        "judging": judging,
        "context": "manual" if config.manual_context else "auto",
    }
    further: list[str] = []
    for key, value in (config.strategy_params or {}).items():
        if key in OF_STRATEGIES:
            found[key] = _typed(key, value)
        elif key in WITHOUT_EFFECT:
            warnings.append(f"The strategy setting `{key}` has no effect: {WITHOUT_EFFECT[key]}.")
        elif strategy in strategies.OURS:
            near = get_close_matches(key, OF_STRATEGIES, n=1)
            advice = f"Did you mean `{near[0]}`?" if near else f"Known: {', '.join(OF_STRATEGIES)}."
            warnings.append(f"The strategy {strategy} has no setting `{key}`; it is ignored. {advice}")
        else:
            further += [f"{key}={_plain(each)}" for each in (value if isinstance(value, list) else [value])]
    if further:
        found["strategy_params"] = further
    return found


def _typed(key: str, value: ParamValue) -> OptionValue:
    """Convert a setting to the type of the option `key`. Return it unchanged if that fails, so that the options' own
    validation rejects it.
    """
    if key == "roles":
        return value if isinstance(value, list) else [str(value)]
    kind = next(field.type for field in msgspec.structs.fields(ConsensusOptions) if field.name == key)
    try:
        typed: OptionValue = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return value
    return typed


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _embedder(config: ConsortiumConfig) -> str:
    backend, model = (config.embedding_backend or "").strip().lower(), (config.embedding_model or "").strip()
    if not backend:
        if model and "/" in model:
            return model
        if model:
            raise BadInput(
                f"The embedding model {model!r} needs a backend.",
                f"Name one with `--embedding-backend`: {', '.join(BACKENDS)}, or an endpoint.",
            )
        return ""
    endpoint, default = BACKENDS.get(backend, (backend, ""))
    model = ALSO_CALLED.get((backend, model), model) or default
    if not model:
        raise BadInput(f"The embedding backend {backend!r} needs a model.", "Name it with `--embedding-model`.")
    return f"{endpoint}/{model}"


def _first(holders: str | list[str] | None) -> str:
    return holders if isinstance(holders, str) else holders[0] if holders else ""
