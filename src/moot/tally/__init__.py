"""Arithmetic over ballots: pure functions. Every number in the product comes from here."""
