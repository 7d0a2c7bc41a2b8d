"""Does what follows a session work on its page: going on with fewer, asking again, comparing?"""
