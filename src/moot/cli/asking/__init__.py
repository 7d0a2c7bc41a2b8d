"""`moot ask` and `moot chat`: putting a question, and answering as a person who sits."""
