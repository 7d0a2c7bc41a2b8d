"""The door for pages that watch debates of small models as they unfold."""
