"""Figures of many sessions: what calls took, what a council is worth, how models stand."""
