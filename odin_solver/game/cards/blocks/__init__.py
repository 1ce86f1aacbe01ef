"""Building blocks that cards share."""
