"""`llm_consortium.strategies.voting`: keep the largest group of answers that are spelled alike.

Similarity is that of letters, as programs written for it expect; a session of Moot compares the answers' meaning.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Any

from moot.extensions.compat.llm_consortium.strategies.contract import ConsortiumStrategy, truth_of

_OPENERS = re.compile(
    r"^[\s,.:;!-]*(?:certainly|of course|absolutely|sure|okay|ok|well|yes|so|here(?: i|')s|here are|the answer is|"
    r"my answer is|answer)\b[\s,.:;!-]*"
)
_MARKS, _SPACE = re.compile(r"[^\w\s]"), re.compile(r"\s+")


class VotingStrategy(ConsortiumStrategy):
    """A strategy that groups similar answers and keeps the largest group."""

    def _validate_params(self) -> None:
        self.similarity_threshold = float(self.params.get("similarity_threshold", 0.5))
        self.answer_length = int(self.params.get("answer_length", 2000))
        self.require_majority = truth_of(self.params.get("require_majority", False))
        self.fallback_to_all = truth_of(self.params.get("fallback_to_all", True))
        if not 0 <= self.similarity_threshold <= 1:
            raise ValueError("similarity_threshold must be between 0 and 1")
        if self.answer_length < 10:
            raise ValueError("answer_length must be at least 10")

    def initialize_state(self) -> None:
        """Reset the state at the start of a run."""
        self.iteration_state = {"voting_history": [], "consensus_count": 0, "no_consensus_count": 0}

    def process_responses(self, responses: list[dict[str, Any]], iteration: int) -> list[dict[str, Any]]:
        """Return the largest group; failed answers are in no group."""
        answered = [each for each in responses if not each.get("error")]
        groups = sorted(self._group_similar_responses(answered), key=len, reverse=True)
        largest = groups[0] if groups else []
        found = bool(largest) and (not self.require_majority or 2 * len(largest) > len(answered))
        for group in groups:
            for each in group:
                each["voting_selected"] = found and group is largest
                each["voting_group_size"], each["voting_total"] = len(group), len(answered)
        state = self.iteration_state
        state.setdefault("voting_history", []).append(
            {"iteration": iteration, "groups": [len(each) for each in groups]}
        )
        counter = "consensus_count" if found else "no_consensus_count"
        state[counter] = state.get(counter, 0) + 1
        if found:
            return largest
        return answered if self.fallback_to_all else []

    def _normalize(self, text: str) -> str:
        """Return the text to compare: lower case, without openings and punctuation."""
        text = text.lower().strip()
        for _ in range(3):
            text = _OPENERS.sub("", text)
        return _SPACE.sub(" ", _MARKS.sub("", text)).strip()[: self.answer_length]

    def _calculate_similarity(self, one: str, other: str) -> float:
        """Return the similarity, 0 to 1."""
        one, other = self._normalize(one), self._normalize(other)
        if not one or not other:
            return float(one == other)
        return SequenceMatcher(None, one, other).ratio()

    def _group_similar_responses(self, responses: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
        """Group answers: each joins the first group whose first answer is similar."""
        groups: list[list[dict[str, Any]]] = []
        for each in responses:
            words = str(each.get("response", ""))
            for group in groups:
                if self._calculate_similarity(str(group[0].get("response", "")), words) >= self.similarity_threshold:
                    group.append(each)
                    break
            else:
                groups.append([each])
        return groups
