"""Parse a prompt for a rehearsal voice: its question, the fenced texts in it, and the task set around them.

Known from the prompt's form alone: voices know no protocol. The question is what a message shares with other prompts of
the seat. Texts stand between fence lines, each naming a label where
the reader is to judge them; everything outside the fences is the task. Reading is linear in the prompt's length.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from moot.providers.provider import QUESTION_ENDS, Message
from moot.rehearsal.code.flaws import Flaw, gravest_first
from moot.rehearsal.code.listing import Code, attached, code_in
from moot.rehearsal.question import Question, question_from

Task = Literal[
    "answer", "title", "synthesis", "review", "rebuttal", "revision", "topic", "defence", "opinion", "report"
]


class Fenced(Struct, frozen=True):
    """A text that somebody else wrote, as it stands in a prompt."""

    label: str
    """The label on its fence; empty when it has none."""
    text: str
    """The words between the fences."""
    words: frozenset[str] = frozenset()
    """The words of its opening fence and of the line that announces it, in lower case: they say what it is."""
    reviews: bool = False
    """Whether it is what somebody wrote of the text with this label, not that text."""


class Prompt(Struct, frozen=True, kw_only=True):
    """A prompt, taken apart."""

    question: Question
    """What is being asked."""
    task: Task
    """What to do about it."""
    texts: tuple[Fenced, ...] = ()
    """The texts to read, in order."""
    reviews: tuple[Fenced, ...] = ()
    """What was written of them, by the same labels."""
    block: Literal["", "ballot", "ranking"] = ""
    """How the ballot is wanted in prose: `<ballot>`, `FINAL RANKING:`, or not at all."""
    earlier: Question | None = None
    """What was asked in the turn before, in a conversation."""
    told: str = ""
    """The words around the texts, and those of the system prompt: the task itself."""
    asked: str = ""
    """The question, word for word."""
    said: tuple[str, ...] = ()
    """What the voice has said before in this conversation, the oldest first."""
    code: tuple[Code, ...] = ()
    """The code that came with the question."""
    flaws: tuple[Flaw, ...] = ()
    """What is wrong with that code, the gravest first."""
    files: tuple[tuple[str, str], ...] = ()
    """Name and text of what came with the question."""


def prompt_from(messages: Sequence[Message], labels: frozenset[str] = frozenset()) -> Prompt:
    """Takes a prompt apart; `labels` are those a schema names."""
    users = [message for message in messages if message.role == "user"]
    asked = [without_attachments(message.text[: message.shared or None]) for message in users]
    layer = next((message for message in reversed(users) if message.shared), None)
    last = asked[-1] if asked else ""
    task_text = users[-1].text[users[-1].shared :].removeprefix(QUESTION_ENDS) if layer is not None else ""
    if task_text:
        last = task_text
    lines = last.splitlines()
    found, quoted, outside = fenced(lines, labels)
    if layer is not None and task_text:
        quoted = without_attachments(layer.text[: layer.shared])
    texts, reviews = tuple(t for t in found if not t.reviews), tuple(t for t in found if t.reviews)
    instructions = "\n".join(outside)
    told = "\n".join([message.text for message in messages if message.role == "system"] + [instructions])
    low = instructions.lower()
    block: Literal["", "ballot", "ranking"] = "ballot" if "<ballot>" in told else ""
    block = block or ("ranking" if "FINAL RANKING" in told else "")
    if texts and not (labels or block or quoted or ABOUT_TEXTS.search(low)):
        texts, outside = (), lines  # pasted markup, not something to read and judge
    task: Task = "answer"
    if texts:
        own = any(text.words & OWN for text in texts)
        task = next((name for name, sign in TASKS if sign.search(low) or (own and name == "revision")), "review")
    if len(low) < 2_000 and TITLE.search(low) and "ballot" not in low and not any(text.label for text in texts):
        task = "title"
    if task == "answer" and "words of connected prose" in low:
        task = "opinion"
    if TOPIC.search(low) and "ballot" not in low:
        task = "topic"
    if quoted or texts or task == "title":
        question = quoted or question_in(outside) or (texts[0].text if task == "title" and texts else "")
    else:
        question = last
    said = tuple(message.text for message in messages if message.role == "assistant")
    shown = next(
        (m.text for m in reversed(messages) if m.role == "user" and "Attached file " in m.text[: m.shared or None]), ""
    )
    files = tuple(attached(shown))
    code = code_in(shown) if files else code_in(question)
    return Prompt(
        question=question_from(question or instructions),
        task=task,
        texts=texts,
        reviews=reviews,
        block=block,
        earlier=question_from(asked[-2]) if said and len(asked) > 1 and not texts else None,
        told=told,
        asked=question,
        said=said,
        code=code,
        flaws=gravest_first(code),
        files=files,
    )


def fenced(lines: list[str], labels: frozenset[str]) -> tuple[tuple[Fenced, ...], str, list[str]]:
    """The fenced texts, the fenced question if there is one, and all lines outside the fences."""
    marks = {i: found for i, line in enumerate(lines) if (found := fence_words(line, labels))}
    often = Counter(word for found in marks.values() for word in set(found))
    where: dict[str, list[int]] = defaultdict(list)
    for i, found in marks.items():
        for word in found:
            where[word].append(i)
    texts: list[Fenced] = []
    question, outside, at = "", [], 0
    while at < len(lines):
        opening = marks.get(at)
        end = closing(len(lines), marks, where, at, labels) if opening and not closes(lines[at]) else None
        if opening is None or end is None:
            if opening is None:
                outside.append(lines[at])
            at += 1
            continue
        body = "\n".join(lines[at + 1 : end]).strip()
        if QUESTION_FENCE & {word.lower() for word in opening}:
            question = question or body
        else:
            said = next((line for line in reversed(outside) if line.strip() and line.strip()[0] != "("), "")
            words = frozenset(word.lower() for word in [*opening, *WORDS.findall(said[:120])])
            texts.append(Fenced(label_of(opening, labels, often), body, words, opening[:2] == ["review", "of"]))
        same = label_of(marks.get(end, []), labels, often) in {"", texts[-1].label if texts else ""}
        at = end + 1 if end < len(lines) and (closes(lines[end]) or same) else end
    return tuple(texts), question, outside


def fence_words(line: str, labels: frozenset[str]) -> list[str]:
    """The words on a fence line; empty when the line is no fence."""
    line = line.strip()
    if not 3 <= len(line) <= 100 or line.startswith(("<ballot>", "</ballot>")):
        return []
    if not (FENCE.match(line) or line.endswith((">>", "==", "--", "~~", "]]"))):
        return WORDS.findall(line) if labels and len(line) < 40 and any(word in labels for word in line.split()) else []
    found = WORDS.findall(line)
    if len(found) > 8 or (line[0] in "#[*" and not any(is_label(word, labels) for word in found)):
        return []
    return found


def closing(
    end: int, marks: dict[int, list[str]], where: dict[str, list[int]], at: int, labels: frozenset[str]
) -> int | None:
    """Where the text opened there ends: the next fence that shares a word with it, or opens another label."""
    later = [
        places[place]
        for word in {*marks[at], *labels}
        if (place := bisect_right(places := where.get(word, []), at)) < len(places)
    ]
    return min(later) if later else end if labels & set(marks[at]) else None


def closes(line: str) -> bool:
    """Whether a fence line says of itself that it ends something."""
    return bool(CLOSES.search(line))


def is_label(word: str, labels: frozenset[str]) -> bool:
    """Whether a word is a label: one of those known, else any four characters of the labels' alphabet."""
    return word in labels if labels else bool(LABEL.fullmatch(word))


def label_of(words: list[str], labels: frozenset[str], often: Counter[str]) -> str:
    """The label on a fence; the fence's own word, which is on every fence, is none."""
    found = [word for word in words if is_label(word, labels)]
    return min(found, key=lambda word: often[word]) if found else ""


def without_attachments(text: str) -> str:
    """What comes with a question is not the question; the fence is the one `floor/prompts.py` puts around it."""
    kept, at = [], 0
    while (start := text.find("Attached file ", at)) >= 0:
        line_end = text.find("\n", start)
        opening = text[line_end + 1 : line_end + 20]
        closing = text.find(f"\n</{opening[1:]}", line_end) if opening.startswith("<file ") else -1
        if closing < 0:
            kept.append(text[at : start + 1])
            at = start + 1
            if opening.startswith("<file "):
                break  # never closed: whoever wrote this did not attach a file
            continue
        kept.append(text[at:start])
        at = closing + len(opening) + 2
    return ("".join(kept) + text[at:]).strip()


def question_in(lines: list[str]) -> str:
    """The question where a task repeats it: after `Question:`, else the sentence with a question mark."""
    for number, line in enumerate(lines):
        if found := MARKER.match(line):
            rest = [found[1].strip(), *(text.strip() for text in lines[number + 1 :])]
            while rest and not rest[0]:
                rest.pop(0)
            until = next((i for i, text in enumerate(rest) if not text), len(rest))
            if until:
                return " ".join(rest[:until])
    asking = [line for line in lines if "?" in line]
    return asking[0] if asking else ""


WORDS = re.compile(r"\w+")
LABEL = re.compile(r"[2-9BCDFGHJKMNPQRSTVWXZ]{4}")
FENCE = re.compile(r"(?:</?|<{2,}|={2,}|-{2,}|~{2,}|\[|>{2,}|\*{2,}|`{3,}|#{1,6}|\+{3,}|_{3,}|%{2,})\s?/?\w")
CLOSES = re.compile(r"^\W*(?:/|END\b|end\b|End\b|close)|(?:^>{2,})|^\w+\W{2,}$|\bEND\b|\bend\b")
MARKER = re.compile(
    r"^\W{0,4}(?:(?:the|user's|original|your) ){0,2}(?:question|topic|prompt)(?: \w+){0,3}\W{0,3}:\W{0,4}(.*)", re.I
)
TITLE = re.compile(r"\btitle\b.{0,200}\b(?:words|short|brief)\b|\b(?:words|short|brief)\b.{0,60}\btitle\b", re.S)
TOPIC = re.compile(r"\b(?:phrase|propose) (?:the|a) topic")
QUESTION_FENCE = {"question", "topic", "ask"}
ABOUT_TEXTS = re.compile(r"\b(?:answers|responses|opinions|texts|replies|rebuttals|reviews|statements)\b")
OWN = frozenset({"yours", "your", "own"})
"""Words that announce the reader's own text."""
TASKS: tuple[tuple[Task, re.Pattern[str]], ...] = (
    ("synthesis", re.compile(r"\bwrite (?:only )?the (?:verdict|council's final answer)|\byou conclude a debate")),
    ("report", re.compile(r"\bsix sections under exactly these headings|\bwrite the whole report anew")),
    ("opinion", re.compile(r"\bwords of connected prose")),
    ("defence", re.compile(r"\banswer your critics")),
    (
        "review",
        re.compile(r"<ballot>|final ranking|\brank (?:the|all|each|them)|\bjudge (?:the|each)|\breview (?:the|each)"),
    ),
    ("revision", re.compile(r"\b(?:revise|refine|hold your|hold to what you|your own answer|adjust)")),
    ("rebuttal", re.compile(r"\b(?:rebut|rebuttal|critici|challenge|weakest|attack)")),
    ("synthesis", re.compile(r"\b(?:synthes|final answer|one answer|combine|merge|single answer|verdict|consolidat)")),
)
