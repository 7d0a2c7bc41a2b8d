"""Sessions that follow each other: threads, and the turns that are carried into the next question."""
