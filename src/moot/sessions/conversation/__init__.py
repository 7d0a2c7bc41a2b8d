"""Conversations: threads of sessions, and the turns carried into the next question."""
