"""Adjudication: members answer, adjudicators judge by a rubric, a rule gives the class of verdict."""
