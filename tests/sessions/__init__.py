"""How are sessions written down, run and found again? Tests of `moot.sessions`."""
