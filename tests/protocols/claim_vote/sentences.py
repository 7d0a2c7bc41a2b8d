"""Sixty honest and sixty false sentences about one vote, in English, German and Chinese.

Of four claims the first two are HIGH, the third is CONTESTED and the fourth REJECTED. Of the false ones `WRONG` holds a
wrong number, tier or id, which code alone has to strike; `TIED` has none of these, so that auditors have to.
"""

from __future__ import annotations

from typing import Any

from protocols.claim_vote.claimants import sentence

LANGUAGES = ("en", "de", "zh")
VOTES = {"claim-01": "2221", "claim-02": "2211", "claim-03": "22bb", "claim-04": "abab"}
ONE, TWO, THREE, FOUR = "claim-01 HIGH", "claim-02 HIGH", "claim-03 CONTESTED", "claim-04 REJECTED"

Given = tuple[tuple[tuple[str, str, str], tuple[str, ...], dict[str, float]], ...]
"""The text in each language, the claims, and the figures."""

_HONEST: Given = (
    (
        (
            "The invoice service should be split off first.",
            "Der Rechnungsdienst sollte zuerst abgetrennt werden.",
            "应当首先拆分发票服务。",
        ),
        (ONE,),
        {},
    ),
    (
        (
            "4 of 4 members are for splitting the invoice service first.",
            "4 von 4 Mitgliedern sind dafür, den Rechnungsdienst zuerst abzutrennen.",
            "4名成员中有4名赞成首先拆分发票服务。",
        ),
        (ONE,),
        {"in_favour": 4, "members": 4},
    ),
    (
        (
            "3 members approve of it strongly and 1 approves.",
            "3 Mitglieder stimmen stark zu, und 1 stimmt zu.",
            "3名成员强烈赞成，1名赞成。",
        ),
        (ONE,),
        {"strongly_approve": 3, "approve": 1},
    ),
    (("Its mean is 1.75.", "Der Mittelwert ist 1,75.", "其平均值为1.75。"), (ONE,), {"mean": 1.75}),
    (("claim-01 is HIGH.", "claim-01 ist HIGH.", "关于claim-01的结果是HIGH。"), (ONE,), {}),
    (
        (
            "Costs may rise by 20 % in 2 years.",
            "Die Kosten können in 2 Jahren um 20 % steigen.",
            "成本可能在2年内上升20%。",
        ),
        (TWO,),
        {},
    ),
    (
        (
            "All 4 voters see the risk of rising costs.",
            "Alle 4 Stimmenden sehen das Risiko steigender Kosten.",
            "全部4名投票者都认为成本有上升的风险。",
        ),
        (TWO,),
        {"voters": 4},
    ),
    (
        (
            "The risk of rising costs reached HIGH with a mean of 1.5.",
            "Das Risiko steigender Kosten erreichte HIGH mit einem Mittelwert von 1,5.",
            "成本上升的风险达到HIGH，平均值为1.5。",
        ),
        (TWO,),
        {"mean": 1.5},
    ),
    (
        (
            "Nobody voted against the risk of rising costs: 0 votes.",
            "Niemand stimmte gegen das Risiko steigender Kosten: 0 Stimmen.",
            "没有人反对成本上升这一风险：0票。",
        ),
        (TWO,),
        {"against": 0},
    ),
    (
        (
            "The council is divided on moving to one cloud.",
            "Der Rat ist geteilt, ob man in eine einzige Cloud umzieht.",
            "委员会对是否迁移到单一云存在分歧。",
        ),
        (THREE,),
        {},
    ),
    (
        ("On one cloud it is split 2 to 2.", "Bei der einen Cloud steht es 2 zu 2.", "在单一云问题上票数为2比2。"),
        (THREE,),
        {"in_favour": 2, "against": 2},
    ),
    (
        (
            "claim-03 is CONTESTED: 2 approve strongly.",
            "claim-03 ist CONTESTED: 2 stimmen stark zu.",
            "claim-03为CONTESTED：2名强烈赞成。",
        ),
        (THREE,),
        {"strongly_approve": 2},
    ),
    (
        (
            "The deviation of the votes on one cloud is 2.",
            "Die Abweichung der Stimmen zur einen Cloud ist 2.",
            "单一云问题上投票的标准差为2。",
        ),
        (THREE,),
        {"sd": 2},
    ),
    (
        ("The council rejects hiring 3 people.", "Der Rat lehnt es ab, 3 Leute einzustellen.", "委员会否决了雇用3人。"),
        (FOUR,),
        {},
    ),
    (
        ("4 members are against hiring.", "4 Mitglieder sind gegen Einstellungen.", "4名成员反对招聘。"),
        (FOUR,),
        {"against": 4},
    ),
    (
        (
            "Hiring is REJECTED with a mean of -1.5.",
            "Einstellungen sind REJECTED mit einem Mittelwert von −1,5.",
            "招聘为REJECTED，平均值为-1.5。",
        ),
        (FOUR,),
        {"mean": -1.5},
    ),
    (
        ("2 of them reject it strongly.", "2 von ihnen lehnen es stark ab.", "其中2名强烈反对。"),
        (FOUR,),
        {"strongly_reject": 2},
    ),
    (
        (
            "The invoice service comes first, although costs may rise.",
            "Der Rechnungsdienst kommt zuerst, obwohl die Kosten steigen können.",
            "虽然成本可能上升，仍应先拆分发票服务。",
        ),
        (ONE, TWO),
        {},
    ),
    (
        (
            "It agrees on the invoice service and is divided on one cloud.",
            "Beim Rechnungsdienst ist er einig, bei der einen Cloud geteilt.",
            "在发票服务上意见一致，在单一云上存在分歧。",
        ),
        (ONE, THREE),
        {},
    ),
    (
        (
            "Of the claims it neither moves to one cloud with agreement nor hires.",
            "Weder für die eine Cloud noch für Einstellungen gibt es Einigkeit.",
            "无论是单一云还是招聘都没有得到一致支持。",
        ),
        (THREE, FOUR),
        {},
    ),
)
_WRONG: Given = (
    (
        ("3 of 4 members are for it.", "3 von 4 Mitgliedern sind dafür.", "4名成员中有3名赞成。"),
        (ONE,),
        {"in_favour": 3, "members": 4},
    ),
    (("Its mean is 1.25.", "Der Mittelwert ist 1,25.", "平均值为1.25。"), (ONE,), {"mean": 1.25}),
    (("7 members approve of it.", "7 Mitglieder stimmen zu.", "7名成员赞成。"), (ONE,), {}),
    (("Costs may rise by 30 %.", "Die Kosten können um 30 % steigen.", "成本可能上升30%。"), (TWO,), {}),
    (("Costs may rise within 5 years.", "Die Kosten können in 5 Jahren steigen.", "成本可能在5年内上升。"), (TWO,), {}),
    (
        ("On one cloud it is split 3 to 1.", "Bei der einen Cloud steht es 3 zu 1.", "在单一云问题上票数为3比1。"),
        (THREE,),
        {"in_favour": 3, "against": 1},
    ),
    (
        ("Hiring has a mean of 1.5.", "Einstellungen haben einen Mittelwert von 1,5.", "招聘的平均值为1.5。"),
        (FOUR,),
        {"mean": 1.5},
    ),
    (("claim-01 is CONTESTED.", "claim-01 ist CONTESTED.", "关于claim-01的结果是CONTESTED。"), (ONE,), {}),
    (("One cloud reached HIGH.", "Die eine Cloud erreichte HIGH.", "单一云达到HIGH。"), (THREE,), {}),
    (
        ("The council agrees on one cloud.", "Der Rat ist sich über die eine Cloud einig.", "委员会一致同意单一云。"),
        ("claim-03 HIGH",),
        {},
    ),
    (
        ("It is divided on hiring.", "Bei Einstellungen ist er geteilt.", "在招聘问题上存在分歧。"),
        ("claim-04 CONTESTED",),
        {},
    ),
    (("claim-09 comes first.", "claim-09 kommt zuerst.", "首先是claim-09。"), (ONE,), {}),
    (
        ("A data lake should be built.", "Ein Datensee sollte gebaut werden.", "应当建立数据湖。"),
        ("claim-07 HIGH",),
        {},
    ),
    (("The council is happy.", "Der Rat ist zufrieden.", "委员会很满意。"), (), {}),
)
_TIED: Given = (
    (
        (
            "The payment service should be split off first.",
            "Der Zahlungsdienst sollte zuerst abgetrennt werden.",
            "应当首先拆分支付服务。",
        ),
        (ONE,),
        {},
    ),
    (
        ("Every member approves of it strongly.", "Jedes Mitglied stimmt stark zu.", "每名成员都强烈赞成。"),
        (ONE, THREE),
        {},
    ),
    (("Costs will fall.", "Die Kosten werden sinken.", "成本将会下降。"), (TWO, THREE), {}),
    (
        (
            "The company should move to one cloud.",
            "Die Firma sollte in eine einzige Cloud umziehen.",
            "公司应当迁移到单一云。",
        ),
        (THREE,),
        {},
    ),
    (("Hiring is the best way.", "Einstellungen sind der beste Weg.", "招聘是最好的办法。"), (FOUR, THREE), {}),
    (
        ("Splitting it off makes costs rise.", "Das Abtrennen lässt die Kosten steigen.", "拆分导致成本上升。"),
        (ONE, TWO, THREE),
        {},
    ),
)


def _in(language: str, given: Given) -> list[dict[str, Any]]:
    at = LANGUAGES.index(language)
    return [sentence(texts[at], *claims, **figures) for texts, claims, figures in given]


HONEST = {language: _in(language, _HONEST) for language in LANGUAGES}
WRONG = {language: _in(language, _WRONG) for language in LANGUAGES}
TIED = {language: _in(language, _TIED) for language in LANGUAGES}
FALSE = {language: [*WRONG[language], *TIED[language]] for language in LANGUAGES}
