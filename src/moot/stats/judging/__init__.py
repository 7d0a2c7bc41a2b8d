"""Ranking rule: scores, probabilities and robustness of answers from ballots or marks."""
