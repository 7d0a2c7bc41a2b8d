"""Notes on an answer: another model gave it, its prompt was cut, or its service took only a part of the request."""

from __future__ import annotations

from collections.abc import Collection


def switch_note(asked: str, answered: str) -> str:
    """What is said of an answer that another model gave than the one that was asked."""
    switched = bool(answered) and not same_model(asked, answered)
    return f"The provider answered with {answered} instead of {asked}." if switched else ""


def cut_note(read: int) -> str:
    """What is said of an answer whose prompt was not read whole."""
    return f"Its prompt was cut: the server read {read:,} tokens, which are fewer than it has."


def less_note(causes: Collection[str], room: int) -> str:
    """What is said of an answer whose service took the request only without a part of it, or in less room."""
    left_out = [name for name in ("pictures", "tools") if name in causes]
    notes = [f"Its service takes no {' or '.join(left_out)}: it was asked without."] if left_out else []
    if "credit" in causes:
        notes.append(f"Its account has little credit left: it was asked for at most {room:,} tokens.")
    return " ".join(notes)


def same_model(asked: str, answered: str) -> bool:
    """Providers add dates, folders and file endings to a model's name; that is no other model."""
    plain_asked = asked.lower().rpartition("/")[2].partition(":")[0]
    plain_answered = answered.lower().replace("\\", "/").rpartition("/")[2].partition(":")[0].removesuffix(".gguf")
    return plain_answered.startswith(plain_asked) or plain_asked.startswith(plain_answered)
