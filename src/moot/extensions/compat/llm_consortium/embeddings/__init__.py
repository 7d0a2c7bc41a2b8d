"""`llm_consortium.embeddings`: embedding backends, for programs that call them on their own."""
