"""Statistics over ballots, marks and texts, as pure functions."""
