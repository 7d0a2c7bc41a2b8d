"""The protocol `reader`: everyone answers, and the member with the best record answers again."""
