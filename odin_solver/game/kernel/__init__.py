"""The kernel of the game: states, nodes, moves and the machinery of the cards."""
