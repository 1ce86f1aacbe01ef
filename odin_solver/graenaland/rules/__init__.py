"""Rules of Graenaland in plain Python; no solver."""
