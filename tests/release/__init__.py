"""Does what is released hold what it should, and does it work where it is installed?"""
