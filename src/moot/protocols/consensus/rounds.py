"""Find the best round of a consensus, and decide whether the rounds have ended.

The best is one that needs no further round, then the surest, then the latest; never simply the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.consensus.findings import PreferenceEntry, RoundHeld, Rounds, Stop


def best_round(rounds: Sequence[RoundHeld]) -> RoundHeld | None:
    """Return the best round that was arbitrated."""
    arbitrated = [held for held in rounds if held.confidence is not None]
    return max(
        arbitrated, key=lambda held: (not held.needs_iteration, held.confidence or 0.0, held.number), default=None
    )


def stop_after(
    rounds: Sequence[RoundHeld], *, threshold: float, least: int, cap: int, picked: bool, goes_on: bool
) -> Stop:
    """Return why the rounds end after the last of these; empty if another follows.

    Args:
        picked: Whether the arbiter picks one answer and refines nothing.
        goes_on: Whether the strategy needs a further round.
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
    """Return the finding on the rounds so far."""
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
