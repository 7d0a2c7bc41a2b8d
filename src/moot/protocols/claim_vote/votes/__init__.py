"""Votes on claims: control claims, parsing of ballots, and comparison of voters."""
