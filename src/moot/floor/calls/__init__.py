"""How one call is made: in its wave, when it may start, how long it is waited for, and what it may cost."""
