"""Ask many questions under several conditions, and report how the answers differ."""
