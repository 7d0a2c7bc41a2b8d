"""`moot sessions import`: a transcript of another machine, to be read here."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from moot.cli.terminal import say, show_json
from moot.cli.watching import in_house, run
from moot.errors import BadInput
from moot.house import House
from moot.sessions.importing import LARGEST, import_transcript


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def import_command(file: Path, as_json: bool) -> int:
    """Take in a session that was exported as JSONL, to be read.

    `-` reads from stdin. An imported session cannot be resumed or answered, and counts in no budget.
    """
    text = _text_of(file)

    async def work(house: House) -> int:
        came = await import_transcript(house.store, text)
        if as_json:
            show_json(msgspec.to_builtins(came))
        elif came.fresh:
            say(f"Took in {came.session} with {came.events:,} events. Read it with: moot sessions show {came.session}")
        else:
            say(f"{came.session} is here already, with the same {came.events:,} events.")
        return 0

    return run(in_house(work))


def _text_of(file: Path) -> str:
    try:
        if str(file) == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with file.open("rb") as opened:
                data = opened.read(LARGEST + 1)
        return data.decode("utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.", "Name a file that is there.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is no text in UTF-8.", "Give a file written with the format `jsonl`.") from None
