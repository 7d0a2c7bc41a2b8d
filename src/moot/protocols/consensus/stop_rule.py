"""Decide when the rounds of a consensus stop (`stop_after`), and record each round (`Course`).

Everything here is computed from results of the floor, so a resumed session computes the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.errors import QuorumLost
from moot.protocols.consensus.arbiter import ArbiterDecision
from moot.protocols.consensus.ballots import RoundReply
from moot.protocols.consensus.findings import GeometricAgreement, PreferenceEntry, RoundHeld, Rounds, Stop
from moot.protocols.consensus.members import STANDING, UNAGREED, areas_in_words, asks_for, fenced, heard_in
from moot.protocols.consensus.options import ConsensusOptions
from moot.protocols.consensus.strategies.strategy import RoundAnswer, RoundSelection, Strategy
from moot.protocols.floor_interface import Floor, SeatPrompt
from moot.protocols.protocol import LEAST_QUORUM
from moot.protocols.selective import compare_pair, first_of, in_order, record
from moot.reading.unmarked import unwrapped
from moot.stats.answers.matching import agreed_by, group_by_code, is_decided
from moot.stats.vectors.geometry import geometric_confidence
from moot.vocabulary.ballots import Poll
from moot.vocabulary.seats import Seat
from moot.vocabulary.vectors import Vectors
from moot.vocabulary.verdicts import Verdict


def best_round(rounds: Sequence[RoundHeld]) -> RoundHeld | None:
    """Return the best of the rounds that an arbiter judged; `None` if none was judged."""
    arbitrated = [held for held in rounds if held.confidence is not None]
    return max(
        arbitrated, key=lambda held: (not held.needs_iteration, held.confidence or 0.0, held.number), default=None
    )


def stop_after(
    rounds: Sequence[RoundHeld], *, threshold: float, least: int, cap: int, picked: bool, goes_on: bool
) -> Stop:
    """Return the reason to end the rounds after the last of `rounds`; empty if a further round follows.

    Args:
        threshold: The arbiter's confidence from which on the rounds may end.
        least: Minimum number of rounds.
        cap: Maximum number of rounds.
        picked: Whether the arbiter picks one answer and refines nothing.
        goes_on: Whether the strategy needs a further round, however sure the arbiter is.
    """
    last = rounds[-1]
    if last.kept and last.confidence is None:
        return "no_arbiter"
    if last.number >= cap:
        if picked:
            return "single_pass"
        return "confident" if _sure(last, threshold) else ("cap" if best_round(rounds) else "no_majority")
    if last.number < least or goes_on or picked or not _sure(last, threshold):
        return ""
    return "confident"


def account_of(rounds: Sequence[RoundHeld], *, threshold: float, cap: int, stopped: Stop, why: str) -> Rounds:
    """Return the result (`Rounds`) that records these rounds, which of them is the best, and why they ended."""
    best = best_round(rounds)
    return Rounds(
        rounds=tuple(rounds),
        threshold=threshold,
        cap=cap,
        best=best.number if best else None,
        stopped=stopped,
        why=why,
        places=tuple(PreferenceEntry(seat=seat) for seat in best.ranking) if best else (),
        winner=best.ranking[0] if best and best.ranking else None,
    )


def _sure(held: RoundHeld, threshold: float) -> bool:
    return held.confidence is not None and held.confidence >= threshold and not held.needs_iteration


class Course:
    """The state of a consensus while it runs: its rounds, their answers, and the arbiter's judgements."""

    def __init__(self, floor: Floor, options: ConsensusOptions, strategy: Strategy) -> None:
        self.floor, self.options, self.strategy = floor, options, strategy
        self.rounds: list[RoundHeld] = []
        self.judged: list[ArbiterDecision | None] = []
        self.answers: list[dict[str, RoundAnswer]] = []
        self.degraded: list[str] = []
        self._manners: dict[str, str] = {}
        self._account: Rounds | None = None
        self._selected: tuple[Seat, ...] = ()
        self.early = False
        """Whether the answers of the members that are asked first are enough."""

    @property
    def earlier(self) -> list[tuple[RoundHeld, ArbiterDecision | None]]:
        """Return the completed rounds, each with the arbiter's judgement."""
        return list(zip(self.rounds, self.judged, strict=True))

    async def heard(self, number: int) -> list[RoundAnswer]:
        """Ask the members selected for a round, and return their answers; empty if too few of them answered a later
        round."""
        if number == 1:
            self._manners = self.strategy.manners(self.floor, self.options)
        self._selected = self.strategy.selected(self.floor, self.options, self.rounds)
        asks = asks_for(
            self.floor,
            self._selected,
            number=number,
            standing=self._standing() if number > 1 else "",
            manners=self._manners,
            own=self._own(),
        )
        try:
            poll = await self._polled(asks, number)
        except QuorumLost:
            if number == 1:
                raise
            return []
        heard = heard_in(self._selected, poll)
        if self.early:
            return heard
        if len(heard) < (needed := self._needed()):
            if number > 1:
                return []
            there = [each.seat.id for each in heard]
            raise QuorumLost(
                f"In the first round {len(heard)} of {len(self._selected)} members answered; {needed} are needed.",
                f"Go on with what was said (`--at-least {len(heard)}` when resuming), or ask the others again in a "
                "fork (`--retry-failed`)."
                if heard
                else "Nobody gave an answer that can be read.",
                answered=there,
                unanswered=[seat.id for seat in self._selected if seat.id not in there],
            )
        return heard

    async def _polled(self, asks: Sequence[SeatPrompt], number: int) -> Poll:
        """Ask the members for their answers in a round.

        If the session's plan says so, some members are asked first. The others are then asked one by one, until no
        further answer could change which answer has the most votes.
        """
        first = first_of(self.floor.plan, self._selected) if number == 1 else []
        if not first:
            return await self.floor.poll(asks, read=RoundReply, quorum=self._needed())
        ask_of = {ask.seat.id: ask for ask in asks}
        poll = await self.floor.poll([ask_of[seat.id] for seat in first], read=RoundReply, quorum=0)
        pair = [each.statement for each in heard_in(self._selected, poll) if each.whole]
        found = await compare_pair(self.floor, pair)
        self.early = found.agreed or (self.floor.plan.when == "one" and bool(pair))
        record(self.floor, first, len(asks), agreed=found.agreed, early=self.early, by=found.by, why=found.why)
        rest = [seat for seat in in_order(self.floor.plan, self._selected) if seat not in first]
        while rest and not self.early and not self._is_decided(poll, len(rest)):
            poll = poll.joined(await self.floor.poll([ask_of[rest.pop(0).id]], read=RoundReply, quorum=0))
        return poll

    def _is_decided(self, poll: Poll, left: int) -> bool:
        heard = heard_in(self._selected, poll)
        answers = {each.seat.id: each.reply.answer for each in heard if each.whole}
        choices, majority = self.floor.question.options, self.options.require_majority
        groups = group_by_code(answers, choices)
        enough = len(heard) >= self._needed()
        return enough and is_decided(groups, answers, left, choices=choices, majority=majority)

    def _needed(self) -> int:
        """Return how many answers a round needs, as set by the options. Ballots that decline or are empty do not
        count."""
        asked = len(self._selected)
        return min(asked, self.options.quorum if self.options.quorum is not None else LEAST_QUORUM)

    def closed(
        self,
        number: int,
        heard: Sequence[RoundAnswer],
        sifted: RoundSelection,
        judged: ArbiterDecision | None,
        vectors: Vectors | None,
    ) -> bool:
        """Record a completed round with its judgement. Return whether the round was the last."""
        if sifted.degraded:
            self.degraded.append(sifted.degraded)
        if few := too_few_to_compare(number, len(heard), len(self._selected)):
            self.degraded.append(few)
        self.answers.append({each.seat.id: each for each in heard})
        self.judged.append(judged)
        self.rounds.append(
            RoundHeld(
                number=number,
                selected=tuple(seat.id for seat in self._selected),
                heard=tuple(each.seat.id for each in heard),
                kept=sifted.kept,
                dropped=tuple(each.seat.id for each in heard if each.seat.id not in sifted.kept),
                said={each.seat.id: each.reply.confidence for each in heard if each.reply.confidence is not None},
                arbiter=judged.by if judged is not None else "",
                confidence=judged.confidence if judged is not None else None,
                needs_iteration=judged is not None and judged.needs_iteration,
                refinement_areas=tuple(map(self.floor.unlabelled, judged.areas)) if judged is not None else (),
                ranking=judged.ranking if judged is not None else (),
                geometric=_geometry(heard, vectors, len(self._selected)),
                note=sifted.note,
            )
        )
        stopped = stop_after(
            self.rounds,
            threshold=self.options.threshold,
            least=self.options.min_iterations,
            cap=self.options.cap,
            picked=self.options.judges == "pick-one",
            goes_on=judged is not None and self.strategy.goes_on(self.options, self.rounds),
        )
        if not stopped:
            self.strategy.closed(self.floor, self.options, self.rounds)
        self._record(stopped, vectors)
        return bool(stopped)

    def broke_off(self) -> None:
        """Record that the next round was not held because too few members answered. The earlier rounds are used."""
        self.degraded.append(f"Too few members answered round {len(self.rounds) + 1}, so it was not held.")
        self._record("too_few", None)

    async def concluded(self) -> Verdict:
        """Adopt the verdict and return it.

        If an arbiter judged a round, the best round is used: either its synthesis, or the answer that the arbiter
        chose, unchanged. If no round was judged, the answer that most members gave is used. If no answer was kept, the
        verdict is withheld.
        """
        assert self._account is not None
        best = best_round(self.rounds)
        if best is not None:
            judged = self.judged[best.number - 1]
            assert judged is not None
            if judged.chosen is not None:
                return await self._as_given(self.answers[best.number - 1][judged.chosen], judged.confidence)
            by = next(seat for seat in self.floor.writers(self.floor.office("arbiter")[0]) if seat.id == judged.by)
            return await self.floor.adopt(
                judged.text,
                by=by,
                key=judged.key,
                confidence=judged.confidence,
                reason=self._account.why,
                degraded=self.degraded,
            )
        if not self.rounds[-1].kept:
            return await self.floor.withhold(self._account.why)
        last = self.answers[-1]
        camp = agreed_by(group_by_code({seat: each.reply.answer for seat, each in last.items()})).winners
        self.degraded.append("Neither the arbiter nor a stand-in could judge, so no answer was compared with another.")
        return await self._as_given(last[camp[0]], None, unjudged=True)

    async def _as_given(self, heard: RoundAnswer, confidence: float | None, *, unjudged: bool = False) -> Verdict:
        assert self._account is not None
        return await self.floor.adopt(
            unwrapped(heard.reply.answer),
            by=heard.seat,
            key=heard.statement.key,
            verbatim=unjudged,  # by the arbiter's choice it is no last resort
            confidence=confidence,
            reason=self._account.why,
            degraded=self.degraded,
        )

    def _record(self, stopped: Stop, vectors: Vectors | None) -> None:
        account = account_of(
            self.rounds,
            threshold=self.options.threshold,
            cap=self.options.cap,
            stopped=stopped,
            why=why_of(stopped, self.rounds, self.options) if stopped else "",
        )
        judged = self.judged[-1]
        rests_on = [each.statement.key for each in self.answers[-1].values()]
        rests_on += [judged.key] if judged is not None else []
        rests_on += [vectors.key] if vectors is not None and vectors.key else []
        self._account = self.floor.record(account, rests_on=rests_on)

    def _standing(self) -> str:
        """Return a description of the rounds so far, for members' prompts."""
        judged = self.judged[-1]
        if judged is None:
            return UNAGREED.filled({})
        areas = areas_in_words([self.floor.unlabelled(area) for area in judged.areas])
        return STANDING.filled(
            {
                "synthesis": fenced(self.floor, "synthesis", self.floor.unlabelled(judged.text)),
                "areas": f"To be looked into:\n{areas}" if areas else "Nothing in particular was named to look into.",
            }
        )

    def _own(self) -> dict[str, list[tuple[int, str]]]:
        """Return each seat's own earlier answers to show it, with the number of the round."""
        if self.options.context == "manual":
            return {}
        own: dict[str, list[tuple[int, str]]] = {}
        for held, answers in zip(self.rounds, self.answers, strict=True):
            for seat, heard in answers.items():
                own.setdefault(seat, []).append((held.number, heard.reply.answer))
        return own


def _geometry(heard: Sequence[RoundAnswer], vectors: Vectors | None, asked: int) -> GeometricAgreement | None:
    """Measure how close all answers of a round are to each other, including those that the strategy did not keep.

    If a member did not answer, or fewer than two answered, return `None`: the distances of a missing answer are
    unknown.
    """
    if vectors is None or sum(each.whole for each in heard) < max(2, asked):
        return None
    found = geometric_confidence([vectors.of(each.statement.key) for each in heard], unrelated=vectors.unrelated)
    return GeometricAgreement(
        confidence=found.confidence,
        baseline=found.baseline,
        calibrated=found.calibrated,
        outliers=tuple(heard[at].seat.id for at in found.outliers),
    )


def too_few_to_compare(number: int, heard: int, asked: int) -> str:
    """Return a remark if fewer members answered a round than the usual quorum.

    If enough answered, or the council has one member, return an empty text.
    """
    if heard >= min(asked, max(2, asked // 2 + 1)):
        return ""
    who = "Only one" if heard == 1 else f"Only {heard}"
    compared = ", so no answer was compared with another." if heard == 1 else ": not more than half of them."
    return f"{who} of {asked} members answered round {number}{compared}"


def why_of(stopped: Stop, rounds: Sequence[RoundHeld], options: ConsensusOptions) -> str:
    """Return why the rounds ended and which round is used, in a sentence."""
    best, last = best_round(rounds), rounds[-1]
    stands = f"Round {best.number} stands" if best else ""
    sure = f"the arbiter is {100 * (best.confidence or 0):.0f} % sure" if best else ""
    needed = f"{100 * options.threshold:.0f} %"
    if stopped == "confident" and best is not None:
        better = f", as the best; the rounds ended with round {last.number}" if best is not last else ""
        return f"{stands}{better}: {sure}, at or above the threshold of {needed}, and asks for no further round."
    if stopped == "cap" and best is not None:
        still = " and still asks for another round" if best.needs_iteration else ""
        rounds_held = "the only round allowed" if options.cap == 1 else f"the best of the {options.cap} rounds allowed"
        return f"{stands}, {rounds_held}: {sure}{still}; the threshold is {needed}."
    if stopped == "single_pass":
        return f"The arbiter picked one answer, {100 * (best.confidence or 0):.0f} % sure of it." if best else ""
    if stopped == "no_majority":
        held = "the one round" if len(rounds) == 1 else f"any of {len(rounds)} rounds"
        return f"No answer had a majority in {held}, and a majority was required."
    trouble = {
        "no_arbiter": f"Nobody could arbitrate round {last.number}",
        "too_few": f"Too few members answered round {last.number + 1}",
    }[stopped]
    if best is not None:
        return f"{trouble}; round {best.number} stands, in which {sure}."
    return f"{trouble}; an answer stands as it was given."
