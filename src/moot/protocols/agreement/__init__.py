"""What answers have in common and where they differ, with every quoted passage checked against them."""
