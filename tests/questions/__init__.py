"""Questions, and the faces that are drawn from them."""
