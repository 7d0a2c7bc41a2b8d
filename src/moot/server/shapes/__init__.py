"""Request and response types of the web app."""
