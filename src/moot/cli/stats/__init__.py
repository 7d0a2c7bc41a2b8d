"""Implement commands on many sessions: evidence, usage, leaderboards, history."""
