"""Map column and field names to their meaning (question, answer, ...) in English, German and Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Role = Literal["question", "answer", "id", "domain"]

NAMES: Mapping[Role, tuple[str, ...]] = {
    "question": (
        "question", "questions", "prompt", "prompts", "text", "content", "query", "input", "problem", "task", "q",
        "question text", "frage", "fragen", "fragetext", "aufgabe", "aufgaben", "aufgabenstellung",
        "问题", "问", "题目", "题干", "提问", "提示词", "問題", "題目",
    ),
    "answer": (
        "answer", "answers", "a", "correct", "correct answer", "right answer", "known answer", "expected",
        "expected answer", "expected output", "target", "ideal", "ideal answer", "reference", "reference answer",
        "gold", "gold answer", "ground truth", "solution", "output", "label", "antwort", "antworten",
        "richtige antwort", "korrekte antwort", "erwartet", "erwartete antwort", "lösung", "musterlösung",
        "答案", "答", "回答", "解答", "正确答案", "标准答案", "参考答案", "预期答案", "期望答案",
        "預期答案", "正確答案",
    ),
    "id": ("id", "no", "nr", "number", "nummer", "lfd nr", "question id", "key", "编号", "序号", "题号", "編號"),
    "domain": (
        "domain", "category", "topic", "subject", "field", "area", "kategorie", "thema", "bereich", "fach", "gebiet",
        "领域", "类别", "分类", "主题", "学科", "類別",
    ),
}  # fmt: skip
"""Names of columns for the question, the known answer and other meanings."""


def role_of(name: str) -> Role | None:
    """Return what a column contains, judged by its name, such as `question` or `answer`; `None` if unknown. Spellings
    such as `Correct_Answer`, `correctAnswer:` and `Antwort(en)` are recognised.
    """
    if name.strip() in ("#", "№"):
        return "id"
    return _ROLES.get(_bare(name))


def _bare(name: str) -> str:
    """Return only the letters and digits of a column's name, so that separators between words do not matter."""
    return re.sub(r"[\W_]+", "", name.casefold())


_ROLES: Mapping[str, Role] = {_bare(name): role for role, names in NAMES.items() for name in names}
