"""How voters are tried out: run after run, each a session of its own, for a terminal and for pages alike."""
