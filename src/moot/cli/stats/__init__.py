"""What many sessions say together: evidence, usage, leaderboards, history, each a command."""
