"""Compare rules for asking several models, by replaying them over recorded answers."""
