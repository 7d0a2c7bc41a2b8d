"""What is a rehearsal voice being asked about? The kind of question, its terms, and words that fit into a sentence.

There is no grammar here, only habits of English that hold often: a phrase that cannot be turned safely is left out and
the bare terms are used. Phrases never have to agree with a verb: the material places them as objects or before modals.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from moot.rehearsal.words import (
    ARTICLES,
    BEFORE_VERB,
    CLAUSE_ENDS,
    MAY_END,
    MODALS,
    NOUNISH,
    PREDICATES,
    SAID_AS_THE,
    SKIPPED,
    STOP,
    VERBS,
    YOURS,
    gerund,
    third_person,
)

Kind = Literal["choice", "should", "how", "why", "whether", "what", "number", "code", "write", "open"]
MOST_READ = 4_000


class Question(Struct, frozen=True, kw_only=True):
    """A question, taken apart as far as it goes."""

    kind: Kind
    """What sort of answer it wants."""
    matter: str
    """What it is about, as a noun phrase: `moving your API to GraphQL`, `why the sky is blue`."""
    terms: tuple[str, ...]
    """Its own noun phrases, the most telling first."""
    options: tuple[str, ...] = ()
    """For a choice: what there is to choose from."""
    setting: str = ""
    """For a choice: the words after it, such as ` for a small team`, with their leading space."""
    result: str = ""
    """For a small sum: what it comes to."""
    vocabulary: frozenset[str] = frozenset()
    """Its telling words in lower case, for measuring whether a text keeps to the topic."""


def question_from(text: str) -> Question:
    """Takes a question apart; of a very long one, its beginning and its end."""
    return taken_apart(text if len(text) <= MOST_READ else text[: MOST_READ - 800] + "\n" + text[-800:])


@lru_cache(maxsize=256)
def taken_apart(text: str) -> Question:
    """The same, for a text that is not too long to be kept."""
    text = CONTRACTION.sub(r"\1 is ", text)
    sentence = main_sentence(text)
    words = spoken_to(WORD.findall(sentence))
    lower = [word.lower() for word in words]
    phrases = noun_phrases(words)
    if len(phrases) < 3:
        phrases += [p for p in noun_phrases(spoken_to(WORD.findall(text))) if p not in phrases]
    phrases = [p for p in phrases if " " in p or not p.endswith("ed")]
    terms = tuple(sorted(dict.fromkeys(phrases[:10]), key=lambda p: -weight(p))[:5])
    vocabulary = frozenset(telling_words(text))
    if total := small_sum(sentence):
        return Question(kind="number", matter=total[0], terms=(total[0],), result=total[1], vocabulary=vocabulary)
    options, setting = choices(words, lower)
    kind, matter = kind_and_matter(text, sentence, words, lower, phrases)
    if len(options) > 1 and "difference" in lower:
        kind, matter, options = "what", f"the difference between {' and '.join(options[:2])}", ()
    elif len(options) > 1:
        kind, matter = "choice", f"{', '.join(options[:-1])} or {options[-1]}"
    else:
        options = ()
    if matter.startswith(("why ", "how ", "whether ")):
        turned = [p for p in noun_phrases(matter.split()) if p.split()[-1] != matter.split()[-1] or " " in p]
        turned = [p.rpartition(" ")[0] if " " in p and p[-1] == "s" and is_verb(p.split()[-1]) else p for p in turned]
        phrases = turned + [p for p in phrases if not any(p in t or t in p for t in turned)] if turned else phrases
        terms = tuple(phrases[:5])
    if kind == "should" and (at := verb_at(words, lower)):
        around = [*noun_phrases(words[at + 1 :]), *noun_phrases(words[1:at])]
        named = any(keeps_case(word) for phrase in around for word in phrase.split())
        terms = tuple(dict.fromkeys(sorted(around, key=lambda p: -weight(p)) if named else around)) or terms
    if kind in {"should", "how"}:
        if terms and " it" in matter and (said := re.sub(r"\bit\b", terms[0], matter, count=1)):
            matter = said
        terms = tuple(sorted(terms, key=lambda term: term.split()[-1] not in matter))
    if kind == "write":
        terms = tuple(sorted(terms, key=lambda term: matter.find(term) % 1_000))
    if matter.startswith("“"):
        terms = tuple(term for term in terms if term.split()[0] in ARTICLES or len(term.split()) < 3)
    terms = terms or options
    return Question(kind=kind, matter=matter, terms=terms, options=options, setting=setting, vocabulary=vocabulary)


def kind_and_matter(
    text: str, sentence: str, words: list[str], lower: list[str], phrases: list[str]
) -> tuple[Kind, str]:
    """What sort of answer is wanted, and about what; a choice is found elsewhere."""
    plain = " ".join(lower)
    topic = first(tuple(sorted(phrases, key=lambda p: -weight(p))))
    if "```" in text or (CODE.search(text) and MAKING.search(plain)):
        return "code", doing(words, lower) or topic
    if plain.startswith(("how many", "how much", "how long", "how far", "how old", "how often", "estimate")):
        return "number", first(tuple(phrases))
    if lower[:1] == ["how"] and lower[1:2] not in (["does"], ["did"], ["is"], ["are"], ["was"]):
        return "how", doing(words, lower) or topic
    if len(lower) > 3 and lower[0] in {"what", "which", "where", "when", "who"} and lower[2] == "you":
        return "how", doing(words, lower) or topic
    if lower[:1] in (["why"], ["how"]):
        return "why", clause(words, lower) or in_quotes(sentence) or topic
    if YES_NO.match(plain):
        act = doing(words, lower)
        advised = lower[0] in {"should", "shall", "ought"} or lower[1:2] == ["you"]
        if advised and act and not act.startswith("being "):
            return "should", act
        return "whether", clause(["whether", *words], ["whether", *lower]) or in_quotes(sentence) or topic
    if MAKING.match(plain):
        made = doing(words, lower).split()[1:]
        return "write", " ".join(made[made[:1] == ["you"] :]) or topic
    if lower[:1] and lower[0] in {"what", "who", "when", "where", "which", "explain", "describe", "define"}:
        return "what", topic
    return "open", topic


def main_sentence(text: str) -> str:
    """The sentence that asks: the last one with a question mark, else the first; without politeness."""
    body = text.split("```")[0].strip() or text
    parts = [part.strip() for part in SENTENCE_END.split(body) if part.strip()]
    asking = [part for part in parts if part.endswith("?")]
    sentence = (asking or parts or [""])[-1 if asking else 0][:600].rstrip("?.! ")
    while found := POLITE.match(sentence):
        sentence = sentence[found.end() :]
    return sentence


def in_quotes(sentence: str) -> str:
    """A question that cannot be turned round, as it was put; empty when it is long."""
    return f"“{sentence}?”" if 8 < len(sentence) < 90 else ""


def spoken_to(words: list[str]) -> list[str]:
    """The words as said back to whoever asked: `our API` becomes `your API`."""
    return [YOURS.get(word.lower(), word) for word in words]


def noun_phrases(words: list[str]) -> list[str]:
    """Runs of telling words, each with its article: `a small team`, `Postgres`."""
    phrases: list[str] = []
    run: list[str] = []
    article = ""
    before = ""
    for word in [*words, "."]:
        low = word.lower()
        if low in ARTICLES and not run:
            article = "the" if low in SAID_AS_THE else low
        elif low in SKIPPED and not run:
            pass
        elif breaks(word) or (before in {"so", "too", "very"} and not run) or (is_verb(low) and before in BEFORE_VERB):
            if run and not all(part.isdigit() for part in run):
                phrases.append(" ".join(([article] if article else []) + run[-4:]))
            run, article = [], ("the" if low in SAID_AS_THE else low) if low in ARTICLES else ""
        elif is_verb(word) and (run or not article or low not in VERBS) and not {low, low[:-1]} & NOUNISH:
            if run:
                phrases.append(" ".join(([article] if article else []) + run[-4:]))
            run, article = [], ""
        elif len(word) <= 40:
            run.append(word if keeps_case(word) else low)
        before = low
    return phrases


def breaks(word: str) -> bool:
    """Whether a noun phrase cannot go on past this word."""
    return not word[0].isalnum() or (word.lower() in STOP and not shouted(word))


def shouted(word: str) -> bool:
    """Whether a word is written in capitals: `REST` is no verb and `IT` no pronoun."""
    return len(word) > 1 and word.isupper()


def choices(words: list[str], lower: list[str]) -> tuple[tuple[str, ...], str]:
    """What is offered to choose from, and the setting named after it."""
    joint = next((i for i, word in enumerate(lower) if word in {"or", "vs", "vs.", "versus"} and i), None)
    if joint is None and "between" in lower and "and" in lower[lower.index("between") :]:
        joint = lower.index("and", lower.index("between"))
    if joint is None and lower[:1] == ["compare"]:
        joint = next((i for i, word in enumerate(lower) if word in {"and", "with", "to", "against"}), None)
    if joint is None or joint + 1 >= len(words) or lower[joint + 1] in {"not", "no", "should"}:
        return (), ""
    after, rest = phrase_at(words, joint + 1)
    if lower[joint + 1] in VERBS and (act := doing(words[:joint], lower[:joint])):
        second = gerund_phrase(words[joint + 1 :])
        return ((act, second), "") if second and act != second else ((), "")
    offered: list[str] = []
    end = joint
    while end > 0:
        start = end
        while start > 0 and (not breaks(words[start - 1]) or lower[start - 1] in ARTICLES):
            start -= 1
            if is_verb(words[start]) and start + 1 < end:
                start += 1
                break
        run = [w if keeps_case(w) else w.lower() for w in words[start:end]]
        if not run or len(run) > 6:
            break
        if offered and words[start - 1].lower() in {"for", "in", "on", "with", "at", "to"}:
            break
        offered.insert(0, " ".join(run))
        if start == 0 or words[start - 1] != ",":
            break
        end = start - 1
    if not offered or not after:
        return (), ""
    setting = ""
    if rest < len(words) and lower[rest] in {"for", "in", "on", "at", "with", "when", "as"}:
        tail = words[rest : rest + 7]
        tail = tail[: next((i for i, word in enumerate(tail) if not word[0].isalnum()), len(tail))]
        while tail and tail[-1].lower() in STOP:
            tail.pop()
        setting = " " + " ".join(tail) if len(tail) > 1 else ""
    return tuple(dict.fromkeys([*offered, after])), setting


def phrase_at(words: list[str], start: int) -> tuple[str, int]:
    """The noun phrase that begins there, and where it ends."""
    end = start
    while end < len(words) and end < start + 5 and words[end][0].isalnum():
        if words[end].lower() in STOP and not (end == start and words[end].lower() in ARTICLES):
            break
        end += 1
    return " ".join(w if keeps_case(w) else w.lower() for w in words[start:end]), end


def doing(words: list[str], lower: list[str]) -> str:
    """What is to be done, as `moving your API to GraphQL`; empty when no verb can be found safely."""
    if lower[:3] == ["do", "you", "need"] and lower[3:4] != ["to"]:
        return gerund_phrase(["get", *words[3:]])
    at = verb_at(words, lower)
    return gerund_phrase(words[at:]) if at is not None else ""


def verb_at(words: list[str], lower: list[str]) -> int | None:
    """Where the verb stands that says what is to be done."""
    if lower and lower[0] in VERBS - {"do", "need"}:
        return 0
    for at, word in enumerate(lower):
        after = lower[at - 1] if at else ""
        if at and word not in STOP and (after in {"you", "to", "they", "one", "please"} or is_verb(words[at])):
            return at if word in VERBS or after in {"you", "they"} else None
    return None


def gerund_phrase(words: list[str]) -> str:
    """`move it now, if` becomes `moving it now`; empty when it would be too long to sit in a sentence."""
    kept: list[str] = []
    for word in words:
        if not word[0].isalnum() or word.lower() in CLAUSE_ENDS or len(kept) == 11:
            break
        kept.append(word if keeps_case(word) else word.lower())
    while kept and kept[-1] in STOP - MAY_END:
        kept.pop()
    return " ".join([gerund(kept[0].lower()), *kept[1:]]) if kept else ""


def clause(words: list[str], lower: list[str]) -> str:
    """`why is the sky blue` becomes `why the sky is blue`; empty when it cannot be turned round safely."""
    if not 4 <= len(words) <= 14 or "," in words:
        return ""
    asking, auxiliary, rest = lower[0], lower[1], [w if keeps_case(w) else w.lower() for w in words[2:]]
    if auxiliary in {"is", "are", "was", "were"}:
        split = next(
            (
                i
                for i, w in enumerate(rest)
                if i and (w in PREDICATES or w.endswith(("ing", "ed", "ly")) or "than" in rest[i + 1 : i + 2])
            ),
            None,
        )
        if split is None:
            split = len(rest) - 1
            if split == 0 or split > 3 or rest[split - 1].lower() in STOP:
                return ""
        return " ".join([asking, *rest[:split], auxiliary, *rest[split:]])
    if auxiliary in {"do", "does", *MODALS}:
        at = next((i for i, w in enumerate(rest) if i and is_verb(w.lower())), None)
        if at is None and auxiliary in MODALS:
            at = next((i for i, w in enumerate(rest) if i and w == "be"), None) or likely_verb(rest)
        if at is None:
            return ""
        if auxiliary in MODALS:
            return " ".join([asking, *rest[:at], auxiliary, *rest[at:]])
        verb = rest[at] if auxiliary == "do" else third_person(rest[at])
        return " ".join([asking, *rest[:at], verb, *rest[at + 1 :]])
    return ""


def likely_verb(rest: list[str]) -> int | None:
    """Where the verb of a short clause must be, known or not: after `a school`, or after a plural."""
    if not 3 <= len(rest) <= 5:
        return None
    if rest[0] in ARTICLES:
        return 2 if len(rest) > 3 else None
    return 1 if rest[0].endswith("s") or keeps_case(rest[0]) else None


def small_sum(sentence: str) -> tuple[str, str] | None:
    """Two whole numbers and a sign, and what they come to."""
    found = SUM.search(sentence)
    if not found:
        return None
    left, sign, right = int(found[1]), found[2], int(found[3])
    written = found[0].strip()
    if sign in "+-−":
        return written, str(left + right if sign == "+" else left - right)
    if sign in "*×x":
        return written, str(left * right)
    if right == 0:
        return None
    return written, str(left // right) if left % right == 0 else f"{left / right:.4g}"


def telling_words(text: str) -> list[str]:
    """The words of a text that say what it is about, in lower case and without a plural s."""
    return [
        word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word
        for word in PLAIN_WORD.findall(text.lower())
        if word not in STOP and len(word) > 1
    ]


def weight(phrase: str) -> float:
    """How telling a phrase is: names and phrases of two or three words before single common ones."""
    words = [word for word in phrase.split() if word not in ARTICLES] or [phrase]
    names = sum(2 + 0.1 * len(word) for word in words if keeps_case(word))
    return min(len(words), 3) - 3 * words[0].isdigit() + names


def keeps_case(word: str) -> bool:
    """Whether a word's capitals belong to it: `API`, `GraphQL`, `Paris`; not the first word of a sentence."""
    return shouted(word) or (word != word.lower() and word.lower() not in STOP and not is_verb(word))


def is_verb(word: str) -> bool:
    """Whether a word is one of the verbs questions are made of."""
    low = word.lower()
    return not shouted(word) and (
        low in VERBS or (low[-1:] == "s" and low[:-1] in VERBS) or (low[-2:] == "es" and low[:-2] in VERBS)
    )


def first(terms: tuple[str, ...]) -> str:
    """The most telling term."""
    return terms[0] if terms else "the question as it stands"


WORD = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\w[\w'’+#/-]*(?:\.\w+)*|[,;:()]")
PLAIN_WORD = re.compile(r"[^\W_]+")
SENTENCE_END = re.compile(r"(?<=[.?!])\s+|\n+")
SUM = re.compile(r"(?<![\w.])(\d{1,9})\s{0,2}([-+*/×x÷−])\s{0,2}(\d{1,9})(?![\w.])")
CONTRACTION = re.compile(r"\b(what|who|how|where|why|it|that)['’]s ", re.IGNORECASE)
POLITE = re.compile(
    r"(?:please|hi|hello|hey|so|well|ok|okay|and|but|then|thanks|(?:can|could|would|will) you(?: please)?"
    r"|(?:tell|show|help) (?:me|us)(?: to)?|(?:i|we) (?:want|need|would like|am trying|are trying) to(?: know)?"
    r"|(?:i|we) (?:wonder|am wondering)|in your opinion|what do you think|do you think)[\s,:]+(?=\w)",
    re.IGNORECASE,
)
YES_NO = re.compile(r"(?:should|ought|shall|must|can|could|would|will|do|does|is|are|may|need|was|were)\b")
MAKING = re.compile(
    r"\b(?:write|draft|compose|create|name|suggest|brainstorm|list|give|propose|invent|design|implement|fix"
    r"|debug|refactor|translate|summarise|summarize|rewrite|improve|code|build|generate|plan)\b"
)
CODE = re.compile(
    r"\b(?:function|regex|sql|python|javascript|typescript|rust|script|code|class|bug|query|html|css|bash|java"
    r"|algorithm|unit tests?|c\+\+|golang)\b",
    re.IGNORECASE,
)
