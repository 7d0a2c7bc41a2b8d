"""Which sentences about votes on claims are known, word by word?

Each construction is a closed form with gaps for names of claims, for counts and for levels; whatever stands in a
sentence beside them is not known. What each of them says is held against the tally in `derived.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from moot.protocols.claim_vote.findings import Tier
from moot.tally.lexicon import word_set


def _one_of(text: str) -> str:
    return "(?:" + "|".join(" ".join(part.split()) for part in text.split("|")) + ")"


KIND = _one_of("idea|claim|view|proposal|recommendation|suggestion|statement|risk|opportunity|hope|finding")
FOR_KIND = KIND.replace("|risk|opportunity|hope", "")
"""What one may be for and mean no more than that it is so: who accepts a risk puts up with it."""
CLAIM_AGAIN = _one_of("the claim|this claim|that claim")
IT = rf"(?:it|this|that|they|both|these|which|{CLAIM_AGAIN}|the proposal|the idea|this proposal)"
AGAIN = rf"(?:{IT}|the risk)"
"""A claim named before."""
FULL = r"(?:[PUV]\d\d)"
BARE = r"(?:[BUV]\d\d)"
IDS = r"I\d\d(?: I\d\d)*"
_POLAR = (
    rf"(?:(?:(?:the {FOR_KIND} )?that [PUVJ]\d\d|(?:the {FOR_KIND} )?to {BARE}|(?:the idea of )?G\d\d|[NUV]\d\d"
    rf"|{IDS}|the {FOR_KIND} {IDS})"
)
POLAR = rf"{_POLAR}|{IT})"
"""A claim so named that whoever is for what is named is for the claim."""
_NAMED = (
    rf"(?:{_POLAR})|the {KIND} (?:that [PUVJ]\d\d|{IDS})|(?:the claim (?:about |on ))?[NS]\d\d|whether [PUV]\d\d"
    rf"|whether to {BARE}|[PB]\d\d)"
)
NAMED = rf"(?:{_NAMED}|{AGAIN})"
"""A claim named in any manner."""


def _several(name: str) -> str:
    return rf"(?P<a>{name}(?: (?:, and|,|and|or|nor|, or) {name})*)"


A, ANY = _several(POLAR), _several(NAMED)
ABOUT = rf"the claim (?:about |on )[NS]\d\d|the {FOR_KIND} {IDS}|{IDS}"
SHOWN = _several(rf"(?:(?:the (?:claim|statement|finding) )?(?:that )?V\d\d|{ABOUT}|{CLAIM_AGAIN})")
"""Claims that nobody can take for what they speak of: in quotation marks, by their ids, as claims."""
TOLD = _several(rf"(?:(?:the {FOR_KIND} )?(?:that [PUVJ]|to [BUV])\d\d|(?:the idea of )?G\d\d|[PUVB]\d\d|{ABOUT}|{IT})")
"""Claims told whole: of these `HIGH` is a tier, and `high` could be said of what they tell."""
WHOLE = _several(
    rf"(?:(?:the {KIND} )?(?:that [PUVJ]|to [BUV])\d\d|(?:the idea of )?G\d\d|[PUVB]\d\d|whether [PUV]\d\d"
    rf"|whether to {BARE}|the {KIND} {IDS}|{ABOUT}|{AGAIN})"
)
"""Claims, and no thing that is named in one: `the team is divided` is said of the team."""


def _ranked(form: str, tier: str) -> tuple[str, str]:
    """A form for claims that are shown, and for claims told with the tier's name as a name: a tier says how far voters
    agree, and `high` of a risk, of a cost or of a number says how large it is."""
    return form.format(a=SHOWN, t=f"(?:{tier}|{tier.upper()})"), form.format(a=TOLD, t=tier.upper())


WHO = r"(?:the council|it|the members|the voters)"
BE = _one_of("is|are|was|were|remain|remains|stay|stays")
ALSO = r"(?: (?:also|too|both|all|likewise))?"
COUNT = (
    r"(?:all(?: the| of the| its)?(?: \d+)?|\d+ of (?:the |its |all )?\d+|\d+|every|each|no|not one|none of the|nobody"
    r"|everyone|everybody|half(?: of)?(?: the| its)?|most(?: of the)?|a majority of(?: the)?(?: \d+)?)"
    r"(?: (?:single )?(?:voters?|members?|council|votes?))?"
)
FOR = _one_of(
    """approve|approves|approved|accept|accepts|accepted|support|supports|supported|back|backs|backed|favour|favours
    |favoured|favor|favors|favored|endorse|endorses|endorsed|agree|agrees|agreed|voted for|vote for|votes for|are for
    |is for|are in favour|is in favour|were in favour|are in favor|is in favor|voted in favour"""
)
AGAINST = _one_of(
    """reject|rejects|rejected|oppose|opposes|opposed|voted against|vote against|votes against|are against|is against
    |were against|was against"""
)
BETWEEN = rf"(?:{BE} neutral|stayed neutral|remained neutral|voted neutral)"
LEVEL = rf"(?:(?:strongly )?{FOR}(?: strongly)?|(?:strongly )?{AGAINST}(?: strongly)?|{BETWEEN})(?: (?:of|to|with|on))?"
NOUNS = (
    r"(?:(?:strong )?(?:approvals?|rejections?)|neutral votes?|neutral|strongly in favou?r|in favou?r|strongly against"
    r"|for|against|votes for|votes against|votes in favou?r)"
)
BACKS = _one_of(
    """backs|backed|supports|supported|approves|approves of|approved|approved of|favours|favoured|favors|favored|accepts
    |accepted|endorses|endorsed|agrees with|agreed with|agrees|agreed|adopts|adopted|is for|is in favour of
    |stands behind|is in favor of|affirms|affirmed"""
)
HOLDS = _one_of(
    "holds|finds|found|concludes|concluded|believes|thinks|agrees|agreed|holds with high confidence|affirmed"
)
ADVISES = _one_of("recommends|recommended|advises|insists")
REJECTS = _one_of("rejects|rejected|does not accept|did not accept|turned down|voted down|opposes|does not back")
GONE = _one_of("rejected|turned down|voted down|not accepted")
CARRIED = _one_of("approved|accepted|agreed|backed|supported|endorsed|adopted")
TIER = _one_of("high|medium|contested|rejected")
AT: Mapping[str, Tier] = {"high": "HIGH", "medium": "MEDIUM", "contested": "CONTESTED", "rejected": "REJECTED"}
REACHED = rf"(?:{BE}|stand at|stands at|reached|reach|ended at|carry|carries|have|has|attained)(?: the tier)?"
OF_TIER = r"(?P<t>high confidence|a high tier|high|HIGH|medium|MEDIUM|contested|split|rejected|not accepted)"
HIGH, MEDIUM = "(?:high|HIGH)", "(?:medium|MEDIUM)"
CLAIMS = (
    r"(?P<n>no|\d+|all \d+|all|both|half|the other \d+|the remaining \d+)"
    r"(?: of (?:the |its )?(?P<m>\d+))?(?: (?P<w>claims?|points?|risks?|recommendations?|opportunities))?"
)

ON = _one_of(
    "agrees on|agreed on|approves of|approves|is split on|was split on|is divided on|rejected|rejects|split on"
)
NAMES_IN = re.compile(r"[PBGJNSUVI](\d\d)")
KIND_IN = re.compile(rf"the ({KIND}) ")
ANAPHOR = re.compile(rf"(?:^| ){AGAIN}(?: |$)")

SENTENCES: Mapping[str, tuple[str, ...]] = {
    "HIGH": (
        rf"(?:{WHO}{ALSO} )?{BACKS}{ALSO} {A}(?: with high confidence)?",
        rf"the council (?:has )?reached high confidence on {A}",
        rf"{HIGH} : (?P<a>I\d\d(?:(?: ,| and)? I\d\d)*)",
        r"with high confidence ,? ?the council (?:says|holds)(?: :| that) (?P<a>[PUVB]\d\d)",
        r"(?P<a>[UV]\d\d) , the council says",
        r"(?P<a>[UV]\d\d) is what the council (?:recommends|holds|says)(?: with high confidence)?",
        rf"{WHO}{ALSO} {HOLDS}{ALSO} that {FULL.replace('(?:', '(?P<a>')}",
        rf"(?:the council|it){ALSO} (?:agrees|agreed) on {ANY}",
        rf"the council (?:found|finds) common ground on {ANY}(?: (?:, and|,|and) on {NAMED})*",
        rf"{A} {BE}{ALSO} {CARRIED}{ALSO}",
        rf"{WHOLE} (?:has|have|carries|carry|reached|attained)(?: a)? high confidence",
        *_ranked(rf"{{a}} {BE}{ALSO} {{t}}{ALSO}", "high"),
        *_ranked("{a} (?:stands?|ended) at {t}", "high"),
        *_ranked("{a} : {t}", "high"),
        *_ranked(rf"{{t}} {BE} {{a}}", "high"),
        rf"it is (?:approved|accepted|agreed) that (?P<a>{FULL})",
        r"(?P<a>[PUV]\d\d)",
        r"(?P<a>[PUV]\d\d) , (?:according to the council|the council holds)",
        r"a measure (?P<a>that|which) the council approves",
        rf"(?:the votes favour|taken together , the votes favour) {A}",
    ),
    "recommendation": (
        r"(?P<a>B\d\d)",
        rf"{WHO}{ALSO} would{ALSO} (?P<a>{BARE}(?: (?:, and|,|and) {BARE})*)",
        rf"{WHO}{ALSO} {ADVISES}{ALSO}(?: :| that)? {A}",
        rf"{WHO}{ALSO} {ADVISES}{ALSO}(?: : | that | : that | )(?P<a>[PBUVJ]\d\d)",
        r"it is the judgement of the council (?P<a>that [PJUV]\d\d(?: and that [PJUV]\d\d)*)",
        rf"(?:recommended|advised) (?:is|are) {A}",
        r"the council's (?:answer|advice|recommendation)(?: is)?(?: :| that| to)?"
        r" (?P<a>[PBUVI]\d\d(?: and [PBUV]\d\d)*)",
        r"the council's view is that (?P<a>[PUV]\d\d)",
    ),
    "risk": (
        rf"{WHO}{ALSO} (?:warns|warned)(?: , with high confidence ,)? that (?P<a>{FULL})",
        rf"{WHO}{ALSO} sees (?:a|the) risk that (?P<a>{FULL})",
    ),
    "CONTESTED": (
        rf"{ANY} {BE}{ALSO} contested{ALSO}",
        rf"{WHOLE} {BE}{ALSO} (?:split|divided){ALSO}",
        rf"{ANY} :? ?contested(?: ,? ?too)?",
        rf"{ANY} {BE} contested , too",
        r"(?P<a>[PUV]\d\d) (?:: |, )?that is contested(?: ,)?(?: too| as well)?",
        rf"contested {BE} {ANY}",
        r"contested : (?P<a>I\d\d(?:(?: ,| and)? I\d\d)*)",
        rf"is (?:split|divided) (?:on|over) {ANY}",
        rf"the council is contested on {ANY}",
        rf"contested {BE} that (?P<a>{FULL})",
        rf"it {BE} contested whether (?P<a>{FULL}|to {BARE})",
        rf"(?:the council|it){ALSO} (?:is|was|remains) (?:split|divided|contested) (?:on|over|about) {ANY}",
        rf"{ANY} (?:splits|split|divides|divided) the (?:council|members|voters)",
        rf"(?:on|over) {ANY} ,? ?(?:the council is (?:split|divided)|the votes are split|there was no agreement)",
        rf"(?:on|over) {ANY} ,? ?the council (?:did|could) not agree",
        rf"the council could not agree (?:on|whether) (?P<a>{NAMED}|{FULL}|to {BARE})",
        r"the (?:council is|votes are|votes were|council was) (?P<a>)(?:split|divided)",
        rf"opinions on {ANY} are (?:contested|split|divided)",
        rf"{BE}{ALSO} contested(?P<a>)",
        rf"what the council could not settle is {ANY}",
    ),
    "even": (
        rf"(?:the council|it) is (?:split evenly|evenly split|evenly divided) (?:on|over) {ANY}",
        rf"{ANY} splits the council down the middle",
    ),
    "REJECTED": (
        rf"{A} {BE}{ALSO} {GONE}{ALSO}",
        rf"{WHOLE} {BE}{ALSO} rejected{ALSO}",
        rf"{ANY} : rejected",
        rf"{BE}{ALSO} rejected(?P<a>)",
        rf"{A} rejected",
        r"rejected : (?P<a>I\d\d(?:(?: ,| and)? I\d\d)*)",
        rf"{GONE} {BE}(?: that)? (?P<a>{FULL})",
        rf"{GONE} (?:{BE}|have been) {A}",
        rf"(?:{WHO}{ALSO} )?{REJECTS}{ALSO} {A}",
        rf"{WHO}{ALSO} {REJECTS}{ALSO} (?P<a>{FULL})",
        rf"(?P<a>{FULL}) :? ?that {BE} rejected",
    ),
    "not wanted": (
        rf"{WHO}{ALSO} (?:would not|does not recommend(?: to)?) (?P<a>{BARE}|G\d\d)",
        r"it is not the judgement of the council that (?P<a>[PJUV]\d\d)",
    ),
    "MEDIUM": (
        *_ranked(rf"{{a}} {BE}{ALSO}(?: only)?(?: at)? {{t}}", "medium"),
        *_ranked("{a} (?:stands?|stood|ended|remains?|stay|stays) at {t}", "medium"),
        rf"{BE} MEDIUM(?P<a>)",
        rf"it is {MEDIUM} that (?P<a>{FULL})",
        *_ranked("{a} : {t}", "medium"),
        rf"{MEDIUM} : (?P<a>I\d\d(?:(?: ,| and)? I\d\d)*)",
        *_ranked("at {t} stands? {a}", "medium"),
        rf"which leaves it (?P<a>)at {MEDIUM}",
    ),
    "same": (rf"(?:so|as) (?:is|are|was|were) (?:that (?P<f>{FULL})|{ANY})",),
    "votes": (
        rf"(?P<q>{COUNT}) (?P<l>{LEVEL})(?: {A})?",
        rf"(?P<q>{COUNT}) (?P<l>(?:believe|agree|approve|think|reject)s?|approved) that (?P<a>{FULL})",
        rf"(?P<q>{COUNT}) (?P<l>(?:voted against|voted for|approved|rejected)) the {FOR_KIND} that (?P<a>{FULL})",
        rf"(?:on|over) {ANY} ,? ?(?P<q>{COUNT}) (?P<l>{LEVEL})",
        rf"{A} {BE} (?P<l>(?P<by>approved|rejected|backed|supported|accepted|opposed)) by (?P<q>{COUNT})",
        rf"{A} (?:got|received|drew|gets|receives|has|had) (?P<q>{COUNT}) (?P<l>{NOUNS})",
        rf"(?:with )?(?P<q>{COUNT}) (?P<l>{NOUNS})",
        rf"a measure (?P<q>{COUNT}) (?P<l>approve|approved|back|support)",
        r"there (?:was|is) (?P<q>no) (?:vote|objection) (?P<l>against)(?: (?P<a>" + POLAR + "))?",
    ),
    "abstained": (
        rf"(?P<q>{COUNT}) (?:abstained|gave no opinion)(?: on {ANY})?",
        rf"(?:on|over) {ANY} ,? ?(?P<q>{COUNT}) (?:abstained|gave no opinion)",
        rf"{ANY} (?:got|received|drew|has|had) (?P<q>{COUNT}) abstentions?",
        rf"(?:with )?(?P<q>{COUNT}) abstentions?(?: on {ANY})?",
    ),
    "listed": (rf"(?:{COUNT} {LEVEL}(?: , and| and| ,) )+{COUNT} {LEVEL} (?:{A}|that (?P<f>{FULL}))",),
    "against": (r"(?:with )?(?P<n>\d+) (?:voters )?against (?P<m>\d+)",),
    "unanimous": (
        rf"there (?:was|is) unanimous (?P<l>support) for {A}",
        rf"{A} {BE} unanimously (?P<l>approved|rejected|backed|accepted)",
        rf"(?:the council|it) unanimously (?P<l>(?:back|approve|reject|accept)(?:s|d|ed))(?: of)? {A}",
        r"(?:here )?the council (?:is|was) unanimous(?P<a>)(?P<l>)",
        r"the vote (?:is|was) unanimous(?P<a>)(?P<l>)",
    ),
    "strongly": (rf"{WHO}{ALSO} strongly (?P<l>backs|supports|approves|approves of|rejects|rejected) {A}",
                 rf"{WHO}{ALSO} strongly (?P<l>backs|supports|approves|rejects) that (?P<a>{FULL})"),
    "mean": (
        r"(?:with a|the|its|a) mean(?: (?:is|of|was))? (?P<x>-? ?\d+(?:\.\d+)?)(?P<a>)",
        rf"{ANY} (?:gets|has|had|got) a mean of (?P<x>-? ?\d+(?:\.\d+)?)",
    ),
    "deviation": (r"(?:with a|the|its|a) standard deviation(?: (?:is|of|was))? (?P<x>\d+(?:\.\d+)?)(?P<a>)",),
    "claims": (
        r"(?:the council|(?P<v>\d+) (?:members|voters)) (?:voted|has voted) on (?P<n>\d+) claims",
        r"of (?P<n>\d+) claims",
        r"(?P<v>\d+) of (?P<whole>\d+) (?:members|voters) voted on (?P<n>\d+) claims",
        r"(?P<n>\d+) claims , (?P<v>\d+) voters",
    ),
    "voters": (
        r"(?:all )?(?P<n>\d+) (?:of (?P<m>\d+) )?(?:members|voters|advisers) (?:voted|took part|cast votes)",
        r"the council had (?P<n>\d+) (?:members|voters)",
    ),
    "everybody": (
        r"(?:every|all|all \d+)(?: of the)? (?:members?|voters?|1 of them) voted(?: on (?:every claim|all claims))?",
        r"(?:no (?:member|voter)|nobody|none) abstained",
    ),
    "listing": (
        rf"(?P<n>\d+) claims , (?P<a>I\d\d(?:(?: ,| and)? I\d\d)*) , {REACHED} {OF_TIER}",
        rf"(?P<n>\d+)(?: claims?)?(?: {REACHED})? {OF_TIER}(?: :)? (?P<a>I\d\d(?:(?: ,| and| , and)? I\d\d)*)",
    ),
    "total": (
        r"the council's answer has (?P<n>\d+) parts it (?P<t>agrees on)(?P<w>)(?P<m>)",
        rf"{CLAIMS} {REACHED} {OF_TIER}",
        rf"(?:the council|it) (?P<t>{ON}) (?P<n>\d+)(?: (?P<w>claims?|points?))?(?P<m>)",
        r"on (?P<n>\d+) (?P<w>claims|points) the council is (?P<t>split|divided)(?P<m>)",
        r"(?:(?:the council|it) )?reached (?P<t>high confidence)(?P<w>) on (?P<n>\d+)"
        r"(?: of them| of (?:the )?(?P<m>\d+) claims)?",
    ),
    "total again": (
        r"the (?:other|remaining) (?P<n>\d+) (?P<t>fall in between)(?P<w>)(?P<m>)",
        rf"(?P<n>\d+(?: more)?|the other \d+|the remaining \d+)(?: (?P<w>claims?))?(?: {BE})? {OF_TIER}(?P<m>)",
        rf"(?P<t>{ON}) (?P<n>\d+)(?: (?P<w>claims?))?(?P<m>)",
    ),
}  # fmt: skip
"""By what is to be held against the tally."""

Joint = Literal["adds", "stops", "but", "sets against", "ties"]
_JOINTS: Mapping[Joint, tuple[str, ...]] = {
    "adds": (", and", "and", ","),
    "stops": ("; and", "; but", ";", "; it"),
    "but": (", but", "but"),
    "sets against": (", while", ", whereas", ", though", "while", "whereas", "though"),
    "ties": (":", "where", ", where", ", with", "with", "-", "–", "—"),
}
JOINTS: Mapping[tuple[str, ...], Joint] = {tuple(one.split()): how for how, joints in _JOINTS.items() for one in joints}
"""What may stand between two of them, and how it joins them (`joining.py`); none compares."""
OPENINGS = tuple(
    tuple(one.split())
    for one in (
        "in sum ,", "in short ,", "by contrast ,", "at the same time ,", "taken together ,", "in addition ,", "while",
        "and", "first ,", "second ,", "third ,", "fourth ,", "having considered the question ,",
        "on balance of the votes ,", "here", "also", "likewise ,", "besides ,", "overall ,", "in total ,",
    )
)  # fmt: skip
RESERVED = word_set(
    """high medium contested rejected claim claims voter voters member members council vote votes risk mean tier idea
    view proposal neutral approve reject support answer all both half most every one two three four five six seven eight
    nine ten eleven twelve recommendation opportunity approval approvals rejections"""
)
"""Words of the constructions: none of them alone is a claim's name."""
