"""Compute figures of councils: ballots, control claims, tiers, and number of independent voters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from moot.analytics.voter_quality.ledger import ballots_by, controls_by, seated_last, sittings_by
from moot.analytics.voter_quality.tiers import SessionTiers, mixes_of
from moot.analytics.voter_quality.weights import readable
from moot.stats.voter_quality.pairs import Worth, independent_voters
from moot.stats.voter_quality.posterior import Tries, rates_of
from moot.vocabulary.history.track_record import SameVotes
from moot.vocabulary.history.voter_quality import UpkeepCouncil, VoterPair


def same_votes_of(worth: Worth) -> SameVotes | None:
    """Return the voters whose votes allow no estimate of independence."""
    return SameVotes(voters=worth.alike, share=worth.same) if worth.alike else None


def councils_in(
    connection: Connection, alike: Sequence[VoterPair], made: Mapping[str, Sequence[SessionTiers]]
) -> list[UpkeepCouncil]:
    """Return the figures of every council with votes, by name."""
    seated = seated_last(connection)
    sat, ballots = sittings_by(connection, "council"), ballots_by(connection, "council")
    controls = controls_by(connection, "council")
    names = sorted(sat)
    valid = rates_of([readable(ballots.get(name, [])) for name in names])
    right = rates_of([Tries(sum(met), len(met)) for met in (controls.get(name, []) for name in names)])
    worth = {name: independent_voters(seated.get(name, ()), alike) for name in names}
    return [
        UpkeepCouncil(
            name=name,
            sessions=sat[name].sessions,
            last=sat[name].last,
            valid=valid[at],
            controls=right[at],
            voters=len(seated.get(name, ())),
            effective=worth[name].most,
            same_votes=same_votes_of(worth[name]),
            repaired=sum(each.outcome == "repaired" for each in ballots.get(name, [])),
            ballots=readable(ballots.get(name, [])).of,
            mixes=mixes_of(made.get(name, ())),
            weighted=bool(made.get(name)) and made[name][-1].weighted,
            tiers_from=made[name][-1].tiers_from if made.get(name) else "",
        )
        for at, name in enumerate(names)
    ]
