"""Pictures and reports for the terminal."""
