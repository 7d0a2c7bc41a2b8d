"""Which words of a narrative name a tier, soften one, recommend something, or only tell how the council went about it?

Lists, so that what the audit holds against a narrative can be read and argued with. All English, lower case.
"""

from __future__ import annotations

from moot.tally.lexicon import stem, word_set
from moot.vocabulary.claim_findings import Tier


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().split(","))


SECTIONS = ("Summary", "High-confidence findings", "Contested", "Rejected", "Risks", "How the council voted")
TIER_SECTIONS: dict[str, Tier] = {
    "High-confidence findings": "HIGH",
    "Contested": "CONTESTED",
    "Rejected": "REJECTED",
}

TIER_WORDS: dict[Tier, frozenset[str]] = {
    "HIGH": word_set(
        """high agree agrees agreed agreeing agreement consensus endorse endorses endorsed accept accepts accepted
    adopted carried upheld unanimous unanimously confident settled certain backs backed supports supported
    support approves approved approve approval favours favoured favors favored embraced confirmed validated
    passed"""
    ),
    "CONTESTED": word_set(
        "contested split splits divided divides division disagree disagrees disagreed disagreement disputed dispute"
    ),
    "REJECTED": word_set(
        """rejected rejects reject rejection rejecting refused refuses declined dismissed dismisses opposed opposes
    oppose discarded disapproved disapproves"""
    ),
    "MEDIUM": word_set("medium moderate middling"),
}
"""Words that say in which tier something stands."""
TIER_PHRASES: dict[Tier, tuple[str, ...]] = {
    "HIGH": (),
    "CONTESTED": ("no agreement", "no consensus", "not agree", "without agreement", "without consensus"),
    "REJECTED": (
        "voted down", "turned down", "threw out", "thrown out", "voted against", "not accept", "not accepted",
        "not endorse", "not endorsed", "not adopted", "not approved", "not supported", "not support", "not back",
    ),
    "MEDIUM": ("neither high nor", "between the tiers"),
}  # fmt: skip
VOTE_WORDS = word_set(
    """approve approves approved approval approvals favour favours favoured favor favors favored support supports
    supported back backs backed reject rejects rejected rejection rejections oppose opposes opposed agree
    agrees agreed disagree disagrees disagreed accept accepts accepted disapprove disapproved"""
)
"""Words that name a single voter's vote when a number or a voter stands beside them."""
SOMEONE = word_set(
    """voter voters member members adviser advisers advisor advisors vote votes ballot ballots one two three four
    five six seven eight nine ten eleven twelve some others everyone nobody half several
    majority minority"""
)

SOFTENERS = word_set(
    """slightly somewhat mildly minor mostly largely broadly generally nearly almost partly partially nuanced
    lukewarm merely deferred postponed parked tentative tentatively cautious cautiously promising premature
    reconsider reconsidered revisit revisited nevertheless nonetheless still despite technically formally
    narrowly barely leaning leans inclined warming refinement refined mixed undecided deprioritised
    deprioritized sceptical skeptical skepticism scepticism hesitant hesitation reservations concerns doubts
    reluctant reluctantly qualified conditional conditionally salvageable merit merits attractive worthwhile
    unresolved pending only perhaps arguably essentially practically virtually comparatively relatively
    modest modestly limited caution debate discussion exploring potential yet"""
)
SOFTENING_PHRASES = _phrases(
    """
    not fully, not entirely, not quite, not wholly, not completely, not yet, for now, at this stage, at this time,
    some concerns, a few doubts, open to, worth exploring, worth considering, worth a look, further discussion,
    further study, room for, in principle, even so, all the same, differing views, different views, set aside, put
    aside, put on hold, on the table, less favoured, less favored, not pursued, not prioritised, not prioritized,
    on paper, more work, needs work, could be, may be, might be, next time, in time, on balance, good idea, good
    case, strong case"""
)
"""What makes a contested or rejected claim sound better than it stands."""

STRENGTHENERS = word_set(
    """immediately urgent critical vital important overwhelmingly unquestionably everywhere mandatory always urgently
    entirely completely permanently solely exclusively guaranteed undoubtedly certainly definitely clearly obviously
    essential crucial imperative proven proves"""
)
"""What a claim must say itself before a narrative may."""
LIMITERS = word_set("only unless except until provided before if when")
"""What a narrative may not leave out when it retells a claim that says it."""

MAYBE = word_set("may might could can possibly perhaps likely unlikely probably")
SURELY = word_set("will must shall always inevitably")
"""A claim of the first kind may not be retold in words of the second."""
ASKING = word_set("asked question whether considered discussed weighed put asks")
"""A sentence with one of these may repeat the question without answering it."""

CUES = word_set(
    """should must ought recommend recommends recommended recommending recommendation advise advises advised suggest
    suggests suggested suggestion urge urges urged propose proposes proposed needs shall prudent advisable
    wise sensible imperative require requires worthwhile best ideally consider"""
)
CUE_PHRASES = _phrases(
    """need to, has to, have to, had better, would do well, it is time, next step, next steps, the way forward,
    good idea, makes sense, go ahead, calls for, call for, let us"""
)
COMMANDS = word_set(
    """adopt avoid begin build buy choose consider create cut define delay deploy do drop ensure establish expand
    fund give hire hold implement improve increase introduce invest keep launch limit make measure migrate
    monitor move open pay pilot plan prepare prioritise prioritize publish put reduce remove replace require
    run schedule sell set start stop take test track train try use wait write roll scale switch merge split
    review document allocate assign appoint"""
)
"""Words that tell someone to act when a sentence begins with one."""

OF_THE_VOTE = word_set(
    """agree agreed accept accepted approve approved approval claim council endorse endorsed support supported
    back backed carry carried consensus agreement majority reach reached settle settled convince convinced vote voted
    voter voters member members unanimous meet met one single objection objections"""
)
"""A negation shortly before one of these speaks of the vote, not of what a claim says."""

PROCEDURE = frozenset(
    stem(word)
    for words in (
        *(TIER_WORDS.values()), VOTE_WORDS, SOMEONE,
        word_set(
            """council councils claim claims tier tiers mean average score scored scores deviation standard sd alpha
    count counts counted total result results finding findings section narrative summary question asked put vote
    votes voted voting ballot ballots abstained abstain silent neutral strongly confidence stated range
    ranged figure figures risk risks recommendation recommendations fact facts factual opportunity
    opportunities statement statements opinion opinions view views position positions extracted drawn list
    listed follow follows following show shows shown stand stands stood reach reached reaches fall falls fell
    place placed land landed lands remain remains left leave leaves named names name none number numbers side
    sides change changed changing replaced k point points matter matters issue issues item items outcome
    outcomes verdict deliberation deliberated session panel majority minority spread dissent dissenting
    record records recorded carry carries strong strongest weak weakest wide widest clear close closest level
    levels independent effective voices voice word words verbatim below above given order turn turned
    threshold thresholds bound bounds met meets draw drew draws attract attracted came come comes end ended
    ends first second third last next final finally two three four five six seven eight nine ten eleven
    twelve overall together half pair pairs read reads heard considered weighed judged found find finds
    concluded conclusion answer answers topic subject here today common ground support backing whole part
    parts main chief rest remaining separate kind kinds test tests cast figure unanimity evenly deeply
    sharply firmly plainly outright flatly across
    say says said saying hold holds held holding rate rates rated call calls called describe describes described
    express expressed state states stated note notes noted assess assessed judge judges deem deems deemed believe
    believes believed think thinks maintain maintains maintained report reports reported fourth fifth sixth seventh
    eighth unlike likewise equally separately alone besides apart highest lowest"""
        ),
    )
    for word in words
)  # fmt: skip
"""Stems of words that tell how the council went about it and what came of it, whatever the question was."""

NUMBER_WORDS = {
    "zero": 0, "none": 0, "nobody": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip

MEAN_WORDS = word_set("""mean means average averages averaged averaging scored score scores""")

DEVIATION_WORDS = word_set("""sd deviation deviations spread""")

LINKS = word_set("""and or for on with of to is was""")

VOTERS = word_set("""voter voters vote votes member members ballot ballots adviser advisers advisor advisors seats""")

COUNCIL = word_set("""claim council it members opinion panel they vote voters votes who""")

MAY = word_set("""would should says recommends be to""")
