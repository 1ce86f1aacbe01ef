"""Tests; a package so that `tests.reference` and `tests.strategies` can be imported."""
