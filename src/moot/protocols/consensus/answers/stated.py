"""What does a whole text state as its answer? Its last statement, unless it is taken back, quoted or only supposed.

The text is read sentence by sentence. A statement replaces the one before it; words that take it back put it in doubt
until another one follows. Whatever is not certain is told as unsure, and an unsure answer is nobody's vote. Linear in
the text. Held by `tests/protocols/consensus/answers/test_stated.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.consensus.answers import cues
from moot.protocols.consensus.answers.sentences import Sentence, sentences_in
from moot.protocols.consensus.answers.values import Allowed, Valued, allowed_by, valued
from moot.tally.answers.closed import ClosedAnswer, Told, closed_answer, closed_answers
from moot.tally.answers.number_marks import marks_of, may_be_either

SHORT = 400
"""Characters up to which a text that states nothing may be an answer by itself."""
SOON = 2
"""Sentences after a retraction in which a bare answer takes the place of the one that was taken back."""
AROUND = " .!*_`)\"'”»。⟧$"
"""What may stand around an answer that is given alone."""
PICKS, SAYS, ENDS = 1, 2, 3
"""How much a statement weighs: a choice in passing, `the answer is`, `final answer`."""


def stated_answers(question: str, answers: Sequence[str]) -> tuple[ClosedAnswer, ...]:
    """What each of several whole texts comes down to. A bare number takes the one unit that all others name."""
    allowed = allowed_by(question)
    forms = [_stated(allowed, answer) for answer in answers]
    units = {form.unit for form in forms if form.kind == "number" and form.unit}
    if len(units) == 1:
        (unit,) = units
        for at, form in enumerate(forms):
            if form.kind == "number" and not form.unit and (named := valued(f"{form.key} {unit}", allowed)).form:
                forms[at] = named.form
    return tuple(forms)


def votes_of(question: str, answers: Mapping[str, str], by: Literal["stated", "opening"]) -> dict[str, ClosedAnswer]:
    """Each name's vote: what its whole text states last, or what its opening comes down to."""
    read = stated_answers if by == "stated" else closed_answers
    return dict(zip(answers, read(question, list(answers.values())), strict=True))


def stated_answer(question: str, answer: str) -> ClosedAnswer:
    """What one whole text comes down to."""
    return _stated(allowed_by(question), answer)


class _Standing(Struct):
    """What stands so far."""

    form: ClosedAnswer | None = None
    """What was stated last."""
    weight: int = 0
    """How it was stated."""
    unsure: bool = False
    """Whether something since puts it in doubt."""
    retracted: int = 0
    """Sentences in which another answer may still take its place."""
    changed: bool = False
    """Whether the speaker has taken something back since."""
    awaited: int = 0
    """How the answer weighs that the next line is to bring."""
    line: int = -1
    """The line it stands in."""
    seen: bool = False
    """Whether anything looked like a statement."""


def _stated(allowed: Allowed, answer: str) -> ClosedAnswer:
    if may_be_either(answer):
        allowed = replace(allowed, marks=marks_of(answer, allowed.question))
    sentences = list(sentences_in(answer, allowed.kept))
    so_far = _Standing()
    last = max((each.line for each in sentences), default=0)
    for sentence in sentences:
        _heard(so_far, sentence, allowed, last)
    if so_far.form is None:
        found = None if so_far.seen else _bare(answer, sentences, allowed)
    elif so_far.unsure or so_far.retracted or so_far.changed or (so_far.weight == PICKS and last - so_far.line > 1):
        found = None
    else:
        found = so_far.form
    if found is not None and found.kind != "open":
        return found
    told: Told = "unsure" if so_far.seen or found is not None else "none"
    return ClosedAnswer("open", " ".join(answer.split()).casefold(), told=told)


def _heard(so_far: _Standing, sentence: Sentence, allowed: Allowed, last: int) -> None:
    """What one sentence does to what stands."""
    text = sentence.text
    so_far.retracted = max(0, so_far.retracted - 1) if so_far.retracted > 1 else so_far.retracted
    if sentence.apart:
        return
    if so_far.awaited:
        weight, so_far.awaited = so_far.awaited, 0
        if (found := valued(text, allowed)).form is not None:
            _stands(so_far, found, weight, sentence, allowed, changed=False)
            return
    if sentence.whole and (title := cues.TITLE.fullmatch(text)):
        so_far.awaited = ENDS if title["last"] or title["after"] or text.lstrip().startswith("#") else SAYS
        return
    if text.rstrip(" *_\"'”»)").endswith(("?", "？")):
        if so_far.form is not None and (cues.CHANGE.search(text) or cues.REDONE.search(text)):
            so_far.changed = True
        return
    made = sorted(_statements(sentence, allowed), key=lambda each: each.start)
    so_far.seen = so_far.seen or bool(made)
    good = [each for each in made if not each.guarded and each.valued.form is not None]
    if good:
        first, final = good[0], good[-1]
        if len({each.valued.form.key for each in good if each.valued.form}) > 1 and first.weight >= final.weight:
            so_far.form, so_far.unsure, so_far.weight = final.valued.form, True, max(first.weight, so_far.weight)
            return
        prefix = text[: final.start]
        changed = so_far.changed or cues.CHANGE.search(prefix) is not None
        _stands(so_far, final.valued, final.weight, sentence, allowed, changed=changed)
        return
    for each in made:
        _put_in_doubt(so_far, each, allowed)
    if made and made[-1].valued.form is None and not made[-1].guarded and not made[-1].valued.rest.strip(AROUND):
        so_far.awaited = made[-1].weight
        return
    if cues.CHANGE.search(text):
        _taken_back(so_far, sentence, allowed)
        return
    if (
        so_far.changed
        and cues.STANDS.search(text)
        and not re.search(r"(?i)\b(first|original|initial|earlier|previous)", text)
    ):
        so_far.changed, so_far.retracted = False, 0
        return
    if so_far.retracted and (new := _new_in(text, allowed, so_far.form, bare=True)) is not None:
        _stands(so_far, new, SAYS, sentence, allowed, changed=True)
        return
    if sentence.whole and sentence.line == last and not made and (alone := _alone(text, allowed)) is not None:
        _stands(so_far, alone, SAYS, sentence, allowed, changed=so_far.changed)
        return
    if so_far.form is not None and _doubted(text, so_far.form, allowed):
        so_far.unsure = True


class _Made(Struct, frozen=True):
    """A statement as it stands in a sentence."""

    valued: Valued
    """What is stated."""
    weight: int
    """How."""
    guarded: str
    """Why it is not the speaker's own: `denied`, `supposed`, `others`; empty where it is."""
    start: int
    """Where it begins."""


def _statements(sentence: Sentence, allowed: Allowed) -> Iterator[_Made]:
    """Everything in a sentence that looks like a statement."""
    text = sentence.text
    low = text.lower()
    announces = any(noun in low for noun in cues.ANNOUNCES)
    for match in cues.STATED.finditer(text) if announces else ():
        groups = match.groupdict()
        weight = (
            ENDS
            if groups["last"] or groups["last_cjk"] or groups["after"] or re.match(r"(?i)\W*(final|eind)", match[0])
            else SAYS
        )
        found = valued(text[match.end() :], allowed)
        leads = re.search(r"([A-Za-zÀ-ɏЀ-ӿ]+)[*_ ]*$", text[max(0, match.start() - 60) : match.start()])
        foreign = leads is not None and leads[1].casefold() not in cues.LEADS
        yield _Made(found, weight, "others" if foreign else _guard(text, match.start(), found), match.start())
    for match in cues.IS_ANSWER.finditer(text) if announces else ():
        found = valued(match["value"], allowed)
        if found.form is not None and not found.rest.strip(AROUND):
            weight = ENDS if match["last"] else SAYS
            rest = text[match.end() :]
            found = replace(found, rest=rest, hedged=found.hedged or cues.HEDGED.match(rest) is not None)
            yield _Made(found, weight, _guard(text, match.start(), found), match.start())
    for match in cues.BOXED.finditer(text):
        found = valued(match[1], allowed)
        yield _Made(found, SAYS, _guard(text, match.start(), found), match.start())
    for match in cues.PICKED.finditer(text) if any(verb in low for verb in cues.PICKS) else ():
        found = valued(text[match.end() :], allowed)
        if found.form is not None:
            yield _Made(found, PICKS, _guard(text, match.start(), found), match.start())
    if allowed.options:
        for at, end, label in allowed.labels(text):
            if (right := cues.CORRECT.match(text, end)) is not None:
                found = Valued(ClosedAnswer("choice", label), text[right.end() :])
                yield _Made(found, PICKS, _guard(text, at, found), at)
    if opened := cues.OPENS.match(text):
        found = valued(text[opened.end() :], allowed)
        if (
            found.form is not None
            and found.form.kind in ("choice", "polarity", "number")
            and not found.rest.strip(" .")
        ):
            yield _Made(found, PICKS, "", 0)


def _guard(text: str, at: int, found: Valued) -> str:
    """Whose statement it is, told by what stands before and after it."""
    before = text[max(0, at - 300) : at]
    turns = list(cues.CONTRAST.finditer(before))
    own = cues.OWN.sub(" ", cues.CHANGE.sub(" ", before[turns[-1].end() :] if turns else before))
    depends = cues.SO_THAT.search(own) is not None
    clause = own if depends else re.split(r"[,:;：，]|\s[—–-]\s", own)[-1]
    if found.denied or cues.REJECTED.search(clause):
        return "denied"
    if cues.SUPPOSED.search(own):
        return "supposed"
    if (
        cues.OTHERS.search(own)
        or (depends and not cues.NEUTRAL.search(before))
        or re.search(r"(?i)\b(hypothetical|wrong|rejected)\b", found.rest[:40])
    ):
        return "others"
    name = re.match(r"\W*([\w .'-]{1,40}):\s*\W*(?:the|my)?\W*$", own)
    if (
        name
        and not cues.CHANGE.search(before)
        and not cues.NOT_BUT.search(own)
        and not cues.SELF.search(before)
        and not cues.OPENS.match(own.rstrip() + " ")
    ):
        return "others"
    return ""


def _stands(
    so_far: _Standing, found: Valued, weight: int, sentence: Sentence, allowed: Allowed, *, changed: bool
) -> None:
    """A statement is made: it stands, unless it weighs less than another one that nobody took back."""
    assert found.form is not None
    was = so_far.form
    differs = was is not None and was.key != found.form.key
    if (
        differs
        and not changed
        and (weight < so_far.weight or (found.form.kind == "phrase" and weight == so_far.weight))
    ):
        so_far.unsure = True
        return
    so_far.form, so_far.weight, so_far.line = found.form, max(weight, so_far.weight if changed else 0), sentence.line
    so_far.unsure, so_far.retracted, so_far.changed = found.hedged, 0, False
    rest = found.rest
    so_far.unsure = so_far.unsure or _several(found.form, rest, allowed)
    if cues.CHANGE.search(rest) or cues.NOT_BUT.search(rest):
        _taken_back(so_far, replace(sentence, text=rest), allowed)
    elif allowed.options and any(label != found.form.key for _, _, label in allowed.labels(rest)):
        so_far.unsure = so_far.unsure or cues.REJECTED.search(rest) is None


def _taken_back(so_far: _Standing, sentence: Sentence, allowed: Allowed) -> None:
    """Something is taken back: what stands falls, unless the same sentence says what takes its place."""
    if so_far.form is None:
        return
    text = sentence.text
    new = (
        None
        if cues.SUPPOSED.search(text) or re.search(r"(?i)\b(step|part|line|row|paragraph|table|page)\b", text)
        else _new_in(text, allowed, so_far.form)
    )
    if new is not None and new.form is not None and not new.hedged and _alike(new.form, so_far.form):
        so_far.form, so_far.line = new.form, sentence.line
        so_far.unsure, so_far.retracted, so_far.changed = False, 0, False
        so_far.weight = max(SAYS, so_far.weight)
        return
    so_far.changed, so_far.retracted = True, SOON + 1


def _new_in(text: str, allowed: Allowed, was: ClosedAnswer | None, *, bare: bool = False) -> Valued | None:
    """The answer that a sentence puts in another one's place."""
    found: list[Valued] = []
    for match in cues.NOT_BUT.finditer(text):
        new = next((match[name] for name in ("new", "new_zh", "new_ja", "new_ko") if match[name]), "")
        found.append(valued(new, allowed))
    if not found:
        for match in cues.NEW.finditer(text):
            found.append(valued(text[match.end() :], allowed))
        parts = re.split(r"[:：]\s+|[—–]\s*", text)
        corrects = len(parts) > 1 and cues.CHANGE.search(parts[0]) is not None
        others = [parts[-1]] * corrects + [text] * bare
        found += [
            each
            for each in (valued(part, allowed) for part in others)
            if not each.rest.strip(AROUND) and each.form and each.form.kind != "phrase"
        ]
    sure = [each for each in found if each.form is not None and was is not None and each.form.kind == was.kind]
    if was is not None and was.kind == "phrase":  # any words are a phrase; a name is an answer
        sure = [each for each in sure if each.name and not each.rest.strip(" .,")]
    keys = {each.form.key for each in sure if each.form}
    if len(keys) != 1 or any(each.denied for each in sure):
        return None
    return sure[-1]


def _several(form: ClosedAnswer, rest: str, allowed: Allowed) -> bool:
    """Whether another answer is given beside this one."""
    for joint in list(cues.JOINS.finditer(rest[:200]))[:4]:
        after = rest[joint.end() :].lstrip(" *_(")
        letter = re.match(r"([A-Z])\b(?!\s+(?:am|think|believe|would|can|will|have|was|do|did)\b)(?!')", after)
        if letter and letter[1].lower() in allowed.options and letter[1].lower() != form.key:
            return True
        other = valued(after, allowed)
        if other.form is not None and other.form.kind == form.kind and other.form.key != form.key:
            return form.kind != "phrase" or other.name
    return False


def _alike(one: ClosedAnswer, other: ClosedAnswer) -> bool:
    """Whether one answer can take the other's place: numbers of another unit are about something else."""
    units = {form.key.partition(" ")[2] for form in (one, other)} - {""}
    return one.kind == other.kind and (one.kind != "number" or len(units) < 2)


def _put_in_doubt(so_far: _Standing, made: _Made, allowed: Allowed) -> None:
    """A statement that is not the speaker's own, or that cannot be read, may still speak against what stands."""
    if so_far.form is None:
        return
    form = made.valued.form
    if made.guarded == "denied":
        if form is None or form.key == so_far.form.key:  # what stands is denied: another answer may follow
            so_far.changed, so_far.retracted = True, SOON + 1
    elif form is None:
        so_far.unsure = so_far.unsure or (not made.guarded and allowed.names_one(made.valued.rest[:80]))
    elif form.key != so_far.form.key and made.weight >= so_far.weight:
        so_far.unsure = so_far.unsure or made.guarded != "supposed"


def _doubted(text: str, form: ClosedAnswer, allowed: Allowed) -> bool:
    """Whether a sentence after a statement may speak against it."""
    named = {label for _, _, label in allowed.labels(text)} if allowed.options else set()
    if named and form.key not in named:
        return cues.REJECTED.search(text) is None and cues.SUPPOSED.search(text) is None
    if cues.REDONE.search(text):
        return True
    return cues.WIDE.search(text) is not None and (cues.SELF.search(text) is not None or bool(named))


def _alone(text: str, allowed: Allowed) -> Valued | None:
    """A line that is an answer and nothing else."""
    found = valued(text, allowed)
    closed = found.form is not None and found.form.kind != "phrase" and not found.hedged and not found.denied
    return found if closed and not found.rest.strip(AROUND) and len(text) <= 60 else None


def _bare(answer: str, sentences: Sequence[Sentence], allowed: Allowed) -> ClosedAnswer | None:
    """The form of a text that states nothing: short as a whole, or opened by its answer and never doubted."""
    short = answer.strip()
    if len(short) <= SHORT and "\n\n" not in short and not cues.CHANGE.search(short):
        found = valued(short, allowed)
        if found.form is not None and found.form.kind != "phrase" and not found.hedged and not found.denied:
            return found.form if not _more(found, sentences, allowed) else None
        plain = closed_answer(allowed.question, short)
        unnamed = not (allowed.options or allowed.polar) or not allowed.names_one(short)
        return plain if plain.kind == "phrase" and unnamed else None
    told = [each for each in sentences if not each.apart]
    if not told:
        return None
    found = valued(told[0].text, allowed)
    if (
        found.form is None
        or found.form.kind == "phrase"
        or found.hedged
        or found.denied
        or found.rest.strip(AROUND)[:1].isalnum()
    ):
        return None
    return None if _more(found, sentences, allowed) else found.form


def _more(found: Valued, sentences: Sequence[Sentence], allowed: Allowed) -> bool:
    """Whether anything after the answer a text opens with may speak against it."""
    assert found.form is not None
    after = [each.text for each in sentences[1:] if not each.apart]
    return any(cues.CHANGE.search(text) or _doubted(text, found.form, allowed) for text in (found.rest, *after) if text)
