"""Debate: rounds of turns, marks by the others, and what each debater did in it."""
