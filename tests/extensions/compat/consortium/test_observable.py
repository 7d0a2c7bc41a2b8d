"""Test what users and programs of a consortium can observe from outside.

`COMMANDS` are command lines and what is seen of them, `MODULES` what programs see of published modules.
Each behaviour has a name of its own. What a run gives is in `test_orchestrate.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from extensions.compat.consortium import observable_modules as seen
from moot.extensions.compat.consortium.orchestrate import create_consortium

ROOT = Path(__file__).parents[4]


Run = Callable[..., Result]


MODULES: dict[str, Callable[[], object]] = {
    "create_consortium is in .orchestrator": lambda: (
        __import__("llm_consortium.orchestrator", fromlist=["x"]).create_consortium is create_consortium
    ),
    "a judgement's synthesis is read, not one in the thinking": lambda: (
        seen.parsed()["synthesis"] == "Build it of steel."
    ),
    "a judgement's confidence is read": lambda: seen.parsed()["confidence"] == 0.85,
    "analysis and dissent are read": lambda: (
        (seen.parsed()["analysis"], seen.parsed()["dissent"]) == ("Two say so.", "Oak is cheaper.")
    ),
    "a flag on a line of its own is read": lambda: seen.parsed()["needs_iteration"] is True,
    "areas are read one by one": lambda: seen.parsed()["refinement_areas"] == ["load", "cost"],
    "a ranking goes by its positions": lambda: seen.parsed()["ranking"] == ["9", "7"],
    "missing elements have defaults": lambda: (
        (found := seen.parsed("<synthesis>Yes.</synthesis><confidence>0.75</confidence>"))["confidence"] == 0.75
        and (found["analysis"], found["needs_iteration"], found["refinement_areas"]) == ("", False, [])
    ),
    "a malformed judgement is its whole text with no confidence": lambda: (
        (found := seen.parsed("<synthesis>Open <confidence>0.75"))["synthesis"].startswith("<synthesis>Open")
        and found["confidence"] == 0.0
    ),
    "the last round does not change a flag": lambda: seen.parsed(is_final_iteration=True)["needs_iteration"] is True,
    "voting's defaults": lambda: (
        (one := seen.voting()[0]).similarity_threshold == 0.5
        and one.answer_length == 2000
        and one.require_majority is False
        and one.fallback_to_all is True
    ),
    "voting's settings as a command line gives them": lambda: (
        seen.voting(require_majority="false", answer_length="50")[0].require_majority is False
    ),
    "voting refuses a likeness above 1": lambda: seen.refused(
        "similarity_threshold must be between 0 and 1", lambda: seen.voting(similarity_threshold=1.5)
    ),
    "voting refuses too short a length": lambda: seen.refused(
        "answer_length must be at least 10", lambda: seen.voting(answer_length=5)
    ),
    "voting asks everyone": lambda: seen.voting()[0].select_models({"a": 1, "b": 2}, "?", 1) == {"a": 1, "b": 2},
    "likeness of the same words is 1": lambda: (
        seen.voting()[0]._calculate_similarity("The answer is 42", "The answer is 42!") == 1.0
    ),
    "likeness of other words is low": lambda: seen.voting()[0]._calculate_similarity("hello", "goodbye") < 0.5,
    "likeness of the same words in another order": lambda: (
        round(
            seen.voting()[0]._calculate_similarity("The capital of France is Paris", "Paris is the capital of France"),
            2,
        )
        == 0.7
    ),
    "answers that are alike are a group": lambda: (
        (kept := seen.voting(seen.ALIKE, similarity_threshold=0.7, answer_length=20)[1])
        and len(kept) == 2
        and all(each["voting_selected"] and each["voting_group_size"] == 2 for each in kept)
        and all(each["voting_total"] == 3 for each in kept)
    ),
    "a single answer is its own group": lambda: seen.voting(["Only one"])[1][0]["voting_selected"] is True,
    "agreement is counted": lambda: (
        seen.voting(seen.ALIKE, similarity_threshold=0.7)[0].iteration_state["consensus_count"] == 1
    ),
    "two of three are a majority": lambda: (
        len(seen.voting(seen.ALIKE, similarity_threshold=0.7, answer_length=20, require_majority=True)[1]) == 2
    ),
    "without a majority all go on, unselected": lambda: (
        (kept := seen.voting(seen.APART, similarity_threshold=0.95, require_majority=True)[1])
        and len(kept) == 3
        and not any(each["voting_selected"] for each in kept)
    ),
    "without a majority and a fallback none goes on": lambda: (
        seen.voting(seen.APART, similarity_threshold=0.95, require_majority=True, fallback_to_all=False)[1] == []
    ),
    "elimination's defaults": lambda: (
        (one := seen.elimination()).eliminate_count == 1
        and one.eliminate_fraction == 0.0
        and one.keep_minimum == 2
        and one.elimination_delay == 1
    ),
    "elimination refuses to keep nobody": lambda: seen.refused(
        "keep_minimum must be at least 1", lambda: seen.elimination(keep_minimum=0)
    ),
    "elimination refuses a share above 1": lambda: seen.refused(
        "eliminate_fraction must be between 0 and 1", lambda: seen.elimination(eliminate_fraction=2)
    ),
    "the tail of the ranking leaves": lambda: seen.after_a_round(seen.elimination(), [2, 1, 3]) == {"c"},
    "elimination keeps the fewest": lambda: seen.after_a_round(seen.elimination(eliminate_count=5), [2, 1, 3]) == {"c"},
    "elimination waits for its delay": lambda: (
        seen.after_a_round(seen.elimination(elimination_delay=2), [2, 1, 3]) == set()
    ),
    "who left is not asked again": lambda: (
        (one := seen.elimination())
        and seen.after_a_round(one, [1, 2, 3])
        and one.select_models({"a": 1, "b": 1, "c": 1}, "?", 2) == {"a": 1, "b": 1}
    ),
    "some come back where too few are left": lambda: (
        (one := seen.elimination()).iteration_state["eliminated_models"].update({"a", "b"}) is None
        and len(one.select_models({"a": 1, "b": 1, "c": 1}, "?", 2)) >= 2
    ),
    "semantic keeps the largest cluster": lambda: (
        [each["response"] for each in seen.semantic({"a": [1.0, 0.0], "b": [0.95, 0.05], "c": [-1.0, 0.0]}, eps=0.2)]
        == ["a", "b"]
    ),
    "semantic keeps all where nothing is near": lambda: (
        {each["cluster_id"] for each in seen.semantic({"a": [1.0, 0.0], "b": [0.0, 1.0], "c": [-1.0, 0.0]}, eps=0.01)}
        == {-1}
    ),
    "a text is measured once": seen.once_remembered,
    "a backend's failure is raised": seen.failing_backend,
    "an embedding is kept and read back": lambda: seen.closed_after(seen.embedding_kept),
    "clusters are kept": lambda: seen.closed_after(seen.clusters_kept),
    "an older table gets its missing columns": lambda: seen.closed_after(seen.older_table),
    "geometry of near vectors": lambda: (
        0.8 <= seen.geometry().compute_confidence([[1.0, 0.0], [0.9, 0.1]], [0.95, 0.05]) <= 1.0
    ),
    "geometry of orthogonal vectors": lambda: (
        round(seen.geometry().compute([np.array([1.0, 0.0]), np.array([0.0, 1.0])])[0], 4) == 0.8536
    ),
    "an outlier is found": lambda: (
        seen.geometry().detect_outliers([[1.0, 0.0], [0.95, 0.05], [-1.0, 0.0]], threshold_std=0.5) == [2]
    ),
}


@pytest.mark.parametrize("behaviour", MODULES)
def test_of_the_modules(behaviour: str) -> None:
    assert MODULES[behaviour]() in (True, None), behaviour


def test_backends_call_their_services(monkeypatch: pytest.MonkeyPatch) -> None:
    seen.openai(monkeypatch)
    seen.chutes(monkeypatch)
