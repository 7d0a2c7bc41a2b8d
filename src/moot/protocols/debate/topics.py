"""Topics for a debate without one: a hundred old questions under twenty themes, drawn by lot.

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
    ),
    "mind and body": (
        "Can everything about the mind be explained by the brain?",
        "Would a perfect copy of your brain have your thoughts?",
        "Is it possible that other people have no inner life at all?",
        "Does a person who has never seen colour learn something new on seeing red?",
        "Can pain exist that nobody notices?",
    ),
    "artificial minds": (
        "Could a machine understand what it says?",
        "Would switching off a machine that asks not to be be wrong?",
        "Is passing for human in conversation good evidence of a mind?",
        "Should a machine that decides over people be able to explain itself, even if it then decides worse?",
        "Can a machine be an author?",
    ),
    "personal identity": (
        "Are you the same person you were as a child?",
        "If every plank of a ship is replaced, is it still the same ship?",
        "Would you survive being copied exactly and then destroyed?",
        "Is memory what makes a person one and the same over time?",
        "Can a promise bind somebody who has changed completely since?",
    ),
    "knowledge": (
        "Can we know anything for certain?",
        "Is a true belief that is held for good reasons always knowledge?",
        "Can we know that we are not dreaming?",
        "Is it ever reasonable to believe something without evidence?",
        "Should we trust an expert we cannot check?",
    ),
    "truth": (
        "Is there any truth that holds for everybody?",
        "Is a statement true because it works, or does it work because it is true?",
        "Can a story be truer than a report?",
        "Is it always better to know the truth?",
        "Can something be true that nobody could ever find out?",
    ),
    "right and wrong": (
        "Is an act right because of what follows from it, or for its own sake?",
        "May one kill one person to save five?",
        "Is letting die as bad as killing?",
        "Is it ever right to lie to somebody for their own good?",
        "Are there moral facts?",
    ),
    "duty to others": (
        "Do we owe strangers far away as much as our neighbours?",
        "Is it wrong to buy luxuries while others starve?",
        "May parents favour their own children?",
        "Is there a duty to have children, or a duty not to?",
        "Do we owe anything to people who are not born yet?",
    ),
    "animals and nature": (
        "Is it wrong to eat animals?",
        "Does a forest have worth of its own, or only for those who use it?",
        "Should we prevent animals in the wild from suffering?",
        "Is one human life worth more than that of any number of animals?",
        "May we bring back a species that died out?",
    ),
    "the good life": (
        "Is happiness the aim of life?",
        "Would you plug into a machine that gives you any experience you like?",
        "Is a life of ease worse than one of struggle?",
        "Can a bad person have a good life?",
        "Is it better to want less or to get more?",
    ),
    "death": (
        "Is death bad for the one who dies?",
        "Would it be good to live for ever?",
        "Is it rational to fear what we will not experience?",
        "Does life have meaning only because it ends?",
        "Is there a right to die?",
    ),
    "justice": (
        "Is inequality unjust if it makes the worst off better off?",
        "Do the talented deserve what their talents earn?",
        "Should an innocent be punished if that prevented a war?",
        "Is inheritance unjust?",
        "Is it just to treat everybody alike?",
    ),
    "the state": (
        "Is there a duty to obey the law?",
        "Is democracy the best form of government?",
        "Would drawing representatives by lot be better than electing them?",
        "May a state protect people from themselves?",
        "Should everybody's vote count the same?",
    ),
    "freedom and society": (
        "Should speech be free even when it hurts?",
        "Is privacy worth more than safety?",
        "Must a tolerant society tolerate the intolerant?",
        "Are people free who are poor?",
        "Should voting be a duty?",
    ),
    "property and money": (
        "Is all property theft?",
        "Should everybody receive an income without having to work?",
        "Are there things that money should not be able to buy?",
        "May one own an idea?",
        "Is a price fair because two people agreed to it?",
    ),
    "love and friendship": (
        "Can one love somebody for reasons?",
        "Is friendship possible between people who are not equals?",
        "Do we love a person, or their qualities?",
        "Is jealousy a part of love?",
        "Can love be a duty?",
    ),
    "art and beauty": (
        "Is beauty only in the eye of the beholder?",
        "Can a bad person make good art?",
        "Is a perfect forgery worth as much as the original?",
        "Does art have to mean something?",
        "Should art ever be censored?",
    ),
    "time and being": (
        "Why is there something rather than nothing: does the question make sense?",
        "Does only the present exist?",
        "Could time have had a beginning?",
        "Is travelling into the past impossible in principle?",
        "Are numbers real?",
    ),
    "faith and reason": (
        "Does the existence of evil speak against a good God?",
        "Is it reasonable to bet on the existence of God?",
        "Can there be morality without religion?",
        "Could a miracle ever be the best explanation?",
        "Is faith a virtue?",
    ),
    "science and progress": (
        "Does science make moral progress possible?",
        "Is there knowledge that should not be sought?",
        "Do scientific theories describe the world, or only predict what we see?",
        "Has humanity become better?",
        "May we make our children smarter by design?",
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
