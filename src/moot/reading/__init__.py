"""Parsing of replies into ballots: strict, one repair, then a spoiled ballot. Linear-time parsers only."""
