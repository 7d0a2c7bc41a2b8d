"""Seat the council of a question: choose it, resolve model names, replace missing models, check that all can be called."""
