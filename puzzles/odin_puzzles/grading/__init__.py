"""The grader: how difficult a puzzle is for people, and a solution step by step."""
