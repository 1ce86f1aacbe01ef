"""What has nothing to do with the game: writing files, work in several processes."""
