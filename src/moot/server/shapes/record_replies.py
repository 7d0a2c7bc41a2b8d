"""What does a client get of one session's record beside its state: prompts, shares? And what of the whole archive?"""

from __future__ import annotations

import msgspec

from moot.exports.verification import VerifyResult
from moot.transcripts.stored_prompts import PromptMessage


class ShareRow(msgspec.Struct, frozen=True, kw_only=True):
    """A session that can be read by whoever holds an address."""

    share: str
    """What it is called when it is to be ended."""
    session: str
    """The session."""
    token: str
    """What opens it; told only when it is made, else empty."""
    address: str
    """Where it is on this server; told only when it is made, else empty."""
    created: str
    """When it was made."""
    expires: str | None
    """When it ends by itself; null for never."""
    hide_prompts: bool
    """Whether what seats were told beforehand, and what they thought aloud, is left out."""
    earlier: bool
    """Whether the earlier turns of its conversation are shown."""


class ShareList(msgspec.Struct, frozen=True, kw_only=True):
    """Open shares, newest first, without what opens them."""

    shares: list[ShareRow]
    """The shares."""


class SharedRow(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody with a share's address is told of it."""

    session: str
    """The session."""
    question: str
    """The beginning of its question."""
    hide_prompts: bool
    """Whether what seats were told beforehand, and what they thought aloud, is left out."""
    earlier: bool
    """Whether the earlier turns of its conversation are shown."""
    expires: str | None
    """When it ends by itself; null for never."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """Which Moot this is."""

    version: str
    """Its version."""
    moot_home: str
    """The folder that holds what it knows."""
    python: str
    """The version of Python it runs on."""
    licences: str
    """Where the licences of the web app's parts are."""
    protocols: list[str]
    """Its ways to deliberate, by name."""
    schema: int
    """The version of its store."""


class PromptText(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt as it was sent."""

    key: str
    """The intent it belongs to."""
    messages: list[PromptMessage]
    """What was said, without the system message."""
    schema: str
    """The schema an answer had to fit, as JSON; empty without one."""
    system: str
    """What the seat was told before everything else."""


class VerifyReply(msgspec.Struct, frozen=True, kw_only=True):
    """What came of checking a transcript file."""

    conclusion: str
    """The worst that was found: `well`, `changed`, `diverges`, `unreadable`, `unknown_signer` or `unsealed`; `partly`
    where all that was looked at is well, and not everything was."""
    checked: tuple[VerifyResult, ...]
    """Each session that was looked at, in the file's order."""
    unread: int = 0
    """Sessions beyond the first hundred, which were not looked at."""
