"""How a study is asked: whether it can be, what it may cost, and cell by cell in sessions under one budget."""
