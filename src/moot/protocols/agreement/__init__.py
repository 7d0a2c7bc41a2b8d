"""What have answers in common, and where do they differ? A comparison of which every passage is held against them."""
