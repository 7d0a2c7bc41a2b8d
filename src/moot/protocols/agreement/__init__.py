"""Agreement maps: common points and differences of answers, with every quotation checked."""
