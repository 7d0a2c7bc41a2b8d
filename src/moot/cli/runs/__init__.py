"""`moot run`: many questions of a file, one after another."""
