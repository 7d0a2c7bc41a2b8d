"""The API of the published batch program."""
