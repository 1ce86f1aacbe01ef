"""Exact covers of boards: counting layouts, and listing them."""
