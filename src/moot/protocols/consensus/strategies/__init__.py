"""Strategies of a consensus: which seats stay, which speak next, and when answers agree."""
