"""How did the schema come to be what it is? One file for each step, forward only."""
