"""Download models at the terminal; show size and licence first."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from moot.cli.public import is_terminal, run, say
from moot.errors import BadInput
from moot.extensions.local.downloader import HostUnreachable
from moot.extensions.local.model_files import ModelFiles, StoredModel
from moot.extensions.local.process import engine_here
from moot.extensions.local.puller import in_megabytes, pulled
from moot.library.public import SMALLEST, ModelFile, named, rosters_in
from moot.settings import home_folder

DRAWN_EVERY = 0.2
"""Number of seconds between two updates of the progress."""


def pull(names: tuple[str, ...], accepts: bool) -> int:
    """Download models, each given by its name or by that of a roster (a list of several). If no name is given, list the
    known models."""
    home = home_folder()
    if not names:
        _known()
        return 0
    wanted = {each.id: each for name in names for each in named(home, name)}
    away: list[HostUnreachable] = []
    bound: list[ModelFile] = []
    for model in wanted.values():
        try:
            run(fetched(model, accepts=accepts))
        except TermsDeclined as error:
            if len(wanted) == 1:
                raise
            say(f"{model.id}: {error.message}", err=True)
            bound.append(model)
        except HostUnreachable as error:
            if len(wanted) == 1:
                raise
            say(f"{model.id}: {error.message}", err=True)
            away.append(error)
    if away:
        raise HostUnreachable(
            f"{len(away)} of {len(wanted)} models could not be fetched, because no host that has them can be reached.",
            f"Where they can be reached, fetch these by hand, and run `moot models pull {' '.join(names)}`: "
            f"{'; '.join(error.by_hand for error in away)}.",
        )
    if bound:
        raise TermsDeclined(
            f"{len(bound)} of {len(wanted)} models were not fetched, because their terms were not accepted; the others "
            "are here.",
            f"Read {', '.join(dict.fromkeys(model.license_url for model in bound))}, then run "
            f"`moot models pull {' '.join(model.id for model in bound)} --accept-license`.",
        )
    return 0


class TermsDeclined(BadInput):
    """Error: the user did not accept a model's licence terms, so the model was not downloaded."""


async def fetched(model: ModelFile, *, accepts: bool = False) -> StoredModel:
    """Download a model unless it is on this machine, after its licence is accepted. Report progress at the terminal,
    and return the stored model."""
    home = home_folder()
    if not ModelFiles(home).path_of(model.id).exists():
        size = in_megabytes(model.bytes) if model.bytes else "size not known beforehand"
        terms = model.license or "licence not known beforehand"
        say(f"{model.id}: {model.name or model.file}, {size}, {terms}", err=True)
        if model.accept and not accepts:
            _accepted(model)
    drawn = _ProgressLine(model.id)
    try:
        kept = await pulled(home, model, say=lambda line: say(line, err=True), progress=drawn)
    finally:
        drawn.end()
    checked = "its digest is the published one" if kept.pinned else "not pinned: nobody published a digest of it here"
    say(f"{kept.id} is at {kept.path} ({in_megabytes(kept.path.stat().st_size)}, {checked}).", err=True)
    return kept


async def one_at_least(home: Path) -> None:
    """Ensure that a model can run here. If no program can run models, raise. If no model is here, download the
    smallest."""
    if engine_here() is None:
        raise BadInput(
            "Nothing here can run a model.", "Run: pip install 'moot[local]', or put llama-server on the PATH."
        )
    if ModelFiles(home).all():
        return
    model = rosters_in(home)[SMALLEST].models[0]
    say(f"No model is on this machine yet. The smallest is {model.name}, {in_megabytes(model.bytes)}.", err=True)
    if is_terminal(sys.stdin) and not click.confirm("Fetch it now?", default=True, err=True):
        raise BadInput("No model is on this machine.", "Fetch one when you like: `moot models pull NAME`.")
    await fetched(model)


def _accepted(model: ModelFile) -> None:
    say(f"Its terms: {model.license_url}", err=True)
    if not is_terminal(sys.stdin):
        raise TermsDeclined(
            f"{model.id} is given under terms that you must accept: {model.license}, {model.license_url}.",
            f"Read them, then run `moot models pull {model.id} --accept-license`.",
        )
    if not click.confirm(f"Do you accept the {model.license}?", err=True):
        raise TermsDeclined(f"The terms of {model.id} were not accepted.", "Nothing was fetched.")


def _known() -> None:
    home = home_folder()
    here = {each.id for each in ModelFiles(home).all()}
    for roster in rosters_in(home).values():
        say(f"{roster.name}: {roster.title}")
        for model in roster.models:
            size = in_megabytes(model.bytes) if model.bytes else "size not known"
            say(f"  {model.id}: {model.name}, {size}, {model.license}{', on this machine' if model.id in here else ''}")


class _ProgressLine:
    """Shows progress on one line of a terminal. If the output is no terminal, nothing is shown."""

    def __init__(self, name: str) -> None:
        self._name, self._at, self._shown = name, 0.0, False
        self._watched = is_terminal(sys.stderr)

    def __call__(self, here: int, whole: int) -> None:
        now = time.monotonic()
        if self._watched and now - self._at >= DRAWN_EVERY:
            self._at, self._shown = now, True
            of = f" of {in_megabytes(whole)}" if whole else ""
            click.echo(f"\r{self._name}: {in_megabytes(here)}{of}   ", nl=False, err=True)

    def end(self) -> None:
        """End the progress line with a line break, if anything was printed on it."""
        if self._shown:
            click.echo("", err=True)
