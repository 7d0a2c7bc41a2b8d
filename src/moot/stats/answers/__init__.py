"""Compare and group short answers."""
