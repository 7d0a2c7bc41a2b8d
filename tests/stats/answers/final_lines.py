"""Replies as services write them: reasoning, then a last line `FINAL ANSWER: X` in their own Markdown, and its letter.

The reasoning names other letters than the one chosen, so that only the last line tells which that is.
"""

from __future__ import annotations

REASONS = (
    "Let me work through the options.\n\n- **A** is about mass, not weight.\n- **B** mixes units.\n- **C** fits.",
    "A) is tempting. B) is what most textbooks say. However, D) follows from the second sentence.",
    "## Analysis\n\nOption A fails at step 2; option C contradicts the given table.\n\n---",
    "1. Rule out B: it is not prime.\n2. Rule out D: too large.\n3. That leaves A and C.\n",
    "The answer is B. Wait, that ignores friction. FINAL ANSWER: B would be wrong, so I take it back.",
    "| option | holds |\n|---|---|\n| A | no |\n| B | no |\n| C | yes |\n| D | no |\n",
    "I first thought of (C), but the question says *not*, so it cannot be (C).",
    "Step 1: $x = 4$.\nStep 2: $y = 2x = 8$.\nStep 3: compare with A = 6, B = 7, C = 8, D = 9.\n",
)
LINES = (
    "FINAL ANSWER: {}",
    "**FINAL ANSWER: {}**",
    "**FINAL ANSWER:** {}",
    "FINAL ANSWER: **{}**",
    "FINAL ANSWER: ({})",
    "FINAL ANSWER: **({})**",
    "FINAL ANSWER: {})",
    "FINAL ANSWER: `{}`",
    "### FINAL ANSWER: {}",
    "> FINAL ANSWER: {}",
    "- FINAL ANSWER: {}",
    "Final Answer: {}",
    "final answer: {}",
    "FINAL_ANSWER: {}",
    "FINAL ANSWER : {}",
    "FINAL ANSWER：{}",
    "FINAL ANSWER: $\\boxed{{{}}}$",
    "FINAL ANSWER: $\\text{{{}}}$",
    "FINAL ANSWER: \\({}\\)",
    "FINAL ANSWER: [{}]",
    'FINAL ANSWER: "{}"',
    "FINAL ANSWER: “{}”",
    "FINAL ANSWER: {}\n\n",
    "***FINAL ANSWER: {}***",
    "FINAL ANSWER: {}) the third one",
    "FINAL ANSWER: ({}) It doubles.",
    "FINAL ANSWER: {}: it doubles",
    "FINAL ANSWER: {} – it doubles",
    "FINAL ANSWER: **{}) It doubles**",
    "**FINAL ANSWER: ({}) It doubles.**",
    "```text\nFINAL ANSWER: ({})\n```\n",
)
REPLIES = tuple(
    (f"{REASONS[(at + turn) % len(REASONS)]}\n{line.format(letter)}", letter.lower())
    for at, line in enumerate(LINES)
    for turn, letter in enumerate("ABCDE"[at % 2 :])
)
"""Each reply and the letter its last line gives."""
OTHERWISE = (
    "FINAL ANSWER: B or C",
    "FINAL ANSWER: A) or B)",
    "FINAL ANSWER: neither",
    "FINAL ANSWER: A, C",
    "FINAL ANSWER: A/B",
    "FINAL ANSWER: A and B",
    "FINAL ANSWER: AB",
    "FINAL ANSWER: A dog",
    "FINAL ANSWER: I do not know",
    "FINAL ANSWER:",
    "FINAL ANSWER: B\n\nActually, C is better.",
    "The answer is B",
    "FINAL ANSWER: not B",
    "FINAL ANSWER: 4",
    "FINAL ANSWER: B. or C.",
    "FINAL ANSWER: Bordeaux",
    "My FINAL ANSWER would be B",
    "FINAL ANSWER: (A) or (B)",
)
"""Last lines that give no single letter: code reads none, and a grader is asked."""
