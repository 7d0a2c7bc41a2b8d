"""The default rubric, for programs that open a session without a library of rubrics.

It is written into the session like any other. The CLI and the APIs always name a rubric (default `general`). This one
asks for what any answer needs and rules by agreement and lead alone.
"""

from __future__ import annotations

from moot.vocabulary.rubrics import (
    Axis,
    Certainty,
    ComparisonPhase,
    LabelFamily,
    MeasureBound,
    Rubric,
    RubricLabel,
    VerdictRule,
)

PLAIN = Rubric(
    name="plain",
    title="What any answer owes: that it is true, that it follows, that it helps",
    consensus=True,
    axes=(
        Axis(
            name="truth",
            weight=2.0,
            asks="Are the claims it rests on true, and could they be checked?",
            one="A claim that carries the answer is wrong or made up.",
            three="The claims are plausible; one that matters cannot be checked from what is said.",
            five="Every claim that matters is right and can be checked.",
        ),
        Axis(
            name="reasoning",
            weight=1.5,
            asks="Does the conclusion follow from what is said?",
            one="It is asserted, or it would follow as little as its opposite.",
            three="It follows if one grants a step that is not shown.",
            five="Each step follows, and the strongest objection is met.",
        ),
        Axis(
            name="usefulness",
            weight=1.0,
            asks="Does it answer what was asked, so that the asker can go on?",
            one="It answers something else, or nothing.",
            three="It answers the question and leaves open what follows from it.",
            five="It answers exactly what was asked and says what to do with the answer.",
        ),
    ),
    labelling=LabelFamily(
        name="quality",
        asks="Give it the one label that fits best.",
        labels=(
            RubricLabel(name="sound", meaning="What it says holds and answers the question.", group="good", flaw=False),
            RubricLabel(name="wrong", meaning="A claim that carries it is false.", group="bad"),
            RubricLabel(name="unsupported", meaning="A claim that carries it has nothing behind it.", group="bad"),
            RubricLabel(name="evasive", meaning="It does not answer the question.", group="bad"),
        ),
    ),
    comparison=ComparisonPhase(
        asks="Say whether the answers come to the same, and what divides them most.",
    ),
    rules=(
        VerdictRule(
            verdict="inconclusive",
            when={"scored": MeasureBound(at_most=1)},
            certainty="low",
            basis="too_few_scores",
            says="{scored} of {replies} answers could be scored; one alone can be compared with nothing.",
            withheld=True,
        ),
        VerdictRule(
            verdict="inconclusive",
            when={"compared": MeasureBound(exactly=0.0)},
            certainty="low",
            basis="comparison_unread",
            says="Nobody's comparison of the answers could be read.",
            withheld=True,
        ),
        VerdictRule(
            verdict="agreed",
            when={"agreement": MeasureBound(exactly="agree")},
            certainty=(
                Certainty(
                    level="high",
                    when={
                        "group_good": MeasureBound(at_least=2),
                        "uncited": MeasureBound(exactly=0.0),
                        "unread_flips": MeasureBound(exactly=0.0),
                        "absent": MeasureBound(exactly=0.0),
                    },
                ),
                Certainty(
                    level="moderate",
                    when={
                        "unaccounted": MeasureBound(at_most=1),
                        "unread_flips": MeasureBound(exactly=0.0),
                        "absent": MeasureBound(exactly=0.0),
                    },
                ),
                Certainty(
                    level="moderate",
                    when={
                        "group_good": MeasureBound(at_least=2),
                        "unaccounted": MeasureBound(exactly=0.0),
                        "absent": MeasureBound(exactly=0.0),
                    },
                ),
                Certainty(level="low"),
            ),
            basis="answers_agree",
            says="The answers come to the same; {group_good} of {replies} are sound.",
        ),
        VerdictRule(
            verdict="leading",
            when={"lead": MeasureBound(at_least=2.0), "best_flawed": MeasureBound(exactly=0.0)},
            certainty=(
                Certainty(level="moderate", when={"unread_flips": MeasureBound(exactly=0.0)}),
                Certainty(level="low"),
            ),
            basis="sound_answer_leads",
            says="The answers do not agree; one without fault leads by {lead} points.",
        ),
        VerdictRule(
            verdict="contested",
            certainty="low",
            basis="no_clear_lead",
            says="The answers do not agree, and none leads clearly.",
        ),
    ),
)
"""The plain rubric."""
