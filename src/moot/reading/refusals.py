"""Does a whole text only decline what was asked? The one place that tells a refusal in prose from an answer.

A text is a refusal when a clause declines the task itself and nothing else is said but excuses, reasons of policy and
offers. A sentence of refusal inside an answer, or quoted in one, is none: whoever goes on and answers has answered.
Held by `tests/reading/test_refusals.py` against what models write, in ten languages, and against honest answers.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from moot.reading.service_errors import reports_an_error

LONGEST = 1_200
"""Characters beyond which a text is taken for an answer: refusals are short."""
HEAD = 200
"""Characters in which most texts already say something."""
ENOUGH = 30
"""Letters and figures of which some are left whatever tag or word for nothing the text goes on with."""
REASONS = 40
"""Words of reasons that may follow a refusal without being known as such."""

_FOLDS = str.maketrans({"’": "'", "‘": "'", "´": "'", "“": '"', "”": '"', "\u00a0": " ", "*": "", "_": " "})
_DOTS = str.maketrans("İı", "ii")
"""Letters that a pattern takes for an i when it looks past capitals."""
_CLAUSE = re.compile(
    r"[.!?;:—\n。！？；：，、]+|\s-\s|\s–\s|(?<![\w'])(?=(?:but|however|aber|mais|pero|però|mas|maar|но)\s)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_TURN = re.compile(r"^(?:but|however|aber|mais|pero|però|mas|maar|но)\s|^(?:但|しかし)", re.IGNORECASE)

_NOT = (
    r"(?:can't|cannot|can not|couldn't|could not|won't(?: be able to)?|will not(?: be able to)?|wouldn't|shouldn't"
    r"|should not|don't|do not|refuse to|(?:am |are |'m |'re )(?:unable to|not able to|not going to|not permitted to"
    r"|not allowed to|not comfortable|not in a position to|not programmed to|not designed to|prohibited from)"
    r"|(?:must |have to )?(?:respectfully )?decline to|(?:don't|do not) feel comfortable"
    r"|(?:'d |would )?(?:prefer|rather) not(?: to)?)"
)
_HOW = (
    r"(?: be(?=\w* \w+ing))?(?: (?:really|simply|just|directly|ethically|in good conscience|therefore|currently|with))?"
)
_DO = (
    r"(?:help|assist|verify|check|answer|respond|comply|fulfil+|engage|continue|participate|proceed"
    r"|provide|give|offer|share|discuss"
    r"|complete|carry out|process|do|support|accommodate|generate|create|produce|write|rank|evaluate|judge|assess|vote"
    r"|rate|score|compare|comment|take part|take (?:a |any )?(?:side|sides|position|stance)|make"
    r"|express|weigh in|perform"
    r"|fill(?:ing)? (?:in|out)|helping|assisting|answering|responding|providing|giving|offering|sharing|discussing"
    r"|engaging|continuing|participating|ranking|evaluating|judging|voting|writing|generating|creating|taking part"
    r"|taking (?:a |any )?(?:side|sides|position|stance)|making|reveal|draft|summari[sz]e|review|rebut)"
)
_THING = (
    r"(?:that|this|it|such|any|an|a|the|particular|ones?|or|and|own|issues?|topics|subjects|matters"
    r"|things?|verify|judge|evaluate|your|you|these|those|my|further|specific|personal|medical|legal|political"
    r"|financial|on|in|with|to|for|of|about|information|advice|instructions|content|opinions?|answers?|responses?"
    r"|recommendations?|assistance|help|guidance|details|requests?|task|question|prompt|topic|kind|type|sort|ballot"
    r"|judg(?:e)?ment|rankings?|votes?|evaluation|comparison|matter|material|conversation|subject|query|view"
    r"|position|stance|sides?|here|right now|now|at this time|today|anything|more|like|activity|discussion|me|provided"
    r"|texts?|submissions?|essays?|claims?|review|rebuttal|summary|report|debate)"
)
_WHY = r"(?:,? (?:because|since|as|due to|for (?:safety|legal|ethical)) .{0,100})?$"
_GRAVE = (
    r"(?:harmful|illegal|dangerous|explicit|violen\w*|hateful|unethical|weapons?|explosives?|drugs?|malware|self-harm"
    r"|sexual|discriminat\w*)"
)
_DECLINES: tuple[tuple[tuple[str, ...], str], ...] = (
    # English: somebody will not do it; has no opinion; the matter lies outside; the request was turned down.
    (
        ("n't", "not", "refuse to", "unable to", "prohibited", "decline to"),
        rf"^(?:(?:i|we)\s?)?{_NOT}{_HOW} {_DO}(?: {_THING}){{0,9}}{_WHY}",
    ),
    (
        ("don't", "do not"),
        rf"^(?:i|we) (?:don't|do not) (?:think|believe|feel) (?:that )?(?:i|we) (?:can|could"
        rf"|should) {_DO}(?: {_THING}){{0,9}}$",
    ),
    (
        ("for me to",),
        rf"^it (?:would be|is|would not be|isn't|is not) (?:inappropriate|unethical|irresponsible"
        rf"|appropriate|ethical|right) for me"
        rf" to {_DO}\b.{{0,60}}$",
    ),
    (
        ("have to pass",),
        rf"^(?:i|we) (?:will|'ll|would) have to pass(?: on {_THING}(?: {_THING})?)?$",
    ),
    (
        ("guidelines", "policy", "policies", "programming", "rules"),
        r"^(?:my|our) (?:guidelines|policy|policies|programming|rules) (?:prevent|prohibit|forbid"
        r"|do(?:es)? not (?:allow|permit)"
        r"|don't (?:allow|permit)) .{0,80}$",
    ),
    (
        ("n't", "not", "refuse to", "unable to", "prohibited", "decline to"),
        rf"^(?:i|we)\s?{_NOT}{_HOW} {_DO}\b.{{0,60}}?\b{_GRAVE}\b.{{0,60}}$",
    ),
    (
        ("decline", "refuse"),
        r"^(?:i|we) (?:(?:must|have to|need to|will|would) )?(?:respectfully |politely )?(?:decline|refuse)"
        r"(?: (?:this|your) .{0,40})?$",
    ),
    (
        ("don't", "do not"),
        r"^(?:i|we) (?:don't|do not) (?:have|hold|form) (?:any )?(?:personal )?(?:opinions?|views"
        r"|preferences|beliefs|feelings)"
        r"(?:,? (?:or|and) (?:personal )?(?:opinions?|views|preferences|beliefs|feelings|experiences))?$",
    ),
    (
        ("can't", "cannot", "able to", "won't", "can ", "guidelines", "polic", "willing"),
        r"^(?:that|this|it)(?:'s| is) (?:not )?(?:something|a (?:topic|request|question|subject)"
        r"|outside|beyond|against) .{0,80}?"
        r"(?:can't|cannot|not able to|unable to|won't|can (?:help|assist|do|discuss|answer|provide)"
        r"|able to (?:help|assist)|guidelines"
        r"|polic(?:y|ies)|willing).{0,50}$",
    ),
    (
        (
            "cannot be",
            "refused",
            "declined",
            "blocked",
            "rejected",
            "filtered",
            "denied",
            "flagged",
            "allowed",
            "permitted",
            "against",
            "violate",
        ),
        r"^(?:this|that|the|your) (?:request|question|prompt|task|content|message|response|output|topic|conversation) "
        r"(?:cannot be (?:processed|completed|fulfilled|answered)|(?:has been|was|is"
        r"|is being) (?:refused|declined|blocked|rejected|filtered|denied"
        r"|flagged|disallowed|not allowed"
        r"|not permitted|against (?:our|my|the))(?! by the proxy)|(?:may )?violates? |goes against ).{0,80}$",
    ),
    (
        ("refused", "declined", "blocked", "rejected", "filtered", "denied"),
        r"^(?:request|response|answer|content|output|message|prompt) (?:refused|declined|blocked"
        r"|rejected|filtered|denied)"
        r"(?: (?:by|due to|for|because).{0,80})?$",
    ),
    (
        ("given", "provided", "no comment"),
        r"^no (?:answer|response|ballot) (?:can|will|could) be (?:given|provided).{0,60}$|^no comment$",
    ),
    # German
    (
        ("nicht",),
        r"^(?:es tut mir .{0,6}leid|leider|[, ])*(?:ich|dabei|damit|da|hierbei|dazu|das|diese \w+"
        r"|hier) (?:kann|darf|werde|möchte)"
        r" (?:ich )?(?:.{0,60} )?nicht (?:.{0,30} )?(?:helfen|beantworten|antworten|weiterhelfen|unterstützen|erfüllen"
        r"|bereitstellen|geben|nachkommen|bewerten|teilnehmen|behilflich sein)$",
    ),
    (
        ("nicht", "kein"),
        r"^(?:leider )?(?:ich (?:kann|darf)|(?:kann|darf) ich) (?:.{0,60} )?(?:nicht|keine?n?) (?:.{0,40} )?(?:helfen"
        r"|beantworten|geben|erteilen|weiterhelfen|unterstützen|bereitstellen|abgeben|leisten)$",
    ),
    (
        ("nicht", "kein"),
        r"^(?:dazu|darüber|hierzu) (?:kann|möchte|darf) ich (?:leider )?(?:nichts|keine?) .{0,40}$",
    ),
    # French
    (
        ("préfère ne pas",),
        r"^je préfère ne pas (?:répondre|me prononcer|donner).{0,60}$",
    ),
    (
        ("je ne ", "je n'"),
        r"^je (?:ne |n')(?:peux|puis|suis pas en mesure|suis pas autorisée?|veux|souhaite"
        r"|pourrai)(?: pas| point)?.{0,40}"
        r"(?:aider|répondre|fournir|donner|assister|satisfaire|participer|traiter|évaluer|continuer|accéder).{0,70}$",
    ),
    # Spanish, Portuguese, Italian
    (
        ("no poder", "no estoy"),
        r"^(?:lamento|siento) no poder .{0,60}$|^no estoy en condiciones de .{0,60}$",
    ),
    (
        ("no puedo", "no podría", "no me es", "no estoy", "no debo"),
        r"^(?:lo siento, )?no (?:puedo|podría|me es posible|estoy autorizad[oa] a|debo) (?:ayudar"
        r"|responder|proporcionar"
        r"|contestar|cumplir|dar|ofrecer|asistir|participar|evaluar|continuar|brindar).{0,80}$",
    ),
    (
        ("não",),
        r"^(?:sinto muito, |desculpe, |infelizmente,? )?(?:eu )?não (?:posso|consigo|poderei"
        r"|estou autorizad[oa] a) (?:te )?"
        r"(?:ajudar|responder|fornecer|atender|dar|oferecer|auxiliar|participar|avaliar|continuar|ajudá-lo).{0,80}$",
    ),
    (
        ("non ",),
        r"^(?:mi dispiace, |purtroppo,? )?non (?:posso|sono in grado di|mi è possibile"
        r"|sono autorizzat[oa] a) (?:aiutar\w*"
        r"|rispondere|fornire|soddisfare|dare|offrire|assister\w*|partecipare|valutare|continuare).{0,80}$",
    ),
    # Dutch, Polish, Russian
    (
        ("niet", "geen"),
        r"^(?:helaas )?(?:ik kan|kan ik) .{0,30}(?:niet|geen) .{0,50}(?:helpen|beantwoorden|geven"
        r"|assisteren|voldoen|bieden"
        r"|meewerken|verlenen).{0,40}$",
    ),
    (
        ("nie mogę",),
        r"^(?:niestety,? )?nie mogę .{0,30}(?:pomóc|odpowiedzieć|udzielić|spełnić|ocenić).{0,60}$",
    ),
    (
        ("не ",),
        r"^(?:извините, |простите, |к сожалению, )?(?:я )?не (?:могу|буду"
        r"|в состоянии) .{0,40}(?:помочь|ответить|отвечать"
        r"|предоставить|выполнить|помогать|обсуждать|оценить|участвовать).{0,60}$",
    ),
    # Chinese, Japanese, Korean
    (
        ("无法", "不能", "没办法", "不便", "无权"),
        r"^(?:.{0,12}我)?(?:无法|不能|没办法|不便|无权).{0,16}(?:回答|提供|帮助|协助|完成|讨论|满足|处理|回应|评价|生成).{0,24}$",
    ),
    (
        ("できません", "できかねます", "いたしかねます", "差し控え", "応じられません"),
        r"^(?:申し訳(?:ございません|ありません)が)?.{0,30}(?:お答え|お手伝い|回答|対応|提供|お応え|お力添え|ご協力|支援|評価)"
        r"(?:すること)?[はがに]?(?:できません|できかねます|いたしかねます|差し控え\w+|応じられません).{0,4}$",
    ),
    (
        ("없습니다",),
        r"^(?:죄송합니다만?|죄송하지만)? ?.{0,40}(?:도와드릴|답변할|답변드릴|제공할|도움을 드릴|응할|평가할)"
        r" 수 없습니다.{0,4}$",
    ),
)
"""A clause that declines, by language; leads such as "I'm sorry" are taken away first. Before each pattern stand cues,
one of which is in all that it matches: patterns take long to compile, and most are asked about nothing."""


_LEAD = (
    r"^(?:[\s\"'(\[,]|(?:i'm|i am|we're|we are) (?:so |very |truly |really )?sorry\b|sorry\b|apologies\b|my apologies\b"
    r"|i apologi[sz]e\b|unfortunately\b|regrettably\b|respectfully\b|thank you for [^,]{0,60}|thanks for [^,]{0,60}"
    r"|i understand [^,]{0,80}|i appreciate [^,]{0,60}|as an? (?:ai|artificial|large|language)[^,]{0,60}"
    r"|as a responsible [^,]{0,40}|(?:i am|i'm) an? (?:ai|artificial|large|language)[^,.]{0,30} and\b"
    r"|for (?:safety|ethical|legal|policy) reasons\b|at this time\b|and\b|but\b|however\b"
    r"|so\b|therefore\b|that said\b|for (?:this|that) reason\b|i'm afraid(?: that)?\b|i am afraid(?: that)?\b|hello\b"
    r"|hi\b|no\b(?=,)|aber\b|mais\b|pero\b|ma\b|mas\b|maar\b|ale\b|но\b|désolée?\b|lo siento\b|desculpe\b|mi dispiace\b"
    r"|het spijt me\b|(?:es )?tut mir (?:sehr )?leid\b|przepraszam\b|przykro mi\b|извините\b"
    r"|простите\b|lo lamento\b|sinto muito\b)+"
)
_FILLER = (
    r"^(?:作为.{0,30}|.{0,20}として|(?:i am|i'm) an? (?:ai|artificial|large|language).{0,40}|(?:i'm|i am"
    r"|we're|we are) (?:so |very |truly |really )?sorry.{0,60}|sorry.{0,40}"
    r"|my apologies.{0,40}|apologies.{0,40}"
    r"|i (?:sincerely )?apologi[sz]e.{0,60}|i understand .{0,80}|i hope you understand.{0,40}|thank you for .{0,60}"
    r"|as an? (?:ai|artificial|large|language).{0,60}|(?:please|feel free|don't hesitate|you (?:can"
    r"|may) (?:ask|contact|consult)"
    r"|if you (?:have|need|are|would|want|'re|feel|or)|if there(?:'s| is)|is there|let me know|let's talk"
    r"|i(?:'d| would) be (?:happy|glad)|i(?:'d| would)? (?:recommend|suggest|encourage"
    r"|advise) (?:you )?(?:to )?(?:consult"
    r"|speak|reach|contact|seek|talk)\w*|i(?:'m| am) (?:happy|glad|here|just an|an ai|designed|programmed|only)"
    r"|i (?:can|could) (?:help|assist)(?: you)? with (?:something|other|another|a different|different)|would you like"
    r"|how (?:else )?(?:can|may) i|can i help|what else|it (?:goes against (?:my|our|the)|would go"
    r"|violates|would violate)|doing so"
    r"|this (?:would )?(?:violates?|goes against (?:my|our|the)|falls outside|is against (?:my|our|the))"
    r"|(?:my|our) (?:guidelines|programming|policy|policies|training|purpose)).{0,160}"
    r"|es tut mir (?:sehr )?leid|tut mir leid|leider|entschuldigung|je suis (?:vraiment )?désolée?"
    r"|désolée?|lo siento(?: mucho)?"
    r"|lo lamento|desculpe|sinto muito|mi dispiace|het spijt me|przykro mi|przepraszam|извините|простите|к сожалению"
    r"|(?:非常|很)?抱歉|对不起|申し訳(?:ございません|ありません)が?|すみません(?:が)?|죄송합니다만?|죄송하지만"
    r"|(?:wenn|falls) (?:sie|du) .{0,120}|bitte .{0,80}|gerne? .{0,100}|n'hésitez pas .{0,80}"
    r"|si (?:vous|tu|usted|tienes|hai) .{0,100}"
    r"|si necesitas .{0,100}|se (?:você|precisar|hai|vuoi) .{0,100}|als (?:u|je) .{0,100}"
    r"|если .{0,100}|如果.{0,60}|请.{0,40}"
    r"|何か.{0,60}|다른 .{0,60})$"
)
"""A clause that says nothing: an excuse, the policy, an offer of something else."""
_OFFER = (
    r"^(?:i(?:'m| am|'d| would)? (?:be )?(?:happy|glad|here|can (?:help|assist)|could (?:help"
    r"|assist))|feel free|if you|please"
    r"|let me|there (?:are|is) (?:many|other)|gern|n'hésitez|si vous|si (?:necesitas|tienes))"
)
_BARE = r"(?:i'm|i am) (?:so |very )?sorry[.,]? (?:but )?(?:i|we) (?:can't|cannot|won't|will not)[.!]?"
_BLANKS = frozenset("\u3164\u115f\u1160\u2800\ufe0f\ufe0e\u034f")
"""Letters and marks by class that leave nothing on a page."""
_UNSEEN = bytes([*range(33), 127])
"""What cannot be seen of ASCII."""
_MARKS = " \t\r\n.…,;:-–—_*#`'\"()[]{}<>/\\|"
_REASON = (
    r"\b(?:because|since|guidelines?|polic(?:y|ies)|harm(?:ful)?|illegal|unsafe|unethical|dangerous"
    r"|violat\w*|inappropriate"
    r"|ethical|safety|sensitive|explicit|privacy|appropriate|neutral|qualified|professional|against"
    r"|programm\w*|designed"
    r"|language model|\bai\b|training|richtlinien|sicherheit|directives|règles|políticas?|normas"
    r"|linee guida|richtlijnen"
    r"|правил\w*)|政策|规定"
)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def says_nothing(text: str) -> bool:
    """Whether a text is made of nothing but marks, or of what nobody can see: an ellipsis, an empty object."""
    begun = text[:HEAD]
    begun = begun.encode().translate(None, _UNSEEN).decode() if begun.isascii() else _shown(begun)
    if sum(map(len, _WORD.findall(begun.replace("ballot", "").replace("json", "")))) > ENOUGH:
        return False
    shown = _shown(text)
    bare = shown.replace("<ballot>", "").replace("</ballot>", "").replace("```json", "").strip(_MARKS)
    return bare.lower() in ("", "null", "undefined", "nan")


def _shown(text: str) -> str:
    return "".join(c for c in text if c not in _BLANKS and unicodedata.category(c)[0] not in "CZ")


def refuses(text: str) -> bool:
    """Whether all a text does is to decline. An empty text declines nothing: it is empty."""
    bare = text.strip().translate(_FOLDS).strip("\"' \n`#>")
    if not bare or len(bare) > LONGEST or bare[:1] in "{<":
        return False
    if not _cued(bare):
        return False
    declined = bool(_compiled(_BARE).fullmatch(bare))
    other = 0
    for clause in _CLAUSE.split(bare.strip("[]()")):
        said = clause.strip(" ,\t\"'()[]")
        words = len(_WORD.findall(said))
        if not words:
            continue
        plain = _compiled(_LEAD).sub("", said).strip(" ,\"'")
        if declined and _compiled(_BARE).fullmatch(bare):
            break
        if any(_compiled(pattern).match(each) for pattern in _cued(said) for each in {plain, said}):
            declined = True
        elif not plain or _compiled(_FILLER).match(plain) or _compiled(_FILLER).match(said):
            continue
        elif _TURN.match(said) and not _compiled(_OFFER).match(plain):
            return False  # whoever goes on after the "but" has answered
        elif _compiled(_REASON).search(plain):
            other += words
        elif not _compiled(_OFFER).match(plain):
            return False
    return declined and other <= REASONS


def _cued(words: str) -> list[str]:
    """The patterns of which these words hold a cue, so that they may match."""
    plain = words.translate(_DOTS).casefold()
    return [pattern for cues, pattern in _DECLINES if any(cue in plain for cue in cues)]


def no_answer(text: str) -> str:
    """Why a text is no answer, in words that go on from "it"; empty where it may be one."""
    if says_nothing(text):
        return "says nothing"
    if refuses(text):
        return "declines what was asked"
    return "is the error of a service" if reports_an_error(text) else ""
