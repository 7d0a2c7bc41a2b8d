"""How what came of a session reaches people: channels, what is told, sending it, and a feed."""
