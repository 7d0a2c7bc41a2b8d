"""Which flaws show only over several lines? What must follow a line and does not, in JavaScript, Go, SQL and Python."""

from __future__ import annotations

import re
from collections.abc import Sequence

NEAR = 6
"""How many lines further on something must have followed."""
Found = set[tuple[int, str]]


def span_flaws(language: str, lines: Sequence[str]) -> Found:
    """Lines and kinds."""
    find = {"go": go, "javascript": javascript, "sql": sql}.get(language)
    return find(lines) if find else set()


def go(lines: Sequence[str]) -> Found:
    """Errors never looked at, bodies never closed, maps never made, variables caught in a loop, maps raced for."""
    found: Found = set()
    declared = {m[1] for line in lines if (m := GO_MAP.match(line))}
    made = {m[1] for line in lines if (m := GO_MADE.match(line))}
    locked = any(".Lock()" in line for line in lines)
    shared = {m[1] for line in lines if (m := GO_SHARED.match(line))} | made
    loops = inside(lines, GO_FOR)
    routines = inside(lines, GO_ROUTINE)
    for number, line in enumerate(lines, 1):
        after = lines[number : number + NEAR]
        if (m := GO_ERR.match(line)) and not checked(after, m[1]):
            found.add((number, "unchecked-error"))
        if GO_RESPONSE.search(line) and not any(".Body.Close()" in later for later in lines[number:]):
            found.add((number, "resource-leak"))
        if (m := GO_WRITE.match(line)) and m[1] in declared - made:
            found.add((number, "nil-map"))
        if line.lstrip().startswith("defer ") and number in loops and number not in routines:
            found.add((number, "defer-in-loop"))
        if number in routines and not locked and ((m := GO_WRITE.match(line)) and m[1] in shared):
            found.add((number, "race"))
        if number in routines and not locked and GO_COUNT.match(line) and "atomic" not in line:
            found.add((number, "race"))
        if (m := GO_OPEN.match(line)) and not any(f"{m[1]}.Close()" in later for later in lines[number:]):
            found.add((number, "unclosed-file"))
    return found


def checked(after: Sequence[str], name: str) -> bool:
    """Whether the error is looked at before it is assigned again."""
    for line in after:
        if re.search(rf"\b{name}\s*(?:!=|==)|\b(?:return|errors\.\w+|log\.\w+|panic|t\.Fatal).*\b{name}\b", line):
            return True
        if re.search(rf"\b{name}\s*:?=", line):
            return False
    return False


def javascript(lines: Sequence[str]) -> Found:
    """Promises nobody waits for, and variables caught in a loop."""
    found: Found = set()
    promised = {m[1] or m[2] for line in lines if (m := JS_ASYNC.search(line))}
    loops = inside(lines, JS_VAR_LOOP)
    for number, line in enumerate(lines, 1):
        m = JS_CALL.match(line)
        if m and m[1] in promised and "await" not in line and ".then(" not in line and "return" not in line:
            found.add((number, "missing-await"))
        if number in loops and JS_LATER.search(line):
            found.add((number, "captured-variable"))
    return found


def sql(lines: Sequence[str]) -> Found:
    """Statements that touch every row."""
    found: Found = set()
    start, kind, statement = 0, "", ""
    for number, line in enumerate([*lines, ";"], 1):
        plain = line.partition("--")[0]
        if m := SQL_WRITE.match(plain):
            start, kind, statement = number, m[1], ""
        statement += " " + plain
        if ";" in plain and kind:
            if not re.search(r"\bwhere\b", statement, re.I) and re.search(r"\bset\b|\bfrom\b", statement, re.I):
                found.add((start, "missing-where"))
            kind = ""
    return found


def inside(lines: Sequence[str], opening: re.Pattern[str]) -> set[int]:
    """The numbers of the lines that stand in braces opened by such a line."""
    found: set[int] = set()
    depths: list[int] = []
    depth = 0
    for number, line in enumerate(lines, 1):
        if depths:
            found.add(number)
        before = depth
        depth += line.count("{") - line.count("}")
        if opening.search(line) and depth > before:
            depths.append(before)
        while depths and depth <= depths[-1]:
            depths.pop()
    return found


GO_ERR = re.compile(r"^\s*(?:\w+\s*,\s*)*(err\w*)\s*:?=\s*[\w.]+\(")
GO_RESPONSE = re.compile(r"\bhttp\.(?:Get|Post|PostForm|Head)\(|\bclient\.Do\(")
GO_MAP = re.compile(r"^\s*var\s+(\w+)\s+map\[[^\]]*\][\w.*\[\]]+\s*$")
GO_MADE = re.compile(r"^\s*(?:var\s+)?(\w+)\s*:?=\s*(?:make\(map|map\[)")
GO_SHARED = re.compile(r"^\s*(?:var\s+)?(\w+)\s*(?::?=\s*make\(map|:?=\s*map\[|\s+map\[)")
GO_WRITE = re.compile(r"^\s*(\w+)\[[^\]]+\]\s*(?:[-+*/]?=(?!=)|\+\+|--)")
GO_COUNT = re.compile(r"^\s*\w+\s*(?:\+\+|--|\+=|-=)")
GO_FOR = re.compile(r"^\s*for\b.*\{\s*$")
GO_ROUTINE = re.compile(r"\bgo func\(")
GO_OPEN = re.compile(r"^\s*(\w+)\s*,\s*\w+\s*:?=\s*os\.(?:Open|Create|OpenFile)\(")
JS_ASYNC = re.compile(r"\basync\s+function\s+(\w+)|(?:const|let|var)\s+(\w+)\s*=\s*async\b")
JS_CALL = re.compile(r"^\s*(?:(?:const|let|var)\s+[\w{},\s]+=\s*)?(?:this\.)?(\w+)\(")
JS_VAR_LOOP = re.compile(r"\bfor\s*\(\s*var\b")
JS_LATER = re.compile(
    r"\b(?:setTimeout|setInterval|addEventListener|push)\(\s*(?:function|\(\w*\)\s*=>|['\"]\w+['\"],\s*(?:function|\())"
)
SQL_WRITE = re.compile(r"^\s*(update|delete)\b", re.I)
