"""Test that the commands of the tutorial and of every how-to work as printed.

Blocks marked `sh` are run in order with scripted voices; `console` blocks need a key, a model or a server, so each
command and option is looked up.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from moot.cli.main import main

SOURCE = Path(__file__).parents[2] / "src"
DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "tutorial.md", *sorted((DOCS / "howto").glob("*.md"))]
READERS = [
    *PAGES,
    *(DOCS / name for name in ("install.md", "which-protocol.md", "faq.md")),
    DOCS.parent / "README.md",
    DOCS.parent / "CHANGELOG.md",
    DOCS.parent / "SECURITY.md",
]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.S)


@pytest.mark.fast(1)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path) -> None:
    bin_folder, work = tmp_path / "bin", tmp_path / "work"
    bin_folder.mkdir()
    work.mkdir()
    command = bin_folder / "moot"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m moot "$@"\n')
    command.chmod(0o755)
    clean = {name: value for name, value in os.environ.items() if not name.endswith(("_API_KEY", "_API_TOKEN"))}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(blocks(page, "sh"))],
        cwd=work,
        env=clean
        | {
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "MOOT_HOME": str(tmp_path / "home"),
            "MOOT_DEMO_SPEED": "0",
            "MOOT_DURABILITY": "normal",
            "PYTHONPATH": str(SOURCE),
        },
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def commands(page: Path) -> list[list[str]]:
    lines = [line for language in ("sh", "console") for block in blocks(page, language) for line in block.splitlines()]
    lines += re.findall(r"`(moot [^`\n]*)`", page.read_text())
    words = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if re.match(r"(\$ )?moot ", line)]
    return [word[1:] for word in words]


@pytest.mark.parametrize("page", READERS, ids=lambda page: page.stem)
def test_every_command_and_option_exists(page: Path) -> None:
    for words in commands(page):
        command: click.Command = main
        context = click.Context(main, **main.context_settings)  # what a command offers as help is kept with it
        for word in words:
            if not isinstance(command, click.Group):
                break
            found = command.get_command(context, word)
            assert found is not None, (page.name, words)
            command = found
        known = {
            option for parameter in command.get_params(context) for option in parameter.opts + parameter.secondary_opts
        }
        for word in words[: words.index("--")] if "--" in words else words:
            assert not word.startswith("-") or word == "-" or word.split("=")[0] in known, (page.name, words, word)
