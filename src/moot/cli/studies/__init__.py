"""`moot study`: many questions under several conditions."""
