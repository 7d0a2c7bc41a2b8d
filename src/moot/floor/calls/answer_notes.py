"""Notes on an answer: another model wrote it, its prompt was cut, or its service accepted only a part of the
request."""

from __future__ import annotations

from collections.abc import Collection


def switch_note(asked: str, answered: str) -> str:
    """Return the note on an answer from another model than the one asked."""
    switched = bool(answered) and not same_model(asked, answered)
    return f"The provider answered with {answered} instead of {asked}." if switched else ""


def cut_note(read: int) -> str:
    """Return the note on an answer whose prompt was not read whole."""
    return f"Its prompt was cut: the server read {read:,} tokens, which are fewer than it has."


def less_note(causes: Collection[str], room: int) -> str:
    """Return the note on an answer whose service accepted the request only without a part of it, or with less
    output."""
    left_out = [name for name in ("pictures", "tools") if name in causes]
    notes = [f"Its service takes no {' or '.join(left_out)}: it was asked without."] if left_out else []
    if "credit" in causes:
        notes.append(f"Its account has little credit left: it was asked for at most {room:,} tokens.")
    return " ".join(notes)


def same_model(asked: str, answered: str) -> bool:
    """Return whether two names are one model: providers add dates, folders and file endings."""
    plain_asked = asked.lower().rpartition("/")[2].partition(":")[0]
    plain_answered = answered.lower().replace("\\", "/").rpartition("/")[2].partition(":")[0].removesuffix(".gguf")
    return plain_answered.startswith(plain_asked) or plain_asked.startswith(plain_answered)
