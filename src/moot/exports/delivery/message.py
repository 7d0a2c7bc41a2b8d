"""What is a message? A subject with the counts, a text whose first lines say what matters, and where to read on."""

from __future__ import annotations

from msgspec import Struct


class Attached(Struct, frozen=True, kw_only=True):
    """A file that goes with a mail."""

    name: str
    """Its name."""
    text: str
    """What stands in it."""


class Message(Struct, frozen=True, kw_only=True):
    """What a channel is told."""

    about: str
    """What it is about; the same for every try, so that who receives it twice can tell."""
    subject: str
    """One line."""
    text: str
    """The whole."""
    link: str = ""
    """Where the session can be read."""
    session: str = ""
    """The session, where there is one."""
    schedule: str = ""
    """The schedule it is of."""
    urgent: bool = False
    """Whether somebody should look."""
