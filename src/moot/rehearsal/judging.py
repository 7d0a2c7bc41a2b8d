"""How does a rehearsal voice judge a text? By what shows on its surface, blurred by chance where its skill is low.

Every voice measures the same features, so that skilled voices agree; chance depends on reader, text and seed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from moot.providers.scripted.voices import Voice
from moot.rehearsal.plays.reviewing import coverage, named_lines, remark_on
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.question import Question, telling_words
from moot.vocabulary.seeded_draws import Lot

MOST_READ = 20_000
NOISE = 0.45


@lru_cache(maxsize=512)
def features(text: str, vocabulary: frozenset[str]) -> dict[str, float]:
    """What shows on a text's surface, each from 0 to 1."""
    telling = telling_words(text)
    length = len(text.split())
    known = vocabulary & set(telling)
    low = text.lower()
    return {
        "topic": min(1.0, 1.4 * len(known) / len(vocabulary)) if vocabulary else 0.5,
        "length": min(1.0, length / 80) if length < 350 else max(0.2, 350 / length),
        "order": min(1.0, (len(LIST_MARK.findall(text)) + 2 * ("\n\n" in text)) / 5),
        "caution": min(1.0, len(CAUTION.findall(low)) / 3),
        "decision": min(1.0, len(DECISION.findall(low[:600])) / 2),
        "detail": min(1.0, len(DETAIL.findall(low)) / 3),
    }


def quality(text: str, question: Question) -> float:
    """How good a text looks, from 0 to 1."""
    found = features(text[:MOST_READ], question.vocabulary)
    return sum(WEIGHTS[name] * value for name, value in found.items())


def judged(voice: Voice, prompt: Prompt, lot: Lot) -> list[float]:
    """The mark each text of the prompt gets, from 0 to 1."""
    marks = [mark_of(voice, text.text, prompt.question, lot) for text in prompt.texts]
    if not prompt.flaws:
        return marks
    found = [coverage(text.text, prompt.flaws) for text in prompt.texts]
    return [0.3 * mark + 0.7 * share if any(found) else mark for mark, share in zip(marks, found, strict=True)]


def mark_of(voice: Voice, text: str, question: Question, lot: Lot) -> float:
    """What the voice makes of one text: its quality, and chance where skill is missing."""
    if not text:
        return 0.3 + 0.4 * lot.share()
    blur = (1 - voice.skill) * NOISE * (lot.share() + lot.share() - 1)
    return min(1.0, max(0.0, quality(text, question) + blur))


def places(marks: list[float], lot: Lot) -> list[int]:
    """Places from best, 1, to worst; marks that are very close now and then share one."""
    order = sorted(range(len(marks)), key=lambda i: -marks[i])
    found = [0] * len(marks)
    place = 1
    for before, now in zip([None, *order], order, strict=False):
        if before is not None and not (marks[before] - marks[now] < 0.015 and lot.number(2)):
            place += 1
        found[now] = place
    return found


def comment_on(text: str, mark: float, voice: Voice, prompt: Prompt) -> str:
    """One sentence or two about a text, as kind or harsh as the voice is."""
    if prompt.flaws and named_lines(text):
        return remark_on(text, prompt.flaws)
    question = prompt.question
    found = features(text[:MOST_READ], question.vocabulary)
    names = sorted(found, key=lambda name: TYPICAL[name] - found[name])
    subject = question.terms[0] if question.terms else "the question"
    turn = len(text)
    good, also = (PRAISE[name][turn % 2].replace("$a", subject) for name in names[:2])
    worst = names[-1]
    weak = "takes long to reach its point" if worst == "length" and len(text) > 1_500 else FAULT[worst][turn // 2 % 2]
    weak = weak.replace("$a", subject)
    if voice.harshness < 0.3:
        return f"It {good}, which I value" + (f", and it {also}." if mark > 0.7 else f"; perhaps it {weak}.")
    if voice.harshness < 0.7:
        return f"It {good} and {also}, though it {weak}." if mark > 0.7 else f"It {good}, but it {weak}."
    return f"It {good}; still, it {weak}." if mark > 0.7 else f"It {weak}, and that it {good} does not make up for it."


def review_of(text: str, mark: float, voice: Voice, prompt: Prompt) -> str:
    """What is good and what is bad about a text, each in a paragraph, with the passage that is meant."""
    found = features(text[:MOST_READ], prompt.question.vocabulary)
    worst = min(found, key=lambda name: found[name] - TYPICAL[name])
    subject = prompt.question.terms[0] if prompt.question.terms else "the question"
    fault = FAULT[worst][len(text) // 3 % 2].replace("$a", subject)
    passages = sentences(text)
    meant = f" The passage I mean: “{passages[len(text) % len(passages)]}”" if passages else ""
    return f"{comment_on(text, mark, voice, prompt)}{meant}\n\nWhat I would not keep: it {fault}."


def sentences(text: str) -> list[str]:
    """The sentences of a text that can be quoted alone: no headings, tables, code or fragments."""
    found: list[str] = []
    code = False
    for line in text[:MOST_READ].splitlines():
        if line.lstrip().startswith("```"):
            code = not code
        line = line.strip()
        if code or not line or line[0] in "#|`<{=" or BLOCK.search(line):
            continue
        line = LIST_MARK.sub("", line).replace("**", "")
        line = HEADING.sub("", line)
        found += [s for s in (part.strip() for part in SENTENCE.split(line)) if 30 <= len(s) <= 260 and s[-1] in ".!?"]
    return found


LIST_MARK = re.compile(r"^ {0,3}(?:[-*•]|\d{1,2}[.)]) +", re.MULTILINE)
HEADING = re.compile(r"^[A-Z][\w', ]{3,45}: (?=[A-Z])")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"“A-ZÀ-Ý])")
BLOCK = re.compile(r"ballot>|FINAL RANKING|^\d+\. [2-9A-Z]{4}$")
CAUTION = re.compile(r"\b(?:unless|risk|but|however|though|if|fail|careful|stop|wrong|undo)\b")
DECISION = re.compile(
    r"\b(?:yes|no|should|would|choose|take|start|begin|recommend|default|decide|advice|go ahead"
    r"|hold off|favour|against)\b"
)
DETAIL = re.compile(r"\d+|\b(?:week|month|one|two|three|first|example|case|count|measure|test|check)s?\b")
WEIGHTS = {"topic": 0.3, "length": 0.2, "order": 0.14, "caution": 0.12, "decision": 0.12, "detail": 0.12}
TYPICAL = {"topic": 0.85, "length": 0.95, "order": 0.6, "caution": 0.9, "decision": 0.9, "detail": 0.9}
"""What an ordinary answer reaches: a comment names what stands out against it."""
PRAISE = {
    "topic": ("stays close to $a", "answers what was asked about $a"),
    "length": ("takes the room it needs", "is neither short nor long"),
    "order": ("is easy to follow step by step", "puts first things first"),
    "caution": ("says where its advice could fail", "is open about its limits"),
    "decision": ("commits to an answer", "says plainly what to do"),
    "detail": ("gives something to count or to check", "is concrete enough to act on"),
}
FAULT = {
    "topic": ("says little about $a itself", "could have been written about almost anything"),
    "length": ("stops before it has given its reasons", "leaves much unsaid"),
    "order": ("leaves the reader to find the order in it", "puts its points in no clear order"),
    "caution": ("never says what could go wrong", "sounds surer than it can be"),
    "decision": ("avoids deciding", "leaves the actual answer open"),
    "detail": ("stays general where an example would help", "gives nothing to check it by"),
}
