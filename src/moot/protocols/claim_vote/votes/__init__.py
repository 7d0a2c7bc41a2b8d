"""How does a council vote on its claims? Who votes, in which lines, and how a vote is read."""
