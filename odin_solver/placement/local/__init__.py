"""Local search in C: thousands of windows of a layout a second are emptied and filled again."""
