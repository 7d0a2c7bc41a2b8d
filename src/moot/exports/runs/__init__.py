"""The files of a run of many questions."""
