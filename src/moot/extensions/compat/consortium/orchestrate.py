"""Make and run a consortium from Python: `create_consortium(...)`, then `.orchestrate(prompt)`.

    consortium = create_consortium(models=["rehearsal/ada:2", "rehearsal/bo"], arbiter="rehearsal/hana")
    print(consortium.orchestrate("Which plan is safer?")["synthesis"]["synthesis"])

A run is a session like any other. Runs under one `consortium_id` are one conversation.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from moot.app import Application, Ask, opened_app
from moot.errors import AttemptEnded, MootError, UnknownName, WaitingForPerson
from moot.exports.public import areas_in, asks_for_more, confidence_in, elements_in, failure_of, ranks_in, result_of
from moot.extensions.compat.consortium.config import ConsortiumConfig, CouncilDraft, ParamValue, council_from
from moot.extensions.compat.consortium.results import orchestrated_from
from moot.extensions.compat.consortium.seats import LlmNames, counted, names_needed
from moot.vocabulary.public import SessionState, Turn, state_of

_SPEAKER = re.compile(r"^(Human|User|Assistant|AI)[ \t]*:[ \t]*", re.MULTILINE)


class Consortium:
    """Several models and an arbiter that answer a prompt in rounds. `create_consortium` makes such an object."""

    def __init__(
        self,
        config: ConsortiumConfig,
        config_name: str | None = None,
        *,
        budget: float | None = None,
        seed: str | None = None,
        home: str | Path | None = None,
        quorum: int | None = None,
    ) -> None:
        council_from(config, "", LlmNames(), ())  # raises for settings that could never sit
        self.config = config
        self.config_name = config_name
        self._budget, self._seed, self._home, self._quorum = budget, seed, home, quorum

    def orchestrate(
        self,
        prompt: str,
        conversation_history: str | Sequence[Turn] | None = None,
        consortium_id: str | None = None,
    ) -> dict[str, Any]:
        """Put a prompt to the consortium and return the run as a dictionary: synthesis, iterations (rounds with their
        answers), metadata, original prompt.

        This call blocks until the run has ended. In a running event loop, await `aorchestrate` instead.
        """
        work = self.aorchestrate(prompt, conversation_history, consortium_id)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(work)
        with ThreadPoolExecutor(max_workers=1) as beside:
            return beside.submit(asyncio.run, work).result()

    async def aorchestrate(
        self,
        prompt: str,
        conversation_history: str | Sequence[Turn] | None = None,
        consortium_id: str | None = None,
    ) -> dict[str, Any]:
        """Put a prompt to the consortium without blocking. Return the same as `orchestrate`.

        Raises:
            MootError: The run came to no answer. A run whose rule withholds the answer instead has an empty synthesis
                and the outcome `inconclusive`.
        """
        async with opened_app(self._home) as app:
            prepared = await self._prepared(app)
            belongs = await _belonging(app, conversation_history, consortium_id)
            session = await app.convene(
                Ask(
                    question=prompt,
                    council=prepared.council,
                    budget=self._budget,
                    seed=self._seed,
                    **belongs,
                )
            )
            await app.runner.ended(session)
            events = await app.transcript.read(session)
            state = state_of(events)
            if state.verdict is None:
                raise _ending(state)
            found: dict[str, Any] = to_builtins(orchestrated_from(events, self.config, belongs.get("conversation", "")))
            return found

    async def _prepared(self, app: Application) -> CouncilDraft:
        models = [*self.config.models, *filter(None, [self.config.arbiter])]
        names = await asyncio.to_thread(names_needed, models)
        return council_from(self.config, self.config_name or "", names, app.directory.rows(), quorum=self._quorum)

    @staticmethod
    def _parse_arbiter_response(text: str, is_final_iteration: bool = False) -> dict[str, Any]:
        """Parse an arbiter's reply in tagged elements into a dictionary, for programs that call this method of
        llm-consortium. Without a confidence element the confidence is 0. `is_final_iteration` has no effect.
        """
        elements = elements_in(text)
        return {
            "synthesis": elements.get("synthesis") or text,
            "confidence": confidence_in(elements) or 0.0,
            "analysis": elements.get("analysis", ""),
            "dissent": elements.get("dissent", ""),
            "needs_iteration": asks_for_more(elements),
            "refinement_areas": list(areas_in(elements)),
            "ranking": ranks_in(elements),
        }


def create_consortium(
    models: Sequence[str] | Mapping[str, int],
    arbiter: str | None = None,
    confidence_threshold: float = 0.8,
    max_iterations: int = 3,
    minimum_iterations: int = 1,
    system_prompt: str | None = None,
    judging_method: str = "default",
    manual_context: bool = False,
    strategy: str = "default",
    strategy_params: Mapping[str, ParamValue] | None = None,
    config_name: str | None = None,
    embedding_backend: str | None = None,
    embedding_model: str | None = None,
    *,
    budget: float | None = None,
    seed: str | None = None,
    home: str | Path | None = None,
    quorum: int | None = None,
) -> Consortium:
    """Return a consortium of these models. Give each as `model` or `model:count`, or all as a table of counts.

    A model is looked up in `llm` first. If `llm` does not know it, it is read as `endpoint/model`. Without an arbiter,
    the first member's model judges, so that no unnamed model is called. `budget` is in dollars for each run. `seed`
    makes a run's random choices repeatable. `home` is the folder that stores the runs. `quorum` is how many members
    must answer, by default 1.
    """
    config = ConsortiumConfig(
        models=counted(models),
        system_prompt=system_prompt,
        confidence_threshold=confidence_threshold,
        max_iterations=max_iterations,
        minimum_iterations=minimum_iterations,
        arbiter=arbiter,
        judging_method=judging_method,
        strategy=strategy,
        strategy_params=dict(strategy_params) if strategy_params else None,
        embedding_backend=embedding_backend,
        embedding_model=embedding_model,
        manual_context=manual_context,
    )
    return Consortium(config, config_name, budget=budget, seed=seed, home=home, quorum=quorum)


def turns_from(text: str) -> tuple[Turn, ...]:
    """Parse a text as a conversation. Paragraphs that begin with `Human:` and `Assistant:` are its turns. Text
    before the first of these is a turn of its own."""
    parts = _SPEAKER.split(text)
    turns: list[Turn] = []
    if parts[0].strip():
        turns.append(Turn(question="What was said before.", answer=parts[0].strip()))
    question: list[str] = []
    for speaker, words in zip(parts[1::2], parts[2::2], strict=True):
        if speaker in ("Human", "User"):
            question.append(words.strip())
        else:
            turns.append(Turn(question="\n\n".join(question) or "(Nothing was asked.)", answer=words.strip()))
            question = []
    if question:
        turns.append(Turn(question="\n\n".join(question), answer="(It was not answered.)"))
    return tuple(turns)


async def _belonging(
    app: Application, history: str | Sequence[Turn] | None, consortium_id: str | None
) -> dict[str, Any]:
    """Return the fields of `Ask` that say which conversation a run continues: a stored conversation by its id, or the
    turns given.
    """
    given = turns_from(history) if isinstance(history, str) else tuple(history or ())
    if consortium_id is None:
        return {"history": given}
    try:
        thread = (await app.threads.get(consortium_id)).id
    except UnknownName:
        try:
            return {"follows": (await app.register.get(consortium_id)).id, "history": given or None}
        except UnknownName:
            thread = (await app.threads.create(id=consortium_id)).id
    if given:
        given = (*(await app.threads.earlier(thread, app.transcript)).turns, *given)
    return {"conversation": thread, "history": given or None}


def _ending(state: SessionState) -> MootError:
    """Return an error that says why the run has no answer, with the cause for each member that is missing."""
    result = result_of(state)
    if result.outcome == "running":
        return AttemptEnded(
            f"The run no longer goes on here, and has not ended. It is kept as session {state.session[:8]}.",
            f"See `moot sessions show {state.session[:8]}`; if it is interrupted, `moot sessions resume` goes on.",
        )
    kind = type(failure_of(result)) if result.outcome != "waiting" else WaitingForPerson
    names = state.names()
    causes = [f"{names.get(lost.seat, lost.seat)}: {lost.cause or lost.failed}" for lost in state.missing]
    message = " ".join([state.message or f"The run is {state.status}.", *dict.fromkeys(causes)])
    return kind(message, state.remedy) if issubclass(kind, MootError) else MootError(message, state.remedy)
