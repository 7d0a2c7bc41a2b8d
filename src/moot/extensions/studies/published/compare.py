"""Compare two runs of the same questions as the published comparer does.

Questions match by number. Consensus texts and scores are ignored: a question is order-sensitive if any model's flip,
its reason or its conviction differs.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.extensions.studies.published.aggregate_text import LINE, RULE
from moot.extensions.studies.published.scored_runs import RunQuestion, ScoredReply, ScoredRun


class OrderSensitive(Struct, frozen=True, kw_only=True):
    """A question on which a model changed its position differently in two runs."""

    question_index: int
    text: str


class RunComparison(Struct, frozen=True, kw_only=True):
    """The questions on which two runs differ, and a text report that compares the runs."""

    order_sensitive: tuple[OrderSensitive, ...]
    text: str


class _ReplyPair(Struct, frozen=True, kw_only=True):
    """A model's reply to one question in both runs."""

    model: str
    one: ScoredReply
    other: ScoredReply

    @property
    def differs(self) -> bool:
        """Return whether flip, reason or conviction differ."""
        one, other = self.one, self.other
        return (one.flip, one.reason, one.conviction) != (other.flip, other.reason, other.conviction)


def compare_runs(one: ScoredRun, other: ScoredRun) -> RunComparison:
    """Compare two runs question by question: find the questions on which a model's change of position differs."""
    after = {question.index: question for question in other.questions}
    lines, sensitive = (
        [f"Comparing runs: {one.run} (A) vs {other.run} (B)", RULE, "COUNCIL RUNNER — RUN COMPARISON"],
        [],
    )
    lines.append(RULE)
    for question in one.questions:
        if question.index not in after:
            continue
        both = _both(question, after[question.index])
        lines += ["", f"Q{question.index}: {question.text}", *_told(both)]
        if any(each.differs for each in both):
            sensitive.append(OrderSensitive(question_index=question.index, text=question.text))
    lines += ["", LINE, "ORDER-SENSITIVE QUESTIONS"]
    lines += [f"  Q{each.question_index}: {each.text}" for each in sensitive] or ["  None."]
    return RunComparison(order_sensitive=tuple(sensitive), text="\n".join([*lines, RULE]))


def _both(one: RunQuestion, other: RunQuestion) -> list[_ReplyPair]:
    after = {reply.model: reply for reply in other.replies}
    return [
        _ReplyPair(model=reply.model, one=reply, other=after[reply.model])
        for reply in one.replies
        if reply.model in after
    ]


def _told(both: Sequence[_ReplyPair]) -> list[str]:
    lines = []
    flips = [{each.model: each.one.flip for each in both}, {each.model: each.other.flip for each in both}]
    if flips[0] != flips[1]:
        lines.append(f"  Consensus (by flips): {flips[0]}  ->  {flips[1]}")
    for each in both:
        one, other = each.one, each.other
        lines.append(
            f"  {each.model:<18} score {one.score:>5.1f} -> {other.score:>5.1f}  Δ {other.score - one.score:+.1f}"
        )
        lines.append(
            f"     flip {one.flip} -> {other.flip} (reason {one.reason or None} -> {other.reason or None})  "
            f"cb {_plain(one.conviction)} -> {_plain(other.conviction)}"
        )
    return lines


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)
