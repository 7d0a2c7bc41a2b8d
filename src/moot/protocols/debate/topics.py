"""Topics for a debate without one: two hundred old questions under twenty themes, drawn by lot.

Recent topics are not drawn again. If a member is to propose the topic, only the theme is drawn, and the prompt lists
recent topics.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from moot.vocabulary.seeded_draws import Lot

NOT_AGAIN = 30
"""Debates before a topic may be drawn again."""
TOLD = 8
"""Recent topics shown to a proposer."""

TOPICS: Mapping[str, tuple[str, ...]] = {
    "free will": (
        "Is free will compatible with a world in which every event has a cause?",
        "Could we go on praising and blaming if nobody could have acted otherwise?",
        "Does a person who knows their own motives act more freely than one who does not?",
        "Is an addict less free than somebody who merely has a strong habit?",
        "Would a perfect prediction of your choice make the choice less yours?",
        "Does chance in nature leave any more room for freedom than necessity does?",
        "Is punishment justified if nobody deserves it?",
        "Can one freely give up one's freedom?",
        "Is weakness of will possible, or do we always do what we most want?",
        "Does moral luck show that responsibility is an illusion?",
    ),
    "mind and body": (
        "Can everything about the mind be explained by the brain?",
        "Would a perfect copy of your brain have your thoughts?",
        "Is it possible that other people have no inner life at all?",
        "Does a person who has never seen colour learn something new on seeing red?",
        "Can pain exist that nobody notices?",
        "Is the unity of consciousness an illusion?",
        "Do we perceive the world, or only a picture that the brain makes of it?",
        "Could there be minds without bodies?",
        "Is an emotion a judgement or a bodily state?",
        "Do dreams show that we cannot trust waking experience?",
    ),
    "artificial minds": (
        "Could a machine understand what it says?",
        "Would switching off a machine that asks not to be be wrong?",
        "Is passing for human in conversation good evidence of a mind?",
        "Should a machine that decides over people be able to explain itself, even if it then decides worse?",
        "Can a machine be an author?",
        "Is it wrong to be cruel to a robot that feels nothing?",
        "Should machines be built to have wishes of their own?",
        "Can a machine deserve blame?",
        "Is a friendship with a machine a friendship?",
        "Would a mind that can be copied have reason to fear its end?",
    ),
    "personal identity": (
        "Are you the same person you were as a child?",
        "If every plank of a ship is replaced, is it still the same ship?",
        "Would you survive being copied exactly and then destroyed?",
        "Is memory what makes a person one and the same over time?",
        "Can a promise bind somebody who has changed completely since?",
        "Should a person with dementia be held to what they once decided for themselves?",
        "Is there a true self, or only the roles we play?",
        "Do we choose who we are, or find out?",
        "If you forgot a crime, could you still be guilty of it?",
        "Does it matter whether we survive, if somebody just like us goes on?",
    ),
    "knowledge": (
        "Can we know anything for certain?",
        "Is a true belief that is held for good reasons always knowledge?",
        "Can we know that we are not dreaming?",
        "Is it ever reasonable to believe something without evidence?",
        "Should we trust an expert we cannot check?",
        "Does disagreement among equals oblige each to be less sure?",
        "Is mathematics discovered or invented?",
        "Are there things that no human being could ever understand?",
        "Is intuition a source of knowledge?",
        "Would a wise person have any opinions at all?",
    ),
    "truth": (
        "Is there any truth that holds for everybody?",
        "Is a statement true because it works, or does it work because it is true?",
        "Can a story be truer than a report?",
        "Is it always better to know the truth?",
        "Can something be true that nobody could ever find out?",
        "Is beauty a sign of truth in a theory?",
        "Are statements about the future already true or false?",
        "Does language shape what we can think?",
        "Can silence be a lie?",
        "Is objectivity possible in history?",
    ),
    "right and wrong": (
        "Is an act right because of what follows from it, or for its own sake?",
        "May one kill one person to save five?",
        "Is letting die as bad as killing?",
        "Is it ever right to lie to somebody for their own good?",
        "Are there moral facts?",
        "Can an act be wrong that harms nobody?",
        "Should we judge people of the past by what we think right today?",
        "Is a good deed done for praise still good?",
        "Must we keep a promise to the dead?",
        "Does ignorance excuse?",
    ),
    "duty to others": (
        "Do we owe strangers far away as much as our neighbours?",
        "Is it wrong to buy luxuries while others starve?",
        "May parents favour their own children?",
        "Is there a duty to have children, or a duty not to?",
        "Do we owe anything to people who are not born yet?",
        "Is charity a duty or a gift?",
        "Must one risk one's life to save a stranger?",
        "Does gratitude bind us to those who help us?",
        "Can one wrong oneself?",
        "Is forgiveness ever owed?",
    ),
    "animals and nature": (
        "Is it wrong to eat animals?",
        "Does a forest have worth of its own, or only for those who use it?",
        "Should we prevent animals in the wild from suffering?",
        "Is one human life worth more than that of any number of animals?",
        "May we bring back a species that died out?",
        "Is keeping pets a kindness or a wrong?",
        "Should animals have rights in court?",
        "Is a natural thing better than an artificial one?",
        "May we change a wild species so that it suits us?",
        "Would a world without any feeling being be worse than ours?",
    ),
    "the good life": (
        "Is happiness the aim of life?",
        "Would you plug into a machine that gives you any experience you like?",
        "Is a life of ease worse than one of struggle?",
        "Can a bad person have a good life?",
        "Is it better to want less or to get more?",
        "Does a life need a plan?",
        "Is boredom the price of contentment?",
        "Is work a part of the good life, or what keeps us from it?",
        "Should one live every day as if it were the last?",
        "Is solitude necessary for thinking well?",
    ),
    "death": (
        "Is death bad for the one who dies?",
        "Would it be good to live for ever?",
        "Is it rational to fear what we will not experience?",
        "Does life have meaning only because it ends?",
        "Is there a right to die?",
        "Can the dead be harmed?",
        "Should one mourn for ever those one truly loved?",
        "Is it worse to die young than to die old?",
        "Does belief in an afterlife make this life better?",
        "Would we live differently if we knew the day of our death?",
    ),
    "justice": (
        "Is inequality unjust if it makes the worst off better off?",
        "Do the talented deserve what their talents earn?",
        "Should an innocent be punished if that prevented a war?",
        "Is inheritance unjust?",
        "Is it just to treat everybody alike?",
        "Do descendants owe amends for what their ancestors did?",
        "Should punishment aim at the past or at the future?",
        "Is mercy a failure of justice?",
        "Can a law be valid that is deeply unjust?",
        "Should luck decide anything in a just society?",
    ),
    "the state": (
        "Is there a duty to obey the law?",
        "Is democracy the best form of government?",
        "Would drawing representatives by lot be better than electing them?",
        "May a state protect people from themselves?",
        "Should everybody's vote count the same?",
        "Is civil disobedience justified in a democracy?",
        "Do we need states at all?",
        "Is a benevolent dictator better than a foolish majority?",
        "Should there be one government for the whole world?",
        "May a state keep secrets from its citizens?",
    ),
    "freedom and society": (
        "Should speech be free even when it hurts?",
        "Is privacy worth more than safety?",
        "Must a tolerant society tolerate the intolerant?",
        "Are people free who are poor?",
        "Should voting be a duty?",
        "May borders be closed to people who seek a better life?",
        "Is advertising a form of manipulation?",
        "Does tradition deserve respect because it is old?",
        "Can a person be forced to be free?",
        "Is equality worth giving up some freedom for?",
    ),
    "property and money": (
        "Is all property theft?",
        "Should everybody receive an income without having to work?",
        "Are there things that money should not be able to buy?",
        "May one own an idea?",
        "Is a price fair because two people agreed to it?",
        "Is it wrong to be very rich?",
        "Should there be a largest fortune that anybody may have?",
        "Does money corrupt whatever it measures?",
        "Is selling one's own organs one's own business?",
        "Would a society without money be a better one?",
    ),
    "love and friendship": (
        "Can one love somebody for reasons?",
        "Is friendship possible between people who are not equals?",
        "Do we love a person, or their qualities?",
        "Is jealousy a part of love?",
        "Can love be a duty?",
        "Would you want a pill that makes you love whom you ought to?",
        "Should a friend tell you what you do not want to hear?",
        "Is it better to have loved and lost?",
        "Can one be friends with somebody one does not respect?",
        "Is self-love the root of all love, or its enemy?",
    ),
    "art and beauty": (
        "Is beauty only in the eye of the beholder?",
        "Can a bad person make good art?",
        "Is a perfect forgery worth as much as the original?",
        "Does art have to mean something?",
        "Should art ever be censored?",
        "Why do we enjoy sad stories: does sorrow in art differ from sorrow in life?",
        "Does knowing how a work was made change its worth?",
        "Is cooking an art?",
        "Can taste be wrong?",
        "Is nature more beautiful than any work of art?",
    ),
    "time and being": (
        "Why is there something rather than nothing: does the question make sense?",
        "Does only the present exist?",
        "Could time have had a beginning?",
        "Is travelling into the past impossible in principle?",
        "Are numbers real?",
        "Is a hole a thing?",
        "Do possible worlds exist besides the actual one?",
        "When does a heap of sand stop being a heap?",
        "Is the world more than the sum of its smallest parts?",
        "If everything repeated itself for ever, would it matter?",
    ),
    "faith and reason": (
        "Does the existence of evil speak against a good God?",
        "Is it reasonable to bet on the existence of God?",
        "Can there be morality without religion?",
        "Could a miracle ever be the best explanation?",
        "Is faith a virtue?",
        "Does the order of nature speak for a designer?",
        "Would a proof of God's existence make faith worthless?",
        "Can prayer make sense if everything is foreknown?",
        "Is atheism a belief like any other?",
        "Can a religious experience count as evidence?",
    ),
    "science and progress": (
        "Does science make moral progress possible?",
        "Is there knowledge that should not be sought?",
        "Do scientific theories describe the world, or only predict what we see?",
        "Has humanity become better?",
        "May we make our children smarter by design?",
        "Is a simpler explanation more likely to be true?",
        "Should science be free of values?",
        "Would a cure for ageing be a blessing?",
        "Does every problem that technology makes have a technical solution?",
        "Is progress possible without forgetting?",
    ),
}
"""Themes with their topics."""
PROPOSAL = "A topic of philosophy for a debate, on this theme: {theme}."
AVOIDING = "These were debated lately; choose another: {topics}"


def topic_drawn(recent: Collection[str], lot: Lot) -> str:
    """Draw a topic by lot, without recent ones if that leaves any."""
    everything = [topic for topics in TOPICS.values() for topic in topics]
    fresh = [topic for topic in everything if topic not in recent]
    return lot.pick(fresh or everything)


def theme_drawn(recent: Sequence[str], lot: Lot) -> str:
    """Return the request to the proposing member: a theme by lot, and the latest topics to avoid."""
    asked = PROPOSAL.format(theme=lot.pick(list(TOPICS)))
    return " ".join([asked, AVOIDING.format(topics=" ".join(recent[:TOLD]))]) if recent else asked
