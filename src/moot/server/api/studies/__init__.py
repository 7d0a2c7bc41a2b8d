"""Studies that are asked here: many questions, and the arms that are added to them."""
