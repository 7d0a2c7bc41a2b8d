"""Files attached to a question: documents parsed in a separate process, and sizes of pictures."""
