"""When short and closed answers agree, and which quantities they give."""
