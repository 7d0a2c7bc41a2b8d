"""How do people head a ranking, name a place and tell a direction? In English and in eleven more languages.

German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Japanese, Chinese, Korean, Arabic. Only what has
one meaning stands here: a word for a mark (`score`, `points`) is no place. All in small letters.
"""

from __future__ import annotations

import re

FINAL = """
final ranking|overall ranking|final rankings|final order|final order of merit|final ranks|final verdict
|endgültige rangfolge|abschließende rangfolge|finale rangfolge|endgültige rangliste|endgültiges ranking|finales ranking
|abschließendes ranking|gesamtranking|classement final|classement définitif|classement général
|clasificación final|clasificacion final|ranking final|orden final|classifica finale|graduatoria finale
|classificação final|classificacao final|ordem final|definitieve rangschikking|eindrangschikking
|uiteindelijke rangschikking|eindrangorde|ranking końcowy|ostateczny ranking|końcowy ranking|klasyfikacja końcowa
|ostateczna klasyfikacja|итоговый рейтинг|окончательный рейтинг|финальный рейтинг|итоговое ранжирование
|最終ランキング|最終順位|最终排名|最終排名|最终排序|최종 순위|최종 랭킹|الترتيب النهائي|التصنيف النهائي
"""
"""Headers of the ranking that counts."""
PLAIN = """
ranking|rankings|my ranking|my final ranking|the ranking|rank order|order of merit|rangfolge|meine rangfolge|rangliste
|platzierung|classement|mon classement|clasificación|mi clasificación|classifica|la mia classifica|graduatoria
|classificação|minha classificação|rangschikking|rangorde|klasyfikacja|mój ranking|рейтинг|мой рейтинг|ранжирование
|ランキング|順位|排名|排序
|순위|랭킹|الترتيب|التصنيف
"""
"""Headers that count where no other ballot stands, and only where all of them say the same."""
NEEDLES = (
    "ranking", "final order", "order of merit", "final ranks", "rank order", "final verdict", "rangf", "rangl", "rangs",
    "rango", "platzierung", "classement", "clasificaci", "orden final", "classific", "graduatoria", "ordem final",
    "klasyfikacja", "рейтинг", "ранжирование", "ランキング", "順位", "排名", "排序", "순위", "랭킹", "ترتيب", "تصنيف",
)  # fmt: skip
"""In each header stands one of these, by which it is looked for."""
OF_ALL = (
    "answers",
    "responses",
    "antworten",
    "réponses",
    "respuestas",
    "risposte",
    "respostas",
    "antwoorden",
    "odpowiedzi",
    "ответов",
)
PLACE = (
    r"rank|ranked|place|position|no\.?|number|platz|rang|stelle|place|puesto|lugar|posto|posição|posizione|plaats|positie"
    r"|miejsce|pozycja|место|номер|순위|المرتبة|المركز"
)
"""Words for a place before or behind its number."""
BEHIND = r"st|nd|rd|th|er|re|ère|ère|e|ème|eme|º|ª|°|\.º|\.ª|-?е|-?ое|-?я|位|名|위|등|번째"
"""What makes a number a place."""
ORDINALS: dict[str, int] = {
    word: at
    for at, words in enumerate(
        (
            "first erster erste premier première primero primera primo prima primeiro primeira eerste pierwsze pierwszy"
            " первое первый 第一 الأول الأولى 첫번째",
            "second zweiter zweite deuxième second segundo segunda secondo seconda tweede drugie drugi второе второй"
            " 第二 الثاني الثانية 두번째",
            "third dritter dritte troisième tercero tercera terzo terza terceiro terceira derde trzecie trzeci третье"
            " третий 第三 الثالث الثالثة 세번째",
            "fourth vierter vierte quatrième cuarto cuarta quarto quarta vierde czwarte czwarty четвёртое четвертое"
            " четвертый 第四 الرابع الرابعة 네번째",
            "fifth fünfter fünfte cinquième quinto quinta vijfde piąte piąty пятое пятый 第五 الخامس الخامسة",
            "sixth sechster sechste sixième sexto sexta sesto sesta zesde szóste шестое шестой 第六 السادس السادسة",
        ),
        start=1,
    )
    for word in words.split()
}
MEDALS = {"🥇": 1, "🥈": 2, "🥉": 3}
BEST_FIRST = (
    "best to worst", "best first", "best to least", "strongest to weakest", "top to bottom", "highest to lowest",
    "best one first", "beste zuerst", "besten zur schlechtesten", "besten zum schlechtesten",
    "meilleur au pire", "meilleur au moins bon",
    "mejor a peor", "mejor a la peor", "migliore al peggiore", "melhor para o pior", "melhor ao pior",
    "beste naar slechtste", "beste eerst", "najlepszej do najgorszej", "najlepszego do najgorszego",
    "лучшего к худшему", "良い順", "从好到差",
    "从最好到最差", "由好到差", "좋은 순", "최고에서 최저", "الأفضل إلى الأسوأ",
)  # fmt: skip
WORST_FIRST = (
    "worst to best", "worst first", "weakest to strongest", "weakest to the strongest", "lowest to highest",
    "bottom to top", "least to best", "worst to the best", "schlechtesten zum besten", "schlechtesten zur besten",
    "schlechteste zuerst",
    "pire au meilleur", "moins bon au meilleur", "peor a mejor", "peor a la mejor", "peggiore al migliore",
    "pior para o melhor", "pior ao melhor", "slechtste naar beste", "slechtste eerst", "najgorszej do najlepszej",
    "najgorszego do najlepszego", "худшего к лучшему", "悪い順", "从差到好", "从最差到最好", "由差到好", "나쁜 순",
    "최저에서 최고", "الأسوأ إلى الأفضل",
)  # fmt: skip
TURNED = (
    "worst", "weakest", "bottom", "ascending", "reverse", "schlechtest", "umgekehrt", "pire", "inverse", "peor",
    "inverso", "peggior", "pior", "slechtst", "omgekeerd", "najgorsz", "odwrotn", "худш", "обратн",
    "最下位", "悪い", "最差", "倒序",
    "나쁜", "역순", "أسوأ",
)  # fmt: skip
"""Words by which a direction may be another one, however the rest is put."""

ENDING = ("best", "beste", "meilleur", "mejor", "miglior", "melhor", "najlep", "лучш", "良い", "最好", "최고", "الأفضل")
BESTS = ("best", "top", "strongest")


def _among(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: -len(word)))


def _names(listed: str) -> list[str]:
    return [name for each in listed.split("|") if (name := each.strip())]


FINAL_NAMES = frozenset(_names(FINAL))
# Linear: matched at the beginning of a line, every repetition bounded.
HEADER_LINE = re.compile(
    r"(?:[^\w\n\"'“”‘’«»„>|`]|_){0,24}(?:\d{1,2}[.)]\s{1,3})?[*_#\s]{0,8}"
    rf"(?P<name>{_among([*FINAL_NAMES, *_names(PLAIN)])})(?![^\W_])"
)
HEADER_TAIL = re.compile(r"[ ,–—-]{1,3}[^\n:：.>=<|()]{1,60}(?=[:：])")
ORDINAL = _among(list(ORDINALS))


def told_direction(said: str, *, aside: bool = False) -> str:
    """`best`, `worst`, `unclear`, or nothing where no direction is told."""
    low = said.lower()
    if any(phrase in low for phrase in WORST_FIRST):
        return "worst"
    if any(phrase in low for phrase in BEST_FIRST):
        return "best"
    worst = min((at for word in TURNED if (at := low.find(word)) >= 0), default=-1)
    best = min((at for word in BESTS if (at := low.find(word)) >= 0), default=-1)
    if worst < 0:
        ends = [at for word in ENDING if (at := low.strip(" (").find(word)) > 0]
        return "unclear" if aside and ends else ""  # `to best`, from whatever it is
    return "best" if 0 <= best < worst else "unclear"


def is_tail(said: str) -> bool:
    """Whether words between a header and its colon belong to it: a direction, or that it is of the answers."""
    return bool(told_direction(said)) or any(word in said for word in OF_ALL)
