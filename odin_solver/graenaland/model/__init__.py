"""Building phases of Graenaland as a linear model."""
