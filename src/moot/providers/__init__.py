"""How a seat reaches a model, a folder for each way of asking; embedders and searchers beside them."""
