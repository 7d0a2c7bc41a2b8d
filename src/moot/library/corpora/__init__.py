"""Questions in sets that stay the same: packaged ones, and the user's own."""
