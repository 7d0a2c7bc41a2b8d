"""Budget of a session: typical cost, estimate, output limits, spending and shortfall."""
