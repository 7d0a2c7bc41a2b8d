"""Seat a question's council: choose it, resolve names, replace missing models, check that all can be called."""
