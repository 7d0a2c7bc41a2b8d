"""Which words of a narrative name a tier, soften one, recommend something, or only tell how the council went about it?

Lists, so that what the audit holds against a narrative can be read and argued with. All English, lower case.
"""

from __future__ import annotations

from functools import lru_cache

from moot.protocols.claim_vote.findings import Tier
from moot.tally.lexicon import stem, word_set


@lru_cache(maxsize=16_384)
def root(word: str) -> str:
    """The word without its endings, one after the other: `Friday` and `Fridays` are one."""
    return stem(stem(word))


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
    "HIGH": (
        "broad backing", "broad support", "wide support", "strong support", "full support", "general support",
        "broad approval", "on board",
    ),
    "CONTESTED": (
        "no agreement", "no consensus", "not agree", "not agreed", "without agreement", "without consensus",
        "not settle",
        "not settled", "no common position", "no single position", "not of one mind", "make up its mind",
        "made up its mind",
        "cannot be said", "no settled view", "evenly matched", "no majority",
    ),
    "REJECTED": (
        "voted down", "turned down", "said no to", "say no to", "not find favour", "not find favor", "not wanted",
        "not recommend", "not recommended", "not carried", "not pass", "not want", "no supporter", "no support",
        "threw out", "thrown out", "voted against", "not accept", "not accepted",
        "not endorse", "not endorsed", "not adopted", "not approved", "not supported", "not support", "not back",
    ),
    "MEDIUM": ("neither high nor", "between the tiers"),
}  # fmt: skip
VOTE_WORDS = word_set(
    """approve approves approved approval approvals favour favours favoured favor favors favored support supports
    supported back backs backed reject rejects rejected rejection rejections oppose opposes opposed agree agrees
    agreed disagree disagrees disagreed accept accepts accepted disapprove disapproved undecided endorse
    endorses"""
)
"""Words that name a single voter's vote when a number or a voter stands beside them."""
SOMEONE = word_set(
    """voter voters member members adviser advisers advisor advisors vote votes ballot ballots one two three four
    five six seven eight nine ten eleven twelve some others everyone nobody half several most many few everybody
    majority minority"""
)

SOFTENERS = word_set(
    """slightly somewhat mildly minor mostly largely broadly generally nearly almost partly partially nuanced
    lukewarm merely deferred postponed parked tentative tentatively cautious cautiously promising premature
    reconsider reconsidered revisit revisited nevertheless nonetheless still despite technically formally
    narrowly barely leaning leans inclined warming refinement refined mixed deprioritised deprioritized
    sceptical skeptical skepticism scepticism hesitant hesitation reservations concerns doubts reluctant
    reluctantly sympathy sympathetic appetite appeal appealing tempting intriguing intrigued regret provisional
    provisionally temporarily hesitantly qualified conditional conditionally salvageable merit merits attractive
    worthwhile unresolved pending only perhaps arguably essentially practically virtually comparatively
    relatively modest modestly limited caution debate discussion exploring potential yet"""
)
SOFTENING_PHRASES = _phrases(
    """
    as written, as worded, as proposed, in this form, in its present form, in its current form, left open,
    remains open, kept open, at this point, so far, this time around, not fully, not entirely,
    not quite, not wholly, not completely, not yet, for now, at this stage, at this time, some concerns, a few
    doubts, open to,
    worth exploring, worth considering, worth a look, further discussion, further study, room for, in principle,
    even so, all the same, differing views, different views, set aside, put aside, put on hold, on the table,
    less favoured, less favored, not pursued, not prioritised, not prioritized, on paper, more work, needs work,
    could be, may be, might be, next time, in time, on balance, good idea, good case, strong case"""
)
"""What makes a contested or rejected claim sound better than it stands."""

BESIDE = word_set("everything clearly obviously entirely completely certainly definitely plainly")
"""Strengthen a claim where they stand beside its words; elsewhere they tell how the votes fell."""
STRENGTHENERS = word_set(
    """immediately urgent critical vital important overwhelmingly unquestionably everywhere mandatory always
    urgently entirely completely permanently solely exclusively guaranteed undoubtedly certainly definitely
    clearly obviously essential crucial imperative proven proves"""
)
"""What a claim must say itself before a narrative may."""
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
    """says to, said to, say to, wants to, answer is to, need to, has to, have to, had better, would do well, it is
    time, next step, next steps, the way forward, good idea, makes sense, go ahead, calls for, call for, let us"""
)
JUDGING = word_set(
    """missed good bad best promising worthy attractive hasty wrong mistaken brilliant wise unwise urgent critical
    great poor terrible excellent foolish reckless clever sound unsound flawed smart missing lost wasted needed
    safe unsafe fair unfair"""
)
"""May not stand in a heading over a claim, where other words may."""
NOTING = _phrases(
    """it should be noted, it must be said, it should be said, should be noted, must be noted, should be read, it is
    worth noting, it needs to be said"""
)
"""Recommend nothing although a word in them does elsewhere."""
COMMANDS = word_set(
    """adopt avoid begin build buy choose consider create cut define delay deploy do drop ensure establish expand
    fund give hire hold implement improve increase introduce invest keep launch limit make measure migrate
    monitor move open pay pilot plan prepare prioritise prioritize publish put reduce remove replace require run
    schedule sell set start stop take test track train try use wait work write roll scale switch merge split
    review document allocate assign appoint"""
)
"""Words that tell someone to act when a sentence begins with one."""

OF_THE_VOTE = word_set(
    """answer agree agreed accept accepted approve approved approval claim council endorse endorsed support
    supported back backed carry carried consensus agreement majority reach reached settle settled convince
    convinced vote voted voter voters member members unanimous meet met one single objection objections
    opposition opponent opponents dissent dissenting supporter supporters support backing favour favor against
    opposed oppose recommend recommends want wants wanted back find agreeing"""
)
"""A negation shortly before one of these speaks of the vote, not of what a claim says."""

PROCEDURE = frozenset(
    root(word)
    for words in (
        *(TIER_WORDS.values()), VOTE_WORDS, SOMEONE,
        word_set(
            """council councils claim claims tier tiers mean average score scored scores deviation standard sd alpha
    count
    counts counted total result results finding findings section narrative summary question asked put vote votes
    voted voting ballot ballots abstained abstain silent neutral strongly confidence stated range ranged figure
    figures risk risks recommendation recommendations fact facts factual opportunity opportunities statement
    statements opinion opinions view views position positions extracted drawn list listed follow follows
    following show shows shown stand stands stood reach reached reaches fall falls fell place placed land landed
    lands remain remains left leave leaves named names name none number numbers side sides change changed
    changing replaced k point points matter matters issue issues item items outcome outcomes verdict
    deliberation deliberated session panel majority minority spread dissent dissenting record records recorded
    carry carries strong strongest weak weakest wide widest clear close closest level levels independent
    effective voices voice word words verbatim below above given order turn turned threshold thresholds bound
    bounds met meets draw drew draws attract attracted came come comes end ended ends first second third last
    next final finally two three four five six seven eight nine ten eleven twelve overall together half pair
    pairs read reads heard considered weighed judged found find finds concluded conclusion answer answers topic
    subject here today common ground support backing whole part parts main chief rest remaining separate kind
    kinds test tests cast figure unanimity evenly deeply sharply firmly plainly outright flatly across say says
    said saying hold holds held holding rate rates rated call calls called describe describes described express
    expressed state states stated note notes noted assess assessed judge judges deem deems deemed believe
    believes believed think thinks maintain maintains maintained report reports reported fourth fifth sixth
    seventh eighth unlike likewise equally separately alone besides apart highest lowest sharpest"""
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

TIER_NAMES: dict[str, Tier] = {
    "tierhigh": "HIGH",
    "tiermedium": "MEDIUM",
    "tiercontested": "CONTESTED",
    "tierrejected": "REJECTED",
}
"""How a tier's name in capitals is marked in a clause: it is a tier, and no voter's vote."""

DEVIATION_WORDS = word_set("""sd deviation deviations spread""")

LINKS = word_set("""and or for on with of to is was""")

VOTERS = word_set(
    """voter voters vote votes member members ballot ballots adviser advisers advisor advisors seats seat people
    persons participants"""
)

COUNCIL = word_set("""claim council it members opinion panel they vote voters votes who""")

MAY = word_set("""would should says recommends be to""")

TELLING = frozenset(
    root(word)
    for word in word_set(
        """everything still wait waits waiting waited particular particularly hope hopes hoped gave worse better
        limit limits limited limiting bound bounded bounds cap capped conditional conditionally affirm affirmed
        affirms alongside another anyone appear appears approach attain attained attains attract away back bar
        behind belong belongs beside big board border borders bottom break breaks broad broke broken bring
        brings brought camp camps case cases category center central centre chief choice choose class clean
        clear cleared clearly close combined common compare complete conclude concerns concerning contain
        contains contrast count course cross decide decided decides decision decisions detail direction
        directions distinct do draw drawn drew each edge effect element elements else emerge emerged emerges end
        ends equal equally even exact exactly except exist exists expect expects expected extent face faced fact
        fail failed fails failing far fare fared few final finally find firm firmly first five follow following
        form formal found four free front full gain gained gather gathered gathers general get gets getting give
        given gives go goes going got great group grouped grouping groups grown halves hand hands hear here hold
        how idea ideas include included includes including indeed insist insisted insists instead interest issue
        itself join joined just keep keeps kind know known label large largest last latter lay least left let
        level lie lies like liked likes line lined list lists little live long look looking lot low lower main
        made make makes many mark marked matter mean meaning meant meet member mention mentioned merge middle
        mind minds moot most much name named namely near needed negative neutral new news next note noted
        notable notably nothing number numeric object objected objects obtain obtained occur of offer offered
        offers opinion opponent opponents opposite opposition order otherwise out outcome outright outset own
        pass passed people percent person picture piece place placed plain plainly plus point pointed points
        position positive present presented previous problem problems process produce produced proper proposal
        proposals propose proposed put quality question questions quite quote quoted quotes raise raised range
        rank ranked ranking rate rather read reading ready real reason received receives record refer refers
        refuse regard regarding register registered relate related relates report reported represent require
        resolve resolved respect respectively respond response responses rest result return review right room
        row rows rule rules run said same saw say scale seat seats second section sections see seen sees seem
        seems segment send separate series set settle settled several share shared shares show shrug shrugs
        shown side sides simple simply since single sit sits situation size small so sole solely something sort
        speak speaks special specific spell spelled split spoke spoken spread stage stand standing standpoint
        start stay stayed stays step stick stood stop straight strict string strings such sum sums summarise
        summarised summarized summed supporter supporters sure table take taken takes talk tally target tell
        term terms text theme themes thing things think thinks though thought time title today together told
        took top total turn turnout type unanimity under understand unit unite united unites upon us use usual
        value various version view viewed views voice want wanted wants warn warned warning warnings warns way
        weigh weight weighted went whatever whole why wide widely wish wished wishes word words work wording
        world would write written yes yet yield zero agenda aspect aspects aside backed backers ballot basis
        bears biggest brief briefly category clearest column committee comparison composition condition
        conditions confident consent consider contention context convinced criteria debate deliberate diverge
        diverged diverges divergence divide divides dissenter dissenters dissenting dissented distribution doubt
        evenly excerpt former heading heads highlight highlights identical identified identifies indicate
        indicated indicates individual insufficient judgement judgment judgements majorities margin margins
        markedly match matched minorities missing motion motions nobody objection opposing overview paragraph
        participant participants participated participate plurality poll polled positions preference prevail
        prevailed proportion reader readers recap remaining respectable respondent robust scattered score
        seventh sixth sharply significant spectrum stance standalone statement strongest support tie tied topics
        undecided undivided unopposed unreadable verdicts weakest worded worth abstention abstentions agreeing
        bloc blocs consist consists criterion advice answered answers stated largest restated closest apiece
        attached stipulation proviso key takeaway takeaways finding outline outlines page headline dimension
        tendency conclusive decisively conclusively ultimately solid strictly consistently universally fully
        explicit explicitly respective directly broadly speaking notwithstanding furthermore moreover
        additionally addition lastly firstly secondly thirdly accordingly consequently therefore thus hence
        meanwhile conversely contrary nor whereas regardless concerning turning regards"""
    )
)
"""Stems of words in which reports are told whatever they are about; none of them judges a claim."""
