"""Replies on prompts, shares, checks of transcripts, and this installation."""

from __future__ import annotations

import msgspec

from moot.exports.verification import VerifyResult
from moot.transcripts.stored_prompts import PromptMessage


class ShareRow(msgspec.Struct, frozen=True, kw_only=True):
    """A session that can be read by whoever has its address."""

    share: str
    """Id by which it is ended."""
    session: str
    """The session."""
    token: str
    """Token that opens it; returned only when it is created, else empty."""
    address: str
    """Path on this server; returned only when it is created, else empty."""
    created: str
    """When it was created."""
    expires: str | None
    """When it ends by itself; null for never."""
    hide_prompts: bool
    """Whether the seats' instructions and reasoning are left out."""
    earlier: bool
    """Whether the earlier turns of its conversation are shown."""


class ShareList(msgspec.Struct, frozen=True, kw_only=True):
    """Open shares, newest first, without their tokens."""

    shares: list[ShareRow]
    """The shares."""


class SharedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A shared session, as a visitor of its address gets it."""

    session: str
    """The session."""
    question: str
    """The beginning of its question."""
    hide_prompts: bool
    """Whether the seats' instructions and reasoning are left out."""
    earlier: bool
    """Whether the earlier turns of its conversation are shown."""
    expires: str | None
    """When it ends by itself; null for never."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """This installation of Moot."""

    version: str
    """Its version."""
    moot_home: str
    """The folder of its data."""
    python: str
    """The version of Python it runs on."""
    licences: str
    """Path of the licences of the web app's parts."""
    protocols: list[str]
    """Its protocols, by name."""
    schema: int
    """The version of its store."""


class PromptText(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt as it was sent."""

    key: str
    """The intent it belongs to."""
    messages: list[PromptMessage]
    """The messages, without the system message."""
    schema: str
    """The schema an answer had to fit, as JSON; empty without one."""
    system: str
    """The system message."""


class VerifyReply(msgspec.Struct, frozen=True, kw_only=True):
    """Result of checking a transcript file."""

    conclusion: str
    """The worst finding: `well`, `changed`, `diverges`, `unreadable`, `unknown_signer` or `unsealed`; `partly` if all
    checked sessions are well and not every one was checked."""
    checked: tuple[VerifyResult, ...]
    """Each checked session, in the file's order."""
    unread: int = 0
    """Sessions beyond the first hundred, which were not checked."""
