"""Which words of a claim can be left out, or written otherwise, without a change of what it says?

Only what is safe: a word that is not here is compared as it stands. Nothing that negates, counts, limits, directs or
weakens is in any list, and no word is taken for another unless they mean the same in every sentence.
"""

from __future__ import annotations

import re

from moot.tally.lexicon import reads_as_english, word_set, words_of

ARTICLES = word_set("a an the")
BEFORE_WHICH_ARTICLES_COUNT = word_set(
    """few little lot bit number majority minority handful couple dozen hundred thousand million only most least more
    less same first second third fourth fifth last next other others half quarter fraction part whole good great best
    worst better worse single one two three four five six seven eight nine ten"""
)
"""After `a` and `the` these say something else than without."""

CONTRACTED = {
    "can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not", "it's": "it is",
    "that's": "that is", "there's": "there is", "what's": "what is", "who's": "who is", "let's": "let us",
    "we're": "we are", "they're": "they are", "you're": "you are", "i'm": "i am", "we'll": "we will",
    "they'll": "they will", "it'll": "it will", "you'll": "you will", "we've": "we have", "they've": "they have",
    "you've": "you have", "i've": "i have", "i'll": "i will",
}  # fmt: skip

PHRASES: dict[tuple[str, ...], str] = {
    tuple(phrase.split()): word
    for phrase, word in {
        "in order to": "to", "so as to": "to", "per cent": "%", "percent": "%", "due to the fact that": "because",
        "because of": "due to", "owing to": "due to", "prior to": "before", "has to": "must", "have to": "must",
        "ought to": "should", "is going to": "will", "are going to": "will", "is able to": "can",
        "are able to": "can", "at the moment": "now", "at present": "now", "make sure": "ensure",
        "makes sure": "ensure", "in spite of": "despite", "on a monthly basis": "monthly",
        "on a weekly basis": "weekly", "on a daily basis": "daily", "roll out": "rollout", "data base": "database",
        "micro services": "microservices", "micro service": "microservice", "time line": "timeline",
        "data set": "dataset", "data sets": "datasets",
    }.items()
}  # fmt: skip
"""Phrases that are said otherwise; none of them denies, counts or limits."""

_UNITS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {word: number for number, word in enumerate(_UNITS.split())}
TENS = {word: 10 * number for number, word in enumerate(_TENS.split(), start=2)}

ALIKE = {
    "are": "is", "has": "have", "does": "do", "were": "was", "utilise": "use", "utilize": "use", "utilises": "use",
    "utilizes": "use", "commence": "begin", "start": "begin", "purchase": "buy", "approximately": "about",
    "roughly": "about", "till": "until", "annually": "yearly", "currently": "now", "presently": "now", "large": "big",
    "rapid": "fast", "rapidly": "quickly", "assist": "help", "whilst": "while", "nearly": "almost",
    "programme": "program", "cheque": "check", "grey": "gray", "sceptical": "skeptical", "judgement": "judgment",
    "acknowledgement": "acknowledgment", "towards": "toward", "amongst": "among", "afterwards": "afterward",
    "learnt": "learned", "licence": "license", "defence": "defense", "offence": "offense", "ageing": "aging",
    "enrol": "enroll", "fulfil": "fulfill", "persons": "people", "&": "and", "increase": "rise", "decrease": "fall",
    "decline": "fall", "reduce": "lower", "assess": "evaluate", "select": "choose", "vital": "essential",
    "crucial": "essential",
}  # fmt: skip
"""Words that mean another one in every sentence."""

UNCOUNTED = word_set(
    """news goods means arms customs economics times securities contents series species ethics physics politics
    statistics mathematics analytics always perhaps across versus besides towards afterwards this thus yes plus less
    ones tens hundreds thousands millions seconds thirds quarters halves costs cost puts cuts sets hits lets spreads
    reads bets hurts splits bursts quits shuts does was has is as us its his hers ours theirs yours savings earnings
    premises headquarters works looks glasses spectacles shorts"""
)
"""Words whose last letter is no plural's, or whose plural, or present tense, says something else."""

ADJUNCTS = word_set(
    """in on at by for from within during after before until unless if when while once because since with without
    under over above below despite although though to about between among across through per"""
)
"""What an adverbial begins with, that can stand first with a comma or last without one."""
CLAUSES = word_set("if unless until when once while although though because")
"""What a clause begins with, that belongs to the whole sentence wherever it stands; `before` and others may follow a
noun and belong to it ("the sales before the launch")."""
TAKES_WHAT_FOLLOWS = word_set(
    """that which who whom whose what where when whether why how if because not no never nobody none nothing neither nor
    only just even unless until made sold bought built held paid sent taken given written known found lost kept left
    won run set led met grown drawn shown chosen driven sworn borne begun done gone seen put cut hit let"""
)
"""Words after which an adverbial at the end may belong to what they begin or deny, and not to the whole."""
ASKING = word_set(
    """ask asks tell tells know knows decide decides check checks see sees find learn report reports say says explain
    explains show shows record records measure understand understands review determine determines test tests state
    wonder note document discuss remember consider doubt"""
)
"""Verbs after which `if` and `when` may begin what is asked."""
MODALS = word_set("will shall may might can could must should would")
OTHER_PREPOSITIONS = word_set("of off out into onto toward")
JOINING = word_set("and or but nor yet so otherwise however therefore")
"""Before these a comma changes nothing."""
BARE = word_set(
    """hospital school prison jail church court college university bed sea rest question course office home town work
    charge time heart mind market fact large face hand place case light power order name table class sight way"""
)
"""Nouns that after a preposition say something else without an article: in prison, at rest, in charge."""
COUNTING = word_set(
    """more less fewer most least few little much many hundred thousand million billion dozen half third quarter first
    second last next other same non anti pro re co ex un"""
)
"""Parts of a compound that say something else when they stand by themselves."""
ALONE_FIRST = word_set(
    """first now today tomorrow soon immediately initially eventually gradually then later afterward monthly weekly
    daily yearly"""
)
"""Adverbs that can stand first or last."""

LEADS: tuple[tuple[str, ...], ...] = (("we", "should"), ("you", "should"), ("1", "should"))
"""How advice begins where it is not said outright; a recommendation without it says the same."""

FOREIGN = word_set(
    """der das den dem ein eine und oder nicht ist sind mit von zu auf für le la les des du une et ou ne pas est sont
    avec el los las unos que il lo gli che è di os dos uma não het een en niet"""
)


def spelled(word: str) -> str:
    """One spelling for all of a word's: British and American, one and many, and a few words that mean the same."""
    low = ALIKE.get(word, word)
    if not low.isascii() or len(low) < 4:
        return low
    if len(low) > 5:
        for pattern, instead in _SPELLINGS:
            low = pattern.sub(instead, low)
    bare = singular(low)
    return ALIKE.get(bare, bare)


def singular(word: str) -> str:
    """The word without the ending of many, or of what belongs to it."""
    word = word.removesuffix("'s")
    if word in UNCOUNTED or not word.endswith("s") or word.endswith(("ss", "us", "is")) or len(word) < 4:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def in_many(word: str) -> bool:
    """Whether it is written with the ending of many."""
    return not word.endswith("'s") and singular(word) != word


def reads_as_foreign(text: str) -> bool:
    """Whether these lists are not for it: their articles are words of other languages, and say something there."""
    return not reads_as_english(text) and (not text.isascii() or any(word in FOREIGN for word in words_of(text)))


_SPELLINGS = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"is(e|es|ed|ing|ation|ations|er|ers)$", r"iz\1"),
        (r"ys(e|es|ed|ing)$", r"yz\1"),
        (r"our(s|al|ed|ing|ite|able|)$", r"or\1"),
        (r"(t|b)re(s?)$", r"\1er\2"),
        (r"ll(ed|ing|er)$", r"l\1"),
        (r"ogue(s?)$", r"og\1"),
    )
)
