"""Pictures of positions of Vikings: in a terminal, as SVG."""
