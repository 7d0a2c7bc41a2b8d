"""Is the documentation whole, true and plain: its generated parts, its commands, its links, its words?"""
