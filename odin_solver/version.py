"""The version of this package: the one place where it stands."""

__version__ = "1.0.0"
