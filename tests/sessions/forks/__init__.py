"""Is what is kept of a session never asked twice?"""
