"""Debate: opinions, marks for all of them, rebuttals by the lowest, sides taken, and a member that concludes."""
