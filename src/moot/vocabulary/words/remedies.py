"""Rewrite remedies for the reader's interface: browser, API, Python or terminal.

A remedy is written once, as a terminal command in backticks. Pages and the API leave out its sentences about commands
if others are left, the terminal adds the session's id. `tests/vocabulary/test_remedies.py` checks every text of the
package.
"""

from __future__ import annotations

import re

_NAMED = re.compile(r"`moot sessions (show|resume|stop|export|answer|fork)(?: ID)?(?=[` ])(?! (?:[0-9a-f]{8}|last|@))")
"""Pattern of a command about one session that does not name the session."""
_BARE = (
    (re.compile(r"fork with `--retry-failed`"), "ask those again: `moot sessions fork {} --retry-failed`"),
    (re.compile(r"Resume with a higher `--budget`"), "Go on with more: `moot sessions resume {} --budget DOLLARS`"),
    (re.compile(r"Resume with `--accept-drift` to"), "Type `moot sessions resume {} --accept-drift` to"),
    (re.compile(r"Resume with a longer `-o deadline=SECONDS`"), "Go on: `moot sessions resume {} --deadline SECONDS`"),
)
"""Patterns of flags without their command, with replacements."""
_OPTION = re.compile(r"`-o (\w+)=([^`]*)`")
_OFFICE = re.compile(r"`--(?:office|role) ([\w-]+)=([^`]*)`")
_FLAG = re.compile(r"`--([a-z][\w-]*) ?([^`]*)`")
_ASIDE = re.compile(r" \(`--[^`]*`[^()]*\)")
"""Pattern of a flag in parentheses."""
_COMMAND = re.compile(r"`(?:moot [a-z]|--|-o )[^`]*`")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")


def away_from_terminal(text: str) -> str:
    """Return a remedy for a page or an API client: without its sentences about terminal commands, unless it has no
    others."""
    if "`" not in text:
        return text
    return without_commands(_ASIDE.sub("", text)) or text


def in_python(text: str) -> str:
    """Return a remedy for a Python caller: flags are rewritten as parameters, whole terminal commands stay
    unchanged."""
    text = _OPTION.sub(r"`options={'\1': \2}`", text)
    text = _OFFICE.sub(r"`offices={'\1': '\2'}`", text)
    return _FLAG.sub(lambda flag: f"`{flag[1].replace('-', '_')}{'=' if flag[2] else ''}{flag[2]}`", text)


def at_terminal(text: str, session: str = "") -> str:
    """Return a remedy for the terminal, with the session's id filled into its commands."""
    if not session:
        return text
    name = session[:8]
    for pattern, words in _BARE:
        text = pattern.sub(words.format(name), text)
    return _NAMED.sub(rf"`moot sessions \1 {name}", text)


def without_commands(text: str) -> str:
    """Return the sentences of a remedy that name no command, for interfaces that list the commands themselves."""
    return " ".join(sentence for sentence in _SENTENCE.split(text) if not _COMMAND.search(sentence))
