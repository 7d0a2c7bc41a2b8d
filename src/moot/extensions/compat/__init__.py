"""APIs of published programs, so that their pages and clients use this server unchanged."""
