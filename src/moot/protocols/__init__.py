"""How does a council deliberate? A folder for each protocol, or a file where it needs nothing of its own."""
