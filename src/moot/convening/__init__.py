"""How does a question find its council? Who sits, what a name means, who follows whom, and can all of them be asked?"""
