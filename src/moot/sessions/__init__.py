"""Life of a session: opening, running, budget, conversation, resuming, forking, replay."""
