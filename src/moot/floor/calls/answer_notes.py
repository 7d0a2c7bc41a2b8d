"""What is said of an answer beside its words: that another model gave it, or that its prompt was cut."""

from __future__ import annotations


def switch_note(asked: str, answered: str) -> str:
    """What is said of an answer that another model gave than the one that was asked."""
    switched = bool(answered) and not same_model(asked, answered)
    return f"The provider answered with {answered} instead of {asked}." if switched else ""


def cut_note(read: int) -> str:
    """What is said of an answer whose prompt was not read whole."""
    return f"Its prompt was cut: the server read {read:,} tokens, which are fewer than it has."


def same_model(asked: str, answered: str) -> bool:
    """Providers add dates, folders and file endings to a model's name; that is no other model."""
    plain_asked = asked.lower().rpartition("/")[2].partition(":")[0]
    plain_answered = answered.lower().replace("\\", "/").rpartition("/")[2].partition(":")[0].removesuffix(".gguf")
    return plain_answered.startswith(plain_asked) or plain_asked.startswith(plain_answered)
