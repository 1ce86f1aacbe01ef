"""Planning the solo game: which action now, and the best score that can be reached."""
