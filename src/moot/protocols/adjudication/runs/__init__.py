"""The files of a run of adjudicated councils, and the rows for their replies."""
