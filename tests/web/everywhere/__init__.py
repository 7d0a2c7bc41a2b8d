"""What holds for every page: everybody can use it, in every language, quickly, and whatever a text holds?"""
