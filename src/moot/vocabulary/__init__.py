"""What is a council made of? Frozen values: no I/O, no clock, no chance."""
