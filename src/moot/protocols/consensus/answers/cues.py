"""By which words does a text state an answer, take one back, quote somebody else's, or only suppose one?

Lists in a dozen languages, so that what the reader of statements goes by can be read and argued with. They are wide
where a word raises a doubt, and narrow where it would settle something: what is not recognised costs a vote.
"""

from __future__ import annotations

import re

from moot.tally.lexicon import word_set

_W = r"(?<![^\W\d_])"
"""No letter stands before."""
_E = r"(?![^\W\d_])"
"""No letter stands after."""


def _any(*lists: str) -> str:
    """One of these words or phrases, given with bars between them."""
    return f"{_W}(?:{'|'.join(lists)}){_E}"


def _reads(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


LAST = (
    r"final|definitive|definite|ultimate|concluding|endgültige|endgültigen|finale|abschließende|définitive|"
    r"definitiva|"
    r"definitivo|conclusiva|uiteindelijke|definitieve|ostateczna|końcowa|окончательный|итоговый|最终|最終|최종"
)
_BEST = (
    r"correct|right|best|true|overall|only|richtige|korrekte|beste|bonne|correcte|juste|correcta|correcto|mejor|"
    r"corretta|giusta|migliore|correta|certa|melhor|juiste|goede|prawidłowa|poprawna|właściwa|правильный|верный"
)
_NOUN = (
    r"final answer|answer|ans|solution|verdict|vote|pick|antwort|lösung|réponse|solution|respuesta|solución|"
    r"risposta|soluzione|"
    r"resposta|solução|antwoord|eindantwoord|oplossing|odpowiedź|rozwiązanie|ответ|решение"
)
_CHOSEN = r"option|choice|statement|letter|opción|opzione|opção|optie|opcja|вариант"
_LINK = (
    r"(?:\s*(?:=>|⇒|[:：=]|->|→|—|–|-(?=\s))|\s+(?:is|are|must be|should be|has to be|remains|stays|becomes|therefore "
    r"is|thus is|"
    r"then is|ist|lautet|bleibt|est|reste|es|sigue siendo|è|resta|rimane|é|permanece|luidt|blijft|(?<=odpowiedź "
    r")to|(?<=rozwiązanie )to|brzmi|jest|это|остаётся)"
    r"(?=\s|[:：])\s*[:：]?)"
)
_TO = (
    r"(?:,\s*(?:then|therefore|thus|hence|i think|i believe|finally|in short),)?"
    r"(?:\s+(?:to (?:the|this|your) question|here|therefore|thus|then|hence|clearly|indeed|now))?"
)
STATED = _reads(
    rf"{_W}(?:(?:(?P<last>{LAST})\s+)?(?:(?:{_BEST})\s+)?(?:{_NOUN})|"
    rf"(?:{_BEST})\s+(?:{_CHOSEN}))(?:\s+(?P<after>finale?|definitiva|końcowa|ostateczna|"
    rf"définitive|correcta|correta|corretta|giusta|prawidłowa|poprawna|"
    rf"conclusiva))?{_E}[*_`]{{0,3}}{_TO}[*_`]{{0,3}}{_LINK}[*_`]{{0,3}}"
    r"|(?:(?P<last_cjk>最终|最終|최종)(?:的な|的)?\s*)?(?:正确|正確|正しい)?(?:答案|回答|解答|答え|正解|정답|답변|답)"
    r"\s*(?:应该是|應該是|就是|是|为|為|は|은|는|이|[:：])\s*[:：]?"
)
"""Words by which an answer is stated; what follows is the answer. Linear: fixed words, and bounded gaps."""
TITLE = _reads(
    rf"[#*_\s]*(?:the |my |die |la |el |a |het "
    rf")?(?P<last>(?:{LAST})\s+)?(?:(?:{_BEST})\s+)?(?:{_NOUN})(?P<after>\s+finale?)?[*_\s:：]*"
)
"""A line that announces the answer."""
IS_ANSWER = _reads(
    r"(?P<value>(?:[^,;:\n]|(?<=\d),(?=\d)){1,80}?)\s+(?:is|must be|has to be|ist|est|es|è|é)\s+(?:therefore |"
    r"thus |then )?(?:the|my|"
    r"our|die|la|a)\s+"
    rf"(?:(?P<last>{LAST})\s+)?(?:(?:{_BEST})\s+)?(?:answer|solution|antwort|réponse|respuesta|risposta|resposta){_E}"
)
"""An answer that is said to be the answer. Linear: a bounded gap up to fixed words."""
LEADS = word_set(
    """the my our and so thus therefore hence then finally also that is means gives shows conclude as with defensible
    likely plausible probable reasonable appropriate accurate supported convincing consistent der die das den
    meine unsere und somit la le ma notre donc et el mi nuestra y entonces il mia nostra e quindi dunque a o
    minha nossa portanto het de mijn ons dus en moja nasza zatem więc i мой наш итак и значит to conclusion ok
    okay well for"""
)
"""Words before `answer` under which it is the speaker's own; `an answer` and `the official answer` are not."""
BOXED = re.compile(r"⟦([^⟧]*)⟧")
"""A box, as the sentences give it."""
PICKED = _reads(
    rf"{_W}I(?:'ll| will| would| shall|'d)? (?:therefore |thus |now |hence )?(?:choose|pick|select|go with|going "
    rf"with|opt for|"
    rf"vote for|settle on|settle for|stick with|answer)(?: with)?{_E}"
    rf"|{_W}ich (?:wähle|nehme|entscheide mich für){_E}|{_W}je (?:choisis|retiens){_E}|{_W}elijo{_E}|{_W}scelgo{_E}|"
    rf"{_W}escolho{_E}|{_W}ik kies{_E}|{_W}wybieram{_E}|{_W}(?:я )?выбираю{_E}|我选|我選"
)
"""Words by which a speaker chooses; less sure than a statement."""
ANNOUNCES = (
    "ans", "solution", "verdict", "vote", "pick", "option", "choice", "statement", "letter", "antwort", "lösung",
    "répons", "respuesta", "solución", "risposta", "soluzione", "resposta", "solução", "antwoord", "oplossing",
    "odpowied", "rozwiąz", "ответ", "решени", "opción", "opzione", "opção", "optie", "opcja", "вариант", "答", "解",
    "답",
)  # fmt: skip
"""What stands somewhere in every statement: looked for first, since that takes a tenth of the time."""
PICKS = (
    "choose", "pick", "select", "go", "opt", "vote", "settle", "stick", "answer", "wähle", "nehme", "entscheide",
    "choisis", "retiens", "elijo", "scelgo", "escolho", "kies", "wybieram", "выбираю", "我选", "我選",
)  # fmt: skip
"""What stands in every choice."""
CORRECT = _reads(
    r"\s*(?:is|ist|est|es|è|é|jest)\s+(?:the |die |la |el |a |o |het |de )?"
    r"(?:correct|right|richtig|richtige|korrekt|correcte?|juste|correcta|corretta|correta|juist|juiste|prawidłowa)\b"
    r"(?! (?:only|if|when|in so far))"
)
"""What follows an answer that is said to be right."""
OPENS = _reads(
    r"\s*(?:so|thus|hence|therefore|overall|in short|in sum|in conclusion|to sum up|bottom line|conclusion|result|"
    r"also|insgesamt|kurz|donc|bref|en resumen|entonces|quindi|dunque|portanto|dus|więc|итак|所以|因此)\s*[,:：]\s*"
)
"""With what a last sentence opens that gives the answer alone."""

CHANGE = _reads(
    _any(
        "wait|or rather|hold on|hang on|no,? wait|oops|sorry|scratch (?:that|this|the)|strike (?:that|this)|"
        "correction|"
        "corrigendum|erratum|"
        "edit|update|amendment|on second thoughts?|on reflection|take (?:that|it|this) back|retract|withdraw|"
        "i was wrong|i stand corrected|my mistake|let me correct|i change my|change of mind|changed my mind|i revise|"
        "make that|make it|i (?:mean|meant)|disregard|ignore (?:that|the above|what)|nope|actually|hmm+|"
        "(?:that|this|which|it) (?:is|was) (?:all )?(?:wrong|incorrect|mistaken|not right|a mistake|an error)",
        "moment|halt|warte|wartet|korrektur|berichtigung|nein|doch nicht|nehme (?:das|es|ich) zurück|zurücknehmen|"
        "streich|"
        "bei näherem|das (?:ist|war) falsch|stimmt nicht|ich irre|geirrt",
        "attendez|attends|non|rectification|je (?:me )?(?:corrige|retire|rétracte)|à la réflexion|c'est faux|erreur",
        "espera|esperen|corrección|corrijo|me retracto|pensándolo|está mal|me equivoqué|retiro",
        "aspetta|aspettate|correzione|mi correggo|ritiro|ripensandoci|è sbagliato|ho sbagliato",
        "espere|correção|me corrijo|pensando melhor|está errado|errei|retiro",
        "wacht|correctie|bij nader inzien|klopt niet|neem (?:dat|het) terug|ik vergis",
        "chwila|poprawka|korekta|wycofuję|po namyśle|to błąd|pomyłka|myliłem|myliłam",
        "стоп|подожд\\w+|постой\\w*|исправл\\w+|поправка|беру (?:свои )?слова|неверно|ошиб\\w+",
    )
    + r"|等等|不对|不對|更正|收回|搞错|錯了|错了|重新考虑"
    r"|待って|違う|違い|訂正|撤回|間違|考え直|잠깐|틀렸|틀린|정정|철회|아니,|다시 생각"
)
"""Words by which a speaker takes something back, or is about to."""
REDONE = _reads(
    _any(
        r"mistake\w*|errors?|misread\w*|miscount\w*|overlooked|forgot|instead|revis\w+|reconsider\w*|"
        r"recalculat\w+|recomput\w+|switch\w*|re-?check\w*|"
        r"re-?count\w*|re-?read\w*|re-?do\w*|second look|look(?:ing)? (?:again|back|closer)|end up|after all|"
        r"amend\w*|no longer|unsure|not sure|undecided|"
        r"torn|turns out|withdrawn?|void|overturn\w*|reverse that|typo|apolog\w+|mix\w* up|on balance|change[ds]?|"
        r"changing|replac\w+|corrected|fixed",
        r"fehler\w*|stattdessen|nochmals|erneut|geändert|ändere|doch|erreur|finalement|plutôt|error|rectific\w+|"
        r"cambio|errore|invece|erro|fout|toch|błąd|"
        r"jednak|zmieniam|однако|ошиб\w+|меня\w+",
    )
    + r"|而是|其实|錯|错|改|やはり|하지만|그러나"
)
"""Words after which what was stated before may no longer stand, whatever they are said of."""
WIDE = _reads(
    _any(
        r"wrong|incorrect|rather|again|now|not|no|nor|neither|never|however|but|yet|although|though|still|unless|"
        r"except|doubt\w*|better|prefer\w*|proves?|"
        r"proved|isn't|doesn't|cannot|can't|invalid|discard\w*|drop\w*|abandon\w*|should|must|meant|swap\w*|"
        r"confus\w+|favou?r|correct|uncertain|stronger",
        r"falsch\w*|nicht|kein\w*|sondern|aber|jedoch|eher|lieber|faux|fausse|pas|mais|doute|mal|pero|sino|mejor|"
        r"duda\w*|sbagliat\w+|ma|bensì|piuttosto|"
        r"errad\w+|mas|melhor|não|niet|maar|liever|nie|lecz|ale|raczej|не|но|лучше|нет",
    )
    + r"|不|但|ではな|じゃな|しかし|でも|아니"
)
"""Words that raise a doubt where a speaker speaks of itself, or names another answer."""
SELF = _reads(
    _any(
        "i|i'm|i've|my|me|answers?|conclusion|above|verdict|ich|mein\\w*|antwort|je|mon|réponse|yo|mi|respuesta|"
        "io|mio|risposta|eu|meu|resposta|ik|mijn|"
        "antwoord|ja|moja|odpowiedź|я|мой|моя|ответ"
    )
    + r"|我|私|저는|나는|答案|答え|답"
)
"""Words by which a speaker speaks of itself or of its answer."""
PEOPLE = _reads(
    _any(
        "members?|models?|others?|candidates?|colleagues?|reviewers?|experts?|responses?|rivals?|advisers?|"
        "advisors?|assistants?|their|seats?|quot\\w+|"
        "andere\\w*|autres?|otr[oa]s?|altr[oiae]|outr[oa]s?|inn[ey]\\w*|друг\\w+|format|template|example"
    )
)
"""Whose section it is, where a heading names others."""
REJECTED = _reads(
    _any(
        "wrong|mistake\\w*|incorrect|not|never|cannot|can't|couldn't|isn't|no longer|deny|denies|denied|doubt\\w*|"
        "reject\\w*|rul\\w+ out|refus\\w+|"
        "false|untrue|nobody|hardly|unlikely|impossible|neither|nor|against|n't|instead of|rather than|far from|"
        "unsure|anything but|other than",
        "falsch\\w*|nicht|kein\\w*|weder|unmöglich|faux|pas|ni|impossible|mal|no es|tampoco|incorrect[ao]|"
        "sbagliat\\w+|non|né|"
        "errad\\w+|não|nem|fout\\w*|niet|geen|nie|błędn\\w+|не|нет|неверн\\w+",
    )
    + r"|不|没|沒|非|ではな|じゃな|ない|아니|않"
)
"""Words under which what is stated is denied."""
SUPPOSED = _reads(
    _any(
        "if|suppos\\w+|assum\\w+|were|unless|imagin\\w+|hypothetical\\w*|would have|had|otherwise|in that case|in "
        "which case|only when|whether|"
        "wenn|falls|angenommen|wäre|sonst|ob|si|supposons|supposé|serait|sinon|sería|fuera|supongamos|se|"
        "supponiamo|fosse|sarebbe|"
        "seria|suponha\\w*|caso|als|stel|indien|zou|jeśli|gdyby|załóżmy|если|бы|допустим|предположим",
    )
    + r"|如果|假如|假设|若|要是|もし|なら|仮に|만약|라면|다면"
)
"""Words under which something is only supposed."""
OTHERS = _reads(
    _any(
        "says?|said|claim\\w*|argu\\w+|thinks?|thought|wrote|writes|written|according|others?|another|someone|"
        "somebody|some|they|he|she|their|his|her|"
        "its|whose|members?|models?|seats?|reviewers?|candidates?|colleagues?|friends?|peers?|assistants?|"
        "experts?|authors?|students?|teachers?|textbooks?|key|"
        "websites?|forums?|wikipedia|gpt\\w*|claude|gemini|llama|mistral|users?|opponents?|critics?|advocates?|"
        "proponents?|anyone|anybody|everyone|people|many|most (?:people|readers|of|will|would|say)|"
        "one|neighbou?rs?|insist\\w*|believes?|naive\\w*|naïve\\w*|tempt\\w+|popular|common\\w*|often|seem\\w*|"
        "appear\\w*|glance|guess\\w*|intuition|initial\\w*|original\\w*|"
        "earlier|previous\\w*|formerly|first|once|was|used to|might|may|could|perhaps|maybe|possibly|expected?|"
        "suggest\\w*|report\\w*|quot\\w+|"
        "example|format|template|placeholder|sample|line like|form of|instruct\\w*|asked to|told to|end with|"
        "(?:first|second|third|last|this|that|one) part|part (?:[a-h1-9]|one|two|of)|step|sub-?question|sub-?problem|"
        "intermediate|partial\\w*|lemma|exercise|last year|draft|reject\\w*|rival|competing|alternative|opposing|"
        "wishful|reader\\w*|committee|panel",
        "sagt\\w*|behaupt\\w+|meint|laut|andere\\w*|jemand|manche|viele|zuerst|anfangs|zunächst|vielleicht|könnte|"
        "schritt|teil|"
        "dit|disent|prétend\\w*|selon|autres?|quelqu'un|certains|beaucoup|d'abord|peut-être|pourrait|étape|partie|"
        "dice|dicen|según|otr[oa]s?|alguien|algunos|muchos|primero|quizás|podría|paso|parte|"
        "dicono|secondo|altr[oiae]|qualcuno|alcuni|molti|prima|forse|potrebbe|passo|"
        "diz|dizem|segundo|outr[oa]s?|alguém|alguns|muitos|primeiro|talvez|poderia|"
        "zegt|zeggen|volgens|ander\\w*|iemand|sommigen|velen|eerst|misschien|"
        "mówi|twierdz\\w+|według|inn[yi]\\w*|ktoś|niektórzy|najpierw|może|"
        "говор\\w+|утвержда\\w+|по мнению|друг\\w+|кто-то|некотор\\w+|многие|сначала|возможно|может",
    )
    + r"|[^\W\d_]+['’]s(?! (?:see|check))|说|說|认为|認為|据|別人|别人|有人|也许|可能"
    r"|最初|によれば|と言|他の|かもしれ|最初は|라고|따르면|다른|아마|처음"
)
"""Words under which an answer is somebody else's, an earlier one, a part's, a form's or a mere possibility."""
OWN = _reads(
    r"\bI(?:'d| would| will|'ll| must| can| do| have to)? (?:now |therefore |still |first )?(?:say|think|claim|"
    r"argue|suggest|believe|conclude|correct)\b"
)
"""What a speaker says of itself."""
SO_THAT = _reads(r"\b(?:that|dass|que|che|dat|że|что)\W*(?:the|my|die|der|la|el|a|o|het)?\W*$")
"""What leads into a clause that depends on another one."""
NEUTRAL = _reads(
    _any(
        "i|we|this|it|which|means?|follows?|shows?|implies|imply|conclude|therefore|clear|evident|confirms?|find|"
        "sum|so|sure|confident|ich|wir|folgt|je|nous|"
        "concluo|concluyo|concludo|ik|wij|wynika|uważam|я|мы|следует"
    )
)
"""Whose clause it may depend on."""
CONTRAST = _reads(
    _any("but|however|yet|still|nevertheless|whereas|aber|doch|jedoch|mais|pero|ma|mas|maar|ale|но|однако")
    + r"|但是|但|しかし|하지만|그러나"
)
"""Words after which a speaker speaks for itself again."""
HEDGED = _reads(
    r"[\s,;(—–-]*"
    + _any(
        "if|unless|only|provided|assuming|depending|or|maybe|perhaps|possibly|when|though|although|except|but|"
        "wenn|falls|sofern|oder|si|ou|o|u|se|"
        "als|of|jeśli|lub|если|или|and/or"
    )
    + r"|\s*[?/|&]|[\s(]*(?:如果|或|または|또는|もし)"
)
"""What follows an answer that is not given alone, or on a condition."""
JOINS = _reads(_any("and|or|und|oder|et|ou|y|o|e|i|en|of|lub|и|или"))
"""What joins one answer to another."""
STANDS = _reads(
    _any(
        "(?:my|the|this|that) (?:final )?answer (?:stands|holds|is unchanged|does not change|doesn't change)",
        "bleibt dabei",
        "ma réponse tient",
    )
)
"""Words by which an answer that was doubted stands all the same."""
NEW = _reads(
    _any(
        "it is|it's|it should be|it must be|it has to be|that should be|that should read|it should read|make that|"
        "make it|i (?:mean|meant)|is really|is actually|"
        "should be|must be|es ist|richtig ist|muss heißen|c'est|il s'agit de|es|è|é|het is|to jest|to|это"
    )
    + r"\s*[:：]?|应该是|應該是|是|です|は"
)
"""What stands before the answer that takes the place of another."""
NOT_BUT = _reads(
    rf"{_W}(?:not|nicht|non pas|pas|no|non|não|niet|nie|не)\s+(?P<old>[^,;.\n]{{1,60}}?),?\s+"
    rf"(?:but rather|but|sondern|mais|sino|ma|bensì|mas|e sim|maar|lecz|tylko|ale|а)\s+(?P<new>[^\n]{{1,120}})"
    r"|不是(?P<old_zh>[^，。,\n]{1,40})[，,]?\s*而是(?P<new_zh>[^\n]{1,60})|"
    r"(?P<old_ja>[^、。\n]{0,40})ではなく(?P<new_ja>[^\n]{1,60})"
    r"|(?P<old_ko>[^,.\n]{0,40})(?:[이가] )?아니라\s*(?P<new_ko>[^\n]{1,60})"
)
"""One answer denied and another one given. Linear: bounded gaps."""
YES = word_set("yes yeah yep true ja oui sí si sì sim tak да 是 はい 네 예 correct vrai wahr")
NO = word_set("no nope false nein non não nee nie нет 否 いいえ 아니요 incorrect faux falsch")
