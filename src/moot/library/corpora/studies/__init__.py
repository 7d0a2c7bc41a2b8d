"""Studies as they are written down: what is asked under which conditions, and how far that has come."""
