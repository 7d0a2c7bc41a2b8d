"""How a question finds its council: who sits, what a name means, who follows whom, whether all can be asked."""
