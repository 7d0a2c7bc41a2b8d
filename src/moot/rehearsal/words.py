"""Which words are articles, verbs or filler, and how does a verb change? What taking a question apart rests on."""

from __future__ import annotations

import re


def words(text: str) -> frozenset[str]:
    """The words of a list written as prose."""
    return frozenset(text.split())


def gerund(verb: str) -> str:
    """`move` becomes `moving`, `plan` `planning`, `try` `trying`."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and len(verb) > 2:
        return verb[:-1] + "ing"
    if ONE_SYLLABLE.fullmatch(verb) or verb in DOUBLED:
        return verb + verb[-1] + "ing"
    return verb + "ing"


def third_person(verb: str) -> str:
    """`fail` becomes `fails`, `try` `tries`, `pass` `passes`."""
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


ONE_SYLLABLE = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
DOUBLED = words("begin commit submit admit permit refer prefer forget reset upset quit")
YOURS = {
    "our": "your", "my": "your", "we": "you", "i": "you", "us": "you", "me": "you", "ours": "yours", "mine": "yours",
    "am": "are", "myself": "yourself", "ourselves": "yourselves", "i'm": "you are", "we're": "you are",
}  # fmt: skip
ARTICLES = words("a an the your this that these those their his her its")
SAID_AS_THE = words("this that these those his her its their")
SKIPPED = words("good great best better new current own last first real right few next")
MAY_END = words("it up out off down away them yourself together more less better well back first enough now")
MODALS = words("can could would will should must may might shall")
PREDICATES = words("equal so too not a an the better worse worth possible safe more less as like in on at from")
NOUNISH = words("""
    work plan cost need change name report test review design order schedule support play answer price store structure
    balance focus form limit end start build cause draft drive fight fix help hold invite lead lift meet move offer
    practice reach release rent repair request return rise run scale sense set share shift show sleep stand stay stop
    study swap switch talk travel trust try turn visit wait walk waste watch win care charge cover cut deal deploy
    drink ban block cap cache coach cross diet exercise fire force fund hike hunt index license list log mandate paint
    pair pivot port protest sign tax vote drop fall live look promise purchase query measure
    """)
BEFORE_VERB = words("what who to you should can could would will must they and or one")
CLAUSE_ENDS = words("if because when given while although but so which who where or")
STOP = ARTICLES | words("""
    about above across after again against all almost also although always am among and another apart any anybody anyone
    anything are around as at away be because been before behind being below best better between both but by can could
    did do does doing don't done down during each either else enough even ever every few first for from good great had
    has have having he hence here him how however i if in instead into is isn't it itself just kind last least less
    like likely long lot many may maybe me might mine more most much must my need needs never new next no non none nor
    not nothing now of off often ok on once one only onto or other others otherwise our ours out over own per perhaps
    please possible put rather really right same shall she should since so some somebody someone something sometimes
    soon still such sure than then there they thing things though through thus to together too toward towards under
    until up upon us use used useful using usually very via vs versus was way ways we well were what when where
    whether which while who whom whose why will with within without word words worth would yes yet you your yours
    today tonight tomorrow yesterday free pros cons explain describe compare question answer answers sentence
    sentences short briefly please really current
    """)
VERBS = words("""
    accept achieve adapt add adopt affect allow answer apply ask automate avoid balance become begin believe bet break
    bring build buy call care carry cause change charge check choose clean close collapse come commit compare consider
    continue convert convince cook cope cost cover create cut deal debug decide decrease define delay deliver deploy
    describe design develop die differ divide do draft draw drink drive drop earn eat encourage end ensure estimate
    evaluate exist expand expect explain fail fall feel fight fill find finish fit fix fly focus follow forget form
    freeze generate get give go grow handle happen have hear help hide hire hold host implement improve increase
    invest invite join keep know launch lay lead learn leave let lift limit live look lose love lower maintain make
    manage matter mean measure meet merge migrate mix monitor motivate move need negotiate offer open optimise
    optimize order organise organize own pay persuade pick plan play practise prefer prepare present prevent price
    prioritise prioritize produce promote protect prove provide publish push put quit raise reach react read recover
    reduce refactor refuse release remember remove rename rent repair replace report require resign rest retain return
    reverse review rewrite ride rise run save say scale schedule see seem sell send separate serve set share shift
    ship show shut sing sit sleep slow solve sort speak spend split stand start stay steer stop store structure study
    succeed suffer suggest support survive swap swim switch take talk teach tell tend test think train travel treat
    trust try turn understand unify upgrade use validate visit wait walk want waste watch wear win wind work worry
    write brainstorm compose invent propose sketch summarise summarize translate abolish acquire archive ban block
    cache cap coach compost cross delete demote diet donate eliminate encrypt exercise feed fire forbid force foster
    fund hike hunt index install insulate insure legalise legalize license list log mandate marry meditate mentor
    outsource paint pair permit pivot port prohibit protest pursue raise rebrand rebuild recycle redesign refinance
    regulate relocate renovate restrict retire ride shard sign standardise standardize subsidise subsidize sue tax
    vaccinate vote
    """)
