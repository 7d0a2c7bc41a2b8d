"""Is a changed transcript found?"""
