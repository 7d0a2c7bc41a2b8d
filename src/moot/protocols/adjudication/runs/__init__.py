"""The files of a run of adjudicated councils, and what is told of their replies."""
