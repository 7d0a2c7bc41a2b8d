"""Which texts are readers tried with? Hostile ones, slow ones, and every function that takes one."""
