"""An extension of Moot: how long answers are."""
