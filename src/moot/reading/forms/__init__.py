"""Ballots of several fields: forms, what their fields may hold, and how they are read from imperfect words."""
