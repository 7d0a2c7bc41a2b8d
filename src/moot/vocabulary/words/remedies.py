"""Rewrite remedies for the reader's interface: browser, API, Python or terminal.

A remedy is written once, as a terminal command in backticks. Pages, the API and the OpenAI-compatible API show it in
their own terms, the terminal adds the session's id; older transcripts are rewritten alike. A new remedy needs a line
here unless it names no command: `tests/vocabulary/test_remedies.py` checks every text of the package.
"""

from __future__ import annotations

import re

_AWAY = [
    (re.compile(pattern), words)
    for pattern, words in (
        # keys, models, councils, settings
        (r"Set ([^`,]+), or run (?=`moot keys set)", r"Set \1 where the server runs, or "),
        (r", or store its key: `moot keys set [^`]+`", " where the server runs"),
        (r"(?<=tore its key): `moot keys set [^`]+`", " where the server runs"),
        (r"(?<=was not accepted): `moot keys set [^`]+`", "; set another in the settings"),
        (r"(?:run )?`moot keys set ([^`]+)`", r"store a key for \1 in the settings"),
        (r"Choose another: `moot councils default [^`]+`", "Choose another in the settings"),
        (r": `moot councils save [^`]+`", " in the settings, under Councils"),
        (r"`--replace` to write over it", "another name, or delete that one first"),
        (r"`moot models` shows", "The list of models shows"),
        (r"see `moot models`", "see the list of models"),
        # models that run on the server's machine
        (r": `moot models rm [^`]+`, then `moot models pull [^`]+`", " on the server's machine"),
        (r", and run `moot models pull [^`]+`", ", and pull it there"),
        (r": `moot models (?:pull|rm|ps)[^`]*`", " on the server's machine"),
        (r"run `moot models pull [^`]+`", "pull it on the server's machine"),
        (r"let Moot fetch and run (a small one [^:]+): `moot serve --local`", r"start the server with \1"),
        (r"Start one: `moot serve --local`", "Start the server with local models"),
        (r"`moot help ([^`]+)`", r"the options of \1"),
        (r"`moot settings list`", "the settings"),
        (r": `moot settings set (\S+) ([^`]+)`", r": set `\1` to \2"),
        (r"Set one: `moot endpoints set (\S+) [^`]+`", r"Set one for \1 in the settings"),
        (r"Test the endpoint with `moot endpoints test`", "Test the endpoint in the settings"),
        (r"Try the service with `moot searchers test`", "Try it again later, or leave that service out"),
        (r" `moot rubrics explain` lists them\.", " The documentation of rubrics lists them."),
        (r": `moot rubrics check` lists them\.\)", ".)"),
        (r"Name its model: `moot bench models [^`]*`", "Try its model out at a terminal, by its name"),
        (r"`moot calibrate` shows where its tiers", "Calibrating it at a terminal shows where its tiers"),
        # a session
        (r"with `moot sessions show`(?=, mend it)", "on its page"),
        (r"then fork with `--retry-failed`", "then ask those again"),
        (r"([Rr])ead it with `moot sessions show`", r"\1ead it on its page"),
        (r"with `moot sessions show`", "on the session's page"),
        (r"`moot sessions show[^`]*`", "the session's page"),
        (r"stop it with `moot sessions stop`", "stop it on its page"),
        (r"take the session up with `moot sessions resume`", "resume the session on its page"),
        (r"with `moot sessions resume`", "on its page"),
        (r"Answer with `moot sessions answer[^`]*`", "Answer on the session's page"),
        (r"Resume with `--accept-drift` to keep the recorded part", "Resume and keep the recorded part as it is"),
        (r"`moot sessions list`", "the list of sessions"),
        (r"Write it with `moot sessions export` on", "Write it at a terminal of"),
        (r"with `moot sessions export`", "at a terminal of the server's machine"),
        (r"`moot sessions export` writes", "An export writes"),
        (r"`moot sessions signer[^`]*` prints", "Moot prints"),
        (r"(?:with )?`moot sessions signer[^`]*`", "at the terminal of that machine"),
        # flags
        (r" \(`(?:moot sessions \w+ \S+ )?--[^`]*`(?: when resuming)?\)", ""),
        (r"`--embedder ([^`]+)`, over HTTP `embedder=\1`", r"`embedder=\1`"),
        (r"e\.g\. `--(?:office|role) [\w-]+=([^`]+)`", r"e.g. `\1`"),
        (r"`--(?:office|role) ([\w-]+)=([^`]+)`", r"`\2` as \1"),
        (r"Name one with `--([\w-]+) MODEL`", r"Name a model as \1"),
        (r", e\.g\. `-m MODEL:2` for two instances of one model", "; one model can sit twice"),
        (r"Name the key with `--key`, or in", "Name the key in"),
        (r"Name a model with `--chair`", "Name a model as chair"),
        (r"`--budget`", "budget"),
        (r"leave out budget", "leave out the budget"),
        (r"take `--protocol ([^`]+)`", r"take the protocol `\1`"),
        (r"Name another with `--dir`", "Name another"),
        (r" with `--(?:dir|port|retry-failed)`", ""),
        (r" \(--private\)", ""),
        (r"`-o deadline=[^`]*`", "deadline"),
        (r"`-o (\w+)=[^`]*`", r"`\1`"),
        # this machine
        (r"(?:that )?`moot serve` printed", "that the server printed when it started"),
        (r"Run `moot doctor`, or a", "A"),
        (r"Run `moot doctor` and read what it says", "Look at what the server printed"),
        (r", which `moot doctor --restore` brings back\.", " and brings it back."),
        (r"`moot doctor --restore` brings", "Moot's doctor there brings"),
        (r"Run `moot doctor`: it", "Run Moot's doctor on the server's machine: it"),
        (r"`moot doctor --salvage \w+` saves", "It also saves"),
        (r"`moot doctor`", "Moot's doctor on the server's machine"),
    )
]
"""Pattern in a remedy and its replacement; applied in this order."""
_NAMED = re.compile(r"`moot sessions (show|resume|stop|export|answer|fork)(?: ID)?(?=[` ])(?! (?:[0-9a-f]{8}|last|@))")
"""A command about one session that does not name it."""
_BARE = (
    (re.compile(r"fork with `--retry-failed`"), "ask those again: `moot sessions fork {} --retry-failed`"),
    (re.compile(r"Resume with a higher `--budget`"), "Go on with more: `moot sessions resume {} --budget DOLLARS`"),
    (re.compile(r"Resume with `--accept-drift` to"), "Type `moot sessions resume {} --accept-drift` to"),
    (re.compile(r"Resume with a longer `-o deadline=SECONDS`"), "Go on: `moot sessions resume {} --deadline SECONDS`"),
)
"""Flags without their command."""
_OPTION = re.compile(r"`-o (\w+)=([^`]*)`")
_OFFICE = re.compile(r"`--(?:office|role) ([\w-]+)=([^`]*)`")
_FLAG = re.compile(r"`--([a-z][\w-]*) ?([^`]*)`")
_COMMAND = re.compile(r"`(?:moot |--|-o )[^`]*`")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")


def away_from_terminal(text: str) -> str:
    """Rewrite a remedy for a browser or API client: without commands and flags."""
    if "moot " not in text and "-" not in text:
        return text
    for pattern, words in _AWAY:
        text = pattern.sub(words, text)
    return text


def in_python(text: str) -> str:
    """Rewrite a remedy for a caller of a function: parameters instead of flags. Terminal commands stay."""
    text = _OPTION.sub(r"`options={'\1': \2}`", text)
    text = _OFFICE.sub(r"`offices={'\1': '\2'}`", text)
    return _FLAG.sub(lambda flag: f"`{flag[1].replace('-', '_')}{'=' if flag[2] else ''}{flag[2]}`", text)


def at_terminal(text: str, session: str = "") -> str:
    """Rewrite a remedy for the terminal: commands about a session include its id."""
    if not session:
        return text
    name = session[:8]
    for pattern, words in _BARE:
        text = pattern.sub(words.format(name), text)
    return _NAMED.sub(rf"`moot sessions \1 {name}", text)


def without_commands(text: str) -> str:
    """Return the sentences of a remedy that name no command, for interfaces that list the commands themselves."""
    return " ".join(sentence for sentence in _SENTENCE.split(text) if not _COMMAND.search(sentence))
