"""Does a store that an earlier revision wrote open whole: listed, read, shown, exported, checked, and gone on with?"""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from moot.exports.export import FORMATS, export
from moot.exports.pages.replay_page import CLOSING, OPENING
from moot.house import House
from moot.sessions.results.result import result_of
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.schema import VERSION
from moot.vocabulary.state import state_of

SAME_PROMPTS = 4
"""Since this version nobody is asked in other words: what is replayed is what was recorded."""
STORES = Path(__file__).parents[1] / "golden" / "stores"
PAGE = OPENING + CLOSING
"""A page to put a transcript in; the real one is built of the web app."""
SAID = "SELECT session, seq, key, at, t, kind, version, origin, body FROM events ORDER BY session, seq"


def held_in(path: Path) -> tuple[list[tuple[object, ...]], dict[str, str]]:
    """Every event and every long text, as they lie in the file."""
    with closing(sqlite3.connect(path)) as bare:
        return bare.execute(SAID).fetchall(), dict(bare.execute("SELECT digest, text FROM texts").fetchall())


@pytest.fixture(params=range(1, VERSION + 1))
async def older(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[House, Path, int]]:
    """A house over a store of each version there has been."""
    path = tmp_path / "moot.db"
    path.write_bytes(lzma.decompress((STORES / f"held-by-version-{request.param}.db.xz").read_bytes()))
    (tmp_path / "as-it-was.db").write_bytes(path.read_bytes())
    house = await House.opened("python", tmp_path, rehearsal_speed=0)
    yield house, path, request.param
    await house.close()


@pytest.mark.fast(2)
async def test_what_an_earlier_revision_wrote_is_all_there_and_goes_on(older: tuple[House, Path, int]) -> None:
    house, path, version = older
    events, texts = held_in(path.with_name("as-it-was.db"))
    assert held_in(path) == (events, texts)
    listed = {listing.id: listing for listing in await Register(house.store).list()}
    assert listed.keys() == {str(event[0]) for event in events}
    ended, cut = [], []
    for session, listing in listed.items():
        read = await house.transcript.read(session)
        assert [event.seq for event in read] == [seq for owner, seq, *_ in events if owner == session]
        state = state_of(read)
        assert listing.question == state.question.text
        (ended if state.verdict is not None else cut).append(session)
        for form in FORMATS:
            assert state.question.text in str(export(state, read, form, page=PAGE)) or form == "csv", form
        if state.verdict is not None:
            assert result_of(state).outcome == "verdict"
            checked = await house.check_session(session)
            assert checked.wrong == ()
            assert checked.replay == ("follows" if version >= SAME_PROMPTS else "diverges")
    assert (len(ended), len(cut)) == (2, 1)
    await house.runner.resume(cut[0])
    await house.runner.ended(cut[0])
    state = state_of(await house.transcript.read(cut[0]))
    stopped = state.status == "failed" and "protocol now makes prompt" in state.message  # and says where
    assert state.status == "verdict" or (stopped and version < SAME_PROMPTS), state.message
    after, _ = held_in(path)
    assert [event for event in after if event in events] == events
