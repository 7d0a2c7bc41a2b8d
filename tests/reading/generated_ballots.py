"""Rankings as people write them, with what they say: wordings by language, and what is made of them by twisting.

A wording takes tiers and a language and writes a whole reply. `WORDINGS` were at hand when the reader was made;
`HELD_OUT` were written when it was done, and their first figure stands in the decision record.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from msgspec import Struct

Order = list[str]
KEYCAP = "\ufe0f\u20e3"
LABELS = ("K7QX", "B2CD", "F9GH", "W3TN")


class Tongue(Struct, frozen=True):
    """How a ranking is spoken of in one language."""

    header: str
    plain: str
    place: str
    """With `{}` for the number."""
    first: tuple[str, ...]
    """First, second, third, fourth."""
    good: str
    """A sentence about an answer; `{}` is its label."""
    best_first: str
    worst_first: str


TONGUES: dict[str, Tongue] = {
    "English": Tongue(
        "Final ranking", "Ranking", "{}. place", ("First", "Second", "Third", "Fourth"),
        "{} names its sources.", "best to worst", "worst to best",
    ),
    "German": Tongue(
        "Endgültige Rangfolge", "Rangfolge", "Platz {}", ("Erster", "Zweiter", "Dritter", "Vierter"),
        "{} nennt ihre Quellen.", "von der besten zur schlechtesten", "von der schlechtesten zur besten",
    ),
    "French": Tongue(
        "Classement final", "Classement", "{}e place", ("Premier", "Deuxième", "Troisième", "Quatrième"),
        "{} cite ses sources.", "du meilleur au pire", "du pire au meilleur",
    ),
    "Spanish": Tongue(
        "Clasificación final", "Clasificación", "{}.º lugar", ("Primero", "Segundo", "Tercero", "Cuarto"),
        "{} cita sus fuentes.", "de mejor a peor", "de peor a mejor",
    ),
    "Italian": Tongue(
        "Classifica finale", "Classifica", "{}° posto", ("Primo", "Secondo", "Terzo", "Quarto"),
        "{} cita le sue fonti.", "dal migliore al peggiore", "dal peggiore al migliore",
    ),
    "Portuguese": Tongue(
        "Classificação final", "Classificação", "{}º lugar", ("Primeiro", "Segundo", "Terceiro", "Quarto"),
        "{} cita as suas fontes.", "do melhor para o pior", "do pior para o melhor",
    ),
    "Dutch": Tongue(
        "Definitieve rangschikking", "Rangschikking", "Plaats {}", ("Eerste", "Tweede", "Derde", "Vierde"),
        "{} noemt zijn bronnen.", "van beste naar slechtste", "van slechtste naar beste",
    ),
    "Polish": Tongue(
        "Ostateczny ranking", "Ranking", "Miejsce {}", ("Pierwsze", "Drugie", "Trzecie", "Czwarte"),
        "{} podaje źródła.", "od najlepszej do najgorszej", "od najgorszej do najlepszej",
    ),
    "Russian": Tongue(
        "Итоговый рейтинг", "Рейтинг", "{}-е место", ("Первое", "Второе", "Третье", "Четвёртое"),
        "{} называет источники.", "от лучшего к худшему", "от худшего к лучшему",
    ),
    "Japanese": Tongue(
        "最終ランキング", "ランキング", "{}位", ("第一位", "第二位", "第三位", "第四位"),
        "{} は出典を示している。", "良い順", "悪い順",
    ),
    "Chinese": Tongue(
        "最终排名", "排名", "第{}名", ("第一名", "第二名", "第三名", "第四名"),
        "{} 说明了来源。", "从好到差", "从差到好",
    ),
    "Korean": Tongue(
        "최종 순위", "순위", "{}위", ("1위", "2위", "3위", "4위"), "{} 는 출처를 밝힌다.", "좋은 순", "나쁜 순",
    ),
    "Arabic": Tongue(
        "الترتيب النهائي", "الترتيب", "المركز {}", ("الأول", "الثاني", "الثالث", "الرابع"),
        "{} يذكر مصادره.", "من الأفضل إلى الأسوأ", "من الأسوأ إلى الأفضل",
    ),
}  # fmt: skip

Wording = Callable[[Order, Tongue], str]


def lines(order: Order, line: str) -> str:
    return "\n".join(line.format(at, label) for at, label in enumerate(order, 1))


def said(order: Order, tongue: Tongue) -> str:
    return " ".join(tongue.good.format(label) for label in sorted(order))


def placed(order: Order) -> dict[str, int]:
    return {label: order.index(label) + 1 for label in sorted(order)}


def objects(order: Order, name: str, place: str) -> list[dict[str, object]]:
    return [{name: label, place: order.index(label) + 1} for label in sorted(order)]


WORDINGS: dict[str, Wording] = {
    "numbered list": lambda o, t: f"{said(o, t)}\n\n{t.header}:\n{lines(o, '{0}. {1}')}",
    "numbered list in capitals": lambda o, t: f"{said(o, t)}\n\n{t.header.upper()}:\n{lines(o, '{0}. {1}')}",
    "small header": lambda o, t: f"{said(o, t)}\n\n{t.header.lower()}:\n{lines(o, '{0}) {1}')}",
    "bold header": lambda o, t: f"{said(o, t)}\n\n**{t.header}:**\n\n{lines(o, '{0}. **{1}**')}",
    "heading": lambda o, t: f"{said(o, t)}\n\n## {t.header}\n\n{lines(o, '{0}. {1}')}",
    "full-width colon": lambda o, t: f"{said(o, t)}\n\n{t.header}：\n{lines(o, '{0}. {1}')}",
    "plain header": lambda o, t: f"{said(o, t)}\n\n{t.plain}:\n{lines(o, '{0}. {1}')}",
    "plain heading": lambda o, t: f"{said(o, t)}\n\n### {t.plain}\n{lines(o, '{0}. {1}')}",
    "direction told": lambda o, t: f"{said(o, t)}\n\n{t.header} ({t.best_first}):\n{lines(o, '{0}. {1}')}",
    "direction without brackets": lambda o, t: f"{t.header} {t.best_first}:\n{lines(o, '{0}. {1}')}",
    "chain": lambda o, t: f"{said(o, t)}\n\n{t.header}: {' > '.join(o)}",
    "chain below": lambda o, t: f"{said(o, t)}\n\n{t.header}:\n{' > '.join(o)}",
    "chain with a curled sign": lambda o, t: f"{said(o, t)}\n\n{t.header}: {' ≻ '.join(o)}",
    "chain from below": lambda o, t: f"{said(o, t)}\n\n{t.header}: {' < '.join(o[::-1])}",
    "commas": lambda o, t: f"{said(o, t)}\n\n{t.header}: {', '.join(o)}",
    "worst first, bullets": lambda o, t: f"{t.header} ({t.worst_first}):\n{lines(o[::-1], '- {1}')}",
    "bullets": lambda o, t: f"{said(o, t)}\n\n{t.header}:\n{lines(o, '- {1}')}",
    "bare chain at the end": lambda o, t: f"{said(o, t)}\n\n{' > '.join(o)}",
    "bold chain at the end": lambda o, t: f"{said(o, t)}\n\n**{' > '.join(o)}**",
    "verdict": lambda o, t: f"{said(o, t)}\n\n[[{'>'.join(o)}]]",
    "strong verdict": lambda o, t: f"{said(o, t)}\n\n[[{'>>'.join(o)}]]",
    "place words": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{t.place.format(at)}: {label}" for at, label in enumerate(o, 1)
    ),
    "ordinals": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{word}: {label}" for word, label in zip(t.first, o, strict=True)
    ),
    "English ordinals": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{word} place: {label}" for word, label in zip(("1st", "2nd", "3rd", "4th"), o, strict=True)
    ),
    "ordinals behind": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{label}: {word}" for word, label in zip(("1st", "2nd", "3rd", "4th"), o, strict=True)
    ),
    "ranks behind": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"- {label} – rank {o.index(label) + 1}" for label in sorted(o)
    ),
    "medals": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{mark} {label}" for mark, label in zip(("🥇", "🥈", "🥉", "4."), o, strict=True)
    ),
    "reasons after a dash": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{at}. {label} – {t.good.format('…')}" for at, label in enumerate(o, 1)
    ),
    "reasons below": lambda o, t: f"{t.header}:\n" + "\n\n".join(
        f"{at}. {label}\n   {t.good.format('…')}" for at, label in enumerate(o, 1)
    ),
    "table": lambda o, t: f"{t.header}:\n\n| Rank | Answer |\n|---|---|\n{lines(o, '| {0} | {1} |')}",
    "table, label first": lambda o, t: f"{t.header}:\n\n| Answer | Rank | Why |\n|:--|--:|---|\n" + "\n".join(
        f"| {label} | {o.index(label) + 1} | {t.good.format('…')} |" for label in sorted(o)
    ),
    "table with marks": lambda o, t: f"{t.header}:\n| # | Answer | Score |\n|---|---|---|\n" + "\n".join(
        f"| {at} | {label} | {10 - 2 * at} |" for at, label in enumerate(o, 1)
    ),
    "places": lambda o, t: f"{said(o, t)}\n<ballot>{json.dumps({'places': placed(o)})}</ballot>",
    "ranking of objects": lambda o, t: json.dumps({"ranking": objects(o, "label", "rank"), "why": said(o, t)}),
    "rankings, fenced": lambda o, t: f"{said(o, t)}\n\n```json\n{json.dumps({'rankings': o}, indent=1)}\n```",
    "objects without ranks": lambda o, t: json.dumps({"final_ranking": [{"answer": label, "why": "…"} for label in o]}),
    "flat": lambda o, t: f"{said(o, t)}\n\n```json\n{json.dumps(placed(o))}\n```",
    "flat objects": lambda o, t: json.dumps({label: {"rank": o.index(label) + 1} for label in sorted(o)}),
    "labels by place": lambda o, t: json.dumps({"ranking": {str(at): label for at, label in enumerate(o, 1)}}),
    "labels by ordinal": lambda o, t: json.dumps(dict(zip(("first", "second", "third", "fourth"), o, strict=True))),
    "a chain in JSON": lambda o, t: json.dumps({"reasoning": said(o, t), "ranking": " > ".join(o)}),
    "ranks as words": lambda o, t: json.dumps(
        {"ranks": {label: ("1st", "2nd", "3rd", "4th")[o.index(label)] for label in sorted(o)}}
    ),
    "cut in a reason": lambda o, t: json.dumps({"ranking": o, "why": said(o, t)})[:-12],
    "places, cut in a comment": lambda o, t: json.dumps(
        {"places": placed(o), "comments": {label: t.good.format(label) for label in o}}, ensure_ascii=False
    )[:-20],
    "names of answers": lambda o, t: f"{t.header}:\n{lines(o, '{0}. Response {1}')}",
}  # fmt: skip


def orders(chance: Random) -> Order:
    return chance.sample(LABELS, len(LABELS))


HELD_OUT: dict[str, Wording] = {
    "header with a dash": lambda o, t: f"{t.header} –\n{lines(o, '{0}. {1}')}",
    "header in underscores": lambda o, t: f"{said(o, t)}\n\n__{t.header}__\n{lines(o, '{0}. {1}')}",
    "header in a sentence's place": lambda o, t: f"{said(o, t)}\n\n{t.header}: \n\n\n{lines(o, '{0}.  {1}')}",
    "lettered list": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{letter}) {label}" for letter, label in zip("abcd", o, strict=True)
    ),
    "Roman numbers": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{number}. {label}" for number, label in zip(("I", "II", "III", "IV"), o, strict=True)
    ),
    "circled numbers": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{number} {label}" for number, label in zip("①②③④", o, strict=True)
    ),
    "number signs": lambda o, t: f"{t.header}:\n{lines(o, '#{0} {1}')}",
    "number emojis": lambda o, t: f"{t.header}:\n{lines(o, '{0}' + KEYCAP + ' {1}')}",
    "marks in brackets behind": lambda o, t: f"{t.header}:\n" + "\n".join(
        f"{at}. {label} ({10 - at}/10)" for at, label in enumerate(o, 1)
    ),
    "headings for places": lambda o, t: f"## {t.header}\n\n" + "\n\n".join(
        f"### {at}. {label}\n\n{t.good.format('…')}" for at, label in enumerate(o, 1)
    ),
    "arrows": lambda o, t: f"{t.header}: {' → '.join(o)}",
    "pipes": lambda o, t: f"{t.header}: {' | '.join(o)}",
    "semicolons": lambda o, t: f"{t.header}: {'; '.join(o)}",
    "chain without spaces": lambda o, t: f"{t.header}:{'>'.join(o)}",
    "chain in a fence": lambda o, t: f"{said(o, t)}\n\n```\n{' > '.join(o)}\n```",
    "chain in a quotation block": lambda o, t: f"{t.header}:\n\n> {' > '.join(o)}",
    "XML": lambda o, t: f"<ranking>{' > '.join(o)}</ranking>",
    "YAML": lambda o, t: f"{said(o, t)}\n\nranking:\n{lines(o, '  - {1}')}",
    "YAML in a fence": lambda o, t: f"{said(o, t)}\n\n```yaml\nranking:\n{lines(o, '  - {1}')}\n```",
    "a bare list in JSON": lambda o, t: f"{said(o, t)}\n\n```json\n{json.dumps(o)}\n```",
    "a list of objects": lambda o, t: json.dumps(objects(o, "label", "rank")),
    "ordered by `position`": lambda o, t: json.dumps({"ranking": objects(o, "response", "position")}),
    "results": lambda o, t: json.dumps({"results": objects(o, "answer", "rank")}),
    "nested": lambda o, t: json.dumps({"evaluation": {"why": said(o, t), "ranking": o}}),
    "rank as a member's name": lambda o, t: json.dumps({f"rank_{at}": label for at, label in enumerate(o, 1)}),
    "table without an edge": lambda o, t: f"{t.header}:\n\nRank | Answer\n--- | ---\n{lines(o, '{0} | {1}')}",
    "table in the language": lambda o, t: (
        f"{t.header}:\n\n| {t.place.format('').strip(' .º°-')} | |\n|---|---|\n{lines(o, '| {0} | {1} |')}"
    ),
    "table of bold": lambda o, t: f"{t.header}:\n| Rank | Answer |\n|---|---|\n{lines(o, '| **{0}** | **{1}** |')}",
    "a comma told": lambda o, t: f"{t.header}: {o[0]}, {o[1]}, {o[2]} and {o[3]}",
    "a header that is a link": lambda o, t: f"[{t.header}](#ranking)\n{lines(o, '{0}. {1}')}",
    "a farewell": lambda o, t: f"{t.header}:\n{lines(o, '{0}. {1}')}\n\nHope this helps!",
    "a summary first": lambda o, t: f"{t.header}:\n{lines(o, '{0}. {1}')}\n\n{said(o, t)}",
}  # fmt: skip
"""Written when the reader was done."""
