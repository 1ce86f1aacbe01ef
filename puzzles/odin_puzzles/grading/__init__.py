"""The grader: how hard a puzzle is for people, and how to solve it step by step."""

from odin_puzzles.grading.grade import grade
from odin_puzzles.grading.result import Grade, Step

__all__ = ["Grade", "Step", "grade"]
