"""The errors that the library raises on purpose."""


class OdinError(Exception):
    """Base of all errors of this library."""


class InputError(OdinError):
    """What the user gave cannot be used; the message says where and what was expected."""
