"""`llm_consortium.embeddings`: who measures texts, for programs that measure them on their own."""
