"""How does a rehearsal voice sit as adjudicator? It compares what stands in the texts: flips, labels, scores, one list.

Its calls follow from the words it is shown: a change is called cited when the final text says which objection moved it,
a finding is called correct when the flaw stands on the line it names.
"""

from __future__ import annotations

import re
from typing import Any

from moot.rehearsal.code.flaws import Flaw
from moot.rehearsal.judging import features, quality, sentences
from moot.rehearsal.lines import line, passage, quoted
from moot.rehearsal.parts import Part
from moot.rehearsal.plays.rebutting import disputed
from moot.rehearsal.plays.reviewing import coverage, named_lines, remark_on
from moot.rehearsal.plays.sides import lead_claim, position, sides_of
from moot.rehearsal.plays.synthesis import telling
from moot.rehearsal.plays.threats import threats_to
from moot.rehearsal.prompt import Prompt
from moot.vocabulary.seeded_draws import Lot

MOST_LISTED = 16
FEWEST_SHARED = 6
"""Words in a row that a text takes over from an objection before it counts as meeting it."""


def rebuttals(part: Part) -> dict[str, Any]:
    """What it says against each text."""
    points = {}
    for label, text in part.texts.items():
        disputes, words = disputed(part.voice, text, part.marks[label], part.prompt, part.lot)
        points[label] = {"disputes": disputes, "point": words}
    return {"points": points}


def label_check(part: Part) -> dict[str, Any]:
    """Whether a label stands when asked about again: mostly."""
    stands = part.lot.share() < 0.4 + 0.4 * part.voice.skill
    return {"stands": stands, "reason": line("judging", "stands" if stands else "falls", part.lot)}


def axis_calls(part: Part) -> dict[str, Any]:
    """A score for each axis: how good the text is, leaning to what the axis asks for."""
    text = judged_text(part.prompt)
    found = features(text[:20_000], part.prompt.question.vocabulary)
    whole = coverage(text, part.prompt.flaws) if part.prompt.flaws else quality(text, part.prompt.question)
    axes = {}
    for axis in part.keys("axes"):
        asked = next((name for sign, name in ASPECTS if sign in axis.lower()), "")
        share = 0.55 * whole + 0.45 * found[asked] if asked in found else whole
        share -= 0.35 * Lot("", f"axis\x1f{axis}\x1f{text}").share()  # no feature sees all that an axis asks for
        share += (1 - part.voice.skill) * 0.4 * (part.lot.share() - 0.5)
        score = 1 + round(4 * min(1.0, max(0.0, 0.1 + 0.95 * share)))
        axes[axis] = {"score": score, "reason": because(asked, found, score, text, part.prompt)}
    return {"axes": axes}


def because(asked: str, found: dict[str, float], score: int, text: str, prompt: Prompt) -> str:
    """A few words for a score."""
    if prompt.flaws:
        return code_reason(asked, text, prompt)
    name = asked or min(found, key=lambda one: found[one] if score < 4 else -found[one])
    return (GOOD if score >= 4 else FAIR if score == 3 else POOR)[name]


def code_reason(asked: str, text: str, prompt: Prompt) -> str:
    """The same for a review of code: what it finds, quotes, mends and leaves alone."""
    said = listed(text)
    cited = sum("`" in one for one in said)
    if asked == "detail":
        return f"It quotes the line for {cited} of {len(said)} findings."
    if asked == "order":
        return "It says for each finding what to write instead." if said else "It mends nothing."
    if asked == "caution":
        return (
            "It asks for a test of what it changes."
            if "test" in text.lower()
            else "It names no test and no side effect."
        )
    if asked == "length":
        return "It keeps to defects and leaves style alone."
    return remark_on(text, prompt.flaws)


def reply_label(part: Part) -> dict[str, Any]:
    """One label for a whole reply."""
    text = judged_text(part.prompt)
    label, reason = label_for(part, text, part.choices("label"))
    return {"label": label, "reason": reason, "details": details(part, text)}


def finding_labels(part: Part) -> dict[str, Any]:
    """A label for every finding of a reply: right where the flaw stands on the line it names."""
    text = judged_text(part.prompt)
    labels = part.choices("label")
    by_line = {flaw.line: flaw for flaw in part.prompt.flaws}
    findings = []
    for said in listed(text):
        flaw = next((by_line[number] for number in sorted(named_lines(said)) if number in by_line), None)
        label, reason = finding_label(part, said, flaw, labels)
        findings.append({"finding": shortened(said), "label": label, "reason": reason})
    return {"findings": findings[:MOST_LISTED], "details": details(part, text)}


def finding_label(part: Part, said: str, flaw: Flaw | None, labels: list[str]) -> tuple[str, str]:
    """The label of one finding, and why."""
    good = [label for label in labels if label.startswith(("correct", "confirmed"))] or labels[:1]
    if flaw:
        return good[0], f"Line {flaw.line} reads `{flaw.snippet}`: {flaw.told.why}."
    if part.prompt.flaws:
        false = [label for label in labels if "false" in label] or labels[-1:]
        return false[0], "Nothing on the line it names can fail in the way described."
    return label_for(part, said, labels)


def label_for(part: Part, text: str, labels: list[str]) -> tuple[str, str]:
    """A label that what shows on a text's surface speaks for, else a good one or none."""
    found = features(text[:20_000], part.prompt.question.vocabulary)
    for label in labels:
        for sign, name, below in FAULTS:
            if sign in label and found[name] < below:
                return label, f"It {BECAUSE[name]}."
    best = next((label for label in labels if label == "none"), None)
    sound = next((label for label in labels if label.startswith(SOUND)), None)
    if sound and (found["detail"] > 0.5 or not best):
        return sound, f"It {GOOD_BECAUSE[max(found, key=lambda one: found[one])]}."
    if best:
        return best, "It commits to an answer and keeps to the question."
    return min(labels, key=lambda label: part.lot.share()), "It is nearest to this of all the labels."


def details(part: Part, text: str) -> dict[str, Any]:
    """What else is asked: a count, one of the choices the prompt lists, or a few words."""
    found = {}
    for name in part.keys("details"):
        asked = re.search(rf"^- {re.escape(name)}: .*\(([^()]*)\)$", part.prompt.told, re.M)
        how = asked[1] if asked else ""
        if how.startswith("one of "):
            lets = [one.strip() for one in how[7:].split(",")]
            found[name] = lets[0] if quality(text, part.prompt.question) > 0.5 else lets[min(1, len(lets) - 1)]
        elif how.startswith("a few"):
            found[name] = shortened(passage(text, part.prompt.question, part.lot))
        else:
            found[name] = str(len(named_lines(text)) or len(CITED.findall(text)))
    return found


def flip_call(part: Part) -> dict[str, Any]:
    """Whether the position changed, and whether the final text says because of which rebuttal."""
    sources = [str(name) for name in part.choices("source")]
    first = section(part.prompt, {"first", "original", "before"}, 0)
    final = section(part.prompt, {"final", "revised", "after"}, 1)
    made = {text.label: text.text for text in part.prompt.texts if text.label in sources}
    found = {label: met(part.prompt, first, final, text) for label, text in made.items()}
    best = max(found, key=lambda label: len(found[label])) if found else ""
    words = found.get(best, "")
    question = part.prompt.question
    moved = bool(TURNED.search(final[:300]) and not TURNED.search(first[:300])) or added(part.prompt, first, final)
    moved = moved or (final[:80] != first[:80] and position(first, question) != position(final, question))
    reasons = {"no_change": "same", "cited_rebuttal": "added" if part.prompt.flaws else "cited", "uncited": "uncited"}
    change = "no_change" if not moved else "cited_rebuttal" if words else "uncited"
    return {
        "change": change,
        "source": best if words else next((one for one in sources if one not in made), ""),
        "words": words if change == "cited_rebuttal" else "",
        "reason": line("judging", reasons[change], part.lot),
    }


def added(prompt: Prompt, first: str, final: str) -> bool:
    """Whether a revised code review names other lines than before."""
    return bool(prompt.flaws) and named_lines(first) != named_lines(final)


def section(prompt: Prompt, names: set[str], place: int) -> str:
    """The text whose fence says what it is; else the one at that place."""
    named = [text.text for text in prompt.texts if text.words & names]
    if named:
        return named[0]
    return prompt.texts[place].text if place < len(prompt.texts) else ""


def met(prompt: Prompt, first: str, final: str, objection: str) -> str:
    """The words of an objection that the final text takes up and the first one did not; of a code review, its line."""
    if prompt.flaws:
        new = named_lines(final) ^ named_lines(first)
        return next((one for one in sentences(objection) if named_lines(one) & new), "")
    low, before = " ".join(final.lower().split()), " ".join(first.lower().split())
    words = objection.split()
    for size in range(min(len(words), 30), FEWEST_SHARED - 1, -1):
        for at in range(len(words) - size + 1):
            said = " ".join(words[at : at + size]).lower().rstrip(".,;:")
            if said in low and said not in before:
                return " ".join(words[at : at + size])
    return ""


def positions(part: Part) -> dict[str, Any]:
    """Whether the replies agree, and on what."""
    sides = sides_of(part)
    counts = {side: list(sides.values()).count(side) for side in sides.values()}
    best = max(counts, key=lambda side: counts[side]) if counts else "open"
    share = counts.get(best, 0) / max(1, len(sides))
    agreement = "agree" if share == 1 else "partial" if share > 0.5 else "disagree"
    other = next((text for label, text in part.texts.items() if sides[label] != best), "")
    lead = lead_claim(other, part.prompt.question) if other else None
    told = lead.text if lead else passage(other, part.prompt.question, part.lot)
    dispute = f"Whether {quoted(told)} holds." if told else ""
    named = {"for": "go ahead", "against": "hold off", "open": "no consensus"}
    if part.prompt.question.kind == "whether":
        named |= {"for": "yes", "against": "no"}
    return {
        "agreement": agreement,
        "dispute": dispute,
        "consensus": named.get(best, " ".join(best.split()[:3])) if share > 0.5 else "no consensus",
        "details": details(part, " ".join(part.texts.values())),
    }


def merged_list(part: Part) -> dict[str, Any]:
    """What all replies found, each thing once: confirmed by several, denied, or found by one alone."""
    flaws = {flaw.line: flaw for flaw in part.prompt.flaws}
    by_line: dict[int, list[str]] = {}
    said: dict[int, str] = {}
    denied: dict[int, list[dict[str, str]]] = {}
    for label, text in part.texts.items():
        for finding in listed(text):
            for number in sorted(named_lines(finding))[:1]:
                if DENIES.search(finding):
                    denied.setdefault(number, []).append({"by": label, "words": finding[:300]})
                    continue
                if label not in by_line.setdefault(number, []):
                    by_line[number].append(label)
                    said.setdefault(number, finding)
    scale = part.choices("severity")
    entries = []
    for number, agree in by_line.items():
        flaw = flaws.get(number)
        others = [(label, sentences(text)) for label, text in part.texts.items() if label not in agree]
        silent = [{"by": label, "words": lines[0][:300]} for label, lines in others if lines][:1]
        against = denied.get(number, []) or ([] if flaw else silent)
        status = "disputed" if against else "confirmed" if len(agree) > 1 else "unique"
        severity = flaw.told.severity if flaw else "low"
        place = scale.index(severity) if severity in scale else max(0, len(scale) - 2)
        what = f"{flaw.told.name} on line {number}: {flaw.told.why}" if flaw else shortened(said[number])
        entry = {"finding": what, "status": status, "severity": scale[place] if scale else severity}
        entries.append((place, entry | {"agree": agree, "denials": against}))
    if not part.prompt.flaws:
        entries = feared(part, scale) or entries or spoken(part, scale)
    entries.sort(key=lambda one: one[0])
    grave = sum(place < 2 and entry["status"] != "disputed" for place, entry in entries)
    found = [entry for _, entry in entries[:MOST_LISTED]]
    return {"findings": found, "chains": max(0, grave - 1), "details": details(part, " ".join(part.texts.values()))}


def feared(part: Part, scale: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    """The same for threats to a described system, each known by its name."""
    entries: list[tuple[int, dict[str, Any]]] = []
    for threat in threats_to(part.prompt):
        agree = [label for label, text in part.texts.items() if threat.name in text]
        place = scale.index(threat.severity) if threat.severity in scale else max(0, len(scale) - 2)
        entry: dict[str, Any] = {
            "finding": f"{threat.name}: {threat.way}",
            "status": "confirmed" if len(agree) > 1 else "unique",
        }
        entry |= {"severity": scale[place] if scale else threat.severity, "agree": agree, "denials": []}
        entries += [(place, entry)] if agree else []
    return entries


def spoken(part: Part, scale: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    """The same for texts that name no lines: warnings, those that share their words taken as one."""
    entries: list[tuple[int, dict[str, Any]]] = []
    for label, text in part.texts.items():
        for sentence in [one for one in sentences(text) if RISKY.search(one)][:4]:
            mine = telling(sentence)
            twin = next((e for _, e in entries if len(mine & telling(e["finding"])) > 0.5 * len(mine)), None)
            if twin:
                twin["agree"] = list(dict.fromkeys([*twin["agree"], label]))
                twin["status"] = "confirmed" if len(twin["agree"]) > 1 else twin["status"]
                continue
            place = min(len(scale) - 1, 1 + len(entries) % 3) if scale else 0
            entry = {
                "finding": shortened(sentence),
                "status": "unique",
                "severity": scale[place] if scale else "medium",
            }
            entries.append((place, entry | {"agree": [label], "denials": []}))
    return entries


def judged_text(prompt: Prompt) -> str:
    """The one text that is to be judged."""
    texts = [text for text in prompt.texts if text.label] or list(prompt.texts)
    return texts[-1].text if texts else ""


def listed(text: str) -> list[str]:
    """The findings a reply lists: its items that name a line, else its items, else its sentences."""
    items = [item for item in text[:20_000].splitlines() if ITEM.match(item)]
    naming = [line for line in text[:20_000].splitlines() if named_lines(line)]
    return (naming or items or sentences(text))[:MOST_LISTED]


def shortened(text: str) -> str:
    """A finding in one sentence."""
    plain = MARKS.sub("", text).strip()
    cut = plain.find(". ", 40)
    return plain[: cut + 1] if 0 < cut < 240 else plain[:240]


ASPECTS = (
    ("comprehen", "topic"), ("empiric", "detail"), ("evidence", "detail"), ("citation", "detail"),
    ("asymmetr", "caution"), ("resist", "decision"), ("frame", "topic"), ("institution", "decision"),
    ("commit", "decision"),
    ("mechanism", "length"), ("counter", "caution"), ("uncertain", "caution"), ("useful", "order"),
    ("scope", "length"), ("precision", "detail"),
    ("regression", "caution"), ("fix", "order"), ("mitigation", "order"), ("synthesis", "order"), ("causal", "detail"),
    ("authority", "detail"), ("application", "order"), ("distinction", "caution"),
)  # fmt: skip
"""What an axis mostly looks at, by a part of its name."""
FAULTS = (
    ("hedg", "decision", 0.2), ("evasion", "decision", 0.1), ("abstract", "detail", 0.2),
    ("frame_shift", "topic", 0.25),
    ("change_of", "topic", 0.15), ("vague", "detail", 0.3), ("false_certainty", "caution", 0.25),
    ("unsupported", "detail", 0.2),
    ("cherry", "caution", 0.15), ("missing", "detail", 0.25), ("overbroad", "caution", 0.3), ("policy", "topic", 0.2),
    ("generic", "topic", 0.3), ("theoretical", "detail", 0.35),
)  # fmt: skip
"""Which label a missing feature speaks for, and below which share of it."""
SOUND = ("well_", "appropriate", "sound", "correct", "confirmed", "grounded", "committed", "supported")
BECAUSE = {
    "topic": "says little about what was asked", "length": "is too short to give its reasons",
    "order": "leaves its points in no order", "caution": "names nothing that could make it wrong",
    "decision": "does not commit to an answer", "detail": "gives nothing that could be counted or checked",
}  # fmt: skip
GOOD_BECAUSE = {
    "topic": "keeps to what was asked", "length": "gives its reasons in full", "order": "can be followed step by step",
    "caution": "names what could make it wrong", "decision": "commits to an answer",
    "detail": "names what can be checked",
}  # fmt: skip
GOOD = {name: words.capitalize() + "." for name, words in GOOD_BECAUSE.items()}
POOR = {name: words.capitalize() + "." for name, words in BECAUSE.items()}
FAIR = {
    "topic": "Keeps to the question for the most part.", "length": "Gives a reason, not all of them.",
    "order": "Can be followed with some effort.", "caution": "Names a risk without a threshold.",
    "decision": "Commits, with conditions.", "detail": "One thing in it can be checked.",
}  # fmt: skip
TURNED = re.compile(r"decides it for me|outweighs the rest|As long as that is so|different answer|the other side", re.I)
CITED = re.compile(r"\[\d{1,2}\]|https?://")
DENIES = re.compile(r"\b(?:no bug|is sound|no problem|take back)\b", re.I)
RISKY = re.compile(r"\b(?:risk|fail|attack|expos|leak|lose|unless|wrong|danger|abuse|steal|forge|bypass)", re.I)
ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+\S")
MARKS = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+|\*\*(?:critical|high|medium|low|style)\*\* — |\*\*|`")

PLAYS = (
    (frozenset({"points", "disputes", "point"}), rebuttals),
    (frozenset({"change", "source", "words"}), flip_call),
    (frozenset({"findings", "status", "severity"}), merged_list),
    (frozenset({"findings", "label"}), finding_labels),
    (frozenset({"agreement", "dispute", "consensus"}), positions),
    (frozenset({"stands", "reason"}), label_check),
    (frozenset({"axes", "score"}), axis_calls),
    (frozenset({"label", "reason"}), reply_label),
)
"""The forms of this protocol, by their fields, and what a voice wishes to write in each."""
