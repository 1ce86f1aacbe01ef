"""Positions for the tests of pictures."""

from odin_solver.components import TILES, board, parse_cell
from odin_solver.rules.board_state import BoardState, Piece
from odin_solver.rules.position import Position


def state_of(board_id: str, *pieces: str) -> BoardState:
    """A board with pieces, each written as a tile and its cells: ``oil a1 a2``."""
    on = board(board_id)
    placed = []
    for line in pieces:
        name, *cells = line.split()
        found = [parse_cell(cell, on.height) for cell in cells]
        placed.append(Piece(TILES[name], tuple(sorted(found, key=lambda cell: (cell[1], cell[0])))))
    return BoardState(on, tuple(placed))


HOME = state_of(
    "home",
    "robe a1 a2 a3 b1 b2 b3 c1 c2 c3",
    "rune_stone d1 d2",
    "rune_stone e2 e1",
    "silver d3",
    "silver e3",
    "ore e4",
    "english_crown h3 i3 j3 k3 l3 h4 i4 j4 k4 l4 h5 j5 l5",
)
"""Two rune stones and two coins side by side, the mead bonus covered, a special tile."""

BEAR_ISLAND = state_of(
    "bear_island", "silver h4", "rune_stone f2 g2", "ore f3", "oil f4 g4", "cloakpin d9 e9 f9 g9 g8"
)
"""A bonus that is won by six covered neighbours."""

STONE_HOUSE = state_of("stone_house", "peas b4 c4", "wood")
SHED = state_of("shed", "wood", "wood", "stone")

POSITION = Position((HOME, BEAR_ISLAND, STONE_HOUSE, SHED), title='Řeka & <Fjord> "x"', round=3)
NEW_FROM = (5, 5, 1, 2)
