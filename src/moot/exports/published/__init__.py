"""Files of runs as the published programs read and write them, and their report as a page."""
