"""What a session will cost: what is typical, the estimate, its rooms for tokens, what was spent and falls short."""
