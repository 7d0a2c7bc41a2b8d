"""Does the house ask the questions of a study as it says?"""
