"""Arithmetic over ballots as pure functions; every number in the product comes from here."""
