"""Replay policies over recorded answers: whom to ask, and which answer to take.

Models are asked in the order of their price. If several answers have the most votes, the one that the cheapest of their
models gave is taken. A policy that chooses a model by its results chooses for each question by other questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from moot.errors import UnknownName
from moot.extensions.studies.policies.recorded_answers import RecordedAnswer, RecordedAnswers

FOLDS = 10
"""Number of parts into which the questions are divided. A model is chosen for one part by the other parts."""
DRAWS = 200
"""Number of random draws of known answers for the router."""
KNOWN = (20, 40)
"""Numbers of known answers for the router."""
COUNCIL = "council's own answer"
"""Name of the policy that was in force when the questions were asked."""


class Outcome(NamedTuple):
    """Results of one policy (a rule about which models to ask and which answer to take): for each question, whether it
    was right and what it cost.
    """

    policy: str
    """Name of the policy."""
    rights: list[float]
    """For each question, whether the policy's answer was right: 0 or 1; for a policy with random draws, the mean over
    draws.
    """
    prices: list[float]
    """Cost of each question, in dollars."""
    note: str = ""
    """The model that the policy uses, if it is always the same."""


def outcomes_of(recorded: RecordedAnswers, *, flagship: str = "", seed: int = 0) -> list[Outcome]:
    """Return each policy's outcome: whether it was right and what it cost on each question. The best single model is
    first.

    Args:
        recorded: The answers.
        flagship: The model of the policy `flagship`; empty for the most expensive one.
        seed: Seed of the random draws.

    Raises:
        UnknownName: The flagship is not among the models.
    """
    models, every = recorded.models, range(len(recorded.questions))
    if flagship and flagship not in models:
        raise UnknownName("model", flagship, models)
    best, flagship = best_of(recorded, every), flagship or models[-1]
    found = [
        _alone("best single, in hindsight", recorded, [best for _ in every], note=best),
        _alone("best single, cross-validated", recorded, chosen(recorded, seed=seed)),
        _alone("flagship", recorded, [flagship for _ in every], note=flagship),
        _asked("plurality", recorded, [len(models) for _ in every]),
        _asked("selective", recorded, [_until_disagreement(recorded.answers(at)) for at in every]),
        _asked("sequential stop", recorded, [calls_until_decided(recorded.answers(at)) for at in every]),
        *(_router(recorded, known, seed, best) for known in KNOWN if len(every) >= 2 * known),
    ]
    rereading = [model for model in models if all(each[model].reader_right is not None for each in recorded.questions)]
    if rereading:
        found.append(_reader(recorded, chosen(recorded, rereading, reread=True, seed=seed)))
    repeating = [model for model in models if all(each[model].agrees is not None for each in recorded.questions)]
    if repeating:
        found.append(_again(recorded, chosen(recorded, repeating, seed=seed)))
    if recorded.council:
        rights, paid = [float(each.right) for each in recorded.council], [each.price for each in recorded.council]
        found.append(Outcome(policy=COUNCIL, rights=rights, prices=paid))
    oracle = [float(any(answer.right for answer in each.values())) for each in recorded.questions]
    return [*found, Outcome(policy="oracle", rights=oracle, prices=[_sum(recorded.answers(at)) for at in every])]


def plurality(answers: Sequence[RecordedAnswer]) -> RecordedAnswer | None:
    """Return the answer that most models gave; in a tie, the one given first; `None` if nobody answered."""
    votes = Counter(each.answer for each in answers if each.answer).most_common(1)
    return next((each for each in answers if votes and each.answer == votes[0][0]), None)


def is_decided(votes: Mapping[str, int], left: int) -> bool:
    """Return whether the most frequent answer cannot change with the votes still to come.

    Args:
        votes: Votes by answer, in the order in which the answers were given first.
        left: Number of votes to come.
    """
    if not votes:
        return left == 0
    lead = max(votes.values())
    first = next(answer for answer, number in votes.items() if number == lead)
    earlier = list(votes).index(first)
    reach = [number + left + (at < earlier) for at, number in enumerate(votes.values()) if at != earlier]
    return max(left, *reach, 0) <= lead


def calls_until_decided(answers: Sequence[RecordedAnswer]) -> int:
    """Return how many models must be asked, one after another, until the most frequent answer can no longer change."""
    votes: Counter[str] = Counter()
    for asked, each in enumerate(answers, start=1):
        if each.answer:
            votes[each.answer] += 1
        if is_decided(votes, len(answers) - asked):
            return asked
    return len(answers)


def best_of(recorded: RecordedAnswers, among: Sequence[int]) -> str:
    """Return the model with the most right answers to the questions at the positions `among`; in a tie, the cheapest
    one.
    """
    return max(recorded.models, key=lambda model: sum(recorded.questions[at][model].right for at in among))


def chosen(recorded: RecordedAnswers, models: Sequence[str] = (), *, reread: bool = False, seed: int = 0) -> list[str]:
    """Return for each question the model that was right most often on other questions (by cross-validation).

    Args:
        recorded: The answers.
        models: The models to choose from; all by default.
        reread: Whether to judge a model by the answers it gave after reading the others' answers.
        seed: Seed of the random division of the questions into parts.
    """
    models = models or recorded.models
    order = list(range(len(recorded.questions)))
    Random(seed).shuffle(order)
    part = {at: place % FOLDS for place, at in enumerate(order)}
    right = {model: [0] * FOLDS for model in models}
    for at, each in enumerate(recorded.questions):
        for model in models:
            right[model][part[at]] += bool(each[model].reader_right if reread else each[model].right)
    best = [max(models, key=lambda model: sum(right[model]) - right[model][fold]) for fold in range(FOLDS)]
    return [best[part[at]] for at in range(len(recorded.questions))]


def _alone(policy: str, recorded: RecordedAnswers, models: Sequence[str], note: str = "") -> Outcome:
    answers = [each[model] for each, model in zip(recorded.questions, models, strict=True)]
    right = [float(each.right) for each in answers]
    return Outcome(policy=policy, rights=right, prices=[each.price for each in answers], note=note)


def _asked(policy: str, recorded: RecordedAnswers, calls: Sequence[int]) -> Outcome:
    """Return the outcome of a vote among the first models: on question `i`, the first `calls[i]` models vote."""
    answers = [recorded.answers(at)[:number] for at, number in enumerate(calls)]
    return Outcome(policy=policy, rights=[_right(each) for each in answers], prices=[_sum(each) for each in answers])


def _until_disagreement(answers: Sequence[RecordedAnswer]) -> int:
    first, second = answers[0].answer, answers[1].answer
    return 2 if first and first == second else len(answers)


def _router(recorded: RecordedAnswers, known: int, seed: int, best: str) -> Outcome:
    """Return the outcome of a router: choose the model with the most right answers among `known` random questions, and
    ask it all other questions. Results are means over many draws.
    """
    random, every = Random(seed), range(len(recorded.questions))
    drawn: Counter[str] = Counter()
    used: list[Counter[str]] = [Counter() for _ in every]
    for _ in range(DRAWS):
        sample = random.sample(every, known)
        model = best_of(recorded, sample)
        drawn[model] += 1
        for at in set(every).difference(sample):
            used[at][model] += 1
    pairs = [(recorded.questions[at], used[at]) for at in every]
    return Outcome(
        policy=f"router, {known} known",
        rights=[sum(each[model].right * n for model, n in of.items()) / of.total() for each, of in pairs],
        prices=[sum(each[model].price * n for model, n in of.items()) / of.total() for each, of in pairs],
        note=f"{best} in {100 * drawn[best] / DRAWS:.0f} % of draws",
    )


def _reader(recorded: RecordedAnswers, readers: Sequence[str]) -> Outcome:
    """Return the outcome of asking every model, then one model again that reads all answers. The second call is
    assumed to cost as much as that model's first call.
    """
    pairs = list(zip(recorded.questions, readers, strict=True))
    return Outcome(
        policy="reader",
        rights=[float(bool(each[model].reader_right)) for each, model in pairs],
        prices=[_sum(each.values()) + each[model].price for each, model in pairs],
    )


def _again(recorded: RecordedAnswers, models: Sequence[str]) -> Outcome:
    """Return the outcome of asking one model twice, and all others too if its two answers differ."""
    right, price = [], []
    for at, model in enumerate(models):
        own, answers = recorded.questions[at][model], recorded.answers(at)
        right.append(float(own.right) if own.agrees else _right(answers))
        price.append(own.price + (own.price if own.agrees else _sum(answers)))
    return Outcome(policy="again", rights=right, prices=price)


def _right(answers: Sequence[RecordedAnswer]) -> float:
    taken = plurality(answers)
    return float(taken is not None and taken.right)


def _sum(answers: Iterable[RecordedAnswer]) -> float:
    return sum(each.price for each in answers)
