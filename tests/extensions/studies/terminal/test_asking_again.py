"""Offer to ask again only what can change, and go on with a retry that ran out of budget."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from click.testing import Result

from cli.conftest import Run
from extensions.studies.asking.test_outdated_cells import MODELS
from extensions.studies.asking.test_running import JUDGED, endpoint
from extensions.studies.terminal.conftest import FIVE, configured
from moot.sessions.fork_changes import NOTHING_LOST
from rig.script import Asked
from rig.upstream import Upstream


async def said(moot: Run, *args: str) -> Result:
    return await asyncio.to_thread(moot, "study", *args)


def cut(asked: Asked) -> str | None:
    """A member whose words are cut at its limit: nothing failed, and the result is not a full one."""
    return "length" if asked.body["model"] == "beta" and asked.nth == 1 else None


async def test_what_can_only_be_asked_otherwise_is_not_offered(moot: Run, home: Path, tmp_path: Path) -> None:
    """Words that were cut are no call that failed: every door says so and what helps, and no retry begins."""
    file = tmp_path / "study.toml"
    file.write_text(JUDGED.format(questions=json.dumps(FIVE[:1])))
    async with Upstream(cut, models=MODELS) as up:
        configured(home, endpoint(up.url))
        first = await said(moot, "run", str(file))
        assert first.exit_code == 4, first.output
        before = len(up.calls)
        again = await said(moot, "retry", "once", "--degraded")
        status = await said(moot, "status", "once")
        told = json.loads((await said(moot, "status", "once", "--json")).stdout)
        assert len(up.calls) == before
    assert again.exit_code == 2
    assert "asked again." not in again.output.partition("Nothing of it can be asked again")[0]
    for output in (first.output, again.output, status.output):
        assert NOTHING_LOST in output, output
        assert "with a larger limit" in output, "what helps is told"
        assert "moot study retry" not in output, output
    assert (told["again"]["failed"], told["again"]["degraded"]) == (0, 0)
    assert [each["sessions"] for each in told["again"]["cannot"]] == [1]
