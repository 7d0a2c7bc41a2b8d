"""What the web app sends and what it is sent, as types."""
