"""Votes on claims that are given: how a model is tried out before it is seated."""
