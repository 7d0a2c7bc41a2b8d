"""Claims to test voters with: for trying out models, and known to be true or false."""
