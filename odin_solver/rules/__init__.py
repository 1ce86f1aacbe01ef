"""The rules of placing in plain Python: one module a rule, and no solver anywhere."""
