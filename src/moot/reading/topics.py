"""What is a question about, whom is it looked up with, and in which words? Read from its own words, by rule.

A topic is the one most of a question's telling words belong to; a tie, or no such word, is `general`. Each topic has
its searchers; where none of them is in force, all that are in force are asked. Linear in the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Topic = Literal["clinical", "technology", "general"]
SEARCHERS: dict[Topic, tuple[str, ...]] = {
    "clinical": ("pubmed",),
    "technology": ("arxiv", "hacker-news"),
    "general": ("tavily", "brave"),
}
MOST_READ = 20_000
"""Characters of a question that are looked at."""
MOST_WORDS = 12
"""Words of a query."""


class LookUp(Struct, frozen=True, kw_only=True):
    """How a question is looked up."""

    topic: Topic
    """What it is about."""
    query: str
    """The words to look for."""
    searchers: tuple[str, ...]
    """Who is asked; empty when nobody is in force, or there is no word."""


def look_up_for(
    question: str, in_force: Sequence[str], *, topic: Topic | None = None, query: str | None = None
) -> LookUp:
    """Topic, query and searchers for a question, among those that are in force; a topic or query that is set stands."""
    topic, query = topic or topic_of(question), query_of(question) if query is None else " ".join(query.split())
    suited = tuple(name for name in in_force if name in SEARCHERS[topic])
    return LookUp(topic=topic, query=query, searchers=(suited or tuple(in_force)) if query else ())


def topic_of(question: str) -> Topic:
    """What a question is about."""
    words = {word.lower() for word in _words(question)}
    clinical = sum(_tells(word, _CLINICAL, _CLINICAL_STEMS) for word in words)
    technical = sum(_tells(word, _TECHNOLOGY, _TECHNOLOGY_STEMS) for word in words)
    if clinical == technical:
        return "general"
    return "clinical" if clinical > technical else "technology"


def query_of(question: str) -> str:
    """The question's own telling words in their order: names, numbers and long words before short ones."""
    places: dict[str, int] = {}
    words: dict[str, str] = {}
    counts: dict[str, int] = {}
    for place, word in enumerate(_words(question)):
        key = word.lower()
        counts[key] = counts.get(key, 0) + 1
        if key not in _EMPTY and (len(key) > 1 or not key.isascii()):
            places.setdefault(key, place)
            words.setdefault(key, word)

    def weight(key: str) -> int:
        word = words[key]
        named = any(c.isupper() or c.isdigit() for c in (word if places[key] else word[1:]))
        return 4 * min(counts[key], 3) + (6 if named else 0) + min(len(key), 10)

    best = sorted(places, key=lambda key: (-weight(key), places[key]))[:MOST_WORDS]
    return " ".join(words[key] for key in sorted(best, key=places.__getitem__))


def query_words(query: str) -> list[str]:
    """The words of a query as it was typed."""
    return _words(query)


def _words(question: str) -> list[str]:
    signs = [c if c.isalnum() or c in "-'’+#." else " " for c in question[:MOST_READ]]
    words = (word.lstrip("-'’+#.").rstrip("-'’.") for word in "".join(signs).split())
    return [word.removesuffix("'s").removesuffix("’s") for word in words if word]


def _tells(word: str, known: frozenset[str], stems: tuple[str, ...]) -> bool:
    return word in known or word.removesuffix("s") in known or (len(word) > 5 and word.startswith(stems))


_CLINICAL_WORDS = """
acute adult-onset allergy anaemia anaesthesia anemia antibody antigen aspirin asthma autism biopsy bmi cancer
cancerous cohort contraindication copd covid covid-19 crohn cure dementia diet disease dosage dose dosing drug ecg eeg
fever flu fracture gp hiv hospital icu immune infant infarction infection influenza insulin kidney lesion liver lung
malaria measles medication medicine menopause metformin migraine mmr mortality mri nurse obese obesity opioid patient
paracetamol ibuprofen placebo pregnancy pregnant prescription prognosis psychosis rct relapse renal seizure sepsis
ssri statin steroid stroke surgeon surgery surgical symptom syndrome tablet therapist therapy toddler transplant trial
tumor tumour ulcer vaccine vaccination virus vitamin ward
"""
_CLINICAL = frozenset(_CLINICAL_WORDS.split())
_CLINICAL_STEMS = (
    "antibio", "anticoag", "antidepress", "antihypert", "antivir", "arthrit", "carcino", "cardio", "chemother",
    "cholest", "clinic", "comorbid", "dermat", "diabet", "diagnos", "epidemi", "epilep", "gastro", "gyneco", "gynaeco",
    "hepat", "hyperten", "immuno", "inpatient", "leukaem", "leukem", "lymph", "medicat", "metasta", "neonat", "neuro",
    "obstetr", "oncolog", "orthop", "outpatient", "paediat", "pathog", "pediat", "pharma", "pneumo", "psychiat",
    "psychother", "radiolog", "radiother", "rheumat", "schizo", "tubercul", "vaccin",
)  # fmt: skip
_TECHNOLOGY_WORDS = """
ai algorithm android ansible api app architecture async aws azure backend benchmark blockchain browser bug byte c++ c#
cache ci cli cloud code codebase compiler container cpu crypto css cuda data-center database ddos debugger deploy
deployment devops django dns docker elixir encryption erlang etcd fastapi firmware framework frontend fpga fuzzing gcp
git github go golang gpu graphql grpc hardware haskell html http https infrastructure ios java javascript jit json jvm
k8s kafka kernel kotlin kubernetes lambda latency library linux llm llms load-balancer llvm macos malware microservice
middleware mobile-app mongodb monolith mutex mysql neural-network node nosql observability opensource open-source orm
packet php pipeline postgres postgresql processor programmer programming protocol python pytorch qubit quantum
rabbitmq rag ransomware react redis refactor regex repository rest router ruby rust saas scheduler sdk server
serverless smartphone sql sqlite ssd ssh swift tcp tensorflow terraform tls transformer typescript udp unix vue wasm
web-app webassembly wifi x86 yaml zero-day
"""
_TECHNOLOGY = frozenset(_TECHNOLOGY_WORDS.split())
_TECHNOLOGY_STEMS = (
    "autoscal", "authenticat", "bandwidth", "chatbot", "compil", "comput", "concurren", "container", "cryptograph",
    "cybersec", "cyberattack", "dataset", "debug", "hypervis", "javascript", "kubern", "machine-learn", "microserv",
    "multithread", "parallelis", "program", "refactor", "semiconduc", "serialis", "serializ", "software", "tokenis",
    "tokeniz", "virtualis", "virtualiz",
)  # fmt: skip
_EMPTY_WORDS = """
a about above after again against all also am an and any are aren't as at be because been before being best better
between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either
else ever every few for from further get gets good had has hasn't have haven't having he her here hers him his how
however i i'd i'll i'm i've if in instead into is isn't it it's its itself just kind least less let let's like made
make makes many may me might more most much must my neither never no nor not now of off often on once one only or
other ought our ours out over own per perhaps please question rather really same shall she should shouldn't since so
some such than that that's the their theirs them then there these they thing things think this those though through to
too under until up us use used using very was wasn't way we we're we've well were weren't what what's when where
whether which while who whom whose why will with within without won't would wouldn't yes yet you your yours
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
