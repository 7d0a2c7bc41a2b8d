"""Long answers to closed questions, made with a known truth: where do they state what they come down to?

Every text has reasoning, things that look like an answer and are none (rejected options, other people's answers, what
would be so under another assumption, code, format reminders), and one way to state, correct or take back an answer. The
wordings stand in two halves: the reader was written with `SEEN` alone in view, `HELD` was written afterwards.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct


class Long(Struct, frozen=True):
    """One text and what it comes down to."""

    question: str
    """What was asked."""
    text: str
    """The answer."""
    truth: str
    """What it comes down to, in short; empty where it leaves that open."""
    made: str
    """Which wording made it."""


class Asked(Struct, frozen=True):
    """A question and the answers that are given to it."""

    text: str
    """The question."""
    answers: tuple[str, ...]
    """Short answers, each another one."""
    said: tuple[str, ...]
    """How a text names one of them: `$` is the answer, `#` what stands beside it in the question."""
    beside: tuple[str, ...] = ()
    """What the question says of each."""


class Wordings(Struct, frozen=True):
    """Ways to write; `$` is the answer that counts, `%` another one."""

    stated: tuple[str, ...]
    """One answer is stated."""
    corrected: tuple[str, ...]
    """Another one is stated first, and taken back for it."""
    open: tuple[str, ...]
    """Nothing is left standing, or two things are."""
    before: tuple[str, ...]
    """Looks like another answer, somewhere before."""
    after: tuple[str, ...]
    """Looks like another answer, after the one that counts."""


def _options(names: Sequence[str], labels: Sequence[str]) -> str:
    return "\n".join(f"{label}) {name}" for label, name in zip(labels, names, strict=True))


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
PLACES = (
    "Lisbon", "Oslo", "Vienna", "Athens", "Dublin", "Prague", "Tallinn", "Zagreb", "Madrid", "Helsinki", "Riga",
    "Warsaw", "Budapest", "Bern", "Sofia", "Paris", "Rome", "Berlin", "Minsk", "Tirana",
)  # fmt: skip
LETTERED = ("$", "($)", "$", "option $", "$) #", "**$**", "$. #")


def _asked() -> tuple[Asked, ...]:
    of_letters = [
        Asked(
            f"Which of these cities hosted the congress?\n{_options(PLACES[:many], LETTERS[:many])}",
            tuple(LETTERS[:many]),
            LETTERED,
            PLACES[:many],
        )
        for many in (4, 5, 12, 20)
    ]
    roman = Asked(
        f"Which statement about the treaty holds?\n{_options(PLACES[:8], [f'({each}' for each in ROMAN[:8]])}",
        ROMAN[:8],
        ("($)", "option ($)", "statement ($)"),
        PLACES[:8],
    )
    numbered = Asked(
        "Which option is the oldest?\n" + "\n".join(f"{at}. {name}" for at, name in enumerate(PLACES[:14], 1)),
        tuple(str(at) for at in range(1, 15)),
        ("option $", "**option $**", "Option $"),
        PLACES[:14],
    )
    return (
        *of_letters,
        roman,
        numbered,
        Asked("How many bridges does the town have?", ("42", "17", "128", "1,204", "9"), ("$", "**$**", "$ bridges")),
        Asked("How far is it from the mill to the ford?", ("5 km", "12 km", "800 m", "3.5 km"), ("$", "**$**")),
        Asked("What percentage of the vote did the mayor get?", ("12", "37.5", "64", "8"), ("$%", "$ %", "**$%**")),
        Asked("What is the probability that both coins fall?", ("1/4", "3/8", "1/2", "2/3"), ("$", "**$**")),
        Asked("What did the harvest bring in?", ("$1,250", "$980", "$12,500.50", "$3,000"), ("$",)),
        Asked("Is the dam safe to walk on?", ("yes", "no"), ("$", "**$**")),
        Asked("When was the charter signed?", ("28 July 1914", "3 May 1791", "14 March 1848"), ("$", "**$**")),
        Asked("What is the capital of the province?", ("Lisbon", "New Haven", "Port Louis"), ("$", "**$**")),
    )


ASKED = _asked()
SEEN = Wordings(
    stated=(
        "FINAL ANSWER: $", "Final answer: $", "**Final Answer:** $", "The answer is $.", "The correct answer is $.",
        "So the answer is $.", r"Therefore, $$\boxed{$}$$", r"\boxed{\text{$}}", "Answer: $", "My final answer is $.",
        '```json\n{"answer": "$", "confidence": 0.8}\n```', "| Final answer | $ |", "Therefore, the final answer "
        "is $.",
        "Die richtige Antwort ist $.", "La réponse est $.", "La respuesta correcta es $.", "La risposta è $.",
        "A resposta final é $.", "Het juiste antwoord is $.", "Prawidłowa odpowiedź to $.", "Ответ: $", "答案是$。",
        "答えは$です。", "정답은 $입니다.", "Endgültige Antwort: $", "Réponse finale : $", "> **Final answer:** $",
        "### Final answer\n\n$", "Final answer:\n\n$",
        "Not % but $: the answer is $.", "I first thought of %, but the answer is $.",
    ),
    corrected=(
        "The answer is %.\n\nWait, that is wrong: it is $.",
        r"\boxed{%}" "\n\nChecking the second source again, this cannot hold.\n\nFINAL ANSWER: $",
        "FINAL ANSWER: %\n\nCorrection: FINAL ANSWER: $",
        "FINAL ANSWER: %\n\nScratch that. The answer is $.",
        "The answer is %. Hmm, wait, I misread the table. The answer is $.",
        "FINAL ANSWER: %\n\nOn second thought, the answer is $.",
        "The answer is %.\n\nI take that back. It is $, not %.",
        "The answer is %. Actually, no: the answer is not % but $.",
        "Die Antwort ist %.\n\nMoment, das ist falsch: es ist $.",
        "La réponse est %.\n\nAttendez, c'est faux : c'est $.",
        "La respuesta es %.\n\nEspera, eso está mal: es $.",
        "La risposta è %.\n\nAspetta, è sbagliato: è $.",
        "Ответ: %\n\nПоправка: ответ: $",
        "答案是%。\n\n等等，不对，答案是$。",
    ),
    open=(
        "FINAL ANSWER: %\n\nWait, that is wrong.",
        "The answer is %.\n\nI take that back; I cannot decide.",
        "The answer is either % or $.",
        "The answer is not %.",
        "If the second source were right, the answer would be %.",
        "Another expert says the answer is %.",
        "Is the answer %?",
        "FINAL ANSWER: %\n\nCorrection: I no longer hold this.",
        "Die Antwort ist %.\n\nIch nehme das zurück.",
        "La réponse est %.\n\nJe retire ce que j'ai dit.",
        "The answer depends on who counts; it could be % or $.",
    ),
    before=(
        "If it were %, the records would show a second seal.", "Some sources claim that the answer is %.",
        "One might think the answer is %, which the ledger rules out.", "A colleague wrote: \"The answer is %.\"",
        "The answer cannot be %.", "At first glance the answer is %.", "Suppose the answer is %.",
        "> Member 2: FINAL ANSWER: %", "```python\nanswer = '%'\nprint('FINAL ANSWER: %')\nfor row in table:\n    "
        "use(row)\n```",
        "% is wrong because the seal is later.", "Could the answer be %?",
        "I was asked to end with a line like \"FINAL ANSWER: %\".", "Wait, I should check % first.",
        "In an earlier draft I had %.",
    ),
    after=(
        "% is wrong because the seal is later.", "If it were %, the records would show a second seal.",
        "Others may say that the answer is %, and I do not agree.", "This rests on the first source alone.",
        "> Member 2: The answer is %.", "I am fairly sure of this.",
        "```python\ncheck('%')\nassert found\nprint('done')\nprint('FINAL ANSWER: %')\n```",
    ),
)  # fmt: skip
HELD = Wordings(
    stated=(
        "Answer: **$**", "I conclude that the answer is $.", "All told, the correct answer must be $.", "**Answer**: $",
        r"Hence $$\boxed{\mathbf{$}}$$.", "Thus, the answer is: $", "My verdict: $", "FINAL ANSWER — $",
        "final answer = $",
        '{"reasoning": "see above", "answer": "$"}', "| **Answer** | **$** |", "**The answer is $.** The ledger "
        "settles it.",
        "Die Antwort lautet $.", "Antwort: $", "La bonne réponse est $.", "Respuesta final: $",
        "La risposta corretta è $.",
        "Resposta: $", "Eindantwoord: $", "Odpowiedź końcowa: $", "Правильный ответ — $.", "最终答案：$",
        "最終的な答えは$です。",
        "최종 답: $", "After weighing everything, I would say the answer is $.", "Solution: $",
        "So, to conclude: the answer is $.",
        "Answer\n\n$", "## Answer\n$", "With that settled, the final answer remains $.", "FINAL ANSWER: $ (with "
        "high confidence)",
        "The others lean towards %, but my answer is $.", "The answer is $, not %.", "The answer is $ rather than %.",
    ),
    corrected=(
        "The answer is %.\n\nHold on. I mixed up the columns. The correct answer is $.",
        "\\boxed{%}\n\nThis fails the check with the roll.\n\n\\boxed{$}",
        "Answer: %\n\nLooking back, that cannot be right. Answer: $",
        "FINAL ANSWER: %\n\nErratum: it should be $.",
        "FINAL ANSWER: %\n\nI have to correct myself: the final answer is $.",
        "The answer is %. No wait, it's $.",
        "The answer is %.\n\nOn reflection I withdraw this. My answer is $.",
        "FINAL ANSWER: %\n\nStrike that; make it $.",
        "The answer is %.\n\nHaving counted once more, I end up with another result. The final answer is $.",
        "The answer is %.\n\nApologies, I misspoke. I meant $.",
        "Die Antwort ist %.\n\nKorrektur: nicht %, sondern $.",
        "Antwort: %\n\nNein, ich habe mich verrechnet. Die richtige Antwort ist $.",
        "La réponse est %.\n\nÀ la réflexion, la réponse est $.",
        "La respuesta es %.\n\nCorrección: no % sino $.",
        "La risposta è %.\n\nMi correggo: la risposta è $.",
        "A resposta é %.\n\nEspere, isso está errado: é $.",
        "Het antwoord is %.\n\nWacht, dat klopt niet: het is $.",
        "Odpowiedź: %\n\nChwila, to błąd: to $.",
        "Правильный ответ — %.\n\nСтоп, это неверно: не %, а $.",
        "答案是%。\n\n更正：答案不是%，而是$。",
        "答えは%です。\n\n待って、違う。答えは$です。",
        "정답은 %입니다.\n\n잠깐, 틀렸습니다. 정답은 $입니다.",
        "FINAL ANSWER: %\n\nUpdate after rereading the second source:\n\nFINAL ANSWER: $",
        "The answer is %. That would be my first reaction. But the answer is $.",
    ),
    open=(
        "FINAL ANSWER: %\n\nHmm, but the roll contradicts this. I am no longer sure.",
        "Answer: % or $",
        "FINAL ANSWER: % (unless the second source is genuine, then $)",
        "I doubt that the answer is %.",
        "It would be a mistake to say that the answer is %.",
        "Were the seal genuine, the answer is %.",
        "According to the committee, the correct answer is %.",
        "Most readers will say: the answer is %.",
        "The rejected proposal was: FINAL ANSWER: %",
        "FINAL ANSWER: %\n\nOn second thoughts, this does not follow.",
        "FINAL ANSWER: %\n\nScratch that, I need more evidence.",
        "Die Antwort ist %.\n\nDas war falsch, und ich weiß es nicht.",
        "La respuesta es %.\n\nMe retracto de lo anterior.",
        "A resposta é %.\n\nRetiro o que disse.",
        "答案是%。\n\n我收回这个答案。",
        "答えは%です。\n\n撤回します。",
        "The final answer is left open: % and $ are equally likely.",
        "FINAL ANSWER: %\n\nFINAL ANSWER: $\n\nI cannot choose between the two.",
        "The answer was %, until the second source was found.",
        "FINAL ANSWER: %? I would not sign that.",
        "Please ignore the above: I cannot settle this question.\n\nThe answer might be %.",
    ),
    before=(
        "Had the copyist been careful, the answer would be %.", "My neighbour insists that the answer is %.",
        "It is often said that the correct answer is %.", "The naive answer is %.", "I can rule out %.",
        "“The answer is %,” the curator told us, “and nobody disputes it.”", "Let us assume the answer is % and "
        "see what follows.",
        "The template reads: FINAL ANSWER: %", "Response 3 ended with:\n\nFINAL ANSWER: %", "```\nreturn \"%\"  # "
        "answer: %\nwhile True:\n    pass\n```",
        "Wouldn't % be the better choice?", "The answer to the first part is %.", "Initially I had written % "
        "here; that was a slip.",
        "| Member | Answer |\n|---|---|\n| one | % |", "Option one, that is %, looks good on paper.",
        "If we trusted the map alone, we would write \\boxed{%}.",
    ),
    after=(
        "Note that % fails the test of the roll.", "Had the map been right, the answer would have been %.",
        "Some will object that the answer is %.", "> The answer is %.", "The evidence for this is good.",
        "As for %, it was ruled out above.", "## What others answered\n\n- One: the answer is %.\n- Two: FINAL "
        "ANSWER: %",
        "```text\nlog: % rejected\nlog: checked the rest of the entries in the list and found nothing of note in "
        "them\nFINAL ANSWER: %\n"
        "log: done with the list, and with the other lists; nothing remains\nlog: all entries were read twice and "
        "compared\n```",
        "Confidence: 0.9", "Thank you for the question!",
    ),
)  # fmt: skip

LATER = Wordings(
    stated=(
        "In light of this, $ is the answer.", "Final: $", "FINAL ANSWER\n$", "The most defensible answer is $.",
        "My answer to the question: $.", "Result: the answer is therefore $.", "Answer => $", "(Final answer: $)",
        "**Conclusion:** the answer is **$**.", "Given the above, the answer has to be $.", "I'll answer $.",
        "-> Answer: $",
        "Thus we obtain $$\\fbox{$}$$ as the final answer.", "<answer>$</answer>", "Die Antwort: $",
        "Donc la réponse finale est $.",
        "Por lo tanto, la respuesta es $.", "Quindi la risposta finale è $.", "Portanto, a resposta correta é $.",
        "Dus het antwoord is $.", "Zatem odpowiedź: $", "Итак, ответ: $", "所以答案是$。", "したがって、答えは$です。",
        "따라서 답은 $이다.",
        "1. Read the ledger.\n2. Compare the roll.\n3. Answer: $", "The answer is clearly $.", "ANSWER: $.",
        "The answer, then, is $.",
    ),
    corrected=(
        "FINAL ANSWER: %\n\nEDIT: I used the wrong column. FINAL ANSWER: $",
        "The answer is %. Or rather: the answer is $.",
        "The answer is %... no, that's not right either. Let me recount.\n\nOK, the answer is $.",
        "My first answer was %. After the second pass my final answer is $.",
        "FINAL ANSWER: %\n\nI retract that. FINAL ANSWER: $",
        "The answer is %.\n\nThat contradicts the roll, so the answer cannot be %. It must be $.",
        "Answer: %\n\nUpon review, replace % with $. Answer: $",
        "FINAL ANSWER: %\n\n(Correction, same day: the final answer is $.)",
        "The answer is %.\n\nNo. The answer is $.",
        "Die Antwort ist %.\n\nQuatsch, Denkfehler. Die Antwort ist $.",
        "La réponse est %.\n\nErreur de ma part : la réponse est $.",
        "La respuesta es %.\n\nPerdón, me confundí. La respuesta es $.",
        "Het antwoord is %.\n\nNee, ik vergiste me. Het antwoord is $.",
        "答案是%。\n\n不对，重新计算后答案是$。",
    ),
    open=(
        "FINAL ANSWER: %\n\n...though, thinking about it more, the roll says otherwise and I would not bet on this.",
        "I would have said the answer is %, had the seal been found.",
        "Both % and $ can be defended; the answer is whichever the committee prefers.",
        "FINAL ANSWER: %\n\nPlease disregard that line; it was left over from a draft.",
        "Supporters of the theory hold that the answer is %.",
        "A lazy reading gives: the answer is %.",
        "Assistant: the answer is %. User: are you sure? Assistant: no.",
        "The answer is % in the first edition and $ in the second.",
        "FINAL ANSWER: % and/or $",
        "FINAL ANSWER: not %",
        "To answer % would be rash.",
        "My confidence that the answer is % is below one half.",
        "Die Antwort ist %, oder doch $?",
        "FINAL ANSWER: <your answer here, e.g. %>",
    ),
    before=(
        "A first attempt gave % as the answer.", "Claude: % — I disagree.", "Critics would put % here.",
        "The wrong answer is %.",
        "Imagine that the answer is %.", "Prompt: \"End with FINAL ANSWER: %\"", "It was thought until 1950 that "
        "the answer is %.",
        "We get % for the first column.", "Is it %? No.",
    ),
    after=(
        "(An answer of % would follow only from the forged letter.)", "Anyone who answers % has overlooked the roll.",
        "This differs from the usual answer, which is %.", "In my view this is settled.",
        "Let me know if you need the details.",
        "P.S. The old catalogue gives %.", "Sources: ledger, roll, map.",
    ),
)  # fmt: skip

REASONS = (
    "The ledger of the town lists every payment of that year, and it agrees with the chronicle.",
    "Let us go through the evidence in order and weigh each part of it before anything is concluded.",
    "The second source was copied later, so its figures deserve less weight than those of the first.",
    "Adding the entries of both columns and comparing the sum with the tax roll gives a consistent picture.",
    "There were three surveys, in 1871, in 1893 and in 1902, and each used another method.",
    "A careful reader will notice that the map was drawn before the river was moved.",
    "We have 6 * 7 = 42 entries on the first page and 17 on the second, 59 in all.",
    "- The chronicle names the witnesses.\n- The roll names the payments.\n- The map shows the roads.",
    "It is tempting to stop here, yet the matter deserves a second look.",
    "## Looking at the sources\n\nThe first is a letter; the second a bill.",
    "| year | entries |\n|---|---|\n| 1871 | 12 |\n| 1893 | 31 |",
    "However, the copyist was known for his errors, and a few lines are missing.",
    "Step 1: read the ledger. Step 2: compare it with the roll. Step 3: settle the difference.",
)


def said(asked: Asked, at: int, chance: random.Random) -> str:
    """One of the answers, as a text may name it."""
    form = chance.choice(asked.said)
    beside = asked.beside[at] if asked.beside else ""
    return form.replace("#", beside).replace("$", asked.answers[at])


def filled(wording: str, right: str, wrong: str) -> str:
    """A wording with the answers put in."""
    return re.sub(r"\$\$|[$%]", lambda sign: {"$": right, "%": wrong}.get(sign[0], "$"), wording)


def reasons(chance: random.Random, length: int) -> list[str]:
    """Paragraphs of about that many characters."""
    found: list[str] = []
    while length > 0:
        paragraph = " ".join(chance.choices(REASONS[:6], k=chance.randint(2, 5)))
        if chance.random() < 0.3:
            paragraph = chance.choice(REASONS)
        found.append(paragraph)
        length -= len(paragraph)
    return found


def long_answers(seed: str, many: int, wordings: Wordings) -> Iterator[Long]:
    """So many texts of 1,000 to 20,000 characters."""
    chance = random.Random(seed)
    for _ in range(many):
        asked = chance.choice(ASKED)
        right, wrong = chance.sample(range(len(asked.answers)), 2)
        kind = chance.choices(("stated", "corrected", "open"), (5, 4, 2))[0]
        wording = chance.choice(getattr(wordings, kind))

        def fill(each: str, asked: Asked = asked, right: int = right, wrong: int = wrong) -> str:
            return filled(each, said(asked, right, chance), said(asked, wrong, chance))

        length = int(1_000 * 20 ** chance.random())
        parts = reasons(chance, length)
        for each in chance.sample(wordings.before, chance.randint(0, 4)):
            parts.insert(chance.randint(0, len(parts)), fill(each))
        parts.append(fill(wording))
        made = f"{kind}: {wording}"
        if chance.random() < 0.4:
            after = chance.choice(wordings.after)
            parts.append(fill(after))
            made += f" | {after}"
        yield Long(asked.text, "\n\n".join(parts), "" if kind == "open" else asked.answers[right], made)
