"""SVG pictures of boards and positions."""
