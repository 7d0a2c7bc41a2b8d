"""Ballots of several fields: forms, types of fields, and tolerant parsing."""
