"""Three reviewers and a judge whose every word is written down: code reviews whose findings a person has counted.

Of `pool.go` they find two of three bugs, one of them twice and one by lines that only overlap, and fall for a decoy. Of
`session.js` nobody can read the judge's list. Of `retry.py` they say that nothing is wrong.
"""

from __future__ import annotations

import json
import re
from typing import Any

from rig.script import Asked, Plan

MEMBERS, JUDGE = ("alpha", "beta", "gamma"), "delta"
FILES = {"pool.go": "pool-go", "session.js": "session-js", "retry.py": "retry-py"}
"""Each file, and the question it belongs to."""
REPLIES = {
    "pool.go": {
        "alpha": "Add runs inside the goroutine, so Wait may return early (pool.go:22). Lines 41-43 shadow err.",
        "beta": "The wait group is counted too late, on line 22. Workers write the slice without a lock, line 26.",
        "gamma": "Line 22 races. A rate is computed in whole numbers somewhere.",
    },
    "session.js": {
        "alpha": "Line 5 signs with a known secret, line 25 compares the wrong way round.",
        "beta": "The comparison on line 25 is the wrong way round.",
        "gamma": "Line 21 compares a signature character by character.",
    },
    "retry.py": {
        "alpha": "It reads well. It does what it says.",
        "beta": "It does what it says.",
        "gamma": "It is sound as it stands.",
    },
}
FOUND: dict[str, list[dict[str, Any]] | None] = {
    "pool.go": [
        {"finding": "Add runs inside the goroutine, so Wait may return early (pool.go:22).", "severity": "high",
         "by": ("alpha", "gamma")},
        {"finding": "The wait group is counted too late, on line 22.", "severity": "medium", "by": ("beta",)},
        {"finding": "Lines 41-43 shadow err, so nil is returned.", "severity": "high", "by": ("alpha",)},
        {"finding": "Workers write the slice without a lock, line 26.", "severity": "high", "by": ("beta",)},
        {"finding": "A rate is computed in whole numbers somewhere.", "severity": "low", "by": ("gamma",)},
    ],
    "session.js": None,
    "retry.py": [],
}  # fmt: skip
"""The judge's list of each; none where its words are no list."""
LIST, LABELS = '"status": "confirmed"', '"label": "correct_finding"'
"""What the forms of the two calls that are answered here show of themselves."""
_SHOWN = re.compile(
    r'<answer label="(?P<label>[^"]+)" fence="(?P<fence>\w+)">\n(?P<text>.*?)\n</answer (?P=fence)>', re.DOTALL
)


def reviewing(asked: Asked) -> Plan | None:
    """What each of them says to what it is asked; scores and verdicts are words that depend on the prompt alone."""
    file = next((name for name in FILES if f"### {name}" in asked.prompt), "")
    if not file or asked.model not in (*MEMBERS, JUDGE):
        return None
    if asked.model in MEMBERS:
        return Plan(text=REPLIES[file][asked.model])
    shown = list(_SHOWN.finditer(asked.prompt))
    if LIST in asked.prompt:
        said = _listed(file, {met["text"].strip(): met["label"] for met in shown})
    elif LABELS in asked.prompt:
        said = _labelled(file, shown[-1])
    else:
        return None
    if said is None:
        return Plan(text="I would rather not put this into a list.")
    told = json.dumps(said)
    return Plan(text=told if asked.schema is not None else f"<ballot>{told}</ballot>")


def _listed(file: str, labels: dict[str, str]) -> dict[str, Any] | None:
    listed = FOUND[file]
    if listed is None:
        return None
    of = {model: labels[REPLIES[file][model]] for model in MEMBERS}
    found = [
        {"finding": each["finding"], "severity": each["severity"], "agree": [of[model] for model in each["by"]],
         "status": "confirmed" if len(each["by"]) > 1 else "unique", "denials": []}
        for each in listed
    ]  # fmt: skip
    order = {of[model]: place for place, model in enumerate(MEMBERS, start=1)}
    return {"findings": found, "chains": 0, "order": order, "details": {}}


def _labelled(file: str, shown: re.Match[str]) -> dict[str, Any]:
    label = "correct_finding" if file == "pool.go" else "style_not_bug"
    parts = shown["text"].split(". ") if file != "retry.py" else []
    found = [{"finding": each.strip(), "reason": "It is so.", "label": label} for each in parts]
    return {"mark": shown["label"], "findings": found, "details": {}}
