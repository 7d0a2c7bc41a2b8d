"""Is a ranking meant? Words before it that deny or quote it, and words behind it that take it back, in 13 languages.

Wide on purpose: what is refused by mistake is asked for once more, and what is read by mistake counts as a vote.
"""

from __future__ import annotations

import re

ENDS = frozenset(".!?。！？…")
"""What a sentence ends with that leads over to nothing. A colon does."""


def is_spoken_of(line: str) -> bool:
    """Whether a line that leads over to a ranking denies it, or says that it is somebody else's."""
    bare = line.rstrip("*_` ")
    if _ITEM.match(bare) is not None and bare[-1:] not in ":：":
        return False  # a point of a review, not a line that leads over to anything
    return (bare[-1:] not in ENDS or bare.endswith(("e.g.", "z.B.", "z. B.", "p. ej."))) and _SPOKEN_OF.search(
        line
    ) is not None


def is_taken_back(words: str, *, abstained: bool = False) -> bool:
    """Whether what follows a ballot takes it back; to abstain takes back a ranking, and no abstention."""
    plain = words.replace("’", "'")
    return _TAKEN_BACK.search(plain) is not None or (not abstained and _ABSTAINS.search(plain) is not None)


_ITEM = re.compile(r"\s{0,12}(?:[-*•+–]|\d{1,2}[.)])\s")
_SPOKEN_OF = re.compile(
    r"(?<![^\W\d_])(?:not|never|no|cannot|can't|don't|won't|wouldn't|isn't|says?|said|writes?|wrote|written|"
    r"asks?|asked|"
    r"tells?|told|claims?|claimed|demands?|contain(?:s|ed)?|include[sd]?|end(?:s|ed)? with|begins? with|reads?|quot\w+|"
    r"naive\w*|tempt\w*|suppos\w*|initially|at first|impression|propos\w*|according|opposite|contrary|"
    r"hypothe\w*|imagin\w*|"
    r"might|could|if|were|e\.g|z\. ?b|p\. ej|template|drafts?|previous\w*|earlier|injected|instruct\w*|"
    r"angenommen|vermutlich|zuerst|anfangs|laut|wenn|gegenteil|selon|supposons|d'abord|contraire|si|según|supongamos|"
    r"secondo|supponiamo|suponhamos|segundo|volgens|stel|eerst|według|załóżmy|początkowo|согласно|допустим|"
    r"сначала|если|"
    r"example|instance|manipulat\w+|inject\w+|wrong\w*|false\w*|incorrect\w*|mistaken\w*|"
    r"nicht|kein\w*|nie|niemals|sagt\w*|schreibt|schrieb|verlangt|fordert|enthält|endet|beispiel\w*|falsch\w*|"
    r"ne|pas|jamais|dit|écrit|demande|contient|exemple|faux|fausse|erroné\w*|"
    r"nunca|jamás|dice|escribe|pide|contiene|ejemplo|fals[oa]|erróne[oa]|equivocad[oa]|incorrect[oa]|"
    r"non|mai|scrive|chiede|esempio|sbagliat[oa]|errat[oa]|"
    r"não|diz|escreve|pede|contém|exemplo|errad[oa]|incorret[oa]|"
    r"niet|geen|nooit|zegt|schrijft|vraagt|bevat|voorbeeld|fout|foute|verkeerd\w*|onjuist\w*|"
    r"nie|nigdy|mówi|pisze|zawiera|przykład|błędn\w*|fałszyw\w*|niepoprawn\w*|"
    r"не|нет|никогда|говорит|пишет|просит|содержит|пример|неверн\w*|неправильн\w*|ошибочн\w*|"
    r"ليس|ليست|لا|لن|لم|ما|يقول|تقول|يكتب|يطلب|يحتوي|مثال|خاطئ\w*|الخاطئ\w*|خطأ|الخطأ)(?![^\W\d_])"
    r"|n't|不|没|並非|别|說|说|写道|要求|例|错|錯|誤|ない|ません|なく|間違|と言|と述べ|例え"
    r"|아니|아닙|않|말한|말하|예를|예:|예시|잘못|틀린",
    re.IGNORECASE,
)
_ENGLISH = (
    r"tak(?:e|ing) (?:it|that|this|them|all of it|all that) back|tak(?:e|ing) back (?:what|my|that|this|the)|"
    r"(?:wait|hold on|hmm|oops|sorry)[,.!… ]{1,3}no|no,? (?:wait|sorry)|no, (?:the|it|that|this|i)|oops|retract\w*|"
    r"(?:scratch|strike|cancel|forget) (?:that|this|it|the (?:above|ranking|list|order)|my)|"
    r"on (?:second thoughts?|reflection)|thinking (?:about it )?(?:again|more)|never ?mind|"
    r"i (?:now|actually) (?:believe|think|feel|find)|(?:correction|erratum)\s?[:：,–—-]|"
    r"i (?:hereby )?(?:refuse|decline|withdraw|revoke|rescind|change my mind|reconsider)|i(?:'ve|"
    r" have)? changed my mind|"
    r"i (?:must |have to |should |need to )?(?:correct|revise|amend) (?:myself|that|this|my|the (?:ranking|"
    r"order|list))|"
    r"i (?:do|did|would|will) not (?:vote|rank|say|mean)|i (?:don't|didn't|wouldn't|won't) (?:vote|rank|say|mean)|"
    r"not my (?:final )?(?:vote|ranking|ballot)|(?:i|let me) reverse|i (?:got|had) [^.\n]{1,30}(?:backwards|"
    r"wrong|reversed)|"
    r"(?:other|wrong) way (?:a)?round|i (?:have |'ve )?(?:mixed up|mixed|confused|swapped)|my (?:mistake|bad|error)|"
    r"(?:disregard|ignore|discard) (?:that|this|it|the (?:above|ranking|list|order|table|ballot)|my|what i)|"
    r"(?:that|this|it|the (?:ranking|list|order|above|table)) (?:is|was) (?:manipulation|wrong|an? (?:mistake|"
    r"error|draft)|"
    r"only a draft|incorrect|invalid|void|backwards|reversed|not (?:my|valid|meant|final))|"
    r"i (?:made (?:a mistake|an error)|was wrong|am wrong|misread|misspoke|erred)|"
    r"(?:should|must|ought to) (?:actually |really )?(?:be|come|stand|go) (?:reversed|swapped|last|first|"
    r"second|third|the other)|"
    r"(?:just |only )?kidding|(?:only|just|merely) an example|example of the (?:format|form)|(?:swap|"
    r"switch) (?:the|them|it|"
    r"[0-9a-z]{4} and)|"
    r"(?:edit|update|p\.?s)\.?\s?[:：]|p\.s\.|not really|for \w{2,20} only|only (?:for|by|on) \w{2,20}|"
    r"(?:this|that|the above) is (?:what|how) (?:the|it|they|an?)|"
    r"(?:actually|however|but)[,]? (?:after|on (?:a )?closer|[0-9a-z]{4} (?:beats|is (?:the )?(?:better|best)|"
    r"deserves|wins))"
)
_GERMANIC = (
    r"nehme (?:das|es|ihn|sie|alles)[^.\n]{0,20} zurück|das nehme ich[^.\n]{0,12} zurück|ziehe [^.\n]{0,40}zurück|"
    r"widerrufe|(?:moment|halt|warte|stopp?)[,!. ]{1,3}(?:mal[, ]{1,2})?nein|nein[,:]|doch nicht|ich lehne (?:es )?ab|"
    r"ich weigere|(?:korrektur|berichtigung)\s?[:：,–—-]|ich korrigiere|verkehrt herum|andersherum|"
    r"(?:reihenfolge|genau|gerade) (?:\w{1,12} )?umgekehrt|(?:bitte|obige\w{0,2}|das) [^.\n]{0,40}ignorieren|"
    r"ignorieren sie|vergessen sie|vergiss|streichen sie|streich (?:das|die)|"
    r"(?:das|dies|es|die \w{1,20}) war (?:ein fehler|falsch|ein versehen|ein irrtum)|mein fehler|meinung geändert|"
    r"ich habe mich (?:geirrt|vertan|verschrieben)|habe [^.\n]{0,40}(?:verwechselt|vertauscht)|ungültig|"
    r"(?:dat|dit|het) klopt niet|(?:das|es) stimmt (?:so )?nicht|"
    r"ik weiger|neem (?:dat|het|dit|alles)(?: ik)? terug|(?:dat|dit|het) neem ik[^.\n]{0,12} terug|"
    r"ik trek [^.\n]{0,40}in|herroep|wacht[,!. ]{1,3}nee|nee[,:]|andersom|correctie\s?[:：,–—-]|ik corrigeer|negeer|"
    r"vergeet (?:dat|dit|alles|de (?:lijst|rangschikking|volgorde))|(?:dat|dit|het) was een (?:vergissing|fout)|"
    r"heb (?:me|mij) vergist|ik vergis(?:te)? m(?:e|ij)|heb [^.\n]{0,40}(?:verwisseld|verward|omgedraaid)|schrap|"
    r"streep (?:dat|dit)|bij nader inzien|van gedachten veranderd|mijn fout"
)
_ROMANCE = (
    r"je (?:me )?(?:retire|rétracte|refuse|corrige|ravise|reprends)|je reviens sur|attend(?:ez|"
    r"s)[,!. ]{1,3}non|non[,:]|"
    r"c'est l'inverse|à l'envers|(?:correction|rectification|erratum)\s?[:：,–—-]|mon erreur|à la réflexion|"
    r"(?:ignore|annule|oublie|supprime)[zr]?[ -](?:ça|cela|ceci|ce|tout|le classement|la liste)|j'annule|"
    r"c'était une erreur|je me suis (?:tromp|emmêl)\w{1,4}|j'ai (?:inversé|confondu|changé d'avis|fait une erreur)|"
    r"me (?:retracto|niego|corrijo|desdigo)|retiro|rectifico|esper[ae][,!. ]{1,3}n(?:o|ão)|no[,:]|"
    r"(?:es|está|era|orden) al revés|correcci[oó]n\s?[:：,–—-]|(?:fue|era|ha sido) un error|me (?:he )?equivo\w{2,6}|"
    r"(?:ignor|olvid|borr|anul)[ae]n? (?:eso|esto|lo|(?:la|el|esta|este) (?:clasificación|lista|orden|ranking|tabla))|"
    r"olvídal[oa]|bórral[oa]|anulo|he cambiado de (?:opinión|idea)|cambié de (?:opinión|idea)|confundí|he confundido|"
    r"pensándolo (?:bien|mejor)|"
    r"ritiro|(?:mi|lo) (?:rifiuto|ritiro|rimangio|correggo|ritratto|smentisco)|ritratto|aspett[ai][,!. ]{1,3}no|"
    r"(?:è|anzi,?) (?:il|al) contrario|correzione\s?[:：,–—-]|rettifico|(?:è stato|era) un errore|mi sono sbagliat[oa]|"
    r"(?:ignora|dimentica|cancella|annulla)(?:re|te)? (?:quello|quanto|tutto|(?:la|questa) (?:classifica|lista|"
    r"tabella))|"
    r"ignori la classifica|ho (?:sbagliato|confuso|scambiato|invertito|cambiato idea)|annullo|cancello|ripensandoci|"
    r"recuso|retiro o que|volto atrás|não[,:]|é (?:o|ao) contrário|corre(?:c)?ção\s?[:：,–—-]|corrijo|retifico|"
    r"me retrato|(?:ignor|desconsider|anul)[ea]m? (?:isso|isto|(?:a|o|esta) (?:classificação|lista|ordem|tabela))|"
    r"esque[çc][ae]m? (?:isso|isto|tudo)|(?:foi|era) um erro|enganei-me|me enganei|errei|equivoquei|confundi|"
    r"troquei os|mudei de (?:ideia|opinião)|pensando melhor"
)
_SLAVIC = (
    r"odmawiam|cofam|wycofuję|wycofuje się|odwołuję|(?:czekaj\w{0,4}|chwila|chwileczkę|zaraz|moment|stop)[,!. ]{1,3}"
    r"(?:jednak )?nie|nie[,:]|jednak nie|odwrotnie|kolejność [^.\n]{0,12}odwrotna|na odwrót|"
    r"(?:korekta|poprawka|sprostowanie|errata)\s?[:：,–—-]|poprawiam|koryguję|prostuję|(?:z)?ignor(?:ować|ujcie|uj)|"
    r"pomińcie|pomiń|zapomnij\w{0,4}|to (?:była |był |jest )?(?:moja )?(?:pomyłka|błąd)|to był mój błąd|"
    r"(?:pomyli|zamieni|odwróci)ł[ea]m|mój błąd|moja pomyłka|(?:s|wy)kreśl(?:cie)?|zmieniłe?a?m zdanie|anuluję|"
    r"unieważniam|po namyśle|po zastanowieniu|nieważne|"
    r"отказываюсь|беру [^.\n]{0,24}(?:назад|обратно)|отзываю|отменяю|аннулирую|"
    r"(?:подожди|подождите|стоп|постой|постойте|погоди|погодите)[,!. ]{1,3}нет|нет[,:]|(?:всё|все|порядок|"
    r"ровно) наоборот|"
    r"(?:исправление|поправка)\s?[:：,–—-]|исправляюсь|поправляюсь|(?:про)?игнорируйте?|не учитывайте|забудьте?|"
    r"это была (?:моя )?ошибка|я ошиб(?:ся|лась)|я (?:всё |все )?перепутала?|я передумала?|зачеркните|зачеркни|"
    r"вычеркните|"
    r"по размышлении|обратный порядок|порядок обратный|недействител\w{2,4}|моя ошибка"
)
_ARABIC = (
    r"أتراجع|تراجعت|أسحب|سحبت|ألغي|ألغيت|انتظر\w{0,3}[،,. ]{1,3}لا|لا[،,:]|العكس هو|معكوس\w?|تصحيح\s?[:،,]|أصحح|"
    r"(?:يرجى|أرجو|الرجاء) تجاهل|تجاهلوا?ا? (?:ما|هذا|الترتيب)|انسوا|انسى?|(?:كان|كانت) (?:ذلك|هذا|هذه|"
    r"تلك) خطأ|لقد أخطأت|"
    r"خلطت|غي[ّ]?رت رأيي|أرفض|اشطبوا?ا?"
)
# No spaces stand between words here, so that each is long enough not to be a part of another.
_EASTERN = (
    r"撤回|取り消|訂正(?:[:：、。]|し(?:ます|たい)|させ)|逆です|逆でした|待って|(?:これは|今のは|順位は)違い|"
    r"(?:忘れて|無視して)ください|"
    r"間違え(?:ました|てしまい)|間違いでした|取り違えました|やっぱり|考え直|誤りでした|修正します|拒否します|"
    r"(?:^|[。！\n])\s{0,3}(?:いや|いいえ)|"
    r"收回|拒绝|拒絕|[更订]正(?:[:：，,]|一下)|纠正一下|应该反过来|反过来才|顺序[^。\n]{0,4}反|(?:^|"
    r"[。！\n])\s{0,3}等等|等等，不|"
    r"(?:^|[。！，\n])\s{0,3}(?:不对|不對)|请忽略|忽略(?:上|以上|前面)|忘掉|忘记(?:它|上|刚)|改变主意|改主意|"
    r"作废|重新考虑|以上有误|"
    r"(?:我|刚才|刚刚|上面)[^。\n]{0,8}(?:错了|弄错|搞错|弄混|搞混|写错|说错|弄反|搞反)|取消(?:上|以上|这个)|"
    r"철회|취소(?:합|하겠)|정정(?:[:,]|합|하겠)|번복|반대입니다|반대예요|거꾸로|아니요|아니,|아뇨|잠깐[,만!.]|"
    r"잠시만|무시해 ?주|무시하[세십]|"
    r"잊어 ?주|잊으세|제가 [^.\n]{0,12}(?:틀렸|실수|착각|혼동)|실수였|착각했|혼동했|(?:생각|"
    r"마음)[이을] 바[뀌꾸꿨]|다시 생각|"
    r"수정합니다|수정하겠|바로잡겠|거부(?:합|하겠)|무효"
)
_ABSTAINS = re.compile(
    r"(?<![^\W\d_])(?:i (?:hereby |must |have to |will )?abstain|i (?:can't|cannot|can not|"
    r"am unable to) (?:judge|rank|decide|vote)|"
    r"ich enthalte mich|je m'abstiens|me abstengo|mi astengo|abstenho-me|me abstenho|ik onthoud me|wstrzymuję się|"
    r"(?:я )?воздерживаюсь|أمتنع)(?![^\W\d_])|棄権し|弃权|기권",
    re.IGNORECASE,
)
# Linear: alternatives found where they begin, every repetition bounded.
_TAKEN_BACK = re.compile(
    rf"(?<![^\W\d_])(?:{_ENGLISH}|{_GERMANIC}|{_ROMANCE}|{_SLAVIC}|{_ARABIC})(?![^\W\d_])|{_EASTERN}",
    re.IGNORECASE,
)
