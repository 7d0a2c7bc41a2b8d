"""Implement `moot sessions project`: draw which answers of a session are similar, on one page."""

from __future__ import annotations

from pathlib import Path

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import goes_to_stdout, say, show_json
from moot.cli.screen.watching import with_app
from moot.errors import BadInput
from moot.exports.pages.map import map_page_of
from moot.exports.session_files import file_name, write_export
from moot.vocabulary.maps import METHODS
from moot.vocabulary.state import state_of


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--method", type=click.Choice(METHODS), default="pca", show_default=True, help="How it is made flat.")
@click.option("--stage", metavar="STAGE", help="Only the answers of this stage, e.g. `round.2`.")
@click.option(
    "--embedder",
    metavar="MODEL",
    help="Measure the answers for this map: `lexical/words`, or `minilm/NAME` on this machine.",
)
@click.option("-o", "-O", "--output", metavar="FILE", help="Where to write the page; `-` for stdout, as when piped.")
@click.option("--replace", is_flag=True, help="Write over a file that exists.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of writing a page.")
@with_app
async def project(
    app: Application,
    session: str,
    method: str,
    stage: str | None,
    embedder: str | None,
    output: str | None,
    replace: bool,
    as_json: bool,
) -> None:
    """Draw a map of a session's answers, on which similar answers are close together.

    The page needs no network. Without `--embedder` it uses the vectors that the session itself recorded.
    """
    whole = await app.register.resolve(session)
    found = await app.answer_map(whole, method=method, stage=stage, embedder=embedder)
    if as_json:
        show_json(found)
        return
    state = state_of(await app.transcript.read(whole))
    text = map_page_of(found, state)
    if goes_to_stdout(output):
        click.echo(text, nl=False)
        return
    name = file_name(state, "html")
    file = Path(output or name.removesuffix(".html") + "-map.html")
    if file.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"A map is written as a page, not as {file.name}.", "Name it FILE.html.")
    write_export(file, text, overwrite=replace)
    say(found.caution)
    say(f"Wrote {file}.", err=True)
