"""Rows that follow from finished sessions: what is counted of them, and what that adds up to."""
