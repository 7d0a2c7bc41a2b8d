"""`moot bench`: how a model is tried out before it is seated."""
