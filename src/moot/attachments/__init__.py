"""What comes with a question: documents read in a process of their own, and the sizes of pictures."""
