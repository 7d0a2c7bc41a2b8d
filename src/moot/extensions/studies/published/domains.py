"""Guess the domain of a question from fifteen topics by counting their words."""

from __future__ import annotations

UNKNOWN = "unknown"
TOPICS: dict[str, tuple[str, ...]] = {
    "constitutional": ("constitution", "amendment", "free speech", "due process", "judicial review", "veto"),
    "law_policy": ("statute", "regulation", "liability", "court", "antitrust", "lawsuit", "legislat"),
    "finance_econ": ("bank", "credit", "equity", "market", "investor", "hedge fund", "stock", "tax"),
    "nuclear_energy": ("nuclear", "reactor", "uranium", "fission", "radioactive"),
    "carbon_climate": ("carbon", "climate", "emission", "offset", "decarbon", "methane"),
    "ml_systems": ("machine learning", "neural", "training data", "language model", "fine-tun", "benchmark"),
    "softeng": ("software", "monorepo", "microservice", "codebase", "refactor", "deploy", "type check"),
    "nato_defense": ("nato", "deterrence", "missile", "alliance", "troops", "article 5"),
    "labor_automation": ("automation", "labor", "labour", "wage", "worker", "union", "robot"),
    "public_health": ("vaccin", "epidemic", "pandemic", "public health", "screening", "hospital"),
    "education": ("school", "student", "teacher", "curriculum", "tuition", "classroom"),
    "housing": ("rent", "housing", "zoning", "landlord", "tenant", "mortgage"),
    "surveillance": ("surveillance", "wiretap", "facial recognition", "camera", "metadata", "encryption"),
    "monetary_policy": ("central bank", "interest rate", "inflation", "money supply", "monetary", "easing"),
    "food_agriculture": ("farm", "crop", "agricultur", "fertili", "food", "pesticide"),
}  # fmt: skip
"""Words of each topic. The topics have the published program's names; the words are our own."""


def domain_of(text: str) -> str:
    """Return the topic with the most words in the text, the first one in a tie; `unknown` if there are none."""
    lower = text.lower()
    hits = {topic: sum(word in lower for word in words) for topic, words in TOPICS.items()}
    best = max(hits, key=lambda topic: hits[topic])
    return best if hits[best] else UNKNOWN
