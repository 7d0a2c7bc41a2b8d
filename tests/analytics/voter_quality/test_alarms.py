"""Test that an acknowledged alarm is hidden until it ends."""

from __future__ import annotations

import pytest

from analytics.drawn_votes import drawn
from moot.analytics.voter_quality.figures import AcknowledgedAlarms, Upkeep, acknowledged_in
from moot.errors import UnknownName
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript


@pytest.mark.slow
async def test_an_acknowledged_alarm_is_hidden_until_it_is_shown_again(store: Store) -> None:
    await drawn(SqlTranscript(store), 25)
    upkeep = Upkeep(store)
    first = (await upkeep.report()).alarms[0].key
    await upkeep.acknowledge(first)
    assert [each.key for each in (await upkeep.report()).alarms if each.acknowledged] == [first]
    await upkeep.show_again(first)
    assert not any(each.acknowledged for each in (await upkeep.report()).alarms)
    for call in (upkeep.acknowledge("silent:nobody"), upkeep.show_again(first)):
        with pytest.raises(UnknownName):
            await call


async def test_an_alarm_that_ended_is_no_longer_acknowledged(store: Store) -> None:
    await AcknowledgedAlarms(store).add("silent:abc")
    await Upkeep(store).report()
    assert await store.read(acknowledged_in) == frozenset()
