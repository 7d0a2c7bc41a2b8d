"""Statistics over many sessions: answers, times, tokens, votes, voters and usage."""
