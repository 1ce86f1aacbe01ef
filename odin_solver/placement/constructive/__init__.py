"""A quick constructive search: good layouts in a fraction of a second, no proof."""
