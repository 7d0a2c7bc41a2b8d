"""Socket and frames for pages that watch debates of small models."""
