"""Grade answers: against one that is known to be right, or against each other. Code first, then a model."""
