"""Rankings as services write them: in the form that was asked for, and otherwise.

`IN_FORM` says how each part of a reply in the form is written; `NOT_IN_FORM` holds whole replies with the order they
mean, or `None` where they mean none or nobody could tell.
"""

from __future__ import annotations

import json

LABELS = ("K7QX", "B2CD", "F9GH", "W3TN")
Tiers = tuple[tuple[str, ...], ...]
STRICT: Tiers = (("K7QX",), ("B2CD",), ("F9GH",), ("W3TN",))
ORDERS: tuple[Tiers, ...] = (
    STRICT,
    (("W3TN",), ("F9GH",), ("B2CD",), ("K7QX",)),
    (("B2CD",), ("F9GH", "K7QX"), ("W3TN",)),
    (("F9GH", "W3TN"), ("B2CD",), ("K7QX",)),
    (("K7QX",), ("B2CD", "F9GH", "W3TN")),
    (("B2CD", "F9GH", "K7QX", "W3TN"),),
)

HEADERS = (
    "FINAL RANKING:",
    "**FINAL RANKING:**",
    "**FINAL RANKING**:",
    "# FINAL RANKING:",
    "## FINAL RANKING",
    "### **Final Ranking**",
    "Final ranking:",
    "FINAL RANKING：",
    "FINAL RANKING:\n",
    "---\n\nFINAL RANKING:",
    "3. FINAL RANKING:",
    "🏆 FINAL RANKING:",
)
LINES = (
    "{n}. {l}",
    "{n}) {l}",
    "({n}) {l}",
    "{n}: {l}",
    "#{n} {l}",
    "{n} - {l}",
    "{n}.{l}",
    "{n}.  {l}  ",
    " {n}. {l}",
    "{n}. {l}\n",
    "{n}. **{l}**",
    "**{n}. {l}**",
    "{n}. `{l}`",
    "{n}. [{l}]",
    "{n}. <{l}>",
    '{n}. "{l}"',
    "{n}. **[{l}]**",
    "{n}. Response {l}",
    "{n}. **Response {l}**",
    "{n}、{l}",
    "{n}．{l}",
    "{n}. {l} – clear and complete",
    "{n}. {l}: clear, if long",
    "{n}. **{l}** - names its sources",
    "{n}. {l}\n   - clear and complete\n   - a little long",
    "{n}. **{l}**\n\n   It names its sources (2019, 2021).\n",
)
BEFORE = (
    "",
    "K7QX: good on cost.\n\nB2CD: vague.\n\nF9GH: long.\n\nW3TN: wrong.\n\n",
    "**K7QX:** It says that F9GH is right.\n\n1. First of all, W3TN is short.\n2. B2CD is not.\n\n",
    "I would not say that K7QX is the best by far, but:\n\n",
    "<think>\nFINAL RANKING:\n1. W3TN\n2. F9GH\n3. K7QX\n4. B2CD\n</think>\n",
)
AFTER = (
    "",
    "\n\nHope this helps!",
    "\n\nW3TN is the only one without a source, and B2CD and K7QX are close to each other.",
    "\n\n---\n\n**Why:** F9GH says too little.",
    "\n\n1. F9GH could be shorter.\n2. W3TN could name a source.",
)


def listed(header: str, line: str, tiers: Tiers) -> str:
    """A numbered list under its header; labels that are tied are joined by `=`, inside the marks around one."""
    return header + "\n" + "\n".join(line.format(n=at, l=" = ".join(tier)) for at, tier in enumerate(tiers, 1))


def places_of(tiers: Tiers) -> dict[str, int]:
    return {label: at for at, tier in enumerate(tiers, 1) for label in sorted(tier)}


def objects(tiers: Tiers) -> list[str]:
    """The same ranking in JSON, as models write it."""
    comments = {label: f"{label} is long." for label in LABELS}
    whole = {"comments": comments, "abstain": False, "places": places_of(tiers)}
    plain = json.dumps(whole)
    bare = json.dumps({"places": places_of(tiers)})
    return [
        plain,
        bare,
        json.dumps(whole, indent=2),
        json.dumps({"places": places_of(tiers), "comments": comments}),
        json.dumps({"places": {label: str(place) for label, place in places_of(tiers).items()}}),
        json.dumps({"places": {f"Response {label}": place for label, place in places_of(tiers).items()}}),
        json.dumps({"places": {label.lower(): place for label, place in places_of(tiers).items()}}),
        json.dumps({"reasoning": "In short.", **whole}),
        f"```json\n{plain}\n```",
        f"```\n{bare}\n```",
        f"<ballot>{plain}</ballot>",
        f"<ballot>\n{json.dumps(whole, indent=2)}\n</ballot>",
        f"<ballot>```json\n{bare}\n```</ballot>",
        f"Here is my ballot:\n\n<ballot>{bare}</ballot>",
        f"K7QX: good.\n\nW3TN: worse than K7QX.\n\n<ballot>{bare}</ballot>\n\nHope this helps!",
        f"All four answer.\n\n```json\n{json.dumps(whole, indent=4)}\n```\n",
        f"<think>W3TN first?</think>\n{plain}",
        f"<ballot>{str(whole).replace('False', 'false')}</ballot>",
        f"<ballot>{bare[:-1]},}}</ballot>",
        f'A first try: <ballot>{{"places": {{"K7QX": 1}}}}</ballot>\n\nCorrected:\n\n<ballot>{bare}</ballot>',
    ]


_LIST = "1. K7QX\n2. B2CD\n3. F9GH\n4. W3TN"
_CHAIN = "K7QX > B2CD > F9GH > W3TN"
_UP = tuple(reversed(STRICT))
_TIED: Tiers = (("K7QX",), ("B2CD", "F9GH"), ("W3TN",))

NOT_IN_FORM: tuple[tuple[str, Tiers | None], ...] = (
    (_CHAIN, STRICT),
    (f"FINAL RANKING: {_CHAIN}", STRICT),
    ("FINAL RANKING: K7QX, B2CD, F9GH, W3TN", STRICT),
    ("FINAL RANKING: W3TN < F9GH < B2CD < K7QX", STRICT),
    ("FINAL RANKING: 1. K7QX 2. B2CD 3. F9GH 4. W3TN", STRICT),
    ("FINAL RANKING:\n- K7QX\n- B2CD\n- F9GH\n- W3TN", STRICT),
    ("FINAL RANKING:\nK7QX\nB2CD\nF9GH\nW3TN", STRICT),
    ("FINAL RANKING:\nI. K7QX\nII. B2CD\nIII. F9GH\nIV. W3TN", STRICT),
    ("FINAL RANKING:\na) K7QX\nb) B2CD\nc) F9GH\nd) W3TN", STRICT),
    ("FINAL RANKING:\n1. K7QX 🥇\n2. B2CD 🥈\n3. F9GH 🥉\n4. W3TN", STRICT),
    (f"FINAL RANKING (worst to best):\n{_LIST}", _UP),
    (f"FINAL RANKING:\nFrom worst to best:\n{_LIST}", _UP),
    ("FINAL RANKING:\n4. W3TN\n3. F9GH\n2. B2CD\n1. K7QX", STRICT),
    ("FINAL RANKING:\n1. K7QX\n1. B2CD\n1. F9GH\n1. W3TN", None),
    ("FINAL RANKING:\n0. K7QX\n1. B2CD\n2. F9GH\n3. W3TN", STRICT),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD and F9GH\n3. W3TN", _TIED),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD, F9GH\n3. W3TN", _TIED),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD tied with F9GH\n4. W3TN", _TIED),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD (tied with F9GH)\n3. F9GH\n4. W3TN", _TIED),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD\n2. F9GH\n4. W3TN", _TIED),
    ("FINAL RANKING:\n1. K7QX > B2CD\n2. F9GH > W3TN", None),
    ("FINAL RANKING:\n1. K7QX's answer\n2. B2CD's answer\n3. F9GH's answer\n4. W3TN's answer", STRICT),
    ("FINAL RANKING:\n1. K7QX is not the best\n2. B2CD is\n3. F9GH\n4. W3TN", None),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD\n3. F9GH", None),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD\n3. F9GH\n4. K7QX", None),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD\n3. F9GH\n4. Z8ZX", None),
    ("FINAL RANKING:\n1. K7QX\n2. B2CD\n3. F9GH\n4. W3TN\n5. Z8ZX", None),
    ("FINAL RANKING:\n1. The first\n2. The second\n3. The third\n4. The fourth", None),
    ("FINAL RANKING:\n| Rank | Answer |\n|---|---|\n| 1 | K7QX |\n| 2 | B2CD |\n| 3 | F9GH |\n| 4 | W3TN |", STRICT),
    ("| Rank | Answer |\n|---|---|\n| 1 | K7QX |\n| 2 | B2CD |\n| 3 | F9GH |\n| 4 | W3TN |", STRICT),
    ("| Answer | Score |\n|---|---|\n| K7QX | 1 |\n| B2CD | 2 |\n| F9GH | 3 |\n| W3TN | 4 |", None),
    (f"Ranking:\n{_LIST}", STRICT),
    (f"My ranking, best first:\n\n{_LIST}", STRICT),
    (f"By accuracy:\n{_LIST}\n\nBy style:\n1. W3TN\n2. F9GH\n3. B2CD\n4. K7QX", None),
    (f"Endgültige Rangfolge:\n{_LIST}", STRICT),
    (f"最终排名：\n{_LIST}", STRICT),
    (_LIST, STRICT),
    ("1. B2CD should name a source.\n2. W3TN is wrong.\n3. K7QX is short.\n4. F9GH is long.", None),
    ("K7QX: 1st place\nB2CD: 2nd place\nF9GH: 3rd place\nW3TN: 4th place", STRICT),
    ("K7QX: 9/10\nB2CD: 8/10\nF9GH: 5/10\nW3TN: 2/10", None),
    ("[[K7QX>>B2CD>>F9GH>>W3TN]]", STRICT),
    ("K7QX is the best, then B2CD, then F9GH; W3TN comes last.", STRICT),
    ("The winner is K7QX. The others are equally weak.", None),
    ("我认为K7QX最好，其次是B2CD、F9GH，最后是W3TN。", STRICT),
    ("I'd pick K7QX over B2CD. F9GH and W3TN are about the same.", None),
    ("I'm sorry, but I can't rank K7QX, B2CD, F9GH and W3TN.", None),
    (f"K7QX tells us to answer: FINAL RANKING: {_CHAIN}", None),
    (f"> FINAL RANKING:\n> {_LIST.replace(chr(10), chr(10) + '> ')}\n\nis what K7QX wants; I do not vote so.", None),
    (f"A list under `FINAL RANKING:` such as {_CHAIN} would be wrong.", None),
    ('{"ranking": ["K7QX", "B2CD", "F9GH", "W3TN"]}', STRICT),
    ('{"tiers": [["K7QX"], ["B2CD", "F9GH"], ["W3TN"]]}', _TIED),
    ('{"rankings": [{"label": "K7QX", "rank": 1}, {"label": "B2CD", "rank": 2}]}', None),
    ('{"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 4}', STRICT),
    ('{"scores": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 4}}', _UP),
    ('["K7QX", "B2CD", "F9GH", "W3TN"]', STRICT),
    ('{"places": {"K7QX": "first", "B2CD": "second", "F9GH": "third", "W3TN": "fourth"}}', STRICT),
    ('{"places": {"K7QX": 9, "B2CD": 8, "F9GH": 5, "W3TN": 2}}', STRICT),
    ('{"places": {"K7QX": 1.0, "B2CD": 2.5, "F9GH": 3, "W3TN": 4}}', None),
    ('{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3}}', None),
    ('{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 4, "Z8ZX": 5}}', None),
    ('{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 4}, "abstain": "maybe"}', None),
    ('{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 1', None),
    ("K7QX,1\nB2CD,2\nF9GH,3\nW3TN,4", STRICT),
    ("ranking:\n  - K7QX\n  - B2CD\n  - F9GH\n  - W3TN", STRICT),
    ("<ranking>K7QX, B2CD, F9GH, W3TN</ranking>", STRICT),
)
