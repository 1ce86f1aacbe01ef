"""``odin vikings``: commands about Vikings."""
