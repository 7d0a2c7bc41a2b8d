"""One session's life, from its opening to its verdict: money, conversation, resuming, forks."""
