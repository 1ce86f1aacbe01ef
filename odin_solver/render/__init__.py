"""Pictures of boards and positions: for the terminal, as SVG and as PNG."""
