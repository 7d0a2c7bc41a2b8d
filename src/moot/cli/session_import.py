"""`moot sessions import` and `archive`: transcripts of another machine to be read here, and all of this one's."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from moot.cli.terminal import is_terminal, say, show_json
from moot.cli.watching import in_house, run
from moot.errors import BadInput, MootError
from moot.house import House
from moot.sessions.archive import archived, transcripts_in
from moot.sessions.export import write_export
from moot.sessions.importing import Imported, import_transcript


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def import_command(file: Path, as_json: bool) -> int:
    """Take in sessions that were exported as JSONL, to be read.

    `-` reads from stdin. The file may hold one session or an archive of many. An imported session cannot be resumed or
    answered, and counts in no budget.
    """
    text = _text_of(file)

    async def work(house: House) -> int:
        came: list[Imported] = []
        refused: list[MootError] = []
        for transcript in transcripts_in(text):
            try:
                came.append(await import_transcript(house.store, transcript))
            except MootError as error:
                refused.append(error)
        if refused and not came:
            raise refused[0]
        if as_json:
            show_json({"sessions": msgspec.to_builtins(came), "refused": list(map(str, refused))})
        else:
            for one in came:
                what = f"Took in {one.session}" if one.fresh else f"{one.session} is here already"
                say(f"{what}: {one.events:,} events.")
            for each in refused:
                say(f"refused: {each}", err=True)
        return 1 if refused else 0

    return run(in_house(work))


@click.command()
@click.option("-O", "--output", metavar="FILE", help="Where to write it; `-` for stdout, as when piped.")
@click.option("--replace", is_flag=True, help="Write over a file that exists.")
def archive(output: str | None, replace: bool) -> int:
    """Write every session's transcript into one file, as JSONL."""

    async def work(house: House) -> int:
        parts = [text async for text in archived(house.register, house.transcript)]
        if output == "-" or (output is None and not is_terminal(sys.stdout)):
            for text in parts:
                click.echo(text, nl=False)
            return 0
        file = Path(output or f"moot-{datetime.now(UTC):%Y-%m-%d}.jsonl")
        write_export(file, "".join(parts), overwrite=replace)
        say(f"Wrote {len(parts):,} sessions to {file}.", err=True)
        return 0

    return run(in_house(work))


def _text_of(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.", "Name a file that is there.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is no text in UTF-8.", "Give a file written with the format `jsonl`.") from None
