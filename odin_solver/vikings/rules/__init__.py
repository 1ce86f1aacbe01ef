"""Rules of Vikings in plain Python: laying, scoring, ferrying, the wheel."""
