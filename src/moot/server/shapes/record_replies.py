"""Replies on prompts, shares, checks of transcripts, and this installation."""

from __future__ import annotations

import msgspec

from moot.exports.verification import VerifyResult
from moot.transcripts.sql.shares import SessionShare, ShareTerms
from moot.transcripts.stored_prompts import PromptMessage


class ShareList(msgspec.Struct, frozen=True, kw_only=True):
    """Open shares, newest first, without their tokens."""

    shares: list[SessionShare]
    """The shares."""


class SharedRow(ShareTerms, frozen=True, kw_only=True):
    """A shared session, as a visitor of its address gets it."""

    question: str
    """The beginning of its question."""


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
