"""The packing set: positions with best known values that others can measure themselves against."""
