"""Who the scripted voices are; how they speak is in `rehearsal/`."""
