"""Finished games of 1 to 4 players: files, an archive, statistics."""

from odin_solver.game.scores.archive import ArchivedGames, GoneGame, ScoreArchive, default_archive
from odin_solver.game.scores.file import FinishedGame, ScoredPlayer, game_data, game_from
from odin_solver.game.scores.reading import finished_game
from odin_solver.game.scores.rows import csv_text, games_from_csv
from odin_solver.game.scores.statistics import ScoreStatistics, score_statistics

__all__ = [
    "ArchivedGames",
    "FinishedGame",
    "GoneGame",
    "ScoreArchive",
    "ScoreStatistics",
    "ScoredPlayer",
    "csv_text",
    "default_archive",
    "finished_game",
    "game_data",
    "game_from",
    "games_from_csv",
    "score_statistics",
]
