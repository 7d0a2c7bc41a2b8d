"""Does a session live on whatever dies beneath it?"""
