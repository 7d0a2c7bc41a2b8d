"""How a council deliberates: a folder for each protocol, or a file where it needs nothing of its own."""
