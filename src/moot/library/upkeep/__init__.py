"""Claims voters are judged by: those that models are tried out with, and those that are known to be true or false."""
