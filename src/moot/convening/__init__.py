"""How does a question find its council? Who sits, what a model is called, who follows whom, and whether all can be asked."""
