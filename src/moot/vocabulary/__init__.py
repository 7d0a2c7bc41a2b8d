"""What a council is made of: frozen values without I/O, clock or chance."""
