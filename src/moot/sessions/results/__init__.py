"""What came of a session, for programs and people: the result, who sat, what was found and how it was judged."""
