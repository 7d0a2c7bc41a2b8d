"""Read the results of a study's sessions and report them."""
