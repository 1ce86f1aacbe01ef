"""Linear models over integers, and the engines that maximise them; nothing about a game."""
