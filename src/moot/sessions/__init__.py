"""One question, from opening to verdict."""
