"""How a council meets by itself and tells you: when it is due, what it is asked, and to whom what came of it goes"""
