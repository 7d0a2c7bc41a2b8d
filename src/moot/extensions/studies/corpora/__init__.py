"""Sets of questions: packaged ones, and the user's own."""
