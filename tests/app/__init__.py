"""Do the house and the Python door hold what they say, joined as users have them?"""
