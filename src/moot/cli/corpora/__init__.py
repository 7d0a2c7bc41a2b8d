"""`moot corpus`: sets of questions."""
