"""What is a text that was pasted: a table, a list, pairs, or lines?"""
