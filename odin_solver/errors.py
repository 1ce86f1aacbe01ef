"""The errors of this library."""


class OdinError(Exception):
    """Base of all errors of this library."""


class InputError(OdinError):
    """Unusable input; the message says where, and what was expected."""
