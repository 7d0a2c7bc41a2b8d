"""What the sessions of a study come to: read from transcripts, put together by the arithmetic of `tally/studies`."""
