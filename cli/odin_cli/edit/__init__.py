"""``odin edit``: a position in the terminal, with mouse and keyboard."""
