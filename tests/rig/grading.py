"""A grader for tests: it grades each answer on its sheet by a table of the test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

SHEET = re.compile(r'<answer label="(\w+)" fence="\w+">\n(.*?)\n</answer \w+>', re.S)
Said = tuple[int, str, bool]
"""The group of an answer, the words it is graded by, and whether it declines."""


def graded(prompt: str, say: Callable[[str], Said]) -> str:
    """The ballot of a grader that is shown this prompt; `say` grades one answer."""
    answers = {}
    for label, text in SHEET.findall(prompt):
        group, quote, declined = say(text)
        answers[label] = {"quote": quote, "declined": declined, "group": group}
    return json.dumps({"answers": answers})
